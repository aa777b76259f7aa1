//! What the page and the modal of the Git integrations have.

use serde::{Deserialize, Serialize};

use crate::rules::git::{GitFields, VendorItem};
use crate::secret::{Digest, PersonId};
use crate::sign_in::Notice;

/// What the page knows about its user, the platform and the vendors (INT-06).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "GitPage"),
    schemars(rename = "GitPage")
)]
#[serde(deny_unknown_fields)]
pub struct Page {
    /// Whether the user has signed in by an OAuth provider.
    pub oauth: bool,
    /// The user.
    pub person: Option<PersonId>,
    /// The address of the platform, with one slash at its end; none until it has been fetched with the vendors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_url: Option<String>,
    /// The vendors with what is connected to them; empty until they have been fetched.
    pub vendors: Vec<VendorItem>,
    /// Whether they could not be fetched the last time.
    pub failed: bool,
    /// Why the last selection of products or the last deletion failed; none from the next event of the user on.
    pub error: Option<Notice>,
}

/// What the form of the modal does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "GitAction"),
    schemars(rename = "GitAction")
)]
#[serde(tag = "action", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// It creates an integration.
    Create {},
    /// It changes an integration.
    Update {
        /// The key of the integration.
        key: String,
    },
}

/// The form of the modal (INT-03).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "GitForm"),
    schemars(rename = "GitForm")
)]
#[serde(deny_unknown_fields)]
pub struct Form {
    /// Whether an integration is created or changed.
    pub action: Action,
    /// The fields that were sent last; those that the form was opened with before.
    pub fields: GitFields,
    /// The fields of the integration when the form was opened; none if it is created.
    pub before: Option<GitFields>,
    /// What has passed a test; none after a failed one.
    pub tested: Option<Tested>,
    /// Whether the popover of the passed test is shown.
    pub popover: bool,
    /// Why the last test or change failed.
    pub error: Option<Notice>,
}

/// What has passed a test (INT-04).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "GitPassed"),
    schemars(rename = "GitPassed")
)]
#[serde(deny_unknown_fields)]
pub struct Tested {
    /// The fields that were tested.
    pub fields: GitFields,
    /// The keyed mark of the token that was tested with them.
    pub mark: Digest,
}

/// Why Git integrations are not available.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "GitUnavailable"),
    schemars(rename = "GitUnavailable")
)]
#[serde(rename_all = "snake_case")]
pub enum Unavailable {
    /// The installation does not support them.
    NotSupported,
    /// The user is not an administrator.
    NotAdmin,
}
