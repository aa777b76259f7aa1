//! Reading accounts, and following their changes.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;
use waybill_machines::Timestamp;
use waybill_machines::facts::Profile;
use waybill_machines::machines::account::SessionsEnded;
use waybill_machines::rules::projects::ProjectRole;
use waybill_machines::secret::PersonId;

use super::Answer;
use crate::trace::Trace;

/// The maximum number of users in one page of a list.
pub const USERS_MAX: usize = 500;

/// The port for reading accounts.
pub trait Accounts: Send + Sync + 'static {
    /// One user; `None` when there is no such account.
    fn user(&self, person: PersonId) -> Answer<'_, Option<User>>;

    /// The mail address of a visitor to whom the link of a registration is sent; `None` if it has ended.
    fn applicant_address(&self, person: PersonId) -> Answer<'_, Option<String>>;

    /// Every user, by name.
    fn users(&self) -> Answer<'_, Vec<User>>;

    /// A page of the users that a query finds, by name.
    fn find_users(&self, query: UserQuery, at: Timestamp) -> Answer<'_, UserPage>;

    /// The state of a user's account.
    fn status_of(&self, user: &User, at: Timestamp) -> UserStatus;

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
    /// The mail address.
    pub email: Option<String>,
    /// Whether the account itself makes its user an administrator.
    pub admin: bool,
    /// Whether the user may administer the installation: by the account itself or by a group.
    pub effective_admin: bool,
    /// Whether the user may read the logs of all users.
    pub auditor: bool,
    /// The roles that the account itself has in projects, by the project's key.
    pub projects: BTreeMap<String, ProjectRole>,
    /// The roles in projects, by the account itself or by a group.
    pub effective_projects: BTreeMap<String, ProjectRole>,
    /// The names of the user's groups.
    pub groups: Vec<String>,
    /// The ids of the user's groups, by which records refer to them. They are not sent.
    #[serde(skip)]
    pub group_ids: BTreeSet<String>,
    /// Whether the account is enabled.
    pub enabled: bool,
    /// Whether the user signs in with another service only, and has no password here.
    pub external: bool,
    /// Whether the account is a program's, which has tokens and no password (ROBOT-01).
    pub robot: bool,
    /// Whether a program provisions the account (SCIM).
    pub provisioned: bool,
    /// Whether a visitor has created the account, and no administrator has approved it yet.
    pub pending: bool,
    /// Whether the user may change the own account.
    pub profile_updatable: bool,
    /// Whether the user has a second factor.
    pub mfa: bool,
    /// Whether the password has to be changed before signing in.
    pub must_change_password: bool,
    /// When too many wrong codes were last given for the account: its password is known to another person.
    pub codes_stopped_at: Option<Timestamp>,
    /// When the unused link for choosing a password expires, if there is one.
    pub password_link_until: Option<Timestamp>,
    /// The last complete sign-in, to the hour.
    pub last_sign_in: Option<Timestamp>,
    /// When the account was made.
    pub created_at: Timestamp,
    /// The number of edits by administrators, with which an edit says which state it was made for.
    pub edits: u64,
    /// When all credentials last ended at once. It is not sent.
    #[serde(skip)]
    pub credentials_ended_at: Option<Timestamp>,
    /// Which sessions have ended last because of a new password or a removed second factor. It is not sent.
    #[serde(skip)]
    pub sessions_ended: Option<Box<SessionsEnded>>,
}

impl User {
    /// Whether the user may administer the installation at present.
    pub fn is_active_admin(&self) -> bool {
        self.effective_admin && self.enabled
    }

    /// Whether a sign-in to an application counts at present: not while the account is disabled, and not if all
    /// credentials have ended since.
    pub fn counts_sign_in(&self, began_at: Timestamp) -> bool {
        self.enabled && self.credentials_ended_at.is_none_or(|ended_at| ended_at < began_at)
    }

    /// Whether the session of a stream counts at present, whose sign-in began at this time: also not if the password is
    /// newer, unless it was changed in this session, or if the second factor was removed since.
    pub fn counts_session(&self, stream: &str, began_at: Timestamp) -> bool {
        let goes_on =
            |ended: &SessionsEnded| ended.at < began_at || ended.kept.as_deref() == Some(stream);
        self.counts_sign_in(began_at) && self.sessions_ended.as_deref().is_none_or(goes_on)
    }

    /// Whether the user may read the logs of all users at present.
    pub fn may_audit(&self) -> bool {
        self.enabled && (self.auditor || self.effective_admin)
    }

    /// What the user may change of the own account (ROLE-04).
    pub const fn profile(&self) -> Profile {
        match (self.external, self.profile_updatable) {
            (true, _) => Profile::NONE,
            (false, false) => Profile::FIXED,
            (false, true) => Profile::OWN,
        }
    }

    /// Whether the user may administer a project at present.
    pub fn administers(&self, project: &str) -> bool {
        let is_its_admin = self.effective_projects.get(project) == Some(&ProjectRole::ProjectAdmin);
        self.enabled && (self.effective_admin || is_its_admin)
    }
}

/// The state of an account, as far as signing in goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum UserStatus {
    /// The user can sign in.
    Enabled,
    /// The user has a link for choosing a password, and has not used it.
    Invited,
    /// The link for choosing a password has expired unused.
    LinkExpired,
    /// The user has to change the password at the next sign-in.
    PasswordDue,
    /// After too many wrong attempts the user can sign in on known devices only, for the rest of the day.
    Locked,
    /// A visitor has created the account, and no administrator has approved it yet.
    Pending,
    /// The user cannot sign in.
    Disabled,
}

/// The roles by which a list of users can be narrowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum UserRole {
    /// Administrators, by the account or by a group.
    Admin,
    /// Auditors.
    Auditor,
    /// Administrators of projects.
    ProjectAdmin,
    /// Users who are none of these.
    User,
}

/// Which users to list.
#[derive(Debug, Clone, Default)]
pub struct UserQuery {
    /// The whole name, in any case.
    pub name: Option<String>,
    /// A part of the name or of the mail address, in any case.
    pub search: Option<String>,
    /// The state of the account.
    pub status: Option<UserStatus>,
    /// The role.
    pub role: Option<UserRole>,
    /// The name of a group.
    pub group: Option<String>,
    /// Only robots, or only people.
    pub robot: Option<bool>,
    /// The last user of the page before.
    pub after: Option<PersonId>,
    /// The number of users; at most [`USERS_MAX`].
    pub limit: usize,
}

/// A user with the state of the account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ListedUser {
    /// The user.
    #[serde(flatten)]
    pub user: User,
    /// The state of the account.
    pub status: UserStatus,
}

/// A page of users.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserPage {
    /// The users, by name.
    pub users: Vec<ListedUser>,
    /// How many users the query finds in all.
    pub total: usize,
    /// The last user of this page, if there are more.
    pub next: Option<PersonId>,
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
    /// The password was replaced with a link, by a visitor: all sessions end.
    PasswordReset,
    /// A second factor was removed: if an administrator has removed it, all sessions end.
    Mfa,
}
