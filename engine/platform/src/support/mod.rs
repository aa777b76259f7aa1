//! Support bundles: archives that a support engineer can work with, and that hold no secret (BUNDLE-01..03).
//!
//! A bundle is a zip64 archive that is written as a stream, so its size costs no memory. What was decided about bundles
//! lies on the platform journal; the archives lie in a folder, each under its bundle's name, and one that no record
//! needs is removed when the service is opened.

mod archive;
mod configuration;
mod contents;
mod elsewhere;
mod embedded;
mod journals;
mod logs;
mod manifest;
mod system;
mod threads;

use std::fmt;
use std::fs::File;
use std::future::Future;
use std::pin::Pin;
use std::str::FromStr;

use waybill_machines::machines::support_bundle::{Archive, Created, Creation, Removed, State};
use waybill_machines::rules::services::ServiceId;
use waybill_machines::rules::support::Wanted;

use crate::remote::RemoteError;
use crate::streams::{Act, StreamError};

pub use archive::{ArchiveWriter, WriteError};
pub use configuration::{Configuration, Section, Shown};
pub use embedded::{EmbeddedBundles, Sources, id_at};
pub use manifest::{Entry, LeftOut, Manifest, Redaction, Versions};
pub use system::Process;
pub use threads::of_process as stacks_of_process;

/// What the streams of creations begin with.
pub const PREFIX: &str = "support_bundle/";

/// Names the bundle of one service: `B1-1767225600000-xray`. Nothing else is ever looked for in the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BundleId {
    /// The creation that it belongs to.
    pub creation: String,
    /// Whose it is.
    pub service: ServiceId,
}

/// A text that names no bundle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoBundleId;

impl FromStr for BundleId {
    type Err = NoBundleId;

    fn from_str(text: &str) -> Result<Self, NoBundleId> {
        let (creation, service) = text.rsplit_once('-').ok_or(NoBundleId)?;
        let digits = creation.strip_prefix("B1-").ok_or(NoBundleId)?;
        if digits.len() != 13 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(NoBundleId);
        }
        let service = service.parse().map_err(|_| NoBundleId)?;
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

/// The stream of a creation. Streams have small letters only.
pub fn stream_of(creation: &str) -> String {
    format!("{PREFIX}{}", creation.to_ascii_lowercase())
}

/// Why bundles cannot be spoken of, or there is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SupportError {
    /// There is no such bundle.
    #[error("there is no such support bundle: it was deleted, has expired, or never was")]
    Unknown,
    /// It is being made.
    #[error("the support bundle is still being made; wait until it is ready")]
    InProgress,
    /// It could not be made, so there is nothing to fetch.
    #[error("the support bundle could not be made; its row says why")]
    Failed,
    /// Its file is missing or is not what was written.
    #[error(
        "the file of the support bundle is missing or was changed; delete it and make it again"
    )]
    FileLost,
    /// The journal cannot be read.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// It is no bundle of a platform like this one.
    #[error(
        "the support bundle says nothing of itself, as another product made it; download it to look into it"
    )]
    NoManifest,
    /// The other platform gave no answer.
    #[error(transparent)]
    Remote(#[from] RemoteError),
    /// A mistake of ours, or a disk that does not answer.
    #[error("the support bundle cannot be read: {0}")]
    Unavailable(String),
}

/// An answer as it will be.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// What making one bundle takes.
#[derive(Debug, Clone)]
pub struct Job {
    /// Which.
    pub id: BundleId,
    /// What is to be in it.
    pub wanted: Wanted,
    /// When and on whose behalf.
    pub act: Act,
}

/// A finished bundle that can be read.
#[derive(Debug)]
pub struct Opened {
    /// Its file, open: it can be read to the end even when the bundle is deleted meanwhile.
    pub file: File,
    /// What is known of it.
    pub archive: Archive,
}

/// What making a bundle would put into it, or what is in one.
pub type Preview = Manifest;

/// The support-bundle service.
pub trait SupportBundles: Send + Sync + 'static {
    /// The services that can be asked. Where another platform makes the bundles that is all of them: whether one runs
    /// there, it says when it is asked.
    fn services(&self) -> Answer<'_, Result<Vec<ServiceId>, SupportError>>;

    /// Makes the bundle of a service. A failure leaves nothing behind.
    fn create(&self, job: Job) -> Answer<'_, Created>;

    /// Removes the file of a bundle.
    fn remove(&self, id: BundleId) -> Answer<'_, Removed>;

    /// Every creation that anything is left of, the newest first, with its state.
    fn list(&self) -> Answer<'_, Result<Vec<(Creation, State)>, SupportError>>;

    /// Opens a finished bundle.
    fn open(&self, id: BundleId) -> Answer<'_, Result<Opened, SupportError>>;

    /// What a finished bundle says of itself.
    fn manifest(&self, id: BundleId) -> Answer<'_, Result<Manifest, SupportError>>;

    /// What would be in a bundle, with sizes before compression. Nothing is written.
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
            assert_eq!(wrong.parse::<BundleId>(), Err(NoBundleId), "{wrong}");
        }
    }
}
