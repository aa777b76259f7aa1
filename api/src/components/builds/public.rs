//! Builds for programs, in the format of the platform's public API.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse as _, Response};
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::Semaphore;
use waybill_machines::rules::builds::BuildPromotion;
use waybill_machines::rules::permissions::Action;
use waybill_machines::secret::PersonId;
use waybill_platform::builds::{
    BuildFilter, BuildId, DOCUMENT_BYTES_MAX, NewBuild, PageRange, StoredBuild,
};
use waybill_platform::repositories::{Kind, Location};

use super::described::public_diff;
use super::{ALL, JSON, TEXT, allow, build_of, readable};
use crate::caller::PackageClient;
use crate::components::artifacts::inert;
use crate::components::tree::names_of;
use crate::error::{ApiError, nothing_left};
use crate::extract::{Body, PathParams, QueryParams, announced_bytes};
use crate::state::AppState;
use crate::wire::public_builds::{
    BuildProjectQuery, DeleteRuns, DeleteRunsQuery, PublicBuild, PublicBuildInfo, PublicBuilds,
    PublicRun, PublicRunQuery, PublicRuns, PublicStatus,
};

/// Maximum time for a build-info to be received.
const DOCUMENT_WITHIN: Duration = Duration::from_secs(60);
const MIB: usize = 1_024 * 1_024;
/// Bounds the memory of build-infos that are being received: each reserves its announced size.
static RECEIVING_MIB: Semaphore = Semaphore::const_new(4 * DOCUMENT_BYTES_MAX / MIB);
/// Build-infos are parsed and stored one at a time: parsing takes several times their size.
static PUBLISHING: Semaphore = Semaphore::const_new(1);

/// `PUT /artifactory/api/build?project=`.
pub async fn publish(
    State(state): State<AppState>,
    client: PackageClient,
    QueryParams(query): QueryParams<BuildProjectQuery>,
    request: Request,
) -> Result<Response, ApiError> {
    // Who may publish nothing sends nothing.
    if !client.rights().builds(Action::Write).may_show_some() {
        return Err(ApiError::build_not_granted(Action::Write));
    }
    let bytes = announced_bytes(&request).unwrap_or(DOCUMENT_BYTES_MAX as u64);
    if bytes > DOCUMENT_BYTES_MAX as u64 {
        return Err(too_large());
    }
    let reserved_mib = u32::try_from(bytes.div_ceil(MIB as u64)).map_err(|_| too_large())?;
    let reserved = RECEIVING_MIB.acquire_many(reserved_mib).await;
    let _reserved = reserved.map_err(|_| ApiError::internal())?;
    let read = tokio::time::timeout(DOCUMENT_WITHIN, Bytes::from_request(request, &state)).await;
    let bytes = read.map_err(|_| ApiError::too_slow())?.map_err(|_| too_large())?;
    let _permit = PUBLISHING.acquire().await.map_err(|_| ApiError::internal())?;
    let project = build_of(String::new(), query.project).project;
    let new = tokio::task::spawn_blocking(move || NewBuild::read(bytes, project)).await;
    let new = new.map_err(|_| ApiError::internal())?;
    let new = new.map_err(|problem| ApiError::of_build_info(&problem))?;
    // Rights may have ended while it was sent.
    let client = client.again(&state).await?;
    let allows =
        |action| client.rights().allow_build(action, new.project(), new.name(), new.number());
    if !allows(Action::Write) {
        return Err(ApiError::build_not_granted(Action::Write));
    }
    let may_replace = allows(Action::Delete);
    if let Some(key) = new.project() {
        let project = state.engine.ports().projects.get(key.to_owned()).await;
        let project = project.map_err(|error| ApiError::of_project(&error))?;
        project.ok_or_else(ApiError::no_such_project_of_build)?;
    }
    let context = client.context(state.engine.now())?;
    let published = state.engine.ports().builds.publish(new, may_replace, context).await;
    published.map_err(|error| ApiError::of_build(&error))?;
    Ok(nothing_left())
}

fn too_large() -> ApiError {
    let limit = DOCUMENT_BYTES_MAX / MIB;
    ApiError::too_large(format!("A build-info may have at most {limit} MiB."))
}

/// `GET /artifactory/api/build?project=`: the builds of a project, or those of none.
pub async fn list(
    State(state): State<AppState>,
    client: PackageClient,
    QueryParams(query): QueryParams<BuildProjectQuery>,
) -> Result<Json<PublicBuilds>, ApiError> {
    let project = build_of(String::new(), query.project).project;
    let range = PageRange { after: None, limit: usize::MAX };
    let filter = BuildFilter { project: project.clone(), text: String::new(), range };
    let sight = client.rights().builds(Action::Read);
    let page = state.engine.ports().builds.builds(filter, sight).await;
    let page = page.map_err(|error| ApiError::of_build(&error))?;
    let rows = page.rows.into_iter().filter(|row| row.last.build.project == project);
    let mut rows: Vec<_> = rows.collect();
    rows.sort_by(|one, other| one.last.build.name.cmp(&other.last.build.name));
    let build = |stored: &StoredBuild| PublicBuild {
        uri: format!("/{}", encoded(&stored.build.name)),
        last_started: stored.build.started.clone(),
    };
    let builds = rows.iter().map(|row| build(&row.last)).collect();
    Ok(Json(PublicBuilds { uri: state.edge.address.link(ALL), builds }))
}

