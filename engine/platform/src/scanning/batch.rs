//! Advisories that are to be imported, and how they are handed from one process to another.

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Read as _, Write};
use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, fchown};
use std::path::Path;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use waybill_advisories::{Advisory, PackageAdvisory};
use waybill_machines::Timestamp;

use super::ADVISORIES_MAX;
use crate::secret::{hex, random};

/// What the names of batches begin with that another process hands over.
pub(super) const STAGED: &str = "staged-";
/// The longest line of a file of advisories, in bytes.
pub(super) const LINE_BYTES_MAX: u64 = 16 * 1_024 * 1_024;

/// An advisory as it is stored: a line of JSON.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredAdvisory {
    /// Its identifier.
    pub id: String,
    /// When it was changed last, as it has it.
    pub modified: String,
    /// Whether it was withdrawn. It is kept without packages then, so that an older document does not bring it back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub withdrawn: bool,
    /// What it says of packages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub packages: Vec<PackageAdvisory>,
}

impl StoredAdvisory {
    /// What is stored of a document.
    pub fn of(advisory: Advisory) -> Self {
        let withdrawn = advisory.withdrawn.is_some();
        let packages = if withdrawn { Vec::new() } else { advisory.packages };
        Self { id: advisory.id, modified: advisory.modified, withdrawn, packages }
    }

    /// How long its line is, in bytes.
    pub(super) fn line_bytes(&self) -> io::Result<u64> {
        Ok(serde_json::to_vec(self)?.len() as u64 + 1)
    }

    /// Whether it is about no package, although it was not withdrawn.
    pub const fn is_unrelated(&self) -> bool {
        self.packages.is_empty() && !self.withdrawn
    }

    /// Whether this one counts, and not the other one with its identifier, which is known already.
    pub(super) fn replaces(&self, known: &Self) -> bool {
        let times = (self.modified.parse::<Timestamp>(), known.modified.parse::<Timestamp>());
        let order = match times {
            (Ok(own), Ok(other)) => own.cmp(&other),
            _ => self.modified.cmp(&known.modified),
        };
        // At the same time it may be read better than by an earlier build.
        order.is_gt() || (order.is_eq() && self != known)
    }
}

/// Advisories by their identifiers, each once.
#[derive(Debug, Default)]
pub struct Batch {
    advisories: BTreeMap<String, StoredAdvisory>,
}

/// A batch that another process has written for the service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Staged {
    /// The name of its file, in the folder of the service.
    pub name: String,
    /// The SHA-256 of it.
    pub sha256: String,
    /// Its size in bytes.
    pub bytes: u64,
}

impl Batch {
    /// The number of advisories.
    pub fn len(&self) -> usize {
        self.advisories.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.advisories.is_empty()
    }

    /// Adds an advisory, unless there is a newer one with its identifier.
    pub fn add(&mut self, advisory: StoredAdvisory) {
        match self.advisories.get_mut(&advisory.id) {
            Some(known) if advisory.replaces(known) => *known = advisory,
            Some(_) => {}
            None => {
                self.advisories.insert(advisory.id.clone(), advisory);
            }
        }
    }

    pub(super) fn into_sorted(self) -> impl Iterator<Item = StoredAdvisory> {
        self.advisories.into_values()
    }

    /// The SHA-256 of the batch as it is stored.
    pub(super) fn digest(&self) -> io::Result<String> {
        let mut out = Hashed::new(io::sink());
        for advisory in self.advisories.values() {
            write_line(&mut out, advisory)?;
        }
        Ok(out.finish().1)
    }

    /// Writes the batch into the folder of the service, for its owner: a server may be about to take it up.
    ///
    /// # Errors
    ///
    /// An error of the file system.
    pub fn stage(&self, folder: &Path) -> io::Result<Staged> {
        let name = format!("{STAGED}{}", hex(&random::<8>()));
        let path = folder.join(&name);
        let owner = fs::metadata(folder)?;
        // A file that exists, and also a link, is not followed.
        let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&path)?;
        let written = (|| {
            let mut out = Hashed::new(BufWriter::new(&file));
            for advisory in self.advisories.values() {
                write_line(&mut out, advisory)?;
            }
            out.flush()?;
            if file.metadata()?.uid() != owner.uid() {
                fchown(&file, Some(owner.uid()), Some(owner.gid()))?;
            }
            let (bytes, sha256) = out.finish();
            Ok(Staged { name, sha256, bytes })
        })();
        if written.is_err() {
            // The next start of the service removes it otherwise.
            let _ = fs::remove_file(&path);
        }
        written
    }

    /// Reads a batch as it was written.
    pub(super) fn read(from: impl io::Read) -> io::Result<Self> {
        let mut batch = Self::default();
        for advisory in Lines::new(from) {
            if batch.len() >= ADVISORIES_MAX {
                return Err(io::Error::other("it has too many advisories"));
            }
            batch.add(advisory?);
        }
        Ok(batch)
    }
}

/// The advisories of a file, a line each.
pub(super) struct Lines<R> {
    reader: BufReader<R>,
    line: Vec<u8>,
}

impl<R: io::Read> Lines<R> {
    pub(super) fn new(from: R) -> Self {
        Self { reader: BufReader::new(from), line: Vec::new() }
    }
}

impl<R: io::Read> Iterator for Lines<R> {
    type Item = io::Result<StoredAdvisory>;

    fn next(&mut self) -> Option<Self::Item> {
        self.line.clear();
        let read = (&mut self.reader).take(LINE_BYTES_MAX).read_until(b'\n', &mut self.line);
        match read {
            Err(error) => Some(Err(error)),
            Ok(0) => None,
            Ok(_) => Some(serde_json::from_slice(&self.line).map_err(io::Error::from)),
        }
    }
}

pub(super) fn write_line(out: &mut impl Write, advisory: &StoredAdvisory) -> io::Result<()> {
    serde_json::to_writer(&mut *out, advisory)?;
    out.write_all(b"\n")
}

/// Counts and hashes what is written.
pub(super) struct Hashed<W> {
    inner: W,
    hash: Sha256,
    bytes: u64,
}

impl<W: Write> Hashed<W> {
    pub(super) fn new(inner: W) -> Self {
        Self { inner, hash: Sha256::new(), bytes: 0 }
    }

    /// How much was written, in bytes.
    pub(super) const fn bytes(&self) -> u64 {
        self.bytes
    }

    /// How much was written, and its SHA-256.
    pub(super) fn finish(self) -> (u64, String) {
        (self.bytes, hex(&self.hash.finalize()))
    }
}

impl<W: Write> Write for Hashed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hash.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
