//! Permissions, and the rights that they give (PERM-01). One table decides for every caller: what no permission grants
//! is denied, only administrators need none.

mod embedded;
mod grounds;
mod rights;

use std::collections::BTreeSet;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use waybill_machines::Timestamp;
use waybill_machines::rules::permissions::{Permission, PermissionProblem};
use waybill_machines::secret::PersonId;

pub use embedded::EmbeddedPermissions;
pub use grounds::{Asked, GrantedTo, Ground};
pub use rights::{BuildSight, Rights};

use crate::keyed::TaskStopped;
use crate::secret::sha256_hex;
use crate::streams::{ChangeContext, StreamError};

/// The most permissions of the installation: each request of a client asks all of them.
pub const PERMISSIONS_MAX: usize = 1_000;

/// The future answer of a call.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, PermissionError>> + Send + 'a>>;

/// The port for permissions. A permission is found by its name in any case.
pub trait Permissions: Send + Sync + 'static {
    /// All permissions, by name.
    fn permissions(&self) -> Answer<'_, Vec<StoredPermission>>;

    /// The permission with this name; `None` if there is none.
    fn permission(&self, name: String) -> Answer<'_, Option<StoredPermission>>;

    /// Creates a permission. Of two with the same name, one is rejected because the name is taken.
    fn create(&self, new: Permission, context: ChangeContext) -> Answer<'_, StoredPermission>;

    /// Changes what the permission with the same name grants. It is rejected if it does not have the revision that the
    /// author has seen.
    fn change(
        &self,
        wanted: Permission,
        seen: Option<String>,
        context: ChangeContext,
    ) -> Answer<'_, StoredPermission>;

    /// Deletes a permission.
    fn delete(&self, name: String, context: ChangeContext) -> Answer<'_, ()>;

    /// What a caller may do in repositories at present.
    fn rights(&self, principal: Principal) -> Answer<'_, Rights>;
}

/// Who asks for rights.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Principal {
    /// A client without credentials.
    Anonymous,
    /// A user.
    User {
        /// The user.
        person: PersonId,
        /// The ids of the user's groups.
        groups: BTreeSet<String>,
        /// The keys of the projects that the user administers.
        administers: BTreeSet<String>,
    },
    /// An administrator of the installation.
    Administrator,
}

/// A permission that exists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPermission {
    /// Its id, which is never reused.
    pub id: String,
    /// What it grants.
    pub settings: Arc<Permission>,
    /// When it was created.
    pub created_at: Timestamp,
    /// The user who created it; `None` for the server itself.
    pub created_by: Option<PersonId>,
}

impl StoredPermission {
    /// What changes with what the permission grants.
    pub fn revision(&self) -> String {
        // A permission is maps, lists and texts, which are always written.
        sha256_hex(&serde_json::to_vec(&*self.settings).unwrap_or_default())
    }
}

/// Why a call has no answer.
#[derive(Debug, thiserror::Error)]
pub enum PermissionError {
    /// The permission is not valid.
    #[error("{0}")]
    Problem(PermissionProblem),
    /// The name belongs to another permission.
    #[error("There is a permission with this name already. Choose another name.")]
    NameTaken,
    /// The permission was changed since the author of a change has read it.
    #[error("Another administrator has changed this permission meanwhile. Read it and try again.")]
    ChangedMeanwhile,
    /// The installation has the most permissions allowed.
    #[error("There are {PERMISSIONS_MAX} permissions, which is the most. Delete one first.")]
    TooMany,
    /// There is no such permission.
    #[error("There is no such permission.")]
    Unknown,
    /// The journal failed.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// A change stopped, which is a bug.
    #[error(transparent)]
    Stopped(#[from] TaskStopped),
}
