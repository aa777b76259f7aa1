//! What programs and the console do with policies, with the keys of repositories in place of their ids.

use std::collections::{BTreeSet, HashMap};

use waybill_machines::rules::cleanup::{CleanupCriteria, CleanupPolicy};
use waybill_machines::rules::repositories::{PackageType, RepositoryClass};
use waybill_platform::cleanup::StoredPolicy;
use waybill_platform::repositories::{Candidate, StoredRepository};
use waybill_platform::streams::ChangeContext;

use crate::error::ApiError;
use crate::extract::rows;
use crate::state::AppState;
use crate::wire::cleanup::{
    CleanupCandidate, CleanupCandidates, CleanupCandidatesQuery, CleanupPolicies, CleanupReason,
    CleanupSearch, DescribedCleanupPolicy, WantedCleanupPolicy,
};

/// How long a run may take unless a policy says it, in minutes.
const DURATION_MINUTES: u32 = 60;
/// The pattern for all repositories.
const ALL: &str = "**";

pub(super) async fn list(state: &AppState) -> Result<CleanupPolicies, ApiError> {
    let all = state.engine.ports().cleanup.policies().await?;
    let keys = keys(state).await?;
    let mut policies = Vec::new();
    for stored in all {
        policies.push(described_with(state, &keys, stored).await?);
    }
    Ok(CleanupPolicies { policies })
}

pub(super) async fn one(state: &AppState, key: String) -> Result<DescribedCleanupPolicy, ApiError> {
    let stored = existing(state, key).await?;
    described(state, stored).await
}

pub(super) async fn create(
    state: &AppState,
    wanted: WantedCleanupPolicy,
    context: ChangeContext,
) -> Result<DescribedCleanupPolicy, ApiError> {
    let new = resolved(state, wanted).await?;
    let stored = state.engine.ports().cleanup.create(new, context).await?;
    described(state, stored).await
}

pub(super) async fn change(
    state: &AppState,
    wanted: WantedCleanupPolicy,
    context: ChangeContext,
) -> Result<DescribedCleanupPolicy, ApiError> {
    let wanted = resolved(state, wanted).await?;
    let stored = state.engine.ports().cleanup.change(wanted, context).await?;
    described(state, stored).await
}

pub(super) async fn enable(
    state: &AppState,
    key: String,
    enabled: bool,
    context: ChangeContext,
) -> Result<DescribedCleanupPolicy, ApiError> {
    let stored = state.engine.ports().cleanup.enable(key, enabled, context).await?;
    described(state, stored).await
}

pub(super) async fn remove(
    state: &AppState,
    key: String,
    context: ChangeContext,
) -> Result<(), ApiError> {
    state.engine.ports().cleanup.delete(key, context).await?;
    Ok(())
}

pub(super) async fn run(
    state: &AppState,
    key: String,
    context: ChangeContext,
) -> Result<DescribedCleanupPolicy, ApiError> {
    let stored = state.engine.ports().cleanup.run(key, context).await?;
    described(state, stored).await
}

pub(super) async fn cancel(
    state: &AppState,
    key: String,
) -> Result<DescribedCleanupPolicy, ApiError> {
    state.engine.ports().cleanup.cancel(key.clone()).await?;
    one(state, key).await
}

pub(super) async fn candidates(
    state: &AppState,
    key: String,
    query: CleanupCandidatesQuery,
) -> Result<CleanupCandidates, ApiError> {
    let limit = rows("limit", query.limit)?;
    let criteria = existing(state, key.clone()).await?.settings.criteria.clone();
    let (cleanup, now) = (&state.engine.ports().cleanup, state.engine.now());
    let preview = cleanup.preview(key, query.from.unwrap_or(0), limit, now).await?;
    let rows = preview.candidates.into_iter().map(|(repo, found)| row(repo, found, &criteria));
    Ok(CleanupCandidates {
        candidates: rows.collect(),
        next: preview.next,
        totals: preview.totals,
        complete: preview.is_complete,
    })
}

fn row(repo: String, found: Candidate, criteria: &CleanupCriteria) -> CleanupCandidate {
    let of_versions = criteria.keep_last.filter(|_| found.version.is_some());
    let why = [
        criteria.created_before_days.map(|_| CleanupReason::CreatedBefore),
        criteria.unused_days.map(|_| CleanupReason::Unused),
        of_versions.map(|_| CleanupReason::BeyondLastVersions),
    ];
    CleanupCandidate {
        repo,
        bytes: found.bytes(),
        files: found.files.len() as u64,
        path: found.files.into_iter().next().map(|file| file.path).unwrap_or_default(),
        package: found.package,
        version: found.version,
        stored_at: found.stored_at,
        last_downloaded: found.downloaded_at,
        newer_versions: found.newer,
        why: why.into_iter().flatten().collect(),
    }
}

async fn existing(state: &AppState, key: String) -> Result<StoredPolicy, ApiError> {
    let found = state.engine.ports().cleanup.policy(key).await?;
    found.ok_or_else(ApiError::no_such_cleanup_policy)
}

/// The keys of repositories by their ids.
async fn keys(state: &AppState) -> Result<HashMap<String, String>, ApiError> {
    let all = state.engine.ports().repositories.repositories().await;
    let all = all.map_err(|error| ApiError::of_repository(&error))?;
    Ok(all.into_iter().map(|stored| (stored.id, stored.settings.key)).collect())
}

