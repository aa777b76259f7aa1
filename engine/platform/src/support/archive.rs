//! An archive that is written as a stream: only one line per file is kept in memory.

use std::io::{self, Read, Write};

use sha2::{Digest as _, Sha256};
use waybill_machines::Timestamp;
use zip::result::ZipError;
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, DateTime, ZipWriter};

use super::manifest::Entry;
use crate::secret::hex;

/// The compression level at which logs become smaller than with `zip -1`, in little more time.
const LEVEL: i64 = 2;
const PORTION: usize = 128 * 1_024;

/// Why an archive could not be written. An incomplete archive is of no use.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The disk has no room.
    #[error("the disk is full: {0}")]
    Full(io::Error),
    /// The archive could not be written.
    #[error("the archive cannot be written: {0}")]
    Write(io::Error),
    /// A file for the archive could not be read.
    #[error("{path} cannot be read: {error}")]
    Read {
        /// The path of the file in the archive.
        path: String,
        /// The error.
        error: io::Error,
    },
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        use io::ErrorKind::{FileTooLarge, QuotaExceeded, StorageFull};
        match error.kind() {
            StorageFull | QuotaExceeded | FileTooLarge => Self::Full(error),
            _ => Self::Write(error),
        }
    }
}

impl From<ZipError> for WriteError {
    fn from(error: ZipError) -> Self {
        match error {
            ZipError::Io(error) => error.into(),
            other => Self::Write(io::Error::other(other.to_string())),
        }
    }
}

/// The properties of a finished archive.
#[derive(Debug)]
pub struct Finished<W> {
    /// The writer that was passed in.
    pub inner: W,
    /// Its size in bytes.
    pub bytes: u64,
    /// The SHA-256 of its bytes in hex.
    pub digest: String,
}

/// Writes an archive. Each file is hashed as it is added, and the archive as it is written.
pub struct ArchiveWriter<W: Write> {
    zip: ZipWriter<StreamWriter<Hashed<W>>>,
    options: SimpleFileOptions,
    entries: Vec<Entry>,
    portion: Vec<u8>,
}

impl<W: Write> ArchiveWriter<W> {
    /// Begins an archive whose files have this time.
    pub fn new(inner: W, at: Timestamp) -> Self {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .compression_level(Some(LEVEL))
            .last_modified_time(date_time(at))
            .unix_permissions(0o644);
        let hashed = Hashed { inner, bytes: 0, hash: Sha256::new(), failed: None };
        let (entries, portion) = (Vec::new(), vec![0; PORTION]);
        Self { zip: ZipWriter::new_stream(hashed), options, entries, portion }
    }

    /// Adds a file from memory.
    pub fn text(&mut self, path: &str, content: &[u8]) -> Result<(), WriteError> {
        self.zip.start_file(path, self.options)?;
        self.zip.write_all(content)?;
        let sha256 = hex(&Sha256::digest(content));
        let bytes = content.len() as u64;
        self.entries.push(Entry { path: path.to_owned(), bytes, sha256, shortened_from: None });
        Ok(())
    }

    /// Adds a file of any size from a reader. A reader that ends early ends the file there.
    pub fn stream(
        &mut self,
        path: &str,
        source: &mut dyn Read,
        shortened_from: Option<u64>,
    ) -> Result<(), WriteError> {
        self.zip.start_file(path, self.options.large_file(true))?;
        let (mut bytes, mut hash) = (0, Sha256::new());
        loop {
            let read = match source.read(&mut self.portion) {
                Ok(0) => break,
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(WriteError::Read { path: path.to_owned(), error }),
            };
            let portion = &self.portion[..read];
            hash.update(portion);
            self.zip.write_all(portion)?;
            bytes += read as u64;
        }
        let (path, sha256) = (path.to_owned(), hex(&hash.finalize()));
        self.entries.push(Entry { path, bytes, sha256, shortened_from });
        Ok(())
    }

