//! What the form of a webhook chooses from: repositories, builds, release bundles, environments, the patterns of
//! permissions, and proxies (HOOK-05). A page treats a list that fails as none.

use std::collections::BTreeSet;

use axum::Json;
use axum::extract::State;
use waybill_machines::rules::repositories::RepositoryClass;
use waybill_machines::rules::webhooks::{WEBHOOK_PATTERNS_MAX, WebhookNames, WebhookPatterns};
use waybill_platform::permissions::Principal;
use waybill_platform::repositories::StoredRepository;

use super::projects::is_repository_meant;
use super::{preview, projects};
use crate::caller::{Admin, AnyAdmin};
use crate::error::ApiError;
use crate::extract::{Body, QueryParams};
use crate::state::AppState;
use crate::wire::proxies::{
    WebhookBuilds, WebhookBuildsQuery, WebhookBundles, WebhookEnvironments, WebhookNamesQuery,
    WebhookPermissionPatterns, WebhookPermissionTargets, WebhookProxies, WebhookRepositories,
    WebhookRepositoriesQuery, WebhookRepositoryType,
};

/// The most names in an answer.
const NAMES_MAX: usize = 1_000;
/// The most permissions in a request.
const PERMISSIONS_MAX: usize = 100;

/// `GET webhook-lists/repositories?type=&projectKey=`.
pub async fn repositories(
    State(state): State<AppState>,
    admin: AnyAdmin,
    QueryParams(query): QueryParams<WebhookRepositoriesQuery>,
) -> Result<Json<WebhookRepositories>, ApiError> {
    let project = projects::named(&admin.administered, query.project_key)?;
    let class = match query.kind {
        WebhookRepositoryType::Local => RepositoryClass::Local,
        WebhookRepositoryType::Remote => RepositoryClass::Remote,
        WebhookRepositoryType::Federated => {
            return Ok(Json(WebhookRepositories { repositories: Vec::new() }));
        }
    };
    let all = all_repositories(&state).await?.into_iter();
    let of_class = all.filter(|stored| {
        stored.settings.class == class && is_repository_meant(project.as_deref(), stored)
    });
    let mut repositories: Vec<String> = of_class.map(|stored| stored.settings.key).collect();
    repositories.sort_unstable();
    Ok(Json(WebhookRepositories { repositories }))
}

/// `GET webhook-lists/builds?includePatterns=&projectKey=`.
pub async fn builds(
    State(state): State<AppState>,
    admin: AnyAdmin,
    QueryParams(query): QueryParams<WebhookBuildsQuery>,
) -> Result<Json<WebhookBuilds>, ApiError> {
    let project = projects::named(&admin.administered, query.project_key)?;
    let wanted = names_of(query.include_patterns.as_deref())?;
    // Administrators of a project may do everything with its builds.
    let rights = state.engine.ports().permissions.rights(Principal::Administrator).await?;
    let all = preview::builds(&state, &rights, project.as_deref()).await?;
    Ok(Json(WebhookBuilds { builds: first_of(all, &wanted) }))
}

/// `GET webhook-lists/bundles?includePatterns=`.
pub async fn bundles(
    State(state): State<AppState>,
    _: Admin,
    QueryParams(query): QueryParams<WebhookNamesQuery>,
) -> Result<Json<WebhookBundles>, ApiError> {
    let wanted = names_of(query.include_patterns.as_deref())?;
    let all = preview::bundles(&state).await?;
    Ok(Json(WebhookBundles { bundles: first_of(all, &wanted) }))
}

/// `GET webhook-lists/environments`: those that repositories belong to.
pub async fn environments(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<WebhookEnvironments>, ApiError> {
    let all = all_repositories(&state).await?;
    let names = all.iter().flat_map(|stored| stored.settings.environments.iter().cloned());
    let names: BTreeSet<String> = names.collect();
    Ok(Json(WebhookEnvironments { environments: names.into_iter().collect() }))
}

/// `POST webhook-lists/permission-targets`. Permissions that do not exist have no patterns.
pub async fn permission_targets(
    State(state): State<AppState>,
    _: Admin,
    Body(wanted): Body<WebhookPermissionTargets>,
) -> Result<Json<WebhookPermissionPatterns>, ApiError> {
    if wanted.names.len() > PERMISSIONS_MAX {
        let message = format!("Name {PERMISSIONS_MAX} permissions at most.");
        return Err(ApiError::not_in_webhook("names", message));
    }
    let (mut builds, mut bundles) = (BTreeSet::new(), BTreeSet::new());
    for name in wanted.names {
        let found = state.engine.ports().permissions.permission(name).await?;
        let Some(stored) = found else { continue };
        for target in stored.settings.builds.iter().flat_map(|grants| &grants.targets) {
            builds.extend(target.includes.iter().cloned());
        }
        for target in stored.settings.bundles.iter().flat_map(|grants| &grants.targets) {
            bundles.extend(target.includes.iter().cloned());
        }
    }
    Ok(Json(WebhookPermissionPatterns {
        builds: builds.into_iter().collect(),
        bundles: bundles.into_iter().collect(),
    }))
}

/// `GET webhook-lists/proxies`.
pub async fn proxies(
    State(state): State<AppState>,
    _: AnyAdmin,
) -> Result<Json<WebhookProxies>, ApiError> {
    let all = state.engine.ports().proxies.proxies().await?;
    let proxies = all.into_iter().map(|stored| stored.settings.key).collect();
    Ok(Json(WebhookProxies { proxies }))
}

async fn all_repositories(state: &AppState) -> Result<Vec<StoredRepository>, ApiError> {
    let all = state.engine.ports().repositories.repositories().await;
    all.map_err(|error| ApiError::of_repository(&error))
}

/// What patterns with commas between them match, as those of a webhook do; all names if there are none.
fn names_of(include_patterns: Option<&str>) -> Result<WebhookNames, ApiError> {
    let patterns = include_patterns.unwrap_or_default().split(',').map(str::trim);
    let includes: Vec<String> =
        patterns.filter(|pattern| !pattern.is_empty()).map(str::to_owned).collect();
    if includes.len() > WEBHOOK_PATTERNS_MAX {
        let message = format!("Name {WEBHOOK_PATTERNS_MAX} patterns at most.");
        return Err(ApiError::not_in_webhook("includePatterns", message));
    }
    Ok(WebhookNames {
        any: includes.is_empty(),
        names: BTreeSet::new(),
        patterns: WebhookPatterns { includes, excludes: Vec::new() },
        environments: BTreeSet::new(),
    })
}

fn first_of(mut names: Vec<String>, wanted: &WebhookNames) -> Vec<String> {
    names.retain(|name| wanted.has(name));
    names.sort_unstable();
    names.dedup();
    names.truncate(NAMES_MAX);
    names
}
