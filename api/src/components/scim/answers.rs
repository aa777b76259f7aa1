//! Answers: documents with the media type of the protocol.

use axum::Json;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use serde_json::{Value, json};
use waybill_platform::access::{AccessError, ProvisioningRefused};

use super::filter::Document;
use super::{BASE, MEDIA};
use crate::error::{self, ApiError};
use crate::state::AppState;

/// The address below which resources are.
pub fn base(state: &AppState) -> String {
    state.edge.address.link(BASE)
}

/// Converts an error of the access service.
pub fn provisioned<T>(state: &AppState, answer: Result<T, AccessError>) -> Result<T, ApiError> {
    answer.map_err(|error| ApiError::of_provisioning(&error, state.engine.now()))
}

/// The same for a change; `None` if another change came first.
pub fn unless_changed_meanwhile<T>(
    state: &AppState,
    answer: Result<T, AccessError>,
) -> Result<Option<T>, ApiError> {
    let meanwhile = AccessError::from(ProvisioningRefused::ChangedMeanwhile);
    match answer {
        Err(error) if error == meanwhile => Ok(None),
        answer => provisioned(state, answer).map(Some),
    }
}

/// A document.
pub fn document(document: impl Into<Value>) -> Response {
    let mut response = Json(document.into()).into_response();
    let kind = HeaderValue::from_static(MEDIA);
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

/// A resource that was created, with its address.
pub fn created(resource: Document, location: &str) -> Response {
    let mut response = error::created(document(resource));
    if let Ok(location) = HeaderValue::from_str(location) {
        response.headers_mut().insert(header::LOCATION, location);
    }
    response
}

/// A page of a list.
pub fn list(resources: &[Document], total: usize, start: usize) -> Response {
    document(json!({
        "schemas": ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
        "totalResults": total,
        "startIndex": start,
        "itemsPerPage": resources.len(),
        "Resources": resources,
    }))
}