    /// The files that were added so far.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Writes the end of the archive.
    pub fn finish(self) -> Result<Finished<W>, WriteError> {
        let Hashed { mut inner, bytes, hash, failed } = self.zip.finish()?.into_inner();
        if let Some(kind) = failed {
            return Err(io::Error::from(kind).into());
        }
        inner.flush()?;
        Ok(Finished { inner, bytes, digest: hex(&hash.finalize()) })
    }
}

/// Counts and hashes the bytes that are written. After a failure it accepts everything and writes nothing: the library
/// tries to finish an archive that is dropped, and would print that it cannot.
struct Hashed<W> {
    inner: W,
    bytes: u64,
    hash: Sha256,
    failed: Option<io::ErrorKind>,
}

impl<W: Write> Write for Hashed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.failed.is_some() {
            return Ok(bytes.len());
        }
        let written = match self.inner.write(bytes) {
            Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                self.failed = Some(error.kind());
                return Err(error);
            }
            written => written?,
        };
        self.hash.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

/// The time as archives store it: with seconds, from 1980 on.
fn date_time(at: Timestamp) -> DateTime {
    let text = at.to_string();
    let number = |from: usize, to: usize| text.get(from..to).and_then(|part| part.parse().ok());
    let small = |from, to| number(from, to).and_then(|value: u16| u8::try_from(value).ok());
    let parts =
        (number(0, 4), small(5, 7), small(8, 10), small(11, 13), small(14, 16), small(17, 19));
    match parts {
        (Some(year), Some(month), Some(day), Some(hour), Some(minute), Some(second)) => {
            DateTime::from_date_and_time(year, month, day, hour, minute, second).unwrap_or_default()
        }
        _ => DateTime::default(),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    /// A disk with this much space.
    struct Small(usize);

    impl Write for Small {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.0 == 0 {
                return Err(io::ErrorKind::StorageFull.into());
            }
            let written = bytes.len().min(self.0);
            self.0 -= written;
            Ok(written)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn at() -> Timestamp {
        "2026-11-21T10:00:00Z".parse().unwrap()
    }

    fn write<W: Write>(inner: W) -> Result<Finished<W>, WriteError> {
        let mut archive = ArchiveWriter::new(inner, at());
        archive.text("README.txt", b"hello")?;
        archive.stream(
            "logs/xray/a.log",
            &mut Cursor::new(vec![b'x'; 1_000_000]),
            Some(2_000_000),
        )?;
        archive.finish()
    }

    /// covers: [BUNDLE-03]
    #[test]
    fn an_archive_round_trips_with_correct_hashes() {
        let finished = write(Vec::new()).unwrap();
        assert_eq!(finished.bytes, finished.inner.len() as u64);
        assert_eq!(finished.digest, crate::secret::sha256_hex(&finished.inner));
        let mut archive = zip::ZipArchive::new(Cursor::new(finished.inner)).unwrap();
        let mut text = String::new();
        archive.by_name("logs/xray/a.log").unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "x".repeat(1_000_000));
        assert_eq!(archive.by_name("README.txt").unwrap().last_modified().unwrap().year(), 2026);
    }

    /// covers: [BUNDLE-03]
    #[test]
    fn a_full_disk_is_reported_as_such_at_every_write() {
        let whole = write(Vec::new()).unwrap().inner.len();
        for room in (0..whole).step_by(7) {
            let full = write(Small(room));
            assert!(matches!(full, Err(WriteError::Full(_))), "{room} of {whole}");
        }
        assert!(write(Small(whole)).is_ok());
    }

    struct Broken;

    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("a bad sector"))
        }
    }

    #[test]
    fn a_source_that_cannot_be_read_is_named() {
        let mut archive = ArchiveWriter::new(Vec::new(), at());
        let failed = archive.stream("logs/xray/a.log", &mut Broken, None);
        assert_eq!(failed.unwrap_err().to_string(), "logs/xray/a.log cannot be read: a bad sector");
    }
}
