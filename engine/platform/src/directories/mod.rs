//! Directories that check passwords of users which this installation does not have: LDAP servers, and servers with the
//! API of Crowd (SSO-02). Who a user is follows from the directory and an id of the entry that never changes, and from
//! no name and no mail address.

mod checking;
mod crowd;
mod embedded;
mod fault;
mod ldap;
mod passwords;
mod stored;

use std::collections::BTreeSet;
use std::future::Future;
use std::pin::Pin;

use serde::Serialize;
use waybill_machines::Timestamp;
use waybill_machines::rules::user_directories::{
    DirectoryProblem, USER_DIRECTORIES_MAX, UserDirectory,
};
use waybill_machines::secret::{Digest, PersonId};
use waybill_outbound::OutboundError;

pub use embedded::EmbeddedDirectories;
pub use fault::DirectoryFault;

use crate::access::AccessError;
use crate::keyed::TaskStopped;
pub use crate::proxies::GivenPassword;
use crate::secret::Secret;
use crate::streams::{ChangeContext, StreamError};
use crate::vault::VaultError;

/// The future answer of a call.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, DirectoryError>> + Send + 'a>>;

/// The port for the settings of directories. Signing in asks them by
/// [`PasswordDirectories`](crate::access::PasswordDirectories).
pub trait UserDirectories: Send + Sync + 'static {
    /// All directories, in the order in which they are asked. At once, from memory.
    fn directories(&self) -> Vec<StoredDirectory>;

    /// Adds a directory. Of two with the same name, one is rejected because the name is taken.
    fn create(
        &self,
        new: UserDirectory,
        password: GivenPassword,
        context: ChangeContext,
    ) -> Answer<'_, StoredDirectory>;

    /// Changes the directory with the same name.
    fn change(
        &self,
        wanted: UserDirectory,
        password: GivenPassword,
        context: ChangeContext,
    ) -> Answer<'_, StoredDirectory>;

    /// Deletes a directory. Identities stay linked, and are good again with a directory of the same name. Sign-ins that
    /// have come by it go on.
    fn delete(&self, name: String, context: ChangeContext) -> Answer<'_, ()>;

    /// Connects to a directory, whether it is enabled or not, and finds a user in it if a name is given. No password of
    /// a user is needed for that.
    fn test(&self, name: String, user: Option<Secret>) -> Answer<'_, TestedDirectory>;
}

/// A directory that is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredDirectory {
    /// Its id, which is never reused.
    pub id: String,
    /// What it is.
    pub settings: UserDirectory,
    /// The mark of the password that this installation has there; `None` if it has none.
    pub password: Option<Digest>,
    /// When it was created.
    pub created_at: Timestamp,
    /// The user who created it; `None` for the server itself.
    pub created_by: Option<PersonId>,
}

/// What a test of a directory has found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TestedUserDirectory"),
    schemars(rename = "TestedUserDirectory")
)]
pub struct TestedDirectory {
    /// The user; null if none was looked up, or there is none with that name.
    pub user: Option<TestedUser>,
}

/// A user whom a test of a directory has found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "TestedDirectoryUser"),
    schemars(rename = "TestedDirectoryUser")
)]
pub struct TestedUser {
    /// The name that a new account would have; null if the entry has none.
    pub name: Option<String>,
    /// The mail address that a new account would have; null if it has none.
    pub email: Option<String>,
    /// The groups of the user in the directory.
    pub groups: Vec<String>,
    /// The groups here that these lead to.
    pub mapped_groups: Vec<String>,
}

/// Why a call has no answer.
#[derive(Debug, thiserror::Error)]
pub enum DirectoryError {
    /// The directory is not valid.
    #[error("{0}")]
    Problem(DirectoryProblem),
    /// The name belongs to another directory.
    #[error("There is a directory with this name already. Choose another name.")]
    NameTaken,
    /// The installation has the most directories allowed.
    #[error("There are {USER_DIRECTORIES_MAX} directories, which is the most. Delete one first.")]
    TooMany,
    /// There is no such directory.
    #[error("There is no such directory.")]
    Unknown,
    /// This server does not connect to such an address.
    #[error("This server would not connect to this directory: {0}.")]
    Address(OutboundError),
    /// It cannot be asked.
    #[error("The test has failed: {0}.")]
    Failed(DirectoryFault),
    /// The access service failed.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The journal failed.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// The vault failed.
    #[error(transparent)]
    Vault(#[from] VaultError),
    /// A change stopped, which is a bug.
    #[error(transparent)]
    Stopped(#[from] TaskStopped),
}

/// A user as a directory has the entry.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Found {
    /// The id, which no other user has or will have.
    id: String,
    /// The name for an account.
    name: Option<String>,
    /// The mail address.
    email: Option<String>,
    /// The groups; none if they are not taken over.
    groups: Option<Vec<FoundGroup>>,
}

/// A group of a user in a directory.
#[derive(Debug, Clone, PartialEq, Eq)]
struct FoundGroup {
    /// Its names.
    names: BTreeSet<String>,
    /// Its distinguished name, if the directory has those.
    distinguished_name: Option<String>,
}

/// What comes of a name and a password.
#[derive(Debug)]
enum Checked {
    /// No user has the name.
    Unknown,
    /// The password is not that of the user.
    Wrong,
    /// It is the user.
    Right(Found),
}
