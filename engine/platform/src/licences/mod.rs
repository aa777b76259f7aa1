//! Licences: a port for the effective licence and for installing and removing keys.

mod embedded;
mod key;

use std::future::Future;
use std::pin::Pin;

use serde::Serialize;
use tokio::sync::watch;
use waybill_machines::rules::licence::{Entitlement, Licence};
use waybill_machines::secret::PersonId;
use waybill_machines::{RejectionCode, Timestamp};

use crate::services::{Answer, ServiceError};
use crate::streams::{ChangeContext, StreamError};
use crate::vault::VaultError;

pub use embedded::EmbeddedLicences;
pub use key::{HOLDER_CHARS_MAX, KEY_BYTES_MAX, Key, KeyError, name_of, parse_licence};

/// The effective licence, and until when it is certain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EffectiveLicence {
    /// The effective licence (LIC-01).
    pub licence: Licence,
    /// When another licence takes effect, unless something happens before.
    pub until: Option<Timestamp>,
}

/// Where the effective licence comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "LicenceOrigin"),
    schemars(rename = "LicenceOrigin")
)]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// The configuration.
    Configuration,
    /// An installed key.
    Installed,
}

/// The complete state of the licence, for users who may change it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "LicenceStanding"),
    schemars(rename = "LicenceStanding")
)]
pub struct LicenceStatus {
    /// The effective licence.
    pub licence: Licence,
    /// Its level.
    pub level: u8,
    /// What it entitles to.
    pub entitlements: Vec<Entitlement>,
    /// Where it comes from.
    pub origin: Origin,
    /// The licence that applies when no key is installed.
    pub configured: Licence,
    /// The installed key, even if it has ended.
    pub installed: Option<InstalledKey>,
}

/// An installed key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct InstalledKey {
    /// What it licenses.
    pub licence: Licence,
    /// The level of the licence.
    pub level: u8,
    /// The licensee; `None` when the key names none, or when its text cannot be read.
    pub holder: Option<String>,
    /// The time at which it ends; `None` for an unlimited key.
    pub valid_until: Option<Timestamp>,
    /// Whether it has ended.
    pub ended: bool,
    /// When it was installed.
    pub installed_at: Timestamp,
    /// The user who installed it; `None` when it was done on the command line.
    pub installed_by: Option<PersonId>,
}

/// What was done to the licence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LicenceAction {
    /// A key was installed.
    Install,
    /// The installed key was removed.
    Remove,
}

/// A change in the history of the licence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LicenceChange {
    /// The number of its record in the stream.
    pub seq: u64,
    /// When it happened.
    pub at: Timestamp,
    /// What was done.
    pub event: LicenceAction,
    /// The licence of the key.
    pub licence: Option<Licence>,
    /// The code of the rejection, if it was rejected.
    pub refused: Option<RejectionCode>,
    /// The user who did it; `None` when it was done on the command line.
    pub by: Option<PersonId>,
}

/// Why a licence was not installed or removed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LicenceError {
    /// The text is not a valid key.
    #[error(transparent)]
    Key(#[from] KeyError),
    /// The key has ended.
    #[error("this licence ended at {until}; ask for a new key")]
    Expired {
        /// When it ended.
        until: Timestamp,
    },
    /// There is nothing to remove.
    #[error("no licence is installed, so there is none to remove")]
    NoneInstalled,
    /// The journal failed.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// The vault failed.
    #[error(transparent)]
    Vault(#[from] VaultError),
    /// A bug in the service.
    #[error("the licence service failed: {0}; its log says more")]
    Defect(&'static str),
}

/// The future answer of a call.
pub type LicenceAnswer<'a, T> = Pin<Box<dyn Future<Output = Result<T, LicenceError>> + Send + 'a>>;

/// The port for licences.
pub trait Licences: Send + Sync + 'static {
    /// The effective licence at a time (LIC-01).
    fn effective(&self, at: Timestamp) -> Answer<'_, EffectiveLicence>;

    /// Is incremented whenever the effective licence may have changed.
    fn changes(&self) -> watch::Receiver<u64>;

    /// The complete state of the licence at a time.
    fn status(&self, at: Timestamp) -> LicenceAnswer<'_, LicenceStatus>;

    /// The newest events of the licence, in descending order.
    fn history(&self, limit: u64) -> LicenceAnswer<'_, Vec<LicenceChange>>;

    /// Installs a key, and replaces an existing one.
    fn install(&self, text: Vec<u8>, context: ChangeContext) -> LicenceAnswer<'_, LicenceStatus>;

    /// Removes the installed key; the configured licence then applies again.
    fn remove(&self, context: ChangeContext) -> LicenceAnswer<'_, LicenceStatus>;
}

pub(crate) const fn unreachable() -> ServiceError {
    ServiceError::Unreachable { service: "licences" }
}
