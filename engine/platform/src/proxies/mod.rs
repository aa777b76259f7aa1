//! Proxies through which this server connects to others (HOOK-05): what they are, and which one something is sent
//! through. Their passwords are in the vault, and are answered to no user.

mod embedded;
mod passwords;
mod stored;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use tokio::sync::OwnedRwLockReadGuard;
use waybill_machines::Timestamp;
use waybill_machines::rules::proxies::{OutboundProxy, PROXIES_MAX, ProxyProblem};
use waybill_machines::secret::{Digest, PersonId};
use waybill_outbound::{OutboundError, Proxy};

pub use embedded::EmbeddedProxies;

use crate::keyed::TaskStopped;
pub use crate::marked_secrets::OpenError;
use crate::secret::Secret;
use crate::streams::{ChangeContext, StreamError};
use crate::vault::VaultError;
use crate::webhooks::Webhooks;

/// The future answer of a call.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, ProxyError>> + Send + 'a>>;

/// The port for proxies.
pub trait Proxies: Send + Sync + 'static {
    /// All proxies, by key.
    fn proxies(&self) -> Answer<'_, Vec<StoredProxy>>;

    /// The proxy with this key; `None` if there is none.
    fn proxy(&self, key: String) -> Answer<'_, Option<StoredProxy>>;

    /// Creates a proxy. Of two with the same key, one is rejected because the key is taken.
    fn create(
        &self,
        new: OutboundProxy,
        password: GivenPassword,
        context: ChangeContext,
    ) -> Answer<'_, StoredProxy>;

    /// Changes the proxy with the same key. At another host or port it has no password, unless one is given.
    fn change(
        &self,
        wanted: OutboundProxy,
        password: GivenPassword,
        context: ChangeContext,
    ) -> Answer<'_, StoredProxy>;

    /// Deletes a proxy, with its password, unless one of these webhooks names it or it is the default one.
    fn delete(
        &self,
        key: String,
        webhooks: Arc<dyn Webhooks>,
        context: ChangeContext,
    ) -> Answer<'_, ()>;

    /// The proxy with this key as requests go through it, or the default one of webhooks if there is no key; `None` if
    /// requests are sent straight.
    ///
    /// # Errors
    ///
    /// [`ProxyError`], if there is no such proxy, or its password cannot be read: then nothing is to be sent.
    fn chosen(&self, key: Option<String>) -> Answer<'_, Option<Proxy>>;

    /// The settings of the proxy with this key as they are now, or of the default one of webhooks if there is no key;
    /// `None` if there is none.
    fn current(&self, key: Option<&str>) -> Option<OutboundProxy>;

    /// Has no proxy deleted as long as the answer is kept.
    fn hold(&self) -> Pin<Box<dyn Future<Output = ProxiesHeld> + Send + '_>>;
}

/// Keeps proxies from being deleted.
#[derive(Debug)]
pub struct ProxiesHeld {
    _guard: OwnedRwLockReadGuard<()>,
}

/// A password as a user gives it.
#[derive(Debug)]
pub enum GivenPassword {
    /// The stored one stays, if there is one.
    Kept,
    /// There is to be none.
    None,
    /// A new one.
    New(Secret),
}

impl GivenPassword {
    /// The new one, if there is one.
    pub(crate) const fn given(&self) -> Option<&Secret> {
        match self {
            Self::New(password) => Some(password),
            Self::Kept | Self::None => None,
        }
    }
}

/// As a request has it: an empty one removes what is stored, and none leaves it.
impl From<Option<Secret>> for GivenPassword {
    fn from(given: Option<Secret>) -> Self {
        match given {
            None => Self::Kept,
            Some(password) if password.expose().is_empty() => Self::None,
            Some(password) => Self::New(password),
        }
    }
}

/// A proxy that exists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredProxy {
    /// Its id, which is never reused.
    pub id: String,
    /// What it is.
    pub settings: OutboundProxy,
    /// When it was created.
    pub created_at: Timestamp,
    /// The user who created it; `None` for the server itself.
    pub created_by: Option<PersonId>,
    password: Option<Digest>,
}

impl StoredProxy {
    /// Whether it has a password.
    pub const fn has_password(&self) -> bool {
        self.password.is_some()
    }
}

/// Why a call has no answer.
#[derive(Debug, thiserror::Error)]
pub enum ProxyError {
    /// The proxy is not valid.
    #[error("{0}")]
    Problem(ProxyProblem),
    /// The key belongs to another proxy.
    #[error("There is a proxy with this key already. Choose another key.")]
    KeyTaken,
    /// Another proxy is the default one.
    #[error("The proxy '{0}' is the default of webhooks already. Change that one first.")]
    DefaultTaken(String),
    /// Webhooks name it.
    #[error("Webhooks are sent through this proxy: {}. Change them first.", .0.join(", "))]
    InUse(Vec<String>),
    /// It is the default one.
    #[error(
        "Webhooks without a proxy of their own are sent through this proxy. Take that from it first."
    )]
    IsDefault,
    /// The installation has the most proxies allowed.
    #[error("There are {PROXIES_MAX} proxies, which is the most. Delete one first.")]
    TooMany,
    /// There is no such proxy.
    #[error("There is no such proxy.")]
    Unknown,
    /// This server does not connect to such an address.
    #[error("This server would not connect to this proxy: {0}.")]
    Address(#[from] OutboundError),
    /// The vault does not have the password.
    #[error("The password of the proxy is missing. Enter it again.")]
    PasswordMissing,
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
