//! Which events a webhook is sent: the criteria of the public format, with the keys of repositories in place of their
//! ids.

use std::collections::BTreeSet;

use waybill_machines::rules::webhooks::{
    NarrowedBy, Webhook, WebhookDomain, WebhookFilter, WebhookNames, WebhookPatterns,
};

use super::projects::is_repository_meant;
use crate::error::ApiError;
use crate::state::AppState;
use crate::wire::webhooks::{WebhookCriteria, WebhookEventFilter};

const CRITERIA: &str = "event_filter.criteria";

/// The filter of a domain that criteria mean, for what happens in a project if one is given.
pub(super) async fn resolved(
    state: &AppState,
    domain: WebhookDomain,
    criteria: WebhookCriteria,
    project: Option<&str>,
) -> Result<WebhookFilter, ApiError> {
    if criteria.any_federated == Some(true) {
        let message = "There are no federated repositories in this installation.";
        return Err(ApiError::not_in_webhook(CRITERIA, message));
    }
    if let Some(field) = foreign_field(domain, &criteria) {
        let message =
            format!("'{field}' does not apply to events of the domain '{}'.", domain.name());
        return Err(ApiError::not_in_webhook(CRITERIA, message));
    }
    let patterns = WebhookPatterns {
        includes: criteria.include_patterns.unwrap_or_default(),
        excludes: criteria.exclude_patterns.unwrap_or_default(),
    };
    let names = |any: Option<bool>, names: Option<Vec<String>>, patterns| WebhookNames {
        any: any.unwrap_or(false),
        names: names.unwrap_or_default().into_iter().collect(),
        patterns,
        environments: BTreeSet::new(),
    };
    Ok(match domain.narrowed_by() {
        NarrowedBy::Repositories => WebhookFilter::Repositories {
            any_local: criteria.any_local.unwrap_or(false),
            any_remote: criteria.any_remote.unwrap_or(false),
            ids: ids(state, criteria.repo_keys.unwrap_or_default(), project).await?,
            patterns,
        },
        NarrowedBy::Builds => {
            WebhookFilter::Builds(names(criteria.any_build, criteria.selected_builds, patterns))
        }
        NarrowedBy::Bundles => {
            let environments = criteria.selected_environments.unwrap_or_default();
            let mut bundles = names(
                criteria.any_release_bundle,
                criteria.registered_release_bundles_names,
                patterns,
            );
            // Other clients name environments alone, and mean all release bundles.
            let names_none = bundles.names.is_empty() && bundles.patterns.includes.is_empty();
            if criteria.any_release_bundle.is_none() && names_none {
                bundles.any = !environments.is_empty();
            }
            bundles.environments = environments.into_iter().collect();
            WebhookFilter::Bundles(bundles)
        }
        NarrowedBy::Nothing => WebhookFilter::All {},
    })
}

/// A field that says something, and does not apply to such a domain.
fn foreign_field(domain: WebhookDomain, criteria: &WebhookCriteria) -> Option<&'static str> {
    let narrowed_by = domain.narrowed_by();
    let says = |flag: Option<bool>| flag == Some(true);
    let lists = |list: &Option<Vec<String>>| list.as_ref().is_some_and(|list| !list.is_empty());
    let fields = [
        (NarrowedBy::Repositories, "anyLocal", says(criteria.any_local)),
        (NarrowedBy::Repositories, "anyRemote", says(criteria.any_remote)),
        (NarrowedBy::Repositories, "repoKeys", lists(&criteria.repo_keys)),
        (NarrowedBy::Builds, "anyBuild", says(criteria.any_build)),
        (NarrowedBy::Builds, "selectedBuilds", lists(&criteria.selected_builds)),
        (NarrowedBy::Bundles, "anyReleaseBundle", says(criteria.any_release_bundle)),
        (
            NarrowedBy::Bundles,
            "registeredReleaseBundlesNames",
            lists(&criteria.registered_release_bundles_names),
        ),
    ];
    let mut foreign = fields.into_iter().filter(|(of, _, is_set)| *of != narrowed_by && *is_set);
    let of_promotions = !domain.has_environments() && lists(&criteria.selected_environments);
    let of_promotions = of_promotions.then_some("selectedEnvironments");
    foreign.next().map(|(_, name, _)| name).or(of_promotions)
}

/// The ids of repositories. Those of other projects are the same as those that do not exist.
async fn ids(
    state: &AppState,
    keys: Vec<String>,
    project: Option<&str>,
) -> Result<BTreeSet<String>, ApiError> {
    let mut ids = BTreeSet::new();
    for key in keys {
        let found = state.engine.ports().repositories.repository(key.clone()).await;
        let found = found.map_err(|error| ApiError::of_repository(&error))?;
        let Some(stored) = found.filter(|stored| is_repository_meant(project, stored)) else {
            let key: String = key.chars().take(80).collect();
            let message = match project {
                Some(project) => {
                    format!("There is no repository '{key}' in the project '{project}'.")
                }
                None => format!("There is no repository '{key}'."),
            };
            return Err(ApiError::not_in_webhook(CRITERIA, message));
        };
        ids.insert(stored.id);
    }
    Ok(ids)
}

/// The events of a webhook. Repositories that were deleted, or have left its project meanwhile, are left out.
pub(super) async fn described(
    state: &AppState,
    webhook: &Webhook,
) -> Result<WebhookEventFilter, ApiError> {
    let domain = webhook.events.first().map_or(WebhookDomain::Artifact, |event| event.domain());
    let event_types = webhook.events.iter().map(|event| event.type_name().to_owned()).collect();
    let list = |names: &BTreeSet<String>| Some(names.iter().cloned().collect());
    let patterns = |patterns: &WebhookPatterns| WebhookCriteria {
        include_patterns: Some(patterns.includes.clone()),
        exclude_patterns: Some(patterns.excludes.clone()),
        ..WebhookCriteria::default()
    };
    let criteria = match &webhook.filter {
        WebhookFilter::Repositories { any_local, any_remote, ids, patterns: of_paths } => {
            let ids = ids.iter().cloned().collect();
            let found = state.engine.ports().repositories.with_ids(ids).await;
            let mut found = found.map_err(|error| ApiError::of_repository(&error))?;
            found.retain(|stored| is_repository_meant(webhook.project_key.as_deref(), stored));
            WebhookCriteria {
                any_local: Some(*any_local),
                any_remote: Some(*any_remote),
                repo_keys: Some(found.iter().map(|stored| stored.settings.key.clone()).collect()),
                ..patterns(of_paths)
            }
        }
        WebhookFilter::Builds(names) => WebhookCriteria {
            any_build: Some(names.any),
            selected_builds: list(&names.names),
            ..patterns(&names.patterns)
        },
        WebhookFilter::Bundles(names) => WebhookCriteria {
            any_release_bundle: Some(names.any),
            registered_release_bundles_names: list(&names.names),
            selected_environments: list(&names.environments).filter(|_| domain.has_environments()),
            ..patterns(&names.patterns)
        },
        WebhookFilter::All {} => WebhookCriteria::default(),
    };
    Ok(WebhookEventFilter { domain, event_types, criteria: Some(criteria) })
}
