//! Builds in the console. People without an account read what everyone may read.

use std::sync::Arc;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use waybill_machines::rules::permissions::Action;
use waybill_platform::builds::{BuildFilter, BuildInfo, Cursor, Module, PageRange, StoredBuild};
use waybill_platform::repositories::{MayRead, WantedContent};

use super::described::shown_diff;
use super::{JSON, allow, build_of, readable};
use crate::caller::{RepositoryReader, RepositoryUser};
use crate::components::artifacts::inert;
use crate::components::tree::names_of;
use crate::error::ApiError;
use crate::extract::{Body as JsonBody, QueryParams, rows};
use crate::ranges::Download;
use crate::state::AppState;
use crate::wire::Names;
use crate::wire::builds::{
    BuildDetails, BuildDiff, BuildDiffQuery, BuildFile, BuildFileKind, BuildFilePlace,
    BuildFilesPage, BuildFilesQuery, BuildModule, BuildRow, BuildRunQuery, BuildRunRow,
    BuildRunsPage, BuildRunsQuery, BuildRunsToDelete, BuildsPage, BuildsQuery, DeletedRuns,
};

/// The most properties that are sent with a run. All are in its build-info.
const PROPERTIES_MAX: usize = 1_000;

/// `GET builds?text=&project=&after=&limit=`.
pub async fn list(
    State(state): State<AppState>,
    reader: RepositoryReader,
    QueryParams(query): QueryParams<BuildsQuery>,
) -> Result<Json<BuildsPage>, ApiError> {
    let range = range_of(query.after.as_deref(), query.limit)?;
    let text = query.text.unwrap_or_default().trim().to_owned();
    let filter = BuildFilter { project: query.project, text, range };
    let sight = reader.rights.builds(Action::Read);
    let page = state.engine.ports().builds.builds(filter, sight).await;
    let page = page.map_err(|error| ApiError::of_build(&error))?;
    let names = names(&state, &reader, page.rows.iter().map(|row| row.last.as_ref())).await?;
    let builds = page.rows.iter().map(|row| BuildRow {
        name: row.last.build.name.clone(),
        project: row.last.build.project.clone(),
        runs: row.runs,
        last: run_row(&reader, &row.last),
    });
    Ok(Json(BuildsPage {
        builds: builds.collect(),
        names,
        next: page.next.map(|next| next.to_string()),
        total: page.total,
        server: state.edge.address.link("/artifactory"),
    }))
}

/// `GET builds/runs?name=&project=&after=&limit=`.
pub async fn runs(
    State(state): State<AppState>,
    reader: RepositoryReader,
    QueryParams(query): QueryParams<BuildRunsQuery>,
) -> Result<Json<BuildRunsPage>, ApiError> {
    let range = range_of(query.after.as_deref(), query.limit)?;
    let sight = reader.rights.builds(Action::Read);
    let build = build_of(query.name, query.project);
    let page = state.engine.ports().builds.numbers(build, range, sight).await;
    let page = page.map_err(|error| ApiError::of_build(&error))?;
    if page.total == 0 {
        return Err(ApiError::no_such_build());
    }
    let names = names(&state, &reader, page.rows.iter()).await?;
    Ok(Json(BuildRunsPage {
        runs: page.rows.iter().map(|stored| run_row(&reader, stored)).collect(),
        names,
        next: page.next.map(|next| next.to_string()),
        total: page.total,
    }))
}

/// `GET builds/run?name=&number=&project=`.
pub async fn run(
    State(state): State<AppState>,
    reader: RepositoryReader,
    QueryParams(query): QueryParams<BuildRunQuery>,
) -> Result<Json<BuildDetails>, ApiError> {
    let stored = found(&state, &reader, query).await?;
    let info = info_of(&state, &stored).await?;
    let promoters = stored.promotions.iter().filter_map(|promotion| promotion.by.as_ref());
    let people = stored.published_by.iter().chain(promoters).map(|person| person.0.clone());
    let names = names_of(&state, reader.person.as_ref(), people).await?;
    let module = |module: &Module| BuildModule {
        id: module.id.clone(),
        r#type: module.r#type.clone(),
        artifacts: module.artifacts.len(),
        dependencies: module.dependencies.len(),
    };
    let properties = info.properties.iter().take(PROPERTIES_MAX);
    Ok(Json(BuildDetails {
        run: run_row(&reader, &stored),
        started_text: stored.build.started.clone(),
        names,
        build_agent: info.build_agent.full_name(),
        duration_ms: info.duration_millis,
        principal: info.principal.clone(),
        url: info.url.clone(),
        vcs: info.sources(),
        modules: info.modules.iter().map(module).collect(),
        properties: properties.map(|(name, value)| (name.clone(), value.clone())).collect(),
        properties_total: info.properties.len(),
        sha256: stored.build.document.sha256.clone(),
        bytes: stored.build.document.bytes,
        promotions: stored.promotions.clone(),
    }))
}

