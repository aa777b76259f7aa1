//! What calls to the browser say.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Call;

/// The severity of a notification. It is recorded and sent as the time for which the notification is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// Something failed.
    Error,
    /// Something succeeded, or cannot be done at present.
    Info,
}

impl Severity {
    /// Every severity.
    pub const ALL: [Self; 2] = [Self::Error, Self::Info];

    /// How long a notification is shown, in milliseconds (NOTE-01).
    pub const fn shown_ms(self) -> u32 {
        match self {
            Self::Error => 4_500,
            Self::Info => 3_000,
        }
    }
}

/// A kind of data that the browser caches and can clear.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Clearable {
    /// The data that was fetched at start-up.
    InitialData,
    /// The identity of the user.
    Identity,
    /// The progress in the guide tool.
    Guide,
    /// The data of the package pages.
    Packages,
    /// The stored path (MEM-01).
    RememberedPath,
    /// The search history.
    Search,
    /// The API key of the previous user; pages that need one fetch it again (NAV-14).
    ApiKey,
    /// The steps of the wizard (ONB-04).
    Personalisation,
    /// The flag of the set-me-up data (NAV-16).
    SetMeUp,
}

/// A dialog that a navigation closes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Dialog {
    /// The dialog that creates repositories.
    RepositoryCreation,
    /// The dialog that confirms a creation.
    Success,
    /// The animation of a project.
    ProjectAnimation,
}

/// Why a sign-in is over although its user may sign in again at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SignInOver {
    /// Its maximum duration has elapsed.
    Expired,
    /// Its user was away for longer than the installation allows.
    Idle,
}

impl Call {
    /// A notification.
    pub fn notify(severity: Severity, key: &str, args: BTreeMap<String, String>) -> Self {
        Self::Notify { key: key.to_owned(), args, duration_ms: severity.shown_ms() }
    }

    /// An error notification.
    pub fn notify_error(key: &str) -> Self {
        Self::notify(Severity::Error, key, BTreeMap::new())
    }

    /// An information notification.
    pub fn notify_info(key: &str) -> Self {
        Self::notify(Severity::Info, key, BTreeMap::new())
    }
}
