//! The identifiers that the shell generates: session ids, cookie tokens, tab ids.

use std::fmt;

use waybill_machines::secret::Digest;
use waybill_platform::secret::{Secret, hex, random};

use sha2::Digest as _;

/// A session's id: a time-ordered UUID, so that sessions are ordered by their start in the journal. It is no secret and
/// grants no access.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SessionId(String);

impl SessionId {
    /// A new id.
    pub fn fresh() -> Self {
        Self(uuid::Uuid::now_v7().to_string())
    }

    /// Parses an id from the command line or a URL.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.strip_prefix("session/").unwrap_or(text);
        uuid::Uuid::parse_str(text).ok().map(|id| Self(id.to_string()))
    }

    /// The id of the session that is recorded in a stream.
    pub fn of_stream(stream: &str) -> Option<Self> {
        stream.strip_prefix("session/").map(|id| Self(id.to_owned()))
    }

    /// An id from a text that was an id before, or from a scenario.
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

/// The token in a session's cookie: 256 random bits. Only its digest is ever stored.
#[derive(Debug)]
pub struct SessionToken(Secret);

impl SessionToken {
    /// A new token.
    pub fn fresh() -> Self {
        Self(Secret::new(hex(&random::<32>())))
    }

    /// Parses the value of a cookie. Only 64 hex digits are a token.
    pub fn parse(text: &str) -> Option<Self> {
        let well_formed = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        well_formed.then(|| Self(Secret::new(text)))
    }

    /// The digest that identifies it.
    pub fn digest(&self) -> Digest {
        Digest(hex(&sha2::Sha256::digest(self.0.expose().as_bytes())))
    }

    /// The text for the cookie, and for nothing else.
    pub fn expose(&self) -> &str {
        self.0.expose()
    }
}

/// The source of the ids of sessions and tabs and of cookie tokens: random, or fixed in a scenario.
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
