//! The software bill of materials of a version: its files, its licence, and what it depends on as its author wrote it.
//! Requirements are not resolved to versions.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use waybill_machines::rules::repositories::PackageType;
use waybill_platform::repositories::{FileInfo, Location, PackageId, StoredVersion, VersionId};

use super::about::{About, Dependency, DependencyScope, LinkKind};
use super::details::{self, Named};
use super::scanning::{Scan, vulnerability};
use crate::caller::RepositoryReader;
use crate::components::repositories::address;
use crate::components::sbom::{
    Bill, Checksums, Need, PARTS_MAX, Part, PartKind, Relation, RelationKind, download, purl,
};
use crate::error::ApiError;
use crate::extract::QueryParams;
use crate::state::AppState;
use crate::wire::package_details::VersionPlaceQuery;
use crate::wire::sbom::{SbomFormat, VersionSbomQuery};

/// The most files of a version that are named.
const FILES_MAX: usize = 1_000;
/// The most tags of an image that are named.
const TAGS_MAX: usize = 100;
/// How much of a digest names a file: `sha256:` and twelve digits.
const DIGEST_CHARS: usize = 19;

/// `GET packages/sbom?repoKey=&path=&format=&vulnerabilities=`.
pub async fn version_sbom(
    State(state): State<AppState>,
    reader: RepositoryReader,
    QueryParams(query): QueryParams<VersionSbomQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let VersionSbomQuery { repository, path, format, vulnerabilities } = query;
    let format = format.unwrap_or_default();
    let with_vulnerabilities = vulnerabilities.unwrap_or_default();
    if with_vulnerabilities && format == SbomFormat::Spdx {
        return Err(ApiError::no_vulnerabilities_in_spdx());
    }
    let named = details::named(&state, &reader, VersionPlaceQuery { repository, path }).await?;
    let Some(of) = named.file.version.clone() else {
        let label = named.file.name().to_owned();
        return download(bill_of_file(&named.file), label, format, headers).await;
    };
    let mut bill = bill(&state, &reader, &named, &of).await?;
    if with_vulnerabilities {
        let scan = Scan::of_installation(&state).await?;
        let package_type = named.repository.settings.package_type;
        let id = PackageId { package_type, name: of.package.clone() };
        let (status, found) = scan.of(&id, &of.version);
        // What is known changes with each import, and the time of the document with it.
        if let Some(last) = scan.database().last() {
            bill.created_at = bill.created_at.max(last.at);
        }
        bill.scan = Some((status, found.matches.iter().map(vulnerability).collect()));
    }
    let is_image = named.repository.settings.package_type == PackageType::Docker;
    let shown = if is_image { DIGEST_CHARS } else { usize::MAX };
    let version: String = of.version.chars().take(shown).collect();
    download(bill, format!("{}-{version}", of.package), format, headers).await
}

/// A file that is no version of a package.
fn bill_of_file(file: &FileInfo) -> Bill {
    let mut subject = part_of_file("file".to_owned(), file);
    subject.purl = Some(purl::of_file(file.name(), &file.content.sha256.0));
    Bill {
        created_at: file.modified_at,
        subject,
        parts: Vec::new(),
        relations: Vec::new(),
        left_out: 0,
        scan: None,
    }
}

fn part_of_file(id: String, file: &FileInfo) -> Part {
    Part {
        checksums: checksums(file),
        file_name: file.name().to_owned(),
        ..Part::new(id, PartKind::File, file.name().to_owned())
    }
}

fn checksums(file: &FileInfo) -> Checksums {
    let content = &file.content;
    Checksums {
        sha256: content.sha256.0.clone(),
        sha1: content.sha1.0.clone(),
        md5: content.md5.0.clone(),
    }
}

