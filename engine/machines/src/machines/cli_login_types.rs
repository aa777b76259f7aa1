//! The states and events of confirming command-line clients.

use serde::{Deserialize, Serialize};

use crate::named;
use crate::secret::{Digest, Handle, PersonId};
use crate::sign_in::Notice;

/// The longest name of a client, in characters.
pub const CLIENT_NAME_CHARS_MAX: usize = 64;

/// The answer of the access service to a code.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientLoginAnswer {
    /// The code is correct, and the client has an access token.
    Granted {
        /// The id of the token, which is not secret.
        token_id: String,
    },
    /// The code is wrong.
    WrongCode {
        /// How many further codes may be tried for this client.
        left: u8,
    },
    /// The client cannot be confirmed.
    Refused {
        /// The reason.
        notice: Notice,
    },
    /// The server stopped before the result was known.
    Interrupted {},
}

/// The state of confirming a command-line client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "CliLoginState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// No client waits for the user.
    Idle {},
    /// A client waits for the code.
    Asked {
        /// The digest of the client's session.
        client: Digest,
        /// What the client calls itself.
        name: String,
        /// The signed-in user, on whose behalf the client is to act.
        person: PersonId,
        /// How many codes may still be tried; none before the first wrong one.
        left: Option<u8>,
    },
    /// The access service checks the code.
    Confirming {
        /// The digest of the client's session.
        client: Digest,
        /// What the client calls itself.
        name: String,
        /// The signed-in user, on whose behalf the client is to act.
        person: PersonId,
    },
    /// The client has an access token of the user's.
    Granted {
        /// The id of the token, which is not secret.
        token_id: String,
    },
    /// The user has denied the client.
    Denied {},
    /// The client cannot be confirmed.
    Refused {
        /// The reason.
        notice: Notice,
    },
}
named!(State {
    Idle = "idle",
    Asked = "asked",
    Confirming = "confirming",
    Granted = "granted",
    Denied = "denied",
    Refused = "refused",
});

/// The events of confirming a command-line client.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "CliLoginEvent")
)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The user answers a client.
    Open {
        /// The digest of the client's session.
        client: Digest,
        /// What the client calls itself.
        name: String,
        /// The signed-in user.
        person: PersonId,
    },
    /// The user typed the code that the client's terminal shows.
    Submit {
        /// The handle of the code.
        code: Handle,
    },
    /// The user denies the client.
    Deny {},
    /// The answer of the access service.
    #[serde(rename = "access.grant_client_login")]
    Answered(ClientLoginAnswer),
    /// The session ended.
    Reset {},
}
named!(Event {
    Open = "open",
    Submit = "submit",
    Deny = "deny",
    Answered = "access.grant_client_login",
    Reset = "reset",
});

/// A tab proposes nothing: all steps go over HTTP, since the client's session is a secret.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {}
impl crate::machine::Named for Proposal {
    const NAMES: &'static [&'static str] = &[];
    fn name(&self) -> &'static str {
        match *self {}
    }
}
