//! Permissions on the pages of administrators (PERM-05).

use axum::Json;
use axum::extract::State;
use waybill_machines::rules::build_grants::BuildGrants;
use waybill_machines::rules::bundle_grants::BundleGrants;
use waybill_machines::rules::permissions::Permission;
use waybill_platform::permissions::StoredPermission;

use super::names::Names;
use super::{created_as, existing, kinds};
use crate::caller::{Admin, AdminContext};
use crate::error::ApiError;
use crate::extract::{Body, PathParams};
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::permissions::{
    ConsolePermission, ConsolePermissions, PermissionChange, PublicPermission,
};

/// `GET permissions`: all of them, by name.
pub async fn list(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<ConsolePermissions>, ApiError> {
    let all = state.engine.ports().permissions.permissions().await?;
    let mut names = Names::read(&state).await?;
    let mut permissions = Vec::new();
    for stored in all {
        permissions.push(described(&state, &mut names, stored).await?);
    }
    Ok(Json(ConsolePermissions { permissions }))
}

/// `POST permissions`: creates one.
pub async fn create(
    State(state): State<AppState>,
    admin: Admin,
    Body(wanted): Body<PublicPermission>,
) -> Result<Json<ConsolePermission>, ApiError> {
    let context = admin.context(state.engine.now());
    let stored = created_as(&state, wanted, context).await?;
    let mut names = Names::read(&state).await?;
    Ok(Json(described(&state, &mut names, stored).await?))
}

/// `PUT permissions/{name}`: replaces what one grants on files in repositories, and what it names of release bundles if
/// that is sent. What it grants on builds remains.
pub async fn change(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(name): PathParams<String>,
    Body(body): Body<PermissionChange>,
) -> Result<Json<ConsolePermission>, ApiError> {
    let PermissionChange { artifact, release_bundle, revision } = body;
    let known = existing(&state, name).await?.settings.as_ref().clone();
    let Permission { name, builds, bundles: known, .. } = known;
    let bundles = match release_bundle {
        Some(wanted) if wanted.targets.is_empty() => None,
        Some(wanted) => Some(Box::new(kinds::resolved::<BundleGrants>(&state, wanted).await?)),
        None => known,
    };
    let on_files = kinds::resolved::<Permission>(&state, artifact).await?;
    let wanted = Permission { name, builds, bundles, ..on_files };
    let context = admin.context(state.engine.now());
    let permissions = &state.engine.ports().permissions;
    let stored = permissions.change(wanted, Some(revision), context).await?;
    let mut names = Names::read(&state).await?;
    Ok(Json(described(&state, &mut names, stored).await?))
}

/// `DELETE permissions/{name}`: deletes one. What only it granted ends at once.
pub async fn remove(
    State(state): State<AppState>,
    AdminContext(context): AdminContext,
    PathParams(name): PathParams<String>,
) -> Result<Json<Empty>, ApiError> {
    state.engine.ports().permissions.delete(name, context).await?;
    Ok(Json(Empty {}))
}

async fn described(
    state: &AppState,
    names: &mut Names,
    stored: StoredPermission,
) -> Result<ConsolePermission, ApiError> {
    let build = names.kind::<BuildGrants>(state, &stored.settings).await?;
    let release_bundle = names.kind::<BundleGrants>(state, &stored.settings).await?;
    let created_by = match &stored.created_by {
        Some(person) => names.person(state, person).await?,
        None => None,
    };
    Ok(ConsolePermission {
        artifact: names.grants::<Permission>(state, &stored.settings).await?,
        build,
        release_bundle,
        revision: stored.revision(),
        name: stored.settings.name.clone(),
        created_at: stored.created_at,
        created_by,
        id: stored.id,
    })
}
