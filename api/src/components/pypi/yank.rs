//! Yanking versions: they are chosen for nothing new, and still installed by those who name them exactly (PEP 592).

use axum::Json;
use axum::extract::Request;
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use serde_json::json;
use waybill_machines::rules::packages::PackageProblem;
use waybill_machines::rules::permissions::Action;
use waybill_platform::repositories::{Package, RepositoryError, StoredRepository, StoredVersion};

use super::names::{normalised, version_of};
use crate::caller::PackageClient;
use crate::components::package_index::{published, visible};
use crate::error::ApiError;
use crate::state::AppState;

/// The longest body, in bytes.
const BODY_BYTES_MAX: usize = 8 * 1_024;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Yank {
    #[serde(default)]
    reason: Option<String>,
}

/// The reason in the body of a request, which may be empty.
pub(super) async fn reason_in(request: Request) -> Result<Option<String>, ApiError> {
    let body = axum::body::to_bytes(request.into_body(), BODY_BYTES_MAX).await;
    let body = body
        .map_err(|_| ApiError::too_large(r#"The body is at most a reason: {"reason": "..."}."#))?;
    if body.is_empty() {
        return Ok(None);
    }
    let Yank { reason } = crate::extract::read_json(&body)?;
    Ok(reason.map(|reason| reason.trim().to_owned()).filter(|reason| !reason.is_empty()))
}

/// A change of whether a version is yanked.
pub(super) struct Mark {
    pub(super) yanked: bool,
    pub(super) reason: Option<String>,
}

/// Yanks a version with all of its files, or ends that.
pub(super) async fn mark(
    state: &AppState,
    client: &PackageClient,
    repository: StoredRepository,
    project: &str,
    version: &str,
    Mark { yanked, reason }: Mark,
) -> Result<Response, ApiError> {
    let project = normalised(project);
    // What may not be read is not known either.
    let seen = visible(state, client, &repository, &project).await?;
    let stored = version_in(seen, version)?;
    // All files are yanked, those as well that the client may not read.
    let known = published(state, &repository, &project).await?;
    let known = known.ok_or_else(ApiError::no_such_package)?;
    for path in version_in(known, version)?.paths() {
        client.require(Action::Write, &repository, path)?;
    }
    let context = client.context(state.engine.now())?;
    let packages = &state.engine.ports().packages;
    let marked = packages.yank(repository, project, stored.version, yanked, reason, context).await;
    marked.map_err(|error| ApiError::of_repository(&error))?;
    Ok(Json(json!({"ok": true})).into_response())
}

fn version_in(package: Package, version: &str) -> Result<StoredVersion, ApiError> {
    let missing = RepositoryError::Package(PackageProblem::VersionMissing);
    let wanted = version_of(version).ok_or_else(|| ApiError::of_repository(&missing))?;
    let mut versions = package.versions.into_iter();
    let found = versions.find(|stored| version_of(&stored.version).as_ref() == Some(&wanted));
    found.ok_or_else(|| ApiError::of_repository(&missing))
}
