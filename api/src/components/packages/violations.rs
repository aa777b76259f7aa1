//! What is wrong with a version: advisories that are about it, and what is not clear about its licence (PKG-08).

use axum::Json;
use axum::extract::State;
use waybill_platform::repositories::PackageId;
use waybill_spdx::normalise;

use super::details::{named, version_of};
use super::scanning::{Scan, vulnerability};
use crate::caller::RepositoryReader;
use crate::error::ApiError;
use crate::extract::{Body, check_length};
use crate::state::AppState;
use crate::wire::package_details::VersionPlaceQuery;
use crate::wire::package_usage::{LicenseProblem, LicenseProblemKind, VersionViolations};
use crate::wire::scanning::ScanStatus;

/// `POST packages/violations`: those of the version of a file. A file that belongs to no version has none, and is not
/// scanned.
pub async fn version_violations(
    State(state): State<AppState>,
    reader: RepositoryReader,
    Body(place): Body<VersionPlaceQuery>,
) -> Result<Json<VersionViolations>, ApiError> {
    check_length(&[("repoKey", &place.repository), ("path", &place.path)])?;
    let named = named(&state, &reader, place).await?;
    let scan = Scan::of_installation(&state).await?;
    scan.in_use()?;
    let Some((version, _)) = version_of(&state, &named).await? else {
        return Ok(Json(VersionViolations {
            scan_status: ScanStatus::NotScanned,
            violations: Vec::new(),
            license_problems: Vec::new(),
        }));
    };
    let package_type = named.repository.settings.package_type;
    let package = named.file.version.map(|of| of.package).unwrap_or_default();
    let id = PackageId { package_type, name: package };
    let (scan_status, found) = scan.of(&id, &version.version);
    Ok(Json(VersionViolations {
        scan_status,
        violations: found.matches.iter().map(vulnerability).collect(),
        license_problems: license_problems(&version.summary.licence),
    }))
}

/// What is not clear about the licences that an author names.
fn license_problems(licence: &str) -> Vec<LicenseProblem> {
    let licences = normalise(licence);
    if licences.is_empty() {
        return vec![LicenseProblem { kind: LicenseProblemKind::Missing, license: None }];
    }
    let unknown = licences.into_iter().filter(|licence| !licence.is_spdx);
    let unknown = unknown.map(|licence| LicenseProblem {
        kind: LicenseProblemKind::Unidentified,
        license: Some(licence.name),
    });
    unknown.collect()
}
