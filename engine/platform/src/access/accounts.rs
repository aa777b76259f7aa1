//! Reading accounts, and following their changes.

use std::collections::BTreeMap;

use serde::Serialize;
use tokio::sync::broadcast;
use waybill_machines::Timestamp;
use waybill_machines::rules::projects::ProjectRole;
use waybill_machines::secret::PersonId;

use super::Answer;
use crate::trace::Trace;

/// The port for reading accounts.
pub trait Accounts: Send + Sync + 'static {
    /// One user; `None` when there is no such account.
    fn user(&self, person: PersonId) -> Answer<'_, Option<User>>;

    /// Every user, by name.
    fn users(&self) -> Answer<'_, Vec<User>>;

    /// The owner of a name.
    fn person_named(&self, name: &str) -> Answer<'_, Option<PersonId>>;

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
    /// The roles in projects, by the project's key.
    pub projects: BTreeMap<String, ProjectRole>,
    /// Whether the user may sign in.
    pub enabled: bool,
    /// Whether the user has a second factor.
    pub mfa: bool,
    /// Whether the password has to be changed before signing in.
    pub must_change_password: bool,
    /// When too many wrong codes were last given for the account: its password is known to another person.
    pub codes_stopped_at: Option<Timestamp>,
    /// When the unused link for choosing a password expires, if there is one.
    pub password_link_until: Option<Timestamp>,
    /// When the account was made.
    pub created_at: Timestamp,
}

impl User {
    /// Whether the user may administer the installation at present.
    pub fn is_active_admin(&self) -> bool {
        self.admin && self.enabled
    }

    /// Whether the user may administer a project at present.
    pub fn administers(&self, project: &str) -> bool {
        let is_its_admin = self.projects.get(project) == Some(&ProjectRole::ProjectAdmin);
        self.enabled && (self.admin || is_its_admin)
    }
}

/// A change of an account that concerns sessions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountChange {
    /// The owner of the account.
    pub person: PersonId,
    /// The kind of change.
    pub kind: ChangeKind,
    /// The request or command that led to it, on whose behalf sessions end.
    pub trace: Option<Trace>,
}

/// The changes that concern sessions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    /// The owner may no longer sign in: every session ends.
    Disabled,
    /// The owner may sign in again.
    Enabled,
    /// The right to administer the installation or a project was granted or revoked: decisions based on it have to be
    /// made again.
    Rights,
    /// The password was changed: sessions other than the one that changed it end.
    Password,
    /// The second factor was removed.
    Mfa,
}
