//! Storing a file of a version.

use std::fs::File;
use std::io::Read as _;

use axum::body::Bytes;
use axum::extract::Request;
use axum::response::Response;
use waybill_machines::rules::artifacts::{ArtifactProblem, Properties};
use waybill_machines::rules::packages::Summary;
use waybill_machines::rules::permissions::Action;
use waybill_platform::repositories::{
    Admits, Expected, Location, NewVersion, Overwriting, Package, PropertyChanges, Received,
    RepositoryError,
};

use super::layout::Place;
use super::pom::{POM_BYTES_MAX, Pom};
use super::{file_at, invalid};
use crate::caller::PackageClient;
use crate::components::artifacts::{expected, is_checksum_deploy, stored};
use crate::components::publishing::{admit, receive};
use crate::error::ApiError;
use crate::extract::announced_bytes;
use crate::state::AppState;

/// The most files of a version. Each build of a snapshot adds some.
const FILES_MAX: usize = 10_000;
/// The metadata of a file that says nothing of its version.
const NOTHING: &[u8] = b"{}";

/// `PUT {group}/{artifact}/{version}/{file}`. The versions of an artifact exist from their first file on; what they are
/// follows with their pom.
pub(super) async fn publish(
    state: &AppState,
    client: &PackageClient,
    at: Location,
    properties: Properties,
    request: Request,
) -> Result<Response, ApiError> {
    client.require(Action::Write, &at.repository, &at.path)?;
    if !properties.is_empty() {
        client.require(Action::Annotate, &at.repository, &at.path)?;
    }
    let place = Place::parse(&at.path).ok_or_else(|| {
        invalid("The path of a file is GROUP/ARTIFACT/VERSION/ARTIFACT-VERSION.jar, with slashes in the group, and the name begins with the artifact and the version of its folders")
    })?;
    if is_checksum_deploy(request.headers()) {
        // The client sends the whole file then.
        return Err(ApiError::no_such_file());
    }
    let (package, is_final) = (place.package(), !place.is_snapshot());
    let known = admit(state, client, &at.repository, &package, &at.path, &anything()).await?;
    check_files(known.as_ref(), &place, &at.path)?;
    let announced = Expected { bytes: announced_bytes(&request), ..expected(request.headers()) };
    check_announced(state, client, &at, &place, &announced).await?;
    let received = receive(state, &at.repository, request).await?;
    let (document, summary) = described(state, &received, place.clone()).await?;
    // Rights may have ended while the file was sent.
    let client = client.again(state).await?;
    client.require(Action::Write, &at.repository, &at.path)?;
    let new = NewVersion {
        name: package,
        version: place.version,
        path: at.path.clone(),
        expected: announced,
        overwriting: overwriting(&client, &at, is_final),
        document,
        summary,
        ..NewVersion::default()
    };
    let context = client.context(state.engine.now())?;
    let published = state.engine.ports().packages.publish(received, new, anything(), context);
    published.await.map_err(|error| refused(&error, is_final))?;
    if !properties.is_empty() {
        annotate(state, &client, &at, properties).await?;
    }
    let file = file_at(state, &at).await?.ok_or_else(ApiError::no_such_file)?;
    stored(state, &client, &at, file).await
}

fn anything() -> Admits {
    Box::new(|_| Ok(()))
}

/// What the client may do where a file is: only snapshots are published again.
fn overwriting(client: &PackageClient, at: &Location, is_final: bool) -> Overwriting {
    let allowed = client.overwriting(at);
    if is_final { allowed.min(Overwriting::SameContent) } else { allowed }
}

fn check_files(known: Option<&Package>, place: &Place, path: &str) -> Result<(), ApiError> {
    let mut versions = known.into_iter().flat_map(|known| &known.versions);
    let Some(stored) = versions.find(|stored| stored.version == place.version) else {
        return Ok(());
    };
    let is_full = stored.files.len() >= FILES_MAX && !stored.paths().any(|known| known == path);
    if is_full { Err(ApiError::too_many_files(FILES_MAX)) } else { Ok(()) }
}

/// Refuses what cannot be stored, as far as it shows before the content arrives.
async fn check_announced(
    state: &AppState,
    client: &PackageClient,
    at: &Location,
    place: &Place,
    announced: &Expected,
) -> Result<(), ApiError> {
    let bytes = announced.bytes;
    if place.is_pom() && bytes.is_some_and(|bytes| bytes > POM_BYTES_MAX) {
        return Err(pom_too_large());
    }
    let Some(file) = file_at(state, at).await? else { return Ok(()) };
    let differs = |announced: &Option<String>, known: &str| {
        announced.as_ref().is_some_and(|announced| !announced.eq_ignore_ascii_case(known))
    };
    let is_other = bytes.is_some_and(|bytes| bytes != file.content.bytes)
        || differs(&announced.sha256, &file.content.sha256.0)
        || differs(&announced.sha1, &file.content.sha1.0);
    let is_final = !place.is_snapshot();
    match overwriting(client, at, is_final) {
        Overwriting::Always => Ok(()),
        Overwriting::SameContent if !is_other => Ok(()),
        Overwriting::SameContent | Overwriting::Never => {
            Err(refused(&RepositoryError::Artifact(ArtifactProblem::Exists), is_final))
        }
    }
}

/// The metadata of a file, and what searches need of its version.
async fn described(
    state: &AppState,
    received: &Received,
    place: Place,
) -> Result<(Bytes, Summary), ApiError> {
    if !place.is_pom() {
        return Ok((Bytes::from_static(NOTHING), Summary::default()));
    }
    if received.digests().bytes > POM_BYTES_MAX {
        return Err(pom_too_large());
    }
    let path = received.path().to_owned();
    let read = move || {
        let mut bytes = Vec::new();
        let file = File::open(&path).map_err(|_| ApiError::internal())?;
        let read = file.take(POM_BYTES_MAX).read_to_end(&mut bytes);
        read.map_err(|_| ApiError::internal())?;
        Pom::read(&bytes, &place).map_err(|error| invalid(&error.to_string()))
    };
    let pom = state.package_indexes.check(read).await??;
    let document = serde_json::to_vec(&pom).map_err(|_| ApiError::internal())?;
    Ok((document.into(), pom.summary()))
}

fn pom_too_large() -> ApiError {
    ApiError::too_large(format!("A pom may have at most {} MiB.", POM_BYTES_MAX / 1_024 / 1_024))
}

async fn annotate(
    state: &AppState,
    client: &PackageClient,
    at: &Location,
    properties: Properties,
) -> Result<(), ApiError> {
    client.require(Action::Annotate, &at.repository, &at.path)?;
    let changes: PropertyChanges =
        properties.into_iter().map(|(name, values)| (name, Some(values))).collect();
    let context = client.context(state.engine.now())?;
    let annotated = state.engine.ports().artifacts.annotate(at.clone(), changes, context).await;
    annotated.map_err(|error| ApiError::of_repository(&error))
}

fn refused(error: &RepositoryError, is_final: bool) -> ApiError {
    match error {
        RepositoryError::Artifact(ArtifactProblem::Exists) if is_final => {
            ApiError::file_published()
        }
        _ => ApiError::of_repository(error),
    }
}
