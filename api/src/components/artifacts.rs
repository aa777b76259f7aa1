//! The files in repositories: storing, downloading and removing them by their paths.

pub(super) mod access;
pub(super) mod body;
pub mod import;
mod reading;
pub(super) mod storage;
mod target;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use waybill_blobs::ByteRange;
use waybill_machines::rules::permissions::Action;
use waybill_machines::rules::repositories::{PackageType, RepositoryClass};
use waybill_platform::repositories::{
    Entry, Expected, FileInfo, Kind, Location, MayRead, NewFile, StoredRepository,
};

use super::maven;
use super::repositories::sources::deployed_to;
use super::repositories::{rows_for_clients, shown};
use crate::caller::{PackageClient, text};
use crate::component::Component;
use crate::downloads::Served;
use crate::error::{ApiError, ErrorForm};
use crate::error::{created, nothing_left};
use crate::extract::{PathParams, announced_bytes};
use crate::ranges::{Download, of_reader};
use crate::route::{Row, delete, get, patch, put};
use crate::shape::Payload;
use crate::state::AppState;

use body::{BodySource, Permit};
pub(super) use target::Target;

const FILE: &str = "/artifactory/{repo}/{*path}";
const STORAGE: &str = "/artifactory/api/storage/{repo}/{*path}";
const METADATA: &str = "/artifactory/api/metadata/{repo}/{*path}";
const STORAGE_ROOT: &str = "/artifactory/api/storage/{repo}";
/// What was uploaded does nothing, even if it is shown.
const POLICY: &str = "sandbox; default-src 'none'";
const BYTES: &str = "application/octet-stream";

/// The files in repositories. Programs authenticate with access tokens.
pub struct Artifacts;

impl Component for Artifacts {
    fn public(&self) -> Vec<Row> {
        let properties = "Changes the properties of a file.";
        let files = vec![
            get(FILE, "Downloads a file, whole or in ranges.", download).responds_with(BYTES),
            put(FILE, "Stores a file.", upload).accepts_body(Payload::Bytes(BYTES), usize::MAX),
            delete(FILE, "Removes a file, or a folder with everything in it.", remove),
        ];
        let storage = vec![
            get(STORAGE_ROOT, "The root folder of a repository.", storage::root),
            get(STORAGE, "A file or a folder.", storage::one),
            put(STORAGE, properties, storage::annotate),
            delete(STORAGE, properties, storage::forget),
            patch(METADATA, properties, storage::patch),
        ];
        let mut rows = rows_for_clients(files, ErrorForm::Phrase);
        rows.extend(rows_for_clients(storage, ErrorForm::Listed));
        rows
    }
}

/// `GET {repo}/{path}`. A file is a download, whatever it is: nothing that was uploaded acts in a browser.
pub async fn download(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((repository, path)): PathParams<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let path = Target::parse(&path)?.path;
    let repository = shown(&state, &client, &repository).await?;
    if repository.settings.package_type.served_as() == PackageType::Maven {
        return maven::read(&state, &client, Location { repository, path }, &headers).await;
    }
    let (holding, file) = reading::file(&state, &client, &repository, path).await?;
    sent(&state, &holding, &file, &headers).await
}

/// The file at a path that a client may read.
pub(super) async fn downloaded(
    state: &AppState,
    at: Location,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let file = state.engine.ports().artifacts.file(at.clone()).await;
    let file = file.map_err(|error| ApiError::of_repository(&error))?;
    sent(state, &at.repository, &file.ok_or_else(ApiError::no_such_file)?, headers).await
}

/// A file that a client may read, in the repository that has it.
pub(super) async fn sent(
    state: &AppState,
    repository: &StoredRepository,
    file: &FileInfo,
    headers: &HeaderMap,
) -> Result<Response, ApiError> {
    let artifacts = &state.engine.ports().artifacts;
    let blob = file.blob().ok_or_else(ApiError::internal)?;
    let reader = artifacts.read(blob, ByteRange::ALL).await;
    let reader = reader.map_err(|error| ApiError::of_repository(&error))?;
    let download = Download {
        size: reader.bytes,
        name: file.name().replace('"', "_"),
        content_type: media_type(file.name()).into(),
        etag: file.content.sha256.0.clone(),
        of: Some(Served::of(repository, file)),
    };
    let mut response = download
        .answer(headers, |from, to| of_reader(reader.within(ByteRange { start: from, end: to })))?;
    add_checksums(&mut response, file);
    Ok(inert(response))
}

/// A response in which nothing acts, even if it is shown: what was uploaded is in it.
pub(super) fn inert(mut response: Response) -> Response {
    let policy = HeaderValue::from_static(POLICY);
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    response
}

