//! The step of the account machine by which an administrator changes an account.

use std::collections::BTreeMap;

use super::account_types::{Edit, EmailChange, GROUPS_MAX, Profile};
use crate::machine::{Context, Rejection, RejectionCode};

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
    profile.groups.extend(edit.join.iter().cloned());
    profile.groups.retain(|group| !edit.leave.contains(group));
    if context.guard("too_many_groups", profile.groups.len() > GROUPS_MAX) {
        let most = GROUPS_MAX.to_string();
        return Err(Rejection::new(RejectionCode::TooManyGroups).with("most", most));
    }
    match &edit.email {
        Some(EmailChange::Set { email }) => profile.email = Some(email.clone()),
        Some(EmailChange::Remove {}) => profile.email = None,
        None => {}
    }
    profile.admin = edit.admin.unwrap_or(profile.admin);
    profile.auditor = edit.auditor.unwrap_or(profile.auditor);
    profile.external = edit.external.unwrap_or(profile.external);
    profile.fixed = edit.fixed.unwrap_or(profile.fixed);
    profile.edits += 1;
    Ok(())
}

/// The same account as it is while disabled. Tokens that are still in use by programs must not become valid again when
/// the account is enabled, and neither must devices.
pub(super) fn without_credentials(profile: &Profile) -> Profile {
    Profile {
        tokens: BTreeMap::new(),
        api_key: None,
        devices: Vec::new(),
        device_links: Vec::new(),
        password_link: None,
        ..profile.clone()
    }
}
