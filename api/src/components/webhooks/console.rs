//! Webhooks on the pages of administrators.

use axum::Json;
use axum::extract::State;

use super::{deliveries, preview, settings};
use crate::caller::{Admin, RepositoryReader};
use crate::error::ApiError;
use crate::extract::{Body, PathParams, QueryParams};
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::webhook_deliveries::{
    DescribedWebhookDelivery, WebhookDeliveries, WebhookDeliveriesQuery, WebhookRedelivery,
};
use crate::wire::webhooks::{
    DescribedWebhook, DescribedWebhooks, WantedWebhook, WebhookDomains, WebhookEcho,
    WebhookEventFilter, WebhookPause, WebhookPreview, WebhookRotation, WebhookTestResult,
};

/// `GET webhooks`.
pub async fn list(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<DescribedWebhooks>, ApiError> {
    Ok(Json(DescribedWebhooks { webhooks: settings::list(&state).await? }))
}

/// `POST webhooks`.
pub async fn create(
    State(state): State<AppState>,
    admin: Admin,
    Body(wanted): Body<WantedWebhook>,
) -> Result<Json<DescribedWebhook>, ApiError> {
    let context = admin.context(state.engine.now());
    Ok(Json(settings::create(&state, wanted, context).await?))
}

/// `GET webhooks/domains`.
pub async fn domains(_: Admin) -> Json<WebhookDomains> {
    Json(settings::domains())
}

/// `POST webhooks/test`.
pub async fn test(
    State(state): State<AppState>,
    _: Admin,
    Body(wanted): Body<WantedWebhook>,
) -> Result<Json<WebhookTestResult>, ApiError> {
    Ok(Json(settings::test(&state, wanted).await?))
}

/// `POST webhooks/echo`.
pub async fn echo(
    State(state): State<AppState>,
    _: Admin,
    Body(wanted): Body<WantedWebhook>,
) -> Result<Json<WebhookEcho>, ApiError> {
    Ok(Json(settings::echo(&state, wanted).await?))
}

/// `POST webhooks/preview`.
pub async fn preview(
    State(state): State<AppState>,
    _: Admin,
    reader: RepositoryReader,
    Body(wanted): Body<WebhookEventFilter>,
) -> Result<Json<WebhookPreview>, ApiError> {
    Ok(Json(preview::preview(&state, &reader, wanted).await?))
}

/// `GET webhooks/{key}`.
pub async fn one(
    State(state): State<AppState>,
    _: Admin,
    PathParams(key): PathParams<String>,
) -> Result<Json<DescribedWebhook>, ApiError> {
    Ok(Json(settings::one(&state, key).await?))
}

/// `PUT webhooks/{key}`: replaces what it is.
pub async fn change(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(key): PathParams<String>,
    Body(wanted): Body<WantedWebhook>,
) -> Result<Json<DescribedWebhook>, ApiError> {
    let context = admin.context(state.engine.now());
    Ok(Json(settings::change(&state, key, wanted, context).await?))
}

/// `DELETE webhooks/{key}`.
pub async fn remove(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(key): PathParams<String>,
) -> Result<Json<Empty>, ApiError> {
    settings::remove(&state, key, admin.context(state.engine.now())).await?;
    Ok(Json(Empty {}))
}

/// `POST webhooks/{key}/pause`.
pub async fn pause(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(key): PathParams<String>,
    Body(wanted): Body<WebhookPause>,
) -> Result<Json<DescribedWebhook>, ApiError> {
    let context = admin.context(state.engine.now());
    Ok(Json(settings::pause(&state, key, wanted.paused, context).await?))
}

/// `POST webhooks/{key}/secret`.
pub async fn rotate(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(key): PathParams<String>,
    Body(wanted): Body<WebhookRotation>,
) -> Result<Json<DescribedWebhook>, ApiError> {
    let context = admin.context(state.engine.now());
    Ok(Json(settings::rotate(&state, key, wanted.secret, context).await?))
}

/// `DELETE webhooks/{key}/earlier-secret`.
pub async fn retire(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(key): PathParams<String>,
) -> Result<Json<DescribedWebhook>, ApiError> {
    let context = admin.context(state.engine.now());
    Ok(Json(settings::retire(&state, key, context).await?))
}

/// `GET webhooks/{key}/deliveries?state=&search=&after=&limit=`.
pub async fn deliveries(
    State(state): State<AppState>,
    _: Admin,
    PathParams(key): PathParams<String>,
    QueryParams(query): QueryParams<WebhookDeliveriesQuery>,
) -> Result<Json<WebhookDeliveries>, ApiError> {
    Ok(Json(deliveries::list(&state, key, query).await?))
}

/// `GET webhooks/{key}/deliveries/{id}`.
pub async fn delivery(
    State(state): State<AppState>,
    _: Admin,
    PathParams((key, id)): PathParams<(String, String)>,
) -> Result<Json<DescribedWebhookDelivery>, ApiError> {
    Ok(Json(deliveries::one(&state, key, id).await?))
}

/// `POST webhooks/{key}/deliveries/{id}/redeliver`.
pub async fn redeliver(
    State(state): State<AppState>,
    admin: Admin,
    PathParams((key, id)): PathParams<(String, String)>,
) -> Result<Json<WebhookRedelivery>, ApiError> {
    let context = admin.context(state.engine.now());
    Ok(Json(deliveries::redeliver(&state, key, id, context).await?))
}
