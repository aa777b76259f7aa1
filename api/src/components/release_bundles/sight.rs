//! What users see of bundles that were created from files in repositories, and of received ones: the files that they
//! may read there, and the repositories that they may know of. Administrators see everything, also of what exists no
//! longer.

use std::collections::HashMap;
use std::sync::Arc;

use waybill_machines::machines::release_bundle::{Distribution, Promotion, TargetOutcome};
use waybill_machines::rules::permissions::Action;
use waybill_machines::secret::PersonId;
use waybill_platform::permissions::Rights;
use waybill_platform::release_bundles::{Artifact, Details, Hit, PageRange, Shows};
use waybill_platform::repositories::StoredRepository;

use crate::caller::rights_in_console;
use crate::error::ApiError;
use crate::state::AppState;

/// What a user sees at one time.
#[derive(Clone)]
pub(super) struct Sight {
    rights: Rights,
    /// The repositories by key.
    repositories: Arc<HashMap<String, StoredRepository>>,
}

impl Sight {
    /// What a user sees at present.
    pub(super) async fn of(state: &AppState, person: &PersonId) -> Result<Self, ApiError> {
        let rights = rights_in_console(state, Some(person)).await?;
        let all = state.engine.ports().repositories.repositories().await;
        let all = all.map_err(|error| ApiError::of_repository(&error))?;
        let by_key = all.into_iter().map(|stored| (stored.settings.key.clone(), stored));
        Ok(Self { rights, repositories: Arc::new(by_key.collect()) })
    }

    /// Whether a file of a bundle that was created from repositories, or was received with its files, is shown.
    fn shows(&self, artifact: &Artifact) -> bool {
        self.rights.is_admin()
            || artifact.path.split_once('/').is_some_and(|(key, path)| {
                let repository = self.repositories.get(key);
                repository.is_some_and(|found| self.rights.allow(Action::Read, found, path))
            })
    }

    /// What is shown of a bundle that holds a looked-up file; none if that are only files which are not.
    pub(super) fn hit(&self, mut hit: Hit) -> Option<Hit> {
        let had_none = hit.artifacts.is_empty();
        let is_imported = |artifact: &Artifact| artifact.package_type.is_none();
        hit.artifacts.retain(|artifact| is_imported(artifact) || self.shows(artifact));
        (had_none || !hit.artifacts.is_empty()).then_some(hit)
    }

    /// A promotion with the repositories that are shown.
    pub(super) fn shown(&self, promotion: &Promotion) -> Promotion {
        let mut shown = promotion.clone();
        shown.repositories.retain(|key| {
            let repository = self.repositories.get(key);
            self.rights.is_admin() || repository.is_some_and(|found| self.rights.show(found))
        });
        shown
    }

    /// A distribution; the files that it failed at are for administrators.
    pub(super) fn distribution(&self, distribution: &Distribution) -> Distribution {
        let mut shown = distribution.clone();
        if self.rights.is_admin() {
            return shown;
        }
        for target in &mut shown.targets {
            if let TargetOutcome::Failed { path, .. } = &mut target.outcome {
                *path = None;
            }
        }
        shown
    }
}

/// A bundle with a page of the files that are shown.
///
/// # Errors
///
/// 404 if there is no such bundle.
pub(super) async fn details(
    state: &AppState,
    sight: &Sight,
    (name, version): (String, String),
    portion: PageRange,
) -> Result<Details, ApiError> {
    let bundles = &state.engine.ports().release_bundles;
    let found = if sight.rights.is_admin() {
        bundles.one(name, version, portion).await
    } else {
        let sight = sight.clone();
        let shows: Shows = Box::new(move |artifact| sight.shows(artifact));
        bundles.one_shown(name, version, portion, shows).await
    };
    let found = found.map_err(|error| ApiError::of_bundle(&error))?;
    found.ok_or_else(ApiError::no_such_bundle)
}
