//! Accounts for administrators, and choosing a password with a link.

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_platform::access::User;
use waybill_platform::secret::Secret;

/// All accounts.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Accounts {
    /// The accounts, by name.
    pub users: Vec<User>,
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
    /// The address to open.
    pub link: String,
    /// When the link expires.
    pub until: Timestamp,
}

/// An account to create.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct NewAccount {
    /// The user name.
    pub name: String,
    /// Whether the user may administer the installation.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<bool>"))]
    pub admin: bool,
}

/// An account that was created.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CreatedAccount {
    /// The account.
    pub user: User,
    /// With this its owner chooses the password. It is in this answer only.
    pub link: NewPasswordLink,
}

/// Changes of an account; what is not named remains.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct AccountChanges {
    /// Whether the user may sign in.
    pub enabled: Option<bool>,
    /// Whether the user may administer the installation.
    pub admin: Option<bool>,
}
