//! Identities at providers with which users sign in, as accounts have them (SSO-01). An account knows the mark of an
//! identity only, from which neither the provider's address nor the subject can be read.

use std::collections::BTreeSet;

use waybill_machines::Timestamp;
pub use waybill_machines::machines::account::LinkedIdentity;
use waybill_machines::machines::login::Authenticated;
use waybill_machines::secret::{Digest, PersonId};
use waybill_machines::sign_in::{CodeExchanged, SignInVia};

use super::{Answer, Client, PasswordToken};
use crate::secret::{Credentials, Secret};
use crate::streams::ChangeContext;

/// The port for identities of accounts. An identity belongs to one account at most, whether that is enabled or not.
pub trait Identities: Send + Sync + 'static {
    /// Signs in the owner of an identity that a provider has proven: accepted with the second factor that is still
    /// required, or refused. Groups that the provider manages are those of this sign-in from then on.
    fn sign_in_by_identity(
        &self,
        proven: ProvenIdentity,
        context: ChangeContext,
    ) -> Answer<'_, CodeExchanged>;

    /// Links an identity to the account of a user who has signed in.
    fn link_identity(
        &self,
        person: PersonId,
        via: SignInVia,
        context: ChangeContext,
    ) -> Answer<'_, ()>;

    /// Signs in the user whom a proxy of the configuration has signed in (SSO-02). The caller has checked that the name
    /// comes from one.
    fn sign_in_by_proxy(&self, user: Secret, context: ChangeContext) -> Answer<'_, Authenticated>;

    /// Links the identity that such a proxy knows a user by to the account of a user who has signed in.
    fn link_by_proxy(
        &self,
        person: PersonId,
        user: Secret,
        context: ChangeContext,
    ) -> Answer<'_, ()>;

    /// Links the identity that a directory knows a user by to the account of a user who has signed in. Wrong passwords
    /// count as they do in signing in.
    fn link_by_directory(
        &self,
        person: PersonId,
        credentials: Credentials,
        client: Client,
        context: ChangeContext,
    ) -> Answer<'_, ()>;

    /// Unlinks an identity from an account. The last one of an account that has no password stays.
    fn unlink_identity(
        &self,
        person: PersonId,
        mark: Digest,
        context: ChangeContext,
    ) -> Answer<'_, ()>;

    /// The identities of an account, the oldest first.
    fn identities_of(&self, person: PersonId) -> Answer<'_, Vec<LinkedIdentity>>;

    /// The owner of an identity, whether the account is enabled or not.
    fn owner_of_identity(&self, mark: &Digest) -> Option<PersonId>;
}

/// An identity that a provider has proven, and what its claims say.
#[derive(Debug)]
pub struct ProvenIdentity {
    /// The provider and the mark of the identity.
    pub via: SignInVia,
    /// Whether the provider has verified a second factor that counts here.
    pub has_second_factor: bool,
    /// The groups; none if the provider manages none.
    pub groups: Option<ManagedGroups>,
    /// What an account is made of if the identity has none; none if it gets none.
    pub new_account: Option<NewAccountOfIdentity>,
    /// The invitation that is accepted with the identity.
    pub invitation: Option<PasswordToken>,
    /// The user and the session at a provider of SAML, which both have to be named there to end it; none for others.
    pub saml: Option<SamlName>,
}

/// The user and the session at a provider of SAML.
#[derive(Debug)]
pub struct SamlName {
    /// The persistent name id of the user there.
    pub name_id: Secret,
    /// The index of the session there, if it has named one.
    pub index: Option<String>,
    /// When the session there ends, if the provider limits it.
    pub until: Option<Timestamp>,
}

/// Groups that a provider manages: a user leaves those that the claims do not name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ManagedGroups {
    /// The names of all groups that the provider can put a user in.
    pub all: BTreeSet<String>,
    /// The names of those that the claims lead to.
    pub member: BTreeSet<String>,
}

/// What an account is made of for an identity that has none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NewAccountOfIdentity {
    /// The name that the claims have; none if they have none.
    pub name: Option<String>,
    /// The mail address, if the provider has verified it. It is shown, and decides nothing.
    pub email: Option<String>,
}

/// Why an identity cannot be linked, unlinked or used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IdentityRefused {
    /// It belongs to another account.
    #[error("This identity belongs to another user here. Unlink it there first.")]
    Taken,
    /// It is linked to the account already.
    #[error("This identity is linked to your account already.")]
    Linked,
    /// An account has a number of identities at most.
    #[error("This account has the most identities that are linked at once. Unlink one first.")]
    TooMany,
    /// A new account for it would have the name of another one, or one that looks like it.
    #[error(
        "A user here has your name already. If it is you, sign in with your password and link the identity in your \
         profile. Otherwise ask an administrator for an account."
    )]
    NameTaken,
    /// A new account for it would have no name.
    #[error(
        "The provider gives you no name that a user can have here. Ask an administrator for an account."
    )]
    NoName,
    /// No directory has proven it.
    #[error("Incorrect user name or password of the directory.")]
    NotProven,
    /// It is not linked to the account.
    #[error("No such identity is linked to this account. It may have been unlinked already.")]
    Unknown,
    /// The account has a second factor, so that a link alone does not let anyone in.
    #[error(
        "This user has a second factor already. Choose a password with the link, sign in, and link the identity in \
         your profile."
    )]
    SecondFactor,
    /// The account has no other way to sign in.
    #[error("This is the only way in which the user can sign in. Link another identity first.")]
    Last,
}
