//! The contents that the records of files refer to, for checking a data directory without the index.

use std::collections::{BTreeMap, BTreeSet};

use waybill_blobs::{BlobId, LocalFolder};
use waybill_journal::RecordView;
use waybill_machines::machines::package::Event;
use waybill_machines::machines::repository;
use waybill_machines::secret::Digest;
use waybill_machines::{AnyEvent, MachineName};

use super::embedded::{PREFIX, repository_of, trash_place};
use crate::stored_file::StoredFile;

/// The files that the records so far have left, by their packages' streams and their paths.
#[derive(Debug, Default)]
pub struct ContentsInUse {
    packages: BTreeMap<String, BTreeMap<String, Parts>>,
    deleted: BTreeSet<String>,
}

/// What a file consists of in the storage: SHA-256 and bytes of its content, and of the metadata it was published with.
#[derive(Debug)]
struct Parts(Vec<(Digest, u64)>);

/// A content, and a file that has it.
#[derive(Debug, PartialEq, Eq)]
pub struct ContentInUse {
    /// The content as a file below the folder of contents.
    pub stored: StoredFile,
    /// The path of a file that has it.
    pub path: String,
    /// The stream of that file's package.
    pub stream: String,
}

impl ContentsInUse {
    /// Follows the next record of the platform's journal. One that cannot be read changes nothing here.
    pub fn follow(&mut self, record: &RecordView<'_>) {
        let Ok(machine @ (MachineName::Package | MachineName::Repository)) = record.machine.parse()
        else {
            return;
        };
        // A rejected record has no state.
        if record.state.is_none() {
            return;
        }
        match machine.recorded_event(record.schema, record.event) {
            Ok(AnyEvent::Repository(repository::Event::Delete {})) => self.delete(record.stream),
            Ok(AnyEvent::Package(event)) => self.change(record.stream, event),
            _ => {}
        }
    }

    fn delete(&mut self, stream: &str) {
        let Some(id) = stream.strip_prefix(PREFIX) else { return };
        self.packages.retain(|package, _| repository_of(package) != Some(id));
        self.deleted.insert(id.to_owned());
    }

    fn change(&mut self, stream: &str, event: Event) {
        // An upload may end after its repository.
        if repository_of(stream).is_none_or(|id| self.deleted.contains(id)) {
            return;
        }
        let files = self.packages.entry(stream.to_owned()).or_default();
        match event {
            Event::Deploy { path, content, .. } => {
                files.insert(path, Parts(vec![(content.sha256, content.bytes)]));
            }
            Event::Publish { path, content, document, .. } => {
                let of_document = (document.sha256, document.bytes);
                files.insert(path, Parts(vec![(content.sha256, content.bytes), of_document]));
            }
            Event::Remove { path, .. } => drop(files.remove(&path)),
            // What is in the trash or in the archive is still stored.
            Event::Trash { item, path, .. } | Event::Archive { item, path, .. } => {
                files.remove(&path).map(|parts| files.insert(trash_place(&item), parts));
            }
            Event::Restore { item, path, .. } => {
                files.remove(&trash_place(&item)).map(|parts| files.insert(path, parts));
            }
            Event::Purge { item, .. } => drop(files.remove(&trash_place(&item))),
            Event::Annotate { .. }
            | Event::Deprecate { .. }
            | Event::Yank { .. }
            | Event::Tag { .. }
            | Event::UpstreamDiffers { .. } => {}
        }
        if files.is_empty() {
            self.packages.remove(stream);
        }
    }

    /// Each content once.
    pub fn contents(&self) -> impl Iterator<Item = ContentInUse> {
        let mut contents = BTreeMap::new();
        for (stream, files) in &self.packages {
            for (path, Parts(parts)) in files {
                for (sha256, bytes) in parts {
                    if let Ok(blob) = sha256.0.parse::<BlobId>() {
                        contents.entry(blob).or_insert((*bytes, path, stream));
                    }
                }
            }
        }
        contents.into_iter().map(|(blob, (bytes, path, stream))| ContentInUse {
            stored: StoredFile {
                path: LocalFolder::path_below(blob).to_string_lossy().into_owned(),
                sha256: blob.to_string(),
                bytes: Some(bytes),
            },
            path: path.clone(),
            stream: stream.clone(),
        })
    }
}