/// `GET /artifactory/api/build/{name}?project=`.
pub async fn runs(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams(name): PathParams<String>,
    QueryParams(query): QueryParams<BuildProjectQuery>,
) -> Result<Json<PublicRuns>, ApiError> {
    let build = build_of(name, query.project);
    let uri = address_of(&state, &build.name, None);
    let all = all_runs(&state, &client, build, Action::Read).await?;
    if all.is_empty() {
        return Err(hidden(&client));
    }
    let run = |stored: StoredBuild| PublicRun {
        uri: format!("/{}", encoded(&stored.build.number)),
        started: stored.build.started,
    };
    Ok(Json(PublicRuns { uri, builds_numbers: all.into_iter().map(run).collect() }))
}

/// `GET /artifactory/api/build/{name}/{number}?project=&started=&diff=`.
pub async fn run(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((name, number)): PathParams<(String, String)>,
    QueryParams(query): QueryParams<PublicRunQuery>,
) -> Result<Response, ApiError> {
    let build = build_of(name, query.project);
    let find = async |number: String| {
        let found = readable(&state, client.rights(), build.clone(), number).await?;
        found.ok_or_else(|| hidden(&client))
    };
    let stored = find(number).await?;
    if query.started.is_some_and(|started| started != stored.build.started) {
        return Err(hidden(&client));
    }
    let builds = &state.engine.ports().builds;
    if let Some(older) = query.diff {
        let older = find(older).await?;
        let newer = builds.info(&stored).await.map_err(|error| ApiError::of_build(&error))?;
        let older = builds.info(&older).await.map_err(|error| ApiError::of_build(&error))?;
        let compared = tokio::task::spawn_blocking(move || public_diff(&newer, &older)).await;
        return Ok(Json(compared.map_err(|_| ApiError::internal())?).into_response());
    }
    let document = builds.document(&stored).await.map_err(|error| ApiError::of_build(&error))?;
    let text = String::from_utf8(document).map_err(|_| ApiError::internal())?;
    let build_info = with_statuses(&state, &client, &stored, text).await?;
    let uri = address_of(&state, &stored.build.name, Some(&stored.build.number));
    let mut response = Json(PublicBuildInfo { uri, build_info }).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(JSON));
    Ok(inert(response))
}

/// A build-info with the promotions of its run. Without any it is what was published, byte for byte.
async fn with_statuses(
    state: &AppState,
    client: &PackageClient,
    stored: &StoredBuild,
    text: String,
) -> Result<Box<RawValue>, ApiError> {
    if stored.promotions.is_empty() {
        return RawValue::from_string(text).map_err(|_| ApiError::internal());
    }
    let people = stored.promotions.iter().filter_map(|promotion| promotion.by.clone());
    let names = names_of(state, client.person(), people.map(|PersonId(id)| id)).await?;
    let mut statuses = Vec::new();
    for BuildPromotion { status, comment, repository, by, at } in &stored.promotions {
        let name = by.as_ref().and_then(|by| names.get(&by.0));
        statuses.push(PublicStatus {
            status,
            comment,
            repository: repository.as_deref(),
            timestamp: *at,
            user: name.and_then(Option::as_deref),
        });
    }
    let statuses = to_raw_value(&statuses).map_err(|_| ApiError::internal())?;
    let fields: Result<BTreeMap<String, Box<RawValue>>, _> = serde_json::from_str(&text);
    let mut fields = fields.map_err(|_| ApiError::internal())?;
    fields.insert("statuses".to_owned(), statuses);
    to_raw_value(&fields).map_err(|_| ApiError::internal())
}

/// `DELETE /artifactory/api/build/{name}?buildNumbers=&deleteAll=&artifacts=`.
pub async fn remove(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams(name): PathParams<String>,
    QueryParams(query): QueryParams<DeleteRunsQuery>,
) -> Result<Response, ApiError> {
    let numbers = query.build_numbers.unwrap_or_default();
    let numbers = numbers.split(',').map(str::trim).filter(|number| !number.is_empty());
    let wanted = DeleteRuns {
        project: query.project,
        build_name: name,
        build_numbers: numbers.map(str::to_owned).collect(),
        delete_all: query.delete_all == Some(1),
        delete_artifacts: query.artifacts == Some(1),
    };
    removed(&state, &client, wanted).await
}

