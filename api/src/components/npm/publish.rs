//! Publishing a version.

use axum::Json;
use axum::extract::Request;
use axum::response::{IntoResponse as _, Response};
use serde_json::json;
use waybill_machines::rules::permissions::Action;
use waybill_platform::repositories::{Admits, Received, RepositoryError, StoredRepository};

use super::archive::{self, ArchiveError, Contents};
use super::attachment::Attachment;
use super::names::folder_of;
use super::publication::{Publication, Sent, invalid};
use super::{change, packument};
use crate::caller::PackageClient;
use crate::components::package_index::{check_metadata, published};
use crate::components::tarball::TarballError;
use crate::error::{ApiError, created};
use crate::extract::announced_bytes;
use crate::state::AppState;

/// `PUT {package}`: a new version with its file. Without a file it changes deprecations.
pub(super) async fn publish(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    package: String,
    request: Request,
) -> Result<Response, ApiError> {
    let folder = folder_of(&package);
    // The path of the file is known at the end; before that it only counts whether there can be one.
    if !client.rights().may_allow_below(Action::Write, repository, &folder) {
        return Err(client.refused(Action::Write, repository, &folder));
    }
    let announced = announced_bytes(&request);
    let mut attachment = Attachment::new(request.into_body());
    if !attachment.begins().await? {
        return change::deprecate(state, client, repository, &package, attachment).await;
    }
    let packages = &state.engine.ports().packages;
    // Three of four letters of Base64 are bytes of the file; what else is in the document is less.
    let announced = announced.map(|bytes| bytes / 4 * 3);
    let received = packages.receive(repository, announced, &mut attachment).await;
    let received = received.map_err(|error| attachment.failed(&error))?;
    let permit = state.package_indexes.work().await;
    let (document, sha512) = attachment.finish()?;
    let publication = Sent::read(&document, &package)?.publication()?;
    drop((document, permit));
    // Rights may have ended while the file was sent.
    let client = client.again(state).await?;
    client.require(Action::Write, repository, &publication.path())?;
    if let Some(published) = published(state, repository, &package).await? {
        let tags = publication.tags.iter().map(String::as_str);
        change::may_move_tags(&client, repository, &published, tags)?;
        check_metadata(&published)?;
    }
    let contents = check_archive(state, &received, &publication).await?;
    let new = publication.version(received.digests(), &sha512, contents)?;
    let context = client.context(state.engine.now())?;
    let (of, tags) = (repository.clone(), new.tags.clone());
    let admits: Admits = Box::new(move |known| {
        tags.iter().try_for_each(|tag| {
            let moved = change::may_move_tags(&client, &of, known, [tag.as_str()].into_iter());
            moved.map_err(|_| RepositoryError::TagTaken(tag.clone()))
        })
    });
    let published = packages.publish(received, new, admits, context).await;
    let published = published.map_err(|error| ApiError::of_repository(&error))?;
    tracing::debug!(package, version = published.version, "a version was published");
    let revision = packument::revision(state, repository, &package).await?;
    let answer = json!({"ok": true, "id": package, "rev": revision});
    Ok(created(Json(answer).into_response()))
}

async fn check_archive(
    state: &AppState,
    received: &Received,
    publication: &Publication,
) -> Result<Contents, ApiError> {
    let file = received.path().to_owned();
    let (name, version) = (publication.name.clone(), publication.version.clone());
    let check = move || archive::check(&file, &name, &version);
    state.package_indexes.check(check).await?.map_err(|error| match error {
        ArchiveError::Tarball(TarballError::TooLarge(_)) => {
            ApiError::too_large(format!("{error}."))
        }
        _ => invalid(&error.to_string()),
    })
}
