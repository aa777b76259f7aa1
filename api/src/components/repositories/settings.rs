//! The settings of repositories, as clients and pages name them.

use waybill_machines::rules::repositories::{Audit, PackageType, Repository, RepositoryClass};
use waybill_machines::rules::repository_sources::{Credentials, Members, Upstream};
use waybill_machines::secret::SecretRef;
use waybill_outbound::Target;
use waybill_platform::repositories::{RepositoryError, StoredRepository};
use waybill_platform::secret::Secret;
use waybill_platform::streams::ChangeContext;

use crate::error::ApiError;
use crate::state::AppState;
use crate::wire::repositories::{RemoteConfiguration, VirtualConfiguration, WantedRepository};

/// A repository before its fields are set.
pub(super) fn blank(key: String, class: RepositoryClass, package_type: PackageType) -> Repository {
    Repository {
        key,
        class,
        package_type,
        description: String::new(),
        notes: String::new(),
        includes: "**/*".to_owned(),
        excludes: String::new(),
        project_key: None,
        environments: Vec::new(),
        quota_bytes: None,
        upstream: None,
        members: None,
        audit: Audit::default(),
    }
}

/// A repository with the fields that a client has named.
pub(super) async fn merged(
    state: &AppState,
    before: Repository,
    wanted: WantedRepository,
) -> Result<Repository, ApiError> {
    if wanted.key.as_ref().is_some_and(|key| *key != before.key) {
        return Err(ApiError::other_key());
    }
    if wanted.rclass.as_ref().is_some_and(|class| class.to_lowercase() != before.class.as_str()) {
        return Err(ApiError::unknown_class());
    }
    let upstream = upstream_of(state, &before, &wanted).await?;
    let members = members_of(state, &before, &wanted).await?;
    let project_key = match wanted.project_key {
        None => before.project_key,
        Some(none) if none.is_empty() => None,
        Some(project) => {
            let found = state.engine.ports().projects.get(project.clone()).await;
            if found.map_err(|error| ApiError::of_project(&error))?.is_none() {
                return Err(ApiError::bad_request("no_such_project", "There is no such project.")
                    .at("projectKey"));
            }
            Some(project)
        }
    };
    let audit = match wanted.audit.as_deref() {
        None => before.audit,
        Some(name) => audit(name)?,
    };
    Ok(Repository {
        audit,
        upstream,
        members,
        description: wanted.description.unwrap_or(before.description),
        notes: wanted.notes.unwrap_or(before.notes),
        includes: wanted.includes_pattern.unwrap_or(before.includes),
        excludes: wanted.excludes_pattern.unwrap_or(before.excludes),
        project_key,
        environments: wanted.environments.unwrap_or(before.environments),
        quota_bytes: match wanted.quota_bytes {
            None => before.quota_bytes,
            Some(0) => None,
            quota => quota,
        },
        ..before
    })
}

fn audit(name: &str) -> Result<Audit, ApiError> {
    let found = Audit::ALL.into_iter().find(|known| known.as_str() == name.to_lowercase());
    found.ok_or_else(ApiError::unknown_audit)
}

/// Where a remote repository has its files from.
async fn upstream_of(
    state: &AppState,
    before: &Repository,
    wanted: &WantedRepository,
) -> Result<Option<Upstream>, ApiError> {
    if before.class != RepositoryClass::Remote {
        return Ok(None);
    }
    let before = before.upstream.clone().unwrap_or_else(|| Upstream::of(String::new()));
    let url = wanted.url.as_ref().unwrap_or(&before.url).trim().to_owned();
    let target = Target::parse(&url).map_err(ApiError::invalid_upstream)?;
    // Credentials are for one server.
    let known = Target::parse(&before.url).ok().filter(|before| before.has_origin_of(&target));
    let known = known.and(before.credentials);
    let has_password =
        wanted.password.as_ref().map_or(known.is_some(), |password| !password.expose().is_empty());
    let upstreams = &state.engine.ports().upstreams;
    // One whose address has been closed since can still be changed in other ways.
    if url != before.url || (has_password && known.is_none()) {
        let vetted = upstreams.vet(target, has_password).await;
        vetted.map_err(|error| ApiError::of_repository(&error))?;
    }
    let credentials = match (&wanted.username, &wanted.password) {
        (None, None) => known,
        (_, Some(password)) if password.expose().is_empty() => None,
        (user, Some(password)) => {
            let user = user.clone().or(known.map(|known| known.user)).unwrap_or_default();
            let password = upstreams.keep_password(Secret::new(password.expose())).await;
            let password = password.map_err(|error| ApiError::of_repository(&error))?;
            Some(Credentials { user, password })
        }
        (Some(user), None) => match known {
            Some(known) if known.user == *user => Some(known),
            // Clients send it with all other fields.
            None if user.is_empty() => None,
            _ => return Err(ApiError::no_upstream_password()),
        },
    };
    Ok(Some(Upstream {
        url,
        offline: wanted.offline.unwrap_or(before.offline),
        fresh_s: wanted.retrieval_cache_period_secs.unwrap_or(before.fresh_s),
        missing_s: wanted.missed_retrieval_cache_period_secs.unwrap_or(before.missing_s),
        has_priority: wanted.priority_resolution.unwrap_or(before.has_priority),
        credentials,
    }))
}

