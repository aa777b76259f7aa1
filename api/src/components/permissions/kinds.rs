//! The kinds of grants that a permission can have, in the format of the platform's public API. All of them have the
//! same calls.

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use waybill_machines::rules::grants::Grants;
use waybill_machines::rules::permissions::Permission;
use waybill_platform::permissions::StoredPermission;

use super::names::Names;
use super::{Granted, existing, granted, named};
use crate::caller::Admin;
use crate::error::{ApiError, nothing_left};
use crate::extract::{Body, PathParams};
use crate::state::AppState;
use crate::wire::permissions::ArtifactPermission;

/// Include and exclude patterns.
pub(super) type Patterns = (Vec<String>, Vec<String>);

/// Grants of one kind.
pub(super) trait Kind: Grants + Sized + Send + Sync + 'static {
    /// What a permission has of the kind.
    fn of(permission: &Permission) -> Option<&Self>;

    /// A permission with these in place of what it has of the kind.
    fn placed(grants: Option<Self>, permission: Permission) -> Permission;

    /// The target that a key names, with ids in place of names.
    fn target(
        state: &AppState,
        key: &str,
        patterns: Patterns,
    ) -> impl Future<Output = Result<Self::Target, ApiError>> + Send;

    /// The key that names a target; none if what it is about does not exist any longer.
    fn key(target: &Self::Target, names: &Names) -> Option<String>;

    /// Grants with these parts.
    fn assembled(targets: Vec<Self::Target>, granted: Granted) -> Self;

    /// Checks them, if an error has to name another field than that of grants on files.
    fn check(&self) -> Result<(), ApiError> {
        Ok(())
    }
}

/// `GET`: what a permission has of the kind.
pub(super) async fn one<K: Kind>(
    State(state): State<AppState>,
    _: Admin,
    PathParams(name): PathParams<String>,
) -> Result<Json<ArtifactPermission>, ApiError> {
    let stored = existing(&state, name).await?;
    described::<K>(&state, &stored).await
}

/// `PUT`: replaces all that a permission has of the kind.
pub(super) async fn change<K: Kind>(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(name): PathParams<String>,
    Body(wanted): Body<ArtifactPermission>,
) -> Result<Json<ArtifactPermission>, ApiError> {
    let stored = existing(&state, name).await?;
    let (seen, known) = (stored.revision(), stored.settings.as_ref().clone());
    let grants = resolved::<K>(&state, wanted).await?;
    let wanted = K::placed(Some(grants), known);
    let context = admin.context(state.engine.now());
    let permissions = &state.engine.ports().permissions;
    let stored = permissions.change(wanted, Some(seen), context).await?;
    described::<K>(&state, &stored).await
}

/// `DELETE`: ends all that a permission has of the kind.
pub(super) async fn remove<K: Kind>(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(name): PathParams<String>,
) -> Result<Response, ApiError> {
    let stored = existing(&state, name).await?;
    let (seen, known) = (stored.revision(), stored.settings.as_ref().clone());
    if K::of(&known).is_none() {
        return Err(ApiError::no_such_permission());
    }
    let context = admin.context(state.engine.now());
    let wanted = K::placed(None, known);
    state.engine.ports().permissions.change(wanted, Some(seen), context).await?;
    Ok(nothing_left())
}

/// What is granted, with ids in place of names.
pub(super) async fn resolved<K: Kind>(
    state: &AppState,
    wanted: ArtifactPermission,
) -> Result<K, ApiError> {
    let mut targets = Vec::new();
    for (key, patterns) in wanted.targets {
        targets.push(K::target(state, &key, named(patterns)).await?);
    }
    let granted = granted(state, wanted.actions.unwrap_or_default()).await?;
    let grants = K::assembled(targets, granted);
    grants.check()?;
    Ok(grants)
}

/// The same, if something of the kind is granted.
pub(super) async fn resolved_if_any<K: Kind>(
    state: &AppState,
    wanted: Option<ArtifactPermission>,
) -> Result<Option<K>, ApiError> {
    match wanted {
        Some(wanted) => resolved::<K>(state, wanted).await.map(Some),
        None => Ok(None),
    }
}

async fn described<K: Kind>(
    state: &AppState,
    stored: &StoredPermission,
) -> Result<Json<ArtifactPermission>, ApiError> {
    let grants = Names::read(state).await?.kind::<K>(state, &stored.settings).await?;
    grants.map(Json).ok_or_else(ApiError::no_such_permission)
}
