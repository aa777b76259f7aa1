//! Directories that check passwords which this installation does not have, as signing in asks them (SSO-02).

use std::pin::Pin;
use std::sync::Arc;

use waybill_machines::Timestamp;

use super::ProvenIdentity;
use crate::secret::Secret;

/// The directories of the installation, in one.
pub trait PasswordDirectories: Send + Sync + 'static {
    /// Whether there is one that is asked.
    fn is_asked(&self) -> bool;

    /// Whether one of them could not be asked a short time ago.
    fn is_failing(&self, at: Timestamp) -> bool;

    /// Asks them for a user, one after another, within a bounded time. The first one that has the user decides.
    fn check(
        &self,
        user: Secret,
        password: Arc<Secret>,
        at: Timestamp,
    ) -> Pin<Box<dyn Future<Output = DirectoryVerdict> + Send + '_>>;
}

/// What directories say about a name and a password.
#[derive(Debug)]
pub enum DirectoryVerdict {
    /// One of them has proven who the user is.
    Proven(Box<ProvenIdentity>),
    /// No user has the name, or the password is not that of the user.
    Wrong,
    /// One that might have the user could not be asked.
    Unavailable,
}
