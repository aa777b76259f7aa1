//! Promoting a bundle to an environment: its files are copied to the local repositories that belong to it.
//!
//! All files are found and judged before the first one is copied. A promotion that has begun is recorded, goes on when
//! the client does not wait for it, and is recorded again when it has ended. One that fails can be repeated, and does
//! the rest.

mod plan;

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use tokio::task::JoinHandle;
use waybill_machines::machines::release_bundle::{Promotion, PromotionFailure, PromotionStatus};
use waybill_machines::rules::repositories::RepositoryClass;
use waybill_platform::permissions::Rights;
use waybill_platform::release_bundles::{NewBundlePromotion, StoredBundle};
use waybill_platform::streams::ChangeContext;

use super::asked::Asked;
use super::rights_of_admins;
use crate::caller::Admin;
use crate::components::copying::Copying;
use crate::error::ApiError;
use crate::extract::{Body, PathParams, check_length};
use crate::state::AppState;
use crate::wire::release_bundles::{
    PromoteReleaseBundle, ReleaseBundleEnvironments, ReleaseBundlePromoted,
};

use plan::Plan;

/// `GET release_bundles/environments`: those that local repositories belong to.
pub async fn environments(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<ReleaseBundleEnvironments>, ApiError> {
    let all = state.engine.ports().repositories.repositories().await;
    let all = all.map_err(|error| ApiError::of_repository(&error))?;
    let local = all.into_iter().filter(|stored| stored.settings.class == RepositoryClass::Local);
    let names: BTreeSet<String> = local.flat_map(|stored| stored.settings.environments).collect();
    Ok(Json(ReleaseBundleEnvironments { environments: names.into_iter().collect() }))
}

/// `POST release_bundles/{name}/{version}/promotions`: promotes a bundle, or judges that.
pub async fn promote(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(bundle): PathParams<(String, String)>,
    Body(wanted): Body<PromoteReleaseBundle>,
) -> Result<Json<ReleaseBundlePromoted>, ApiError> {
    let PromoteReleaseBundle { environment, included, excluded, dry_run } = wanted;
    let wanted = Wanted {
        environment,
        included,
        excluded,
        fields: Fields { included: "included", excluded: "excluded" },
    };
    let asked = Asked { state: &state, admin: &admin, bundle };
    let judged = Judged::new(&asked, wanted).await?;
    let (repositories, files) = (judged.plan.keys(), judged.plan.files);
    let outcome = if dry_run { None } else { Some(judged.begun().await?.ended().await?) };
    Ok(Json(ReleaseBundlePromoted { repositories, files, outcome }))
}

/// Where a bundle is to be promoted to.
pub(super) struct Wanted {
    /// The environment.
    pub(super) environment: String,
    /// The keys of the only repositories; all of the environment if there are none.
    pub(super) included: Vec<String>,
    /// The keys of repositories that are left out.
    pub(super) excluded: Vec<String>,
    /// The fields of the request that have these keys.
    pub(super) fields: Fields,
}

/// The fields of a request that have the keys of repositories.
pub(super) struct Fields {
    pub(super) included: &'static str,
    pub(super) excluded: &'static str,
}

impl Wanted {
    /// Checks the lengths of what is named.
    fn check(&self) -> Result<(), ApiError> {
        check_length(&[("environment", &self.environment)])?;
        let included = self.included.iter().map(|key| (self.fields.included, key.as_str()));
        let excluded = self.excluded.iter().map(|key| (self.fields.excluded, key.as_str()));
        included.chain(excluded).try_for_each(|(field, key)| check_length(&[(field, key)]))
    }
}

/// A promotion of which every file can be copied.
pub(super) struct Judged {
    state: AppState,
    rights: Rights,
    context: ChangeContext,
    /// The bundle when it was judged.
    stored: StoredBundle,
    environment: String,
    plan: Plan,
}

impl Judged {
    /// Finds and judges the files of a bundle.
    ///
    /// # Errors
    ///
    /// Why the bundle cannot be promoted. Nothing is changed then.
    pub(super) async fn new(asked: &Asked<'_>, wanted: Wanted) -> Result<Self, ApiError> {
        wanted.check()?;
        let state = asked.state;
        let stored = asked.idle(ApiError::bundle_not_promotable).await?;
        let rights = rights_of_admins(state).await?;
        let context = asked.context();
        let plan = Plan::new(state, &rights, &stored, &wanted).await?;
        let environment = wanted.environment;
        let judged = Self { state: state.clone(), rights, context, stored, environment, plan };
        judged.copy_all(true).await?;
        Ok(judged)
    }

    /// Records that the promotion begins, and begins to copy. Both happen even if the caller does not wait.
    ///
    /// # Errors
    ///
    /// Why it does not begin: another one has begun meanwhile, or the bundle was deleted.
    pub(super) async fn begun(self) -> Result<Begun, ApiError> {
        let begun = tokio::spawn(self.begin()).await;
        begun.map_err(|_| ApiError::internal())?
    }

    async fn begin(self) -> Result<Begun, ApiError> {
        let (name, version) = self.key();
        let new = NewBundlePromotion {
            list: self.stored.bundle.list.digest.clone(),
            environment: self.environment.clone(),
            repositories: self.plan.keys(),
        };
        let bundles = &self.state.engine.ports().release_bundles;
        let begun = bundles.begin_promotion(name, version, new, self.now()).await;
        let begun = begun.map_err(|error| ApiError::of_bundle(&error))?;
        let begun = begun.ok_or_else(ApiError::no_such_bundle)?;
        let promotion = begun.promotions.last().cloned().ok_or_else(ApiError::internal)?;
        Ok(Begun { promotion, ending: tokio::spawn(self.end()) })
    }

    /// Copies the files, and records how that ends.
    async fn end(self) -> Result<PromotionStatus, ApiError> {
        let this = Arc::new(self);
        let copying = Arc::clone(&this);
        let copied = tokio::spawn(async move { copying.copy_all(false).await }).await;
        let copied = copied.unwrap_or_else(|_| Err(ApiError::internal()));
        let outcome = match &copied {
            Ok(()) => PromotionStatus::Completed { files: this.plan.copies },
            Err(error) => PromotionStatus::Failed {
                why: if error.is_of_server() {
                    PromotionFailure::Storage
                } else {
                    PromotionFailure::Refused
                },
            },
        };
        let (name, version) = this.key();
        let bundles = &this.state.engine.ports().release_bundles;
        let ended = bundles.end_promotion(name, version, outcome, this.now()).await;
        // If it is not stored now, the service stores it before the next change of the bundle.
        let ended = ended.map_err(|error| ApiError::of_bundle(&error));
        copied?;
        ended?.ok_or_else(ApiError::no_such_bundle)?;
        Ok(outcome)
    }

    /// Copies all files one after another, or only judges that.
    async fn copy_all(&self, is_dry: bool) -> Result<(), ApiError> {
        let copying = Copying { state: &self.state, rights: &self.rights, replaces: false };
        let steps = &self.plan.steps;
        for (done, step) in steps.iter().enumerate() {
            let copied = copying.relocate(step, is_dry, self.now()).await;
            let done = if is_dry { 0 } else { done };
            copied.map_err(|error| {
                let key = &step.to.repository.settings.key;
                error.of_copy(&format!("{key}/{}", step.to.path), done, steps.len())
            })?;
        }
        Ok(())
    }

    /// The name and the version of the bundle.
    fn key(&self) -> (String, String) {
        (self.stored.bundle.name.clone(), self.stored.bundle.version.clone())
    }

    /// The circumstances of a change at this time.
    fn now(&self) -> ChangeContext {
        ChangeContext { at: self.state.engine.now(), ..self.context.clone() }
    }
}

/// A promotion that is recorded as begun.
pub(super) struct Begun {
    /// What is recorded.
    pub(super) promotion: Promotion,
    ending: JoinHandle<Result<PromotionStatus, ApiError>>,
}

impl Begun {
    /// Waits for the end.
    ///
    /// # Errors
    ///
    /// Why the promotion has failed, which is recorded.
    pub(super) async fn ended(self) -> Result<PromotionStatus, ApiError> {
        self.ending.await.map_err(|_| ApiError::internal())?
    }
}