/// `GET builds/files?name=&number=&project=&module=&kind=&text=&offset=&limit=`.
pub async fn files(
    State(state): State<AppState>,
    reader: RepositoryReader,
    QueryParams(query): QueryParams<BuildFilesQuery>,
) -> Result<Json<BuildFilesPage>, ApiError> {
    let limit = rows("limit", query.limit)?;
    let BuildFilesQuery { name, number, project, module, kind, text, offset, .. } = query;
    let stored = found(&state, &reader, BuildRunQuery { name, number, project }).await?;
    let info = info_of(&state, &stored).await?;
    let module = info.modules.get(module).ok_or_else(ApiError::no_such_build)?;
    let text = text.unwrap_or_default().trim().to_lowercase();
    let all = files_of(module, kind);
    let mut all: Vec<_> = all
        .into_iter()
        .filter(|(file, _)| text.is_empty() || file.name.to_lowercase().contains(&text))
        .collect();
    let total = all.len();
    let offset = offset.unwrap_or(0).min(total);
    all.drain(..offset);
    all.truncate(limit);
    let (mut files, wanted): (Vec<_>, Vec<_>) = all.into_iter().unzip();
    let rights = reader.rights.clone();
    let may_read: MayRead =
        Box::new(move |repository, path| rights.allow(Action::Read, repository, path));
    let places = state.engine.ports().tree.holders(wanted, may_read).await;
    let places = places.map_err(|error| ApiError::of_repository(&error))?;
    for (file, place) in files.iter_mut().zip(places) {
        file.place = place
            .map(|at| BuildFilePlace { repository: at.repository.settings.key, path: at.path });
    }
    Ok(Json(BuildFilesPage { files, total }))
}

/// The files of a module, and what is looked for to find where they are stored.
fn files_of(module: &Module, kind: BuildFileKind) -> Vec<(BuildFile, WantedContent)> {
    match kind {
        BuildFileKind::Artifacts => {
            let file = module.artifacts.iter().map(|artifact| {
                let (repo, path) = (&artifact.original_deployment_repo, &artifact.path);
                let is_known = !repo.is_empty() && !path.is_empty();
                let wanted = WantedContent {
                    sha256: artifact.sha256.clone(),
                    sha1: artifact.sha1.clone(),
                    expected: is_known.then(|| (repo.clone(), path.clone())),
                    only_at: None,
                };
                let file = BuildFile {
                    name: artifact.name.clone(),
                    r#type: artifact.r#type.clone(),
                    sha256: artifact.sha256.clone(),
                    sha1: artifact.sha1.clone(),
                    scopes: Vec::new(),
                    place: None,
                };
                (file, wanted)
            });
            file.collect()
        }
        BuildFileKind::Dependencies => {
            let file = module.dependencies.iter().map(|found| {
                let (sha256, sha1) = (found.sha256.clone(), found.sha1.clone());
                let wanted = WantedContent { sha256, sha1, ..WantedContent::default() };
                let file = BuildFile {
                    name: found.id.clone(),
                    r#type: found.r#type.clone(),
                    sha256: found.sha256.clone(),
                    sha1: found.sha1.clone(),
                    scopes: found.scopes.clone(),
                    place: None,
                };
                (file, wanted)
            });
            file.collect()
        }
    }
}

