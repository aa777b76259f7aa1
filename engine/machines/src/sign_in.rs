//! What signing in passes around between machines and ports.

use serde::{Deserialize, Serialize};

use crate::rules::path_memory::StoredPlace;
use crate::secret::{Digest, PersonId, Personal};
use crate::time::Timestamp;

/// Something to say above a form.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Notice {
    /// The text's key.
    pub code: String,
    /// The server's own words, where it has any.
    pub message: String,
    /// When trying again makes sense.
    pub retry_at: Option<Timestamp>,
}

impl Notice {
    /// A notice with a code and the server's words.
    pub fn new(code: &str, message: &str) -> Self {
        Self { code: code.to_owned(), message: message.to_owned(), retry_at: None }
    }
}

/// A sign-in that is under way: what has to be remembered until it is complete.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    /// The user name that was typed.
    pub account: Personal,
    /// The sign-in is to last.
    pub remember: bool,
    /// Recognises the cookie that the session gets when the sign-in succeeds at once.
    pub token: Digest,
    /// Where the user wanted to go.
    pub stored: Option<StoredPlace>,
}

/// What a second factor means for somebody.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MfaStatus {
    /// None is asked for.
    None,
    /// One has to be enrolled first.
    Enroll,
    /// A code has to be given.
    Verify,
}

/// What the access service says to a user name and a password.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum Authenticated {
    /// They belong together.
    Accepted {
        /// Who it is.
        person: PersonId,
        /// An administrator.
        admin: bool,
        /// What is still owed.
        mfa: MfaStatus,
        /// Where the application is to be left for, instead of the landing path.
        external_redirect: Option<String>,
    },
    /// They belong together, but the password must be changed first.
    CredentialsExpired {
        /// Who it is.
        person: PersonId,
    },
    /// They do not, or not now.
    Refused {
        /// Why.
        notice: Notice,
    },
    /// The server stopped before it could say.
    Interrupted {},
}

/// The answer to logging out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum LoggedOut {
    /// Done.
    Done {},
    /// The server stopped meanwhile. The session ends all the same.
    Interrupted {},
}
