//! Repositories of Maven: their files are stored and read by path, and everything beside them is made of them, or of
//! what upstreams say.
//!
//! Clients use the addresses of files in repositories, as those of generic ones do.

mod artifact;
mod checksums;
mod commands;
pub mod import;
mod layout;
mod metadata;
mod plugins;
mod pom;
mod publish;
mod snapshot;
mod xml;

use axum::body::Bytes;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::response::Response;
use waybill_blobs::ByteRange;
use waybill_machines::rules::artifacts::Properties;
use waybill_machines::rules::permissions::Action;
use waybill_platform::repositories::{
    FileInfo, Location, RepositoryError, StoredRepository, checksum_in,
};

use super::artifacts::body::Portions;
use super::artifacts::{inert, sent as sent_file};
use super::joined::{Joined, is_joined};
use super::package_index::{Document, Key, missing};
use crate::caller::PackageClient;
use crate::error::{ApiError, created};
use crate::state::AppState;

use artifact::ArtifactFormat;
use checksums::Checksum;
pub use commands::{commands, gradle_commands, ivy_commands};
use layout::Place;
pub(super) use layout::{only_describes, version_at};

const XML: &str = "application/xml";
const TEXT: &str = "text/plain; charset=utf-8";
/// The largest checksum that a client sends, in bytes: some write the name of the file beside it.
const CHECKSUM_BYTES_MAX: usize = 4 * 1_024;
/// The largest document that is taken from a client and ignored, in bytes.
const IGNORED_BYTES_MAX: usize = 16 * 1_024 * 1_024;
/// What a client sends in place of what is made of the files.
const IN_HEADERS: [(Checksum, &str); 3] = [
    (Checksum::Md5, "x-checksum-md5"),
    (Checksum::Sha1, "x-checksum-sha1"),
    (Checksum::Sha256, "x-checksum-sha256"),
];

/// What a path means.
enum Meaning<'a> {
    /// The document about what is in a folder.
    Metadata { folder: &'a str },
    /// A file.
    File,
}

fn meaning(path: &str) -> Meaning<'_> {
    match path.rsplit_once('/') {
        Some((folder, layout::METADATA)) => Meaning::Metadata { folder },
        _ => Meaning::File,
    }
}

/// `GET {repo}/{path}`: a file, the document about an artifact, a snapshot or the plugins of a group, or a checksum of
/// one of them.
pub(super) async fn read(
    state: &AppState,
    client: &PackageClient,
    at: Location,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let (path, checksum) = Checksum::split(&at.path);
    match (meaning(path), checksum) {
        (Meaning::Metadata { folder }, checksum) => {
            let document = metadata::of_folder(state, client, &at.repository, folder).await?;
            let body = document.clone().body();
            let Some(kind) = checksum else {
                // A client that reads them here needs no second request, before which the document may change.
                return Ok(inert(with_checksums(document.response(XML, headers), &body)));
            };
            checksum_response(&kind.of(&body), headers)
        }
        (Meaning::File, None) => {
            let (holding, file) = readable(state, client, &at.repository, path).await?;
            sent_file(state, &holding, &file, headers).await
        }
        (Meaning::File, Some(kind)) => {
            let (_, file) = readable(state, client, &at.repository, path).await?;
            checksum_response(&checksum_of(state, kind, &file).await?, headers)
        }
    }
}

/// `PUT {repo}/{path}`. What is made of the files is not taken from clients: they send it after each deployment.
pub(super) async fn write(
    state: &AppState,
    client: &PackageClient,
    at: Location,
    properties: Properties,
    request: Request,
) -> Result<Response, ApiError> {
    let (path, checksum) = Checksum::split(&at.path);
    match (meaning(path), checksum) {
        (Meaning::Metadata { folder }, _) => {
            if !client.rights().may_allow_below(Action::Write, &at.repository, folder) {
                return Err(client.refused(Action::Write, &at.repository, folder));
            }
            sent(request, IGNORED_BYTES_MAX, |_| {}).await?;
            Ok(created(Response::default()))
        }
        (Meaning::File, None) => publish::publish(state, client, at, properties, request).await,
        (Meaning::File, Some(kind)) => {
            client.require(Action::Write, &at.repository, path)?;
            let at = Location { path: path.to_owned(), ..at };
            let mut text = Vec::new();
            let file = file_at(state, &at).await?.ok_or_else(ApiError::checksum_without_file)?;
            sent(request, CHECKSUM_BYTES_MAX, |portion| text.extend_from_slice(portion)).await?;
            let own = checksum_of(state, kind, &file).await?;
            let is_same = checksum_in(&String::from_utf8_lossy(&text)).eq_ignore_ascii_case(&own);
            let refused = || ApiError::other_checksum(kind.name());
            is_same.then(|| created(Response::default())).ok_or_else(refused)
        }
    }
}

