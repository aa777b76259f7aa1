//! The session, its records and menus, and other data that pages request.

use serde::{Deserialize, Serialize};
use waybill_engine::{Change, DetailsForm};
use waybill_machines::Timestamp;
use waybill_machines::rules::logo::Logo;
use waybill_machines::rules::onboarding::WorkRole;
use waybill_platform::secret::Secret;
use waybill_platform::services::Footer;

use super::sign_in_page::SignInPage;
use crate::frontends::Definition;

/// What a page needs before it can connect.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SessionInfo {
    /// The id of the server's build.
    pub build: String,
    /// The hash of the machines' charts and rules.
    pub charts: &'static str,
    /// The epoch of the session's stream.
    pub epoch: String,
    /// Always null: requests are protected by their origin.
    pub csrf: Option<String>,
    /// Whether services can be stopped for testing.
    pub qa: bool,
    /// Whether the first administrator has not been set up yet.
    pub setup_needed: bool,
    /// Whether a user is signed in.
    pub signed_in: bool,
    /// Whether the login page leads away to a provider.
    pub login_leads_away: bool,
    /// What the sign-in page offers.
    pub sign_in: SignInPage,
}

/// Paging of records.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct RecordsQuery {
    /// Only records before this sequence number.
    pub before: Option<u64>,
    /// Maximum number of records, at most 200.
    pub limit: Option<u64>,
}

/// A page of the session's records.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Records {
    /// The records, newest first.
    pub records: Vec<Change>,
    /// Whether there are earlier records.
    pub more: bool,
}

/// The sessions of a user.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Sessions {
    /// The full list.
    pub sessions: Vec<OwnSession>,
}

/// A session of the user.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct OwnSession {
    /// The session id.
    pub id: String,
    /// Whether it is the session of this request.
    pub current: bool,
    /// When the user signed in.
    pub since: Timestamp,
    /// When it last sent a request.
    pub last_seen: Option<Timestamp>,
    /// The `User-Agent` of its browser.
    pub agent: Option<String>,
    /// The address that its last request came from.
    pub address: Option<String>,
}

/// Ends one of the user's sessions, or all others.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct RevokeSessions {
    /// The id of the session to end.
    pub id: Option<String>,
    /// Ends all sessions but this one.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<bool>"))]
    pub others: bool,
}

/// The number of ended sessions.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SessionsRevoked {
    /// The number.
    pub revoked: usize,
}

/// Selects a project.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct MenuQuery {
    /// The project key.
    pub project: Option<String>,
}

/// The free texts of the onboarding.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct OnboardingDetails {
    /// The user's role.
    pub role: Option<WorkRole>,
    /// The role in the user's own words.
    pub other_role: Option<Secret>,
    /// The company.
    pub company_name: Option<Secret>,
    /// The open source project.
    pub oss_project_name: Option<Secret>,
}

impl From<OnboardingDetails> for DetailsForm {
    fn from(details: OnboardingDetails) -> Self {
        let OnboardingDetails { role, other_role, company_name, oss_project_name } = details;
        Self { role, other_role, company_name, oss_project_name }
    }
}

/// An error that a page reports.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ClientError {
    /// A short description by the page.
    pub what: String,
    /// The error with its stack and causes.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<String>"))]
    pub detail: String,
}

/// The version of the server.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ServerVersion {
    /// The version.
    pub version: &'static str,
    /// The id of the build.
    pub revision: String,
    /// Always empty.
    pub addons: Vec<String>,
}

/// The footer and the logo to show.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ShownFooter {
    /// The footer.
    #[serde(flatten)]
    pub footer: Footer,
    /// The logo.
    pub logo: Logo,
}

/// The service front-ends whose services run.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct FrontEnds {
    /// The full list.
    pub frontends: Vec<Definition>,
}
