//! The tags of an image, and the manifests that say something about another.

use axum::Json;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeMap;
use waybill_platform::repositories::StoredVersion;

use super::manifest::INDEX;
use super::manifests::{of_file, readable};
use super::names::Digest;
use super::{Place, named, parameters};
use crate::components::package_index::published;
use crate::error::ApiError;

/// The most tags of a response.
const TAGS_OF_PAGE_MAX: usize = 1_000;
/// The largest list of referrers in one response, in bytes; clients read 4 MiB. The others follow in further ones.
const REFERRERS_BYTES_MAX: usize = 2 * 1_024 * 1_024;

/// `GET tags/list?n=&last=`, in the order of their texts.
pub(super) async fn tags(place: &Place, query: &str) -> Result<Response, ApiError> {
    shown(place)?;
    let page = Page::of(query);
    let (tags, more) = visible_tags(place, &page).await?;
    if tags.is_empty() && all(place).await?.is_empty() {
        return Err(ApiError::name_unknown());
    }
    listed_tags(place, &page, &tags, more)
}

/// The part of the tags that a client wants.
pub(super) struct Page {
    pub(super) after: String,
    pub(super) tags_max: usize,
}

impl Page {
    /// Reads `n=&last=`.
    pub(super) fn of(query: &str) -> Self {
        let wanted = parameters(query, "n").next().and_then(|n| n.parse().ok());
        Self {
            after: parameters(query, "last").next().unwrap_or_default(),
            tags_max: wanted.unwrap_or(TAGS_OF_PAGE_MAX).min(TAGS_OF_PAGE_MAX),
        }
    }
}

/// The tags of a page that a client may see, and whether there are more.
pub(super) async fn visible_tags(
    place: &Place,
    page: &Page,
) -> Result<(Vec<String>, bool), ApiError> {
    let Page { after, tags_max: wanted } = page;
    let (mut after, wanted) = (after.clone(), *wanted);
    let packages = &place.state.engine.ports().packages;
    let sight = place.client.rights().sight(&place.repository);
    let mut tags: Vec<String> = Vec::new();
    // Of what is read, some may not be seen.
    let more = loop {
        let (repository, image) = (place.repository.clone(), place.image().to_owned());
        let read = packages.tags(repository, image, after.clone(), TAGS_OF_PAGE_MAX).await;
        let read = read.map_err(|error| ApiError::of_repository(&error))?;
        let is_last = read.len() < TAGS_OF_PAGE_MAX;
        for (tag, version) in read {
            after.clone_from(&tag);
            let path = Digest::parse(&version).map(|named| named.manifest_path(place.image()));
            if path.is_some_and(|path| sight.shows_file(&path)) {
                tags.push(tag);
            }
        }
        if tags.len() > wanted || is_last {
            break tags.len() > wanted;
        }
    };
    tags.truncate(wanted);
    Ok((tags, more))
}

/// A page of tags, with a link to the next one if there are more.
pub(super) fn listed_tags(
    place: &Place,
    page: &Page,
    tags: &[String],
    more: bool,
) -> Result<Response, ApiError> {
    let wanted = page.tags_max;
    let next = more.then(|| tags.last().cloned().unwrap_or_default());
    let name = format!("{}/{}", place.repository.settings.key, place.image());
    let mut response = Json(json!({"name": name, "tags": tags})).into_response();
    if let Some(last) = next.filter(|_| wanted > 0) {
        let link = format!("tags/list?n={wanted}&last={last}");
        add_link(&mut response, place, &link)?;
    }
    Ok(response)
}

/// A manifest as it is listed.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Listed<'a> {
    media_type: &'static str,
    digest: &'a str,
    size: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    artifact_type: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotations: Option<&'a BTreeMap<String, String>>,
}

/// `GET referrers/{digest}?artifactType=`. The manifest that they are about need not exist.
pub(super) async fn referrers(
    place: &Place,
    digest: &str,
    query: &str,
) -> Result<Response, ApiError> {
    let subject = named(digest)?.to_string();
    shown(place)?;
    let wanted = parameters(query, "artifactType").next().filter(|wanted| !wanted.is_empty());
    let after = parameters(query, "last").next().unwrap_or_default();
    let sight = place.client.rights().sight(&place.repository);
    let mut found: Vec<StoredVersion> = all(place).await?;
    found.retain(|stored| {
        stored.subject.as_ref() == Some(&subject)
            && stored.version > after
            && stored.paths().all(|path| sight.shows_file(path))
    });
    let (mut listed, mut next) = (Vec::new(), None);
    for stored in &found {
        let Some(of) = Digest::parse(&stored.version) else { continue };
        // It may have been removed meanwhile.
        let Some(file) = readable(place, &of).await? else { continue };
        let manifest = of_file(&place.state, &file).await?;
        let artifact_type = manifest.artifact_type.as_deref();
        if wanted.is_some() && artifact_type != wanted.as_deref() {
            next = Some(stored.version.clone());
            continue;
        }
        let one = serde_json::to_vec(&Listed {
            media_type: manifest.media_type,
            digest: &stored.version,
            size: manifest.bytes.len(),
            artifact_type,
            annotations: manifest.annotations.as_deref(),
        });
        let one = one.map_err(|_| ApiError::internal())?;
        if !listed.is_empty() {
            if listed.len() + one.len() > REFERRERS_BYTES_MAX {
                break;
            }
            listed.push(b',');
        }
        listed.extend_from_slice(&one);
        next = Some(stored.version.clone());
    }
    let head = format!("{{\"schemaVersion\":2,\"mediaType\":\"{INDEX}\",\"manifests\":[");
    let mut response = Response::new([head.into_bytes(), listed, b"]}".to_vec()].concat().into());
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(INDEX));
    if wanted.is_some() {
        let applied = HeaderName::from_static("oci-filters-applied");
        headers.insert(applied, HeaderValue::from_static("artifactType"));
    }
    let last = found.last().map(|stored| &stored.version);
    if let Some(next) = next.filter(|next| Some(next) != last) {
        let filter = wanted.map(|wanted| {
            let pair = url::form_urlencoded::Serializer::new(String::new())
                .append_pair("artifactType", &wanted)
                .finish();
            format!("&{pair}")
        });
        let filter = filter.unwrap_or_default();
        add_link(&mut response, place, &format!("referrers/{subject}?last={next}{filter}"))?;
    }
    Ok(response)
}

/// Checks that a client may know of an image.
fn shown(place: &Place) -> Result<(), ApiError> {
    let is_shown = place.client.rights().show_folder(&place.repository, place.image());
    is_shown.then_some(()).ok_or_else(|| place.client.hidden())
}

/// All manifests of an image, in the order of their digests.
async fn all(place: &Place) -> Result<Vec<StoredVersion>, ApiError> {
    let package = published(&place.state, &place.repository, place.image()).await?;
    Ok(package.map(|package| package.versions).unwrap_or_default())
}

/// Says where a list goes on.
fn add_link(response: &mut Response, place: &Place, below: &str) -> Result<(), ApiError> {
    let location = place.location(below)?;
    let location = location.to_str().map_err(|_| ApiError::internal())?;
    let link = HeaderValue::from_str(&format!("<{location}>; rel=\"next\""));
    response.headers_mut().insert(header::LINK, link.map_err(|_| ApiError::internal())?);
    Ok(())
}
