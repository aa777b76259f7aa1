//! Downloads a bundle, whole or in ranges, so that an interrupted download can be resumed.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use waybill_machines::machines::support_bundle::Event;
use waybill_platform::support::Opened;

use super::file_name::file_name;
use super::{parsed, submit};
use crate::caller::Admin;
use crate::error::ApiError;
use crate::extract::PathParams;
use crate::ranges::{Download, of_file};
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
    let creations = state.engine.ports().support.list().await;
    let creations = creations.map_err(|error| ApiError::of_support(&error))?;
    let creation = creations.iter().find(|(creation, _)| creation.id == id.creation);
    let typed = creation.map_or("", |(creation, _)| creation.wanted.name.as_str());
    let download = Download {
        size: archive.bytes,
        name: file_name(typed, id.service, &id.to_string()),
        content_type: "application/zip".into(),
        etag: archive.digest.0,
        of: None,
    };
    let answer = download.answer(&headers, |from, to| of_file(file, from, to))?;
    let event = Event::Download { service: id.service, by: Some(admin.person.clone()) };
    submit(&state, &admin, &id, event).await?;
    Ok(answer)
}
