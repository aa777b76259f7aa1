//! The calls of the package browser. The page fetches the rows over HTTP; the machine receives their number and digest.

use std::fmt::Display;
use std::str::FromStr as _;
use std::sync::Arc;

use sha2::{Digest as _, Sha256};
use waybill_machines::call::Call;
use waybill_machines::machines::packages::{Event, Fetched, FoundPackage, FoundVersion, RowsPage};
use waybill_machines::rules::permissions::Action;
use waybill_machines::rules::search::{
    PackageSort, SearchFilter, SortField, SortOrder, types_named,
};
use waybill_machines::secret::Digest;
use waybill_machines::{AnyEvent, Timestamp};
use waybill_platform::builds::builds_of;
use waybill_platform::permissions::{Principal, Rights};
use waybill_platform::repositories::{
    CATALOGUE_PAGE_MAX, FileInfo, NotAPackageId, PackageFilter, PackageId, PackageOrder,
    PackageQuery, PackageRow, Searched, StoredRepository, VersionQuery, VersionRow,
};
use waybill_platform::scanning::Database;
use waybill_platform::secret::hex;
use waybill_platform::services::PackagePages;

use super::{Request, principal_of};
use crate::scanning::advisories_in_use;

/// Why something could not be fetched, as a sentence.
type Failure = String;

/// Performs a call of the package browser, as far as the user may read.
pub(super) async fn fetch(request: &Request<'_>) -> Option<AnyEvent> {
    Some(match &request.task.call {
        Call::ListPackages { request: number, filter, sort, after } => {
            let answer = list(request, filter, *sort, after.clone()).await;
            Event::Listed(answered(*number, answer)).into()
        }
        Call::CountPackages { request: number, filter } => {
            Event::Counted(answered(*number, count(request, filter).await)).into()
        }
        Call::FetchPackage { request: number, package } => {
            Event::Package(answered(*number, find_package(request, package).await)).into()
        }
        Call::ListVersions {
            request: number,
            package,
            filter,
            ignore_pre_release,
            sort,
            after,
        } => {
            let database = advisories(request).await.unwrap_or_default();
            let query = version_query(package, filter, &database).map(|query| VersionQuery {
                ignores_pre_releases: *ignore_pre_release,
                descending: sort.sort_type == SortOrder::Desc,
                cursor: after.clone(),
                ..query
            });
            Event::Versions(answered(*number, list_versions(request, query).await)).into()
        }
        Call::FetchVersion { request: number, package, version } => {
            let answer = find_version(request, package, version).await;
            Event::Version(answered(*number, answer)).into()
        }
        _ => return None,
    })
}

fn answered<T>(request: u32, answer: Result<T, Failure>) -> Fetched<T> {
    match answer {
        Ok(value) => Fetched::Loaded { request, value },
        Err(message) => Fetched::Failed { request, message },
    }
}

/// An error of a port.
fn failed(error: impl Display) -> Failure {
    tracing::warn!(%error, "packages cannot be fetched");
    error.to_string()
}

/// The advisories by which packages are found; none where the installation compares no packages with them.
async fn advisories(request: &Request<'_>) -> Result<Arc<Database>, Failure> {
    let known = advisories_in_use(request.ports(), request.context.at).await.map_err(failed)?;
    Ok(known.unwrap_or_default())
}

/// What the user may do.
async fn rights(request: &Request<'_>) -> Result<Rights, Failure> {
    let ports = request.ports();
    let principal = match request.person() {
        Some(person) => {
            let found = principal_of(&*ports.accounts, person).await.map_err(failed)?;
            found.ok_or_else(|| failed("The account may not be used at present."))?
        }
        None => Principal::Anonymous,
    };
    ports.permissions.rights(principal).await.map_err(failed)
}

/// How many rows the pages of the user have (PKG-06). The page of the console asks for no other number.
async fn pages(request: &Request<'_>) -> Result<PackagePages, Failure> {
    let is_admin = rights(request).await?.is_admin();
    PackagePages::of(&*request.ports().settings, is_admin).await.map_err(failed)
}

/// The repositories that are named, or all of them, as far as the user may read something in them. A virtual one has
/// the packages of its members.
async fn scope(request: &Request<'_>, keys: &[String]) -> Result<Vec<Searched>, Failure> {
    let ports = request.ports();
    let rights = rights(request).await?;
    let all = ports.repositories.repositories().await.map_err(failed)?;
    let mut wanted: Vec<StoredRepository> = Vec::new();
    for stored in all {
        if keys.is_empty() {
            wanted.push(stored);
        } else if keys.contains(&stored.settings.key) {
            match &stored.settings.members {
                None => wanted.push(stored),
                Some(members) => {
                    let ids = members.repositories.clone();
                    wanted.extend(ports.repositories.with_ids(ids).await.map_err(failed)?);
                }
            }
        }
    }
    Ok(Searched::readable(wanted, &rights))
}

async fn list(
    request: &Request<'_>,
    filter: &SearchFilter,
    sort: PackageSort,
    cursor: Option<String>,
) -> Result<RowsPage, Failure> {
    let filter = package_filter(filter, &advisories(request).await?);
    let limit = pages(request).await?.first_level;
    let scope = scope(request, &filter.repositories).await?;
    let order = match sort.sort_by {
        SortField::Name => PackageOrder::Name,
        SortField::Modified => PackageOrder::Modified,
    };
    let descending = sort.sort_type == SortOrder::Desc;
    let query = PackageQuery { filter, order, descending, limit, cursor };
    let page = request.ports().catalogue.packages(query, scope).await.map_err(failed)?;
    Ok(rows_page(&page.rows, page.end_cursor, package_text))
}

