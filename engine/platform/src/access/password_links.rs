//! Links with which users choose their passwords: for a new account, and after an administrator has reset the password.

use std::fmt;

use waybill_machines::Timestamp;
use waybill_machines::secret::{Digest, PersonId};

use super::Answer;
use crate::secret::{Secret, hex, random, sha256_hex, unhex};
use crate::streams::ChangeContext;

/// How long a link works, in milliseconds: over a weekend.
pub const PASSWORD_LINK_MS: i64 = 3 * 24 * 3_600_000;

/// The port for users who choose their passwords with a link.
pub trait PasswordLinks: Send + Sync + 'static {
    /// Whose link it is, and until when it works; an error if it does not.
    fn check_password_link(
        &self,
        token: PasswordToken,
        at: Timestamp,
    ) -> Answer<'_, CheckedPasswordLink>;

    /// Sets the password, and uses up the link. The user's devices are no longer known. The caller ends the sessions: one
    /// that the user begins with the new password must remain.
    fn use_password_link(
        &self,
        token: PasswordToken,
        password: Secret,
        context: ChangeContext,
    ) -> Answer<'_, ()>;
}

/// The token in a link: whose it is, and 256 random bits. It prints as `[password link]`.
pub struct PasswordToken {
    person: PersonId,
    text: Secret,
}

impl PasswordToken {
    /// A new token for a person.
    pub fn fresh(person: &PersonId) -> Self {
        let text = Secret::new(format!("{}.{}", person.0, hex(&random::<32>())));
        Self { person: person.clone(), text }
    }

    /// Parses a text that has the form of a token.
    pub fn parse(text: &str) -> Option<Self> {
        let (person, random) = text.split_once('.')?;
        unhex::<16>(person.strip_prefix("p_")?)?;
        unhex::<32>(random)?;
        Some(Self { person: PersonId(person.to_owned()), text: Secret::new(text) })
    }

    /// Whose link it is.
    pub const fn person(&self) -> &PersonId {
        &self.person
    }

    /// The part of a link's address after the origin. The token is in the fragment, which browsers do not send, so that
    /// it is in no log.
    pub fn path_of_link(&self) -> String {
        format!("/ui/login/invitation#token={}", self.text.expose())
    }

    /// The digest that records hold. With so many random bits one fast hash is enough: it cannot be guessed.
    pub fn digest(&self) -> Digest {
        Digest(sha256_hex(self.text.expose().as_bytes()))
    }
}

impl fmt::Debug for PasswordToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[password link]")
    }
}

/// A link with which a user chooses a password.
#[derive(Debug)]
pub struct PasswordLink {
    /// The token in the link.
    pub token: PasswordToken,
    /// When the link expires.
    pub until: Timestamp,
}

/// A link that works.
#[derive(Debug)]
pub struct CheckedPasswordLink {
    /// The user name; none after it was erased.
    pub name: Option<String>,
    /// When the link expires.
    pub until: Timestamp,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_known_by_its_form_and_never_printed() {
        let person = PersonId(format!("p_{}", "0".repeat(32)));
        let token = PasswordToken::fresh(&person);
        let text = token.text.expose();
        let parsed = PasswordToken::parse(text).map(|token| (token.person.clone(), token.digest()));
        assert_eq!(parsed, Some((person, token.digest())));
        assert_eq!(format!("{token:?}"), "[password link]");
        let longer = format!("{text}0");
        for wrong in ["", ".", "p_.", &text[1..], &text[..98], &longer, &text.replace("p_", "q_")] {
            assert!(PasswordToken::parse(wrong).is_none(), "{wrong}");
        }
    }
}
