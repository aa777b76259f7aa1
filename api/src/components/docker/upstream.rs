//! Images of other registries, and images of several repositories of this server.

use std::collections::BTreeSet;

use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use serde_json::json;
use url::Url;
use waybill_machines::rules::permissions::Action;
use waybill_machines::rules::repositories::RepositoryClass;
use waybill_platform::repositories::{
    Address, Expected, FileInfo, FixedContent, Keeping, Location, StoredRepository, Wanted,
};

use super::address::Part;
use super::lists::{Page, listed_tags, referrers, visible_tags};
use super::manifest::{INDEX, MANIFEST_BYTES_MAX};
use super::names::{Algorithm, Digest, is_tag};
use super::{Place, blobs, manifests, named, sending};
use crate::components::joined::{FETCHED_BYTES_MAX, contents};
use crate::components::package_index::published;
use crate::components::repositories::sources::{Lookup, asked_for, deployed_to, fetched};
use crate::error::ApiError;

/// The media types of manifests.
pub(super) const MANIFESTS: &str = "application/vnd.oci.image.manifest.v1+json, application/vnd.oci.image.index.v1+json, application/vnd.docker.distribution.manifest.v2+json, application/vnd.docker.distribution.manifest.list.v2+json";
/// The largest list of an upstream, in bytes.
const LIST_BYTES_MAX: u64 = 8 * 1_024 * 1_024;
/// How many tags an upstream is asked for: those of one page.
const TAGS_WANTED: usize = 10_000;
/// The registry in which images without a folder are in this one.
const HUB: (&str, &str) = ("docker.io", "library");

/// `GET` and `HEAD` of something of an image: of the first repository that has it.
pub(super) async fn read(
    place: &Place,
    method: &Method,
    query: &str,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    match &place.address.of {
        Part::Blob { digest } => {
            let digest = named(digest)?;
            if let Some(taking) = pushed_to(place, method, &digest).await? {
                return blobs::read(&taking, &digest.to_string(), headers).await;
            }
            let held = found(place, &Content::blob(place, &digest)).await?;
            let (member, _) = held.ok_or_else(ApiError::blob_unknown)?;
            blobs::read(&member, &digest.to_string(), headers).await
        }
        Part::Manifest { reference } if reference.contains(':') => {
            let digest = named(reference)?;
            let held = found(place, &Content::manifest(place, &digest)).await?;
            let (member, file) = held.ok_or_else(ApiError::manifest_unknown)?;
            manifests::sent(&member, &digest, &file, headers).await
        }
        Part::Manifest { reference } => tagged(place, reference, headers).await,
        Part::Tags => tags(place, query).await,
        Part::Referrers { digest } => referring(place, digest, query).await,
        Part::Upload { id } => {
            let taking = deployed_to(&place.state, &place.client, place.repository.clone()).await?;
            sending::progress(&place.within(taking), id)
        }
        Part::Uploads => Err(ApiError::method_not_allowed()),
    }
}

/// Where a client that looks whether a blob is there is going to push it, if it may: what is elsewhere is no part of
/// what it pushes.
async fn pushed_to(
    place: &Place,
    method: &Method,
    digest: &Digest,
) -> Result<Option<Place>, ApiError> {
    if *method != Method::HEAD || place.repository.settings.members.is_none() {
        return Ok(None);
    }
    let taking = deployed_to(&place.state, &place.client, place.repository.clone()).await;
    let Ok(taking) = taking else { return Ok(None) };
    let path = digest.blob_path(place.image());
    let may_push = place.client.rights().allow(Action::Write, &taking, &path);
    Ok(may_push.then(|| place.within(taking)))
}

/// What of an image is fetched from a registry.
struct Content {
    /// Where it is kept.
    path: String,
    /// Its address behind the name of the image.
    below: String,
    keeping: Keeping,
    accept: Option<&'static str>,
    bytes_max: u64,
}

impl Content {
    fn blob(place: &Place, digest: &Digest) -> Self {
        Self {
            path: digest.blob_path(place.image()),
            below: format!("blobs/{digest}"),
            keeping: Keeping::Fixed(content_of(digest)),
            accept: None,
            bytes_max: FETCHED_BYTES_MAX,
        }
    }