async fn count(request: &Request<'_>, filter: &SearchFilter) -> Result<u32, Failure> {
    let filter = package_filter(filter, &advisories(request).await?);
    let scope = scope(request, &filter.repositories).await?;
    let facets = request.ports().catalogue.facets(filter, scope).await.map_err(failed)?;
    Ok(number(facets.total))
}

/// A package; none if there is none, or if the id names none.
async fn find_package(
    request: &Request<'_>,
    package: &str,
) -> Result<Option<FoundPackage>, Failure> {
    let Ok(id) = PackageId::from_str(package) else { return Ok(None) };
    let scope = scope(request, &[]).await?;
    let row = request.ports().catalogue.package_row(id, scope).await.map_err(failed)?;
    Ok(row.map(|row| FoundPackage {
        id: row.id.to_string(),
        package_type: row.id.package_type.as_str().to_owned(),
        digest: digest([package_text(&row)]),
    }))
}

async fn list_versions(
    request: &Request<'_>,
    query: Option<VersionQuery>,
) -> Result<RowsPage, Failure> {
    let query = query.ok_or_else(|| failed(NotAPackageId))?;
    let query = VersionQuery { limit: pages(request).await?.second_level, ..query };
    let scope = scope(request, &query.repositories).await?;
    let page = request.ports().catalogue.versions(query, scope).await.map_err(failed)?;
    Ok(rows_page(&page.rows, page.end_cursor, version_text))
}

/// A version; none if there is none.
async fn find_version(
    request: &Request<'_>,
    package: &str,
    version: &str,
) -> Result<Option<FoundVersion>, Failure> {
    let filter = SearchFilter { name: Some(version.to_owned()), ..SearchFilter::default() };
    let database = advisories(request).await?;
    let Some(query) = version_query(package, &filter, &database) else { return Ok(None) };
    let scope = scope(request, &[]).await?;
    let page = request.ports().catalogue.versions(query, scope).await.map_err(failed)?;
    // The name is a pattern, which others may match too.
    let Some(row) = page.rows.into_iter().find(|row| row.name == version) else { return Ok(None) };
    let has_builds = match row.lead_file() {
        Some(file) => has_builds(request, file).await?,
        None => false,
    };
    Ok(Some(FoundVersion {
        lead_file: row.lead_file().map(|file| file.path.clone()).unwrap_or_default(),
        has_builds,
        digest: digest([version_text(&row)]),
        name: row.name,
    }))
}

/// Whether a build that the user may read made a file.
async fn has_builds(request: &Request<'_>, file: &FileInfo) -> Result<bool, Failure> {
    let sight = rights(request).await?.builds(Action::Read);
    let builds = builds_of(&*request.ports().builds, file, &sight).await.map_err(failed)?;
    Ok(!builds.is_empty())
}

/// The filter of the catalogue.
fn package_filter(filter: &SearchFilter, database: &Arc<Database>) -> PackageFilter {
    let severities = filter.severities.as_deref().unwrap_or_default();
    let cve = filter.cve.as_deref().unwrap_or_default();
    let name = filter.lowercase_name.clone().or_else(|| filter.name.clone());
    let wanted = PackageFilter {
        types: filter.package_type.as_deref().and_then(types_named),
        repositories: filter.repos.clone().unwrap_or_default(),
        name: name.unwrap_or_default(),
        description: filter.description.clone().unwrap_or_default(),
        tags: filter.tags.clone().unwrap_or_default(),
        licences: filter.licenses.clone().unwrap_or_default(),
        version: filter.version.clone().unwrap_or_default(),
        checksum: filter.checksum.clone().unwrap_or_default(),
        after: filter.after.as_deref().and_then(day),
        before: filter.before.as_deref().and_then(day),
        affected: database.affected_by(cve, severities),
    };
    wanted.in_scope(filter.scope.as_deref())
}

/// A query for the first page of the versions of a package; none if the id names no package.
fn version_query(
    package: &str,
    filter: &SearchFilter,
    database: &Database,
) -> Option<VersionQuery> {
    let package: PackageId = package.parse().ok()?;
    let severities = filter.severities.as_deref().unwrap_or_default();
    let cve = filter.cve.as_deref().unwrap_or_default();
    Some(VersionQuery {
        affected: database.affected(&package, severities, cve),
        package,
        repositories: filter.repos.clone().unwrap_or_default(),
        name: filter.name.clone().unwrap_or_default(),
        tags: filter.tags.clone().unwrap_or_default(),
        licences: filter.licenses.clone().unwrap_or_default(),
        after: filter.after.as_deref().and_then(day),
        before: filter.before.as_deref().and_then(day),
        ignores_pre_releases: false,
        descending: true,
        limit: CATALOGUE_PAGE_MAX,
        cursor: None,
    })
}

/// The beginning of a day in UTC.
fn day(text: &str) -> Option<Timestamp> {
    format!("{text}T00:00:00Z").parse().ok()
}

fn rows_page<T>(rows: &[T], end_cursor: Option<String>, text: impl Fn(&T) -> String) -> RowsPage {
    RowsPage {
        rows: number(rows.len()),
        has_next_page: end_cursor.is_some(),
        end_cursor,
        total: None,
        digest: digest(rows.iter().map(text)),
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// What of a package is seen in a list.
fn package_text(row: &PackageRow) -> String {
    format!("{} {} {} {}", row.id, row.modified_at, row.latest_version, row.versions_count)
}

/// What of a version is seen in a list.
fn version_text(row: &VersionRow) -> String {
    format!("{} {} {} {}", row.name, row.modified_at, row.bytes(), row.yanked)
}

fn digest(rows: impl IntoIterator<Item = String>) -> Digest {
    let mut hash = Sha256::new();
    for row in rows {
        hash.update(row.as_bytes());
        hash.update(b"\n");
    }
    Digest(hex(&hash.finalize()))
}
