//! Searching crates.

use std::cmp::Ordering;

use axum::Json;
use axum::response::{IntoResponse as _, Response};
use serde_json::json;
use waybill_platform::repositories::{StoredRepository, StoredVersion};
use waybill_versions::Scheme;

use super::names::spelling;
use crate::caller::PackageClient;
use crate::components::package_index;
use crate::error::ApiError;
use crate::state::AppState;

/// The most crates of one answer.
const SIZE_MAX: usize = 100;
/// How many crates an answer has if the client does not say.
const SIZE: usize = 10;

/// `GET api/v1/crates?q=&per_page=&page=`.
pub(super) async fn search(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    query: Option<&str>,
) -> Result<Response, ApiError> {
    let query = url::form_urlencoded::parse(query.unwrap_or_default().as_bytes());
    let (mut text, mut size, mut page) = (String::new(), SIZE, 1_usize);
    for (name, value) in query {
        match &*name {
            "q" => text = value.into_owned(),
            "per_page" => size = value.parse().unwrap_or(SIZE).min(SIZE_MAX),
            "page" => page = value.parse().unwrap_or(1),
            _ => {}
        }
    }
    let before = page.saturating_sub(1).saturating_mul(size);
    let found = package_index::search(state, client, repository, &text, as_newest).await?;
    let crates = found.iter().skip(before).take(size).map(|(name, stored)| {
        let path = stored.paths().next().map_or(name.as_str(), spelling);
        json!({
            "name": path,
            "max_version": stored.version,
            "description": stored.summary.description,
        })
    });
    let crates: Vec<_> = crates.collect();
    Ok(Json(json!({"crates": crates, "meta": {"total": found.len()}})).into_response())
}

/// The order of versions in which the last one is shown: yanked ones come first, and pre-releases before releases.
fn as_newest(one: &StoredVersion, other: &StoredVersion) -> Ordering {
    let by_version = || Scheme::Cargo.compare_as_latest(&one.version, &other.version);
    other.yanked.cmp(&one.yanked).then_with(by_version)
}
