//! Effects as data. Only the runtime performs them, after the record that asks for them is durable.
//!
//! A call to a port is answered by an event of the call's own name, sent to the machine that asked. A call to
//! the browser is pushed with the change and answered by nothing. A `tell` is taken by the machine told, in
//! the same group of records.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::named;
use crate::registry::AnyEvent;
use crate::rules::custom_data::{CustomChange, StepData};
use crate::rules::logs::LogFile;
use crate::rules::onboarding::WizardStep;
use crate::rules::routes::Place;
use crate::rules::services::{NodeRef, ServiceId};
use crate::rules::support::Wanted;
use crate::secret::{Handle, PersonId};

/// How long an error notification stays (NOTE-01).
pub const NOTIFY_ERROR_MS: u32 = 4_500;
/// How long an information notification stays (NOTE-01).
pub const NOTIFY_INFO_MS: u32 = 3_000;

/// Everything that a machine can ask for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "call", deny_unknown_fields)]
pub enum Call {
    /// Checks a user name and a password; both wait behind the handle.
    #[serde(rename = "access.authenticate")]
    Authenticate {
        /// The ticket for user name and password.
        credentials: Handle,
    },
    /// Ends the sign-in at the access service.
    #[serde(rename = "access.log_out")]
    LogOut {
        /// Whose.
        person: PersonId,
    },
    /// Makes a second factor to enrol; its secret goes to the page over HTTP only.
    #[serde(rename = "access.begin_enrolment")]
    BeginEnrolment {
        /// Whose.
        person: PersonId,
    },
    /// Checks the first code of a new second factor, and enrols it.
    #[serde(rename = "access.confirm_enrolment")]
    ConfirmEnrolment {
        /// Whose.
        person: PersonId,
        /// The ticket for the code.
        code: Handle,
    },
    /// Checks a one-time code; each code works once.
    #[serde(rename = "access.verify_code")]
    VerifyCode {
        /// Whose.
        person: PersonId,
        /// The ticket for the code.
        code: Handle,
    },
    /// Checks a recovery code; each code works once.
    #[serde(rename = "access.verify_recovery")]
    VerifyRecovery {
        /// Whose.
        person: PersonId,
        /// The ticket for the code.
        code: Handle,
    },
    /// Changes a password, given the current one.
    #[serde(rename = "access.change_password")]
    ChangePassword {
        /// Whose.
        person: PersonId,
        /// The ticket for the current and the new password.
        passwords: Handle,
    },
    /// Asks whether the session still counts.
    #[serde(rename = "access.check_session")]
    CheckSession {},
    /// Fetches who the user is and what visitors may do.
    #[serde(rename = "access.current_user")]
    CurrentUser {
        /// Who has signed in, if anybody.
        person: Option<PersonId>,
    },
    /// Changes what is kept for a user beside the account.
    #[serde(rename = "access.store_custom_data")]
    StoreCustomData {
        /// Whose.
        person: PersonId,
        /// What is to change.
        change: CustomChange,
    },
    /// Makes a project, unless there is one with this key.
    #[serde(rename = "projects.create")]
    CreateProject {
        /// The key.
        project_key: String,
        /// What people call it.
        name: String,
    },
    /// Fetches the footer settings.
    #[serde(rename = "settings.footer")]
    Footer {},
    /// Fetches which services are there.
    #[serde(rename = "topology.services")]
    Services {},
    /// Fetches the licence and what it entitles to.
    #[serde(rename = "licences.entitlements")]
    Entitlements {},
    /// Fetches the status of the nodes (STATUS-01).
    #[serde(rename = "status.nodes")]
    NodeStatus {},
    /// Fetches the status of the services (STATUS-01).
    #[serde(rename = "status.services")]
    ServiceStatus {},
    /// Takes a node out of the topology (STATUS-02).
    #[serde(rename = "status.remove_node")]
    RemoveNode {
        /// Which.
        node: NodeRef,
    },
    /// Fetches the further settings that only somebody inside the console needs.
    #[serde(rename = "settings.load")]
    LoadSettings {},
    /// Makes the support bundle of one service (BUNDLE-01).
    #[serde(rename = "support.create")]
    CreateSupportBundle {
        /// The creation that it belongs to.
        bundle: String,
        /// Whose.
        service: ServiceId,
        /// What is to be in it.
        wanted: Box<Wanted>,
    },
    /// Removes the file of a support bundle.
    #[serde(rename = "support.remove")]
    RemoveSupportBundle {
        /// The creation that it belongs to.
        bundle: String,
        /// Whose.
        service: ServiceId,
    },
    /// Asks which logs a service has, and on which nodes (LOGV-02).
    #[serde(rename = "logs.config")]
    LogsConfig {
        /// Whose.
        service: ServiceId,
    },
    /// Looks how far a log goes; its text goes to the page by another way.
    #[serde(rename = "logs.data")]
    LogsData {
        /// Which.
        file: LogFile,
        /// Where the last read ended.
        #[cfg_attr(feature = "schema", ts(type = "number"))]
        file_size: u64,
        /// Which file that was; none before the first read.
        generation: Option<String>,
    },
    /// Asks whether retention of target bundles is switched on (RET-01).
    #[serde(rename = "retention.status")]
    RetentionStatus {},

