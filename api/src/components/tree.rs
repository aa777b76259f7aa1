//! The tree of repositories in the console: folders in pages, and what is known of a place.

mod places;
mod relocations;
mod tickets;
mod topic;
mod transfers;
mod trash;
mod versions;

use std::collections::HashMap;
use std::sync::Arc;

use anyhow::Context as _;
use axum::Json;
use axum::extract::State;
use waybill_machines::rules::permissions::Action;
use waybill_platform::repositories::TreeSource;

use super::following::{FollowedTopic, RightsSource};
use super::repositories::SERVICE;
use super::repositories::sources::readable_sources;
use crate::caller::{RepositoryReader, RepositoryUser};
use crate::component::{Component, Opened, Opening};
use crate::error::ApiError;
use crate::extract::{Body, QueryParams, rows};
use crate::route::{Row, get, post, put};
use crate::shape::Payload;
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::tree::{
    TreeDetails, TreeEntry, TreePage, TreePageQuery, TreePlace, TreeProperties, TreeRepositories,
};

pub(super) use places::names_of;
use places::{described, located, located_to_change, repository_row};
pub use tickets::Tickets;
use topic::FollowedTree;
use transfers::TICKET;
pub(super) use transfers::ticket_to_download;
pub(super) use versions::deletable;

const BYTES: &str = "application/octet-stream";

/// The tree of repositories.
pub struct Tree;

impl Component for Tree {
    fn calls(&self) -> Vec<Row> {
        let rows = vec![
            get("/tree/repositories", "The repositories that the user may read.", repositories),
            get("/tree/entries", "A page of a folder in a repository.", entries),
            post("/tree/downloads", "A ticket for downloading a file.", transfers::ask_to_download),
            post("/tree/uploads", "A ticket for uploading a file.", transfers::ask_to_upload),
            post("/tree/trash", "Moves a file or a folder to the trash.", trash::discard),
            get("/tree/trash", "The trash of a repository.", trash::list),
            post(
                "/tree/restore",
                "Restores files from the trash or from the archive.",
                trash::restore,
            ),
            post(
                "/tree/purge",
                "Deletes files in the trash or in the archive for good.",
                trash::purge,
            ),
            post("/tree/relocations", "Copies or moves a file or a folder.", relocations::relocate),
            post("/tree/version-removals", "Deletes a version of a package.", versions::remove),
            post("/tree/properties", "Changes the properties of a file.", annotate),
            get("/tree/details", "What is known of a file, a folder or a repository.", details),
        ];
        rows.into_iter().map(|row| row.depends_on(SERVICE)).collect()
    }

    fn public(&self) -> Vec<Row> {
        let rows = vec![
            get(TICKET, "Downloads the file that a ticket is for.", transfers::download)
                .responds_with(BYTES),
            put(TICKET, "Stores the file that a ticket is for.", transfers::upload)
                .accepts_body(Payload::Bytes(BYTES), usize::MAX),
        ];
        rows.into_iter().map(|row| row.depends_on(SERVICE)).collect()
    }

    fn open(&self, _: &Opening<'_>, opened: &mut Opened) -> anyhow::Result<()> {
        let ports = &opened.ports;
        let first = "the repositories are opened first";
        let followed = FollowedTree {
            tree: ports.tree.clone().context(first)?,
            repositories: ports.repositories.clone().context(first)?,
        };
        let rights = RightsSource::new(ports)?;
        opened.topics.push(Arc::new(FollowedTopic { followed, rights }));
        Ok(())
    }
}

/// `GET tree/repositories`.
pub async fn repositories(
    State(state): State<AppState>,
    reader: RepositoryReader,
) -> Result<Json<TreeRepositories>, ApiError> {
    let all = state.engine.ports().repositories.repositories().await;
    let all = all.map_err(|error| ApiError::of_repository(&error))?;
    let mut repositories = Vec::new();
    for stored in all {
        let is_readable = reader.rights.show_folder(&stored, "")
            || !readable_sources(&state, &reader.rights, &stored).await?.is_empty();
        if is_readable {
            repositories.push(repository_row(&reader.rights, stored));
        }
    }
    Ok(Json(TreeRepositories { repositories, may_create: reader.rights.is_admin() }))
}

/// `GET tree/entries?repository=&path=&after=&limit=`.
pub async fn entries(
    State(state): State<AppState>,
    reader: RepositoryReader,
    QueryParams(query): QueryParams<TreePageQuery>,
) -> Result<Json<TreePage>, ApiError> {
    let entries_max = rows("limit", query.limit)?;
    let at = located(&state, &reader.rights, query.repository, query.path).await?;
    let is_joined = at.repository.settings.members.is_some();
    let sources = readable_sources(&state, &reader.rights, &at.repository).await?;
    if is_joined && sources.is_empty() && at.path.is_empty() {
        return Ok(Json(TreePage { entries: Vec::new(), next: None }));
    }
    let holders: HashMap<String, String> = sources
        .iter()
        .filter(|_| is_joined)
        .map(|source| (source.id.clone(), source.settings.key.clone()))
        .collect();
    let sources = sources
        .into_iter()
        .map(|repository| TreeSource { sight: reader.rights.sight(&repository), repository });
    let tree = &state.engine.ports().tree;
    let page = tree.page(sources.collect(), at.path, query.after, entries_max).await;
    let page = page.map_err(|error| ApiError::of_repository(&error))?;
    let page = page.ok_or_else(ApiError::no_such_file)?;
    let entries = page.entries.into_iter().map(|entry| TreeEntry::of(entry, &holders)).collect();
    Ok(Json(TreePage { entries, next: page.next }))
}

/// `GET tree/details?repository=&path=`.
pub async fn details(
    State(state): State<AppState>,
    reader: RepositoryReader,
    QueryParams(place): QueryParams<TreePlace>,
) -> Result<Json<TreeDetails>, ApiError> {
    let at = located(&state, &reader.rights, place.repository, place.path).await?;
    Ok(Json(described(&state, &reader, at).await?))
}

/// `POST tree/properties`: changes the properties of a file.
pub async fn annotate(
    State(state): State<AppState>,
    user: RepositoryUser,
    Body(wanted): Body<TreeProperties>,
) -> Result<Json<Empty>, ApiError> {
    if wanted.changes.is_empty() {
        return Err(ApiError::no_properties_named());
    }
    let at = located_to_change(&state, user.rights(), wanted.repository, wanted.path).await?;
    user.require(Action::Annotate, &at.repository, &at.path)?;
    let context = user.context(state.engine.now());
    let changed = state.engine.ports().artifacts.annotate(at, wanted.changes, context).await;
    changed.map_err(|error| ApiError::of_repository(&error))?;
    Ok(Json(Empty {}))
}
