//! Copying and moving files: the calls of programs, and what the caller's rights allow with each file.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use waybill_machines::rules::artifacts::{ArtifactProblem, check_artifact_path};
use waybill_machines::rules::permissions::Action;
use waybill_machines::rules::repositories::PackageType;
use waybill_platform::permissions::Rights;
use waybill_platform::repositories::{
    Expected, Kind, Location, MayRelocate, Overwriting, Relocated, Relocation, RelocationProblem,
    RepositoryError, StoredRepository, check_relocatable,
};
use waybill_platform::streams::ChangeContext;

use super::artifacts::Target;
use super::maven;
use super::repositories::{rows_for_clients, shown, sources};
use crate::caller::PackageClient;
use crate::component::Component;
use crate::error::{ApiError, ErrorForm};
use crate::extract::{PathParams, QueryParams};
use crate::route::{Row, post};
use crate::state::AppState;
use crate::wire::search::{RelocationQuery, ResultMessage, ResultMessages};

const COPY: &str = "/artifactory/api/copy/{repo}/{*path}";
const COPY_ALL: &str = "/artifactory/api/copy/{repo}";
const MOVE: &str = "/artifactory/api/move/{repo}/{*path}";

/// Copying and moving files. Programs authenticate with access tokens.
pub struct Copies;

impl Component for Copies {
    fn public(&self) -> Vec<Row> {
        let rows = vec![
            post(COPY, "Copies a file, or a folder with everything in it.", copy),
            post(COPY_ALL, "Copies everything in a repository.", copy_all),
            post(MOVE, "Moves a file, or a folder with everything in it.", move_to),
        ];
        rows_for_clients(rows, ErrorForm::Listed)
    }
}

/// What a caller may do with each file that is copied or moved.
struct Granted {
    rights: Rights,
    from: StoredRepository,
    to: StoredRepository,
    replaces: bool,
}

/// What is to be copied or moved, and where to.
pub(super) struct Wanted {
    pub(super) from: Location,
    pub(super) to: Location,
    /// Whether it gets its own name in a folder that is at that path.
    pub(super) into_folder: bool,
    pub(super) moves: bool,
    /// Whether it is only judged.
    pub(super) is_dry: bool,
    /// Whether another content may be replaced where the rights allow it.
    pub(super) replaces: bool,
    /// The checksums of the file, if only this content is wanted.
    pub(super) expected: Option<Expected>,
}

impl MayRelocate for Granted {
    fn read(&self, path: &str) -> bool {
        self.rights.allow(Action::Read, &self.from, path)
    }

    fn remove(&self, path: &str) -> bool {
        self.rights.allow(Action::Delete, &self.from, path)
    }

    fn store(&self, from: &str, to: &str) -> Result<Overwriting, RelocationProblem> {
        if !self.rights.allow(Action::Write, &self.to, to) {
            return Err(RelocationProblem::MayNotStore);
        }
        let allowed = self.rights.overwriting(&self.to, to);
        let allowed = if self.replaces { allowed } else { allowed.min(Overwriting::SameContent) };
        if self.to.settings.package_type.served_as() != PackageType::Maven {
            return Ok(allowed);
        }
        if from != to {
            return Err(RelocationProblem::OtherPath);
        }
        Ok(if maven::is_final(to) { allowed.min(Overwriting::SameContent) } else { allowed })
    }
}

/// `POST api/copy/{repo}/{path}?to=/{repo}/{path}&dry=`.
pub async fn copy(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((repository, path)): PathParams<(String, String)>,
    QueryParams(query): QueryParams<RelocationQuery>,
) -> Result<Json<ResultMessages>, ApiError> {
    let from = located(&state, &client, &repository, &path).await?;
    relocate(&state, &client, from, query, false).await
}

/// `POST api/copy/{repo}?to=/{repo}/{path}&dry=`.
pub async fn copy_all(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams(repository): PathParams<String>,
    QueryParams(query): QueryParams<RelocationQuery>,
) -> Result<Json<ResultMessages>, ApiError> {
    let from = located(&state, &client, &repository, "").await?;
    relocate(&state, &client, from, query, false).await
}

/// `POST api/move/{repo}/{path}?to=/{repo}/{path}&dry=`.
pub async fn move_to(
    State(state): State<AppState>,
    client: PackageClient,
    PathParams((repository, path)): PathParams<(String, String)>,
    QueryParams(query): QueryParams<RelocationQuery>,
) -> Result<Json<ResultMessages>, ApiError> {
    let from = located(&state, &client, &repository, &path).await?;
    relocate(&state, &client, from, query, true).await
}

