//! The types of search in one table (SEARCH-01, SEARCH-02): where each leads, and what it needs to be shown.

use serde::{Deserialize, Serialize};

use super::address::with_search;
use super::model::{ArtifactsSearchType, SearchModel};
use super::query_string::query_string;
use crate::facts::{Facts, Installation};
use crate::rules::guards::may_enter;
use crate::rules::licence::Licence;
use crate::rules::route_guards::{bundles_moved, sends_bundles};
use crate::rules::routes::{PROJECT_KEY, Place, RouteName, SearchType};
use crate::rules::services::ServiceId;
use crate::secret::PersonId;

/// Why a type of search is not offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(rename = "SearchUnavailable"))]
#[serde(rename_all = "snake_case")]
pub enum Unavailable {
    /// The service that searches does not run.
    ServiceMissing,
    /// The licence does not permit it.
    LicenceTooLow,
    /// A lightweight installation does not have it.
    Lightweight,
    /// Archives are not indexed.
    ArchiveNotIndexed,
    /// Visitors may not use it.
    NotForVisitors,
    /// It searches all projects, and a project is selected.
    NoProjectContext,
}

/// A condition on the installation, and why the type is unavailable otherwise.
type Condition = (fn(&Installation) -> bool, Unavailable);

/// One type of search.
#[derive(Debug, Clone, Copy)]
pub struct SearchTypeRow {
    /// The type.
    pub search_type: SearchType,
    /// The route that shows the results. Release bundles have another one where their path has moved.
    pub route: RouteName,
    /// The service that must run.
    pub service: Option<ServiceId>,
    /// The licences that permit it; all without a rule.
    pub licence: Option<fn(Licence) -> bool>,
    /// What the installation must be or support.
    pub condition: Option<Condition>,
    /// Whether visitors may use it where they may enter the route; without a rule they may.
    pub anonymous: Option<fn(&Installation) -> bool>,
    /// Whether it can search a single project.
    pub has_project_context: bool,
}

const fn plain(search_type: SearchType, route: RouteName) -> SearchTypeRow {
    SearchTypeRow {
        search_type,
        route,
        service: None,
        licence: None,
        condition: None,
        anonymous: None,
        has_project_context: true,
    }
}

/// All types, in the order in which they are offered.
pub const SEARCH_TYPES: [SearchTypeRow; 7] = [
    plain(SearchType::Packages, RouteName::Packages),
    SearchTypeRow {
        service: Some(ServiceId::Artifactory),
        ..plain(SearchType::Artifacts, RouteName::ArtifactSearchResults)
    },
    SearchTypeRow {
        condition: Some((|installation| !installation.lightweight, Unavailable::Lightweight)),
        ..plain(SearchType::Builds, RouteName::Builds)
    },
    SearchTypeRow {
        service: Some(ServiceId::Distribution),
        licence: Some(Licence::receives_bundles),
        ..plain(SearchType::ReleaseBundles, RouteName::OldBundles)
    },
    SearchTypeRow {
        service: Some(ServiceId::Xray),
        licence: Some(Licence::includes_scanning),
        anonymous: Some(|installation| installation.scanning_search_for_visitors),
        has_project_context: false,
        ..plain(SearchType::Scanning, RouteName::ScanningSearchResults)
    },
    SearchTypeRow {
        condition: Some((
            |installation| installation.archive_indexing,
            Unavailable::ArchiveNotIndexed,
        )),
        has_project_context: false,
        ..plain(SearchType::Archive, RouteName::ArchiveSearch)
    },
    SearchTypeRow {
        service: Some(ServiceId::Pipelines),
        ..plain(SearchType::Pipelines, RouteName::PipelinesSearchResults)
    },
];

/// The row of a type.
pub fn row_of(search_type: SearchType) -> &'static SearchTypeRow {
    static ROWS: [SearchTypeRow; SEARCH_TYPES.len()] = SEARCH_TYPES;
    // A test goes through all types; the first row is the fallback.
    ROWS.iter().find(|row| row.search_type == search_type).unwrap_or(&ROWS[0])
}

/// Why a type is not shown with these facts; the first reason that applies.
pub fn unavailable(search_type: SearchType, facts: &Facts) -> Option<Unavailable> {
    let row = row_of(search_type);
    let installation = &facts.installation;
    if row.service.is_some_and(|service| facts.service(service.as_str()).is_none()) {
        return Some(Unavailable::ServiceMissing);
    }
    if row.licence.is_some_and(|permits| !permits(facts.licence)) {
        return Some(Unavailable::LicenceTooLow);
    }
    if let Some((holds, reason)) = row.condition
        && !holds(installation)
    {
        return Some(reason);
    }
    let is_forbidden = facts.user.is_anonymous()
        && row.anonymous.is_some_and(|may_search| !may_search(installation));
    if is_forbidden || !may_enter(&Place::of(row.route), facts) {
        return Some(Unavailable::NotForVisitors);
    }
    None
}