/// `PUT {repo}/{path};name=value..`.
pub async fn upload(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((repository, path)): PathParams<(String, String)>,
    request: Request,
) -> Result<Response, ApiError> {
    let target = Target::parse(&path)?;
    if target.is_folder {
        return Err(ApiError::folder_upload());
    }
    let taking = deployed_to(&state, &client, shown(&state, &client, &repository).await?).await?;
    let at = Location { repository: taking, path: target.path };
    if at.repository.settings.package_type.served_as() == PackageType::Maven {
        return maven::write(&state, &client, at, target.properties, request).await;
    }
    client.require(Action::Write, &at.repository, &at.path)?;
    let annotates = !target.properties.is_empty();
    if annotates {
        client.require(Action::Annotate, &at.repository, &at.path)?;
    }
    let overwriting = client.overwriting(&at);
    let is_known = is_checksum_deploy(request.headers());
    let new = NewFile {
        at: at.clone(),
        properties: target.properties,
        expected: Expected {
            bytes: announced_bytes(&request).filter(|_| !is_known),
            ..expected(request.headers())
        },
        overwriting,
    };
    let context = client.context(state.engine.now())?;
    let artifacts = &state.engine.ports().artifacts;
    let file = if is_known {
        let rights = client.rights().clone();
        let may_read: MayRead =
            Box::new(move |repository, path| rights.allow(Action::Read, repository, path));
        let known = artifacts.deploy_known(new, may_read, context).await;
        known
            .map_err(|error| ApiError::of_repository(&error))?
            .ok_or_else(ApiError::no_such_file)?
    } else {
        let permit = Permit {
            state: state.clone(),
            client: client.clone(),
            at: at.clone(),
            overwriting,
            annotates,
        };
        let source = Box::new(BodySource::new(request.into_body(), permit));
        let deployed = artifacts.deploy(new, source, context).await;
        deployed.map_err(|error| ApiError::of_repository(&error))?
    };
    stored(&state, &client, &at, file).await
}

/// Whether a client sends the checksum of a file that the server may have already, and no content.
pub(super) fn is_checksum_deploy(headers: &HeaderMap) -> bool {
    named(headers, "x-checksum-deploy").is_some_and(|value| value == "true")
}

/// The response to a client that has stored a file.
pub(super) async fn stored(
    state: &AppState,
    client: &PackageClient,
    at: &Location,
    file: FileInfo,
) -> Result<Response, ApiError> {
    let location = address_of(state, "/artifactory", &at.repository.settings.key, &file.path);
    let info = storage::described(state, client, at, &Entry::File(Box::new(file))).await?;
    let mut response = created(axum::Json(info).into_response());
    if let Ok(location) = HeaderValue::from_str(&location) {
        response.headers_mut().insert(header::LOCATION, location);
    }
    Ok(response)
}

fn named(headers: &HeaderMap, name: &'static str) -> Option<String> {
    text(headers, HeaderName::from_static(name)).map(str::to_owned)
}

/// The checksums that a client sends with a file.
pub(super) fn expected(headers: &HeaderMap) -> Expected {
    Expected {
        sha256: named(headers, "x-checksum-sha256"),
        sha1: named(headers, "x-checksum-sha1").or_else(|| named(headers, "x-checksum")),
        md5: named(headers, "x-checksum-md5"),
        bytes: None,
    }
}

/// `DELETE {repo}/{path}`.
pub async fn remove(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((repository, path)): PathParams<(String, String)>,
) -> Result<Response, ApiError> {
    let path = Target::parse(&path)?.path;
    let repository = shown(&state, &client, &repository).await?;
    let repository = match repository.settings.class {
        // What it keeps is fetched again when it is wanted.
        RepositoryClass::Remote => repository,
        RepositoryClass::Local | RepositoryClass::Virtual => {
            deployed_to(&state, &client, repository).await?
        }
    };
    let at = Location { repository, path };
    let artifacts = &state.engine.ports().artifacts;
    let kind = artifacts.kind(at.clone()).await;
    let kind = kind.map_err(|error| ApiError::of_repository(&error))?;
    let rights = client.rights();
    let is_allowed = match kind {
        // Files may arrive while it is removed, so that all names have to be granted.
        Some(Kind::Folder) => rights.allow_all_below(Action::Delete, &at.repository, &at.path),
        Some(Kind::File) | None => rights.allow(Action::Delete, &at.repository, &at.path),
    };
    if !is_allowed {
        return Err(client.refused(Action::Delete, &at.repository, &at.path));
    }
    let kind = kind.ok_or_else(ApiError::no_such_file)?;
    let context = client.context(state.engine.now())?;
    let removed = artifacts.remove(at, kind, context).await;
    removed.map_err(|error| ApiError::of_repository(&error))?;
    Ok(nothing_left())
}

/// What is escaped in the path of an address beside what is not ASCII.
const ESCAPED: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'%')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'`')
    .add(b'+');

/// A path as a part of an address.
pub(super) fn escaped(path: &str) -> String {
    utf8_percent_encode(path, ESCAPED).to_string()
}

/// The address of a path in a repository.
pub(super) fn address_of(state: &AppState, prefix: &str, repository: &str, path: &str) -> String {
    let path = escaped(path);
    let link = state.edge.address.link(&format!("{prefix}/{repository}/{path}"));
    link.trim_end_matches('/').to_owned()
}

/// The media type that a name suggests. It is only a hint: the response forbids to guess and to run anything.
pub(super) fn media_type(name: &str) -> String {
    mime_guess::from_path(name).first_or_octet_stream().to_string()
}

fn add_checksums(response: &mut Response, file: &FileInfo) {
    let headers = response.headers_mut();
    for (name, value) in [
        ("x-checksum-sha256", &file.content.sha256.0),
        ("x-checksum-sha1", &file.content.sha1.0),
        ("x-checksum-md5", &file.content.md5.0),
    ] {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(HeaderName::from_static(name), value);
        }
    }
}
