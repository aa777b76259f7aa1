//! Creating and changing accounts, as administrators do.

use serde::Deserialize;
use waybill_machines::rules::projects::ProjectRole;
use waybill_machines::secret::PersonId;

use super::{Answer, PasswordLink};
use crate::secret::Secret;
use crate::streams::ChangeContext;

/// The port for administering accounts.
pub trait Administration: Send + Sync + 'static {
    /// Creates an account.
    fn create_user(&self, user: NewUser, context: ChangeContext) -> Answer<'_, Created>;

    /// Disables an account, or enables it again. Its sessions receive that through [`super::Accounts::changes`].
    fn set_enabled(
        &self,
        person: PersonId,
        is_enabled: bool,
        context: ChangeContext,
    ) -> Answer<'_, ()>;

    /// Grants or revokes the right to administer.
    fn set_admin(&self, person: PersonId, is_admin: bool, context: ChangeContext)
    -> Answer<'_, ()>;

    /// Makes a user a member of a project with this role, or ends the membership (ROLE-03). The caller has checked that
    /// there is such a project.
    fn set_project_role(
        &self,
        person: PersonId,
        project: String,
        role: Option<ProjectRole>,
        context: ChangeContext,
    ) -> Answer<'_, ()>;

    /// Sets a random password, shown once, which its owner has to change. No one chooses a password for another person.
    fn reset_password(&self, person: PersonId, context: ChangeContext) -> Answer<'_, Secret>;

    /// Makes a link with which a user chooses a password. A link that was made before becomes invalid; the password
    /// remains until the link is used.
    fn allow_password(&self, person: PersonId, context: ChangeContext) -> Answer<'_, PasswordLink>;

    /// Removes the second factor, so that the owner enrols a new one.
    fn reset_mfa(&self, person: PersonId, context: ChangeContext) -> Answer<'_, ()>;
}

/// An account to be created.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewUser {
    /// The name, 1 to [`super::NAME_CHARS_MAX`] characters; see [`super::canonical`].
    pub name: String,
    /// The password. Without it a random one is generated, which its owner has to change.
    pub password: Option<Secret>,
    /// Whether the user may administer the installation.
    pub admin: bool,
    /// Whether the password has to be changed before signing in.
    pub must_change_password: bool,
}

/// An account that was created.
#[derive(Debug)]
pub struct Created {
    /// Its opaque id.
    pub person: PersonId,
    /// The random password, if none was given; shown only once.
    pub temporary: Option<Secret>,
}
