//! Webhooks on the pages of administrators, and of administrators of projects.

use axum::Json;
use axum::extract::State;

use super::{deliveries, preview, projects, settings};
use crate::caller::{AnyAdmin, RepositoryReader};
use crate::error::ApiError;
use crate::extract::{Body, PathParams, QueryParams};
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::webhook_deliveries::{
    DescribedWebhookDelivery, WebhookDeliveries, WebhookDeliveriesQuery, WebhookRedelivery,
};
use crate::wire::webhooks::{
    DescribedWebhook, DescribedWebhooks, WantedWebhook, WebhookDomains, WebhookEcho,
    WebhookEventFilter, WebhookPause, WebhookPreview, WebhookProjectQuery, WebhookRotation,
    WebhookTestResult,
};

/// `GET webhooks`.
pub async fn list(
    State(state): State<AppState>,
    admin: AnyAdmin,
) -> Result<Json<DescribedWebhooks>, ApiError> {
    Ok(Json(DescribedWebhooks { webhooks: settings::list(&state, &admin.administered).await? }))
}

/// `POST webhooks`.
pub async fn create(
    State(state): State<AppState>,
    admin: AnyAdmin,
    Body(wanted): Body<WantedWebhook>,
) -> Result<Json<DescribedWebhook>, ApiError> {
    let context = admin.actor.context(state.engine.now());
    Ok(Json(settings::create(&state, &admin.administered, wanted, context).await?))
}

/// `GET webhooks/domains`.
pub async fn domains(_: AnyAdmin) -> Json<WebhookDomains> {
    Json(settings::domains())
}

/// `POST webhooks/test`.
pub async fn test(
    State(state): State<AppState>,
    admin: AnyAdmin,
    Body(wanted): Body<WantedWebhook>,
) -> Result<Json<WebhookTestResult>, ApiError> {
    Ok(Json(settings::test(&state, &admin.administered, wanted).await?))
}

/// `POST webhooks/echo`.
pub async fn echo(
    State(state): State<AppState>,
    admin: AnyAdmin,
    Body(wanted): Body<WantedWebhook>,
) -> Result<Json<WebhookEcho>, ApiError> {
    Ok(Json(settings::echo(&state, &admin.administered, wanted).await?))
}

/// `POST webhooks/preview?projectKey=`.
pub async fn preview(
    State(state): State<AppState>,
    admin: AnyAdmin,
    reader: RepositoryReader,
    QueryParams(query): QueryParams<WebhookProjectQuery>,
    Body(wanted): Body<WebhookEventFilter>,
) -> Result<Json<WebhookPreview>, ApiError> {
    let project = projects::named(&admin.administered, query.project_key)?;
    Ok(Json(preview::preview(&state, &reader, project.as_deref(), wanted).await?))
}

/// `GET webhooks/{key}`.
pub async fn one(
    State(state): State<AppState>,
    admin: AnyAdmin,
    PathParams(key): PathParams<String>,
) -> Result<Json<DescribedWebhook>, ApiError> {
    Ok(Json(settings::one(&state, &admin.administered, key).await?))
}

/// `PUT webhooks/{key}`: replaces what it is.
pub async fn change(
    State(state): State<AppState>,
    admin: AnyAdmin,
    PathParams(key): PathParams<String>,
    Body(wanted): Body<WantedWebhook>,
) -> Result<Json<DescribedWebhook>, ApiError> {
    let context = admin.actor.context(state.engine.now());
    Ok(Json(settings::change(&state, &admin.administered, key, wanted, context).await?))
}

/// `DELETE webhooks/{key}`.
pub async fn remove(
    State(state): State<AppState>,
    admin: AnyAdmin,
    PathParams(key): PathParams<String>,
) -> Result<Json<Empty>, ApiError> {
    settings::remove(&state, &admin.administered, key, admin.actor.context(state.engine.now()))
        .await?;
    Ok(Json(Empty {}))
}

/// `POST webhooks/{key}/pause`.
pub async fn pause(
    State(state): State<AppState>,
    admin: AnyAdmin,
    PathParams(key): PathParams<String>,
    Body(wanted): Body<WebhookPause>,
) -> Result<Json<DescribedWebhook>, ApiError> {
    let context = admin.actor.context(state.engine.now());
    Ok(Json(settings::pause(&state, &admin.administered, key, wanted.paused, context).await?))
}

/// `POST webhooks/{key}/secret`.
pub async fn rotate(
    State(state): State<AppState>,
    admin: AnyAdmin,
    PathParams(key): PathParams<String>,
    Body(wanted): Body<WebhookRotation>,
) -> Result<Json<DescribedWebhook>, ApiError> {
    let context = admin.actor.context(state.engine.now());
    Ok(Json(settings::rotate(&state, &admin.administered, key, wanted.secret, context).await?))
}

/// `DELETE webhooks/{key}/earlier-secret`.
pub async fn retire(
    State(state): State<AppState>,
    admin: AnyAdmin,
    PathParams(key): PathParams<String>,
) -> Result<Json<DescribedWebhook>, ApiError> {
    let context = admin.actor.context(state.engine.now());
    Ok(Json(settings::retire(&state, &admin.administered, key, context).await?))
}

/// `GET webhooks/{key}/deliveries?state=&search=&after=&limit=`.
pub async fn deliveries(
    State(state): State<AppState>,
    admin: AnyAdmin,
    PathParams(key): PathParams<String>,
    QueryParams(query): QueryParams<WebhookDeliveriesQuery>,
) -> Result<Json<WebhookDeliveries>, ApiError> {
    Ok(Json(deliveries::list(&state, &admin.administered, key, query).await?))
}

/// `GET webhooks/{key}/deliveries/{id}`.
pub async fn delivery(
    State(state): State<AppState>,
    admin: AnyAdmin,
    PathParams((key, id)): PathParams<(String, String)>,
) -> Result<Json<DescribedWebhookDelivery>, ApiError> {
    Ok(Json(deliveries::one(&state, &admin.administered, key, id).await?))
}

/// `POST webhooks/{key}/deliveries/{id}/redeliver`.
pub async fn redeliver(
    State(state): State<AppState>,
    admin: AnyAdmin,
    PathParams((key, id)): PathParams<(String, String)>,
) -> Result<Json<WebhookRedelivery>, ApiError> {
    let context = admin.actor.context(state.engine.now());
    Ok(Json(deliveries::redeliver(&state, &admin.administered, key, id, context).await?))
}