/// `POST /artifactory/api/build/delete`.
pub async fn remove_named(
    State(state): State<AppState>,
    client: PackageClient,
    Body(wanted): Body<DeleteRuns>,
) -> Result<Response, ApiError> {
    removed(&state, &client, wanted).await
}

/// Deletes runs. Either the client may delete all that it names, or none is deleted.
async fn removed(
    state: &AppState,
    client: &PackageClient,
    wanted: DeleteRuns,
) -> Result<Response, ApiError> {
    let build = build_of(wanted.build_name, wanted.project);
    let runs = if wanted.delete_all {
        all_runs(state, client, build.clone(), Action::Delete).await?
    } else {
        if wanted.build_numbers.is_empty() {
            return Err(ApiError::no_build_numbers());
        }
        let mut runs = Vec::new();
        for number in wanted.build_numbers {
            let found = state.engine.ports().builds.run(build.clone(), number).await;
            let found = found.map_err(|error| ApiError::of_build(&error))?;
            let rights = client.rights();
            let known = |run: &StoredBuild| {
                allow(rights, Action::Read, run) || allow(rights, Action::Delete, run)
            };
            let run = found.filter(known).ok_or_else(|| hidden(client))?;
            if !allow(rights, Action::Delete, &run) {
                return Err(ApiError::build_not_granted(Action::Delete));
            }
            runs.push(run);
        }
        runs
    };
    if runs.is_empty() {
        return Err(hidden(client));
    }
    let mut deleted = Vec::new();
    for run in runs {
        if wanted.delete_artifacts {
            remove_artifacts(state, client, &run).await?;
        }
        let context = client.context(state.engine.now())?;
        let number = run.build.number.clone();
        let removed = state.engine.ports().builds.delete(build.clone(), number.clone(), context);
        if removed.await.map_err(|error| ApiError::of_build(&error))? {
            deleted.push(number);
        }
    }
    let text = format!(
        "The following builds have been deleted: {}#{}.\n",
        build.name,
        deleted.join(&format!(", {}#", build.name))
    );
    let mut response = text.into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(TEXT));
    Ok(inert(response))
}

/// Removes the files that a run has deployed, as far as they are where it put them, are what it put there, and the
/// client may remove them.
async fn remove_artifacts(
    state: &AppState,
    client: &PackageClient,
    run: &StoredBuild,
) -> Result<(), ApiError> {
    let ports = state.engine.ports();
    let info = ports.builds.info(run).await.map_err(|error| ApiError::of_build(&error))?;
    for artifact in info.modules.iter().flat_map(|module| &module.artifacts) {
        let (key, path) = (artifact.original_deployment_repo.clone(), artifact.path.clone());
        let found = ports.repositories.repository(key).await;
        let found = found.map_err(|error| ApiError::of_repository(&error))?;
        let Some(repository) = found else { continue };
        if !client.rights().allow(Action::Delete, &repository, &path) {
            continue;
        }
        let at = Location { repository, path };
        let file = ports.artifacts.file(at.clone()).await;
        let Ok(Some(file)) = file else { continue };
        let is_same = if artifact.sha256.is_empty() {
            file.content.sha1.0.eq_ignore_ascii_case(&artifact.sha1)
        } else {
            file.content.sha256.0.eq_ignore_ascii_case(&artifact.sha256)
        };
        if is_same {
            let context = client.context(state.engine.now())?;
            let removed = ports.artifacts.remove(at, Kind::File, context).await;
            removed.map_err(|error| ApiError::of_repository(&error))?;
        }
    }
    Ok(())
}

/// All runs of a build with which the client may do something, and which it may know.
async fn all_runs(
    state: &AppState,
    client: &PackageClient,
    build: BuildId,
    action: Action,
) -> Result<Vec<StoredBuild>, ApiError> {
    let range = PageRange { after: None, limit: usize::MAX };
    let sight = client.rights().builds(action);
    let page = state.engine.ports().builds.numbers(build, range, sight).await;
    Ok(page.map_err(|error| ApiError::of_build(&error))?.rows)
}

/// The answer about what the client may not know: the same whether it exists or not.
pub(super) fn hidden(client: &PackageClient) -> ApiError {
    if client.is_anonymous() { client.without_token() } else { ApiError::no_such_build() }
}

fn address_of(state: &AppState, name: &str, number: Option<&str>) -> String {
    let number = number.map(|number| format!("/{}", encoded(number))).unwrap_or_default();
    state.edge.address.link(&format!("{ALL}/{}{number}", encoded(name)))
}

/// A name or number as one part of an address.
fn encoded(text: &str) -> String {
    percent_encoding::utf8_percent_encode(text, percent_encoding::NON_ALPHANUMERIC)
        .to_string()
        .replace("%2E", ".")
        .replace("%2D", "-")
        .replace("%5F", "_")
}
