//! What clients of a package type read of a package: written once for each of its revisions.

mod shown_versions;

use std::borrow::Cow;
use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use futures_util::{Stream, StreamExt as _, TryStreamExt as _};
use moka::sync::Cache;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use waybill_blobs::BlobId;
use waybill_machines::rules::permissions::Action;
use waybill_platform::repositories::{
    Package, Sight, StoredRepository, StoredVersion, VersionFile, VersionOrder,
};

use crate::caller::PackageClient;
use crate::components::repositories::sources;
use crate::error::{ApiError, not_modified};
use crate::extract::check_length;
use crate::ranges::has_tag;
use crate::state::AppState;

pub(super) use shown_versions::{ShownVersion, ShownVersions, VersionKey};

/// The memory of finished documents, in bytes.
const CACHE_BYTES: u64 = 32 * 1_024 * 1_024;
/// What keeping one takes beside its text, about, in bytes.
const ENTRY_BYTES: usize = 256;
/// How many documents are read or written at once, and how many archives: each may take several times its size.
const WORK_AT_ONCE: usize = 2;
/// How many documents are read at once for an answer.
const READ_AT_ONCE: usize = 8;
/// How large the metadata of all versions of a package may be, in bytes: clients read them in one document.
pub(super) const METADATA_BYTES_MAX: u64 = 64 * 1_024 * 1_024;

/// The last package that a search finds.
pub(super) const FOUND_MAX: usize = 5_000;

/// Finished documents. One is of a revision, so that none is ever outdated.
#[derive(Debug, Clone)]
pub struct PackageIndexes {
    finished: Cache<Key, Document>,
    pub(super) versions: ShownVersions,
    work: Arc<Semaphore>,
    archives: Arc<Semaphore>,
}

/// A document of a revision of a package.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Key {
    repository: String,
    package: String,
    revision: u64,
    form: Cow<'static, str>,
}

/// A document as it is sent.
#[derive(Debug, Clone)]
pub(super) struct Document {
    body: Bytes,
    etag: HeaderValue,
}

impl Default for PackageIndexes {
    fn default() -> Self {
        let weigher = |key: &Key, document: &Document| {
            let bytes = key.package.len() + key.form.len() + document.body.len() + ENTRY_BYTES;
            u32::try_from(bytes).unwrap_or(u32::MAX)
        };
        Self {
            finished: Cache::builder().weigher(weigher).max_capacity(CACHE_BYTES).build(),
            versions: ShownVersions::default(),
            work: Arc::new(Semaphore::new(WORK_AT_ONCE)),
            archives: Arc::new(Semaphore::new(WORK_AT_ONCE)),
        }
    }
}

impl PackageIndexes {
    /// Waits until a document may be read or written. None if the server stops.
    pub(super) async fn work(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.work).acquire_owned().await.ok()
    }

    /// A document that was kept.
    pub(super) fn get(&self, key: &Key) -> Option<Document> {
        self.finished.get(key)
    }

    /// Keeps a document as long as there is room.
    pub(super) fn keep(&self, key: Key, document: Document) {
        self.finished.insert(key, document);
    }

    /// Checks an archive on a thread for it, as few at once as is good for others. A check that has begun goes on when
    /// its client does not wait for it, and counts until it ends.
    pub(super) async fn check<T: Send + 'static>(
        &self,
        check: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let permit = Arc::clone(&self.archives).acquire_owned().await.ok();
        let checked = tokio::task::spawn_blocking(move || {
            let checked = check();
            drop(permit);
            checked
        });
        checked.await.map_err(|_| ApiError::internal())
    }
}

impl Key {
    pub(super) fn new(
        repository: &StoredRepository,
        package: &str,
        revision: u64,
        form: impl Into<Cow<'static, str>>,
    ) -> Self {
        let (repository, package) = (repository.id.clone(), package.to_owned());
        Self { repository, package, revision, form: form.into() }
    }

    /// A document that is made of a content, and of nothing that changes.
    pub(super) fn of_content(sha256: &str, form: &'static str) -> Self {
        let (repository, package) = (String::new(), sha256.to_owned());
        Self { repository, package, revision: 0, form: form.into() }
    }
}

