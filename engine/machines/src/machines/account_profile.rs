//! The contents of an account: its profile, and the limits of what is in it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::account_provisioned::Provisioned;
use crate::rules::custom_data::CustomData;
use crate::rules::projects::ProjectRole;
use crate::rules::token_scope::TokenScope;
use crate::secret::{Digest, Personal, SecretRef};
use crate::sign_in::Authenticator;
use crate::time::Timestamp;

/// The number of recovery codes that are issued together.
pub const RECOVERY_CODES: u8 = 10;

/// The maximum number of tokens per account, not counting expired ones.
pub const TOKENS_MAX: usize = 20;

/// The maximum number of known devices per account. `account_steps.rs` says which one a further one replaces.
pub const DEVICES_MAX: usize = 16;

/// The maximum number of projects that a user is a member of.
pub const PROJECTS_MAX: usize = 100;

/// The maximum number of groups that a user is in.
pub const GROUPS_MAX: usize = 100;

/// The maximum number of identities at providers per account.
pub const IDENTITIES_MAX: usize = 10;

/// The maximum number of passkeys per account.
pub const PASSKEYS_MAX: usize = 10;

/// A known device is new for a week.
pub const NEW_DEVICE_MS: i64 = 7 * 24 * 3_600_000;

/// Passwords of strangers are stopped for a day at most. An end that is later than that was set by another clock.
pub const PASSWORDS_STOPPED_MS_MAX: i64 = 24 * 3_600_000;

/// From so many new devices on, a further one replaces one of these and no other.
pub const NEW_DEVICES_MAX: usize = 4;

/// The maximum number of unused links for new devices per account; a further one replaces the oldest.
pub const DEVICE_LINKS_MAX: usize = 4;

/// An enrolled time-based one-time password.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Totp {
    /// The vault entry of its secret.
    pub secret: SecretRef,
    /// The newest time step whose code was used; codes of older steps are no longer valid.
    pub last_step: u64,
}

/// The recovery codes of an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RecoveryCodes {
    /// The vault entry of their digests.
    pub secret: SecretRef,
    /// The numbers of the used codes.
    pub used: BTreeSet<u8>,
}

/// An access token, which a program uses instead of signing in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AccessToken {
    /// The SHA-256 of the token itself.
    pub digest: Digest,
    /// The user's description of its purpose.
    pub description: Option<Personal>,
    /// When the token was created.
    pub created_at: Timestamp,
    /// When the token expires.
    pub until: Timestamp,
    /// What it may be used for; everything that its owner may, if there is none. None in tokens that are older than
    /// this field.
    #[serde(default)]
    pub scope: Option<TokenScope>,
}

/// An API key: an access token that is also stored in the vault, so that its owner can look it up (API-05).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ApiKey {
    /// The id of its access token.
    pub token: String,
    /// The vault entry of the token itself.
    pub secret: SecretRef,
}

/// A device on which the user has signed in completely, so that other clients' attempts do not delay it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Device {
    /// The SHA-256 of the token in its cookie.
    pub digest: Digest,
    /// When it became known.
    pub since: Timestamp,
    /// The last recorded sign-in on it; devices that are older than this field have none.
    #[serde(default)]
    pub used_at: Option<Timestamp>,
    /// What was known of its browser then.
    #[serde(default)]
    pub client: DeviceClient,
}

/// What is known of the browser on a device, so that the user recognizes it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DeviceClient {
    /// Its `User-Agent`.
    pub agent: Option<Personal>,
    /// Its address.
    pub address: Option<Personal>,
}

/// An identity at a provider with which the user signs in (SSO-01).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LinkedIdentity {
    /// The mark of issuer and subject, which reveals neither.
    pub mark: Digest,
    /// The name of the provider.
    pub provider: String,
    /// When it was linked.
    pub since: Timestamp,
}

