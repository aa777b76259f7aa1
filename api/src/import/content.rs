//! A file that is sent, with its digests.

use std::fs::File;
use std::io::{self, Read as _, Seek as _, Write};
use std::path::Path;
use std::sync::Arc;

use sha1::Sha1;
use sha2::{Digest as _, Sha256, Sha512};
use waybill_platform::repositories::FixedContent;
use waybill_platform::secret::hex;

use super::ImportError;

/// How much is read at once, in bytes.
const PORTION_BYTES: usize = 256 * 1_024;

/// A file of the source: in its folder, or a copy that goes away with this.
#[derive(Debug)]
pub(crate) struct Content {
    /// The file, for reading.
    pub(crate) file: Arc<File>,
    /// Its size.
    pub(crate) bytes: u64,
    pub(crate) sha1: String,
    pub(crate) sha256: String,
    pub(crate) sha512: String,
}

impl Content {
    /// Opens a file and reads it once.
    pub(crate) fn open(path: &Path) -> Result<Self, ImportError> {
        let error = |error| ImportError::file(path, error);
        Self::of(File::open(path).map_err(error)?).map_err(error)
    }

    /// Reads an open file from its beginning.
    pub(crate) fn of(mut file: File) -> io::Result<Self> {
        file.rewind()?;
        let (mut sha1, mut sha256, mut sha512) = (Sha1::new(), Sha256::new(), Sha512::new());
        let (mut bytes, mut portion) = (0, vec![0; PORTION_BYTES]);
        loop {
            let read = file.read(&mut portion)?;
            if read == 0 {
                break;
            }
            sha1.update(&portion[..read]);
            sha256.update(&portion[..read]);
            sha512.update(&portion[..read]);
            bytes += read as u64;
        }
        file.rewind()?;
        Ok(Self {
            file: Arc::new(file),
            bytes,
            sha1: hex(&sha1.finalize()),
            sha256: hex(&sha256.finalize()),
            sha512: hex(&sha512.finalize()),
        })
    }

    /// The whole of it, if it is no longer than this.
    pub(crate) fn read(&self, bytes_max: u64) -> io::Result<Vec<u8>> {
        let mut file = &*self.file;
        file.rewind()?;
        let mut all = Vec::new();
        file.take(bytes_max).read_to_end(&mut all)?;
        Ok(all)
    }

    /// Writes all of it.
    pub(crate) fn write_to(&self, mut out: impl Write) -> io::Result<()> {
        let mut file = &*self.file;
        file.rewind()?;
        io::copy(&mut file, &mut out)?;
        Ok(())
    }

    /// Checks that it is what an index says.
    pub(crate) fn check(&self, of: &FixedContent) -> Result<(), ImportError> {
        let pairs = [
            ("SHA-512", of.sha512.as_ref(), &self.sha512),
            ("SHA-256", of.expected.sha256.as_ref(), &self.sha256),
            ("SHA-1", of.expected.sha1.as_ref(), &self.sha1),
        ];
        for (name, expected, is) in pairs {
            if expected.is_some_and(|expected| !expected.eq_ignore_ascii_case(is)) {
                return Err(ImportError::Digest(name));
            }
        }
        Ok(())
    }
}
