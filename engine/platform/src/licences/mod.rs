//! Licences: a port that says which licence counts, and takes and gives up keys.

mod embedded;
mod key;

use std::future::Future;
use std::pin::Pin;

use serde::Serialize;
use tokio::sync::watch;
use waybill_machines::Timestamp;
use waybill_machines::rules::licence::{Entitlement, Licence};
use waybill_machines::secret::PersonId;

use crate::services::{Answer, ServiceError};
use crate::streams::{Act, StreamError};
use crate::vault::VaultError;

pub use embedded::EmbeddedLicences;
pub use key::{HOLDER_CHARS_MAX, KEY_BYTES_MAX, Key, KeyError, licence_named, name_of};

/// What counts, and until when that is sure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counting {
    /// The licence that counts (LIC-01).
    pub licence: Licence,
    /// At this moment another one counts, if nothing happens before.
    pub until: Option<Timestamp>,
}

/// Where the licence that counts comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "LicenceOrigin"),
    schemars(rename = "LicenceOrigin")
)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The configuration names it.
    Configuration,
    /// Somebody installed it.
    Installed,
}

/// Everything about the licence, for whoever may change it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "LicenceStanding"),
    schemars(rename = "LicenceStanding")
)]
pub struct Standing {
    /// What counts now.
    pub licence: Licence,
    /// Its level.
    pub level: u8,
    /// What it opens.
    pub entitlements: Vec<Entitlement>,
    /// Where it comes from.
    pub origin: Origin,
    /// What counts when no key is installed.
    pub configured: Licence,
    /// The key that is installed, whether it has ended or not.
    pub installed: Option<InstalledKey>,
}

/// A key that is installed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct InstalledKey {
    /// What it licenses.
    pub licence: Licence,
    /// The level of that.
    pub level: u8,
    /// Whom it was made out to.
    pub holder: Option<String>,
    /// It counts until then.
    pub valid_until: Option<Timestamp>,
    /// It counts no more.
    pub ended: bool,
    /// When it was installed.
    pub installed_at: Timestamp,
    /// Who did that; nobody when it was done on the command line.
    pub installed_by: Option<PersonId>,
}

/// Something that happened to the licence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "LicenceHappening"),
    schemars(rename = "LicenceHappening")
)]
pub struct Happening {
    /// Its record.
    pub seq: u64,
    /// When.
    pub at: Timestamp,
    /// What: `install` or `remove`.
    pub event: &'static str,
    /// What the key licenses.
    pub licence: Option<Licence>,
    /// Why it was refused, if it was.
    pub refused: Option<String>,
    /// Who did it; nobody when it was done on the command line.
    pub by: Option<PersonId>,
}

/// Why a licence was not installed or removed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LicenceError {
    /// The text is no key.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// It was one once.
    #[error("this licence ended at {until}; ask for a new key")]
    Expired {
        /// When.
        until: Timestamp,
    },
    /// There is nothing to remove.
    #[error("no licence is installed, so there is none to remove")]
    NoneInstalled,
    /// It could not be stored or read.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// The key's text could not be stored or read.
    #[error(transparent)]
    Vault(#[from] VaultError),
    /// A mistake of ours.
    #[error("the licence service failed: {0}; its log says more")]
    Defect(&'static str),
}

/// An answer about licences as it will be.
pub type LicenceAnswer<'a, T> = Pin<Box<dyn Future<Output = Result<T, LicenceError>> + Send + 'a>>;

/// What is licensed.
pub trait Licences: Send + Sync + 'static {
    /// The licence that counts at a moment (LIC-01).
    fn counting(&self, at: Timestamp) -> Answer<'_, Counting>;

    /// Turns whenever what counts may have changed.
    fn changes(&self) -> watch::Receiver<u64>;

    /// Everything about the licence at a moment.
    fn standing(&self, at: Timestamp) -> LicenceAnswer<'_, Standing>;

    /// What happened to it last, the newest first.
    fn history(&self, limit: u64) -> LicenceAnswer<'_, Vec<Happening>>;

    /// Installs a key, in the place of one that is there.
    fn install(&self, text: Vec<u8>, act: Act) -> LicenceAnswer<'_, Standing>;

    /// Removes the installed key; the configured licence counts again.
    fn remove(&self, act: Act) -> LicenceAnswer<'_, Standing>;
}

pub(crate) const fn unreachable() -> ServiceError {
    ServiceError::Unreachable { service: "licences" }
}
