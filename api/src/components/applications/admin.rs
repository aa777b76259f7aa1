//! Applications on the pages of administrators (APP-01, DET-06).

use axum::Json;
use axum::extract::State;
use waybill_platform::Secret;
use waybill_platform::applications::{ApplicationError, StoredApplication};

use crate::caller::{Admin, AdminContext, SignedIn};
use crate::error::ApiError;
use crate::extract::{Body, PathParams};
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::applications::{
    ApplicationName, DescribedApplication, DescribedApplications, RegisteredApplication,
    WantedApplication,
};

/// `GET access/integration`.
pub async fn list(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<DescribedApplications>, ApiError> {
    let all = state.engine.ports().applications.applications().await?;
    let mut applications: Vec<_> = all.into_iter().map(|one| described(&state, one)).collect();
    applications.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(Json(DescribedApplications { applications }))
}

/// `GET access/integration/applications`: names, as users see them before they consent.
pub async fn names(
    State(state): State<AppState>,
    _: SignedIn,
) -> Result<Json<Vec<ApplicationName>>, ApiError> {
    let all = state.engine.ports().applications.applications().await?;
    let name = |one: StoredApplication| ApplicationName { id: one.client, name: one.settings.name };
    let mut names: Vec<_> = all.into_iter().map(name).collect();
    names.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(Json(names))
}

/// `POST access/integration`.
pub async fn register(
    State(state): State<AppState>,
    admin: Admin,
    Body(wanted): Body<WantedApplication>,
) -> Result<Json<RegisteredApplication>, ApiError> {
    let context = admin.context(state.engine.now());
    let applications = &state.engine.ports().applications;
    let (application, secret) = applications.register(wanted.into(), context).await?;
    Ok(Json(with_secret(&state, application, &secret)))
}

/// `PUT access/integration/{id}`. Without `scopes`, what it may ask users for stays; null is everything.
pub async fn change(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(id): PathParams<String>,
    Body(wanted): Body<WantedApplication>,
) -> Result<Json<DescribedApplication>, ApiError> {
    let context = admin.context(state.engine.now());
    let changed = state.engine.ports().applications.change(id, wanted.into(), context).await;
    Ok(Json(described(&state, changed?)))
}

/// `POST access/integration/{id}/secret`: gives it another secret.
pub async fn rotate(
    State(state): State<AppState>,
    AdminContext(context): AdminContext,
    PathParams(id): PathParams<String>,
) -> Result<Json<RegisteredApplication>, ApiError> {
    let applications = &state.engine.ports().applications;
    let secret = applications.rotate(id.clone(), context).await?;
    let known = applications.application(id).await?;
    let known = known.ok_or_else(|| ApiError::of_application(&ApplicationError::Unknown))?;
    Ok(Json(with_secret(&state, known, &secret)))
}

/// `DELETE access/integration/{id}`.
pub async fn remove(
    State(state): State<AppState>,
    AdminContext(context): AdminContext,
    PathParams(id): PathParams<String>,
) -> Result<Json<Empty>, ApiError> {
    state.engine.ports().applications.delete(id, context).await?;
    Ok(Json(Empty {}))
}

fn with_secret(
    state: &AppState,
    application: StoredApplication,
    secret: &Secret,
) -> RegisteredApplication {
    let secret = secret.expose().to_owned();
    RegisteredApplication { application: described(state, application), secret }
}

fn described(state: &AppState, application: StoredApplication) -> DescribedApplication {
    let StoredApplication { client, settings, registered_at, .. } = application;
    DescribedApplication {
        id: client,
        name: settings.name,
        kind: settings.kind,
        description: settings.description,
        callback_url: settings.callback_url,
        scopes: settings.scopes,
        platform_base_url: state.edge.address.link(""),
        registered_at,
    }
}