    fn manifest(place: &Place, digest: &Digest) -> Self {
        Self {
            path: digest.manifest_path(place.image()),
            below: format!("manifests/{digest}"),
            keeping: Keeping::Fixed(content_of(digest)),
            accept: Some(MANIFESTS),
            bytes_max: MANIFEST_BYTES_MAX,
        }
    }

    fn tag(place: &Place, tag: &str) -> Self {
        Self {
            path: format!("{}/_tags/{tag}/manifest.json", place.image()),
            below: format!("manifests/{tag}"),
            keeping: Keeping::Refreshed,
            accept: Some(MANIFESTS),
            bytes_max: MANIFEST_BYTES_MAX,
        }
    }

    fn list(place: &Place, name: &str, below: String) -> Self {
        Self {
            path: format!("{}/_lists/{name}.json", place.image()),
            below,
            keeping: Keeping::Refreshed,
            accept: None,
            bytes_max: LIST_BYTES_MAX,
        }
    }

    fn tags(place: &Place) -> Self {
        Self::list(place, "tags", format!("tags/list?n={TAGS_WANTED}"))
    }
}

/// A content with this digest.
pub(super) fn content_of(digest: &Digest) -> FixedContent {
    let digits = Some(digest.digits.clone());
    match digest.algorithm {
        Algorithm::Sha256 => FixedContent {
            expected: Expected { sha256: digits, ..Expected::default() },
            sha512: None,
        },
        Algorithm::Sha512 => FixedContent { expected: Expected::default(), sha512: digits },
    }
}

/// The first repository that has a content which the client may read, with its file.
async fn found(place: &Place, content: &Content) -> Result<Option<(Place, FileInfo)>, ApiError> {
    for member in readable(place).await? {
        if !member.client.rights().allow(Action::Read, &member.repository, &content.path) {
            continue;
        }
        if let Some(file) = file_in(&member, content).await? {
            return Ok(Some((member, file)));
        }
    }
    Ok(None)
}

/// The repositories that are asked for an image, as far as the client may know that it is there.
async fn readable(place: &Place) -> Result<Vec<Place>, ApiError> {
    let members = asked_for(&place.state, &place.repository, place).await?;
    let members = members.into_iter().map(|member| place.within(member));
    let is_shown =
        |member: &Place| member.client.rights().show_folder(&member.repository, member.image());
    let shown: Vec<Place> = members.filter(is_shown).collect();
    if shown.is_empty() { Err(place.client.hidden()) } else { Ok(shown) }
}

async fn file_in(member: &Place, content: &Content) -> Result<Option<FileInfo>, ApiError> {
    let (state, repository) = (&member.state, &member.repository);
    let at = Location { repository: repository.clone(), path: content.path.clone() };
    let Some(link) = link(repository, member.image(), &content.below) else {
        let file = state.engine.ports().artifacts.file(at).await;
        return file.map_err(|error| ApiError::of_repository(&error));
    };
    let wanted = Wanted {
        at,
        from: Address::Linked { from: Vec::new(), link },
        checksum: None,
        keeping: content.keeping.clone(),
        accept: content.accept,
        bytes_max: content.bytes_max,
    };
    fetched(state, wanted).await
}

/// The address of something of an image at the upstream of a remote repository; none if it has no upstream. The folder
/// of the upstream's address is part of the names of its images.
fn link(repository: &StoredRepository, image: &str, below: &str) -> Option<String> {
    let upstream = Url::parse(&repository.settings.upstream.as_ref()?.url).ok()?;
    let folder = upstream.path().trim_matches('/');
    let folder = match folder.strip_prefix("v2") {
        Some(rest) if rest.is_empty() || rest.starts_with('/') => rest.trim_matches('/'),
        _ => folder,
    };
    let (hub, library) = HUB;
    let is_hub =
        upstream.host_str().is_some_and(|host| host == hub || host.ends_with(&format!(".{hub}")));
    let folder = if is_hub && !image.contains('/') { library } else { folder };
    let separator = if folder.is_empty() { "" } else { "/" };
    Some(format!("/v2/{folder}{separator}{image}/{below}"))
}

