//! The names that the shell gives: session ids, cookie tokens, tab ids.

use std::fmt;

use waybill_machines::secret::Digest;
use waybill_platform::secret::{Secret, hex, random};

use sha2::Digest as _;

/// A session's id: a time-ordered UUID, so that sessions lie in the journal in the order they began. It is no
/// secret and opens nothing.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionId(String);

impl SessionId {
    /// A fresh one.
    pub fn fresh() -> Self {
        Self(uuid::Uuid::now_v7().to_string())
    }

    /// Reads an id, as the command line and URLs have it.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.strip_prefix("session/").unwrap_or(text);
        uuid::Uuid::parse_str(text).ok().map(|id| Self(id.to_string()))
    }

    /// The id of a stream's session.
    pub fn of_stream(stream: &str) -> Option<Self> {
        stream.strip_prefix("session/").map(|id| Self(id.to_owned()))
    }

    /// An id under a name that was an id before, or that a scenario gives.
    pub fn named(name: &str) -> Self {
        Self(name.to_owned())
    }

    /// The stream that the session is recorded in.
    pub fn stream(&self) -> String {
        format!("session/{}", self.0)
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// What a session's cookie carries: 256 random bits. Only its digest is ever stored.
#[derive(Debug)]
pub struct SessionToken(Secret);

impl SessionToken {
    /// A fresh one.
    pub fn fresh() -> Self {
        Self(Secret::new(hex(&random::<32>())))
    }

    /// What came in a cookie. Anything but 64 hex digits is no token.
    pub fn parse(text: &str) -> Option<Self> {
        let well_formed = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        well_formed.then(|| Self(Secret::new(text)))
    }

    /// What recognises it.
    pub fn digest(&self) -> Digest {
        Digest(hex(&sha2::Sha256::digest(self.0.expose().as_bytes())))
    }

    /// The text for the cookie, and for nothing else.
    pub fn expose(&self) -> &str {
        self.0.expose()
    }
}

/// Where the names of sessions, cookies and tabs come from: random ones, or those of a scenario, always the same.
pub trait Ids: Send + Sync {
    /// An id for a session that begins.
    fn session(&self) -> SessionId;

    /// A token for a cookie.
    fn token(&self) -> SessionToken;

    /// An id for a tab that connects.
    fn tab(&self) -> String;

    /// Whether a text is in the form of a tab id, so that a tab may continue under it.
    fn is_tab(&self, text: &str) -> bool;
}

/// Ids from the system's random source.
#[derive(Debug, Clone, Copy, Default)]
pub struct RandomIds;

impl Ids for RandomIds {
    fn session(&self) -> SessionId {
        SessionId::fresh()
    }

    fn token(&self) -> SessionToken {
        SessionToken::fresh()
    }

    fn tab(&self) -> String {
        format!("t_{}", hex(&random::<8>()))
    }

    fn is_tab(&self, text: &str) -> bool {
        let is_hex = |id: &str| id.bytes().all(|byte| byte.is_ascii_hexdigit());
        text.len() == 18 && text.strip_prefix("t_").is_some_and(is_hex)
    }
}
