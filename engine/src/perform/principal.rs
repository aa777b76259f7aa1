//! As whom a user asks for rights.

use std::collections::BTreeSet;

use waybill_machines::secret::PersonId;
use waybill_platform::access::{AccessError, Accounts};
use waybill_platform::permissions::Principal;

/// Whom permissions name; none for a user who does not exist or is locked.
///
/// # Errors
///
/// [`AccessError`], if the accounts cannot be read.
pub async fn principal_of(
    accounts: &dyn Accounts,
    person: &PersonId,
) -> Result<Option<Principal>, AccessError> {
    let user = accounts.user(person.clone()).await?;
    let Some(user) = user.filter(|user| user.enabled) else { return Ok(None) };
    if user.effective_admin {
        return Ok(Some(Principal::Administrator));
    }
    let administered = user.effective_projects.keys().filter(|project| user.administers(project));
    let administers: BTreeSet<String> = administered.cloned().collect();
    let person = person.clone();
    Ok(Some(Principal::User { person, groups: user.group_ids, administers }))
}