async fn tagged(place: &Place, tag: &str, headers: &HeaderMap) -> Result<Response, ApiError> {
    if !is_tag(tag) {
        return Err(ApiError::manifest_unknown());
    }
    let content = Content::tag(place, tag);
    for member in readable(place).await? {
        if member.repository.settings.class == RepositoryClass::Local {
            if manifests::tagged(&member, tag).await?.is_some() {
                return manifests::read(&member, tag, headers).await;
            }
            continue;
        }
        if !member.client.rights().allow(Action::Read, &member.repository, &content.path) {
            continue;
        }
        // Where a member cannot answer, another one does not either: it may have another image of this name.
        if let Some(file) = file_in(&member, &content).await? {
            let digest = Digest::of_sha256(&file.content.sha256.0);
            return manifests::sent(&member, &digest, &file, headers).await;
        }
    }
    Err(ApiError::manifest_unknown())
}

/// The tags of an upstream.
#[derive(Deserialize)]
struct Tags {
    tags: Option<Vec<String>>,
}

async fn tags(place: &Place, query: &str) -> Result<Response, ApiError> {
    let page = Page::of(query);
    let (mut all, mut failed, mut is_known) = (BTreeSet::new(), None, false);
    let mut is_cut = false;
    for member in readable(place).await? {
        if member.repository.settings.class == RepositoryClass::Local {
            // One page of each: the first ones of all are among them.
            let (tags, more) = visible_tags(&member, &page).await?;
            is_known |= !tags.is_empty() || more;
            is_cut |= more;
            all.extend(tags);
            continue;
        }
        match file_in(&member, &Content::tags(&member)).await {
            Ok(None) => {}
            Ok(Some(file)) => {
                let list = contents(&member.state, &file).await?;
                let list: Tags = serde_json::from_slice(&list)
                    .map_err(|_| ApiError::upstream_not_understood())?;
                is_known = true;
                let sight = member.client.rights().sight(&member.repository);
                let is_shown = |tag: &String| {
                    is_tag(tag) && sight.shows_file(&Content::tag(&member, tag).path)
                };
                all.extend(list.tags.unwrap_or_default().into_iter().filter(is_shown));
            }
            Err(error) => failed = failed.or(Some(error)),
        }
    }
    if !is_known {
        return Err(failed.unwrap_or_else(ApiError::name_unknown));
    }
    let mut all: Vec<String> = all.into_iter().filter(|tag| *tag > page.after).collect();
    let more = is_cut || all.len() > page.tags_max;
    all.truncate(page.tags_max);
    listed_tags(place, &page, &all, more)
}

/// The manifests that say something about another: in the first repository that has the image.
async fn referring(place: &Place, digest: &str, query: &str) -> Result<Response, ApiError> {
    let subject = named(digest)?;
    for member in readable(place).await? {
        if member.repository.settings.class == RepositoryClass::Local {
            if published(&member.state, &member.repository, member.image()).await?.is_some() {
                return referrers(&member, digest, query).await;
            }
            continue;
        }
        let path = subject.manifest_path(member.image());
        if !member.client.rights().allow(Action::Read, &member.repository, &path) {
            continue;
        }
        let name = format!("referrers-{}", subject.digits);
        let list = Content::list(&member, &name, format!("referrers/{subject}"));
        if let Some(file) = file_in(&member, &list).await? {
            let list = contents(&member.state, &file).await?;
            return Ok(([(header::CONTENT_TYPE, INDEX)], list).into_response());
        }
    }
    let none = json!({"schemaVersion": 2, "mediaType": INDEX, "manifests": []});
    let mut response = axum::Json(none).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(INDEX));
    Ok(response)
}

impl Lookup for Place {
    fn name(&self) -> &str {
        self.image()
    }

    async fn is_held_by(&self, repository: &StoredRepository) -> Result<bool, ApiError> {
        if repository.settings.class == RepositoryClass::Local {
            let found = published(&self.state, repository, self.image()).await?;
            return Ok(found.is_some_and(|package| !package.versions.is_empty()));
        }
        let member = self.within(repository.clone());
        // Only those who may read something of it have it asked.
        if !self.client.rights().show_folder(repository, self.image()) {
            let at = Location { repository: repository.clone(), path: self.image().to_owned() };
            let kept = self.state.engine.ports().artifacts.kind(at).await;
            return Ok(kept.map_err(|error| ApiError::of_repository(&error))?.is_some());
        }
        Ok(file_in(&member, &Content::tags(&member)).await?.is_some())
    }
}
