//! The states and events of asking for a passkey.

use serde::{Deserialize, Serialize};

use crate::named;
use crate::secret::{Digest, Handle, PersonId};
use crate::sign_in::{Landing, Notice, PasskeyCeremony, PasskeyChecked, PasskeyPurpose};
use crate::time::Timestamp;

/// The state of asking for a passkey.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "PasskeyState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// No passkey is asked for.
    Idle {
        /// Why the last one was not accepted.
        failure: Option<Notice>,
    },
    /// The browser asks its user for a passkey.
    Asked {
        /// The question.
        ceremony: PasskeyCeremony,
        /// When it was asked.
        since: Timestamp,
    },
    /// The access service checks what the authenticator has answered.
    Checking {
        /// The question.
        ceremony: PasskeyCeremony,
        /// The digest of the cookie that the session gets if the passkey signs a user in.
        token: Digest,
        /// What is kept of the sign-in page.
        landing: Landing,
    },
    /// The passkey was accepted.
    Done {
        /// What it was asked for.
        purpose: PasskeyPurpose,
    },
}
named!(State { Idle = "idle", Asked = "asked", Checking = "checking", Done = "done" });

/// The events of asking for a passkey.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "PasskeyEvent")
)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The browser gets a question for its authenticators, in place of one that it had before.
    Begin {
        /// The question.
        ceremony: PasskeyCeremony,
    },
    /// An authenticator has answered.
    Answer {
        /// The digest of the challenge that was answered.
        digest: Digest,
        /// The handle of the answer.
        response: Handle,
        /// The digest of the new session cookie.
        token: Digest,
        /// The user whose passkey it is or becomes, as the server knows now.
        person: Option<PersonId>,
        /// What is kept of the sign-in page.
        landing: Landing,
    },
    /// The answer of the access service.
    #[serde(rename = "access.check_passkey")]
    Checked(PasskeyChecked),
    /// The user goes on otherwise, or has read why a passkey was not accepted.
    Cancel {},
    /// The sign-in was cancelled, or the session ended.
    Reset {},
}
named!(Event {
    Begin = "begin",
    Answer = "answer",
    Checked = "access.check_passkey",
    Cancel = "cancel",
    Reset = "reset",
});

/// What a tab may propose over the socket. Questions and answers are sent over HTTP.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// Go on without a passkey.
    Cancel {},
}
named!(Proposal { Cancel = "cancel" });
