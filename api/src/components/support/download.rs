//! Downloads a bundle, whole or in ranges, so that an interrupted download can be resumed.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use waybill_machines::machines::support_bundle::Event;
use waybill_platform::support::Opened;

use super::{parsed, submit};
use crate::caller::Admin;
use crate::error::ApiError;
use crate::extract::PathParams;
use crate::ranges::Download;
use crate::state::AppState;

/// `GET ui/userSupport/downloadBundle/{id}`. Each request is recorded with its user before the first byte is sent.
pub async fn download(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(id): PathParams<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let id = parsed(&id)?;
    let opened = state.engine.ports().support.open(id.clone()).await;
    let Opened { file, archive } = opened.map_err(|error| ApiError::of_support(&error))?;
    let download = Download {
        file,
        size: archive.bytes,
        name: format!("{id}.zip"),
        content_type: "application/zip",
        etag: archive.digest.0,
    };
    let answer = download.answer(&headers)?;
    let event = Event::Download { service: id.service, by: Some(admin.person.clone()) };
    submit(&state, &admin, &id, event).await?;
    Ok(answer)
}
