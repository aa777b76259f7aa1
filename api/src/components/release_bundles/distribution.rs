//! Distributing a bundle to other installations, which are its targets, and removing it there (HOOK-04).
//!
//! All files are found and judged before the first one is sent. A distribution that has begun is recorded, goes on when
//! the client does not wait for it, and is recorded again whenever it has ended at a target. One that fails can be
//! repeated, and does the rest.

mod contents;
mod judged;
mod public;
mod runner;

use axum::Json;
use axum::extract::State;
use waybill_machines::machines::release_bundle::{Distribution, DistributionStatus};
use waybill_machines::secret::PersonId;

use super::asked::Asked;
use crate::caller::Admin;
use crate::error::ApiError;
use crate::extract::{Body, PathParams};
use crate::route::{Row, get, post, put};
use crate::shape::Shape;
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::distribution::{
    DistributeReleaseBundle, ReleaseBundleDistributionAccepted, ReleaseBundleDistributionBegun,
};

use judged::{Judged, Wanted};

/// Calls in the platform's public format.
const DISTRIBUTE: &str = "/lifecycle/api/v2/distribution/distribute/{name}/{version}";
const REMOVE: &str = "/lifecycle/api/v2/distribution/remote_delete/{name}/{version}";
const ABORT: &str = "/lifecycle/api/v2/distribution/abort/{name}/{version}";
const TRACKERS: &str = "/lifecycle/api/v2/distribution/trackers/{name}/{version}";
const TRACKER: &str = "/lifecycle/api/v2/distribution/trackers/{name}/{version}/{tracker}";

/// The calls of the console.
pub(super) fn calls() -> Vec<Row> {
    vec![
        post(
            "/release_bundles/{name}/{version}/distributions",
            "Distributes a bundle to targets, or removes it there, or judges that.",
            distribute,
        ),
        post(
            "/release_bundles/{name}/{version}/distributions/{number}/abort",
            "Stops the distribution of a bundle, or its removal.",
            abort,
        ),
    ]
}

/// The calls of programs.
pub(super) fn public() -> Vec<Row> {
    vec![
        post(DISTRIBUTE, "Distributes a release bundle to targets.", public::distribute)
            .responds_as(Shape::of::<ReleaseBundleDistributionAccepted>()),
        post(REMOVE, "Removes a release bundle from targets.", public::remove)
            .responds_as(Shape::of::<ReleaseBundleDistributionAccepted>()),
        put(ABORT, "Stops the distribution of a release bundle, or its removal.", public::abort),
        get(TRACKERS, "The distributions of a release bundle, the oldest first.", public::trackers),
        get(TRACKER, "A distribution of a release bundle.", public::tracker),
    ]
}

/// `POST release_bundles/{name}/{version}/distributions`: begins a distribution or a removal, or judges that.
pub async fn distribute(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(bundle): PathParams<(String, String)>,
    Body(wanted): Body<DistributeReleaseBundle>,
) -> Result<Json<ReleaseBundleDistributionBegun>, ApiError> {
    let DistributeReleaseBundle { kind, targets, create_repositories, dry_run } = wanted;
    let creates_repositories = create_repositories;
    let wanted = Wanted { kind, targets, field: "targets", creates_repositories };
    let asked = Asked { state: &state, admin: &admin, bundle };
    let judged = Judged::new(&asked, wanted).await?;
    let files = judged.files();
    let number = if dry_run { None } else { Some(judged.begun().await?.number) };
    Ok(Json(ReleaseBundleDistributionBegun { files, number }))
}

/// `POST release_bundles/{name}/{version}/distributions/{number}/abort`.
pub async fn abort(
    State(state): State<AppState>,
    admin: Admin,
    PathParams((name, version, number)): PathParams<(String, String, String)>,
) -> Result<Json<Empty>, ApiError> {
    let number: u32 = number.parse().map_err(|_| ApiError::no_such_distribution())?;
    aborted(&state, &admin, (name, version), number).await?;
    Ok(Json(Empty {}))
}

/// Stops a distribution or a removal.
///
/// # Errors
///
/// 409 if it is not in progress.
async fn aborted(
    state: &AppState,
    admin: &Admin,
    (name, version): (String, String),
    number: u32,
) -> Result<(), ApiError> {
    let context = admin.context(state.engine.now());
    let bundles = &state.engine.ports().release_bundles;
    let aborted = bundles.abort_distribution(name, version, number, context).await;
    let aborted = aborted.map_err(|error| ApiError::of_bundle(&error))?;
    aborted.map(drop).ok_or_else(ApiError::no_such_bundle)
}

/// The users who began a distribution and stopped it.
pub(super) fn people(distribution: &Distribution) -> impl Iterator<Item = &PersonId> {
    let aborter = match &distribution.status {
        DistributionStatus::Aborted { by } => by.as_ref(),
        DistributionStatus::Started {}
        | DistributionStatus::Completed {}
        | DistributionStatus::Failed {} => None,
    };
    distribution.by.iter().chain(aborter)
}
