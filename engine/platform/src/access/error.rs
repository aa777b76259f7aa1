//! Errors of the access service, with messages that say what to do.

use waybill_machines::Timestamp;
use waybill_machines::machines::account::LinkPurpose;
use waybill_machines::machines::login::Notice;

use super::client_logins::ClientLoginRefused;
use super::groups::GroupRefused;
use super::identities::IdentityRefused;
use super::passkeys::PasskeyRefused;
use super::provisioning::ProvisioningRefused;
use super::registrations::RegistrationRefused;
use super::slow_down::Delayed;
use super::tokens::TokenRefused;
use crate::keyed::TaskStopped;
use crate::mail::MailError;
use crate::streams::StreamError;
use crate::vault::VaultError;

/// Why a call has no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AccessError {
    /// The account cannot be changed in this way.
    #[error(transparent)]
    Account(#[from] AccountRefused),
    /// The group cannot be made or changed.
    #[error(transparent)]
    Group(#[from] GroupRefused),
    /// The link for choosing a password is not valid.
    #[error(transparent)]
    PasswordLink(#[from] PasswordLinkRefused),
    /// The set-up link is not valid.
    #[error(transparent)]
    Setup(#[from] SetupRefused),
    /// The token cannot be made or revoked.
    #[error(transparent)]
    Token(#[from] TokenRefused),
    /// The device cannot be forgotten.
    #[error(transparent)]
    Device(#[from] DeviceRefused),
    /// The command-line client is not signed in.
    #[error(transparent)]
    ClientLogin(#[from] ClientLoginRefused),
    /// The identity cannot be linked or unlinked.
    #[error(transparent)]
    Identity(#[from] IdentityRefused),
    /// A program may not provision this, or cannot.
    #[error(transparent)]
    Provisioning(#[from] ProvisioningRefused),
    /// A visitor creates no account.
    #[error(transparent)]
    Registration(#[from] RegistrationRefused),
    /// The passkey cannot be asked for, added or removed.
    #[error(transparent)]
    Passkey(#[from] PasskeyRefused),
    /// The password is not good enough; the notice says why.
    #[error("{}", .0.message)]
    Password(Notice),
    /// Too many operations are in progress, or there were too many attempts.
    #[error("{}", .0.message)]
    Later(Notice),
    /// The mail is not sent.
    #[error(transparent)]
    Mail(Box<MailError>),
    /// The vault failed.
    #[error(transparent)]
    Vault(#[from] VaultError),
    /// The journal failed.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// A part of the service stopped, which is a bug.
    #[error("the access service failed: {0}")]
    Defect(&'static str),
}

/// Why an account cannot be made or changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AccountRefused {
    /// Names are unique, regardless of case.
    #[error("this user name is taken; choose another one")]
    NameTaken,
    /// The name has the wrong length or contains invisible characters.
    #[error(
        "a user name has 1 to 128 characters, all of them visible, and is neither 'anonymous' nor 'system'"
    )]
    BadName,
    /// There is no such account.
    #[error("there is no such user")]
    Unknown,
    /// No administrator would be left.
    #[error(
        "this is the last administrator who may sign in; make another user an administrator first"
    )]
    LastAdmin,
    /// A disabled account has no password that works.
    #[error("this account is disabled; enable it first")]
    Disabled,
    /// One user, one hundred projects.
    #[error(
        "this user is a member of 100 projects, which is the most; end another membership first"
    )]
    TooManyProjects,
    /// One user, one hundred groups.
    #[error("this user is in 100 groups, which is the most; remove another one first")]
    TooManyGroups,
    /// A group that does not exist was named.
    #[error("there is no group with this name")]
    NoSuchGroup,
    /// Another administrator has changed the account meanwhile.
    #[error(
        "another administrator has changed this user meanwhile; reload, and make your change again"
    )]
    EditedMeanwhile,
    /// The name looks like that of another user, with other characters.
    #[error("this name looks like that of another user; choose one that cannot be confused")]
    LooksAlike,
    /// The mail address has no form of one.
    #[error("this is not a mail address; write it like maria@example.org")]
    BadEmail,
    /// The user signs in with another service, and has no password here.
    #[error("this user signs in with another service and has no password here")]
    External,
    /// The user has a password here, but may not sign in with it.
    #[error(
        "users sign in elsewhere here, and a password of this account would not be accepted; continue with a provider"
    )]
    PasswordNotUsed,
    /// The account is a program's, which has tokens and no password.
    #[error("this is a robot account: it has access tokens, and no password")]
    Robot,
    /// There is no address to send a mail to.
    #[error("this user has no mail address; enter one, or pass on the link yourself")]
    NoEmail,
    /// There is no membership to end.
    #[error("this user is not a member of the project")]
    NotAMember,
    /// It is already in that state, or the account's state does not allow it.
    #[error("the account does not allow this now; reload and look at its state")]
    NotNow,
}

/// Why a device cannot be forgotten.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum DeviceRefused {
    /// It is not known, or no longer.
    #[error("no such device is known to your account; it may have been forgotten already")]
    Unknown,
}