/// A passkey with which the user signs in (MFA-01).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "AccountPasskey")
)]
#[serde(deny_unknown_fields)]
pub struct Passkey {
    /// The SHA-256 of its id, which its authenticator has chosen.
    pub id: Digest,
    /// The vault entry of its public key.
    pub secret: SecretRef,
    /// What the user calls it.
    pub name: Personal,
    /// When it was added.
    pub since: Timestamp,
    /// When it was last used; none if it never was.
    pub used_at: Option<Timestamp>,
    /// How often it has signed, as it says itself. It stays at zero where passkeys are synchronised.
    pub counter: u32,
    /// Whether it may be on several devices.
    pub backup_eligible: bool,
    /// Whether it is backed up, so that it outlives the loss of a device.
    pub backed_up: bool,
}

/// What an authenticator says of a passkey with each answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct PasskeySigned {
    /// How often it has signed.
    pub counter: u32,
    /// Whether it may be on several devices.
    pub backup_eligible: bool,
    /// Whether it is backed up.
    pub backed_up: bool,
}

/// A link that works once and has not been used: one for a new device, or one for choosing a password.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct UnusedLink {
    /// The SHA-256 of the token in the link.
    pub digest: Digest,
    /// When the link expires.
    pub until: Timestamp,
}

/// What a link for choosing a password is for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LinkPurpose {
    /// For a new user, or after an administrator has reset the password.
    #[default]
    Invitation,
    /// For a user who has forgotten the password, which is valid until the link is used.
    Reset,
}

/// The known devices that remain known after a change of the password.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "kept", rename_all = "snake_case", deny_unknown_fields)]
pub enum DevicesKept {
    /// All of them: the password is the same, and only its hash is new.
    All {},
    /// The one on which the user has changed the password.
    Only {
        /// The SHA-256 of the token in its cookie.
        device: Digest,
    },
    /// None, because an administrator has set the password, or because the user's device was not known.
    None {},
}

/// Records from before there were known devices say nothing of them.
impl Default for DevicesKept {
    fn default() -> Self {
        Self::All {}
    }
}

/// The sessions that go on after a change of what their user signs in with: the password, or the second factor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "kept", rename_all = "snake_case", deny_unknown_fields)]
pub enum SessionsKept {
    /// All of them: the password is the same, and only its hash is new, or it is one that its user never had.
    All {},
    /// The one in which the user has changed the password.
    Only {
        /// Its stream.
        session: String,
    },
    /// None, because the user has set the password with a link, or an administrator has set it or has removed the
    /// second factor.
    None {},
}

/// Records that are older than this say nothing of sessions, which ended by their own records alone.
impl Default for SessionsKept {
    fn default() -> Self {
        Self::All {}
    }
}

/// The end of all sessions of a user but one, because of a new password or a removed second factor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SessionsEnded {
    /// The time: only sign-ins that are older have ended.
    pub at: Timestamp,
    /// The stream of the session that goes on, if one does.
    pub kept: Option<String>,
}

