//! Packages and versions as nodes of GraphQL.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use waybill_machines::Timestamp;
use waybill_platform::followed_packages::FollowedPackages;
use waybill_platform::repositories::{
    CataloguedFile, Facets, PackageRow, RiskReason, VersionPlace, VersionRow, risk_level,
};
use waybill_spdx::normalise;

use super::Asker;
use super::scanning::{Scan, counted, vulnerability};
use crate::components::artifacts::media_type;
use crate::components::tree::names_of;
use crate::error::ApiError;
use crate::wire::package_stats::OperationalRisk;
use crate::wire::package_versions::{
    VersionFileNode, VersionNode, VersionRepository, VersionStats,
};
use crate::wire::packages::{FacetCount, PackageFacets, PackageNode, PackageStats, PagingInfo};

pub(super) fn page_info(end_cursor: Option<String>) -> PagingInfo {
    PagingInfo { has_next_page: end_cursor.is_some(), end_cursor }
}

/// What is known beside the catalogue.
pub(super) struct Known {
    pub(super) scan: Scan,
    now: Timestamp,
    followed_packages: Arc<dyn FollowedPackages>,
    /// The ids of the packages that the caller follows.
    pub(super) followed: BTreeSet<String>,
}

impl Known {
    /// What is known for a caller at present.
    pub(super) async fn by(asker: &Asker) -> Result<Self, ApiError> {
        let followed_packages = Arc::clone(&asker.state.engine.ports().followed_packages);
        let followed = match &asker.person {
            Some(person) => followed_packages.followed(person.clone()).await,
            None => Ok(BTreeSet::new()),
        };
        Ok(Self {
            scan: Scan::of_installation(&asker.state).await?,
            now: asker.state.engine.now(),
            followed: followed.map_err(|error| ApiError::of_following(&error))?,
            followed_packages,
        })
    }

    fn risk(&self, row: &PackageRow) -> OperationalRisk {
        let reasons = RiskReason::of(row, self.now);
        OperationalRisk {
            risk_level: risk_level(&reasons).into(),
            reasons: reasons.into_iter().map(Into::into).collect(),
        }
    }
}

pub(super) fn package_node(row: PackageRow, known: &Known) -> PackageNode {
    let (scan_status, found) = known.scan.of(&row.id, &row.latest_version);
    let followers = known.followed_packages.followers(&row.id);
    let stats = PackageStats { downloads: row.downloads, followers };
    PackageNode {
        operational_risk: known.risk(&row),
        followed: known.followed.contains(&row.id.to_string()),
        vulnerabilities: counted(&found),
        scan_status,
        id: row.id.to_string(),
        name: row.id.name,
        created: row.created_at.to_string(),
        modified: row.modified_at.to_string(),
        description: row.description,
        latest_version: row.latest_version,
        versions_count: row.versions_count,
        package_type: row.id.package_type.as_str().to_owned(),
        stats,
        licenses: licences(&row.licence),
        tags: row.tags,
        repos: row.repositories.into_iter().map(|stored| stored.settings.key).collect(),
    }
}

/// The licences that an author names, by their identifiers of SPDX where they have one.
pub(super) fn licences(licence: &str) -> Vec<String> {
    normalise(licence).into_iter().map(|licence| licence.name).collect()
}

pub(super) fn facets_node(facets: Facets, scan: &Scan) -> PackageFacets {
    let types = facets.types.into_iter().map(|(one, count)| (one.as_str().to_owned(), count));
    PackageFacets {
        total: number(facets.total),
        exact: facets.is_exact,
        types: counts(types.collect()),
        repos: counts(facets.repositories),
        licenses: counts(
            facets.licences.into_iter().filter(|(name, _)| !name.is_empty()).collect(),
        ),
        severities: scan.severities().map(|level| level.as_str().to_owned()).collect(),
        is_partial: !facets.is_complete,
    }
}

/// Counts, the largest first.
fn counts(counts: BTreeMap<String, usize>) -> Vec<FacetCount> {
    let counts =
        counts.into_iter().map(|(value, count)| FacetCount { value, count: number(count) });
    let mut counts: Vec<FacetCount> = counts.collect();
    counts.sort_by_key(|one| Reverse(one.count));
    counts
}

fn number(of: usize) -> u64 {
    u64::try_from(of).unwrap_or(u64::MAX)
}

/// Versions as nodes. The names of those who published them are for signed-in users.
pub(super) async fn version_nodes(
    asker: &Asker,
    known: &Known,
    package: &PackageRow,
    rows: Vec<VersionRow>,
    with_files: bool,
) -> Result<Vec<VersionNode>, ApiError> {
    let authors = rows.iter().map(|row| row.published_by.clone());
    let names = names_of(&asker.state, asker.person.as_ref(), authors).await?;
    let node = |row: VersionRow| {
        let published_by = names.get(&row.published_by).cloned().flatten();
        version_node(package, row, published_by, with_files, known)
    };
    Ok(rows.into_iter().map(node).collect())
}

fn version_node(
    package: &PackageRow,
    row: VersionRow,
    published_by: Option<String>,
    with_files: bool,
    known: &Known,
) -> VersionNode {
    let id = &package.id;
    let (scan_status, found) = known.scan.of(id, &row.name);
    let files = row.places.first().map(|place| place.files.as_slice()).unwrap_or_default();
    let digest = row.lead_file().map(|file| file.content.sha256.0.clone());
    let (size, download_count) = (row.bytes(), row.downloads());
    let files =
        if with_files { files.iter().enumerate().map(file_node).collect() } else { Vec::new() };
    VersionNode {
        id: id.to_string(),
        name: row.name,
        created: row.created_at.to_string(),
        modified: row.modified_at.to_string(),
        package: id.name.clone(),
        description: package.description.clone(),
        operational_risk: known.risk(package),
        releases_behind: row.releases_behind,
        repos: row.places.iter().map(repository).collect(),
        licenses: licences(&row.licence),
        vulnerabilities: counted(&found),
        vulnerability_list: found.matches.iter().map(vulnerability).collect(),
        scan_status,
        keywords: row.keywords,
        size,
        stats: VersionStats { download_count },
        files,
        digest,
        tags: row.tags,
        deprecation: row.deprecation,
        yanked: row.yanked,
        pre_release: row.is_pre_release,
        published_by,
    }
}

fn repository(place: &VersionPlace) -> VersionRepository {
    let settings = &place.repository.settings;
    let lead = place.files.first().map(|one| one.file.path.clone());
    VersionRepository {
        name: settings.key.clone(),
        r#type: settings.class.as_str().to_owned(),
        lead_file_path: lead.unwrap_or_default(),
    }
}

fn file_node((at, one): (usize, &CataloguedFile)) -> VersionFileNode {
    let content = &one.file.content;
    VersionFileNode {
        name: one.file.name().to_owned(),
        path: one.file.path.clone(),
        lead: at == 0,
        size: content.bytes,
        md5: content.md5.0.clone(),
        sha1: content.sha1.0.clone(),
        sha256: content.sha256.0.clone(),
        mime_type: media_type(one.file.name()),
        downloads: one.downloads,
    }
}
