//! Judging a distribution before it begins: the bundle, its targets, and where its files are.

use waybill_machines::machines::release_bundle::{Distribution, DistributionKind};
use waybill_machines::rules::distribution::check_distribution;
use waybill_platform::release_bundles::{BundleError, NewDistribution, StoredBundle};
use waybill_platform::repositories::{RepositoryError, check_relocatable};
use waybill_platform::streams::ChangeContext;

use super::runner::{RECORDING, Run};
use crate::components::release_bundles::asked::Asked;
use crate::components::release_bundles::files::{Place, artifacts_of, by_package_type, holders};
use crate::components::release_bundles::rights_of_admins;
use crate::error::ApiError;
use crate::state::AppState;

/// The most files that are sent by one distribution, each counted for every target.
const SENT_MAX: usize = 10_000;

/// What is to be done, and where.
pub(super) struct Wanted {
    pub(super) kind: DistributionKind,
    /// The keys of the targets.
    pub(super) targets: Vec<String>,
    /// The field of the request that names them.
    pub(super) field: &'static str,
    /// Whether repositories that are missing there are created.
    pub(super) creates_repositories: bool,
}

/// A distribution that can begin.
pub(super) struct Judged {
    state: AppState,
    context: ChangeContext,
    /// The bundle when it was judged.
    stored: StoredBundle,
    wanted: Wanted,
}

impl Judged {
    /// Judges a distribution.
    ///
    /// # Errors
    ///
    /// Why it cannot begin.
    pub(super) async fn new(asked: &Asked<'_>, wanted: Wanted) -> Result<Self, ApiError> {
        let state = asked.state;
        let checked = check_distribution(&wanted.targets);
        let invalid = |problem| ApiError::of_bundle(&BundleError::Problem { problem, at: None });
        checked.map_err(|problem| invalid(problem).at(wanted.field))?;
        let imported = || ApiError::of_bundle(&BundleError::NotDistributable);
        let stored = asked.idle(imported).await?;
        let checked = check_targets(state, &wanted.targets).await;
        checked.map_err(|error| error.at(wanted.field))?;
        if wanted.kind == DistributionKind::Distribute {
            check_files(state, &stored, wanted.targets.len()).await?;
        }
        let context = asked.context();
        Ok(Self { state: state.clone(), context, stored, wanted })
    }

    /// The number of files of the bundle.
    pub(super) const fn files(&self) -> u32 {
        self.stored.bundle.list.artifacts
    }

    /// Records that the distribution begins, and begins to send. Both happen even if the caller does not wait.
    ///
    /// # Errors
    ///
    /// Why it does not begin: another one has begun meanwhile, or the bundle was deleted.
    pub(super) async fn begun(self) -> Result<Distribution, ApiError> {
        let begun = tokio::spawn(self.begin()).await;
        begun.map_err(|_| ApiError::internal())?
    }

    async fn begin(self) -> Result<Distribution, ApiError> {
        let Self { state, context, stored, wanted } = self;
        let Wanted { kind, targets, creates_repositories, field: _ } = wanted;
        let (name, version) = (stored.bundle.name.clone(), stored.bundle.version.clone());
        let new = NewDistribution { list: stored.bundle.list.digest.clone(), kind, targets };
        let now = ChangeContext { at: state.engine.now(), ..context.clone() };
        let recording = RECORDING.lock().await;
        let bundles = &state.engine.ports().release_bundles;
        let begun = bundles.begin_distribution(name, version, new, now).await;
        drop(recording);
        let begun = begun.map_err(|error| ApiError::of_bundle(&error))?;
        let stored = begun.ok_or_else(ApiError::no_such_bundle)?;
        let distribution = stored.distributions.last().cloned().ok_or_else(ApiError::internal)?;
        let begun = distribution.clone();
        tokio::spawn(Run { state, context, stored, distribution, creates_repositories }.run());
        Ok(begun)
    }
}

/// Checks that all targets exist and have a token.
async fn check_targets(state: &AppState, keys: &[String]) -> Result<(), ApiError> {
    for key in keys {
        let found = state.engine.ports().distribution_targets.target(key.clone()).await;
        let found = found.map_err(|error| ApiError::of_target(&error))?;
        let target = found.ok_or_else(|| ApiError::unknown_target(key))?;
        if !target.has_token() {
            return Err(ApiError::target_without_token(key));
        }
    }
    Ok(())
}

/// Checks that all files are here, and in repositories whose files can be sent one by one.
async fn check_files(
    state: &AppState,
    stored: &StoredBundle,
    targets: usize,
) -> Result<(), ApiError> {
    let files = usize::try_from(stored.bundle.list.artifacts).unwrap_or(usize::MAX);
    // A long list is not read in vain.
    if files.saturating_mul(targets) > SENT_MAX {
        return Err(ApiError::too_many_sent(SENT_MAX));
    }
    let rights = rights_of_admins(state).await?;
    let mut missing = 0;
    for (package_type, artifacts) in by_package_type(artifacts_of(state, stored).await?)? {
        let found = holders(state, &rights, package_type, &artifacts, Place::AnyPath).await?;
        for holder in found {
            let Some(holder) = holder else {
                missing += 1;
                continue;
            };
            check_relocatable(&holder.repository.settings)
                .map_err(|problem| ApiError::of_repository(&RepositoryError::from(problem)))?;
        }
    }
    if missing > 0 { Err(ApiError::distributed_files_missing(missing)) } else { Ok(()) }
}
