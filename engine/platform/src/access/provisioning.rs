//! Users and groups that clients provision (SCIM): accounts and groups that such a client has made, and no others. The
//! client is a program such as Entra ID or Okta.
//!
//! It grants no roles and puts no one into a group that gives administration, also not of a project. Of an account that
//! administers it may only take away.

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
pub use waybill_machines::machines::account::NewIdentity;
use waybill_machines::rules::provisioning::ProvisioningProblem;
pub use waybill_machines::rules::provisioning::ProvisioningSettings;
use waybill_machines::secret::{Digest, PersonId};

use super::Answer;
use crate::streams::ChangeContext;

/// The most mail addresses of a user.
pub const PROVISIONED_EMAILS_MAX: usize = 10;
/// The longest text of a user, in characters.
pub const PROVISIONED_TEXT_CHARS_MAX: usize = 256;
/// The most members that one call adds to a group or removes from it.
pub const MEMBERS_CHANGED_MAX: usize = 5_000;

/// The port for users and groups that clients provision. Each change says which state it was made for; if that has
/// changed meanwhile, it is rejected as [`ProvisioningRefused::ChangedMeanwhile`].
pub trait Provisioning: Send + Sync + 'static {
    /// What an administrator has set.
    fn provisioning(&self) -> Answer<'_, ProvisioningSettings>;

    /// Sets it. The caller has checked that there is such a provider.
    fn set_provisioning(
        &self,
        settings: ProvisioningSettings,
        context: ChangeContext,
    ) -> Answer<'_, ()>;

    /// A user that was provisioned; `None` if there is none, or not by a client.
    fn provisioned_user(&self, person: PersonId) -> Answer<'_, Option<ProvisionedUser>>;

    /// A page of the users that were provisioned, by name.
    fn provisioned_users(&self, wanted: UserScan) -> Answer<'_, ProvisionedUsers>;

    /// Creates a user, who signs in with another service.
    fn provision_user(
        &self,
        new: WantedUser,
        context: ChangeContext,
    ) -> Answer<'_, ProvisionedUser>;

    /// Makes a user what is wanted.
    fn change_provisioned_user(
        &self,
        seen: ProvisionedUser,
        wanted: WantedUser,
        context: ChangeContext,
    ) -> Answer<'_, ProvisionedUser>;

    /// Removes a user: the account is disabled for good as far as clients go, and another one may have its name.
    fn remove_provisioned_user(&self, person: PersonId, context: ChangeContext) -> Answer<'_, ()>;

    /// The groups that were provisioned, by name, with their members.
    fn provisioned_groups(&self) -> Answer<'_, Vec<ProvisionedGroup>>;

    /// A group that was provisioned; `None` if there is none, or not by a client.
    fn provisioned_group(&self, id: String) -> Answer<'_, Option<ProvisionedGroup>>;

    /// Creates a group.
    fn provision_group(
        &self,
        new: WantedGroup,
        context: ChangeContext,
    ) -> Answer<'_, ProvisionedGroup>;

    /// Makes a group what is wanted. Members that no client has provisioned stay.
    fn change_provisioned_group(
        &self,
        seen: ProvisionedGroup,
        wanted: WantedGroup,
        context: ChangeContext,
    ) -> Answer<'_, ProvisionedGroup>;

    /// Deletes a group.
    fn remove_provisioned_group(&self, id: String, context: ChangeContext) -> Answer<'_, ()>;
}

/// What a client says of a user beside the name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ProvisionedAttributes {
    /// The user's id at the client.
    pub external_id: Option<String>,
    /// The name that is shown.
    pub display_name: Option<String>,
    /// The whole name.
    pub formatted: Option<String>,
    /// The family name.
    pub family_name: Option<String>,
    /// The given name.
    pub given_name: Option<String>,
    /// The mail addresses.
    pub emails: Vec<ProvisionedEmail>,
}

/// A mail address of a user.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ProvisionedEmail {
    /// The address.
    pub value: String,
    /// What it is for, such as `work`.
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// Whether it is the one that is used; none if the client does not say.
    pub primary: Option<bool>,
}

impl ProvisionedAttributes {
    /// The mail address of the account: the primary one, or the first.
    pub fn email(&self) -> Option<&str> {
        let primary = self.emails.iter().find(|email| email.primary == Some(true));
        primary.or_else(|| self.emails.first()).map(|email| email.value.as_str())
    }
}