/// The types that are shown.
pub fn shown(facts: &Facts) -> Vec<SearchType> {
    let types = SEARCH_TYPES.iter().map(|row| row.search_type);
    types.filter(|search_type| unavailable(*search_type, facts).is_none()).collect()
}

/// A type that is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(rename = "SearchOffer"))]
#[serde(deny_unknown_fields)]
pub struct Offer {
    /// The type.
    pub search_type: SearchType,
    /// Why it is disabled; none if it can be chosen.
    pub disabled: Option<Unavailable>,
}

/// The types that are shown, each with the reason for which it is disabled (SEARCH-02).
pub fn offers(shown: &[SearchType], project: Option<&str>) -> Vec<Offer> {
    let offer = |search_type: &SearchType| {
        let is_disabled = project.is_some() && !row_of(*search_type).has_project_context;
        let disabled = is_disabled.then_some(Unavailable::NoProjectContext);
        Offer { search_type: *search_type, disabled }
    };
    shown.iter().map(offer).collect()
}

/// The tab that a search for release bundles leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum BundlesTab {
    /// Bundles that are sent from here.
    Source,
    /// Bundles that are received here.
    Target,
}

/// What the user may do in the scanning service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ScanningPermissions {
    /// Seeing its results.
    pub view: bool,
    /// Changing its policies.
    pub manage: bool,
}

/// The permissions in the scanning service. They are initialised only where the service is available (DET-10).
pub fn initial_permissions(facts: &Facts) -> Option<ScanningPermissions> {
    facts.service(ServiceId::Xray.as_str())?;
    let view = unavailable(SearchType::Scanning, facts).is_none();
    Some(ScanningPermissions { view, manage: view && facts.user.admin })
}

/// What the rules of search know of the user and of the installation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(rename = "SearchAsker"))]
#[serde(deny_unknown_fields)]
pub struct Asker {
    /// The user; none for a visitor.
    pub person: Option<PersonId>,
    /// Whether they are an administrator.
    pub admin: bool,
    /// The types that are shown to them.
    pub shown: Vec<SearchType>,
    /// Whether archives are indexed.
    pub archive_indexing: bool,
    /// Whether release bundles have their own path (ROUTE-06).
    pub bundles_moved: bool,
    /// The tab of release bundles that is the user's default.
    pub bundles_tab: BundlesTab,
    /// What they may do in the scanning service; none where there is none.
    pub scanning: Option<ScanningPermissions>,
}

impl Asker {
    /// What these facts say.
    pub fn of(facts: &Facts) -> Self {
        let bundles_tab =
            if sends_bundles(facts) { BundlesTab::Source } else { BundlesTab::Target };
        Self {
            person: facts.user.person.clone(),
            admin: facts.user.admin,
            shown: shown(facts),
            archive_indexing: facts.installation.archive_indexing,
            bundles_moved: bundles_moved(facts),
            bundles_tab,
            scanning: initial_permissions(facts),
        }
    }
}

/// The place that shows the results of a search, which may be empty, in the selected project.
pub fn target(
    search_type: SearchType,
    model: &SearchModel,
    project: Option<&str>,
    asker: &Asker,
) -> Place {
    let tab = match asker.bundles_tab {
        BundlesTab::Source => "source",
        BundlesTab::Target => "target",
    };
    let place = match row_of(search_type).route {
        RouteName::OldBundles if asker.bundles_moved => {
            Place::of(RouteName::ReleaseBundles).at("activeTab", tab)
        }
        RouteName::OldBundles => Place::of(RouteName::OldBundles).at("path", tab),
        route => Place::of(route),
    };
    let query = if model.is_empty() { String::new() } else { query_string(model, search_type) };
    let place = with_search(place, model, &query);
    match project {
        Some(project) => place.with(PROJECT_KEY, project),
        None => place,
    }
}

/// The type and the model where archives are not indexed: a search of archives becomes a quick search of artifacts.
pub fn without_archive(
    search_type: SearchType,
    mut model: SearchModel,
) -> (SearchType, SearchModel) {
    let is_archive = search_type == SearchType::Archive;
    if is_archive || model.artifacts_search_type == Some(ArtifactsSearchType::Archive) {
        model.artifacts_search_type = Some(ArtifactsSearchType::Quick);
        model.archive_search_type = None;
    }
    (if is_archive { SearchType::Artifacts } else { search_type }, model)
}

#[cfg(test)]
mod tests;
