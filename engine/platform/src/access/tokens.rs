//! Access tokens: what a program shows instead of signing in.

use std::fmt;

use waybill_machines::Timestamp;
use waybill_machines::secret::PersonId;

use crate::secret::{Secret, hex, random};

pub use waybill_machines::machines::account::TOKENS_MAX;

/// What every token begins with, so that people and scanners of leaked secrets know what it is.
pub const TOKEN_PREFIX: &str = "waybill_";
/// A description has at most this many characters.
pub const DESCRIPTION_CHARS_MAX: usize = 200;
/// A token works at most this long, in milliseconds: 366 days.
pub const TOKEN_LIVES_MS_MAX: i64 = 366 * 24 * 3_600 * 1_000;
/// The text of a token has this many bytes: the prefix and 64 hex digits.
const TOKEN_BYTES: usize = TOKEN_PREFIX.len() + 64;

/// A token as its holder shows it. It prints as `[token]`.
pub struct Token(Secret);

impl Token {
    /// A new one, of 256 random bits.
    pub(super) fn fresh() -> Self {
        Self(Secret::new(format!("{TOKEN_PREFIX}{}", hex(&random::<32>()))))
    }

    /// Takes what looks like a token of ours. Whether it is one that works is asked later.
    pub fn parse(text: &str) -> Option<Self> {
        let digits = text.strip_prefix(TOKEN_PREFIX)?;
        let is_one =
            text.len() == TOKEN_BYTES && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_one.then(|| Self(Secret::new(text)))
    }

    /// The text.
    pub fn expose(&self) -> &str {
        self.0.expose()
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[token]")
    }
}

/// A token to be made.
#[derive(Debug)]
pub struct NewToken {
    /// In whose name it acts.
    pub person: PersonId,
    /// What it is for; at most [`DESCRIPTION_CHARS_MAX`] characters.
    pub description: Option<String>,
    /// How long it works, in milliseconds; at most [`TOKEN_LIVES_MS_MAX`].
    pub lives_ms: i64,
}

/// A token that was made.
#[derive(Debug)]
pub struct MadeToken {
    /// Names it.
    pub id: String,
    /// The token itself, shown this once.
    pub token: Token,
    /// Until when it works.
    pub until: Timestamp,
}

/// A token as administrators see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenShown {
    /// Names it.
    pub id: String,
    /// In whose name it acts.
    pub person: PersonId,
    /// The name of that; none once it was erased.
    pub user: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// When it was made.
    pub created_at: Timestamp,
    /// Until when it works.
    pub until: Timestamp,
    /// When it was last shown since this process started, which is telemetry.
    pub used_at: Option<Timestamp>,
}

/// Why a token cannot be made or revoked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TokenRefused {
    /// There is none of this id.
    #[error("there is no such token; it was revoked, or never was")]
    Unknown,
    /// Somebody has enough of them.
    #[error("this user has {TOKENS_MAX} tokens already; revoke one that is not needed any more")]
    TooMany,
    /// It would work for no time at all, or for years.
    #[error("a token works for at least a minute and at most 366 days")]
    BadLife,
    /// The description is too long, or holds characters that cannot be seen.
    #[error("a description has at most {DESCRIPTION_CHARS_MAX} characters, all of them visible")]
    BadDescription,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_known_by_its_form_and_never_printed() {
        let token = Token::fresh();
        assert!(Token::parse(token.expose()).is_some());
        assert_eq!(format!("{token:?}"), "[token]");
        let longer = format!("{}0", token.expose());
        for wrong in ["", "waybill_", "waybill_xyz", &token.expose()[1..], &longer] {
            assert!(Token::parse(wrong).is_none(), "{wrong}");
        }
    }
}
