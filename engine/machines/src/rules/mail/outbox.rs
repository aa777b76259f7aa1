//! The mails that are sent: their ids, what they are about, and why one was not sent.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The most mails of a day that wait at the same time. Each record has all of them, so that there are not more.
pub const OPEN_MAILS_MAX: usize = 256;
/// The most mails of a day that wait for one person at the same time.
pub const OPEN_MAILS_OF_PERSON_MAX: usize = 16;

/// The id of a mail: `m_` and 32 hex digits. It is part of the mail's `Message-ID`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(transparent)]
pub struct MailId(pub String);

impl MailId {
    /// The id in a text; none if it has not the form of one.
    pub fn parse(text: &str) -> Option<Self> {
        is_mail_id(text).then(|| Self(text.to_owned()))
    }
}

impl fmt::Display for MailId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether a text has the form of the id of a mail.
pub fn is_mail_id(text: &str) -> bool {
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    text.strip_prefix("m_").is_some_and(|hex| hex.len() == 32 && hex.bytes().all(is_digit))
}

/// What a mail is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum MailKind {
    /// A link with which a user chooses a new password, instead of one that was forgotten.
    ResetPassword,
    /// A link with which a new user chooses a password.
    Invitation,
    /// The password of the account was changed.
    PasswordChanged,
    /// A device became known.
    NewDevice,
    /// A second factor was enrolled.
    SecondFactorAdded,
    /// The second factor was removed.
    SecondFactorRemoved,
    /// An identity at a sign-in provider was linked to the account.
    IdentityLinked,
    /// An identity at a sign-in provider was unlinked from the account.
    IdentityUnlinked,
    /// A link with which a visitor creates an account.
    Registration,
    /// A visitor has asked for an account with the mail address of a user.
    AccountExists,
    /// An administrator has approved the account that the user has created.
    AccountApproved,
    /// An account that a visitor has created waits for the approval of an administrator.
    AccountWaiting,
    /// An administrator has signed in with a password, while other users sign in elsewhere alone.
    BreakGlass,
    /// An administrator tests the mail server.
    Test,
}

impl MailKind {
    /// All of them.
    pub const ALL: [Self; 14] = [
        Self::ResetPassword,
        Self::Invitation,
        Self::PasswordChanged,
        Self::NewDevice,
        Self::SecondFactorAdded,
        Self::SecondFactorRemoved,
        Self::IdentityLinked,
        Self::IdentityUnlinked,
        Self::Registration,
        Self::AccountExists,
        Self::AccountApproved,
        Self::AccountWaiting,
        Self::BreakGlass,
        Self::Test,
    ];

    /// The name, as in records.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::ResetPassword => "reset_password",
            Self::Invitation => "invitation",
            Self::PasswordChanged => "password_changed",
            Self::NewDevice => "new_device",
            Self::SecondFactorAdded => "second_factor_added",
            Self::SecondFactorRemoved => "second_factor_removed",
            Self::IdentityLinked => "identity_linked",
            Self::IdentityUnlinked => "identity_unlinked",
            Self::Registration => "registration",
            Self::AccountExists => "account_exists",
            Self::AccountApproved => "account_approved",
            Self::AccountWaiting => "account_waiting",
            Self::BreakGlass => "break_glass",
            Self::Test => "test",
        }
    }

    /// Whether it has a link, and so a content that is in the vault.
    pub const fn has_link(self) -> bool {
        matches!(
            self,
            Self::ResetPassword | Self::Invitation | Self::Registration | Self::AccountWaiting
        )
    }

    /// Whether strangers can cause it, so that there are fewer of them.
    pub const fn is_by_strangers(self) -> bool {
        matches!(
            self,
            Self::ResetPassword | Self::Registration | Self::AccountExists | Self::AccountWaiting
        )
    }
}

impl fmt::Display for MailKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Why a mail was not sent. It has neither an address nor the words of the server, which may repeat one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum MailFailure {
    /// There is no mail server.
    NotConfigured {},
    /// The server has refused it for good.
    Refused {
        /// The code of its reply, from 500 to 599.
        code: u16,
    },
    /// The server cannot be connected to, or the connection has ended.
    Unreachable {},
    /// The connection cannot be encrypted, or the certificate of the server is not trusted.
    Tls {},
    /// The server does not accept the user and the password.
    Authentication {},
    /// The server does not take it now.
    Temporary {
        /// The code of its reply, from 400 to 499.
        code: u16,
    },
    /// The account is gone, disabled, or has no mail address.
    AddressMissing {},
    /// The recipient has been sent too many mails lately.
    Budget {},
}

impl MailFailure {
    /// The stable code.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NotConfigured {} => "not_configured",
            Self::Refused { .. } => "refused",
            Self::Unreachable {} => "unreachable",
            Self::Tls {} => "tls",
            Self::Authentication {} => "authentication",
            Self::Temporary { .. } => "temporary",
            Self::AddressMissing {} => "address_missing",
            Self::Budget {} => "budget",
        }
    }

    /// Whether another attempt can succeed.
    pub const fn is_temporary(self) -> bool {
        match self {
            Self::NotConfigured {}
            | Self::Unreachable {}
            | Self::Tls {}
            | Self::Authentication {}
            | Self::Temporary { .. } => true,
            Self::Refused { .. } | Self::AddressMissing {} | Self::Budget {} => false,
        }
    }
}

impl fmt::Display for MailFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotConfigured {} => f.write_str("There is no mail server."),
            Self::Refused { code } => write!(f, "The mail server has refused the mail ({code})."),
            Self::Unreachable {} => f.write_str("The mail server cannot be reached."),
            Self::Tls {} => f.write_str(
                "The connection to the mail server cannot be encrypted, or its certificate is not trusted.",
            ),
            Self::Authentication {} => {
                f.write_str("The mail server does not accept the user and the password.")
            }
            Self::Temporary { code } => {
                write!(f, "The mail server does not take the mail now ({code}).")
            }
            Self::AddressMissing {} => {
                f.write_str("There is no mail address, or none that the mail server can take.")
            }
            Self::Budget {} => f.write_str("The user has been sent too many mails lately."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_has_32_digits() {
        let id = format!("m_{}", "0a".repeat(16));
        assert_eq!(MailId::parse(&id), Some(MailId(id.clone())));
        for wrong in ["", "m_", &id[1..], &id[..33], &id.replace('a', "A"), &id.replace("m_", "p_")]
        {
            assert_eq!(MailId::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn kinds_and_failures_are_named_as_in_records() {
        for kind in MailKind::ALL {
            let written = serde_json::to_value(kind).expect("JSON");
            assert_eq!(written, kind.as_str());
        }
        let failures = [
            MailFailure::NotConfigured {},
            MailFailure::Refused { code: 550 },
            MailFailure::Unreachable {},
            MailFailure::Tls {},
            MailFailure::Authentication {},
            MailFailure::Temporary { code: 451 },
            MailFailure::AddressMissing {},
            MailFailure::Budget {},
        ];
        for failure in failures {
            let written = serde_json::to_value(failure).expect("JSON");
            assert_eq!(written["type"], failure.as_str());
        }
    }
}
