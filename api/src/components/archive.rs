//! The archive: versions of packages that clients no longer see and that stay until they are restored (SEARCH-01).
//! Restoring and deleting them is as for files in the trash.

use axum::Json;
use axum::extract::State;
use waybill_machines::rules::permissions::Action;
use waybill_machines::rules::search::{
    ArchiveSearchType, SearchFilter, SearchType, filter_of, parse, types_named,
};
use waybill_platform::permissions::Rights;
use waybill_platform::repositories::{ArchiveCursor, ArchivePage, ArchiveQuery, ArchivedVersion};

use super::repositories::SERVICE;
use super::repositories::sources::searched;
use super::tree::{deletable, names_of};
use crate::caller::RepositoryUser;
use crate::component::Component;
use crate::error::ApiError;
use crate::extract::{Body, QueryParams, rows};
use crate::route::{Row, get, post};
use crate::state::AppState;
use crate::wire::archive::{ArchiveSearch, ArchivedFiles, ArchivedVersionRow, ArchivedVersions};
use crate::wire::tree::TreePlace;

/// The archive of repositories.
pub struct Archive;

impl Component for Archive {
    fn calls(&self) -> Vec<Row> {
        let rows = vec![
            post("/archive/versions", "Moves a version to the archive.", archive),
            get("/archive/versions", "Searches the archived versions of packages.", search),
        ];
        rows.into_iter().map(|row| row.depends_on(SERVICE)).collect()
    }
}

/// `POST archive/versions`: archives all files of the version that a file belongs to. Who may delete them may.
pub async fn archive(
    State(state): State<AppState>,
    user: RepositoryUser,
    Body(place): Body<TreePlace>,
) -> Result<Json<ArchivedFiles>, ApiError> {
    let (at, of, paths) = deletable(&state, &user, place).await?;
    let (context, key) = (user.context(state.engine.now()), at.repository.settings.key.clone());
    let archived = state.engine.ports().trash.archive(at.repository, paths, context).await;
    let archived = archived.map_err(|error| ApiError::of_repository(&error))?;
    Ok(Json(ArchivedFiles {
        repository: key,
        name: archived.name,
        package: of.package,
        version: of.version,
        files: archived.files,
    }))
}

/// `GET archive/versions?query=&after=&limit=`: what a query of the search of the archive finds, of what the user may
/// read.
pub async fn search(
    State(state): State<AppState>,
    user: RepositoryUser,
    QueryParams(wanted): QueryParams<ArchiveSearch>,
) -> Result<Json<ArchivedVersions>, ApiError> {
    let limit = rows("limit", wanted.limit)?;
    let after: Option<ArchiveCursor> = wanted
        .after
        .map(|after| after.parse())
        .transpose()
        .map_err(|error| ApiError::of_repository(&error))?;
    let model = parse(&wanted.query, SearchType::Archive)
        .map_err(|problem| ApiError::bad_request("query", problem.to_string()))?;
    let filter = filter_of(&model, SearchType::Archive);
    let by_files = model.archive_search_type == Some(ArchiveSearchType::Artifacts);
    let keys = filter.repos.as_deref().unwrap_or_default();
    let scope = searched(&state, user.rights(), keys).await?;
    let query = ArchiveQuery { after, limit, ..query(filter, by_files) };
    let page = state.engine.ports().trash.archived(query, scope).await;
    let ArchivePage { versions, next } = page.map_err(|error| ApiError::of_repository(&error))?;
    let users = versions.iter().map(|one| one.archived_by.clone());
    let names = names_of(&state, Some(&user.person), users).await?;
    Ok(Json(ArchivedVersions {
        versions: versions.into_iter().map(|one| row(one, user.rights())).collect(),
        next: next.map(|cursor| cursor.to_string()),
        names,
    }))
}

fn query(filter: SearchFilter, by_files: bool) -> ArchiveQuery {
    ArchiveQuery {
        name: filter.name.unwrap_or_default(),
        by_files,
        types: filter.package_type.as_deref().and_then(types_named),
        version: filter.version.unwrap_or_default(),
        path: filter.path.unwrap_or_default(),
        ..ArchiveQuery::default()
    }
}

fn row(found: ArchivedVersion, rights: &Rights) -> ArchivedVersionRow {
    let may_delete = |path: &String| rights.allow(Action::Delete, &found.repository, path);
    ArchivedVersionRow {
        restorable: found.paths.iter().all(may_delete),
        id: found.package.to_string(),
        package_type: found.package.package_type,
        package: found.package.name,
        version: found.version,
        tags: found.tags,
        repository: found.repository.settings.key,
        name: found.name,
        files: found.paths.len(),
        bytes: found.bytes,
        archived_at: found.archived_at,
        archived_by: found.archived_by,
    }
}
