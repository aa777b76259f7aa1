//! Support bundles: archives for support engineers, which contain no secrets (BUNDLE-01..03).
//!
//! A bundle is a zip64 archive that is written as a stream, so its size costs no memory. The decisions about bundles
//! are in the platform journal; the archives are in a folder, each named by the id of its bundle, and those that no
//! record needs are removed when the service is opened.

mod archive;
mod configuration;
mod contents;
mod embedded;
mod journals;
mod logs;
mod manifest;
mod remote;
mod system;
mod threads;

use std::fmt;
use std::fs::File;
use std::future::Future;
use std::pin::Pin;
use std::str::FromStr;

use waybill_machines::machines::support_bundle::{Archive, Created, Creation, Removed, State};
use waybill_machines::rules::services::ServiceId;
use waybill_machines::rules::support::BundleRequest;

use crate::remote::RemoteError;
use crate::streams::{ChangeContext, StreamError};

pub use archive::{ArchiveWriter, WriteError};
pub use configuration::{Configuration, Section, ShownValue};
pub use embedded::{EmbeddedBundles, Sources, id_at};
pub use manifest::{Entry, LeftOut, Manifest, Redaction, Versions};
pub use system::Process;
pub use threads::of_process as stacks_of_process;

/// Prefix of the streams of creations.
pub const PREFIX: &str = "support_bundle/";

/// The id of a service's bundle: `B1-1767225600000-xray`. No other names are looked for in the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BundleId {
    /// The creation that it belongs to.
    pub creation: String,
    /// The service that the bundle is about.
    pub service: ServiceId,
}

/// A text that is not the id of a bundle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidBundleId;

impl FromStr for BundleId {
    type Err = InvalidBundleId;

    fn from_str(text: &str) -> Result<Self, InvalidBundleId> {
        let (creation, service) = text.rsplit_once('-').ok_or(InvalidBundleId)?;
        let digits = creation.strip_prefix("B1-").ok_or(InvalidBundleId)?;
        if digits.len() != 13 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(InvalidBundleId);
        }
        let service = service.parse().map_err(|_| InvalidBundleId)?;
        Ok(Self { creation: creation.to_owned(), service })
    }
}

impl fmt::Display for BundleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.creation, self.service)
    }
}

impl BundleId {
    /// The stream of its creation.
    pub fn stream(&self) -> String {
        stream_of(&self.creation)
    }
}

/// The stream of a creation. Stream names are in lower case.
pub fn stream_of(creation: &str) -> String {
    format!("{PREFIX}{}", creation.to_ascii_lowercase())
}

/// Why a bundle cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SupportError {
    /// There is no such bundle.
    #[error("there is no such support bundle: it was deleted, has expired, or never was")]
    Unknown,
    /// It is still being created.
    #[error("the support bundle is still being made; wait until it is ready")]
    InProgress,
    /// It could not be created.
    #[error("the support bundle could not be made; its row says why")]
    Failed,
    /// Its file is missing or was changed.
    #[error(
        "the file of the support bundle is missing or was changed; delete it and make it again"
    )]
    FileLost,
    /// The journal cannot be read.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// It has no manifest, as it was made by another product.
    #[error(
        "the support bundle says nothing of itself, as another product made it; download it to look into it"
    )]
    NoManifest,
    /// The call of the other platform failed.
    #[error(transparent)]
    Remote(#[from] RemoteError),
    /// A bug in the service, or a disk error.
    #[error("the support bundle cannot be read: {0}")]
    Unavailable(String),
}

/// The future answer of a call.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The task of creating one bundle.
#[derive(Debug, Clone)]
pub struct Job {
    /// The id of the bundle.
    pub id: BundleId,
    /// The requested content.
    pub wanted: BundleRequest,
    /// The actor and the time.
    pub context: ChangeContext,
}

/// A finished bundle that is open for reading.
#[derive(Debug)]
pub struct Opened {
    /// Its open file, which can be read to the end even if the bundle is deleted meanwhile.
    pub file: File,
    /// Its size and digest.
    pub archive: Archive,
}

/// The content that a new bundle would have, or the content of one.
pub type Preview = Manifest;

/// The support-bundle service.
pub trait SupportBundles: Send + Sync + 'static {
    /// The services for which bundles can be requested. If another platform creates the bundles these are all: whether
    /// one runs there is found out by the request.
    fn services(&self) -> Answer<'_, Result<Vec<ServiceId>, SupportError>>;

    /// Creates the bundle of a service. A failure leaves no file behind.
    fn create(&self, job: Job) -> Answer<'_, Created>;

    /// Removes the file of a bundle.
    fn remove(&self, id: BundleId) -> Answer<'_, Removed>;

    /// Every creation of which something is left, the newest first, with its state.
    fn list(&self) -> Answer<'_, Result<Vec<(Creation, State)>, SupportError>>;

    /// Opens a finished bundle.
    fn open(&self, id: BundleId) -> Answer<'_, Result<Opened, SupportError>>;

    /// The manifest of a finished bundle.
    fn manifest(&self, id: BundleId) -> Answer<'_, Result<Manifest, SupportError>>;

    /// The content that a bundle would have, with sizes before compression. Nothing is written.
    fn preview(&self, job: Job) -> Answer<'_, Result<Preview, SupportError>>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_may_be_an_id_is_one() {
        let id: BundleId = "B1-1767225600000-xray".parse().unwrap();
        assert_eq!((id.creation.as_str(), id.service), ("B1-1767225600000", ServiceId::Xray));
        assert_eq!(id.to_string(), "B1-1767225600000-xray");
        for wrong in [
            "",
            "B1-1767225600000",
            "B1-176722560000-xray",
            "B1-1767225600000-../../etc/passwd",
            "../B1-1767225600000-xray",
            "B1-1767225600000-xray/../x",
            "B2-1767225600000-xray",
            "B1-17672256000\u{660}0-xray",
            "B1-1767225600000-xray\0",
        ] {
            assert_eq!(wrong.parse::<BundleId>(), Err(InvalidBundleId), "{wrong}");
        }
    }
}
