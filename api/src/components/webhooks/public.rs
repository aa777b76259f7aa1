//! Webhooks for programs, which know them as subscriptions.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};

use super::{deliveries, settings};
use crate::caller::AnyAdminClient;
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
    admin: AnyAdminClient,
) -> Result<Json<Vec<DescribedWebhook>>, ApiError> {
    Ok(Json(settings::list(&state, &admin.administered).await?))
}

/// `POST subscriptions`.
pub async fn create(
    State(state): State<AppState>,
    admin: AnyAdminClient,
    Body(wanted): Body<WantedWebhook>,
) -> Result<Response, ApiError> {
    let context = admin.actor.context(state.engine.now());
    let created_one = settings::create(&state, &admin.administered, wanted, context).await?;
    Ok(created(Json(created_one).into_response()))
}

/// `POST subscriptions/test`.
pub async fn test(
    State(state): State<AppState>,
    admin: AnyAdminClient,
    Body(wanted): Body<WantedWebhook>,
) -> Result<Json<WebhookTestResult>, ApiError> {
    Ok(Json(settings::test(&state, &admin.administered, wanted).await?))
}

/// `GET domains`.
pub async fn domains(_: AnyAdminClient) -> Json<WebhookDomains> {
    Json(settings::domains())
}

/// `GET subscriptions/{key}`.
pub async fn one(
    State(state): State<AppState>,
    admin: AnyAdminClient,
    PathParams(key): PathParams<String>,
) -> Result<Json<DescribedWebhook>, ApiError> {
    Ok(Json(settings::one(&state, &admin.administered, key).await?))
}

/// `PUT subscriptions/{key}`: replaces what it is.
pub async fn change(
    State(state): State<AppState>,
    admin: AnyAdminClient,
    PathParams(key): PathParams<String>,
    Body(wanted): Body<WantedWebhook>,
) -> Result<Json<DescribedWebhook>, ApiError> {
    let context = admin.actor.context(state.engine.now());
    Ok(Json(settings::change(&state, &admin.administered, key, wanted, context).await?))
}

/// `DELETE subscriptions/{key}`.
pub async fn remove(
    State(state): State<AppState>,
    admin: AnyAdminClient,
    PathParams(key): PathParams<String>,
) -> Result<Response, ApiError> {
    settings::remove(&state, &admin.administered, key, admin.actor.context(state.engine.now()))
        .await?;
    Ok(nothing_left())
}

/// `GET subscriptions/{key}/deliveries?state=&search=&after=&limit=`.
pub async fn deliveries(
    State(state): State<AppState>,
    admin: AnyAdminClient,
    PathParams(key): PathParams<String>,
    QueryParams(query): QueryParams<WebhookDeliveriesQuery>,
) -> Result<Json<WebhookDeliveries>, ApiError> {
    Ok(Json(deliveries::list(&state, &admin.administered, key, query).await?))
}

/// `POST subscriptions/{key}/deliveries/{id}/redeliver`.
pub async fn redeliver(
    State(state): State<AppState>,
    admin: AnyAdminClient,
    PathParams((key, id)): PathParams<(String, String)>,
) -> Result<Json<WebhookRedelivery>, ApiError> {
    let context = admin.actor.context(state.engine.now());
    Ok(Json(deliveries::redeliver(&state, &admin.administered, key, id, context).await?))
}
