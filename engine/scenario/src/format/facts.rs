//! The facts of a story's installation: as they are given, and as they change.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use waybill_machines::facts::{Facts, Installation, Service, SingleSignOn};
use waybill_machines::machines::startup::Fact;
use waybill_machines::rules::features::Feature;
use waybill_machines::rules::licence::Licence;
use waybill_machines::rules::routes::RouteName;
use waybill_machines::rules::versions::Version;

use super::Given;

/// What has changed of the installation; what is left out stays as it was. Each is named as in `given`.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct FactsChange {
    /// The licence that counts from now on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub licence: Option<Licence>,
    /// Visitors may look around.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anonymous_allowed: Option<bool>,
    /// Visitors may not use the console, whatever else is allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anonymous_ui_blocked: Option<bool>,
    /// How signing in by another service is set up.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub single_sign_on: Option<SingleSignOn>,
    /// Which services are there, each with its version.
    #[cfg_attr(feature = "schema", schemars(with = "Option<BTreeMap<String, String>>"))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub services: Option<BTreeMap<String, Version>>,
    /// The installation shows repositories only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lightweight: Option<bool>,
    /// It is run for its customers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cloud: Option<bool>,
    /// Links to the documentation are not shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help_links_disabled: Option<bool>,
    /// What the installation supports.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub features: Option<Vec<Feature>>,
    /// Where the application is to be left for; an empty text for nowhere any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub external_redirect: Option<String>,
    /// Routes whose menu item is hidden or disabled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hidden_routes: Option<Vec<RouteName>>,
    /// The paths that service front-ends announced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub announced_paths: Option<Vec<String>>,
}

impl FactsChange {
    /// What sessions are told.
    pub fn facts(&self) -> Vec<Fact> {
        let change = self.clone();
        let redirect = change.external_redirect;
        let facts = [
            change.anonymous_allowed.map(Fact::AnonymousAllowed),
            change.anonymous_ui_blocked.map(Fact::AnonymousUiBlocked),
            change.single_sign_on.map(Fact::SingleSignOn),
            change.licence.map(Fact::Licence),
            change.services.as_ref().map(|services| Fact::Services(list(services))),
            change.lightweight.map(Fact::Lightweight),
            change.cloud.map(Fact::Cloud),
            change.help_links_disabled.map(Fact::HelpLinksDisabled),
            change.features.map(Fact::Features),
            redirect.map(|to| Fact::ExternalRedirect(Some(to).filter(|to| !to.is_empty()))),
            change.hidden_routes.map(Fact::HiddenRoutes),
            change.announced_paths.map(Fact::AnnouncedPaths),
        ];
        facts.into_iter().flatten().collect()
    }

    /// How a story writes what sessions were told.
    pub fn of(facts: &[Fact]) -> Self {
        let mut change = Self::default();
        for fact in facts.iter().cloned() {
            match fact {
                Fact::AnonymousAllowed(is_so) => change.anonymous_allowed = Some(is_so),
                Fact::AnonymousUiBlocked(is_so) => change.anonymous_ui_blocked = Some(is_so),
                Fact::SingleSignOn(set_up) => change.single_sign_on = Some(set_up),
                Fact::Licence(licence) => change.licence = Some(licence),
                Fact::Services(services) => {
                    let named = services.into_iter().map(|service| (service.name, service.version));
                    change.services = Some(named.collect());
                }
                Fact::Lightweight(is_so) => change.lightweight = Some(is_so),
                Fact::Cloud(is_so) => change.cloud = Some(is_so),
                Fact::HelpLinksDisabled(is_so) => change.help_links_disabled = Some(is_so),
                Fact::Features(features) => change.features = Some(features),
                Fact::ExternalRedirect(to) => {
                    change.external_redirect = Some(to.unwrap_or_default());
                }
                Fact::HiddenRoutes(routes) => change.hidden_routes = Some(routes),
                Fact::AnnouncedPaths(paths) => change.announced_paths = Some(paths),
            }
        }
        change
    }
}

impl Given {
    /// What is so for everybody when the story begins.
    pub(crate) fn facts(&self) -> Facts {
        Facts {
            anonymous_allowed: self.anonymous_allowed,
            anonymous_ui_blocked: self.anonymous_ui_blocked,
            single_sign_on: self.single_sign_on.clone(),
            licence: self.licence,
            services: list(&self.services),
            installation: Installation {
                lightweight: self.lightweight,
                cloud: self.cloud,
                help_links_disabled: self.help_links_disabled,
                features: self.features.clone(),
                external_redirect: self.external_redirect.clone(),
                hidden_routes: self.hidden_routes.clone(),
                announced_paths: self.announced_paths.clone(),
            },
            ..Facts::unknown()
        }
    }
}

fn list(services: &BTreeMap<String, Version>) -> Vec<Service> {
    let service =
        |(name, version): (&String, &Version)| Service { name: name.clone(), version: *version };
    services.iter().map(service).collect()
}