async fn described(
    state: &AppState,
    stored: StoredPolicy,
) -> Result<DescribedCleanupPolicy, ApiError> {
    let keys = keys(state).await?;
    described_with(state, &keys, stored).await
}

async fn described_with(
    state: &AppState,
    keys: &HashMap<String, String>,
    stored: StoredPolicy,
) -> Result<DescribedCleanupPolicy, ApiError> {
    let next_run = stored.next_after(state.engine.now());
    let settings = stored.settings.as_ref().clone();
    let progress = state.engine.ports().cleanup.progress(settings.key.clone()).await;
    let CleanupCriteria {
        package_types,
        repositories,
        excluded_repositories,
        leaves_projects_out,
        includes,
        excludes,
        created_before_days,
        unused_days,
        keep_last,
    } = settings.criteria;
    // Those that were deleted meanwhile are left out.
    let named = |ids: BTreeSet<String>| -> Vec<String> {
        let mut named: Vec<String> = ids.iter().filter_map(|id| keys.get(id).cloned()).collect();
        named.sort();
        named
    };
    let types = package_types.into_iter().map(|one| one.as_str().to_owned()).collect();
    Ok(DescribedCleanupPolicy {
        key: settings.key,
        description: settings.description,
        cron_exp: settings.cron,
        duration_in_minutes: settings.duration_minutes,
        enabled: settings.enabled,
        skip_trashcan: settings.skips_trash,
        project_key: settings.project_key,
        search_criteria: CleanupSearch {
            package_types: Some(types),
            repos: Some(repositories.map_or_else(|| vec![ALL.to_owned()], named)),
            excluded_repos: Some(named(excluded_repositories)),
            included_packages: Some(includes),
            excluded_packages: Some(excludes),
            include_all_projects: Some(!leaves_projects_out),
            created_before_in_days: created_before_days,
            last_downloaded_before_in_days: unused_days,
            keep_last_n_versions: keep_last,
        },
        created_at: stored.created_at,
        next_run,
        last_run: stored.run,
        progress: progress?,
    })
}

/// A policy with ids in place of keys.
async fn resolved(
    state: &AppState,
    wanted: WantedCleanupPolicy,
) -> Result<CleanupPolicy, ApiError> {
    let project_key = wanted.project_key.filter(|key| !key.is_empty());
    if let Some(key) = &project_key {
        let found = state.engine.ports().projects.get(key.clone()).await;
        if found.map_err(|error| ApiError::of_project(&error))?.is_none() {
            let message = format!("There is no project '{key}'.");
            return Err(ApiError::not_in_cleanup("projectKey", message));
        }
    }
    let search = wanted.search_criteria;
    let repos = search.repos.unwrap_or_default();
    let is_all = repos.is_empty() || repos.iter().any(|key| key == ALL);
    let repositories =
        if is_all { None } else { Some(ids(state, "searchCriteria.repos", repos).await?) };
    let excluded = search.excluded_repos.unwrap_or_default();
    let excluded_repositories = ids(state, "searchCriteria.excludedRepos", excluded).await?;
    let types = search.package_types.unwrap_or_default();
    let package_types = types.iter().map(|name| package_type(name)).collect::<Result<_, _>>()?;
    // Clients send 0 for none.
    let number = |number: Option<u32>| number.filter(|number| *number > 0);
    Ok(CleanupPolicy {
        key: wanted.key.unwrap_or_default(),
        description: wanted.description.unwrap_or_default(),
        cron: wanted.cron_exp.unwrap_or_default().trim().to_owned(),
        duration_minutes: wanted.duration_in_minutes.unwrap_or(DURATION_MINUTES),
        enabled: wanted.enabled.unwrap_or(true),
        skips_trash: wanted.skip_trashcan.unwrap_or(false),
        project_key,
        criteria: CleanupCriteria {
            package_types,
            repositories,
            excluded_repositories,
            leaves_projects_out: !search.include_all_projects.unwrap_or(true),
            includes: search.included_packages.unwrap_or_default(),
            excludes: search.excluded_packages.unwrap_or_default(),
            created_before_days: number(search.created_before_in_days),
            unused_days: number(search.last_downloaded_before_in_days),
            keep_last: number(search.keep_last_n_versions),
        },
    })
}

async fn ids(
    state: &AppState,
    field: &str,
    keys: Vec<String>,
) -> Result<BTreeSet<String>, ApiError> {
    let mut ids = BTreeSet::new();
    for key in keys {
        let found = state.engine.ports().repositories.repository(key.clone()).await;
        let found = found.map_err(|error| ApiError::of_repository(&error))?;
        let wrong = |what: &str| {
            let key: String = key.chars().take(80).collect();
            ApiError::not_in_cleanup(field, format!("{what} '{key}'."))
        };
        let Some(StoredRepository { id, settings, .. }) = found else {
            return Err(wrong("There is no repository"));
        };
        if settings.class != RepositoryClass::Local {
            return Err(wrong("Only local repositories are cleaned up, which is not the case for"));
        }
        ids.insert(id);
    }
    Ok(ids)
}

fn package_type(name: &str) -> Result<PackageType, ApiError> {
    let found = PackageType::ALL.into_iter().find(|known| known.as_str() == name.to_lowercase());
    found.ok_or_else(|| {
        let names = PackageType::ALL.map(PackageType::as_str).join(", ");
        ApiError::unknown_package_type(&names).at("searchCriteria.packageTypes")
    })
}
