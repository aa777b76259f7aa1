//! Signing in command-line clients (CLI-01).

use serde::{Deserialize, Serialize};
use waybill_machines::machines::login::Notice;
use waybill_platform::secret::Secret;

/// A command-line client begins to wait until its user confirms it in a browser.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ClientLoginRequest {
    /// The session of the client: a UUID, which it keeps secret.
    pub session: Secret,
}

/// The access token of a confirmed client. It is shown in this response only.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ClientLoginToken {
    /// The access token.
    pub access_token: String,
    /// How long it is valid, in seconds.
    pub expires_in: i64,
    /// How it is presented: `Bearer`.
    pub token_type: &'static str,
    /// What it permits: everything that its user may.
    pub scope: &'static str,
    /// The user name of its owner.
    pub username: String,
}

/// How the user answers a client: with `client_name` and `code`, or with `deny`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct ClientLoginResponse {
    /// The session of the client, as in the link.
    pub session: Secret,
    /// What the client calls itself: 1 to 64 visible characters.
    pub client_name: Option<String>,
    /// The last four characters of the session, as the user has typed them.
    pub code: Option<Secret>,
    /// Whether the user denies the client.
    pub deny: Option<bool>,
}

/// What became of the answer.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ClientLoginOutcome {
    /// What became of it.
    pub status: ClientLoginStatus,
    /// How many codes may still be tried for this client, after a wrong one.
    pub left: Option<u8>,
    /// Why the client is refused.
    pub notice: Option<Notice>,
}

/// What became of a user's answer to a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum ClientLoginStatus {
    /// The client can fetch its access token.
    Granted,
    /// The code is wrong, and another may be typed.
    WrongCode,
    /// The user has denied the client.
    Denied,
    /// The client cannot be confirmed.
    Refused,
}