impl Document {
    /// A finished document.
    pub(super) fn new(body: Vec<u8>) -> Result<Self, ApiError> {
        let etag = HeaderValue::from_str(&format!("\"{}\"", BlobId::of(&body)));
        let etag = etag.map_err(|_| ApiError::internal())?;
        Ok(Self { body: body.into(), etag })
    }

    /// Whether it says nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.body.is_empty()
    }

    /// What is sent.
    pub(super) fn body(self) -> Bytes {
        self.body
    }

    /// The response to a client, which may have the document already.
    pub(super) fn response(self, media: &'static str, headers: &HeaderMap) -> Response {
        let etag = self.etag.to_str().unwrap_or_default();
        let is_known = has_tag(headers, header::IF_NONE_MATCH, etag);
        let mut response = if is_known { not_modified() } else { Bytes::into_response(self.body) };
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media));
        headers.insert(header::ETAG, self.etag);
        response
    }
}

/// Which document of a package it is.
pub(super) struct Wanted<'a> {
    pub(super) repository: &'a StoredRepository,
    /// The name of the package.
    pub(super) package: &'a str,
    /// The folder of all of its files.
    pub(super) folder: String,
    /// The form, if there are several.
    pub(super) form: Cow<'static, str>,
}

/// A document of a package, with the versions that a client may read. It is written if there is none of the present
/// revision; one of which a part is hidden from the client is not kept.
pub(super) async fn document(
    state: &AppState,
    client: &PackageClient,
    wanted: Wanted<'_>,
    write: impl AsyncFnOnce(&Package) -> Result<Vec<u8>, ApiError>,
) -> Result<Document, ApiError> {
    let Wanted { repository, package, folder, form } = wanted;
    let sees_all = client.rights().allow_all_below(Action::Read, repository, &folder);
    let key = |revision| Key::new(repository, package, revision, form.clone());
    let finished = async || {
        if !sees_all {
            return Ok::<_, ApiError>(None);
        }
        let revision = revision(state, repository, package).await?;
        Ok(state.package_indexes.get(&key(revision)))
    };
    if let Some(document) = finished().await? {
        return Ok(document);
    }
    let _permit = state.package_indexes.work().await;
    // Another request may have written it meanwhile.
    if let Some(document) = finished().await? {
        return Ok(document);
    }
    let package = visible(state, client, repository, package).await?;
    let document = Document::new(write(&package).await?)?;
    if sees_all {
        state.package_indexes.keep(key(package.revision), document.clone());
    }
    Ok(document)
}

/// The revision of a package, which each of its changes increases.
pub(super) async fn revision(
    state: &AppState,
    repository: &StoredRepository,
    package: &str,
) -> Result<u64, ApiError> {
    let packages = &state.engine.ports().packages;
    let revision = packages.revision(repository.clone(), package.to_owned()).await;
    revision.map_err(|error| ApiError::of_repository(&error))
}

/// Reads the metadata of versions, in their order.
pub(super) async fn documents<T>(
    state: &AppState,
    versions: Vec<StoredVersion>,
    read: impl Fn(&StoredVersion, &[u8]) -> Result<T, ApiError>,
) -> Result<Vec<T>, ApiError> {
    let readings = versions.into_iter().map(|stored| {
        let state = state.clone();
        async move {
            let document = metadata_of_only_file(&state, &stored).await?;
            Ok((stored, document))
        }
    });
    let mut found = in_order(readings);
    let mut all = Vec::new();
    // One after another: what is read of them is less than they are.
    while let Some((stored, document)) = found.try_next().await? {
        all.push(read(&stored, &document)?);
    }
    Ok(all)
}

/// Does several readings at once. What they have read follows in their order.
pub(super) fn in_order<T>(
    readings: impl Iterator<Item = impl Future<Output = Result<T, ApiError>>>,
) -> impl Stream<Item = Result<T, ApiError>> {
    futures_util::stream::iter(readings).buffered(READ_AT_ONCE)
}