/// The contents of an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The user name.
    pub name: Personal,
    /// Whether the user may administer the installation.
    pub admin: bool,
    /// Whether the password must be changed before signing in.
    pub must_change_password: bool,
    /// The vault entry of the password's hash.
    pub password: SecretRef,
    /// The enrolled second factor.
    pub totp: Option<Totp>,
    /// The recovery codes that were issued with the second factor.
    pub recovery: Option<RecoveryCodes>,
    /// When the account was created.
    pub created_at: Timestamp,
    /// The custom data of the user; empty in accounts that are older than this field.
    #[serde(default)]
    pub custom_data: Box<CustomData>,
    /// The access tokens that have not been revoked, by id; empty in accounts that are older than this field.
    #[serde(default)]
    pub tokens: BTreeMap<String, AccessToken>,
    /// The known devices, the oldest first; empty in accounts that are older than this field.
    #[serde(default)]
    pub devices: Vec<Device>,
    /// The unused links for new devices, the oldest first; empty in accounts that are older than this field.
    #[serde(default)]
    pub device_links: Vec<UnusedLink>,
    /// The unused link with which the user chooses a password; none in accounts that are older than this field.
    #[serde(default)]
    pub password_link: Option<Box<UnusedLink>>,
    /// The unused link with which the user replaces a forgotten password; none in accounts that are older than this
    /// field.
    #[serde(default)]
    pub reset_link: Option<Box<UnusedLink>>,
    /// When the code step was last stopped after too many wrong codes.
    #[serde(default)]
    pub codes_stopped_at: Option<Timestamp>,
    /// Until when passwords are accepted on known devices only, after too many wrong ones; none in accounts that are
    /// older than this field.
    #[serde(default)]
    pub passwords_stopped_until: Option<Timestamp>,
    /// The roles in projects, by the project's key; empty in accounts that are older than this field.
    #[serde(default)]
    pub projects: BTreeMap<String, ProjectRole>,
    /// The mail address; none in accounts that are older than this field.
    #[serde(default)]
    pub email: Option<Personal>,
    /// Whether the user may read the logs of all users.
    #[serde(default)]
    pub auditor: bool,
    /// The ids of the user's groups. One that is no longer there has no meaning.
    #[serde(default)]
    pub groups: BTreeSet<String>,
    /// Whether the user signs in with another service only, so that the password here is never accepted (ROLE-04).
    #[serde(default)]
    pub external: bool,
    /// Whether only administrators may change the account, and not its owner (ROLE-04).
    #[serde(default)]
    pub fixed: bool,
    /// The last complete sign-in that was recorded; none in accounts that are older than this field.
    #[serde(default)]
    pub last_sign_in: Option<Timestamp>,
    /// The number of edits by administrators, with which an editor shows which state was seen.
    #[serde(default)]
    pub edits: u64,
    /// The API key, which its owner can look up again.
    #[serde(default)]
    pub api_key: Option<ApiKey>,
    /// Whether the account is a program's, which has tokens and no password (ROBOT-01). None of the accounts that are
    /// older than this field is one.
    #[serde(default)]
    pub robot: bool,
    /// The identities at providers with which the user signs in, the oldest first; empty in accounts that are older
    /// than this field.
    #[serde(default)]
    pub identities: Vec<LinkedIdentity>,
    /// The passkeys with which the user signs in, the oldest first; empty in accounts that are older than this field.
    #[serde(default)]
    pub passkeys: Vec<Passkey>,
    /// When all credentials last ended at once, because the account was disabled or restored from a backup. Sign-ins to
    /// applications that are older count no longer. None in accounts that are older than this field.
    #[serde(default)]
    pub credentials_ended_at: Option<Timestamp>,
    /// Which sessions have ended last because of a new password or a removed second factor. Each ends by a record of
    /// its own, which is later. None in accounts that are older than this field.
    #[serde(default)]
    pub sessions_ended: Option<Box<SessionsEnded>>,
    /// What the account has that a program provisions (SCIM); none if an administrator, its owner or a provider made
    /// it, and in accounts that are older than this field.
    #[serde(default)]
    pub provisioned: Option<Box<Provisioned>>,
    /// Whether a visitor has created the account and no administrator has decided about it yet (PASS-04). None of the
    /// accounts that are older than this field is one.
    #[serde(default)]
    pub pending: bool,
}

impl Profile {
    /// Whether the account has a second factor, which signing in with a password or a provider has to prove.
    pub fn has_second_factor(&self) -> bool {
        self.totp.is_some() || !self.passkeys.is_empty()
    }

    /// What the second factor can be verified with.
    pub fn authenticator(&self) -> Authenticator {
        match (self.totp.is_some(), self.passkeys.is_empty()) {
            (true, false) => Authenticator::Either,
            (false, false) => Authenticator::Passkey,
            (_, true) => Authenticator::Google,
        }
    }
}
