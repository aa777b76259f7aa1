//! Signing in and setting up, who has an account, projects and access tokens.

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::secret::PersonId;
use waybill_platform::access::User;
use waybill_platform::secret::Secret;

/// Whether the browser is to stay signed in.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct LoginQuery {
    /// It is, unless this says otherwise.
    #[serde(rename = "_spring_security_remember_me")]
    pub remember: Option<bool>,
}

/// A user's name and password.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Login {
    /// The name.
    pub user: Secret,
    /// The password.
    pub password: Secret,
    /// The only kind of login that there is.
    #[serde(rename = "type")]
    _kind: LoginKind,
    /// Where somebody wanted to go before.
    #[cfg_attr(feature = "schema", ts(optional))]
    pub stored: Option<StoredPath>,
}

/// The only kind of login that the documents name.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum LoginKind {
    /// By name and password.
    Login,
}

/// A path that was wanted before, and when.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct StoredPath {
    /// The path under `/ui`.
    pub path: String,
    /// When.
    pub at: Timestamp,
}

/// A user's name and password, at the access service's own path.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct AccessLogin {
    /// The name.
    pub username: Secret,
    /// The password.
    pub password: Secret,
}

/// Who has signed in, and what comes next.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LoggedIn {
    /// The name; none as long as a second factor is missing.
    pub name: Option<String>,
    /// May administer the installation.
    pub admin: bool,
    /// The step that comes next.
    pub next: &'static str,
}

/// A code of a second factor, or a recovery code.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct SecondFactor {
    /// The code.
    pub code: Option<Secret>,
    /// The recovery code.
    pub recovery_code: Option<Secret>,
}

/// The second factor that is to be set up.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Enrolment {
    /// The secret in base 32, for typing.
    pub secret: String,
    /// The same as an `otpauth` address.
    pub uri: String,
    /// The address as a QR code: a complete SVG element.
    pub qr_svg: String,
}

/// A second factor that was set up. This answer is the one place where recovery codes are ever shown.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Enrolled {
    /// The recovery codes.
    pub recovery_codes: Vec<String>,
    /// The step that comes next.
    pub next: &'static str,
}

/// A new password in the place of the current one.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ChangePassword {
    /// The user name, as older clients send it. Whose password it is, the session knows.
    #[cfg_attr(feature = "schema", ts(optional))]
    pub user: Option<String>,
    /// The current password.
    pub current: Secret,
    /// The new one.
    pub new: Secret,
}

/// Who has signed in.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CurrentUser {
    /// The name, which is `anonymous` where nobody has.
    pub name: Option<String>,
    /// May administer the installation.
    pub admin: bool,
    /// Where the account is kept.
    pub realm: Option<Realm>,
    /// Whether a second factor is asked for.
    pub mfa_status: MfaRequirement,
}

/// Where an account is kept.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum Realm {
    /// On this server.
    Internal,
}

/// Whether a second factor is asked for.
#[derive(Debug, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum MfaRequirement {
    /// Whether it is enabled.
    Verify,
    /// It is not.
    None,
}

/// The token of a link to set up the server.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SetupQuery {
    /// The token.
    pub token: Secret,
}

/// A link that works.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SetupLink {
    /// Always true.
    pub valid: bool,
    /// Until when.
    pub until: Timestamp,
}

/// The first administrator.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Setup {
    /// The token of the link.
    pub token: Secret,
    /// The name.
    pub user: String,
    /// The password.
    pub password: Secret,
}

/// Who has an account.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Accounts {
    /// All of them, by name.
    pub users: Vec<User>,
}

/// A project.
#[allow(clippy::struct_field_names, reason = "the documents name it so")]
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Project {
    /// Its key.
    pub project_key: String,
    /// Its name.
    pub display_name: String,
    /// What it is for.
    pub description: String,
    /// When it was made.
    pub created_at: Timestamp,
    /// Who made it.
    pub created_by: Option<PersonId>,
}

/// A project that is to be made.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct NewProject {
    /// Its key.
    pub project_key: String,
    /// Its name.
    pub display_name: String,
    /// What it is for.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<String>"))]
    pub description: String,
}

/// The access tokens.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct AccessTokens {
    /// The full list.
    pub tokens: Vec<AccessToken>,
}

/// An access token in the words of the platform's public calls (3.6); moments are seconds since 1970 there.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct AccessToken {
    /// Names it.
    pub token_id: String,
    /// The name of its owner; none once it was erased.
    pub subject: Option<String>,
    /// Its owner.
    pub person: PersonId,
    /// What it is for.
    pub description: Option<String>,
    /// When it was made.
    pub issued_at: i64,
    /// Until when it works.
    pub expiry: i64,
    /// When it was last shown since the server started.
    pub last_used: Option<i64>,
}

/// An access token was revoked.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TokenRevoked {
    /// Which one.
    pub revoked: String,
}
