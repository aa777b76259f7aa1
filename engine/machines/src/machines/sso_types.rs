//! The states and events of signing in with a provider.

use serde::{Deserialize, Serialize};

use crate::named;
use crate::secret::{Digest, Handle, PersonId};
use crate::sign_in::{CodeExchanged, Landing, Notice, SignInFlow, SignInPurpose};
use crate::time::Timestamp;

/// The state of signing in with a provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "SsoState"))]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// The user is at no provider.
    Idle {
        /// Why the last sign-in with a provider failed.
        failure: Option<Notice>,
    },
    /// The user was sent to a provider, and has not come back.
    Leaving {
        /// The way there and back.
        flow: SignInFlow,
        /// When the user was sent there.
        since: Timestamp,
        /// What is kept of the sign-in page.
        landing: Landing,
    },
    /// The user is back, and the code of the provider is exchanged.
    Exchanging {
        /// The way there and back.
        flow: SignInFlow,
        /// The digest of the cookie that the session gets if the sign-in succeeds without a further step.
        token: Digest,
        /// What is kept of the sign-in page.
        landing: Landing,
    },
    /// The identity was accepted or linked.
    Done {
        /// The name of the provider.
        provider: String,
        /// What the user went there for.
        purpose: SignInPurpose,
    },
}
named!(State { Idle = "idle", Leaving = "leaving", Exchanging = "exchanging", Done = "done" });

/// The events of signing in with a provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "SsoEvent"))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The user is sent to a provider.
    Begin {
        /// The way there and back.
        flow: SignInFlow,
        /// What is kept of the sign-in page.
        landing: Landing,
    },
    /// The user comes back with a code.
    Callback {
        /// The digest of the state that the user comes back with.
        flow: Digest,
        /// The handle of the code.
        code: Handle,
        /// The digest of the new session cookie.
        token: Digest,
        /// The user who has signed in, as the server knows; none for a visitor.
        person: Option<PersonId>,
    },
    /// The user comes back without a code.
    Denied {
        /// The digest of the state that the user comes back with.
        flow: Digest,
        /// What the provider has answered.
        notice: Notice,
    },
    /// The answer to the code.
    #[serde(rename = "access.exchange_code")]
    Exchanged(CodeExchanged),
    /// The user signs in otherwise, or has read why it failed.
    Cancel {},
}
named!(Event {
    Begin = "begin",
    Callback = "callback",
    Denied = "denied",
    Exchanged = "access.exchange_code",
    Cancel = "cancel",
});

/// What a tab may propose over the socket. The steps to a provider and back are navigations of the browser.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// Sign in otherwise.
    Cancel {},
}
named!(Proposal { Cancel = "cancel" });
