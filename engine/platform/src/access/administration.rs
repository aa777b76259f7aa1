//! Creating and changing accounts, as administrators do.

use std::collections::BTreeSet;

use waybill_machines::rules::projects::ProjectRole;
use waybill_machines::secret::PersonId;

use super::{Answer, PasswordLink, ProvisionedAttributes, SentInvitation, User};
use crate::mail::Language;
use crate::secret::Secret;
use crate::streams::ChangeContext;

/// The port for administering accounts.
pub trait Administration: Send + Sync + 'static {
    /// Creates an account.
    fn create_user(&self, user: NewUser, context: ChangeContext) -> Answer<'_, Created>;

    /// Changes an account in one record. What is already so is left as it is. Its sessions receive what concerns them
    /// through [`super::Accounts::changes`].
    fn edit_user(
        &self,
        person: PersonId,
        edit: UserEdit,
        context: ChangeContext,
    ) -> Answer<'_, User>;

    /// Disables an account, or enables it again.
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

    /// Makes such a link and has it sent to the user's mail address. The link is known to the user alone.
    fn send_invitation(
        &self,
        person: PersonId,
        language: Option<Language>,
        context: ChangeContext,
    ) -> Answer<'_, SentInvitation>;

    /// Removes the second factor, so that the owner enrols a new one.
    fn reset_mfa(&self, person: PersonId, context: ChangeContext) -> Answer<'_, ()>;

    /// Ends what keeps a user from signing in after too many wrong attempts.
    fn unlock(&self, person: PersonId, context: ChangeContext) -> Answer<'_, ()>;
}

/// An account to be created.
#[allow(clippy::struct_excessive_bools, reason = "they are independent of each other")]
#[derive(Debug, Default)]
pub struct NewUser {
    /// The name, 1 to [`super::NAME_CHARS_MAX`] characters; see [`super::canonical`].
    pub name: String,
    /// The password. Without it a random one is generated, which its owner has to change.
    pub password: Option<Secret>,
    /// Whether the user may administer the installation.
    pub admin: bool,
    /// Whether the password has to be changed before signing in.
    pub must_change_password: bool,
    /// The mail address.
    pub email: Option<String>,
    /// Whether the user may read the logs of all users.
    pub auditor: bool,
    /// Whether the user signs in with another service only, and has no password here.
    pub external: bool,
    /// Whether only administrators may change the account, and not its owner.
    pub fixed: bool,
    /// The names of the user's groups, besides those that all new users are in.
    pub groups: BTreeSet<String>,
    /// Whether the account is a program's, which has tokens and no password (ROBOT-01). It joins no group by itself.
    pub robot: bool,
    /// What a program that provisions the account says of the user; `None` if no program does. Then no group that new
    /// users join makes its user an administrator.
    pub provisioned: Option<ProvisionedAttributes>,
    /// Whether the account begins disabled.
    pub disabled: bool,
    /// Whether a visitor creates it. Then no group that new users join makes its user an administrator.
    pub registered: bool,
    /// Whether an administrator has to approve it before its user can sign in.
    pub pending: bool,
}

/// Changes of an account; what is not named remains.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UserEdit {
    /// The number of edits that the author has seen.
    pub seen: Option<u64>,
    /// The mail address; an empty one removes it.
    pub email: Option<String>,
    /// Whether the user may sign in.
    pub enabled: Option<bool>,
    /// Whether the user may administer the installation.
    pub admin: Option<bool>,
    /// Whether the user may read the logs of all users.
    pub auditor: Option<bool>,
    /// Whether the user signs in with another service only, and has no password here.
    pub external: Option<bool>,
    /// Whether the user may change the own account.
    pub profile_updatable: Option<bool>,
    /// The names of all of the user's groups.
    pub groups: Option<BTreeSet<String>>,
    /// The names of groups that the user joins.
    pub join: BTreeSet<String>,
    /// The names of groups that the user leaves.
    pub leave: BTreeSet<String>,
}

/// An account that was created.
#[derive(Debug)]
pub struct Created {
    /// Its opaque id.
    pub person: PersonId,
    /// The random password, if none was given; shown only once.
    pub temporary: Option<Secret>,
}
