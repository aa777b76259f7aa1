//! Distributions for programs, in the format of the platform's public API, where targets are sites.

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse as _, Response};
use waybill_machines::machines::release_bundle::{
    Distribution, DistributionFailure, DistributionKind, DistributionStatus, TargetOutcome,
    TargetProgress,
};
use waybill_machines::rules::path_patterns::matches_text;
use waybill_platform::release_bundles::{BundleError, StoredBundle};

use super::aborted;
use super::judged::{Judged, Wanted};
use crate::caller::{Admin, SignedIn};
use crate::components::release_bundles::asked::{Asked, stored_of};
use crate::components::release_bundles::names_of;
use crate::components::release_bundles::public::REPOSITORY;
use crate::components::release_bundles::sight::Sight;
use crate::error::{self, ApiError};
use crate::extract::{PathParams, VendorBody, check_length};
use crate::state::AppState;
use crate::wire::Names;
use crate::wire::distribution::{
    NewReleaseBundleDistribution, ReleaseBundleDistributionAccepted, ReleaseBundleDistributionRule,
    ReleaseBundleDistributionTarget, ReleaseBundleFlag, ReleaseBundleModifications,
    ReleaseBundleTracker, ReleaseBundleTrackerDetails, ReleaseBundleTrackerSite,
};

/// The field that chooses targets.
const RULES: &str = "distribution_rules";
/// The most rules of a distribution.
const RULES_MAX: usize = 100;
/// What matches everything.
const ALL: &str = "*";

/// `POST /lifecycle/api/v2/distribution/distribute/{name}/{version}`.
pub async fn distribute(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(bundle): PathParams<(String, String)>,
    VendorBody(wanted): VendorBody<NewReleaseBundleDistribution>,
) -> Result<Response, ApiError> {
    accepted(&state, &admin, DistributionKind::Distribute, bundle, wanted).await
}

/// `POST /lifecycle/api/v2/distribution/remote_delete/{name}/{version}`.
pub async fn remove(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(bundle): PathParams<(String, String)>,
    VendorBody(wanted): VendorBody<NewReleaseBundleDistribution>,
) -> Result<Response, ApiError> {
    accepted(&state, &admin, DistributionKind::Remove, bundle, wanted).await
}

/// Begins a distribution or a removal, or judges that.
async fn accepted(
    state: &AppState,
    admin: &Admin,
    kind: DistributionKind,
    bundle: (String, String),
    wanted: NewReleaseBundleDistribution,
) -> Result<Response, ApiError> {
    if wanted.modifications.as_ref().is_some_and(changes_paths) {
        return Err(ApiError::distribution_modifications());
    }
    let rules = wanted.distribution_rules.unwrap_or_default();
    let targets = targets_of(state, &rules).await.map_err(|error| error.at(RULES))?;
    let sites = targets.iter().map(|key| site(key)).collect();
    let creates_repositories =
        wanted.auto_create_missing_repositories.is_some_and(ReleaseBundleFlag::is_set);
    let is_dry = wanted.dry_run == Some(true);
    let wanted = Wanted { kind, targets, field: RULES, creates_repositories };
    let judged = Judged::new(&Asked { state, admin, bundle }, wanted).await?;
    let id = if is_dry { None } else { Some(judged.begun().await?.number) };
    Ok(error::begun(Json(ReleaseBundleDistributionAccepted { id, sites }).into_response()))
}

/// Whether files are to have other paths at the targets.
fn changes_paths(modifications: &ReleaseBundleModifications) -> bool {
    let ReleaseBundleModifications { mappings, default_path_mapping_by_last_promotion } =
        modifications;
    mappings.as_ref().is_some_and(|mappings| !mappings.is_empty())
        || *default_path_mapping_by_last_promotion == Some(true)
}

/// The keys of the targets that one of the rules matches, sorted.
async fn targets_of(
    state: &AppState,
    rules: &[ReleaseBundleDistributionRule],
) -> Result<Vec<String>, ApiError> {
    if rules.is_empty() || rules.len() > RULES_MAX || rules.iter().any(is_about_places) {
        return Err(ApiError::distribution_rules());
    }
    for rule in rules {
        check_length(&[("site_name", rule.site_name.as_deref().unwrap_or_default())])?;
    }
    let all = state.engine.ports().distribution_targets.targets().await?;
    let is_chosen = |key: &String| {
        let mut names = rules.iter().map(|rule| rule.site_name.as_deref().unwrap_or_default());
        names.any(|name| name.is_empty() || matches_text(name, key))
    };
    let keys = all.into_iter().map(|stored| stored.settings.key);
    let chosen: Vec<String> = keys.filter(is_chosen).collect();
    if chosen.is_empty() { Err(ApiError::no_matching_target()) } else { Ok(chosen) }
}

