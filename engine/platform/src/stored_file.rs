//! Files that records refer to, and whether they are still as they were stored.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader};
use std::path::Path;

use sha2::{Digest as _, Sha256};

use crate::secret::hex;

const BUFFER_BYTES: usize = 256 * 1_024;

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
        let file = File::open(path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => FileProblem::Missing,
            _ => error.into(),
        })?;
        let found = file.metadata()?.len();
        if let Some(recorded) = self.bytes.filter(|recorded| *recorded != found) {
            return Err(FileProblem::Size { found, recorded });
        }
        if digest_of(file)? == self.sha256 { Ok(()) } else { Err(FileProblem::Content) }
    }
}

fn digest_of(file: File) -> io::Result<String> {
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