async fn located(
    state: &AppState,
    client: &PackageClient,
    repository: &str,
    path: &str,
) -> Result<Location, ApiError> {
    let path = Target::parse(path)?.path;
    Ok(Location { repository: shown(state, client, repository).await?, path })
}

/// The destination that `to=/{repo}/{path}` names. Of a virtual repository, it is the one that takes its uploads.
async fn destination(
    state: &AppState,
    client: &PackageClient,
    to: &str,
) -> Result<Location, ApiError> {
    let to = to.trim_matches('/');
    let (key, path) = to.split_once('/').unwrap_or((to, ""));
    if key.is_empty() {
        return Err(ApiError::no_destination());
    }
    if !path.is_empty() {
        let checked = check_artifact_path(path).map_err(RepositoryError::Artifact);
        checked.map_err(|error| ApiError::of_repository(&error).at("to"))?;
    }
    let repository = shown(state, client, key).await?;
    let repository = match repository.settings.members {
        Some(_) => sources::deployed_to(state, client, repository).await?,
        None => repository,
    };
    Ok(Location { repository, path: path.to_owned() })
}

async fn relocate(
    state: &AppState,
    client: &PackageClient,
    from: Location,
    query: RelocationQuery,
    moves: bool,
) -> Result<Json<ResultMessages>, ApiError> {
    let to = destination(state, client, &query.to).await?;
    let (source, is_dry) = (place(&from), query.dry == Some(1));
    let context = client.context(state.engine.now())?;
    let wanted =
        Wanted { from, to, into_folder: true, moves, is_dry, replaces: true, expected: None };
    let relocated = relocated(state, client.rights(), wanted, context).await;
    let (kind, relocated) = relocated.map_err(|error| match error {
        RepositoryError::Artifact(ArtifactProblem::Missing) => client.hidden(),
        error => ApiError::of_repository(&error),
    })?;
    let mut relocated = completed(relocated, moves)?;
    if !relocated.conflicts.first.is_empty() {
        let conflict = relocated.conflicts.first.swap_remove(0);
        return Err(ApiError::of_repository(&conflict.into_error(kind)));
    }
    let Relocated { files, folders, to, .. } = relocated;
    let (doing, done) = if moves { ("moving", "moved") } else { ("copying", "copied") };
    let prefix = if is_dry { "dry run for " } else { "" };
    let would = if is_dry { "would be" } else { "were" };
    let message = format!(
        "{prefix}{doing} {source} to {} completed successfully, {files} artifacts and {folders} folders {would} {done}",
        place(&to)
    );
    let messages = vec![ResultMessage { level: "INFO", message }];
    Ok(Json(ResultMessages { messages }))
}

/// Copies or moves what is at a place as far as rights allow it. Returns what was there.
///
/// # Errors
///
/// As of [`Relocating::relocate`](waybill_platform::repositories::Relocating::relocate); what may not be read is missing.
pub(super) async fn relocated(
    state: &AppState,
    rights: &Rights,
    wanted: Wanted,
    context: ChangeContext,
) -> Result<(Kind, Relocated), RepositoryError> {
    let Wanted { from, to, into_folder, moves, is_dry, replaces, expected } = wanted;
    // What a virtual repository joins is not known as its own.
    check_relocatable(&from.repository.settings)?;
    let sight = rights.sight(&from.repository);
    let kind = state.engine.ports().artifacts.kind(from.clone()).await?;
    let kind = kind.filter(|kind| match kind {
        Kind::File => sight.shows_file(&from.path),
        Kind::Folder => sight.shows_folder(&from.path),
    });
    let kind = kind.ok_or(RepositoryError::Artifact(ArtifactProblem::Missing))?;
    let may = Arc::new(Granted {
        rights: rights.clone(),
        from: from.repository.clone(),
        to: to.repository.clone(),
        replaces,
    });
    let wanted = Relocation { from, kind, expected, to, into_folder, moves, is_dry, may };
    Ok((kind, state.engine.ports().relocating.relocate(wanted, context).await?))
}

/// What was copied or moved, if all of it was.
///
/// # Errors
///
/// What was done, and why the rest was not.
pub(super) fn completed(relocated: Relocated, moves: bool) -> Result<Relocated, ApiError> {
    match &relocated.stopped {
        Some(stopped) => {
            let to = place(&relocated.to);
            Err(ApiError::stopped_halfway(stopped, relocated.files, relocated.wanted, &to, moves))
        }
        None => Ok(relocated),
    }
}

/// A path as the platform writes it: `repository:path`.
fn place(at: &Location) -> String {
    format!("{}:{}", at.repository.settings.key, at.path)
}
