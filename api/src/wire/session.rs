//! The session, its records and menus, and other data that pages request.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use waybill_engine::DetailsForm;
use waybill_machines::Timestamp;
use waybill_machines::rules::logo::Logo;
use waybill_machines::rules::onboarding::WorkRole;
use waybill_platform::secret::Secret;
use waybill_platform::services::Footer;

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

/// A record as visible to its session's tabs. The engine serializes it once, for the socket and for this.
#[derive(Debug, Serialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(as = "ChangeFields"), schemars(with = "ChangeFields"))]
pub struct Change(pub Box<RawValue>);

#[cfg(feature = "schema")]
use change::ChangeFields;

/// The JSON format of a [`Change`].
#[cfg(feature = "schema")]
mod change {
    use std::collections::BTreeMap;

    use serde::Serialize;
    use waybill_machines::{MachineName, Timestamp};

    /// Its fields.
    #[derive(Serialize, ts_rs::TS, schemars::JsonSchema)]
    pub struct ChangeFields {
        /// The sequence number in the stream.
        seq: u64,
        /// The machine.
        machine: MachineName,
        /// The tab; null for a machine of the session.
        tab: Option<String>,
        /// The version of the machine after the record.
        instance: u64,
        /// When it was decided.
        at: Timestamp,
        /// The actor.
        who: Option<String>,
        /// The event.
        event: ChangedBy,
        /// The guards that were evaluated.
        guards: Vec<String>,
        /// Why the event was rejected; null if it was accepted.
        refused: Option<Refusal>,
        /// The name of the state before.
        from: String,
        /// The name of the state after.
        to: String,
        /// The complete state after; null for a rejection, which changes nothing.
        state: Option<ChangedTo>,
        /// The calls of the decision.
        calls: Vec<ChangeCall>,
        /// What caused the record; null if it has no cause.
        cause: Option<Cause>,
        /// The id of the command.
        command: Option<String>,
        /// The events that a tab may propose in the new state.
        can: Vec<String>,
    }

    /// An event of any machine.
    #[derive(Serialize, ts_rs::TS, schemars::JsonSchema)]
    #[ts(type = "{ readonly type: string; readonly [field: string]: unknown }")]
    struct ChangedBy {
        /// The event type.
        r#type: String,
        /// The fields of the event.
        #[serde(flatten)]
        rest: BTreeMap<String, serde_json::Value>,
    }

    /// A state of any machine.
    #[derive(Serialize, ts_rs::TS, schemars::JsonSchema)]
    #[ts(type = "{ readonly state: string; readonly [field: string]: unknown }")]
    struct ChangedTo {
        /// The name of the state.
        state: String,
        /// The fields of the state.
        #[serde(flatten)]
        rest: BTreeMap<String, serde_json::Value>,
    }

    /// A call of any machine.
    #[derive(Serialize, ts_rs::TS, schemars::JsonSchema)]
    #[ts(type = "{ readonly call: string; readonly [field: string]: unknown }")]
    struct ChangeCall {
        /// The name of the call.
        call: String,
        /// The fields of the call.
        #[serde(flatten)]
        rest: BTreeMap<String, serde_json::Value>,
    }

    /// Why an event was rejected.
    #[derive(Serialize, ts_rs::TS, schemars::JsonSchema)]
    struct Refusal {
        /// The code of the reason.
        code: String,
        /// The arguments of the reason.
        #[serde(default)]
        #[ts(optional, type = "Record<string, string>")]
        args: BTreeMap<String, String>,
    }

    /// The cause of a record.
    #[derive(Serialize, ts_rs::TS, schemars::JsonSchema)]
    struct Cause {
        /// The record that caused it.
        record: String,
        /// The index of the call in that record.
        call: Option<u64>,
        /// The first record of the chain of causes.
        root: String,
    }
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
