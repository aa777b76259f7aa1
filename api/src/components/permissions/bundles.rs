//! What permissions name of release bundles, in the format of the platform's public API (HOOK-05). It is recorded and
//! shown, and webhooks choose from its patterns; who sees release bundles does not depend on it.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use waybill_machines::rules::bundle_grants::{
    BundleGrants, BundleTarget, BundlesOf, check_bundle_grants,
};
use waybill_machines::rules::permissions::{Permission, PermissionProblem};
use waybill_platform::permissions::PermissionError;

use super::names::Names;
use super::{ANY, BUNDLES, Granted, answered, existing, granted, named};
use crate::caller::Admin;
use crate::error::{ApiError, nothing_left};
use crate::extract::{Body, PathParams};
use crate::state::AppState;
use crate::wire::permissions::ArtifactPermission;

/// The name of the release bundles that belong to no project.
pub(super) const RELEASE_BUNDLES: &str = "release-bundles";

/// `GET /access/api/v2/permissions/{name}/release_bundle`.
pub async fn one(
    State(state): State<AppState>,
    _: Admin,
    PathParams(name): PathParams<String>,
) -> Result<Json<ArtifactPermission>, ApiError> {
    let bundles = existing(&state, name).await?.settings.bundles.clone();
    let bundles = bundles.ok_or_else(ApiError::no_such_permission)?;
    Ok(Json(Names::read(&state).await?.bundles(&state, &bundles).await?))
}

/// `PUT /access/api/v2/permissions/{name}/release_bundle`: replaces all that the permission names of release bundles.
pub async fn change(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(name): PathParams<String>,
    Body(wanted): Body<ArtifactPermission>,
) -> Result<Json<ArtifactPermission>, ApiError> {
    let stored = existing(&state, name).await?;
    let (seen, known) = (stored.revision(), stored.settings.as_ref().clone());
    let bundles = resolved(&state, wanted).await?;
    let wanted = Permission { bundles: Some(Box::new(bundles.clone())), ..known };
    let context = admin.context(state.engine.now());
    answered(state.engine.ports().permissions.change(wanted, Some(seen), context).await)?;
    Ok(Json(Names::read(&state).await?.bundles(&state, &bundles).await?))
}

/// `DELETE /access/api/v2/permissions/{name}/release_bundle`.
pub async fn remove(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(name): PathParams<String>,
) -> Result<Response, ApiError> {
    let stored = existing(&state, name).await?;
    let (seen, known) = (stored.revision(), stored.settings.as_ref().clone());
    if known.bundles.is_none() {
        return Err(ApiError::no_such_permission());
    }
    let context = admin.context(state.engine.now());
    let wanted = Permission { bundles: None, ..known };
    answered(state.engine.ports().permissions.change(wanted, Some(seen), context).await)?;
    Ok(nothing_left())
}

/// What is named, with ids in place of names.
pub(super) async fn resolved(
    state: &AppState,
    wanted: ArtifactPermission,
) -> Result<BundleGrants, ApiError> {
    let mut targets = Vec::new();
    for (key, patterns) in wanted.targets {
        let bundles = match key.as_str() {
            ANY => BundlesOf::Any {},
            RELEASE_BUNDLES => BundlesOf::NoProject {},
            _ => {
                let unknown = ApiError::unknown_in_permission("repository of bundles", &key);
                return Err(unknown.at(BUNDLES));
            }
        };
        let (includes, excludes) = named(patterns);
        targets.push(BundleTarget { bundles, includes, excludes });
    }
    let Granted { users, groups, anonymous_reads } =
        granted(state, wanted.actions.unwrap_or_default()).await?;
    let grants = BundleGrants { targets, users, groups, anonymous_reads };
    check_bundle_grants(&grants).map_err(of_problem)?;
    Ok(grants)
}

/// The field is that of release bundles, since a form has the patterns of paths beside them.
fn of_problem(problem: PermissionProblem) -> ApiError {
    ApiError::of_permission(&PermissionError::Problem(problem)).at(BUNDLES)
}
