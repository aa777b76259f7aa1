//! Blobs in a folder: `sha256/<first two digits>/<name>`.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use tokio::task::spawn_blocking;

use crate::backend::{Answer, Backend, BlobError, Left, StoredBlob};
use crate::digests::BlobId;
use crate::reader::{ByteRange, Reader};

const FOLDER: &str = "sha256";

/// A folder in which blobs are kept.
#[derive(Debug)]
pub struct LocalFolder {
    root: PathBuf,
}

impl LocalFolder {
    /// The blobs in this folder, which is made if it does not exist.
    ///
    /// # Errors
    ///
    /// [`BlobError`], if it cannot be made.
    pub fn open(root: &Path) -> Result<Self, BlobError> {
        let root = root.join(FOLDER);
        // All 256 folders exist from the start: a blob is then one rename and one sync, not more.
        for first in 0..=u8::MAX {
            private_folder(&root.join(format!("{first:02x}")))
                .map_err(BlobError::of("making the folders of uploaded files"))?;
        }
        File::open(&root)
            .and_then(|folder| folder.sync_all())
            .map_err(BlobError::of("making the folders of uploaded files"))?;
        Ok(Self { root })
    }

    /// The path of a blob below the folder, for `fsck`.
    pub fn path_below(id: BlobId) -> PathBuf {
        Path::new(FOLDER).join(folder_of(id)).join(id.to_string())
    }

    fn path(&self, id: BlobId) -> PathBuf {
        self.root.join(folder_of(id)).join(id.to_string())
    }
}

fn folder_of(id: BlobId) -> String {
    format!("{:02x}", id.as_bytes()[0])
}

/// Makes a folder, and those above it, for its owner only.
pub(crate) fn private_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}

/// Runs disk access on a thread that may block.
fn blocking<T: Send + 'static>(
    what: &'static str,
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Answer<'static, T> {
    Box::pin(async move {
        let done = spawn_blocking(work).await.map_err(|_| BlobError::Defect("a thread stopped"))?;
        done.map_err(BlobError::of(what))
    })
}

/// The answer, or `None` if the file does not exist.
fn if_exists<T>(answer: io::Result<T>) -> io::Result<Option<T>> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

impl Backend for LocalFolder {
    fn put(&self, id: BlobId, bytes: u64, staged: PathBuf) -> Answer<'_, Left> {
        let path = self.path(id);
        blocking("storing a file", move || {
            // A file of another size was damaged, and this one replaces it.
            let exists = if_exists(fs::metadata(&path))?.is_some_and(|found| found.len() == bytes);
            if exists {
                fs::remove_file(&staged)?;
            } else {
                fs::rename(&staged, &path)?;
            }
            // Also of one that exists: another upload may have renamed it a moment ago, or a process that was killed
            // before it synced the folder.
            path.parent().map_or(Ok(()), |folder| File::open(folder)?.sync_all())?;
            Ok(Left::Nothing)
        })
    }

    fn bytes_of(&self, id: BlobId) -> Answer<'_, Option<u64>> {
        let path = self.path(id);
        blocking("looking for a file", move || {
            Ok(if_exists(fs::metadata(path))?.map(|metadata| metadata.len()))
        })
    }

    fn open(&self, id: BlobId, range: ByteRange) -> Answer<'_, Option<Reader>> {
        let path = self.path(id);
        blocking("opening a file", move || {
            let Some(file) = if_exists(File::open(path))? else { return Ok(None) };
            let bytes = file.metadata()?.len();
            Ok(Some(Reader::new(file, bytes, range)))
        })
    }

    fn list(&self, first_byte: u8) -> Answer<'_, Vec<StoredBlob>> {
        let folder = self.root.join(format!("{first_byte:02x}"));
        blocking("listing stored files", move || {
            let mut found = Vec::new();
            for entry in fs::read_dir(folder)? {
                let entry = entry?;
                // A name that is none of ours is left alone.
                let Some(Ok(id)) = entry.file_name().to_str().map(str::parse::<BlobId>) else {
                    continue;
                };
                // It may have been removed since.
                let Some(metadata) = if_exists(entry.metadata())? else { continue };
                found.push(StoredBlob { id, bytes: metadata.len() });
            }
            Ok(found)
        })
    }

    fn remove(&self, id: BlobId) -> Answer<'_, ()> {
        let path = self.path(id);
        blocking("removing a stored file", move || if_exists(fs::remove_file(path)).map(drop))
    }

    fn check(&self) -> Answer<'_, ()> {
        let root = self.root.clone();
        blocking("looking at the folder of contents", move || fs::read_dir(root).map(drop))
    }
}