    /// Shows a notification; its text lives in the browser's catalogue.
    #[serde(rename = "browser.notify")]
    Notify {
        /// The text's key.
        key: String,
        /// What the text mentions.
        args: BTreeMap<String, String>,
        /// How long it stays, in milliseconds.
        duration_ms: u32,
    },
    /// Goes to a place of the console, which asks the guards again.
    #[serde(rename = "browser.navigate")]
    Navigate {
        /// Where to.
        to: Place,
    },
    /// Leaves the application.
    #[serde(rename = "browser.leave")]
    Leave {
        /// The address.
        url: String,
    },
    /// Ends the session: the browser gives its cookie back (NAV-12).
    #[serde(rename = "browser.end_session")]
    EndSession {
        /// Where to go afterwards, when the provider keeps a session of its own.
        leave_for: Option<String>,
    },
    /// Remembers where somebody wanted to go before they had to sign in (MEM-01).
    #[serde(rename = "browser.remember_path")]
    RememberPath {
        /// The place.
        place: Place,
    },
    /// Stops everything that asks the server at intervals.
    #[serde(rename = "browser.pause_polling")]
    PausePolling {},
    /// Lets it go on.
    #[serde(rename = "browser.resume_polling")]
    ResumePolling {},
    /// Closes dialogs that belong to the page that was left (NAV-14).
    #[serde(rename = "browser.close_dialogs")]
    CloseDialogs {
        /// Which.
        what: Vec<Dialog>,
    },
    /// Keeps a step of the wizard in local storage (ONB-04).
    #[serde(rename = "browser.save_step")]
    SaveStep {
        /// Which.
        step: WizardStep,
        /// What it has come to.
        data: StepData,
    },
    /// Drops what the browser holds of a kind: initial data, identity, guide state, packages.
    #[serde(rename = "browser.clear")]
    Clear {
        /// What.
        what: Vec<Clearable>,
    },

    /// Lets another machine of the session take an event, in the same group of records.
    #[serde(rename = "tell")]
    Tell {
        /// The event, with its machine's name.
        event: Box<AnyEvent>,
    },
}

named!(Call {
    Authenticate = "access.authenticate",
    LogOut = "access.log_out",
    BeginEnrolment = "access.begin_enrolment",
    ConfirmEnrolment = "access.confirm_enrolment",
    VerifyCode = "access.verify_code",
    VerifyRecovery = "access.verify_recovery",
    ChangePassword = "access.change_password",
    CheckSession = "access.check_session",
    CurrentUser = "access.current_user",
    StoreCustomData = "access.store_custom_data",
    CreateProject = "projects.create",
    Footer = "settings.footer",
    Services = "topology.services",
    Entitlements = "licences.entitlements",
    LoadSettings = "settings.load",
    CreateSupportBundle = "support.create",
    RemoveSupportBundle = "support.remove",
    LogsConfig = "logs.config",
    LogsData = "logs.data",
    RetentionStatus = "retention.status",
    NodeStatus = "status.nodes",
    ServiceStatus = "status.services",
    RemoveNode = "status.remove_node",
    Notify = "browser.notify",
    Navigate = "browser.navigate",
    Leave = "browser.leave",
    EndSession = "browser.end_session",
    RememberPath = "browser.remember_path",
    PausePolling = "browser.pause_polling",
    ResumePolling = "browser.resume_polling",
    CloseDialogs = "browser.close_dialogs",
    SaveStep = "browser.save_step",
    Clear = "browser.clear",
    Tell = "tell",
});

/// What a browser can be told to drop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Clearable {
    /// What was fetched at start-up.
    InitialData,
    /// Who the user is.
    Identity,
    /// How far the guide tool has come.
    Guide,
    /// What the package pages hold.
    Packages,
    /// The remembered path.
    RememberedPath,
    /// What was searched for.
    Search,
    /// The API key of whoever was signed in before: pages that need one fetch it anew (NAV-14).
    ApiKey,
    /// The steps of the wizard (ONB-04).
    Personalisation,
}

/// A dialog that a navigation closes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Dialog {
    /// Making repositories.
    RepositoryCreation,
    /// That something has been made.
    Success,
    /// The animation of a project.
    ProjectAnimation,
}

/// Where a call goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Destination {
    /// A port, which answers by an event of the call's name.
    Port,
    /// The browser, which does not answer.
    Browser,
    /// Another machine of the session.
    Machine,
}

/// All calls that no port answers, as a pattern: those to the browser, and tells. The one list of them: what is not
/// here goes to a port, and a `match` without a catch-all does not compile before each such call has an arm.
#[macro_export]
macro_rules! unanswered_call {
    () => {
        $crate::call::Call::Tell { .. }
            | $crate::call::Call::Notify { .. }
            | $crate::call::Call::Navigate { .. }
            | $crate::call::Call::Leave { .. }
            | $crate::call::Call::EndSession { .. }
            | $crate::call::Call::RememberPath { .. }
            | $crate::call::Call::PausePolling {}
            | $crate::call::Call::ResumePolling {}
            | $crate::call::Call::CloseDialogs { .. }
            | $crate::call::Call::SaveStep { .. }
            | $crate::call::Call::Clear { .. }
    };
}

impl Call {
    /// Where this call goes.
    pub const fn destination(&self) -> Destination {
        if matches!(self, Self::Tell { .. }) {
            return Destination::Machine;
        }
        match self {
            unanswered_call!() => Destination::Browser,
            _ => Destination::Port,
        }
    }

    /// A `tell`.
    pub fn tell(event: impl Into<AnyEvent>) -> Self {
        Self::Tell { event: Box::new(event.into()) }
    }

    /// An error notification.
    pub fn notify_error(key: &str) -> Self {
        Self::Notify { key: key.to_owned(), args: BTreeMap::new(), duration_ms: NOTIFY_ERROR_MS }
    }

    /// An information notification.
    pub fn notify_info(key: &str) -> Self {
        Self::Notify { key: key.to_owned(), args: BTreeMap::new(), duration_ms: NOTIFY_INFO_MS }
    }
}
