//! Files that records refer to, and whether they are still as they were stored.
//!
//! Nothing is handed out of a file that was changed: [`CheckedFiles`] compares the whole file with its recorded digest
//! before the first byte of it is used, so that a part of it is as trustworthy as the whole.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Seek as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use sha2::{Digest as _, Sha256};
use tokio::time::Instant;

use crate::secret::hex;

const BUFFER_BYTES: usize = 256 * 1_024;
/// For how long a file that was compared is not compared again. Bytes can change on the disk without a write.
const CHECKED_FOR: Duration = Duration::from_mins(10);
/// How many compared files are cached, some 150 bytes each.
const CACHE_MAX: usize = 16_384;

/// A file that a record refers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredFile {
    /// Its path below the folder of its service.
    pub path: String,
    /// Its SHA-256 in hexadecimal digits.
    pub sha256: String,
    /// Its size in bytes, if the record holds it.
    pub bytes: Option<u64>,
}

/// What is wrong with a stored file.
#[derive(Debug, thiserror::Error)]
pub enum FileProblem {
    /// It does not exist.
    #[error("the file is missing")]
    Missing,
    /// It has another size.
    #[error("the file has {found} bytes; {recorded} are recorded")]
    Size {
        /// The size that it has.
        found: u64,
        /// The size in the record.
        recorded: u64,
    },
    /// It has another content.
    #[error("the file has another content than the one that is recorded")]
    Content,
    /// It cannot be read.
    #[error("the file cannot be read: {0}")]
    Unreadable(#[from] io::Error),
}

impl StoredFile {
    /// Reads the file at this path and compares it with the record.
    ///
    /// # Errors
    ///
    /// [`FileProblem`], if it is not what was stored.
    pub fn check(&self, path: &Path) -> Result<(), FileProblem> {
        self.compare(&opened(path)?)
    }

    fn compare(&self, file: &File) -> Result<(), FileProblem> {
        let found = file.metadata()?.len();
        if let Some(recorded) = self.bytes.filter(|recorded| *recorded != found) {
            return Err(FileProblem::Size { found, recorded });
        }
        if digest_of(file)? == self.sha256 { Ok(()) } else { Err(FileProblem::Content) }
    }
}

/// Opens stored files for reading, and compares each with its record before anything of it is used. The result is
/// cached while the file is the same, so that reading parts of a large file does not read all of it each time.
#[derive(Debug, Default)]
pub struct CheckedFiles {
    known: Mutex<HashMap<Version, Compared>>,
}

/// A version of a file: any write to it changes the time, and a replacement the number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Version {
    device: u64,
    inode: u64,
    changed_s: i64,
    changed_ns: i64,
    bytes: u64,
}

/// The digest that a version was found to have.
#[derive(Debug)]
struct Compared {
    sha256: String,
    at: Instant,
}

impl CheckedFiles {
    /// Opens the file at this path if it is what was stored. Blocks while the file is read.
    ///
    /// # Errors
    ///
    /// [`FileProblem`], if it is not what was stored.
    pub fn open(&self, stored: &StoredFile, path: &Path) -> Result<File, FileProblem> {
        let mut file = opened(path)?;
        let version = Version::of(&file)?;
        if self.is_known(version, &stored.sha256) {
            return Ok(file);
        }
        stored.compare(&file)?;
        file.rewind()?;
        // Reading takes time: a version that was written to meanwhile is compared again by the next caller.
        if Version::of(&file)? != version {
            return Err(FileProblem::Content);
        }
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= CACHE_MAX {
            known.retain(|_, compared| compared.at.elapsed() < CHECKED_FOR);
        }
        if known.len() >= CACHE_MAX {
            known.clear();
        }
        known.insert(version, Compared { sha256: stored.sha256.clone(), at: Instant::now() });
        Ok(file)
    }

    fn is_known(&self, version: Version, sha256: &str) -> bool {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known.get(&version);
        found.is_some_and(|found| found.sha256 == sha256 && found.at.elapsed() < CHECKED_FOR)
    }
}

impl Version {
    fn of(file: &File) -> io::Result<Self> {
        let metadata = file.metadata()?;
        Ok(Self {
            device: metadata.dev(),
            inode: metadata.ino(),
            changed_s: metadata.ctime(),
            changed_ns: metadata.ctime_nsec(),
            bytes: metadata.len(),
        })
    }
}

fn opened(path: &Path) -> Result<File, FileProblem> {
    File::open(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => FileProblem::Missing,
        _ => error.into(),
    })
}

fn digest_of(file: &File) -> io::Result<String> {
    let (mut reader, mut hash) = (BufReader::with_capacity(BUFFER_BYTES, file), Sha256::new());
    loop {
        let bytes = reader.fill_buf()?;
        if bytes.is_empty() {
            return Ok(hex(&hash.finalize()));
        }
        hash.update(bytes);
        let read = bytes.len();
        reader.consume(read);
    }
}
