//! Access tokens, with which programs authenticate.

use std::fmt;

use waybill_machines::Timestamp;
use waybill_machines::rules::display_text::is_invisible;
use waybill_machines::rules::token_scope::{ScopeProblem, TokenScope, check_scope};
use waybill_machines::secret::PersonId;

use super::{Answer, Source};
use crate::secret::{Secret, hex, random};
use crate::streams::ChangeContext;

pub use waybill_machines::machines::account::TOKENS_MAX;

/// The prefix of every token, by which people and scanners of leaked secrets recognise it.
pub const TOKEN_PREFIX: &str = "waybill_";
/// The longest description, in characters.
pub const DESCRIPTION_CHARS_MAX: usize = 200;
/// A shorter life is a mistake.
const TOKEN_LIVES_MS_MIN: i64 = 60_000;
/// The longest life of a token, in milliseconds: 366 days.
pub const TOKEN_LIVES_MS_MAX: i64 = 366 * 24 * 3_600 * 1_000;
/// How long an API key is valid, in milliseconds: the longest that a token can be.
pub(super) const API_KEY_LIVES_MS: i64 = TOKEN_LIVES_MS_MAX;
/// Length of a token's text in bytes: the prefix and 64 hex digits.
const TOKEN_BYTES: usize = TOKEN_PREFIX.len() + 64;

/// The port for access tokens.
pub trait AccessTokens: Send + Sync + 'static {
    /// Creates an access token.
    fn make_token(&self, new: NewToken, context: ChangeContext) -> Answer<'_, MadeToken>;

    /// Every token that was not revoked, the newest first.
    fn tokens(&self) -> Answer<'_, Vec<TokenShown>>;

    /// Revokes a token.
    fn revoke_token(&self, id: String, context: ChangeContext) -> Answer<'_, ()>;

    /// The tokens of one user, the newest first.
    fn tokens_of(&self, person: PersonId) -> Answer<'_, Vec<TokenShown>>;

    /// The API key of a user; `None` if there is none that works.
    fn api_key(&self, person: PersonId, context: ChangeContext) -> Answer<'_, Option<ApiKey>>;

    /// Makes an API key. The one before becomes invalid.
    fn make_api_key(&self, person: PersonId, context: ChangeContext) -> Answer<'_, ApiKey>;

    /// The owner of a token, on whose behalf it acts, and its id; `None` when it is unknown, revoked or expired, or when its owner may
    /// not sign in. After too many invalid ones from one source, it fails and says until when to wait.
    fn holder_of_token(
        &self,
        token: Token,
        source: Source,
        at: Timestamp,
    ) -> Answer<'_, Option<TokenHolder>>;

    /// Whether an account has this token, valid or not. It says nothing of what the token permits.
    fn is_known(&self, token: &Token) -> bool;
}

/// An API key: an access token that its owner can look up again.
#[derive(Debug)]
pub struct ApiKey {
    /// The id of the access token.
    pub id: String,
    /// The key.
    pub key: Secret,
    /// The time at which it expires.
    pub until: Timestamp,
}

/// Whose a valid token is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenHolder {
    /// The owner.
    pub person: PersonId,
    /// Which token it is.
    pub token: HeldToken,
    /// What it may be used for; everything that its owner may, if `None`.
    pub scope: Option<TokenScope>,
}

/// A valid token, by who got it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HeldToken {
    /// One of the user's own.
    Own {
        /// The id of the token.
        id: String,
    },
    /// One that the user has let an application have.
    OfApplication {
        /// The client id of the application.
        client: String,
        /// The id of the sign-in that it belongs to.
        line: String,
    },
}

impl HeldToken {
    /// The id by which records name it.
    pub fn id(&self) -> &str {
        match self {
            Self::Own { id } | Self::OfApplication { line: id, .. } => id,
        }
    }
}

/// A token as a client presents it. It prints as `[token]`.
pub struct Token(Secret);

impl Token {
    /// A new token of 256 random bits.
    pub(crate) fn fresh() -> Self {
        Self(Secret::new(format!("{TOKEN_PREFIX}{}", hex(&random::<32>()))))
    }

    /// Parses a text that has the form of a token. Whether it is valid is checked later.
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

/// A token to be created.
#[derive(Debug)]
pub struct NewToken {
    /// The person on whose behalf it acts.
    pub person: PersonId,
    /// What it is for; at most [`DESCRIPTION_CHARS_MAX`] characters.
    pub description: Option<String>,
    /// How long it is valid, in milliseconds; at most [`TOKEN_LIVES_MS_MAX`].
    pub lives_ms: i64,
    /// What it may be used for; everything that its owner may, if `None`.
    pub scope: Option<TokenScope>,
}

impl NewToken {
    /// Checks what a token is to be, whatever account is to have it.
    ///
    /// # Errors
    ///
    /// [`TokenRefused`], if no account can have such a token.
    pub fn check(&self) -> Result<(), TokenRefused> {
        if !(TOKEN_LIVES_MS_MIN..=TOKEN_LIVES_MS_MAX).contains(&self.lives_ms) {
            return Err(TokenRefused::BadLife);
        }
        let is_bad = |text: &String| {
            text.chars().count() > DESCRIPTION_CHARS_MAX || text.chars().any(is_invisible)
        };
        if self.description.as_ref().is_some_and(is_bad) {
            return Err(TokenRefused::BadDescription);
        }
        self.scope.as_ref().map_or(Ok(()), check_scope).map_err(TokenRefused::BadScope)
    }
}

/// A token that was created.
#[derive(Debug)]
pub struct MadeToken {
    /// The id of the token, which is not secret.
    pub id: String,
    /// The token itself, shown only once.
    pub token: Token,
    /// The time at which it expires.
    pub until: Timestamp,
}

/// A token as administrators see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenShown {
    /// The id of the token, which is not secret.
    pub id: String,
    /// The person on whose behalf it acts.
    pub person: PersonId,
    /// The name of that person; `None` after it was erased.
    pub user: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// Whether it is its owner's API key.
    pub is_api_key: bool,
    /// What it may be used for; everything that its owner may, if `None`.
    pub scope: Option<TokenScope>,
    /// When it was created.
    pub created_at: Timestamp,
    /// The time at which it expires.
    pub until: Timestamp,
    /// When it was last used since this process started, which is telemetry.
    pub used_at: Option<Timestamp>,
}

/// Why a token cannot be created or revoked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TokenRefused {
    /// There is no token with this id.
    #[error("there is no such token; it was revoked, or never was")]
    Unknown,
    /// The user has the most tokens allowed.
    #[error("this user has {TOKENS_MAX} tokens already; revoke one that is no longer needed")]
    TooMany,
    /// The life is too short or too long.
    #[error("a token works for at least a minute and at most 366 days")]
    BadLife,
    /// The description is too long, or contains invisible characters.
    #[error("a description has at most {DESCRIPTION_CHARS_MAX} characters, all of them visible")]
    BadDescription,
    /// The scope is not valid.
    #[error("{0}")]
    BadScope(ScopeProblem),
    /// The scopes of the user's tokens would be too large for a record.
    #[error("the tokens of this user name too many repositories; revoke one, or name fewer")]
    ScopesTooLarge,
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
