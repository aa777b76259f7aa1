//! The types of the account machine: profile, states and events.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::account_edit::{Details, Edit};
use crate::named;
use crate::rules::custom_data::{CustomChange, CustomData};
use crate::rules::projects::ProjectRole;
use crate::secret::{Digest, Personal, SecretRef};
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

/// A known device is new for a week.
pub const NEW_DEVICE_MS: i64 = 7 * 24 * 3_600_000;

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
    pub password_link: Option<UnusedLink>,
    /// When the code step was last stopped after too many wrong codes.
    #[serde(default)]
    pub codes_stopped_at: Option<Timestamp>,
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
}

/// A step of signing in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SignInStep {
    /// The password.
    Password,
    /// A code of the second factor, after the right password.
    Code,
}

/// The state of an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "AccountState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// The account does not exist.
    Absent {},
    /// The account is enabled.
    Active {
        /// The contents of the account.
        profile: Profile,
    },
    /// The account is disabled.
    Disabled {
        /// The contents of the account.
        profile: Profile,
    },
}
named!(State { Absent = "absent", Active = "active", Disabled = "disabled" });

/// The events of an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "AccountEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The account is created.
    Create {
        /// The user name.
        name: Personal,
        /// Whether the user may administer the installation.
        admin: bool,
        /// Whether the password must be changed before signing in.
        must_change_password: bool,
        /// The vault entry of the password's hash.
        password: SecretRef,
        /// What else is known of the account; nothing in records that are older than this field.
        #[serde(default)]
        details: Details,
    },
    /// The password is changed.
    SetPassword {
        /// The vault entry of the new hash.
        password: SecretRef,
        /// Whether the user must change it again, because an administrator set it.
        must_change_password: bool,
        /// The known devices that remain known.
        #[serde(default)]
        devices: DevicesKept,
        /// The SHA-256 of the token in the link with which the user chose it, which is used up by this.
        #[serde(default)]
        link: Option<Digest>,
    },
    /// A link is made with which the user chooses a password; one that was made before becomes invalid.
    AllowPassword {
        /// The SHA-256 of the token in the link, which only the user has.
        link: Digest,
        /// When the link expires.
        until: Timestamp,
    },
    /// A second factor is enrolled; this uses its first code.
    Enrol {
        /// The vault entry of its secret.
        secret: SecretRef,
        /// The time step of the first code.
        step: u64,
        /// The vault entry of the recovery codes' digests.
        recovery: SecretRef,
    },
    /// A code is used.
    UseCode {
        /// The time step of the code.
        step: u64,
    },
    /// A recovery code is used.
    UseRecoveryCode {
        /// The number of the code.
        number: u8,
    },
    /// The second factor is removed, so that the user enrols a new one.
    ResetMfa {},
    /// The administrator right is granted or removed.
    SetAdmin {
        /// Whether the user may administer the installation.
        admin: bool,
    },
    /// The user becomes a member of a project, changes roles in it, or leaves it.
    SetProjectRole {
        /// The key of the project.
        project: String,
        /// The role; none to leave the project.
        role: Option<ProjectRole>,
    },
    /// An administrator changes the account.
    Edit {
        /// The change.
        edit: Edit,
    },
    /// An administrator ends what keeps the user from signing in after too many wrong attempts.
    Unlock {},
    /// The API key is created, or replaced by another one.
    MakeApiKey {
        /// The id of its access token: `t_` and 16 hex digits.
        id: String,
        /// The SHA-256 of the token itself.
        digest: Digest,
        /// The vault entry of the token itself.
        secret: SecretRef,
        /// When the token expires.
        until: Timestamp,
    },
    /// The recovery codes are replaced: those that were issued before become invalid.
    RenewRecovery {
        /// The vault entry of the new codes' digests.
        recovery: SecretRef,
    },
    /// The user enters the console for the first time.
    Enter {
        /// The stream of the session.
        session: String,
    },
    /// The custom data changes.
    SetCustomData {
        /// The change to apply.
        change: CustomChange,
    },
    /// An access token is created, with which a program may act in the user's name.
    MakeToken {
        /// The id of the token: `t_` and 16 hex digits.
        id: String,
        /// The SHA-256 of the token itself, which only its owner has.
        digest: Digest,
        /// The user's description of its purpose.
        description: Option<Personal>,
        /// When the token expires.
        until: Timestamp,
    },
    /// An access token is revoked.
    RevokeToken {
        /// The id of the token.
        id: String,
    },
    /// A device becomes known, because the user has signed in completely or has used a link for a new device.
    KnowDevice {
        /// The SHA-256 of the token in its cookie.
        device: Digest,
        /// The SHA-256 of the token in the link, which is used up by this.
        link: Option<Digest>,
        /// What is known of its browser. Without it the event is older than this field, and the device replaces the
        /// one that has been known for longest.
        #[serde(default)]
        client: Option<DeviceClient>,
    },
    /// The user has signed in completely on a known device.
    UseDevice {
        /// The SHA-256 of the token in its cookie.
        device: Digest,
        /// What is known of its browser.
        client: DeviceClient,
    },
    /// A device is no longer known, as the user wishes.
    ForgetDevice {
        /// The SHA-256 of the token in its cookie.
        device: Digest,
    },
    /// All devices but one are no longer known, as the user wishes, and unused links become invalid.
    ForgetDevices {
        /// The known devices that remain known.
        kept: DevicesKept,
    },
    /// A link for a new device is made.
    AllowDevice {
        /// The SHA-256 of the token in the link, which only the user has.
        link: Digest,
        /// When the link expires.
        until: Timestamp,
    },
    /// A sign-in with the user's name has failed, or several from one source.
    FailSignIn {
        /// The step that failed.
        step: SignInStep,
        /// How many, of which no earlier record has counted any.
        times: u64,
    },
    /// The code step is stopped on devices that are not known, after too many wrong codes.
    StopCodes {},
    /// The account is disabled.
    Disable {},
    /// The account is enabled again.
    Enable {},
    /// The installation was restored from a backup. Tokens, known devices and links of before end, since they may have
    /// been revoked after the backup.
    Restore {
        /// The name of the backup.
        backup: String,
        /// The time at which the backup was made.
        cut_at: Timestamp,
    },
}
named!(Event {
    Create = "create",
    SetPassword = "set_password",
    AllowPassword = "allow_password",
    Enrol = "enrol",
    UseCode = "use_code",
    UseRecoveryCode = "use_recovery_code",
    ResetMfa = "reset_mfa",
    SetAdmin = "set_admin",
    SetProjectRole = "set_project_role",
    Edit = "edit",
    Unlock = "unlock",
    MakeApiKey = "make_api_key",
    RenewRecovery = "renew_recovery",
    Enter = "enter",
    SetCustomData = "set_custom_data",
    MakeToken = "make_token",
    RevokeToken = "revoke_token",
    KnowDevice = "know_device",
    UseDevice = "use_device",
    ForgetDevice = "forget_device",
    ForgetDevices = "forget_devices",
    AllowDevice = "allow_device",
    FailSignIn = "fail_sign_in",
    StopCodes = "stop_codes",
    Disable = "disable",
    Enable = "enable",
    Restore = "restore",
});

/// A tab can propose nothing to this machine: accounts are changed by the access service.
pub type Proposal = super::session::Proposal;