/// Whether a rule chooses targets by where they are, which is not known.
fn is_about_places(rule: &ReleaseBundleDistributionRule) -> bool {
    let countries = rule.country_codes.iter().flatten().map(String::as_str);
    let mut places = rule.city_name.as_deref().into_iter().chain(countries);
    places.any(|place| !place.is_empty() && place != ALL)
}

/// `PUT /lifecycle/api/v2/distribution/abort/{name}/{version}`: stops the distribution or removal in progress. The
/// answer has the targets at which it had not ended.
pub async fn abort(
    State(state): State<AppState>,
    admin: Admin,
    PathParams((name, version)): PathParams<(String, String)>,
) -> Result<Json<Vec<ReleaseBundleDistributionTarget>>, ApiError> {
    let stored = stored_of(&state, &name, &version).await?;
    let distribution = stored.distributing();
    let distribution =
        distribution.ok_or_else(|| ApiError::of_bundle(&BundleError::NotDistributing))?;
    aborted(&state, &admin, (name, version), distribution.number).await?;
    let pending = TargetOutcome::Pending {};
    let pending = distribution.targets.iter().filter(|target| target.outcome == pending);
    Ok(Json(pending.map(|target| site(&target.target)).collect()))
}

/// `GET /lifecycle/api/v2/distribution/trackers/{name}/{version}`: the distributions of a bundle, the oldest first.
pub async fn trackers(
    State(state): State<AppState>,
    _: SignedIn,
    PathParams((name, version)): PathParams<(String, String)>,
) -> Result<Json<Vec<ReleaseBundleTracker>>, ApiError> {
    let stored = stored_of(&state, &name, &version).await?;
    let names = names_of(&state, [&stored]).await?;
    let tracker = |distribution: &Distribution| ReleaseBundleTracker {
        distribution_tracker_friendly_id: distribution.number,
        kind: match distribution.kind {
            DistributionKind::Distribute => "DISTRIBUTE",
            DistributionKind::Remove => "DELETE_RELEASE_BUNDLE_VERSION",
        },
        release_bundle_name: stored.bundle.name.clone(),
        release_bundle_version: stored.bundle.version.clone(),
        storing_repository: REPOSITORY,
        status: match distribution.status {
            DistributionStatus::Started {} => "IN_PROGRESS",
            DistributionStatus::Completed {} => "COMPLETED",
            DistributionStatus::Failed {} => "FAILED",
            DistributionStatus::Aborted { .. } => "ABORTED",
        },
        distributed_by: name_of(distribution, &names),
        created: stored.created,
        start_time: distribution.at,
        targets: distribution.targets.iter().map(|target| target.target.clone()).collect(),
    };
    Ok(Json(stored.distributions.iter().map(tracker).collect()))
}

/// `GET /lifecycle/api/v2/distribution/trackers/{name}/{version}/{tracker}`: a distribution of a bundle.
pub async fn tracker(
    State(state): State<AppState>,
    user: SignedIn,
    PathParams((name, version, tracker)): PathParams<(String, String, String)>,
) -> Result<Json<ReleaseBundleTrackerDetails>, ApiError> {
    let stored = stored_of(&state, &name, &version).await?;
    let number = tracker.parse::<u32>().ok();
    let mut distributions = stored.distributions.iter();
    let found = distributions.find(|distribution| Some(distribution.number) == number);
    let found = found.ok_or_else(ApiError::no_such_distribution)?;
    let names = names_of(&state, [&stored]).await?;
    let shown = Sight::of(&state, &user.person).await?.distribution(found);
    Ok(Json(ReleaseBundleTrackerDetails {
        distribution_id: shown.number,
        distribution_friendly_id: shown.number,
        kind: match shown.kind {
            DistributionKind::Distribute => "distribute",
            DistributionKind::Remove => "delete_release_bundle_version",
        },
        status: match shown.status {
            DistributionStatus::Started {} => "In progress",
            DistributionStatus::Completed {} => "Completed",
            DistributionStatus::Failed {} => "Failed",
            DistributionStatus::Aborted { .. } => "Aborted",
        },
        distributed_by: name_of(&shown, &names),
        start_time: shown.at,
        sites: shown.targets.into_iter().map(|target| tracked(&stored, target)).collect(),
        release_bundle_name: name,
        release_bundle_version: version,
    }))
}

