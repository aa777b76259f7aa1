//! The format of a story, as types: what they can hold is what a file may say.

mod action;
mod duration;
mod expect;
mod expectations;
mod facts;
mod fields;
mod load;
mod menus;
pub(crate) mod names;
mod read;
#[cfg(feature = "schema")]
mod schema;

use std::collections::BTreeMap;

use serde::Deserialize;
use waybill_machines::Timestamp;
use waybill_machines::facts::SingleSignOn;
use waybill_machines::machines::login::MfaStatus;
use waybill_machines::rules::features::Feature;
use waybill_machines::rules::licence::Licence;
use waybill_machines::rules::routes::RouteName;
use waybill_machines::rules::versions::Version;

pub use action::{
    Action, Answers, CodeWord, CurrentWord, Describe, LoginSubmit, PasswordSubmit, Step, Stored,
};
pub use duration::Duration;
pub use expect::{CallPattern, Expect, TransitionPattern};
pub use facts::FactsChange;
pub use load::{Document, parse};
pub use menus::MenusPattern;
pub(crate) use read::lay;
#[cfg(feature = "schema")]
pub use schema::json_schema;

/// One story.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// What happens, as one sentence. Always the first line of the file.
    pub scenario: String,
    /// The requirements that the story proves.
    pub covers: Vec<String>,
    /// When it begins.
    #[serde(default = "new_year")]
    pub at: Timestamp,
    /// The world in which it plays.
    #[serde(default)]
    pub given: Given,
    /// What happens, in order.
    pub steps: Vec<Step>,
}

const fn new_year() -> Timestamp {
    Timestamp::from_ms(1_767_225_600_000)
}

/// The world of a story: what the services answer when nobody says otherwise.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Given {
    /// The installed licence.
    pub licence: Licence,
    /// Visitors may look around.
    pub anonymous_allowed: bool,
    /// Visitors may not use the console, whatever else is allowed.
    pub anonymous_ui_blocked: bool,
    /// The installation shows repositories only.
    pub lightweight: bool,
    /// Routes whose menu item is hidden or disabled.
    pub hidden_routes: Vec<RouteName>,
    /// Where the application is to be left for.
    pub external_redirect: Option<String>,
    /// It is run for its customers.
    pub cloud: bool,
    /// Links to the documentation are not shown.
    pub help_links_disabled: bool,
    /// The address of the logo that the settings name.
    pub logo_url: String,
    /// The address of a logo that was uploaded.
    pub user_logo: String,
    /// What the installation supports.
    pub features: Vec<Feature>,
    /// The paths that service front-ends announced.
    pub announced_paths: Vec<String>,
    /// How signing in by another service is set up.
    pub single_sign_on: SingleSignOn,
    /// Which services are there, each with its version.
    #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, String>"))]
    pub services: BTreeMap<String, Version>,
    /// Target bundles are dropped after a while.
    pub target_bundle_retention: bool,
    /// The keys of the projects that there are.
    pub projects: Vec<String>,
    /// Who has an account.
    pub users: Vec<GivenUser>,
    /// Who is signed in when the story begins.
    pub signed_in: Option<String>,
    /// What the first tab's storage remembers as the path that somebody wanted.
    pub remembered: Option<Stored>,
    /// Who answers a call that no step answers.
    pub answers: Answers,
}

impl Default for Given {
    fn default() -> Self {
        Self {
            licence: Licence::EnterprisePlus,
            anonymous_allowed: false,
            anonymous_ui_blocked: false,
            lightweight: false,
            hidden_routes: Vec::new(),
            external_redirect: None,
            cloud: false,
            help_links_disabled: false,
            logo_url: String::new(),
            user_logo: String::new(),
            features: Vec::new(),
            announced_paths: Vec::new(),
            single_sign_on: SingleSignOn::default(),
            services: BTreeMap::from([("artifactory".into(), Version(7, 55, 0))]),
            target_bundle_retention: false,
            projects: Vec::new(),
            users: Vec::new(),
            signed_in: None,
            remembered: None,
            answers: Answers::Automatic,
        }
    }
}

/// Somebody with an account.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GivenUser {
    /// The user name.
    pub name: String,
    /// May administer the installation.
    #[serde(default)]
    pub admin: bool,
    /// What a second factor means for them.
    #[serde(default = "no_factor")]
    pub mfa: MfaStatus,
    /// May administer projects, as every administrator may.
    #[serde(default)]
    pub manages_projects: bool,
    /// Comes by an OAuth provider.
    #[serde(default)]
    pub oauth_realm: bool,
    /// They have never signed in before.
    #[serde(default)]
    pub first_login: bool,
    /// They have neither finished nor dismissed the onboarding.
    #[serde(default)]
    pub onboarding_owed: bool,
    /// Their password has expired.
    #[serde(default)]
    pub must_change_password: bool,
    /// Their password, where the story needs to know it.
    pub password: Option<String>,
}

const fn no_factor() -> MfaStatus {
    MfaStatus::None
}