/// A user that was provisioned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvisionedUser {
    /// The opaque id.
    pub person: PersonId,
    /// The name.
    pub name: String,
    /// The mail address of the account, which an administrator may have changed.
    pub email: Option<String>,
    /// Whether the account is enabled.
    pub active: bool,
    /// What the client says of the user.
    pub attributes: ProvisionedAttributes,
    /// The ids and names of the user's groups that were provisioned.
    pub groups: Vec<(String, String)>,
    /// When the account was made.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub changed_at: Timestamp,
}

/// What a user is to be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WantedUser {
    /// The name.
    pub name: String,
    /// Whether the account is enabled.
    pub active: bool,
    /// What the client says of the user.
    pub attributes: ProvisionedAttributes,
    /// The identity that the external id is, if the installation takes it for one.
    pub identity: Option<NewIdentity>,
    /// The mark of the identity that the external id of before was, if that was another one.
    pub replaced: Option<Digest>,
    /// Whether the mail address of the account stays as it is: an administrator may have changed it, and the request
    /// is about something else.
    pub keeps_email: bool,
}

/// By what a user is found at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UserKey {
    /// The name, in any case.
    Name(String),
    /// The user's id at the client.
    ExternalId(String),
}

/// Whether a user is found.
pub type IsFound = Box<dyn Fn(&ProvisionedUser) -> bool + Send>;

/// Which users to list.
#[derive(Default)]
pub struct UserScan {
    /// Only those with this key.
    pub key: Option<UserKey>,
    /// Only those that are found; all if `None`.
    pub is_found: Option<IsFound>,
    /// The number of users before the page.
    pub skip: usize,
    /// The most users in the page.
    pub limit: usize,
}

/// A page of users.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvisionedUsers {
    /// The users, by name.
    pub users: Vec<ProvisionedUser>,
    /// How many are found in all.
    pub total: usize,
}

/// A group that was provisioned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvisionedGroup {
    /// The opaque id.
    pub id: String,
    /// The name.
    pub name: String,
    /// The group's id at the client; may be empty.
    pub external_id: String,
    /// The members that were provisioned too, with their names, by id.
    pub members: Vec<(PersonId, String)>,
    /// When the group was made.
    pub created_at: Timestamp,
    /// When the group itself was last changed.
    pub changed_at: Timestamp,
}

/// What a group is to be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WantedGroup {
    /// The name.
    pub name: String,
    /// The group's id at the client; may be empty.
    pub external_id: String,
    /// The members.
    pub members: Vec<PersonId>,
}

/// Why a client may not do something, or cannot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ProvisioningRefused {
    /// There is no such user, or no client has made it.
    #[error("There is no such user among those that were provisioned.")]
    NoSuchUser,
    /// There is no such group, or no client has made it.
    #[error("There is no such group among those that were provisioned.")]
    NoSuchGroup,
    /// The account administers the installation or reads all logs.
    #[error(
        "This user administers the installation or a project, or reads the logs of all users. A provisioning client \
         may only deactivate or delete the account; ask an administrator for other changes."
    )]
    Privileged,
    /// The group gives administration to its members: of the installation, or of a project.
    #[error(
        "The members of this group administer the installation or a project. Only an administrator may change the \
         group."
    )]
    AdminGroup,
    /// A member is no user that was provisioned.
    #[error("A member is none of the users that were provisioned. Provision the user first.")]
    NoSuchMember,
    /// The call is about too many members.
    #[error("A call may add or remove {MEMBERS_CHANGED_MAX} members at most.")]
    TooManyMembers,
    /// A text of the user is too long, or has invisible characters, or there are too many addresses.
    #[error(
        "A text of a user has at most {PROVISIONED_TEXT_CHARS_MAX} characters, all of them visible, and a user has at \
         most {PROVISIONED_EMAILS_MAX} mail addresses."
    )]
    BadText,
    /// Another call has changed it meanwhile.
    #[error("Another call has changed this meanwhile. Send the request again.")]
    ChangedMeanwhile,
    /// What an administrator sets is not valid.
    #[error("{0}")]
    Settings(ProvisioningProblem),
}
