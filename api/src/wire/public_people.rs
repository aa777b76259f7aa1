//! Users and groups in the format of the platform's public API (3.6).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::secret::PersonId;
use waybill_platform::secret::Secret;

use super::access::{MfaRequirement, Realm};

/// The state of an account, as the public API names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum PublicStatus {
    /// The user has not chosen a password yet.
    Invited,
    /// The user can sign in.
    Enabled,
    /// The user cannot sign in.
    Disabled,
    /// The user can sign in on known devices only, after too many wrong attempts.
    Locked,
}

/// A page of a public list.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct PublicPage {
    /// `cursor` of the page before.
    pub cursor: Option<PersonId>,
    /// Maximum number of rows, at most 500.
    pub limit: Option<usize>,
}

/// A page of the users.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PublicUsers {
    /// The users, by name.
    pub users: Vec<PublicUserRow>,
    /// Where the next page begins; null at the end.
    pub cursor: Option<PersonId>,
}

/// A user in a list.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PublicUserRow {
    /// The user name; null after it was erased.
    pub username: Option<String>,
    /// The address of the user's details.
    pub uri: String,
    /// Where the account is kept.
    pub realm: Realm,
    /// The state of the account.
    pub status: PublicStatus,
}

/// A user.
#[allow(clippy::struct_excessive_bools, reason = "the public API has them")]
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PublicUser {
    /// The user name; null after it was erased.
    pub username: Option<String>,
    /// The mail address.
    pub email: Option<String>,
    /// Whether the account itself makes its user an administrator.
    pub admin: bool,
    /// Whether the user may administer, by the account or by a group.
    pub effective_admin: bool,
    /// Whether the user may change the own account.
    pub profile_updatable: bool,
    /// Always false: every account can use the console.
    pub disable_ui_access: bool,
    /// Whether the user signs in with another service only.
    pub internal_password_disabled: bool,
    /// The last complete sign-in, to the hour.
    pub last_logged_in: Option<Timestamp>,
    /// Where the account is kept.
    pub realm: Realm,
    /// The names of the user's groups.
    pub groups: Vec<String>,
    /// The state of the account.
    pub status: PublicStatus,
    /// Whether a second factor is asked for.
    #[serde(rename = "mfaStatus")]
    pub mfa_status: MfaRequirement,
}

/// A user to create.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct NewPublicUser {
    /// The user name.
    pub username: String,
    /// The password. Without it the user is invited in the console.
    pub password: Option<Secret>,
    /// The mail address.
    pub email: Option<String>,
    /// The names of the user's groups.
    pub groups: Option<BTreeSet<String>>,
    /// Whether the user may administer the installation.
    pub admin: Option<bool>,
    /// Whether the user may change the own account; true by default.
    pub profile_updatable: Option<bool>,
    /// Whether the user signs in with another service only.
    pub internal_password_disabled: Option<bool>,
    /// Has to be false: every account can use the console.
    pub disable_ui_access: Option<bool>,
}

/// Changes of a user; what is not named remains.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct PublicUserChanges {
    /// The mail address; an empty one removes it.
    pub email: Option<String>,
    /// Whether the user may administer the installation.
    pub admin: Option<bool>,
    /// Whether the user may change the own account.
    pub profile_updatable: Option<bool>,
    /// Whether the user signs in with another service only.
    pub internal_password_disabled: Option<bool>,
    /// Has to be false: every account can use the console.
    pub disable_ui_access: Option<bool>,
}

/// The groups of a user after a change.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PublicUserGroups {
    /// The names of the groups.
    pub groups: Vec<String>,
}

/// All groups.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PublicGroups {
    /// The groups, by name.
    pub groups: Vec<PublicGroupRow>,
}

/// A group in a list.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PublicGroupRow {
    /// The name.
    pub group_name: String,
    /// The address of the group's details.
    pub uri: String,
}

/// A group.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PublicGroup {
    /// The name.
    pub name: String,
    /// The description.
    pub description: String,
    /// The group's id in another directory.
    pub external_id: String,
    /// Whether users who are created from now on are in it.
    pub auto_join: bool,
    /// Whether its members may administer the installation.
    pub admin_privileges: bool,
    /// The names of its members, at most 500.
    pub members: Vec<String>,
}

/// A group to create.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct NewPublicGroup {
    /// The name.
    pub name: String,
    /// The description.
    pub description: Option<String>,
    /// The group's id in another directory.
    pub external_id: Option<String>,
    /// Whether users who are created from now on are in it.
    pub auto_join: Option<bool>,
    /// Whether its members may administer the installation.
    pub admin_privileges: Option<bool>,
    /// The names of users who are in it from the beginning.
    pub members: Option<BTreeSet<String>>,
}

/// Changes of a group; what is not named remains.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct PublicGroupChanges {
    /// The description.
    pub description: Option<String>,
    /// The group's id in another directory.
    pub external_id: Option<String>,
    /// Whether users who are created from now on are in it.
    pub auto_join: Option<bool>,
    /// Whether its members may administer the installation.
    pub admin_privileges: Option<bool>,
}
