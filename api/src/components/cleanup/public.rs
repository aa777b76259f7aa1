//! Cleanup policies for programs.

use axum::Json;
use axum::extract::State;

use super::policies;
use crate::caller::AdminClient;
use crate::error::ApiError;
use crate::extract::{Body, PathParams, QueryParams};
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::cleanup::{
    CleanupCandidates, CleanupCandidatesQuery, CleanupEnablement, CleanupPolicies,
    DescribedCleanupPolicy, WantedCleanupPolicy,
};

/// `GET api/cleanup/packages/policies`.
pub async fn list(
    State(state): State<AppState>,
    _: AdminClient,
) -> Result<Json<CleanupPolicies>, ApiError> {
    Ok(Json(policies::list(&state).await?))
}

/// `GET api/cleanup/packages/policies/{key}`.
pub async fn one(
    State(state): State<AppState>,
    _: AdminClient,
    PathParams(key): PathParams<String>,
) -> Result<Json<DescribedCleanupPolicy>, ApiError> {
    Ok(Json(policies::one(&state, key).await?))
}

/// `POST api/cleanup/packages/policies/{key}`.
pub async fn create(
    State(state): State<AppState>,
    admin: AdminClient,
    PathParams(key): PathParams<String>,
    Body(wanted): Body<WantedCleanupPolicy>,
) -> Result<Json<DescribedCleanupPolicy>, ApiError> {
    let context = admin.context(state.engine.now());
    Ok(Json(policies::create(&state, with_key(wanted, key)?, context).await?))
}

/// `PUT api/cleanup/packages/policies/{key}`: replaces what the policy does.
pub async fn change(
    State(state): State<AppState>,
    admin: AdminClient,
    PathParams(key): PathParams<String>,
    Body(wanted): Body<WantedCleanupPolicy>,
) -> Result<Json<DescribedCleanupPolicy>, ApiError> {
    let context = admin.context(state.engine.now());
    Ok(Json(policies::change(&state, with_key(wanted, key)?, context).await?))
}

/// `DELETE api/cleanup/packages/policies/{key}`.
pub async fn remove(
    State(state): State<AppState>,
    admin: AdminClient,
    PathParams(key): PathParams<String>,
) -> Result<Json<Empty>, ApiError> {
    policies::remove(&state, key, admin.context(state.engine.now())).await?;
    Ok(Json(Empty {}))
}

/// `POST api/cleanup/packages/policies/{key}/enablement`.
pub async fn enable(
    State(state): State<AppState>,
    admin: AdminClient,
    PathParams(key): PathParams<String>,
    Body(wanted): Body<CleanupEnablement>,
) -> Result<Json<DescribedCleanupPolicy>, ApiError> {
    let context = admin.context(state.engine.now());
    Ok(Json(policies::enable(&state, key, wanted.enabled, context).await?))
}

/// `GET api/cleanup/packages/policies/{key}/candidates?from=&limit=`.
pub async fn candidates(
    State(state): State<AppState>,
    _: AdminClient,
    PathParams(key): PathParams<String>,
    QueryParams(query): QueryParams<CleanupCandidatesQuery>,
) -> Result<Json<CleanupCandidates>, ApiError> {
    Ok(Json(policies::candidates(&state, key, query).await?))
}

/// `POST api/cleanup/packages/policies/{key}/run`.
pub async fn run(
    State(state): State<AppState>,
    admin: AdminClient,
    PathParams(key): PathParams<String>,
) -> Result<Json<DescribedCleanupPolicy>, ApiError> {
    let context = admin.context(state.engine.now());
    Ok(Json(policies::run(&state, key, context).await?))
}

/// `DELETE api/cleanup/packages/policies/{key}/run`.
pub async fn cancel(
    State(state): State<AppState>,
    _: AdminClient,
    PathParams(key): PathParams<String>,
) -> Result<Json<DescribedCleanupPolicy>, ApiError> {
    Ok(Json(policies::cancel(&state, key).await?))
}

/// A policy whose key is that of the address.
fn with_key(wanted: WantedCleanupPolicy, key: String) -> Result<WantedCleanupPolicy, ApiError> {
    match &wanted.key {
        Some(other) if *other != key => Err(ApiError::other_key()),
        _ => Ok(WantedCleanupPolicy { key: Some(key), ..wanted }),
    }
}
