//! What publishing a version is in every package type whose clients send its file alone.

use axum::extract::Request;
use waybill_machines::rules::packages::PackageProblem;
use waybill_machines::rules::permissions::Action;
use waybill_platform::repositories::{
    Admits, Package, Received, RepositoryError, StoredRepository,
};

use super::artifacts::body::Portions;
use super::package_index::published;
use crate::caller::PackageClient;
use crate::error::ApiError;
use crate::extract::announced_bytes;
use crate::state::AppState;

/// Judges what does not depend on the file, before it is received. Returns the package, if it has a version.
///
/// # Errors
///
/// What the client may not know or do; 403 if the repository does not take the path; and what does not admit the
/// version beside others.
pub(super) async fn admit(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    package: &str,
    path: &str,
    admits: &Admits,
) -> Result<Option<Package>, ApiError> {
    client.require(Action::Write, repository, path)?;
    if !repository.settings.takes(path) {
        return Err(ApiError::of_repository(&RepositoryError::NotIncluded));
    }
    let known = published(state, repository, package).await?;
    let admitted = known.as_ref().map_or(Ok(()), admits);
    admitted.map_err(|error| ApiError::of_repository(&error))?;
    Ok(known)
}

/// Admits a version unless it is published: `is_same` says whether a published one is the same.
pub(super) fn another_version(is_same: impl Fn(&str) -> bool + Send + Sync + 'static) -> Admits {
    Box::new(move |known| {
        let exists = known.versions.iter().any(|stored| is_same(&stored.version));
        let problem = RepositoryError::Package(PackageProblem::VersionExists);
        if exists { Err(problem) } else { Ok(()) }
    })
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