/// The file at a path that a client may read, wherever the repository has it from, and the repository that has it.
async fn readable(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    path: &str,
) -> Result<(StoredRepository, FileInfo), ApiError> {
    if is_joined(repository) {
        // Elsewhere is nothing that Maven asks for.
        let Some(place) = Place::parse(path) else {
            return Err(missing(client, repository));
        };
        let (name, format) = (&*place.package(), &ArtifactFormat);
        return Joined { state, client, repository, name, format }.file(path).await;
    }
    client.require(Action::Read, repository, path)?;
    let at = Location { repository: repository.clone(), path: path.to_owned() };
    let file = file_at(state, &at).await?.ok_or_else(ApiError::no_such_file)?;
    Ok((at.repository, file))
}

/// Receives a body of at most so many bytes.
async fn sent(
    request: Request,
    bytes_max: usize,
    mut take: impl FnMut(&[u8]),
) -> Result<(), ApiError> {
    let mut portions = Portions::new(request.into_body());
    let mut bytes = 0;
    while let Some(portion) = portions.next().await {
        let portion = portion.map_err(|error| ApiError::of_repository(&error.into()))?;
        bytes += portion.len();
        if bytes > bytes_max {
            let message = format!("What is sent to this path may have at most {bytes_max} bytes.");
            return Err(ApiError::too_large(message));
        }
        take(&portion);
    }
    Ok(())
}

/// The file at a path.
async fn file_at(state: &AppState, at: &Location) -> Result<Option<FileInfo>, ApiError> {
    let file = state.engine.ports().artifacts.file(at.clone()).await;
    file.map_err(|error| ApiError::of_repository(&error))
}

/// A checksum of a file, in hexadecimal digits.
async fn checksum_of(
    state: &AppState,
    kind: Checksum,
    file: &FileInfo,
) -> Result<String, ApiError> {
    if let Some(recorded) = kind.recorded(&file.content) {
        return Ok(recorded.to_owned());
    }
    // What has this SHA-256 never changes.
    let key = Key::of_content(&file.content.sha256.0, kind.name());
    if let Some(known) = state.package_indexes.get(&key) {
        return Ok(String::from_utf8_lossy(&known.body()).into_owned());
    }
    let blob = file.blob().ok_or_else(ApiError::internal)?;
    let reader = state.engine.ports().artifacts.read(blob, ByteRange::ALL).await;
    let mut reader = reader.map_err(|error| ApiError::of_repository(&error))?;
    let runtime = tokio::runtime::Handle::current();
    let hashed = move || {
        let mut hasher = checksums::Sha512Of::default();
        while let Some(portion) = runtime.block_on(reader.next())? {
            hasher.add(&portion);
        }
        Ok::<_, RepositoryError>(hasher.finish())
    };
    let hashed = state.package_indexes.check(hashed).await?;
    let hashed = hashed.map_err(|error| ApiError::of_repository(&error))?;
    state.package_indexes.keep(key, Document::new(hashed.clone().into_bytes())?);
    Ok(hashed)
}

fn checksum_response(checksum: &str, headers: &HeaderMap) -> Result<Response, ApiError> {
    Ok(Document::new(checksum.as_bytes().to_vec())?.response(TEXT, headers))
}

fn with_checksums(mut response: Response, body: &Bytes) -> Response {
    for (kind, name) in IN_HEADERS {
        if let Ok(value) = HeaderValue::from_str(&kind.of(body)) {
            response.headers_mut().insert(HeaderName::from_static(name), value);
        }
    }
    response
}

/// Whether a file never changes once it is stored: all but those of snapshots.
pub(super) fn is_final(path: &str) -> bool {
    layout::Place::parse(path).is_none_or(|place| !place.is_snapshot())
}

/// 400: what is sent has no place in the repository.
fn invalid(sentence: &str) -> ApiError {
    ApiError::bad_request("maven_upload", format!("{sentence}."))
}
