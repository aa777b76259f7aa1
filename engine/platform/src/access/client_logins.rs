//! Command-line clients that wait to be signed in by their user in a browser (CLI-01).

use std::fmt;

use waybill_machines::Timestamp;
use waybill_machines::machines::cli_login::ClientLoginAnswer;
use waybill_machines::secret::{Digest, PersonId};
use waybill_machines::sign_in::Notice;

use super::{Answer, Source, Token};
use crate::secret::{Secret, sha256_hex};
use crate::streams::ChangeContext;

/// How long a client waits, in milliseconds; within this time it also has to fetch its token.
pub const CLIENT_LOGIN_MS: i64 = 5 * 60_000;
/// How long a client's token is valid, in milliseconds: 90 days.
pub const CLIENT_TOKEN_MS: i64 = 90 * 24 * 3_600_000;
/// How many clients may wait in all.
pub const CLIENT_LOGINS_MAX: usize = 10_000;
/// How many clients of one source may wait.
pub const CLIENT_LOGINS_OF_SOURCE_MAX: usize = 50;
/// This many wrong codes end a client's session, in whatever browser they are typed.
pub const WRONG_CLIENT_CODES_MAX: u8 = 3;
/// How many of the last characters of its session the user types.
pub const CLIENT_CODE_CHARS: usize = 4;
/// The lengths of the groups of hex digits of a UUID.
const UUID_GROUPS: [usize; 5] = [8, 4, 4, 4, 12];

/// The port for clients that wait to be signed in. They are in memory: a restart ends them, and they begin again.
pub trait ClientLogins: Send + Sync + 'static {
    /// A client begins to wait. It may say so again.
    ///
    /// # Errors
    ///
    /// [`ClientLoginRefused`], if too many wait, or the session is in use.
    fn begin(
        &self,
        session: ClientSession,
        source: Source,
        at: Timestamp,
    ) -> Result<(), ClientLoginRefused>;

    /// Checks the code that a user has typed, and makes an access token for the client if it is correct.
    fn grant(
        &self,
        confirmed: ConfirmedClient,
        context: ChangeContext,
    ) -> Answer<'_, ClientLoginAnswer>;

    /// A user denies a client.
    ///
    /// # Errors
    ///
    /// [`ClientLoginRefused`], if it does not wait, or has been granted.
    fn deny(&self, client: &Digest, at: Timestamp) -> Result<(), ClientLoginRefused>;

    /// The token of a client that was granted, once.
    fn take(&self, session: ClientSession, at: Timestamp) -> Answer<'_, ClientToken>;
}

/// The session of a client: a UUID, which it keeps secret. It prints as `[client session]`.
pub struct ClientSession(Secret);

impl ClientSession {
    /// Parses a UUID.
    pub fn parse(text: &str) -> Option<Self> {
        let groups: Vec<&str> = text.split('-').collect();
        let is_uuid = groups.iter().map(|group| group.len()).eq(UUID_GROUPS)
            && groups.iter().all(|group| group.bytes().all(|byte| byte.is_ascii_hexdigit()));
        is_uuid.then(|| Self(Secret::new(text.to_ascii_lowercase())))
    }

    /// What is compared and recorded. With so many random bits one fast hash is enough: it cannot be guessed.
    pub fn digest(&self) -> Digest {
        Digest(sha256_hex(self.0.expose().as_bytes()))
    }

    /// The code that the client's terminal shows.
    pub(super) fn code(&self) -> Secret {
        let text = self.0.expose();
        Secret::new(&text[text.len() - CLIENT_CODE_CHARS..])
    }
}

impl fmt::Debug for ClientSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[client session]")
    }
}

/// A client that a user confirms.
#[derive(Debug)]
pub struct ConfirmedClient {
    /// The digest of its session.
    pub client: Digest,
    /// What it calls itself: the description of its token.
    pub name: String,
    /// The code that the user has typed.
    pub code: Secret,
    /// The signed-in user.
    pub person: PersonId,
}

/// The token of a client.
#[derive(Debug)]
pub struct ClientToken {
    /// The token itself, which is shown only once.
    pub token: Token,
    /// The time at which it expires.
    pub until: Timestamp,
    /// The user name of its owner.
    pub username: String,
}

/// Why a client does not begin to wait, or gets no token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ClientLoginRefused {
    /// Too many clients wait.
    #[error("too many clients wait to be signed in; try again in a few minutes")]
    TooMany,
    /// A client of another source has this session, or it was answered.
    #[error("this session has been used; begin with a new one")]
    Used,
    /// The user has not answered.
    #[error("the user has not confirmed this client yet")]
    Pending,
    /// It never began, it has expired, its token was fetched, or the server was restarted.
    #[error("this client does not wait to be signed in, or no longer; start again in the terminal")]
    Unknown,
    /// A user has denied it.
    #[error("the user has denied this client")]
    Denied,
    /// Too many wrong codes were typed.
    #[error("too many wrong codes were typed for this client; start again in the terminal")]
    WrongCodes,
    /// It was answered before.
    #[error("this client has been answered already; start again in the terminal")]
    Answered,
}

impl ClientLoginRefused {
    /// The key of the text in the catalogue.
    pub const fn code(self) -> &'static str {
        match self {
            Self::TooMany => "too_many_client_logins",
            Self::Used => "client_login_used",
            Self::Pending => "client_login_pending",
            Self::Unknown => "client_login_unknown",
            Self::Denied => "client_login_denied",
            Self::WrongCodes => "client_login_wrong_codes",
            Self::Answered => "client_login_answered",
        }
    }

    /// The message for the user who confirms.
    pub fn notice(self) -> Notice {
        Notice::new(self.code(), &self.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [CLI-01]
    #[test]
    fn a_session_is_a_uuid_and_never_printed() {
        let text = "5b0c0c1e-5f1d-4ee1-9f0f-0d2a4b3c1D2E";
        let session = ClientSession::parse(text).unwrap();
        assert_eq!(format!("{session:?}"), "[client session]");
        assert_eq!(session.code().expose(), "1d2e");
        let lower = ClientSession::parse(&text.to_ascii_lowercase()).unwrap();
        assert_eq!(session.digest(), lower.digest());
        let longer = format!("{text}0");
        let other = text.replace("5b", "xy");
        for wrong in ["", "-", "----", &text[1..], &longer, &other, &text.replace('-', "")] {
            assert!(ClientSession::parse(wrong).is_none(), "{wrong}");
        }
    }
}
