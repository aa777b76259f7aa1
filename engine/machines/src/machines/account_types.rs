//! The words of the account machine: what an account holds, where it stands, and what happens to it.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::named;
use crate::rules::custom_data::{CustomChange, CustomData};
use crate::secret::{Digest, Personal, SecretRef};
use crate::time::Timestamp;

/// How many recovery codes are given out at once.
pub const RECOVERY_CODES: u8 = 10;

/// Somebody has at most this many tokens at once. Those that have expired do not count.
pub const TOKENS_MAX: usize = 20;

/// A time-based one-time password that somebody has enrolled.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Totp {
    /// Where its secret lies.
    pub secret: SecretRef,
    /// The newest time step whose code was used; older ones do not count any more.
    pub last_step: u64,
}

/// Recovery codes that somebody was given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RecoveryCodes {
    /// Where their digests lie.
    pub secret: SecretRef,
    /// The numbers of those that have been used.
    pub used: BTreeSet<u8>,
}

/// A token that a program shows instead of signing in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct AccessToken {
    /// The SHA-256 of the token itself.
    pub digest: Digest,
    /// What it is for.
    pub description: Option<Personal>,
    /// When it was made.
    pub created_at: Timestamp,
    /// Until when it works.
    pub until: Timestamp,
}

/// What an account holds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The user name.
    pub name: Personal,
    /// May administer the installation.
    pub admin: bool,
    /// Must change the password before signing in.
    pub must_change_password: bool,
    /// Where the password's hash lies.
    pub password: SecretRef,
    /// The second factor.
    pub totp: Option<Totp>,
    /// The recovery codes that came with it.
    pub recovery: Option<RecoveryCodes>,
    /// When the account was made.
    pub created_at: Timestamp,
    /// What is kept beside it. Accounts of before there was such a thing have nothing.
    #[serde(default)]
    pub custom_data: CustomData,
    /// The access tokens that were not revoked, by id. Accounts of before there were any have none.
    #[serde(default)]
    pub tokens: BTreeMap<String, AccessToken>,
}

/// Where an account stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "AccountState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// There is none.
    Absent {},
    /// Its owner may sign in.
    Active {
        /// What it holds.
        profile: Profile,
    },
    /// Its owner may not.
    Disabled {
        /// What it holds.
        profile: Profile,
    },
}
named!(State { Absent = "absent", Active = "active", Disabled = "disabled" });

/// What happens to an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "AccountEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// It is made.
    Create {
        /// The user name.
        name: Personal,
        /// May administer the installation.
        admin: bool,
        /// Must change the password before signing in.
        must_change_password: bool,
        /// Where the password's hash lies.
        password: SecretRef,
    },
    /// Its password is another now.
    SetPassword {
        /// Where the new hash lies.
        password: SecretRef,
        /// An admin set it, so its owner must change it.
        must_change_password: bool,
    },
    /// A second factor is enrolled; its first code has been used by that.
    Enrol {
        /// Where its secret lies.
        secret: SecretRef,
        /// The time step of the first code.
        step: u64,
        /// Where the recovery codes' digests lie.
        recovery: SecretRef,
    },
    /// A code was given.
    UseCode {
        /// Its time step.
        step: u64,
    },
    /// A recovery code was given.
    UseRecoveryCode {
        /// Its number.
        number: u8,
    },
    /// The second factor is taken away, so that the owner enrols a new one.
    ResetMfa {},
    /// Rights are given or taken.
    SetAdmin {
        /// May administer the installation.
        admin: bool,
    },
    /// Its owner is inside for the first time.
    Enter {
        /// The stream of the session.
        session: String,
    },
    /// What is kept beside it changes.
    SetCustomData {
        /// How.
        change: CustomChange,
    },
    /// A program may act in its owner's name from now on.
    MakeToken {
        /// Names the token: `t_` and 16 hex digits.
        id: String,
        /// The SHA-256 of the token itself, which is nowhere but with its holder.
        digest: Digest,
        /// What it is for.
        description: Option<Personal>,
        /// Until when it works.
        until: Timestamp,
    },
    /// A token does not work any more.
    RevokeToken {
        /// Which.
        id: String,
    },
    /// Its owner may not sign in any more.
    Disable {},
    /// Its owner may again.
    Enable {},
}
named!(Event {
    Create = "create",
    SetPassword = "set_password",
    Enrol = "enrol",
    UseCode = "use_code",
    UseRecoveryCode = "use_recovery_code",
    ResetMfa = "reset_mfa",
    SetAdmin = "set_admin",
    Enter = "enter",
    SetCustomData = "set_custom_data",
    MakeToken = "make_token",
    RevokeToken = "revoke_token",
    Disable = "disable",
    Enable = "enable",
});

/// A tab proposes nothing here: accounts are changed by the access service.
pub type Proposal = super::session::Proposal;
