//! Searching packages.

use std::cmp::Ordering;

use axum::Json;
use axum::response::{IntoResponse as _, Response};
use serde_json::{Value, json};
use waybill_platform::repositories::{StoredRepository, StoredVersion};
use waybill_versions::Scheme;

use crate::caller::PackageClient;
use crate::components::artifacts::storage::name_of;
use crate::components::package_index::{self, FOUND_MAX};
use crate::error::ApiError;
use crate::state::AppState;

/// The most packages of one answer.
const SIZE_MAX: usize = 250;
/// How many packages an answer has if the client does not say.
const SIZE: usize = 20;

/// `GET -/v1/search?text=&size=&from=`.
pub(super) async fn search(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    query: Option<&str>,
) -> Result<Response, ApiError> {
    let query: Vec<(String, String)> =
        url::form_urlencoded::parse(query.unwrap_or_default().as_bytes()).into_owned().collect();
    let value =
        |name: &str| query.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
    let number = |name: &str, default: usize| {
        value(name).map_or(Ok(default), |value| {
            let message = format!("'{name}' is a number.");
            value.parse().map_err(|_| ApiError::bad_request("malformed_query", message).at(name))
        })
    };
    let size = number("size", SIZE)?.min(SIZE_MAX);
    let from = number("from", 0)?.min(FOUND_MAX);
    let text = value("text").unwrap_or_default();
    let found = package_index::search(state, client, repository, text, as_latest).await?;
    let shown = found.iter().skip(from).take(size);
    let mut objects = Vec::new();
    for (name, stored) in shown {
        let publisher = name_of(state, client, &stored.published_by).await?;
        objects.push(object(name, stored, &publisher));
    }
    let time = state.engine.now();
    Ok(Json(json!({"objects": objects, "total": found.len(), "time": time})).into_response())
}

fn as_latest(one: &StoredVersion, other: &StoredVersion) -> Ordering {
    Scheme::Npm.compare_as_latest(&one.version, &other.version)
}

fn object(name: &str, stored: &StoredVersion, publisher: &str) -> Value {
    let scope = name.strip_prefix('@').and_then(|name| name.split_once('/'));
    json!({
        "package": {
            "name": name,
            "scope": scope.map_or("unscoped", |(scope, _)| scope),
            "version": stored.version,
            "description": stored.summary.description,
            "keywords": stored.summary.keywords,
            "license": stored.summary.licence,
            "date": stored.published_at,
            "links": {},
            "publisher": {"username": publisher},
            "maintainers": [{"username": publisher}],
        },
        // All that match are equal.
        "score": {"final": 1, "detail": {"quality": 1, "popularity": 1, "maintenance": 1}},
        "searchScore": 1,
    })
}
