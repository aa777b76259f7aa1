//! Accounts for administrators, and choosing a password with a link.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::secret::PersonId;
use waybill_platform::access::{ListedUser, UserRole, UserStatus};
use waybill_platform::secret::Secret;

use super::own_account::{IdentityToken, NewIdentityToken};

/// Which accounts to list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct ListAccounts {
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
    /// Only robots, or only people; both if it is missing.
    pub robot: Option<bool>,
    /// `next` of the page before.
    pub after: Option<PersonId>,
    /// Maximum number of accounts, at most 500.
    pub limit: Option<usize>,
}

/// A page of accounts.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Accounts {
    /// The accounts, by name.
    pub users: Vec<ListedUser>,
    /// How many there are in all.
    pub total: usize,
    /// Where the next page begins; null at the end.
    pub next: Option<PersonId>,
}

/// The token of a link for choosing a password.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PasswordLinkToken {
    /// The token.
    pub token: Secret,
}

/// A link for choosing a password, which works.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct OpenedPasswordLink {
    /// The name of its user; null after it was erased.
    pub name: Option<String>,
    /// When the link expires.
    pub until: Timestamp,
    /// Whether its user can choose a password: where users sign in elsewhere, one who is no administrator accepts the
    /// link with a provider alone.
    pub sets_password: bool,
}

/// The password that was chosen with a link.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ChosenPassword {
    /// The token of the link.
    pub token: Secret,
    /// The password.
    pub password: Secret,
}

/// A link with which a user chooses a password.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct NewPasswordLink {
    /// The address to open; null if it is sent by mail, so that only the user knows it.
    pub link: Option<String>,
    /// When the link expires.
    pub until: Timestamp,
    /// Whether it is sent by mail.
    pub mail: bool,
    /// Whether the user can choose a password with it: where users sign in elsewhere, one who is no administrator
    /// accepts the link with a provider alone.
    pub sets_password: bool,
}

/// How a link with which a user chooses a password is handed over.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct WantedPasswordLink {
    /// Whether it is sent by mail; false if it is missing.
    pub send_mail: Option<bool>,
    /// The language of the mail, such as `de`; English if it is missing or unknown.
    pub language: Option<String>,
}

/// An account to create.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct NewAccount {
    /// The user name.
    pub name: String,
    /// The mail address.
    pub email: Option<String>,
    /// Whether the user may administer the installation.
    pub admin: Option<bool>,
    /// Whether the user may read the logs of all users.
    pub auditor: Option<bool>,
    /// The names of the user's groups.
    pub groups: Option<BTreeSet<String>>,
    /// Whether the link with which the user chooses the password is sent by mail; false if it is missing.
    pub send_mail: Option<bool>,
    /// The language of the mail, such as `de`; English if it is missing or unknown.
    pub language: Option<String>,
}

/// An account that was created.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CreatedAccount {
    /// The account.
    pub user: ListedUser,
    /// With this its owner chooses the password. It is in this answer only, or in a mail.
    pub link: NewPasswordLink,
}

/// Changes of an account, which become one record; what is not named remains.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct AccountChanges {
    /// `edits` of the account that the author has seen. If it has changed meanwhile, the answer is 409.
    pub edits: Option<u64>,
    /// The mail address; an empty one removes it.
    pub email: Option<String>,
    /// Whether the user may sign in.
    pub enabled: Option<bool>,
    /// Whether the user may administer the installation.
    pub admin: Option<bool>,
    /// Whether the user may read the logs of all users.
    pub auditor: Option<bool>,
    /// Whether the user signs in with another service only, and has no password here.
    pub external: Option<bool>,
    /// Whether the user may change the own account.
    pub profile_updatable: Option<bool>,
    /// The names of all of the user's groups.
    pub groups: Option<BTreeSet<String>>,
}

/// A robot to create, with its first token (ROBOT-01).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct NewRobot {
    /// The user name.
    pub name: String,
    /// The names of its groups.
    pub groups: Option<BTreeSet<String>>,
    /// Its first token.
    pub token: NewIdentityToken,
}

/// A robot that was created.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CreatedRobot {
    /// The account.
    pub user: ListedUser,
    /// Its first token, which is in this answer only.
    pub token: IdentityToken,
}
