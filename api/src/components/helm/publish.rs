//! Publishing a version of a chart.

use axum::Json;
use axum::extract::Request;
use axum::response::{IntoResponse as _, Response};
use serde_json::json;
use waybill_machines::rules::packages::Summary;
use waybill_machines::rules::permissions::Action;
use waybill_platform::repositories::{Admits, NewVersion, Received, StoredRepository};

use super::archive::{self, ArchiveError};
use super::chart::Chart;
use super::index::Stored;
use super::names::{are_same, is_provenance, of_file, path_of};
use crate::caller::PackageClient;
use crate::components::artifacts::expected;
use crate::components::publishing::{admit, another_version, receive};
use crate::components::repository_index::check_totals;
use crate::components::tarball::TarballError;
use crate::error::{ApiError, created};
use crate::state::AppState;

/// Admits a version beside others, of which none is the same to Helm.
fn admits(version: &str) -> Admits {
    let version = version.to_owned();
    another_version(move |known| are_same(known, &version))
}

/// Stores the body of a request as the file of a version. Without the name of the file it is that of the chart in it.
pub(super) async fn publish(
    state: &AppState,
    client: &PackageClient,
    repository: &StoredRepository,
    file: Option<&str>,
    request: Request,
) -> Result<Response, ApiError> {
    match file {
        Some(file) => {
            client.require(Action::Write, repository, file)?;
            if is_provenance(file) {
                return Err(invalid("This release keeps no signatures of charts (.prov)"));
            }
            let (name, version) = of_file(file).ok_or_else(|| {
                invalid("The file of a chart is named by its name and version, as shop-1.0.0.tgz")
            })?;
            admit(state, client, repository, name, file, &admits(version)).await?;
        }
        // The path is known at the end; before that it only counts whether there can be one.
        None if !client.rights().may_allow_below(Action::Write, repository, "") => {
            return Err(client.refused(Action::Write, repository, ""));
        }
        None => {}
    }
    check_totals(state, repository).await?;
    let expected = expected(request.headers());
    let received = receive(state, repository, request).await?;
    let chart = read(state, &received).await?;
    let path = path_of(&chart.name, &chart.version);
    if of_file(&path) != Some((&chart.name, &chart.version)) {
        return Err(invalid(
            "The name of the chart ends like a version, so that its file could be of another chart. Choose another name",
        ));
    }
    if file.is_some_and(|file| file != path) {
        return Err(invalid(&format!("The file of this chart is named {path}")));
    }
    // Rights may have ended while the file was sent.
    let client = client.again(state).await?;
    client.require(Action::Write, repository, &path)?;
    let summary = Summary::cut(
        chart.description.as_deref().unwrap_or_default(),
        chart.keywords.as_deref().unwrap_or_default(),
        chart.licence(),
    );
    let (name, version) = (chart.name.clone(), chart.version.clone());
    let stored = Stored { chart, digest: received.digests().sha256.to_string() };
    let document = serde_json::to_vec(&stored).map_err(|_| ApiError::internal())?.into();
    let new =
        NewVersion { name, version, path, expected, document, summary, ..NewVersion::default() };
    let context = client.context(state.engine.now())?;
    let packages = &state.engine.ports().packages;
    let admits = admits(&new.version);
    let published = packages.publish(received, new, admits, context).await;
    published.map_err(|error| ApiError::of_repository(&error))?;
    Ok(created(Json(json!({"saved": true})).into_response()))
}

async fn read(state: &AppState, received: &Received) -> Result<Chart, ApiError> {
    let file = received.path().to_owned();
    let chart = state.package_indexes.check(move || archive::read(&file)).await?;
    chart.map_err(|error| match error {
        ArchiveError::Tarball(TarballError::TooLarge(_)) | ArchiveError::FileTooLarge => {
            ApiError::too_large(format!("{error}."))
        }
        _ => invalid(&error.to_string()),
    })
}

/// 400: what was sent is no chart.
fn invalid(sentence: &str) -> ApiError {
    ApiError::bad_request("chart", format!("{sentence}."))
}
