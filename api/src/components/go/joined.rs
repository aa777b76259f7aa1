//! What go reads of a version of a module in remote and virtual repositories: the files of an upstream are served as
//! they are, and those of local repositories are made of the zip file.

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use waybill_platform::repositories::{FileInfo, StoredRepository};
use waybill_versions::Scheme;

use super::address::Item;
use super::names::{escaped, folder_of, is_version, path_of};
use super::upstream::{GoFormat, Module, latest_of};
use super::versions::{Info, SentInfo, answer, contents};
use super::{JSON, TEXT};
use crate::components::artifacts::sent;
use crate::components::joined::{Joined, is_joined};
use crate::components::package_index::published;
use crate::error::ApiError;

/// A module of a remote or virtual repository.
type JoinedModule<'a> = Joined<'a, GoFormat>;

/// The info or the `go.mod` of a version.
enum Found {
    /// A file of an upstream.
    File(FileInfo),
    /// What is made of a published zip file.
    Made(Info, String),
}

/// `GET {module}/@v/{version}.info`, `.mod` and `.zip`.
pub(super) async fn item(
    joined: &JoinedModule<'_>,
    version: &str,
    item: Item,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let zip = path_of(joined.name, version);
    if item == Item::Zip {
        let (holding, file) = joined.file(&zip).await?;
        return sent(joined.state, &holding, &file, headers).await;
    }
    let mut failed = None;
    // Who may read the zip file may read what is made of it.
    for member in joined.readable(&zip).await? {
        match found(joined, &member, version, item).await {
            Ok(Some(Found::File(file))) => {
                let mut response = sent(joined.state, &member, &file, headers).await?;
                let media = if item == Item::Info { JSON } else { TEXT };
                response
                    .headers_mut()
                    .insert(header::CONTENT_TYPE, HeaderValue::from_static(media));
                return Ok(response);
            }
            Ok(Some(Found::Made(info, text))) => return Ok(answer(info, text, item)),
            Ok(None) => {}
            Err(error) => failed = failed.or(Some(error)),
        }
    }
    match failed {
        Some(error) => Err(error),
        None => Err(joined.no_package().await),
    }
}

async fn found(
    joined: &JoinedModule<'_>,
    member: &StoredRepository,
    version: &str,
    item: Item,
) -> Result<Option<Found>, ApiError> {
    if is_joined(member) {
        let ending = if item == Item::Info { "info" } else { "mod" };
        let path = format!("{}/{}.{ending}", folder_of(joined.name), escaped(version));
        return Ok(joined.file_of(member, &path).await?.map(Found::File));
    }
    let Some(package) = published(joined.state, member, joined.name).await? else {
        return Ok(None);
    };
    let mut versions = package.versions.into_iter();
    let Some(stored) = versions.find(|stored| stored.version == version) else { return Ok(None) };
    let (info, text) = contents(joined.state, stored).await?;
    Ok(Some(Found::Made(info, text)))
}

/// `GET {module}/@latest`: the info of the latest version that is listed. If none is, an upstream may name one that was
/// made of a commit.
pub(super) async fn latest(
    joined: &JoinedModule<'_>,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let listed = joined.found().await?.map(|Module { versions, .. }| versions);
    let versions = listed.iter().flatten();
    if let Some(latest) = Scheme::Go.newest(versions.map(String::as_str)) {
        return item(joined, latest, Item::Info, headers).await;
    }
    let document = joined.other_document(latest_of(joined.name)).await?;
    let Some(document) = document else { return Err(joined.no_package().await) };
    let info: SentInfo =
        serde_json::from_slice(&document).map_err(|_| ApiError::upstream_not_understood())?;
    if !is_version(&info.version) {
        return Err(ApiError::upstream_not_understood());
    }
    let mut response = Bytes::from(document).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(JSON));
    Ok(response)
}
