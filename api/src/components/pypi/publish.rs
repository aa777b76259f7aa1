//! Publishing a file.

use axum::extract::Request;
use axum::http::header;
use axum::response::Response;
use waybill_machines::rules::artifacts::ArtifactProblem;
use waybill_machines::rules::packages::PackageProblem;
use waybill_machines::rules::permissions::Action;
use waybill_platform::repositories::{Received, RepositoryError, StoredRepository};

use super::archive::{self, ArchiveError};
use super::form::{Form, FormError};
use super::metadata::CoreMetadata;
use super::publication::{Publication, invalid, other_checksum};
use crate::caller::{PackageClient, text};
use crate::components::package_index::{check_metadata, published};
use crate::components::tarball::TarballError;
use crate::error::{ApiError, capitalised, created};
use crate::extract::announced_bytes;
use crate::state::AppState;

/// The most files of a version.
const FILES_MAX: usize = 1_000;

/// `POST {repo}`: a form with a file.
pub(super) async fn publish(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    request: Request,
) -> Result<Response, ApiError> {
    if !client.rights().may_allow_below(Action::Write, repository, "") {
        return Err(client.refused(Action::Write, repository, ""));
    }
    let announced = announced_bytes(&request);
    let media_type = text(request.headers(), header::CONTENT_TYPE).unwrap_or_default().to_owned();
    let mut form = Form::new(&media_type, request.into_body()).map_err(of_form)?;
    let file_name = form.file_name().await.map_err(of_form)?;
    // Everything but the file itself is judged before it is received.
    let mut publication = Publication::new(file_name)?;
    let known = published(state, repository, &publication.file.project).await?;
    if let Some(known) = &known {
        publication.join(known);
    }
    client.require(Action::Write, repository, &publication.path())?;
    if let Some(known) = &known {
        let admitted = publication.admits()(known);
        admitted.map_err(|error| refused(&error))?;
        check_metadata(known)?;
        if publication.files_in(known) >= FILES_MAX {
            return Err(ApiError::too_many_files(FILES_MAX));
        }
    }
    if !repository.settings.takes(&publication.path()) {
        return Err(refused(&RepositoryError::NotIncluded));
    }
    let packages = &state.engine.ports().packages;
    let announced = announced.map(|bytes| bytes.saturating_sub(form.bytes_beside()));
    let received = packages.receive(repository, announced, &mut form).await;
    let received =
        received.map_err(|error| form.error().map_or_else(|| refused(&error), of_form))?;
    let sent = form.finish().await.map_err(of_form)?;
    // Rights may have ended while the file was sent.
    let client = client.again(state).await?;
    client.require(Action::Write, repository, &publication.path())?;
    publication.check_form(&sent)?;
    let (text, metadata) = read_metadata(state, &received, &publication).await?;
    let admits = publication.admits();
    let new = publication.version(&sent, received.digests(), text, metadata)?;
    let context = client.context(state.engine.now())?;
    let published = packages.publish(received, new, admits, context).await;
    published.map_err(|error| refused(&error))?;
    Ok(created(Response::default()))
}

async fn read_metadata(
    state: &AppState,
    received: &Received,
    publication: &Publication,
) -> Result<(String, CoreMetadata), ApiError> {
    let (path, name) = (received.path().to_owned(), publication.file.clone());
    let read = move || archive::metadata(&path, &name);
    state.package_indexes.check(read).await?.map_err(|error| match error {
        ArchiveError::TooLarge | ArchiveError::Tarball(TarballError::TooLarge(_)) => {
            ApiError::too_large(format!("{error}."))
        }
        _ => invalid(&error.to_string()),
    })
}

fn refused(error: &RepositoryError) -> ApiError {
    match error {
        RepositoryError::Package(PackageProblem::VersionExists)
        | RepositoryError::Artifact(ArtifactProblem::Exists) => ApiError::file_published(),
        // Some clients take 409 for a file that is there already.
        RepositoryError::Mismatch(mismatch) => other_checksum(&mismatch.to_string()),
        _ => ApiError::of_repository(error),
    }
}

fn of_form(error: FormError) -> ApiError {
    match error {
        FormError::TooLarge => ApiError::too_large(format!("{}.", capitalised(&error.to_string()))),
        FormError::Source(error) => ApiError::of_repository(&error.into()),
        _ => invalid(&capitalised(&error.to_string())),
    }
}
