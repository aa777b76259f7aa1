//! The files of a bundle that was created from files in repositories, and where their contents are now: where they were
//! when the bundle was created, or elsewhere in a local repository of the same package type.

use std::collections::BTreeMap;

use waybill_machines::rules::permissions::Action;
use waybill_machines::rules::repositories::{PackageType, RepositoryClass};
use waybill_platform::permissions::Rights;
use waybill_platform::release_bundles::{Artifact, StoredBundle};
use waybill_platform::repositories::{Location, MayRead, WantedContent};
use waybill_platform::secret::hex;

use crate::error::ApiError;
use crate::state::AppState;

/// Where the content of a file is looked for, beside the place that the file was at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// At the same path of another repository.
    SamePath,
    /// At any path.
    AnyPath,
}

/// The files of a bundle, by path.
pub(super) async fn artifacts_of(
    state: &AppState,
    stored: &StoredBundle,
) -> Result<Vec<Artifact>, ApiError> {
    let (bundles, bundle) = (&state.engine.ports().release_bundles, &stored.bundle);
    let artifacts = bundles.artifacts(bundle.name.clone(), bundle.version.clone()).await;
    let artifacts = artifacts.map_err(|error| ApiError::of_bundle(&error))?;
    artifacts.ok_or_else(ApiError::no_such_bundle)
}

/// Files by the package type of the repositories that they were in.
///
/// # Errors
///
/// One of them was in no repository.
pub(super) fn by_package_type(
    artifacts: Vec<Artifact>,
) -> Result<BTreeMap<PackageType, Vec<Artifact>>, ApiError> {
    let mut by_type: BTreeMap<PackageType, Vec<Artifact>> = BTreeMap::new();
    for artifact in artifacts {
        let package_type = artifact.package_type.ok_or_else(ApiError::bundle_not_promotable)?;
        by_type.entry(package_type).or_default().push(artifact);
    }
    Ok(by_type)
}

/// Where the contents of files of a package type are; `None` for each that is not there.
pub(super) async fn holders(
    state: &AppState,
    rights: &Rights,
    package_type: PackageType,
    artifacts: &[Artifact],
    place: Place,
) -> Result<Vec<Option<Location>>, ApiError> {
    let wanted = |artifact: &Artifact| wanted_content(artifact, place);
    let contents = artifacts.iter().filter_map(wanted).collect();
    let may_read = may_read(rights, package_type);
    let found = state.engine.ports().tree.holders(contents, may_read).await;
    found.map_err(|error| ApiError::of_repository(&error))
}

/// Where files are looked for.
fn may_read(rights: &Rights, package_type: PackageType) -> MayRead {
    let rights = rights.clone();
    Box::new(move |repository, path| {
        repository.settings.class == RepositoryClass::Local
            && repository.settings.package_type == package_type
            && rights.allow(Action::Read, repository, path)
    })
}

/// What is looked for to find a file. Each file of a bundle that was created here has a repository.
fn wanted_content(artifact: &Artifact, place: Place) -> Option<WantedContent> {
    let (key, path) = artifact.path.split_once('/')?;
    Some(WantedContent {
        sha256: hex(&artifact.sha256),
        sha1: String::new(),
        expected: Some((key.to_owned(), path.to_owned())),
        only_at: (place == Place::SamePath).then(|| path.to_owned()),
    })
}
