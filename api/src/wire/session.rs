//! The session, its records and menus, and what pages ask beside it.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use waybill_engine::DetailsForm;
use waybill_machines::Timestamp;
use waybill_machines::rules::logo::Logo;
use waybill_machines::rules::onboarding::WorkRole;
use waybill_platform::secret::Secret;
use waybill_platform::services::Footer;

use crate::frontends::Definition;

/// What a page needs to know first.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SessionInfo {
    /// Names the build.
    pub build: String,
    /// The hash of the rules that the server decides by.
    pub charts: &'static str,
    /// Names the life of the session's stream.
    pub epoch: String,
    /// Always null: the origin of a request is what tells pages apart.
    pub csrf: Option<String>,
    /// Services may be stopped here for testing.
    pub qa: bool,
    /// There is no administrator yet.
    pub setup_needed: bool,
    /// Somebody has signed in.
    pub signed_in: bool,
}

/// Which part of the records is wanted.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct RecordsQuery {
    /// Only records before this sequence number.
    pub before: Option<u64>,
    /// Maximum number of records, at most 200.
    pub limit: Option<u64>,
}

/// A part of the session's records.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Records {
    /// The records, the newest first.
    pub records: Vec<Change>,
    /// Whether there are earlier records.
    pub more: bool,
}

/// A record as its own session's tabs may see it. Its text is made once, by the engine, for the socket and for this.
#[derive(Debug, Serialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(as = "ChangeFields"), schemars(with = "ChangeFields"))]
pub struct Change(pub Box<RawValue>);

#[cfg(feature = "schema")]
use change::ChangeFields;

/// What a [`Change`] reads as.
#[cfg(feature = "schema")]
mod change {
    use std::collections::BTreeMap;

    use serde::Serialize;
    use waybill_machines::{MachineName, Timestamp};

    /// Its fields.
    #[derive(Serialize, ts_rs::TS, schemars::JsonSchema)]
    pub struct ChangeFields {
        /// Its number in the stream.
        seq: u64,
        /// Whose it is.
        machine: MachineName,
        /// Of which tab, where the machine is one of a tab.
        tab: Option<String>,
        /// The version of the machine after it.
        instance: u64,
        /// When it happened.
        at: Timestamp,
        /// Who did it.
        who: Option<String>,
        /// What happened.
        event: ChangedBy,
        /// What was asked before it was decided.
        guards: Vec<String>,
        /// Why it was refused, if it was.
        refused: Option<Refusal>,
        /// The state before.
        from: String,
        /// The state after.
        to: String,
        /// The whole state after; null for a refusal, which changes nothing.
        state: Option<ChangedTo>,
        /// What is to be done because of it.
        calls: Vec<ChangeCall>,
        /// What it came of.
        cause: Option<Cause>,
        /// The command that asked for it.
        command: Option<String>,
        /// The events that a tab may propose now.
        can: Vec<String>,
    }

    /// An event of any machine.
    #[derive(Serialize, ts_rs::TS, schemars::JsonSchema)]
    #[ts(type = "{ readonly type: string; readonly [field: string]: unknown }")]
    struct ChangedBy {
        /// Which one.
        r#type: String,
        /// What belongs to it.
        #[serde(flatten)]
        rest: BTreeMap<String, serde_json::Value>,
    }

    /// A state of any machine.
    #[derive(Serialize, ts_rs::TS, schemars::JsonSchema)]
    #[ts(type = "{ readonly state: string; readonly [field: string]: unknown }")]
    struct ChangedTo {
        /// Which one.
        state: String,
        /// What belongs to it.
        #[serde(flatten)]
        rest: BTreeMap<String, serde_json::Value>,
    }

    /// A call of any machine.
    #[derive(Serialize, ts_rs::TS, schemars::JsonSchema)]
    #[ts(type = "{ readonly call: string; readonly [field: string]: unknown }")]
    struct ChangeCall {
        /// Which one.
        call: String,
        /// What belongs to it.
        #[serde(flatten)]
        rest: BTreeMap<String, serde_json::Value>,
    }

    /// Why an event was refused.
    #[derive(Serialize, ts_rs::TS, schemars::JsonSchema)]
    struct Refusal {
        /// Names the reason.
        code: String,
        /// What belongs to it.
        #[serde(default)]
        #[ts(optional, type = "Record<string, string>")]
        args: BTreeMap<String, String>,
    }

    /// What a record came of.
    #[derive(Serialize, ts_rs::TS, schemars::JsonSchema)]
    struct Cause {
        /// The record.
        record: String,
        /// Its call.
        call: Option<u64>,
        /// The record at the beginning.
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

/// One of them.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct OwnSession {
    /// Names it.
    pub id: String,
    /// Whether it is the session of this request.
    pub current: bool,
    /// Since when somebody has been signed in.
    pub since: Timestamp,
    /// When it was last seen.
    pub last_seen: Option<Timestamp>,
    /// The browser.
    pub agent: Option<String>,
}

/// One of the own sessions, or all others, are to end.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct RevokeSessions {
    /// Which one.
    pub id: Option<String>,
    /// All others.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<bool>"))]
    pub others: bool,
}

/// How many sessions were ended.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SessionsRevoked {
    /// The number.
    pub revoked: usize,
}

/// Which project is selected.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct MenuQuery {
    /// Its key.
    pub project: Option<String>,
}

/// The texts of the onboarding that people type freely.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct OnboardingDetails {
    /// What somebody works as.
    pub role: Option<WorkRole>,
    /// The same in their words.
    pub other_role: Option<Secret>,
    /// Where.
    pub company_name: Option<Secret>,
    /// For which project.
    pub oss_project_name: Option<Secret>,
}

impl From<OnboardingDetails> for DetailsForm {
    fn from(details: OnboardingDetails) -> Self {
        let OnboardingDetails { role, other_role, company_name, oss_project_name } = details;
        Self { role, other_role, company_name, oss_project_name }
    }
}

/// An error of a page.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ClientError {
    /// What failed, in the page's words.
    pub what: String,
    /// The error, its stack and its cause.
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
    /// Names the build.
    pub revision: String,
    /// Always empty.
    pub addons: Vec<String>,
}

/// The footer, and which of its logos is the one to show.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ShownFooter {
    /// What it says.
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
