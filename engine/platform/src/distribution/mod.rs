//! Other installations that release bundles are distributed to (HOOK-04): what they are, and what is asked of them.
//! Their tokens are in the vault, and are answered to no user.

mod embedded;
mod remote;
mod stored;
mod tokens;

use std::future::Future;
use std::pin::Pin;

use waybill_machines::Timestamp;
use waybill_machines::rules::distribution::{
    DistributionTarget, DistributionTargetProblem, TARGETS_MAX,
};
use waybill_machines::secret::{Digest, PersonId};
use waybill_outbound::OutboundError;

pub use embedded::EmbeddedTargets;
pub use remote::RemoteWaybill;

use crate::keyed::TaskStopped;
pub use crate::marked_secrets::OpenError;
use crate::secret::Secret;
use crate::streams::{ChangeContext, StreamError};
use crate::vault::VaultError;

/// The future answer of a call.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, TargetError>> + Send + 'a>>;

/// The port for targets.
pub trait Targets: Send + Sync + 'static {
    /// All targets, by key.
    fn targets(&self) -> Answer<'_, Vec<StoredTarget>>;

    /// The target with this key; `None` if there is none.
    fn target(&self, key: String) -> Answer<'_, Option<StoredTarget>>;

    /// Creates a target. Of two with the same key, one is rejected because the key is taken.
    fn create(
        &self,
        new: DistributionTarget,
        token: Secret,
        context: ChangeContext,
    ) -> Answer<'_, StoredTarget>;

    /// Changes the target with the same key. At another address it has no token, unless one is given.
    fn change(
        &self,
        wanted: DistributionTarget,
        token: GivenToken,
        context: ChangeContext,
    ) -> Answer<'_, StoredTarget>;

    /// Deletes a target, with its token. A distribution in progress fails there.
    fn delete(&self, key: String, context: ChangeContext) -> Answer<'_, ()>;

    /// The address of a target and its token.
    ///
    /// # Errors
    ///
    /// [`TargetError::Unknown`] if there is no such target, and [`TargetError::TokenMissing`] if it has no token.
    fn token(&self, key: String) -> Answer<'_, (String, Secret)>;

    /// A client of a target.
    ///
    /// # Errors
    ///
    /// As those of [`Targets::token`].
    fn client(&self, key: String) -> Answer<'_, RemoteWaybill>;
}

/// A token as a user gives it.
#[derive(Debug)]
pub enum GivenToken {
    /// The stored one stays, unless the address changes.
    Kept,
    /// A new one.
    New(Secret),
}

/// A target that exists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredTarget {
    /// Its id, which is never reused.
    pub id: String,
    /// What it is.
    pub settings: DistributionTarget,
    /// When it was created.
    pub created_at: Timestamp,
    /// The user who created it; `None` for the server itself.
    pub created_by: Option<PersonId>,
    token: Option<Digest>,
}

impl StoredTarget {
    /// Whether it has a token.
    pub const fn has_token(&self) -> bool {
        self.token.is_some()
    }
}

/// Why a call has no answer.
#[derive(Debug, thiserror::Error)]
pub enum TargetError {
    /// The target is not valid.
    #[error("{0}")]
    Problem(DistributionTargetProblem),
    /// The key belongs to another target.
    #[error("There is a distribution target with this key already. Choose another key.")]
    KeyTaken,
    /// The installation has the most targets allowed.
    #[error("There are {TARGETS_MAX} distribution targets, which is the most. Delete one first.")]
    TooMany,
    /// There is no such target.
    #[error("There is no such distribution target.")]
    Unknown,
    /// This server does not connect to such an address.
    #[error("This server would not connect to this target: {0}.")]
    Address(#[from] OutboundError),
    /// The target has no token, or the vault does not have it.
    #[error("The token of the distribution target is missing. Enter it again.")]
    TokenMissing,
    /// The vault failed.
    #[error(transparent)]
    Vault(#[from] VaultError),
    /// The journal failed.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// A change stopped, which is a bug.
    #[error(transparent)]
    Stopped(#[from] TaskStopped),
}
