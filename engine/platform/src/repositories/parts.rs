//! The parts that versions consist of beside their files, such as the layers of images.

use waybill_blobs::Upload;
use waybill_machines::Timestamp;

use super::embedded::Reservation;
use super::{Answer, FileInfo, Location, MayRead, Received, Source, StoredRepository};
use crate::streams::ChangeContext;

/// The port for parts of versions. Clients send them before they publish a version that needs them; parts that no
/// version has needed for a while are removed.
pub trait Parts: Send + Sync + 'static {
    /// Begins to receive a file that arrives in several requests. Dropping the result discards it.
    fn begin<'a>(&'a self, repository: &'a StoredRepository) -> Answer<'a, Receiving>;

    /// Receives the next bytes of a file. What has arrived before an error stays, and the next bytes may follow it.
    fn append<'a>(
        &'a self,
        receiving: &'a mut Receiving,
        announced_bytes: Option<u64>,
        source: &'a mut dyn Source,
    ) -> Answer<'a, ()>;

    /// Ends the receiving of a file.
    fn finish(&self, receiving: Receiving) -> Answer<'_, Received>;

    /// Stores a file that versions consist of. If the same content is there already, nothing changes.
    fn store(
        &self,
        received: Received,
        path: String,
        context: ChangeContext,
    ) -> Answer<'_, FileInfo>;

    /// The same for the content with this SHA-256 of another file that the caller may read, without sending it again;
    /// `None` if there is no such file.
    fn link(
        &self,
        at: Location,
        sha256: String,
        may_read: MayRead,
        context: ChangeContext,
    ) -> Answer<'_, Option<FileInfo>>;

    /// Keeps a part that is there for a client that is going to publish a version with it.
    fn hold(&self, at: &Location, now: Timestamp);

    /// Checks that files which a version needs are there.
    fn check(&self, repository: StoredRepository, parts: Vec<Part>) -> Answer<'_, ()>;
}

/// A file that a version needs: it has to be in the repository when the version is published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// What it is called in errors.
    pub name: String,
    /// The paths at which it can be.
    pub paths: Vec<String>,
    /// Its size in bytes.
    pub bytes: u64,
}

/// A file of which a part has arrived.
pub struct Receiving {
    pub(super) repository: StoredRepository,
    pub(super) upload: Upload,
    pub(super) room: Reservation,
    pub(super) bytes: u64,
}

impl Receiving {
    /// How many bytes have arrived.
    pub const fn bytes(&self) -> u64 {
        self.bytes
    }
}