/// Why a link for choosing a password does not work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasswordLinkRefused {
    /// It was used, a newer one has replaced it, or the account was disabled.
    #[error(
        "this link was used already or replaced by a newer one; ask an administrator for another"
    )]
    Wrong,
    /// It has expired.
    #[error("this link has expired; ask an administrator for another")]
    Expired,
    /// The same as `Wrong` for a link for a forgotten password, or of a registration.
    #[error(
        "this link was used already or replaced by a newer one; ask for another on the sign-in page"
    )]
    ResetWrong,
    /// The same as `Expired` for a link for a forgotten password, or of a registration.
    #[error("this link has expired; ask for another on the sign-in page")]
    ResetExpired,
}

impl PasswordLinkRefused {
    /// A link of this purpose that is not valid.
    pub(super) const fn wrong(purpose: LinkPurpose) -> Self {
        match purpose {
            LinkPurpose::Invitation => Self::Wrong,
            LinkPurpose::Reset => Self::ResetWrong,
        }
    }

    /// A link of this purpose that has expired.
    pub(super) const fn expired(purpose: LinkPurpose) -> Self {
        match purpose {
            LinkPurpose::Invitation => Self::Expired,
            LinkPurpose::Reset => Self::ResetExpired,
        }
    }
}

/// Why a set-up link does not work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SetupRefused {
    /// It is not a link of this installation, or a newer one has replaced it.
    #[error("this set-up link is not valid; restart the server to get a new one")]
    WrongLink,
    /// It has expired.
    #[error("this set-up link has expired; restart the server to get a new one")]
    Expired,
    /// There is an administrator.
    #[error("this installation has been set up already; sign in instead")]
    Done,
}

impl From<TaskStopped> for AccessError {
    fn from(_: TaskStopped) -> Self {
        Self::Defect("work with the vault stopped")
    }
}

impl From<MailError> for AccessError {
    fn from(error: MailError) -> Self {
        Self::Mail(Box::new(error))
    }
}

impl AccessError {
    /// The message for a person who signs in. It reveals nothing about the server.
    pub fn notice(&self) -> Notice {
        match self {
            Self::Password(notice) | Self::Later(notice) => notice.clone(),
            Self::Account(refused) => Notice::new("account_refused", &refused.to_string()),
            Self::Group(refused) => Notice::new("group_refused", &refused.to_string()),
            Self::Token(refused) => Notice::new("token_refused", &refused.to_string()),
            Self::PasswordLink(refused) => Notice::new("link_refused", &refused.to_string()),
            Self::Setup(refused) => Notice::new("setup_refused", &refused.to_string()),
            Self::Device(refused) => Notice::new("device_refused", &refused.to_string()),
            Self::ClientLogin(refused) => refused.notice(),
            Self::Mail(refused) => Notice::new("mail_refused", &refused.to_string()),
            Self::Identity(refused) => Notice::new("identity_refused", &refused.to_string()),
            Self::Provisioning(refused) => {
                Notice::new("provisioning_refused", &refused.to_string())
            }
            Self::Registration(refused) => {
                Notice::new("registration_refused", &refused.to_string())
            }
            Self::Passkey(refused) => refused.notice(),
            Self::Vault(_) | Self::Stream(_) | Self::Defect(_) => Notice::new(
                "unavailable",
                "Signing in is not possible at the moment. Try again later.",
            ),
        }
    }
}

/// Why an attempt with a password or a code may not be verified. It is the same for unknown names.
pub(super) fn delayed(delayed: Delayed) -> Notice {
    match delayed {
        Delayed::Until(retry_at) => slow_down(retry_at),
        // Without a time: waiting until the day is over is not what helps.
        Delayed::NeedsDevice(_) => {
            let message = "Too many wrong attempts on this account today. Sign in on a device that you have used before, or open a link for a new device: create one in your profile on such a device, or ask an administrator for one.";
            Notice::new("device_needed", message)
        }
    }
}

pub(super) fn slow_down(retry_at: Timestamp) -> Notice {
    let message = "Too many attempts. Wait a moment before you try again.";
    Notice { retry_at: Some(retry_at), ..Notice::new("slow_down", message) }
}

pub(super) fn busy(at: Timestamp) -> Notice {
    let message = "The server is busy. Try again in a moment.";
    Notice { retry_at: Some(at.plus_ms(2_000)), ..Notice::new("busy", message) }
}
