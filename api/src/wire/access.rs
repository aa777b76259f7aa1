//! Sign-in, set-up, known devices, projects and access tokens.

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::rules::token_scope::TokenScope;
use waybill_machines::secret::PersonId;
use waybill_platform::secret::Secret;

use super::ProblemDetails;

/// Options of a sign-in.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct LoginQuery {
    /// Whether the browser stays signed in after it is closed; true by default.
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
    /// The kind of sign-in; always `login`.
    #[serde(rename = "type")]
    _kind: LoginKind,
    /// The path that the user requested before sign-in.
    #[cfg_attr(feature = "schema", ts(optional))]
    pub stored: Option<StoredPath>,
    /// Whether the browser has the flag that logging out sets (NAV-16).
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(as = "Option<bool>", optional))]
    pub set_me_up: bool,
    /// The token in the link for a new device with which the console was opened.
    #[cfg_attr(feature = "schema", ts(optional))]
    pub device_link: Option<Secret>,
}

/// The kind of sign-in.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum LoginKind {
    /// With name and password.
    Login,
}

/// A path that was requested before sign-in, and when.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct StoredPath {
    /// The path under `/ui`.
    pub path: String,
    /// When it was requested.
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

/// The signed-in user, and the next step.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LoggedIn {
    /// The user name; null until the second factor has been verified.
    pub name: Option<String>,
    /// Whether the user is an administrator.
    pub admin: bool,
    /// Where the account is stored.
    pub realm: Realm,
    /// Whether a second factor is required at sign-in.
    #[serde(rename = "mfaStatus")]
    pub mfa_status: MfaRequirement,
    /// The next step.
    pub next: &'static str,
}

/// The step after a right second-factor code.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CodeVerified {
    /// The state of the machine after the request.
    pub next: &'static str,
    /// Null: answers to wrong codes are problem details, which have the error here.
    pub error: Option<ProblemDetails>,
}

/// A second-factor code, or a recovery code.
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

/// The second factor that is being set up.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Enrolment {
    /// The secret in base 32, for typing.
    pub secret: String,
    /// The secret as an `otpauth` URI.
    pub uri: String,
    /// The URI as a QR code: a complete SVG element.
    pub qr_svg: String,
}

/// A second factor was set up. Recovery codes are shown in this response only.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Enrolled {
    /// The recovery codes.
    pub recovery_codes: Vec<String>,
    /// The next step.
    pub next: &'static str,
}

/// A code of the authenticator app.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CodeOfApp {
    /// The code.
    pub code: Secret,
}

/// New recovery codes. Those of before are invalid.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RecoveryCodes {
    /// The recovery codes.
    pub recovery_codes: Vec<String>,
}

/// Replaces the current password.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ChangePassword {
    /// The user name, as older clients send it. It is ignored: the password is that of the session's user.
    #[cfg_attr(feature = "schema", ts(optional))]
    pub user: Option<String>,
    /// The current password.
    pub current: Secret,
    /// The new password.
    pub new: Secret,
}

/// The signed-in user.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct CurrentUser {
    /// The user name; `anonymous` if no user is signed in.
    pub name: Option<String>,
    /// The mail address.
    pub email: Option<String>,
    /// Whether the user is an administrator, by the account or by a group.
    pub admin: bool,
    /// Whether the user may read the logs of all users.
    pub auditor: bool,
    /// The names of the user's groups.
    pub groups: Vec<String>,
    /// Where the account is stored.
    pub realm: Option<Realm>,
    /// Whether a second factor is required at sign-in.
    pub mfa_status: MfaRequirement,
    /// When too many wrong codes were last given for this account: its password is known to another person.
    pub codes_stopped_at: Option<Timestamp>,
}

/// Where an account is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum Realm {
    /// On this server.
    Internal,
    /// With another service: there is no password on this server.
    External,
}

impl Realm {
    /// Where an account is kept.
    pub const fn of(is_external: bool) -> Self {
        if is_external { Self::External } else { Self::Internal }
    }
}

/// Whether a second factor is required at sign-in.
#[derive(Debug, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub enum MfaRequirement {
    /// A second factor has to be set up.
    Enroll,
    /// A second factor is required.
    Verify,
    /// No second factor is required.
    None,
}

/// The token of a set-up link.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SetupQuery {
    /// The token.
    pub token: Secret,
}

/// A valid set-up link.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SetupLink {
    /// Always true.
    pub valid: bool,
    /// When the link expires.
    pub until: Timestamp,
}

/// The devices that are known to the user's account.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct OwnDevices {
    /// The full list, the last used first.
    pub devices: Vec<OwnDevice>,
}

/// A device that is known to the user's account.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct OwnDevice {
    /// Its id, which is no secret.
    pub id: String,
    /// Whether it is the device of this request.
    pub current: bool,
    /// When it became known.
    pub since: Timestamp,
    /// The last sign-in on it, to the hour; none if that was before these were recorded.
    pub used_at: Option<Timestamp>,
    /// The `User-Agent` of its browser.
    pub agent: Option<String>,
    /// Its address at that sign-in.
    pub address: Option<String>,
}

/// Forgets one of the user's devices, or all others.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct ForgetDevices {
    /// The id of the device to forget.
    pub id: Option<String>,
    /// Forgets all devices but this one, and all unused links for new devices.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<bool>"))]
    pub others: bool,
}

/// The number of forgotten devices.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DevicesForgotten {
    /// The number.
    pub forgotten: usize,
}

/// A link with which a user may sign in once on a device that is not known.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct NewDeviceLink {
    /// The address to open on the device.
    pub link: String,
    /// When the link expires.
    pub until: Timestamp,
}

/// The first administrator.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Setup {
    /// The token of the link.
    pub token: Secret,
    /// The user name.
    pub user: String,
    /// The password.
    pub password: Secret,
}

/// All access tokens.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct AccessTokens {
    /// The tokens.
    pub tokens: Vec<AccessToken>,
}

/// An access token in the format of the platform's public API (3.6); times are seconds since 1970.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct AccessToken {
    /// The token id.
    pub token_id: String,
    /// The user name of the owner; null if it was erased.
    pub subject: Option<String>,
    /// The user id of the owner.
    pub person: PersonId,
    /// A free description.
    pub description: Option<String>,
    /// Whether it is its owner's API key.
    pub api_key: bool,
    /// What it may be used for in repositories, and nothing else; null for everything that its owner may.
    pub scope: Option<TokenScope>,
    /// When it was created, in seconds since 1970.
    pub issued_at: i64,
    /// When it expires, in seconds since 1970.
    pub expiry: i64,
    /// When it was last used since the server started, in seconds since 1970.
    pub last_used: Option<i64>,
}

/// An access token was revoked.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TokenRevoked {
    /// The token id.
    pub revoked: String,
}
