//! Reads what is imported: documents of OSV, folders of them, and zip archives such as the `all.zip` of an ecosystem.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use serde::{Deserialize, Serialize};
use waybill_advisories::{Advisory, FILE_BYTES_MAX, Skipped as Part};
use zip::ZipArchive;

use super::batch::{Batch, LINE_BYTES_MAX, StoredAdvisory};
use super::{
    ADVISORIES_MAX, DATABASE_BYTES_MAX, ECOSYSTEMS_MAX, FOLDERS_DEPTH_MAX, SOURCE_BYTES_MAX,
    UNPACKED_BYTES_MAX, UNREAD_MAX,
};

/// What a zip archive begins with; the second one is that of an empty archive.
const ZIP: [&[u8]; 2] = [b"PK\x03\x04", b"PK\x05\x06"];
/// How often progress is reported, in documents.
const REPORTED_EVERY: u64 = 10_000;

/// How far reading is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress<'p> {
    /// What is read.
    pub source: &'p str,
    /// How many documents have been read, of all sources.
    pub documents: u64,
}

/// A document, archive or folder that could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Unread {
    /// Its path; of an entry of an archive, with that of the archive.
    pub file: String,
    /// A sentence.
    pub reason: String,
}

/// What was found while reading.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "AdvisoryReport"),
    schemars(rename = "AdvisoryReport")
)]
pub struct Report {
    /// How many documents there were, with those that could not be read.
    pub documents: u64,
    /// How many could not be read.
    pub unread: u32,
    /// The first of these, and why.
    pub unread_files: Vec<Unread>,
    /// How often documents name an ecosystem that has no package type here, by its name.
    pub ecosystems: BTreeMap<String, u32>,
}

/// Reads sources one after another. A document that cannot be read does not keep the others from being imported.
pub struct Reading<'p> {
    batch: Batch,
    report: Report,
    /// How much the documents have, in bytes.
    unpacked: u64,
    /// How much is in the batch, in bytes.
    batched: u64,
    progress: &'p mut (dyn FnMut(Progress<'_>) + Send),
}

