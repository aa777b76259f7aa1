//! Webhooks for programs, which know them as subscriptions.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};

use super::{deliveries, settings};
use crate::caller::AdminClient;
use crate::error::{ApiError, created, nothing_left};
use crate::extract::{Body, PathParams, QueryParams};
use crate::state::AppState;
use crate::wire::webhook_deliveries::{
    WebhookDeliveries, WebhookDeliveriesQuery, WebhookRedelivery,
};
use crate::wire::webhooks::{DescribedWebhook, WantedWebhook, WebhookDomains, WebhookTestResult};

/// `GET subscriptions`.
pub async fn list(
    State(state): State<AppState>,
    _: AdminClient,
) -> Result<Json<Vec<DescribedWebhook>>, ApiError> {
    Ok(Json(settings::list(&state).await?))
}

/// `POST subscriptions`.
pub async fn create(
    State(state): State<AppState>,
    admin: AdminClient,
    Body(wanted): Body<WantedWebhook>,
) -> Result<Response, ApiError> {
    let context = admin.context(state.engine.now());
    let created_one = settings::create(&state, wanted, context).await?;
    Ok(created(Json(created_one).into_response()))
}

/// `POST subscriptions/test`.
pub async fn test(
    State(state): State<AppState>,
    _: AdminClient,
    Body(wanted): Body<WantedWebhook>,
) -> Result<Json<WebhookTestResult>, ApiError> {
    Ok(Json(settings::test(&state, wanted).await?))
}

/// `GET domains`.
pub async fn domains(_: AdminClient) -> Json<WebhookDomains> {
    Json(settings::domains())
}

/// `GET subscriptions/{key}`.
pub async fn one(
    State(state): State<AppState>,
    _: AdminClient,
    PathParams(key): PathParams<String>,
) -> Result<Json<DescribedWebhook>, ApiError> {
    Ok(Json(settings::one(&state, key).await?))
}

/// `PUT subscriptions/{key}`: replaces what it is.
pub async fn change(
    State(state): State<AppState>,
    admin: AdminClient,
    PathParams(key): PathParams<String>,
    Body(wanted): Body<WantedWebhook>,
) -> Result<Json<DescribedWebhook>, ApiError> {
    let context = admin.context(state.engine.now());
    Ok(Json(settings::change(&state, key, wanted, context).await?))
}

/// `DELETE subscriptions/{key}`.
pub async fn remove(
    State(state): State<AppState>,
    admin: AdminClient,
    PathParams(key): PathParams<String>,
) -> Result<Response, ApiError> {
    settings::remove(&state, key, admin.context(state.engine.now())).await?;
    Ok(nothing_left())
}

/// `GET subscriptions/{key}/deliveries?state=&search=&after=&limit=`.
pub async fn deliveries(
    State(state): State<AppState>,
    _: AdminClient,
    PathParams(key): PathParams<String>,
    QueryParams(query): QueryParams<WebhookDeliveriesQuery>,
) -> Result<Json<WebhookDeliveries>, ApiError> {
    Ok(Json(deliveries::list(&state, key, query).await?))
}

/// `POST subscriptions/{key}/deliveries/{id}/redeliver`.
pub async fn redeliver(
    State(state): State<AppState>,
    admin: AdminClient,
    PathParams((key, id)): PathParams<(String, String)>,
) -> Result<Json<WebhookRedelivery>, ApiError> {
    let context = admin.context(state.engine.now());
    Ok(Json(deliveries::redeliver(&state, key, id, context).await?))
}