/// The name of the user who began a distribution.
fn name_of(distribution: &Distribution, names: &Names) -> Option<String> {
    names.get(&distribution.by.as_ref()?.0).cloned().flatten()
}

/// A target as the platform names it.
fn site(key: &str) -> ReleaseBundleDistributionTarget {
    ReleaseBundleDistributionTarget {
        name: key.to_owned(),
        service_id: key.to_owned(),
        kind: "artifactory",
    }
}

/// How far a distribution is at a target.
fn tracked(stored: &StoredBundle, target: TargetProgress) -> ReleaseBundleTrackerSite {
    let TargetProgress { target, outcome } = target;
    let list = &stored.bundle.list;
    let is_done = matches!(outcome, TargetOutcome::Completed { .. });
    let (status, general_error, path) = match outcome {
        TargetOutcome::Pending {} => ("In progress", "", None),
        TargetOutcome::Completed { .. } => ("Completed", "", None),
        TargetOutcome::Failed { why, path } => ("Failed", sentence_of(why), path),
    };
    ReleaseBundleTrackerSite {
        status,
        general_error,
        target_artifactory: site(&target),
        total_files: list.artifacts,
        total_bytes: list.size,
        distributed_files: if is_done { list.artifacts } else { 0 },
        distributed_bytes: if is_done { list.size } else { 0 },
        file_errors: path.into_iter().collect(),
        files_in_progress: Vec::new(),
    }
}

const fn sentence_of(why: DistributionFailure) -> &'static str {
    match why {
        DistributionFailure::Unreachable => {
            "The target cannot be connected to, or does not answer in time."
        }
        DistributionFailure::Unauthorized => {
            "The target does not accept the token, or its user is no administrator there. Enter another token."
        }
        DistributionFailure::RepositoryMissing => {
            "The target has no repository with the key of that of this file. Create it there, or have missing ones created."
        }
        DistributionFailure::Refused => {
            "The target has refused a file, the release bundle or its removal. The log of the target says more."
        }
        DistributionFailure::TargetFailed => {
            "The target has failed, or is no server that receives release bundles."
        }
        DistributionFailure::FileMissing => {
            "The content of a file is no longer in any local repository here. Restore or deploy it, and distribute again."
        }
        DistributionFailure::TargetMissing => {
            "The target was deleted here, or its token is missing."
        }
        DistributionFailure::Storage => {
            "A file could not be read here; the log of this server says why. Distribute again."
        }
        DistributionFailure::Interrupted => {
            "The server stopped before the end. Distribute again, which does the rest."
        }
        DistributionFailure::Aborted => "A user has aborted it before the end.",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, from_value, json};

    use super::*;

    /// covers: [HOOK-04]
    #[test]
    fn rules_and_modifications_are_those_that_clients_send() {
        let is_about_places = |rule: Value| is_about_places(&from_value(rule).unwrap());
        for rule in [
            json!({}),
            json!({"site_name": "europe-*"}),
            json!({"site_name": "*", "city_name": "*", "country_codes": ["*"]}),
            json!({"site_name": "*", "city_name": "", "country_codes": []}),
            json!({"site_name": "*", "country_codes": null}),
        ] {
            assert!(!is_about_places(rule.clone()), "{rule}");
        }
        for rule in [json!({"city_name": "Berlin"}), json!({"country_codes": ["*", "DE"]})] {
            assert!(is_about_places(rule.clone()), "{rule}");
        }
        let changes_paths = |sent: Value| changes_paths(&from_value(sent).unwrap());
        let mapping = json!({"input": "(.*)/(.*)", "output": "$1/other/$2"});
        assert!(!changes_paths(json!({"mappings": null})));
        assert!(!changes_paths(
            json!({"mappings": [], "default_path_mapping_by_last_promotion": false})
        ));
        assert!(changes_paths(json!({"mappings": [mapping]})));
        assert!(changes_paths(json!({"default_path_mapping_by_last_promotion": true})));
        for (sent, is_set) in [
            (json!(true), true),
            (json!("true"), true),
            (json!(false), false),
            (json!("false"), false),
        ] {
            let flag: ReleaseBundleFlag = from_value(sent).unwrap();
            assert_eq!(flag.is_set(), is_set);
        }
        assert!(from_value::<ReleaseBundleFlag>(json!("yes")).is_err());
    }
}
