//! The access service: who may sign in, with what, and what they may do.
//!
//! The answers that a machine takes are the machine's own types. Secrets are passed as [`Secret`] in both directions;
//! none is ever in a record. A call fails with an [`AccessError`] only when the request could not be decided; a
//! rejected request is an answer.

mod embedded;
mod error;
mod hashing;
mod names;
mod password_rules;
mod recovery;
mod second_factors;
mod settings;
mod setup;
mod slow_down;
mod source;
mod tokens;
mod totp;
mod user_data;

use std::future::Future;
use std::pin::Pin;

use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;
use waybill_machines::Timestamp;
use waybill_machines::machines::login::{Authenticated, LoggedOut};
use waybill_machines::machines::password::Changed;
use waybill_machines::secret::{PersonId, Personal};

pub use embedded::{Embedded, Options};
pub use error::{AccessError, AccountRefused, SetupRefused};
pub use hashing::Cost;
pub use names::{NAME_CHARS_MAX, canonical};
pub use password_rules::{PASSWORD_CHARS_MAX, PASSWORD_CHARS_MIN};
pub use second_factors::{Confirmed, Enrolment, PendingEnrolment, SecondFactors};
pub use settings::{AccessSettings, MfaPolicy, TotpSkew};
pub use setup::{Setup, SetupClaim, SetupLink};
pub use slow_down::{Limits, SlowDown};
pub use source::Source;
pub use tokens::{
    AccessTokens, DESCRIPTION_CHARS_MAX, MadeToken, NewToken, TOKEN_LIVES_MS_MAX, TOKEN_PREFIX,
    Token, TokenRefused, TokenShown,
};
pub use user_data::UserData;

use crate::secret::{Credentials, Passwords, Secret};
use crate::streams::Act;

/// The future answer of a call.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, AccessError>> + Send + 'a>>;

/// The port. Calls are independent of each other and may run concurrently.
pub trait Access: Send + Sync + 'static {
    /// Checks a user name and a password (LOGIN-01). An unknown name, a wrong password and a
    /// disabled account give the same answer after the same work.
    fn authenticate(
        &self,
        credentials: Credentials,
        source: Source,
        act: Act,
    ) -> Answer<'_, Authenticated>;

    /// Ends a sign-in.
    fn log_out(&self, person: PersonId, act: Act) -> Answer<'_, LoggedOut>;

    /// What a record may hold of a user name as it was typed. It does not reveal whether the name is known; only the
    /// name of an account can be revealed later.
    fn label(&self, typed: &Secret) -> Answer<'_, Personal>;

    /// Changes a password, given the current one (PASS-03).
    fn change_password(
        &self,
        person: PersonId,
        passwords: Passwords,
        source: Source,
        act: Act,
    ) -> Answer<'_, Changed>;

    /// One user; `None` when there is no such account.
    fn user(&self, person: PersonId) -> Answer<'_, Option<User>>;

    /// Every user, by name.
    fn users(&self) -> Answer<'_, Vec<User>>;

    /// The owner of a name.
    fn person_named(&self, name: &str) -> Answer<'_, Option<PersonId>>;

    /// Creates an account.
    fn create_user(&self, user: NewUser, act: Act) -> Answer<'_, Created>;

    /// Disables an account, or enables it again. Its sessions learn of it through [`Access::changes`].
    fn set_enabled(&self, person: PersonId, is_enabled: bool, act: Act) -> Answer<'_, ()>;

    /// Grants or revokes the right to administer.
    fn set_admin(&self, person: PersonId, is_admin: bool, act: Act) -> Answer<'_, ()>;

    /// Sets a random password, shown once, which its owner has to change. No one chooses a password for another person.
    fn reset_password(&self, person: PersonId, act: Act) -> Answer<'_, Secret>;

    /// Removes the second factor, so that the owner enrols a new one.
    fn reset_mfa(&self, person: PersonId, act: Act) -> Answer<'_, ()>;

    /// Changes after which the sessions of a person have to be checked again. A receiver that missed some (`Lagged`)
    /// has to check all of them.
    fn changes(&self) -> broadcast::Receiver<AccountChange>;
}

/// A user as administrators see them.
#[allow(clippy::struct_excessive_bools, reason = "they are independent of each other")]
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "Account"),
    schemars(rename = "Account")
)]
pub struct User {
    /// The opaque id.
    pub person: PersonId,
    /// The name; `None` after it was erased.
    pub name: Option<String>,
    /// Whether the user may administer the installation.
    pub admin: bool,
    /// Whether the user may sign in.
    pub enabled: bool,
    /// Whether the user has a second factor.
    pub mfa: bool,
    /// Whether the password has to be changed before signing in.
    pub must_change_password: bool,
    /// When the account was made.
    pub created_at: Timestamp,
}

/// An account to be created.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewUser {
    /// The name, 1 to [`NAME_CHARS_MAX`] characters; see [`canonical`].
    pub name: String,
    /// The password. Without it a random one is generated, which its owner has to change.
    pub password: Option<Secret>,
    /// Whether the user may administer the installation.
    pub admin: bool,
    /// Whether the password has to be changed before signing in.
    pub must_change_password: bool,
}

/// An account that was created.
#[derive(Debug)]
pub struct Created {
    /// Its opaque id.
    pub person: PersonId,
    /// The random password, if none was given; shown only once.
    pub temporary: Option<Secret>,
}

/// A change of an account that concerns sessions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountChange {
    /// The owner of the account.
    pub person: PersonId,
    /// The kind of change.
    pub kind: ChangeKind,
}

/// The changes that concern sessions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    /// The owner may no longer sign in: every session ends.
    Disabled,
    /// The owner may sign in again.
    Enabled,
    /// The right to administer was granted or revoked: decisions based on it have to be made again.
    Admin,
    /// The password was changed: sessions other than the one that changed it end.
    Password,
    /// The second factor was removed.
    Mfa,
}
