//! Cleanup policies on the pages of administrators.

use axum::Json;
use axum::extract::State;

use super::policies;
use crate::caller::{Admin, AdminContext};
use crate::error::ApiError;
use crate::extract::{Body, PathParams, QueryParams};
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::cleanup::{
    CleanupCandidates, CleanupCandidatesQuery, CleanupEnablement, CleanupPolicies,
    DescribedCleanupPolicy, WantedCleanupPolicy,
};

/// `GET cleanup-policies`.
pub async fn list(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<CleanupPolicies>, ApiError> {
    Ok(Json(policies::list(&state).await?))
}

/// `POST cleanup-policies`.
pub async fn create(
    State(state): State<AppState>,
    admin: Admin,
    Body(wanted): Body<WantedCleanupPolicy>,
) -> Result<Json<DescribedCleanupPolicy>, ApiError> {
    let context = admin.context(state.engine.now());
    Ok(Json(policies::create(&state, wanted, context).await?))
}

/// `PUT cleanup-policies/{key}`: replaces what the policy does.
pub async fn change(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(key): PathParams<String>,
    Body(wanted): Body<WantedCleanupPolicy>,
) -> Result<Json<DescribedCleanupPolicy>, ApiError> {
    let wanted = WantedCleanupPolicy { key: Some(key), ..wanted };
    let context = admin.context(state.engine.now());
    Ok(Json(policies::change(&state, wanted, context).await?))
}

/// `DELETE cleanup-policies/{key}`.
pub async fn remove(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(key): PathParams<String>,
) -> Result<Json<Empty>, ApiError> {
    policies::remove(&state, key, admin.context(state.engine.now())).await?;
    Ok(Json(Empty {}))
}

/// `POST cleanup-policies/{key}/enablement`.
pub async fn enable(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(key): PathParams<String>,
    Body(wanted): Body<CleanupEnablement>,
) -> Result<Json<DescribedCleanupPolicy>, ApiError> {
    let context = admin.context(state.engine.now());
    Ok(Json(policies::enable(&state, key, wanted.enabled, context).await?))
}

/// `GET cleanup-policies/{key}/candidates?from=&limit=`.
pub async fn candidates(
    State(state): State<AppState>,
    _: Admin,
    PathParams(key): PathParams<String>,
    QueryParams(query): QueryParams<CleanupCandidatesQuery>,
) -> Result<Json<CleanupCandidates>, ApiError> {
    Ok(Json(policies::candidates(&state, key, query).await?))
}

/// `POST cleanup-policies/{key}/run`.
pub async fn run(
    State(state): State<AppState>,
    AdminContext(context): AdminContext,
    PathParams(key): PathParams<String>,
) -> Result<Json<DescribedCleanupPolicy>, ApiError> {
    Ok(Json(policies::run(&state, key, context).await?))
}

/// `DELETE cleanup-policies/{key}/run`.
pub async fn cancel(
    State(state): State<AppState>,
    _: Admin,
    PathParams(key): PathParams<String>,
) -> Result<Json<DescribedCleanupPolicy>, ApiError> {
    Ok(Json(policies::cancel(&state, key).await?))
}
