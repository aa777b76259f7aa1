//! The states and events of the machine that replaces a forgotten password.

use serde::{Deserialize, Serialize};

use super::login::Notice;
use crate::named;
use crate::secret::{Digest, Handle, PersonId};
use crate::time::Timestamp;

/// The answer of the access service to the key of a link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum ResetKeyChecked {
    /// The link works.
    Valid {
        /// The user whose link it is.
        person: PersonId,
        /// When the link expires.
        until: Timestamp,
    },
    /// The link does not work.
    Refused {
        /// The reason.
        notice: Notice,
    },
    /// The server stopped before the result was known.
    Interrupted {},
}

/// The answer of the access service to a new password.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum PasswordReset {
    /// The password has been set, and the link is used up.
    Accepted {},
    /// The password was not set.
    Refused {
        /// The reason.
        notice: Notice,
    },
    /// The server stopped before the result was known.
    Interrupted {},
}

/// The state of replacing a forgotten password.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ResetPasswordState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// No link was opened.
    Idle {},
    /// The access service checks the key of a link.
    Checking {
        /// The SHA-256 of the key.
        key: Digest,
    },
    /// The link does not work.
    Refused {
        /// The reason.
        notice: Notice,
    },
    /// The link works, and the user chooses a password.
    Ready {
        /// The SHA-256 of the key that was checked.
        key: Digest,
        /// The user whose link it is.
        person: PersonId,
        /// When the link expires.
        until: Timestamp,
        /// Why the last attempt failed.
        failure: Option<Notice>,
    },
    /// The access service sets the password.
    Changing {
        /// The SHA-256 of the key that was checked.
        key: Digest,
        /// The user whose password it is.
        person: PersonId,
        /// When the link expires.
        until: Timestamp,
    },
    /// The password has been set.
    Done {},
}
named!(State {
    Idle = "idle",
    Checking = "checking",
    Refused = "refused",
    Ready = "ready",
    Changing = "changing",
    Done = "done",
});

/// The events of replacing a forgotten password.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "ResetPasswordEvent")
)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A link was opened.
    Open {
        /// The SHA-256 of its key.
        key: Digest,
        /// The handle of the key.
        link: Handle,
    },
    /// The answer of the access service to the key.
    #[serde(rename = "access.check_reset_key")]
    Checked(ResetKeyChecked),
    /// The form was submitted.
    Submit {
        /// The SHA-256 of the key that was sent with the password.
        key: Digest,
        /// The handle of the key and the new password.
        password: Handle,
    },
    /// The answer of the access service to the new password.
    #[serde(rename = "access.reset_password")]
    Answered(PasswordReset),
    /// The user leaves the form.
    Cancel {},
    /// The session ended.
    Reset {},
}
named!(Event {
    Open = "open",
    Checked = "access.check_reset_key",
    Submit = "submit",
    Answered = "access.reset_password",
    Cancel = "cancel",
    Reset = "reset",
});

/// What a tab may propose over the socket. Keys and passwords are sent over HTTP.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// Leave the form.
    Cancel {},
}
named!(Proposal { Cancel = "cancel" });
