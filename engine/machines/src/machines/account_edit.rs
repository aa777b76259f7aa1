//! What administrators set in an account: when it is created, and when it is changed.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::account_profile::{GROUPS_MAX, Profile};
use super::account_provisioned::{ProvisionedChange, change_provisioned};
use crate::machine::{Context, Rejection, RejectionCode};
use crate::secret::{Digest, Personal};
use crate::time::Timestamp;

/// What is known of a new account besides its name, its password and whether it is an administrator's.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Details {
    /// The mail address.
    pub email: Option<Personal>,
    /// Whether the user may read the logs of all users.
    pub auditor: bool,
    /// Whether the user signs in with another service only.
    pub external: bool,
    /// Whether only administrators may change the account.
    pub fixed: bool,
    /// The ids of the user's groups.
    pub groups: BTreeSet<String>,
    /// Whether the account is a program's, which has tokens and no password.
    pub robot: bool,
    /// The identity at a provider for which the account is created, so that its owner can sign in.
    pub identity: Option<NewIdentity>,
    /// What a program that provisions the account says of the user, as one text; none if no program does.
    pub provisioned: Option<Personal>,
    /// Whether the account begins disabled.
    pub disabled: bool,
    /// Whether a visitor has created it, so that it is disabled until an administrator approves.
    pub pending: bool,
}

/// An identity at a provider that becomes one of an account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct NewIdentity {
    /// The mark of issuer and subject, which reveals neither.
    pub mark: Digest,
    /// The name of the provider.
    pub provider: String,
}

/// What an administrator changes in an account with one act; what is not named remains.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Edit {
    /// The number of edits that the editor has seen. If there were others meanwhile, this one is rejected.
    pub seen: Option<u64>,
    /// The mail address.
    pub email: Option<EmailChange>,
    /// Whether the user may sign in.
    pub enabled: Option<bool>,
    /// Whether the user may administer the installation.
    pub admin: Option<bool>,
    /// Whether the user may read the logs of all users.
    pub auditor: Option<bool>,
    /// Whether the user signs in with another service only.
    pub external: Option<bool>,
    /// Whether only administrators may change the account.
    pub fixed: Option<bool>,
    /// The ids of groups that the user joins.
    pub join: BTreeSet<String>,
    /// The ids of groups that the user leaves.
    pub leave: BTreeSet<String>,
    /// The name, which a program that provisions the account may change.
    pub name: Option<Personal>,
    /// An identity at a provider with which the user signs in from then on.
    pub link: Option<NewIdentity>,
    /// The mark of an identity with which the user no longer signs in.
    pub unlink: Option<Digest>,
    /// What a program provisions.
    pub provisioned: Option<ProvisionedChange>,
}

/// A change of the mail address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "change", rename_all = "snake_case", deny_unknown_fields)]
pub enum EmailChange {
    /// There is one from now on, or another one.
    Set {
        /// The address.
        email: Personal,
    },
    /// There is none any longer.
    Remove {},
}

/// Applies an edit, unless another administrator has changed the account since its author looked at it. Whether the
/// account is enabled is the state of the machine, which the caller changes.
pub(super) fn edit(
    profile: &mut Profile,
    edit: &Edit,
    context: &mut Context,
) -> Result<(), Rejection> {
    let is_outdated = edit.seen.is_some_and(|seen| seen != profile.edits);
    if context.guard("edited_meanwhile", is_outdated) {
        return Err(Rejection::new(RejectionCode::EditedMeanwhile));
    }
    if context.guard("robot_has_no_password", profile.robot && edit.external == Some(false)) {
        return Err(Rejection::new(RejectionCode::RobotHasNoPassword));
    }
    profile.groups.extend(edit.join.iter().cloned());
    profile.groups.retain(|group| !edit.leave.contains(group));
    if context.guard("too_many_groups", profile.groups.len() > GROUPS_MAX) {
        let most = GROUPS_MAX.to_string();
        return Err(Rejection::new(RejectionCode::TooManyGroups).with("most", most));
    }
    match &edit.email {
        Some(EmailChange::Set { email }) => {
            profile.email = Some(email.clone());
            // It was sent to the address of before.
            profile.reset_link = None;
        }
        Some(EmailChange::Remove {}) => {
            profile.email = None;
            profile.reset_link = None;
        }
        None => {}
    }
    profile.admin = edit.admin.unwrap_or(profile.admin);
    profile.auditor = edit.auditor.unwrap_or(profile.auditor);
    profile.external = edit.external.unwrap_or(profile.external);
    profile.fixed = edit.fixed.unwrap_or(profile.fixed);
    // An administrator has decided, one way or the other.
    profile.pending &= edit.enabled.is_none();
    change_provisioned(profile, edit, context)?;
    profile.edits += 1;
    Ok(())
}

/// The same account as it is while disabled. Tokens that are still in use by programs must not become valid again when
/// the account is enabled, and neither must devices, or sign-ins to applications.
pub(super) fn without_credentials(profile: &Profile, at: Timestamp) -> Profile {
    Profile {
        tokens: BTreeMap::new(),
        api_key: None,
        devices: Vec::new(),
        device_links: Vec::new(),
        password_link: None,
        reset_link: None,
        credentials_ended_at: Some(at),
        ..profile.clone()
    }
}
