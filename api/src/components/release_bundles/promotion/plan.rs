//! What a promotion copies: each file to the repositories of the environment that have its package type.
//!
//! A file is taken where it was when the bundle was created, or wherever else the same content is at the same path, in
//! a local repository of the same package type.

use std::collections::{BTreeMap, BTreeSet};

use waybill_machines::rules::release_bundles::check_bundle_promotion;
use waybill_machines::rules::repositories::RepositoryClass;
use waybill_platform::permissions::Rights;
use waybill_platform::release_bundles::{Artifact, BundleError, StoredBundle};
use waybill_platform::repositories::{Expected, Location, StoredRepository};
use waybill_platform::secret::hex;

use super::Wanted;
use crate::components::copying::Step;
use crate::components::release_bundles::files::{Place, artifacts_of, by_package_type, holders};
use crate::error::ApiError;
use crate::state::AppState;

/// The most files that are copied at once, each counted for every repository that it is copied to.
const COPIES_MAX: usize = 10_000;

/// What a promotion copies.
#[derive(Default)]
pub(super) struct Plan {
    /// The copies that are made. One whose file is in the repository already is left out.
    pub(super) steps: Vec<Step>,
    /// The number of copies, those included that are left out.
    pub(super) copies: u32,
    /// The number of files.
    pub(super) files: u32,
    keys: BTreeSet<String>,
}

impl Plan {
    /// Finds the files of a bundle, and where they are copied to.
    ///
    /// # Errors
    ///
    /// How many files are missing, or which of them have no repository.
    pub(super) async fn new(
        state: &AppState,
        rights: &Rights,
        stored: &StoredBundle,
        wanted: &Wanted,
    ) -> Result<Self, ApiError> {
        let targets = targets(state, wanted).await?;
        // Each file is copied at least once. A long list is not read in vain.
        let listed = stored.bundle.list.artifacts;
        if usize::try_from(listed).is_ok_and(|files| files > COPIES_MAX) {
            return Err(ApiError::too_many_copies(COPIES_MAX));
        }
        let artifacts = artifacts_of(state, stored).await?;
        let files = artifacts.len();
        let (mut plan, mut copies, mut parts) = (Self::default(), 0_usize, Vec::new());
        for (package_type, artifacts) in by_package_type(artifacts)? {
            let has_type =
                |target: &&StoredRepository| target.settings.package_type == package_type;
            let targets: Vec<&StoredRepository> = targets.iter().filter(has_type).collect();
            if targets.is_empty() {
                let name = package_type.as_str();
                return Err(ApiError::no_promotion_target(name, &wanted.environment));
            }
            if let Some(path) = ambiguous(&artifacts) {
                return Err(ApiError::promoted_paths_differ(path));
            }
            plan.keys.extend(targets.iter().map(|target| target.settings.key.clone()));
            copies = copies.saturating_add(artifacts.len().saturating_mul(targets.len()));
            parts.push((package_type, artifacts, targets));
        }
        if copies > COPIES_MAX {
            return Err(ApiError::too_many_copies(COPIES_MAX));
        }
        let problem = check_bundle_promotion(&wanted.environment, &plan.keys());
        problem
            .map_err(|problem| ApiError::of_bundle(&BundleError::Problem { problem, at: None }))?;
        let mut missing = 0;
        for (package_type, artifacts, targets) in parts {
            let found = holders(state, rights, package_type, &artifacts, Place::SamePath).await?;
            for (artifact, from) in artifacts.iter().zip(found) {
                match from {
                    Some(from) => plan.steps.extend(steps(artifact, &from, &targets)),
                    None => missing += 1,
                }
            }
        }
        if missing > 0 {
            return Err(ApiError::promoted_files_missing(missing));
        }
        plan.files = u32::try_from(files).unwrap_or(u32::MAX);
        plan.copies = u32::try_from(copies).unwrap_or(u32::MAX);
        Ok(plan)
    }

    /// The keys of the repositories that files are copied to.
    pub(super) fn keys(&self) -> Vec<String> {
        self.keys.iter().cloned().collect()
    }
}

/// The repositories that a promotion may copy to.
async fn targets(state: &AppState, wanted: &Wanted) -> Result<Vec<StoredRepository>, ApiError> {
    let all = state.engine.ports().repositories.repositories().await;
    let mut targets = all.map_err(|error| ApiError::of_repository(&error))?;
    targets.retain(|target| {
        target.settings.class == RepositoryClass::Local
            && target.settings.environments.contains(&wanted.environment)
    });
    if targets.is_empty() {
        return Err(ApiError::no_such_environment());
    }
    let is_target = |key: &String| targets.iter().any(|target| target.settings.key == *key);
    if !wanted.included.iter().all(is_target) {
        return Err(ApiError::not_in_environment(wanted.fields.included));
    }
    targets.retain(|target| {
        let key = &target.settings.key;
        let is_included = wanted.included.is_empty() || wanted.included.contains(key);
        is_included && !wanted.excluded.contains(key)
    });
    Ok(targets)
}

/// A path that files from different repositories cannot both be copied to: their contents differ, or it would be below
/// one of them. Each of them could be copied alone, so that judging them one by one does not show it.
fn ambiguous(artifacts: &[Artifact]) -> Option<&str> {
    let places = artifacts.iter().filter_map(|artifact| {
        let (_, path) = artifact.path.split_once('/')?;
        Some((path, artifact.sha256))
    });
    let mut known = BTreeMap::new();
    for (path, sha256) in places {
        if known.insert(path, sha256).is_some_and(|other| other != sha256) {
            return Some(path);
        }
    }
    let is_below_file = |path: &&str| {
        let mut folders = path.match_indices('/').map(|(slash, _)| &path[..slash]);
        folders.any(|folder| known.contains_key(folder))
    };
    known.keys().copied().find(|path| is_below_file(path))
}

/// The copies of a file.
fn steps(artifact: &Artifact, from: &Location, targets: &[&StoredRepository]) -> Vec<Step> {
    let others = targets.iter().filter(|target| target.id != from.repository.id);
    let step = |target: &&StoredRepository| {
        let to = Location { repository: (*target).clone(), path: from.path.clone() };
        let expected = Expected { sha256: Some(hex(&artifact.sha256)), ..Expected::default() };
        Step { from: from.clone(), to, moves: false, expected }
    };
    others.map(step).collect()
}