/// The password that the settings of a repository name.
fn password_of(settings: &Repository) -> Option<SecretRef> {
    Some(settings.upstream.as_ref()?.credentials.as_ref()?.password.clone())
}

/// Creates a repository. If it is refused, nothing is left of its password.
pub(super) async fn create(
    state: &AppState,
    new: Repository,
    context: ChangeContext,
) -> Result<StoredRepository, RepositoryError> {
    let password = password_of(&new);
    let created = state.engine.ports().repositories.create(new, context).await;
    if created.is_err() {
        remove_password(state, password).await;
    }
    created
}

/// Changes a repository. The password that is not used then is removed.
pub(super) async fn change(
    state: &AppState,
    seen: StoredRepository,
    wanted: Repository,
    context: ChangeContext,
) -> Result<StoredRepository, RepositoryError> {
    let (before, after) = (password_of(&seen.settings), password_of(&wanted));
    let changed = state.engine.ports().repositories.change(seen, wanted, context).await;
    if before != after {
        remove_password(state, if changed.is_ok() { before } else { after }).await;
    }
    changed
}

/// Deletes a repository with its password.
pub(super) async fn delete(
    state: &AppState,
    key: String,
    context: ChangeContext,
) -> Result<(), RepositoryError> {
    let repositories = &state.engine.ports().repositories;
    let known = repositories.repository(key.clone()).await?;
    repositories.delete(key, context).await?;
    remove_password(state, known.and_then(|known| password_of(&known.settings))).await;
    Ok(())
}

/// Removes a password that nothing names. If that fails, the next start does it.
async fn remove_password(state: &AppState, password: Option<SecretRef>) {
    let Some(password) = password else { return };
    if let Err(error) = state.engine.ports().upstreams.remove_password(password).await {
        tracing::warn!(service = "artifactory", %error, "the password of an upstream was not removed");
    }
}

/// What a virtual repository joins.
async fn members_of(
    state: &AppState,
    before: &Repository,
    wanted: &WantedRepository,
) -> Result<Option<Members>, ApiError> {
    if before.class != RepositoryClass::Virtual {
        return Ok(None);
    }
    let known = before.members.clone().unwrap_or_default();
    let repositories = match &wanted.repositories {
        None => known.repositories,
        Some(keys) => {
            let mut ids = Vec::new();
            for key in keys {
                let member = member(state, key, before.package_type).await?;
                let is_member = member.settings.class != RepositoryClass::Virtual;
                ids.push(is_member.then_some(member.id).ok_or_else(|| ApiError::no_member(key))?);
            }
            ids
        }
    };
    let deploys_to = match wanted.default_deployment_repo.as_deref() {
        // It may no longer be among those that are joined.
        None => known.deploys_to.filter(|id| repositories.contains(id)),
        Some("") => None,
        Some(key) => {
            let member = member(state, key, before.package_type).await?;
            let takes_uploads = member.settings.class == RepositoryClass::Local
                && repositories.contains(&member.id);
            Some(takes_uploads.then_some(member.id).ok_or_else(|| ApiError::no_member(key))?)
        }
    };
    let reserved = wanted.reserved_names_pattern.clone().unwrap_or(known.reserved);
    Ok(Some(Members { repositories, deploys_to, reserved }))
}

async fn member(
    state: &AppState,
    key: &str,
    package_type: PackageType,
) -> Result<StoredRepository, ApiError> {
    let found = state.engine.ports().repositories.repository(key.to_owned()).await;
    let found = found.map_err(|error| ApiError::of_repository(&error))?;
    found
        .filter(|stored| stored.settings.package_type == package_type)
        .ok_or_else(|| ApiError::no_member(key))
}

/// Where a repository has its files from, in the words of clients: as a remote one, and as a virtual one.
pub(super) async fn sources(
    state: &AppState,
    settings: &Repository,
) -> Result<(Option<RemoteConfiguration>, Option<VirtualConfiguration>), ApiError> {
    let remote = settings.upstream.clone().map(|upstream| RemoteConfiguration {
        url: upstream.url,
        username: upstream.credentials.map(|known| known.user),
        offline: upstream.offline,
        retrieval_cache_period_secs: upstream.fresh_s,
        missed_retrieval_cache_period_secs: upstream.missing_s,
        priority_resolution: upstream.has_priority,
    });
    let Some(members) = settings.members.clone() else { return Ok((remote, None)) };
    let stored = state.engine.ports().repositories.with_ids(members.repositories).await;
    let stored = stored.map_err(|error| ApiError::of_repository(&error))?;
    let deployed_to = stored.iter().find(|stored| Some(&stored.id) == members.deploys_to.as_ref());
    let joined = VirtualConfiguration {
        default_deployment_repo: deployed_to.map(|stored| stored.settings.key.clone()),
        repositories: stored.into_iter().map(|stored| stored.settings.key).collect(),
        reserved_names_pattern: members.reserved,
    };
    Ok((remote, Some(joined)))
}
