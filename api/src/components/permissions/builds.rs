//! What permissions grant on builds, in the format of the platform's public API (BUILD-03). It names builds by the
//! repository that has the build-infos of a project.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use waybill_machines::rules::build_grants::{BuildGrants, BuildTarget, BuildsOf};
use waybill_machines::rules::permissions::Permission;

use super::names::Names;
use super::{ANY, Granted, answered, existing, granted, named};
use crate::caller::Admin;
use crate::error::{ApiError, nothing_left};
use crate::extract::{Body, PathParams};
use crate::state::AppState;
use crate::wire::permissions::ArtifactPermission;

/// The name of the builds that belong to no project.
pub(super) const NO_PROJECT: &str = "artifactory-build-info";
/// What follows the key of a project in the name of its builds.
pub(super) const OF_PROJECT: &str = "-build-info";

/// `GET /access/api/v2/permissions/{name}/build`.
pub async fn one(
    State(state): State<AppState>,
    _: Admin,
    PathParams(name): PathParams<String>,
) -> Result<Json<ArtifactPermission>, ApiError> {
    let builds = existing(&state, name).await?.settings.builds.clone();
    let builds = builds.ok_or_else(ApiError::no_such_permission)?;
    Ok(Json(Names::read(&state).await?.builds(&state, &builds).await?))
}

/// `PUT /access/api/v2/permissions/{name}/build`: replaces all that the permission grants on builds.
pub async fn change(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(name): PathParams<String>,
    Body(wanted): Body<ArtifactPermission>,
) -> Result<Json<ArtifactPermission>, ApiError> {
    let stored = existing(&state, name).await?;
    let (seen, known) = (stored.revision(), stored.settings.as_ref().clone());
    let builds = resolved(&state, wanted).await?;
    let wanted = Permission { builds: Some(builds.clone()), ..known };
    let context = admin.context(state.engine.now());
    answered(state.engine.ports().permissions.change(wanted, Some(seen), context).await)?;
    Ok(Json(Names::read(&state).await?.builds(&state, &builds).await?))
}

/// `DELETE /access/api/v2/permissions/{name}/build`.
pub async fn remove(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(name): PathParams<String>,
) -> Result<Response, ApiError> {
    let stored = existing(&state, name).await?;
    let (seen, known) = (stored.revision(), stored.settings.as_ref().clone());
    if known.builds.is_none() {
        return Err(ApiError::no_such_permission());
    }
    let context = admin.context(state.engine.now());
    let wanted = Permission { builds: None, ..known };
    answered(state.engine.ports().permissions.change(wanted, Some(seen), context).await)?;
    Ok(nothing_left())
}

/// What is granted, with ids in place of names.
pub(super) async fn resolved(
    state: &AppState,
    wanted: ArtifactPermission,
) -> Result<BuildGrants, ApiError> {
    let mut targets = Vec::new();
    for (key, patterns) in wanted.targets {
        let builds = match key.as_str() {
            ANY => BuildsOf::Any {},
            NO_PROJECT => BuildsOf::NoProject {},
            _ => {
                let unknown = || ApiError::unknown_in_permission("repository of builds", &key);
                let project = key.strip_suffix(OF_PROJECT).ok_or_else(unknown)?;
                let found = state.engine.ports().projects.get(project.to_owned()).await;
                let found = found.map_err(|error| ApiError::of_project(&error))?;
                BuildsOf::Project { key: found.ok_or_else(unknown)?.project_key }
            }
        };
        let (includes, excludes) = named(patterns);
        targets.push(BuildTarget { builds, includes, excludes });
    }
    let Granted { users, groups, anonymous_reads } =
        granted(state, wanted.actions.unwrap_or_default()).await?;
    Ok(BuildGrants { targets, users, groups, anonymous_reads })
}
