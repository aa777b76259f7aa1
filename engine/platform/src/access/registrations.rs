//! Visitors who create accounts with a link that is sent to them, where an administrator lets them (PASS-04).

use waybill_machines::rules::registration::RegistrationProblem;
pub use waybill_machines::rules::registration::RegistrationSettings;

use super::{Answer, Client};
use crate::mail::Language;
use crate::secret::Secret;
use crate::streams::ChangeContext;

/// How long the link of a registration works, in milliseconds.
pub const REGISTRATION_LINK_MS: i64 = 24 * 3_600_000;

/// The port for visitors who create accounts. Their links are used as those of invitations are.
pub trait Registrations: Send + Sync + 'static {
    /// What an administrator has set.
    fn registration(&self) -> RegistrationSettings;

    /// Sets it. Links that are on their way end where visitors may no longer create accounts.
    fn set_registration(
        &self,
        settings: RegistrationSettings,
        context: ChangeContext,
    ) -> Answer<'_, ()>;

    /// Has a link sent with which an account is created. The answer is the same after the same work whether there is a
    /// user with this name or mail address: the rest is done later.
    fn register(
        &self,
        new: NewRegistration,
        client: Client,
        context: ChangeContext,
    ) -> Answer<'_, ()>;
}

/// An account that a visitor asks for.
#[derive(Debug)]
pub struct NewRegistration {
    /// The user name.
    pub name: Secret,
    /// The mail address.
    pub email: Secret,
    /// The language in which the mail is written; English if it is not known.
    pub language: Option<Language>,
}

/// Why a visitor creates no account.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RegistrationRefused {
    /// No administrator lets visitors create accounts.
    #[error("Visitors cannot create accounts here. Ask an administrator for one.")]
    Off,
    /// The domain of the mail address is not one of the list.
    #[error(
        "Accounts are created with mail addresses of certain domains only. Use another address, or ask an \
         administrator."
    )]
    Domain,
    /// Another user has the name or the address by now.
    #[error(
        "There is a user with this name or mail address already. Create an account with another name on the sign-in \
         page, or sign in."
    )]
    Taken,
    /// The configuration has users sign in elsewhere.
    #[error(
        "Visitors cannot create accounts here: the configuration accepts passwords of administrators only \
         (`local_passwords`)."
    )]
    NoPasswords,
    /// What an administrator sets is not valid.
    #[error("{0}")]
    Settings(RegistrationProblem),
}
