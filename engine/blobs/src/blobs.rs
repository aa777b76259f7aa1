//! The store: staging, keeping, reading, and removing what nothing refers to.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use crate::backend::{Backend, BlobError, Left, StoredBlob};
use crate::digests::BlobId;
use crate::leases::{Lease, Leases};
use crate::local::{LocalFolder, private_folder};
use crate::reader::{ByteRange, Reader};
use crate::upload::{Staged, Upload};

/// The folder of uploads that are under way, in the folder of the contents. Backups leave it out by its name.
pub const UPLOADS: &str = ".uploads";

/// The store of uploaded files. One process may use a staging folder at a time.
pub struct Blobs {
    backend: Arc<dyn Backend>,
    staging: PathBuf,
    uploads: AtomicU64,
    leases: Arc<Leases>,
}

/// What a sweep has found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Swept {
    /// The blobs that stay, for whatever reason.
    pub kept: Amount,
    /// Those among them that nothing refers to, and that are kept for a while.
    pub recent: Amount,
    /// Those among them that an upload, a copy or a sweep holds.
    pub leased: Amount,
    /// The blobs that were removed, or would have been.
    pub removed: Amount,
}

/// A number of blobs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Amount {
    /// How many.
    pub blobs: u64,
    /// Their size in bytes.
    pub bytes: u64,
}

impl Amount {
    const fn add(&mut self, blob: StoredBlob) {
        self.blobs += 1;
        self.bytes += blob.bytes;
    }
}

/// Whether a blob is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// Something refers to it.
    Referred,
    /// Nothing refers to it, since too short a time.
    Recent,
    /// It may be removed.
    None,
}

/// What a sweep does with what is not needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sweeping {
    /// Removes it.
    Remove,
    /// Only counts it.
    DryRun,
}

impl Blobs {
    /// The store over a backend. Uploads that did not end are discarded.
    ///
    /// # Errors
    ///
    /// [`BlobError`], if the staging folder cannot be used.
    pub fn open(backend: Arc<dyn Backend>, staging: &Path) -> Result<Self, BlobError> {
        let failed = || BlobError::of("opening the folder of uploads");
        private_folder(staging).map_err(failed())?;
        for entry in fs::read_dir(staging).map_err(failed())? {
            let entry = entry.map_err(failed())?;
            fs::remove_file(entry.path()).map_err(failed())?;
        }
        let (staging, uploads) = (staging.to_owned(), AtomicU64::new(0));
        Ok(Self { backend, staging, uploads, leases: Arc::default() })
    }

    /// The store in a folder, with uploads that are under way in the folder [`UPLOADS`] in it.
    ///
    /// # Errors
    ///
    /// [`BlobError`], if the folder cannot be used.
    pub fn in_folder(folder: &Path) -> Result<Self, BlobError> {
        Self::open(Arc::new(LocalFolder::open(folder)?), &folder.join(UPLOADS))
    }

    /// Begins an upload. Its file is made when there is something to write.
    pub fn upload(&self) -> Upload {
        let number = self.uploads.fetch_add(1, Ordering::Relaxed);
        Upload::begin(self.staging.join(number.to_string()))
    }

    /// Makes an upload durable. It is not removed while the lease is held; until then a record has to refer to it.
    ///
    /// # Errors
    ///
    /// [`BlobError`], if it could not be stored.
    pub async fn keep(&self, staged: Staged) -> Result<Lease, BlobError> {
        let lease = self.leases.take(staged.digests.sha256).await;
        let path = staged.path().to_owned();
        if self.backend.put(lease.id(), staged.digests.bytes, path).await? == Left::Nothing {
            staged.forget_file();
        }
        Ok(lease)
    }

    /// Keeps a blob that exists from being removed; `None` if it does not exist.
    ///
    /// # Errors
    ///
    /// [`BlobError`], if that is not known.
    pub async fn lease(&self, id: BlobId) -> Result<Option<Lease>, BlobError> {
        let lease = self.leases.take(id).await;
        Ok(self.backend.bytes_of(id).await?.map(|_| lease))
    }

    /// Whether blobs can be stored and read now.
    ///
    /// # Errors
    ///
    /// [`BlobError`], with what an administrator can do about it.
    pub async fn check(&self) -> Result<(), BlobError> {
        self.backend.check().await
    }

    /// The size of a blob in bytes; `None` if it does not exist.
    ///
    /// # Errors
    ///
    /// [`BlobError`], if that is not known.
    pub async fn bytes_of(&self, id: BlobId) -> Result<Option<u64>, BlobError> {
        self.backend.bytes_of(id).await
    }

    /// Discards what uploads have left in a store elsewhere that were begun before this time and did not end; how many
    /// there were. Those that are under way in this process go on.
    ///
    /// # Errors
    ///
    /// [`BlobError`], if they cannot be listed or discarded.
    pub async fn discard_abandoned(&self, begun_before: SystemTime) -> Result<u64, BlobError> {
        self.backend.discard_abandoned(begun_before, &|id| self.leases.is_held(id)).await
    }

    /// Reads a part of a blob; `None` if it does not exist.
    ///
    /// # Errors
    ///
    /// [`BlobError`], if it cannot be read.
    pub async fn read(&self, id: BlobId, range: ByteRange) -> Result<Option<Reader>, BlobError> {
        self.backend.open(id, range).await
    }

    /// Removes the blobs that are not needed. What is needed is asked at the moment at which a blob would be removed,
    /// and uploads hold a lease until their record is part of the answer; so a blob that is uploaded once more
    /// meanwhile is not lost. In memory are the names of one 256th of the blobs at a time.
    ///
    /// # Errors
    ///
    /// [`BlobError`], if a folder cannot be read or a blob not be removed; what was done until then stays done.
    pub async fn sweep(
        &self,
        sweeping: Sweeping,
        need: impl Fn(StoredBlob) -> Result<Need, BlobError> + Send + Sync,
    ) -> Result<Swept, BlobError> {
        let mut swept = Swept::default();
        for first in 0..=u8::MAX {
            for blob in self.backend.list(first).await? {
                let removal = self.leases.begin_removal(blob.id);
                let need = if removal.is_some() { Some(need(blob)?) } else { None };
                if need == Some(Need::None) {
                    if sweeping == Sweeping::Remove {
                        self.backend.remove(blob.id).await?;
                    }
                    swept.removed.add(blob);
                    continue;
                }
                swept.kept.add(blob);
                match need {
                    None => swept.leased.add(blob),
                    Some(Need::Recent) => swept.recent.add(blob),
                    Some(_) => {}
                }
            }
        }
        Ok(swept)
    }
}
