//! Repositories on the pages of administrators.

use axum::Json;
use axum::extract::State;
use waybill_blobs::BlobId;
use waybill_machines::rules::repositories::{Repository, RepositoryClass};
use waybill_platform::repositories::{RepositoryError, StoredRepository, Usage};

use super::commands::{address, commands};
use super::settings::{self, blank, merged};
use crate::caller::{Admin, AdminContext, RepositoryReader};
use crate::error::ApiError;
use crate::extract::{Body, PathParams};
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::console_repositories::{
    ClientCommands, CommandPurpose, ConsoleMembers, ConsoleRepositories, ConsoleRepository,
    ConsoleUpstream, NewRepository, RepositoryChanges, RepositoryValues,
};
use crate::wire::repositories::WantedRepository;

/// `GET repositories`: all of them, by key.
pub async fn list(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<ConsoleRepositories>, ApiError> {
    let all = state.engine.ports().repositories.repositories().await;
    let all = all.map_err(|error| ApiError::of_repository(&error))?;
    let mut repositories = Vec::new();
    for stored in all {
        repositories.push(described(&state, stored).await?);
    }
    Ok(Json(ConsoleRepositories { repositories }))
}

/// `POST repositories`: creates one.
pub async fn create(
    State(state): State<AppState>,
    admin: Admin,
    Body(body): Body<NewRepository>,
) -> Result<Json<ConsoleRepository>, ApiError> {
    let NewRepository { key, class, package_type, settings } = body;
    let new = blank(key, class, package_type);
    let new = merged(&state, new, wanted(settings)).await?;
    let context = admin.context(state.engine.now());
    let created = settings::create(&state, new, context).await;
    let created = created.map_err(|error| ApiError::of_repository(&error))?;
    Ok(Json(described(&state, created).await?))
}

/// `PATCH repositories/{key}`: changes the settings of one.
pub async fn change(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(key): PathParams<String>,
    Body(body): Body<RepositoryChanges>,
) -> Result<Json<ConsoleRepository>, ApiError> {
    let stored = existing(&state, key).await?;
    if revision_of(&stored.settings)? != body.revision {
        return Err(ApiError::repository_changed_meanwhile());
    }
    let changed = merged(&state, stored.settings.clone(), wanted(body.settings)).await?;
    let context = admin.context(state.engine.now());
    let changed = settings::change(&state, stored, changed, context).await;
    let changed = changed.map_err(|error| ApiError::of_repository(&error))?;
    Ok(Json(described(&state, changed).await?))
}

/// `DELETE repositories/{key}`: deletes one and everything in it.
pub async fn remove(
    State(state): State<AppState>,
    AdminContext(context): AdminContext,
    PathParams(key): PathParams<String>,
) -> Result<Json<Empty>, ApiError> {
    let removed = settings::delete(&state, key, context).await;
    removed.map_err(|error| ApiError::of_repository(&error))?;
    Ok(Json(Empty {}))
}

/// `GET repositories/{key}/commands`: how clients use one, for those who may.
pub async fn client_commands(
    State(state): State<AppState>,
    reader: RepositoryReader,
    PathParams(key): PathParams<String>,
) -> Result<Json<ClientCommands>, ApiError> {
    let stored = existing(&state, key).await?;
    if !reader.rights.show(&stored) {
        return Err(ApiError::no_such_repository());
    }
    let settings = stored.settings;
    let mut commands = commands(settings.package_type, &address(&state, &settings));
    if !takes_uploads(&settings) {
        let writes = [CommandPurpose::Publish, CommandPurpose::Import];
        commands.retain(|command| !writes.contains(&command.purpose));
    }
    Ok(Json(ClientCommands { commands }))
}

/// Whether something can be published to a repository, or to a member of it.
fn takes_uploads(Repository { class, members, .. }: &Repository) -> bool {
    let deploys = members.as_ref().is_some_and(|members| members.deploys_to.is_some());
    *class == RepositoryClass::Local || deploys
}

async fn existing(state: &AppState, key: String) -> Result<StoredRepository, ApiError> {
    let found = state.engine.ports().repositories.repository(key).await;
    let found = found.map_err(|error| ApiError::of_repository(&error))?;
    found.ok_or_else(ApiError::no_such_repository)
}

fn wanted(values: RepositoryValues) -> WantedRepository {
    WantedRepository {
        description: values.description,
        notes: values.notes,
        includes_pattern: values.includes,
        excludes_pattern: values.excludes,
        project_key: values.project_key,
        environments: values.environments,
        quota_bytes: values.quota_bytes,
        audit: values.audit.map(|audit| audit.as_str().to_owned()),
        url: values.url,
        username: values.user,
        password: values.password,
        offline: values.offline,
        retrieval_cache_period_secs: values.fresh_s,
        missed_retrieval_cache_period_secs: values.missing_s,
        priority_resolution: values.has_priority,
        repositories: values.repositories,
        default_deployment_repo: values.deploys_to,
        reserved_names_pattern: values.reserved,
        ..WantedRepository::default()
    }
}

async fn described(
    state: &AppState,
    stored: StoredRepository,
) -> Result<ConsoleRepository, ApiError> {
    let usage = match state.engine.ports().artifacts.usage(stored.clone()).await {
        // It was deleted while the list was made.
        Err(RepositoryError::NoRepository) => Usage::default(),
        usage => usage.map_err(|error| ApiError::of_repository(&error))?,
    };
    let (url, revision) = (address(state, &stored.settings), revision_of(&stored.settings)?);
    let (remote, joined) = settings::sources(state, &stored.settings).await?;
    let settings = stored.settings;
    Ok(ConsoleRepository {
        id: stored.id,
        key: settings.key,
        class: settings.class,
        package_type: settings.package_type,
        description: settings.description,
        notes: settings.notes,
        includes: settings.includes,
        excludes: settings.excludes,
        project_key: settings.project_key,
        environments: settings.environments,
        quota_bytes: settings.quota_bytes,
        audit: settings.audit,
        upstream: remote.map(|remote| ConsoleUpstream {
            url: remote.url,
            user: remote.username,
            offline: remote.offline,
            fresh_s: remote.retrieval_cache_period_secs,
            missing_s: remote.missed_retrieval_cache_period_secs,
            has_priority: remote.priority_resolution,
        }),
        members: joined.map(|joined| ConsoleMembers {
            repositories: joined.repositories,
            deploys_to: joined.default_deployment_repo,
            reserved: joined.reserved_names_pattern,
        }),
        files: usage.files,
        bytes: usage.bytes,
        created_at: stored.created_at,
        url,
        revision,
    })
}

fn revision_of(settings: &Repository) -> Result<String, ApiError> {
    let written = serde_json::to_vec(settings).map_err(|_| ApiError::internal())?;
    Ok(BlobId::of(&written).to_string())
}
