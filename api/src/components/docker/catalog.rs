//! The images of all repositories.

use axum::Json;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use serde_json::json;
use waybill_machines::rules::repositories::PackageType;

use super::lists::Page;
use crate::caller::PackageClient;
use crate::components::package_index::local_names;
use crate::components::repositories::sources::is_shown;
use crate::error::ApiError;
use crate::state::AppState;

/// `GET /v2/_catalog?n=&last=`: the images that a client may see, each behind the key of its repository. What is in
/// remote repositories is not listed: other registries have too much.
pub(super) async fn catalog(
    state: &AppState,
    client: &PackageClient,
    query: &str,
) -> Result<Response, ApiError> {
    let page = Page::of(query);
    let repositories = state.engine.ports().repositories.repositories().await;
    let mut repositories = repositories.map_err(|error| ApiError::of_repository(&error))?;
    repositories.retain(|repository| {
        repository.settings.package_type == PackageType::Docker
            // What precedes the page is not read.
            && format!("{}/\u{10ffff}", repository.settings.key) > page.after
    });
    // The order of the images, in which a dash comes before the slash.
    repositories.sort_by_key(|repository| format!("{}/", repository.settings.key));
    let mut images = Vec::new();
    for repository in repositories {
        if !is_shown(state, client.rights(), &repository).await? {
            continue;
        }
        let names = local_names(state, client, &repository).await?.into_iter();
        let names = names.map(|name| format!("{}/{name}", repository.settings.key));
        images.extend(names.filter(|name| *name > page.after));
        if images.len() > page.tags_max {
            break;
        }
    }
    let is_more = images.len() > page.tags_max;
    images.truncate(page.tags_max);
    let next = images
        .last()
        .filter(|_| is_more)
        .map(|last| format!("</v2/_catalog?n={}&last={last}>; rel=\"next\"", page.tags_max));
    let mut response = Json(json!({ "repositories": images })).into_response();
    if let Some(next) = next {
        let next = HeaderValue::try_from(next).map_err(|_| ApiError::internal())?;
        response.headers_mut().insert(header::LINK, next);
    }
    Ok(response)
}