/// `GET builds/diff?name=&number=&older=&project=`.
pub async fn diff(
    State(state): State<AppState>,
    reader: RepositoryReader,
    QueryParams(query): QueryParams<BuildDiffQuery>,
) -> Result<Json<BuildDiff>, ApiError> {
    let BuildDiffQuery { name, number, older, project } = query;
    let run = |number| BuildRunQuery { name: name.clone(), number, project: project.clone() };
    let newer = found(&state, &reader, run(number)).await?;
    let older = found(&state, &reader, run(older)).await?;
    let (newer, older) = (info_of(&state, &newer).await?, info_of(&state, &older).await?);
    let compared = tokio::task::spawn_blocking(move || shown_diff(&newer, &older)).await;
    Ok(Json(compared.map_err(|_| ApiError::internal())?))
}

/// `GET builds/document?name=&number=&project=`: a download, whatever it contains.
pub async fn document(
    State(state): State<AppState>,
    reader: RepositoryReader,
    QueryParams(query): QueryParams<BuildRunQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let stored = found(&state, &reader, query).await?;
    let document = state.engine.ports().builds.document(&stored).await;
    let document = Bytes::from(document.map_err(|error| ApiError::of_build(&error))?);
    let name = format!("{}-{}.json", stored.build.name, stored.build.number);
    let download = Download {
        size: document.len() as u64,
        name: name.replace(['"', '/', '\\', ';'], "_"),
        content_type: JSON.into(),
        etag: stored.build.document.sha256.0.clone(),
        of: None,
    };
    let part = |from: u64, to: u64| {
        let end = |at: u64| usize::try_from(at).unwrap_or(usize::MAX).min(document.len());
        Body::from(document.slice(end(from)..end(to)))
    };
    Ok(inert(download.answer(&headers, part)?))
}

/// `POST builds/delete`: deletes runs; all of them, or none if there is one that the user may not delete.
pub async fn remove(
    State(state): State<AppState>,
    user: RepositoryUser,
    JsonBody(wanted): JsonBody<BuildRunsToDelete>,
) -> Result<Json<DeletedRuns>, ApiError> {
    let build = build_of(wanted.name, wanted.project);
    for number in &wanted.numbers {
        let run = readable(&state, user.rights(), build.clone(), number.clone()).await?;
        let run = run.ok_or_else(ApiError::no_such_build)?;
        if !allow(user.rights(), Action::Delete, &run) {
            return Err(ApiError::build_not_granted(Action::Delete));
        }
    }
    let mut deleted = 0;
    for number in wanted.numbers {
        let context = user.context(state.engine.now());
        let removed = state.engine.ports().builds.delete(build.clone(), number, context).await;
        deleted += usize::from(removed.map_err(|error| ApiError::of_build(&error))?);
    }
    Ok(Json(DeletedRuns { deleted }))
}

/// A run that the reader may read.
pub(super) async fn found(
    state: &AppState,
    reader: &RepositoryReader,
    run: BuildRunQuery,
) -> Result<StoredBuild, ApiError> {
    let build = build_of(run.name, run.project);
    let found = readable(state, &reader.rights, build, run.number).await?;
    found.ok_or_else(ApiError::no_such_build)
}

pub(super) async fn info_of(
    state: &AppState,
    stored: &StoredBuild,
) -> Result<Arc<BuildInfo>, ApiError> {
    let info = state.engine.ports().builds.info(stored).await;
    info.map_err(|error| ApiError::of_build(&error))
}

fn run_row(reader: &RepositoryReader, stored: &StoredBuild) -> BuildRunRow {
    let may_delete = reader.person.is_some() && allow(&reader.rights, Action::Delete, stored);
    BuildRunRow::new(stored, may_delete)
}

async fn names<'a>(
    state: &AppState,
    reader: &RepositoryReader,
    stored: impl Iterator<Item = &'a StoredBuild>,
) -> Result<Names, ApiError> {
    let ids = stored.filter_map(|stored| Some(stored.published_by.clone()?.0));
    let ids: Vec<String> = ids.collect();
    names_of(state, reader.person.as_ref(), ids.into_iter()).await
}

fn range_of(after: Option<&str>, limit: Option<usize>) -> Result<PageRange, ApiError> {
    let after: Option<Cursor> =
        after.map(str::parse).transpose().map_err(|error| ApiError::of_build(&error))?;
    Ok(PageRange { after, limit: rows("limit", limit)? })
}