/// The packages that a client finds by a text, each with the version by which it is shown: the last one in an order, if
/// no tag says another.
pub(super) async fn search(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    text: &str,
    order: VersionOrder,
) -> Result<Vec<(String, StoredVersion)>, ApiError> {
    check_length(&[("text", text)])?;
    // Clients join the words with spaces, and all of them count. What is before a colon says where to look.
    let words = text.split_whitespace().map(|word| word.rsplit(':').next().unwrap_or(word));
    let words = words.map(str::to_lowercase).collect();
    let words: Vec<String> = words;
    let packages = &state.engine.ports().packages;
    let mut all = Vec::new();
    // Other servers are not searched.
    for local in sources::local_sources(state, repository).await? {
        let sight = client.rights().sight(&local);
        let found = packages.search(local, words.clone(), order, FOUND_MAX, sight).await;
        let found = found.map_err(|error| ApiError::of_repository(&error))?;
        all.extend(found);
    }
    let mut names = HashSet::new();
    all.retain(|(name, _)| names.insert(name.clone()));
    Ok(all)
}

/// The names of the packages of the local repositories that a repository has its files from, as a client may see
/// them. Other servers have too many, and are not asked.
pub(super) async fn local_names(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
) -> Result<Vec<String>, ApiError> {
    let mut all = BTreeSet::new();
    for local in sources::local_sources(state, repository).await? {
        let sight = client.rights().sight(&local);
        let names = state.engine.ports().packages.names(local, sight).await;
        all.extend(names.map_err(|error| ApiError::of_repository(&error))?);
    }
    Ok(all.into_iter().collect())
}

/// A package with the versions and files that a client may read.
///
/// # Errors
///
/// 404 if there is none.
pub(super) async fn visible(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    package: &str,
) -> Result<Package, ApiError> {
    let found = published(state, repository, package).await?;
    let mut package = found.ok_or_else(|| missing(client, repository))?;
    keep_visible(&mut package, client.rights().sight(repository).as_ref());
    if package.versions.is_empty() { Err(missing(client, repository)) } else { Ok(package) }
}

/// The answer about a package of which the client can see nothing.
pub(super) fn missing(client: &PackageClient, repository: &StoredRepository) -> ApiError {
    // Where everyone may read everything, credentials would not change the answer.
    let may_be_hidden =
        client.is_anonymous() && !client.rights().allow_all_below(Action::Read, repository, "");
    if may_be_hidden { client.hidden() } else { ApiError::no_such_package() }
}

/// Removes the files that may not be seen, versions without a visible file, and the tags that name those.
pub(super) fn keep_visible(package: &mut Package, sight: &dyn Sight) {
    package.versions.retain_mut(|stored| {
        stored.files.retain(|file| sight.shows_file(&file.path));
        !stored.files.is_empty()
    });
    let Package { versions, tags, .. } = package;
    tags.retain(|_, named| versions.iter().any(|stored| stored.version == *named));
}

/// A package with all versions, whether a client may read them or not.
pub(super) async fn published(
    state: &AppState,
    repository: &StoredRepository,
    package: &str,
) -> Result<Option<Package>, ApiError> {
    let packages = &state.engine.ports().packages;
    let found = packages.package(repository.clone(), package.to_owned()).await;
    found.map_err(|error| ApiError::of_repository(&error))
}

/// The metadata that a file of a version was published with.
pub(super) async fn metadata(state: &AppState, file: &VersionFile) -> Result<Vec<u8>, ApiError> {
    let document = state.engine.ports().packages.document(file.document.clone()).await;
    document.map_err(|error| ApiError::of_repository(&error))
}

/// The metadata of a version of a package type whose versions have one file.
pub(super) async fn metadata_of_only_file(
    state: &AppState,
    stored: &StoredVersion,
) -> Result<Vec<u8>, ApiError> {
    let file = stored.files.first().ok_or_else(ApiError::internal)?;
    metadata(state, file).await
}

/// Checks that clients can still read all versions of a package in one document.
pub(super) fn check_metadata(published: &Package) -> Result<(), ApiError> {
    let files = published.versions.iter().flat_map(|stored| &stored.files);
    let documents = files.map(|file| file.document.bytes);
    let fits = documents.sum::<u64>() <= METADATA_BYTES_MAX;
    fits.then_some(()).ok_or_else(ApiError::too_many_versions)
}
