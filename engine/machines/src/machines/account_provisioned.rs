//! The steps of the account machine that concern accounts that a program provisions (SCIM).

use serde::{Deserialize, Serialize};

use super::account_edit::{Edit, NewIdentity};
use super::account_identities::linked;
use super::account_profile::{IDENTITIES_MAX, Profile};
use crate::machine::{Context, Rejection, RejectionCode};
use crate::secret::Personal;
use crate::time::Timestamp;

/// What an account has that a program provisions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Provisioned {
    /// What the program says of the user, as one text.
    pub attributes: Personal,
    /// When the account was last changed.
    pub changed_at: Timestamp,
}

/// A change of what a program provisions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "change", rename_all = "snake_case", deny_unknown_fields)]
pub enum ProvisionedChange {
    /// The program says something else of the user.
    Set {
        /// What it says, as one text.
        attributes: Personal,
    },
    /// The program has removed the user: the account is disabled, and belongs to no program any longer.
    Remove {},
}

/// What a new account has that a program provisions.
pub(super) fn provisioned(
    attributes: Option<&Personal>,
    changed_at: Timestamp,
) -> Option<Box<Provisioned>> {
    attributes
        .map(|attributes| Box::new(Provisioned { attributes: attributes.clone(), changed_at }))
}

/// Whether an edit disables the account.
pub(super) fn disables(edit: &Edit) -> bool {
    edit.enabled == Some(false) || edit.provisioned == Some(ProvisionedChange::Remove {})
}

/// Applies what an edit says of the name, of identities, and of what a program provisions. What a removed user had by
/// the account is gone with it: rights must not come back if an administrator enables the account again.
pub(super) fn change_provisioned(
    profile: &mut Profile,
    edit: &Edit,
    context: &mut Context,
) -> Result<(), Rejection> {
    if edit.provisioned.is_some() && profile.provisioned.is_none() {
        return Err(Rejection::new(RejectionCode::NotProvisioned));
    }
    if let Some(name) = &edit.name {
        profile.name = name.clone();
    }
    if let Some(mark) = &edit.unlink {
        profile.identities.retain(|known| known.mark != *mark);
    }
    if let Some(identity) = &edit.link {
        link(profile, identity, context)?;
    }
    if edit.provisioned == Some(ProvisionedChange::Remove {}) {
        profile.provisioned = None;
        profile.identities.clear();
        profile.passkeys.clear();
        profile.groups.clear();
        profile.projects.clear();
        profile.admin = false;
        profile.auditor = false;
    }
    if let Some(provisioned) = &mut profile.provisioned {
        if let Some(ProvisionedChange::Set { attributes }) = &edit.provisioned {
            provisioned.attributes = attributes.clone();
        }
        provisioned.changed_at = context.at;
    }
    Ok(())
}

fn link(
    profile: &mut Profile,
    identity: &NewIdentity,
    context: &mut Context,
) -> Result<(), Rejection> {
    if profile.identities.iter().any(|known| known.mark == identity.mark) {
        return Ok(());
    }
    if context.guard("too_many_identities", profile.identities.len() >= IDENTITIES_MAX) {
        let most = IDENTITIES_MAX.to_string();
        return Err(Rejection::new(RejectionCode::TooManyIdentities).with("most", most));
    }
    profile.identities.push(linked(identity, context.at));
    Ok(())
}