impl<'p> Reading<'p> {
    /// Begins to read.
    pub fn new(progress: &'p mut (dyn FnMut(Progress<'_>) + Send)) -> Self {
        Self {
            batch: Batch::default(),
            report: Report::default(),
            unpacked: 0,
            batched: 0,
            progress,
        }
    }

    /// What was read.
    pub fn finish(self) -> (Batch, Report) {
        (self.batch, self.report)
    }

    /// Reads a file, or all `.json` and `.zip` files of a folder and the folders below it. Links in folders are not
    /// followed. Blocks on the disk.
    pub fn path(&mut self, path: &Path) {
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => self.folder(path, 0),
            Ok(_) => match File::open(path) {
                Ok(file) => self.file(&path.display().to_string(), file),
                Err(error) => self.unread(&path.display().to_string(), &error),
            },
            Err(error) => self.unread(&path.display().to_string(), &error),
        }
    }

    fn folder(&mut self, path: &Path, depth: usize) {
        let name = path.display().to_string();
        if depth > FOLDERS_DEPTH_MAX {
            let reason = format!("More than {FOLDERS_DEPTH_MAX} folders are in each other.");
            return self.unread(&name, &reason);
        }
        let entries = fs::read_dir(path).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let mut entries = match entries {
            Ok(entries) => entries,
            Err(error) => return self.unread(&name, &error),
        };
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let path = entry.path();
            let kind = entry.file_type();
            let is_wanted = path.extension().is_some_and(|end| end == "json" || end == "zip");
            match kind {
                Ok(kind) if kind.is_dir() => self.folder(&path, depth + 1),
                Ok(kind) if kind.is_file() && is_wanted => self.path(&path),
                Ok(_) => {}
                Err(error) => self.unread(&path.display().to_string(), &error),
            }
        }
    }

    /// Reads a document or a zip archive. Blocks on the disk.
    pub fn file(&mut self, name: &str, mut file: File) {
        let read = (|| {
            let bytes = file.metadata()?.len();
            let mut first = Vec::new();
            (&mut file).take(4).read_to_end(&mut first)?;
            io::Seek::rewind(&mut file)?;
            Ok::<_, io::Error>((bytes, ZIP.iter().any(|begin| first == *begin)))
        })();
        match read {
            Err(error) => self.unread(name, &error),
            Ok((bytes, true)) if bytes > SOURCE_BYTES_MAX => {
                let limit = SOURCE_BYTES_MAX / 1_024 / 1_024;
                self.unread(name, &format!("It has more than {limit} MiB."));
            }
            Ok((_, true)) => self.archive(name, file),
            Ok((_, false)) => self.document(name, file),
        }
    }

    fn archive(&mut self, name: &str, file: File) {
        let mut archive = match ZipArchive::new(io::BufReader::new(file)) {
            Ok(archive) => archive,
            Err(error) => return self.unread(name, &format!("It is no zip archive: {error}.")),
        };
        if archive.len() > ADVISORIES_MAX {
            return self.unread(name, &format!("It has more than {ADVISORIES_MAX} entries."));
        }
        for at in 0..archive.len() {
            let entry = match archive.by_index(at) {
                Ok(entry) => entry,
                Err(error) => {
                    self.unread(name, &format!("Entry {at} cannot be read: {error}."));
                    continue;
                }
            };
            let Ok(entry_name) = entry.name().map(|inner| format!("{name}/{inner}")) else {
                drop(entry);
                self.unread(name, &format!("Entry {at} has a name that is no text."));
                continue;
            };
            let is_json = Path::new(&entry_name).extension().is_some_and(|end| end == "json");
            if entry.is_dir() || !is_json {
                continue;
            }
            self.document(&entry_name, entry);
            if self.unpacked > UNPACKED_BYTES_MAX {
                let limit = UNPACKED_BYTES_MAX / 1_024 / 1_024;
                return self.unread(name, &format!("What is imported has more than {limit} MiB."));
            }
        }
    }

    fn document(&mut self, name: &str, from: impl Read) {
        let mut bytes = Vec::new();
        // One more byte shows that there are more.
        let read = from.take(FILE_BYTES_MAX as u64 + 1).read_to_end(&mut bytes);
        if let Err(error) = read {
            return self.unread(name, &error);
        }
        self.unpacked += bytes.len() as u64;
        self.bytes(name, &bytes);
    }

    /// Reads a document.
    pub fn bytes(&mut self, name: &str, bytes: &[u8]) {
        match Advisory::read(name, bytes) {
            Ok(advisory) => self.advisory(name, advisory),
            Err(error) => self.unread(name, &error),
        }
    }

    fn advisory(&mut self, name: &str, advisory: Advisory) {
        if self.batch.len() >= ADVISORIES_MAX {
            return self.unread(name, &format!("An import may have {ADVISORIES_MAX} documents."));
        }
        self.count_ecosystems(&advisory);
        // One that is about none of our packages is in the batch as well: it may have been about one before.
        let stored = StoredAdvisory::of(advisory);
        match stored.line_bytes() {
            Ok(bytes) if bytes > LINE_BYTES_MAX => {
                let limit = LINE_BYTES_MAX / 1_024 / 1_024;
                return self.unread(name, &format!("Its packages take more than {limit} MiB."));
            }
            Ok(bytes) if self.batched + bytes > DATABASE_BYTES_MAX => {
                let limit = DATABASE_BYTES_MAX / 1_024 / 1_024;
                return self
                    .unread(name, &format!("An import may have {limit} MiB of advisories."));
            }
            Ok(bytes) => self.batched += bytes,
            Err(error) => return self.unread(name, &error),
        }
        self.next(name);
        self.batch.add(stored);
    }

    /// Counts the ecosystems of a document that have no package type here.
    fn count_ecosystems(&mut self, advisory: &Advisory) {
        for part in &advisory.skipped {
            let (Part::NoPackageType { ecosystem } | Part::UnknownEcosystem { ecosystem }) = part
            else {
                continue;
            };
            let ecosystem = ecosystem.split(':').next().unwrap_or_default();
            if let Some(count) = self.report.ecosystems.get_mut(ecosystem) {
                *count += 1;
            } else if self.report.ecosystems.len() < ECOSYSTEMS_MAX {
                self.report.ecosystems.insert(ecosystem.to_owned(), 1);
            }
        }
    }

    fn unread(&mut self, file: &str, reason: &impl ToString) {
        self.next(file);
        self.report.unread = self.report.unread.saturating_add(1);
        if self.report.unread_files.len() < UNREAD_MAX {
            let (file, reason) = (file.to_owned(), reason.to_string());
            self.report.unread_files.push(Unread { file, reason });
        }
    }

    fn next(&mut self, source: &str) {
        self.report.documents += 1;
        if self.report.documents.is_multiple_of(REPORTED_EVERY) {
            (self.progress)(Progress { source, documents: self.report.documents });
        }
    }
}
