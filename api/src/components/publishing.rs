//! What publishing a version is in every package type whose clients send its file alone.

use axum::extract::Request;
use waybill_machines::rules::packages::PackageProblem;
use waybill_machines::rules::permissions::Action;
use waybill_platform::repositories::{Received, RepositoryError, StoredRepository};

use super::artifacts::body::Portions;
use super::package_index::published;
use crate::caller::PackageClient;
use crate::error::ApiError;
use crate::extract::announced_bytes;
use crate::state::AppState;

/// Judges what does not depend on the file, before it is received.
///
/// # Errors
///
/// What the client may not know or do; 403 if the repository does not take the path, and 409 if the version is
/// published.
pub(super) async fn admit(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    (package, version): (&str, &str),
    path: &str,
) -> Result<(), ApiError> {
    client.require(Action::Write, repository, path)?;
    let refused = |error| Err(ApiError::of_repository(&error));
    if !repository.settings.takes(path) {
        return refused(RepositoryError::NotIncluded);
    }
    let known = published(state, repository, package).await?;
    let mut versions = known.iter().flat_map(|known| &known.versions);
    if versions.any(|stored| stored.version == version) {
        return refused(RepositoryError::Package(PackageProblem::VersionExists));
    }
    Ok(())
}

/// Receives the body of a request as the file of a version.
pub(super) async fn receive(
    state: &AppState,
    repository: &StoredRepository,
    request: Request,
) -> Result<Received, ApiError> {
    let announced = announced_bytes(&request);
    let mut portions = Portions::new(request.into_body());
    let packages = &state.engine.ports().packages;
    let received = packages.receive(repository, announced, &mut portions).await;
    received.map_err(|error| ApiError::of_repository(&error))
}
