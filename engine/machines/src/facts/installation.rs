//! The facts of the installation: one table, one row per fact.
//!
//! A row becomes the field of [`Installation`] that guards read and records store, the variant of [`Fact`] by which a
//! session is notified of a change, the setting of the configuration file with its line in `docs/waybill.example.toml`,
//! the keys of scenarios with their JSON Schema, and the English label in the console. All have the field's name.

use serde::{Deserialize, Serialize};

use super::{Facts, Service, SingleSignOn};
use crate::rules::features::Feature;
use crate::rules::licence::Licence;
use crate::rules::routes::RouteName;

/// Passes the table to a macro, which generates something from each row.
///
/// A row has the sentence that documents the fact, the field, the variant of [`Fact`], the type, the default of the
/// setting, and the English label; and `skip` if it is not a setting. The sentence of a setting without a default ends
/// with an example: "such as `value`.". Records, changes and the example configuration have the order of the table.
///
/// In scenarios, and in records of builds that did not have the fact, a missing value is the default of the *type*. It
/// must lead to the decisions that were made before the fact existed.
#[macro_export]
macro_rules! installation_facts {
    ($write:ident) => {
        $write! {
            /// The installation shows repositories only.
            lightweight Lightweight: bool = false, "Shows repositories only";
            /// The installation is run for its customers, who have a subscription.
            cloud Cloud: bool = false, "Run for customers who have a subscription";
            /// Links to the documentation are not shown.
            help_links_disabled HelpLinksDisabled: bool = false, "Hides the links to the documentation"; // MENU-04
            /// What the installation supports.
            features Features: Vec<Feature> = vec![
                Feature::UnifiedNavigation,
                Feature::ArtifactBrowser,
                Feature::QuickSetup,
                Feature::NewOnboarding,
            ], "What is supported"; // DET-03
            /// Where the application is to be left for instead of being shown, such as `https://elsewhere.example.org`.
            external_redirect ExternalRedirect: Option<String> = None, "All users are sent to"; // NAV-04
            /// Routes, by name, whose menu item is hidden or disabled.
            hidden_routes HiddenRoutes: Vec<RouteName> = Vec::new(), "Hidden pages"; // NAV-07
            /// The paths that service front-ends announced, as patterns of the route table's kind.
            announced_paths AnnouncedPaths: Vec<String> = Vec::new(), "Paths that are known", skip; // MFE-05
            /// Where Documentation of the help menu leads, such as `https://docs.example.org`.
            documentation_url DocumentationUrl: Option<String> = None, "Documentation is at"; // MENU-08
            /// Where Learning Center of the help menu leads, such as `https://learn.example.org`.
            learning_center_url LearningCenterUrl: Option<String> = None, "The learning center is at"; // MENU-08
            /// The portal in which the subscription is managed, such as `https://portal.example.org`.
            account_portal_url AccountPortalUrl: Option<String> = None, "The account portal is at"; // MENU-08
            /// The files inside archives are indexed, so that they can be searched.
            archive_indexing ArchiveIndexing: bool = false, "Searches inside archives"; // SEARCH-01
            /// Visitors who have not signed in may search in the scanning service.
            scanning_search_for_visitors ScanningSearchForVisitors: bool = false, "Lets visitors search scanned components"; // SEARCH-01
        }
    };
}

macro_rules! declare_installation {
    ($(
        $(#[doc = $doc:literal])+
        $field:ident $variant:ident: $type:ty = $default:expr, $label:literal $(, $skip:ident)?;
    )+) => {
        /// What kind of installation this is: what only users of the console need to know.
        #[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
        #[serde(deny_unknown_fields, default)]
        pub struct Installation {
            $($(#[doc = $doc])+ pub $field: $type,)+
        }

        /// One of the facts that are the same for every session, regardless of the user.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
        #[serde(tag = "fact", content = "value", rename_all = "snake_case", deny_unknown_fields)]
        pub enum Fact {
            /// [`Facts::anonymous_allowed`].
            AnonymousAllowed(bool),
            /// [`Facts::anonymous_ui_blocked`].
            AnonymousUiBlocked(bool),
            /// [`Facts::single_sign_on`].
            SingleSignOn(SingleSignOn),
            /// [`Facts::licence`].
            Licence(Licence),
            /// [`Facts::services`].
            Services(Vec<Service>),
            $($(#[doc = $doc])+ $variant($type),)+
        }

        impl Fact {
            /// Takes it over among the facts of start-up that is ready.
            pub fn apply_to(&self, facts: &mut Facts) {
                let installation = &mut facts.installation;
                match self.clone() {
                    Self::AnonymousAllowed(value) => facts.anonymous_allowed = value,
                    Self::AnonymousUiBlocked(value) => facts.anonymous_ui_blocked = value,
                    Self::SingleSignOn(set_up) => facts.single_sign_on = set_up,
                    Self::Licence(licence) => facts.licence = licence,
                    Self::Services(services) => facts.services = services,
                    $(Self::$variant(value) => installation.$field = value,)+
                }
            }

            /// Every fact of an installation, in the order of the table.
            pub fn of_installation(installation: Installation) -> Vec<Self> {
                vec![$(Self::$variant(installation.$field),)+]
            }
        }

        /// What people read about the facts of the installation, in the order of the table.
        pub const INSTALLATION_FACTS: &[Described] = &[$(Described {
            name: stringify!($field),
            about: concat!($($doc),+),
            label: $label,
        },)+];
    };
}

installation_facts!(declare_installation);

/// A row of the table, as text.
#[derive(Debug, Clone, Copy)]
pub struct Described {
    /// The field, the setting and the key in scenarios.
    pub name: &'static str,
    /// What is true if it is set, as a sentence.
    pub about: &'static str,
    /// Its name in the console, in English.
    pub label: &'static str,
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    /// Scenarios, records and the configuration name a fact by its field, changes of it by its variant.
    #[test]
    fn a_fact_has_one_name() {
        let facts = Fact::of_installation(Installation::default());
        let names: Vec<Value> = facts.iter().map(|fact| json!(fact)["fact"].clone()).collect();
        let named: Vec<&str> = INSTALLATION_FACTS.iter().map(|row| row.name).collect();
        assert_eq!(names, named);
        let fields = json!(Installation::default());
        let fields = fields.as_object().expect("it is an object");
        assert!(named.iter().all(|name| fields.contains_key(*name)), "{fields:?}");
    }

    #[test]
    fn a_changed_fact_is_applied_to_its_field() {
        let installation = Installation {
            lightweight: true,
            cloud: true,
            features: vec![Feature::Tested],
            hidden_routes: vec![RouteName::Builds],
            ..Installation::default()
        };
        let mut facts = Facts::unknown();
        for fact in Fact::of_installation(installation.clone()) {
            fact.apply_to(&mut facts);
        }
        assert_eq!(facts.installation, installation);
    }

    /// Records of builds that did not know a fact do not have it.
    #[test]
    fn a_fact_that_is_missing_is_unset_and_an_unknown_one_is_rejected() {
        let read = serde_json::from_str::<Installation>;
        let cloud = Installation { cloud: true, ..Installation::default() };
        assert_eq!(read(r#"{"cloud":true}"#).ok(), Some(cloud));
        assert!(read(r#"{"clod":true}"#).is_err());
        assert!(read(r#"{"cloud":"yes"}"#).is_err());
    }
}