async fn bill(
    state: &AppState,
    reader: &RepositoryReader,
    named: &Named,
    of: &VersionId,
) -> Result<Bill, ApiError> {
    let settings = &named.repository.settings;
    let package_type = settings.package_type;
    let found = details::version_of(state, named).await?;
    let (version, tags) = found.ok_or_else(ApiError::no_such_package)?;
    let about = details::about_of(state, named).await?;
    let is_image = package_type == PackageType::Docker;
    let place = is_image.then(|| {
        let address = address(state, settings);
        let host = address.split_once("://").map_or(address.as_str(), |(_, rest)| rest);
        let host = host.split('/').next().unwrap_or_default();
        format!("{host}/{}/{}", settings.key, of.package)
    });
    let kind = if is_image { PartKind::Container } else { PartKind::Library };
    let mut subject = Part::new("version".to_owned(), kind, of.package.clone());
    subject.version = Some(of.version.clone());
    let named_version = Some(of.version.as_str());
    let package = purl::of_package(package_type, &of.package, named_version, place.as_deref());
    subject.purl = Some(package);
    subject.description.clone_from(&version.summary.description);
    subject.licence.clone_from(&version.summary.licence);
    subject.home_page = home_page(&about);
    subject.checksums = checksums(&named.file);
    named.file.name().clone_into(&mut subject.file_name);
    subject.properties = properties(&version, tags);
    if version.files.len() > 1 {
        let (files, left_out) = files(state, reader, named, &version).await?;
        subject.files = files;
        if left_out > 0 {
            let text = format!("{left_out} files: a document names {FILES_MAX} at most");
            subject.properties.push(("files_left_out", text));
        }
    }
    let created_at = version.published_at;
    let mut bill = Bill {
        created_at,
        subject,
        parts: Vec::new(),
        relations: Vec::new(),
        left_out: about.dependencies.len().saturating_sub(PARTS_MAX),
        scan: None,
    };
    for (at, dependency) in about.dependencies.into_iter().take(PARTS_MAX).enumerate() {
        let (part, relation) = required(package_type, at, dependency);
        bill.parts.push(part);
        bill.relations.push(relation);
    }
    Ok(bill)
}

fn home_page(about: &About) -> String {
    let page = about.links.iter().find(|(kind, _)| *kind == LinkKind::Homepage);
    page.map(|(_, address)| address.clone()).unwrap_or_default()
}

fn properties(version: &StoredVersion, tags: Vec<String>) -> Vec<(&'static str, String)> {
    let mut properties: Vec<_> = tags.into_iter().take(TAGS_MAX).map(|tag| ("tag", tag)).collect();
    if let Some(reason) = &version.deprecation {
        properties.push(("deprecated", reason.clone()));
    }
    if version.yanked {
        properties.push(("yanked", version.yank_reason.clone().unwrap_or_default()));
    }
    properties
}

/// The files of a version that the reader may see, and how many more there are than are named.
async fn files(
    state: &AppState,
    reader: &RepositoryReader,
    named: &Named,
    version: &StoredVersion,
) -> Result<(Vec<Part>, usize), ApiError> {
    let sight = reader.rights.sight(&named.repository);
    let paths: Vec<&str> = version.paths().filter(|path| sight.shows_file(path)).collect();
    let mut files = Vec::new();
    for (at, path) in paths.iter().take(FILES_MAX).enumerate() {
        let place = Location { repository: named.repository.clone(), path: (*path).to_owned() };
        let file = state.engine.ports().artifacts.file(place).await;
        // It may have been removed meanwhile.
        if let Some(file) = file.map_err(|error| ApiError::of_repository(&error))? {
            files.push(part_of_file(format!("file-{}", at + 1), &file));
        }
    }
    Ok((files, paths.len().saturating_sub(FILES_MAX)))
}

/// A package that the version needs, as its author wrote it.
fn required(package_type: PackageType, at: usize, dependency: Dependency) -> (Part, Relation) {
    let need = match dependency.scope {
        DependencyScope::Runtime => Need::Runtime,
        DependencyScope::Peer => Need::Provided,
        DependencyScope::Optional => Need::Optional,
        DependencyScope::Build => Need::Build,
        DependencyScope::Development => Need::Development,
    };
    let id = format!("dependency-{}", at + 1);
    let mut part = Part::new(id.clone(), PartKind::Library, dependency.name.clone());
    part.purl = Some(purl::of_package(package_type, &dependency.name, None, None));
    part.need = Some(need);
    part.properties = vec![("scope", dependency.scope.as_str().to_owned())];
    if !dependency.requirement.is_empty() {
        part.properties.push(("requirement", dependency.requirement));
    }
    (part, Relation { from: "version".to_owned(), to: id, kind: RelationKind::Needs(need) })
}
