//! Receiving bytes: written to a staging file and hashed in one pass, with constant memory.

use std::fs::{self, File, OpenOptions};
use std::io::Write as _;
use std::mem;
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bytes::Bytes;
use tokio::task::{JoinHandle, spawn_blocking};

use crate::backend::BlobError;
use crate::digests::{Digests, Hashes};

/// What is collected before it is written: writing and hashing less at a time costs more than it does.
const PORTION_BYTES: usize = 256 * 1_024;

/// A file in the staging folder. It is removed when nothing needs it any longer, unless it was moved away.
#[derive(Debug)]
struct StagedFile {
    path: PathBuf,
    is_gone: bool,
}

impl Drop for StagedFile {
    fn drop(&mut self) {
        if !self.is_gone {
            // If it cannot be removed now, the next start does it.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// What a thread works on: one portion after another.
struct Work {
    /// Also needed here: an upload may be dropped before its file is made.
    staged: Arc<StagedFile>,
    /// Made with the first portion: that may wait for the disk, and for others who make files in the folder.
    file: Option<File>,
    hashes: Hashes,
    /// The memory of the portion before, for the next one: what is mapped for each has to be cleared first.
    spare: Vec<u8>,
}

impl Work {
    fn write(&mut self, portion: &[u8]) -> Result<&File, BlobError> {
        let file = match &mut self.file {
            Some(file) => file,
            none => {
                let mut options = OpenOptions::new();
                let begun =
                    options.write(true).create_new(true).mode(0o600).open(&self.staged.path);
                none.insert(begun.map_err(BlobError::of("beginning an upload"))?)
            }
        };
        file.write_all(portion).map_err(BlobError::of("writing an upload"))?;
        self.hashes.update(portion);
        Ok(file)
    }
}

/// Bytes that are being received. At most two portions are in memory: one is collected while the one before is written.
pub struct Upload {
    staged: Arc<StagedFile>,
    portion: Vec<u8>,
    work: Working,
}

enum Working {
    Idle(Box<Work>),
    Busy(JoinHandle<Result<Box<Work>, BlobError>>),
    /// Writing has failed, or an answer was not waited for.
    Failed,
}

impl Upload {
    pub(crate) fn begin(path: PathBuf) -> Self {
        let staged = Arc::new(StagedFile { path, is_gone: false });
        let hashes = Hashes::default();
        let work = Work { staged: Arc::clone(&staged), file: None, hashes, spare: Vec::new() };
        Self { staged, portion: Vec::new(), work: Working::Idle(Box::new(work)) }
    }

    /// Adds bytes.
    ///
    /// # Errors
    ///
    /// [`BlobError`], if these or earlier bytes could not be written; the upload is then of no use.
    pub async fn write(&mut self, bytes: Bytes) -> Result<(), BlobError> {
        self.portion.extend_from_slice(&bytes);
        if self.portion.len() >= PORTION_BYTES { self.pass_on().await } else { Ok(()) }
    }

    /// Has the collected bytes written, once those before are.
    async fn pass_on(&mut self) -> Result<(), BlobError> {
        let mut work = self.idle().await?;
        let mut portion = mem::replace(&mut self.portion, mem::take(&mut work.spare));
        self.work = Working::Busy(spawn_blocking(move || {
            work.write(&portion)?;
            portion.clear();
            work.spare = portion;
            Ok(work)
        }));
        Ok(())
    }

    async fn idle(&mut self) -> Result<Box<Work>, BlobError> {
        match mem::replace(&mut self.work, Working::Failed) {
            Working::Idle(work) => Ok(work),
            Working::Busy(task) => task.await.map_err(|_| BlobError::Defect("writing stopped"))?,
            Working::Failed => Err(BlobError::Defect("an upload went on after it had failed")),
        }
    }

    /// Ends the upload: everything is written and on the disk.
    ///
    /// # Errors
    ///
    /// [`BlobError`], if it is not.
    pub async fn finish(mut self) -> Result<Staged, BlobError> {
        let mut work = self.idle().await?;
        let portion = mem::take(&mut self.portion);
        // The last portion and the sync are one task: most uploads are no larger than a portion.
        let synced = spawn_blocking(move || {
            let file = work.write(&portion)?;
            file.sync_all().map_err(BlobError::of("syncing an upload"))?;
            Ok(work.hashes.finish())
        });
        let digests = synced.await.map_err(|_| BlobError::Defect("syncing stopped"))??;
        Ok(Staged { digests, file: self.staged })
    }
}

/// A complete upload that is not kept yet. Dropping it discards the bytes.
#[derive(Debug)]
pub struct Staged {
    /// Its checksums and size.
    pub digests: Digests,
    file: Arc<StagedFile>,
}

impl Staged {
    /// The file, for reading what was uploaded before it is kept.
    pub fn path(&self) -> &Path {
        &self.file.path
    }

    /// Notes that the file was moved away: looking for it in the folder would wait for all who make files there.
    pub(crate) fn forget_file(mut self) {
        if let Some(file) = Arc::get_mut(&mut self.file) {
            file.is_gone = true;
        }
    }
}
