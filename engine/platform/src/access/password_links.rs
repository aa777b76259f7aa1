//! Links with which users choose their passwords: for a new account, after an administrator has reset the password,
//! after they have forgotten it, and for an account that they create.

use std::fmt;

use waybill_machines::Timestamp;
use waybill_machines::machines::account::LinkPurpose;
use waybill_machines::secret::{Digest, PersonId};

use super::Answer;
use crate::secret::{Secret, hex, random, sha256_hex, unhex};
use crate::streams::ChangeContext;

/// How long a link works, in milliseconds: over a weekend.
pub const PASSWORD_LINK_MS: i64 = 3 * 24 * 3_600_000;
/// How long a link for a forgotten password works, in milliseconds: any visitor can have one sent.
pub const RESET_LINK_MS: i64 = 3_600_000;

/// The port for users who choose their passwords with a link.
pub trait PasswordLinks: Send + Sync + 'static {
    /// Whose link of an invitation or a registration it is, and until when it works; an error if it does not, or if it
    /// is one for a forgotten password.
    fn check_password_link(
        &self,
        token: PasswordToken,
        at: Timestamp,
    ) -> Answer<'_, CheckedPasswordLink>;

    /// Sets the password, and uses up the link; that of a registration creates the account. The user's devices are no
    /// longer known. The caller ends the sessions: one that the user begins with the new password must remain.
    fn use_password_link(
        &self,
        token: PasswordToken,
        password: Secret,
        context: ChangeContext,
    ) -> Answer<'_, LinkUsed>;

    /// The same for a link for a forgotten password (PASS-02).
    fn check_reset_link(
        &self,
        token: PasswordToken,
        at: Timestamp,
    ) -> Answer<'_, CheckedPasswordLink>;

    /// Sets the password, and uses up all links of the user. All sessions of the user end, and devices are no longer
    /// known; a second factor stays.
    fn use_reset_link(
        &self,
        token: PasswordToken,
        password: Secret,
        context: ChangeContext,
    ) -> Answer<'_, ()>;
}

/// The token in a link: whose it is, what it is for, and 256 random bits. It prints as `[password link]`.
pub struct PasswordToken {
    person: PersonId,
    purpose: TokenPurpose,
    text: Secret,
}

/// What a token is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenPurpose {
    /// The password of an account.
    Account(LinkPurpose),
    /// An account that a visitor creates. The person is that of the registration.
    Registration,
}

impl TokenPurpose {
    /// All of them.
    const ALL: [Self; 3] = [
        Self::Account(LinkPurpose::Invitation),
        Self::Account(LinkPurpose::Reset),
        Self::Registration,
    ];

    /// What a token begins with, in the place of the person's own prefix.
    const fn prefix(self) -> &'static str {
        match self {
            Self::Account(LinkPurpose::Invitation) => "p_",
            Self::Account(LinkPurpose::Reset) => "r_",
            Self::Registration => "n_",
        }
    }
}

impl PasswordToken {
    /// A new token for a person.
    pub fn fresh(person: &PersonId) -> Self {
        Self::fresh_for(person, TokenPurpose::Account(LinkPurpose::Invitation))
    }

    /// A new token for a person who has forgotten the password.
    pub fn fresh_reset(person: &PersonId) -> Self {
        Self::fresh_for(person, TokenPurpose::Account(LinkPurpose::Reset))
    }

    /// A new token for a visitor who creates an account.
    pub fn fresh_registration(person: &PersonId) -> Self {
        Self::fresh_for(person, TokenPurpose::Registration)
    }

    fn fresh_for(person: &PersonId, purpose: TokenPurpose) -> Self {
        let digits = person.0.strip_prefix("p_").unwrap_or(&person.0);
        let text = format!("{}{digits}.{}", purpose.prefix(), hex(&random::<32>()));
        Self { person: person.clone(), purpose, text: Secret::new(text) }
    }

    /// Parses a text that has the form of a token.
    pub fn parse(text: &str) -> Option<Self> {
        let (whose, random) = text.split_once('.')?;
        let purposes = TokenPurpose::ALL.into_iter();
        let mut found =
            purposes.filter_map(|purpose| Some((purpose, whose.strip_prefix(purpose.prefix())?)));
        let (purpose, digits) = found.next()?;
        unhex::<16>(digits)?;
        unhex::<32>(random)?;
        Some(Self { person: PersonId(format!("p_{digits}")), purpose, text: Secret::new(text) })
    }

    /// Whose link it is.
    pub const fn person(&self) -> &PersonId {
        &self.person
    }

    /// What it is for.
    pub const fn purpose(&self) -> TokenPurpose {
        self.purpose
    }

    /// The token itself, for a mail.
    pub fn to_secret(&self) -> Secret {
        self.text.duplicate()
    }

    /// The part of a link's address after the origin. In an invitation and a registration the token is in the fragment,
    /// which browsers do not send; PASS-02 wants that of a forgotten password in the query, which is in no log.
    pub fn path_of_link(&self) -> String {
        let text = self.text.expose();
        match self.purpose {
            TokenPurpose::Account(LinkPurpose::Invitation) => {
                format!("/ui/login/invitation#token={text}")
            }
            TokenPurpose::Account(LinkPurpose::Reset) => {
                format!("/ui/login/reset-password?key={text}")
            }
            TokenPurpose::Registration => format!("/ui/login/registration#token={text}"),
        }
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
    /// Whether the user can choose a password with it; otherwise it is accepted with a provider alone.
    pub sets_password: bool,
}

/// An invitation that is on its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SentInvitation {
    /// When its link expires.
    pub until: Timestamp,
    /// Whether the user can choose a password with it; otherwise it is accepted with a provider alone.
    pub sets_password: bool,
}

/// What follows after a link was used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkUsed {
    /// The user can sign in.
    SignIn,
    /// An administrator has to approve the new account first.
    Pending,
}

/// A link that works.
#[derive(Debug)]
pub struct CheckedPasswordLink {
    /// The user name; none after it was erased.
    pub name: Option<String>,
    /// When the link expires.
    pub until: Timestamp,
    /// Whether the user can choose a password with it; otherwise it is accepted with a provider alone.
    pub sets_password: bool,
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

    /// covers: [PASS-02]
    #[test]
    fn a_token_says_what_it_is_for() {
        let person = PersonId(format!("p_{}", "0".repeat(32)));
        let (invitation, reset) =
            (PasswordToken::fresh(&person), PasswordToken::fresh_reset(&person));
        let registration = PasswordToken::fresh_registration(&person);
        let tokens = [&invitation, &reset, &registration];
        for (token, purpose) in tokens.into_iter().zip(TokenPurpose::ALL) {
            let parsed = PasswordToken::parse(token.to_secret().expose()).unwrap();
            assert_eq!((parsed.purpose(), parsed.person()), (purpose, &person));
            assert_eq!(parsed.digest(), token.digest());
        }
        assert!(invitation.path_of_link().starts_with("/ui/login/invitation#token=p_0"));
        assert!(reset.path_of_link().starts_with("/ui/login/reset-password?key=r_0"));
        assert!(registration.path_of_link().starts_with("/ui/login/registration#token=n_0"));
        // The same random bits do not make another link.
        let other = reset.to_secret().expose().replace("r_", "p_");
        assert_ne!(PasswordToken::parse(&other).unwrap().digest(), reset.digest());
    }
}
