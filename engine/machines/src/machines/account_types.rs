//! The states and events of the account machine.

use serde::{Deserialize, Serialize};

use super::account_edit::{Details, Edit, NewIdentity};
use super::account_profile::{
    DeviceClient, DevicesKept, LinkPurpose, PasskeySigned, Profile, SessionsKept,
};
use crate::named;
use crate::rules::custom_data::CustomChange;
use crate::rules::projects::ProjectRole;
use crate::rules::token_scope::TokenScope;
use crate::secret::{Digest, Personal, SecretRef};
use crate::time::Timestamp;

/// A step of signing in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SignInStep {
    /// The password.
    Password,
    /// A code of the second factor, or a passkey as such, after the right password.
    Code,
    /// A passkey instead of a password.
    Passkey,
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
        /// The sessions that go on; all in events that are older than this field.
        #[serde(default)]
        sessions: SessionsKept,
    },
    /// A link is made with which the user chooses a password; one of the same purpose that was made before becomes
    /// invalid.
    AllowPassword {
        /// The SHA-256 of the token in the link, which only the user has.
        link: Digest,
        /// When the link expires.
        until: Timestamp,
        /// What the link is for; an invitation in events that are older than this field.
        #[serde(default)]
        purpose: LinkPurpose,
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
    ResetMfa {
        /// The sessions that go on; all in events that are older than this field.
        #[serde(default)]
        sessions: SessionsKept,
    },
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
        /// What it may be used for; everything that its owner may, if there is none. None in events that are older than
        /// this field.
        #[serde(default)]
        scope: Option<TokenScope>,
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
    /// Passwords are stopped on devices that are not known, after too many wrong ones of a day.
    StopPasswords {
        /// When that day ends.
        until: Timestamp,
    },
    /// An identity at a provider is linked, with which the user signs in from then on.
    LinkIdentity {
        /// The identity.
        identity: NewIdentity,
        /// The SHA-256 of the token in the invitation that is accepted with it, which is used up by this.
        link: Option<Digest>,
    },
    /// An identity is unlinked.
    UnlinkIdentity {
        /// The mark of the identity.
        mark: Digest,
    },
    /// A passkey is added. The user signs in with it, or shows it as the second factor, from then on.
    AddPasskey {
        /// The SHA-256 of its id.
        id: Digest,
        /// The vault entry of its public key.
        secret: SecretRef,
        /// What the user calls it.
        name: Personal,
        /// What its authenticator has signed about it.
        signed: PasskeySigned,
        /// The vault entry of the recovery codes' digests; for the first second factor of the account.
        recovery: Option<SecretRef>,
    },
    /// The user has signed in with a passkey, or has shown it as the second factor.
    UsePasskey {
        /// The SHA-256 of its id.
        id: Digest,
        /// What its authenticator has signed about it.
        signed: PasskeySigned,
    },
    /// A passkey gets another name.
    RenamePasskey {
        /// The SHA-256 of its id.
        id: Digest,
        /// What the user calls it.
        name: Personal,
    },
    /// A passkey is removed.
    RemovePasskey {
        /// The SHA-256 of its id.
        id: Digest,
    },
    /// An administrator has signed in with the password here, while other users sign in elsewhere alone.
    BreakGlass {},
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
    StopPasswords = "stop_passwords",
    LinkIdentity = "link_identity",
    UnlinkIdentity = "unlink_identity",
    AddPasskey = "add_passkey",
    UsePasskey = "use_passkey",
    RenamePasskey = "rename_passkey",
    RemovePasskey = "remove_passkey",
    BreakGlass = "break_glass",
    Disable = "disable",
    Enable = "enable",
    Restore = "restore",
});
