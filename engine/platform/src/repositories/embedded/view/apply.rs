//! What an event changes in the view.

use redb::{ReadableTable as _, WriteTransaction};
use serde::Serialize;
use serde::de::DeserializeOwned;
use waybill_blobs::BlobId;
use waybill_journal::RecordView;
use waybill_machines::machines::package::Content;
use waybill_machines::machines::{download, package, repository};
use waybill_machines::rules::artifacts::Properties;
use waybill_machines::{AnyEvent, MachineName};
use waybill_stream::LoadError;

use super::checksums;
use super::downloads as counts;
use super::summaries::{SUMMARIES, Touched};
use super::transfers;
use super::trash::{self, Trashed};
use super::versions::{Versions, place_of};
use super::{
    CONTENTS, DELETED, FILES, META, STREAMS, TAGS, TOTALS, UNUSED, USAGE, VERSIONS, of_view,
};
use crate::downloads;
use crate::repositories::embedded::PREFIX;
use crate::repositories::embedded::repository_of;
use crate::repositories::{FileInfo, RepositoryError, StoredVersion, VersionFile, VersionId};

/// Applies a record. One that is in the view already, was rejected or concerns others changes nothing.
pub(super) fn apply(
    transaction: &WriteTransaction,
    touched: &Touched,
    record: &RecordView<'_>,
) -> Result<(), RepositoryError> {
    let Ok(machine @ (MachineName::Package | MachineName::Repository | MachineName::Download)) =
        record.machine.parse()
    else {
        return Ok(());
    };
    let counts_of = record.stream.strip_prefix(downloads::PREFIX);
    if counts_of.is_some_and(|stream| stream.contains('/')) {
        // Single downloads are counted with their minute.
        return Ok(());
    }
    let event = || {
        let schema = u32::try_from(record.schema).unwrap_or(u32::MAX);
        let event = machine.recorded_event(schema.into(), record.event);
        event.map_err(|error| {
            RepositoryError::Stream(LoadError::of(record.stream, record.seq, &error).into())
        })
    };
    {
        let mut streams = transaction.open_table(STREAMS).map_err(of_view)?;
        let known = streams.get(record.stream).map_err(of_view)?.map_or(0, |seq| seq.value());
        if record.seq <= known {
            return Ok(());
        }
        streams.insert(record.stream, record.seq).map_err(of_view)?;
    }
    if record.state.is_none() {
        // It was rejected.
        return Ok(());
    }
    match (event()?, record.stream.strip_prefix(PREFIX), repository_of(record.stream)) {
        (AnyEvent::Repository(repository::Event::Delete {}), Some(repository), _) => {
            drop_repository(transaction, repository)
        }
        (AnyEvent::Download(download::Event::Count { count }), ..) => match counts_of {
            Some(repository) => {
                transfers::add(transaction, repository, &count)?;
                counts::add(Files { transaction, repository, touched }, *count)
            }
            None => Ok(()),
        },
        // An upload may end after its repository.
        (AnyEvent::Package(event), _, Some(repository))
            if !is_deleted(transaction, repository)? =>
        {
            let files = Files { transaction, repository, touched };
            files.count_change()?;
            files.change(event, record)
        }
        _ => Ok(()),
    }
}

fn is_deleted(transaction: &WriteTransaction, id: &str) -> Result<bool, RepositoryError> {
    let meta = transaction.open_table(META).map_err(of_view)?;
    Ok(meta.get(format!("{DELETED}{id}").as_str()).map_err(of_view)?.is_some())
}

/// Removes everything of a repository.
fn drop_repository(transaction: &WriteTransaction, id: &str) -> Result<(), RepositoryError> {
    let mut table = transaction.open_table(FILES).map_err(of_view)?;
    let removed = table.extract_from_if((id, "")..(after(id).as_str(), ""), |_, _| true);
    let mut contents = transaction.open_table(CONTENTS).map_err(of_view)?;
    for entry in removed.map_err(of_view)? {
        let (_, value) = entry.map_err(of_view)?;
        let file: FileInfo = read(value.value())?;
        if let Some(blob) = file.blob() {
            contents.remove((blob.as_bytes(), id, file.path.as_str())).map_err(of_view)?;
        }
        checksums::forget_unused(transaction, &contents, &file)?;
    }
    let mut versions = transaction.open_table(VERSIONS).map_err(of_view)?;
    let removed = versions.extract_from_if((id, "", "")..(after(id).as_str(), "", ""), |_, _| true);
    for entry in removed.map_err(of_view)? {
        let version: StoredVersion = read(entry.map_err(of_view)?.1.value())?;
        for file in &version.files {
            if let Some(blob) = file.blob() {
                let place = place_of(&file.path);
                contents.remove((blob.as_bytes(), id, place.as_str())).map_err(of_view)?;
            }
        }
    }
    let mut summaries = transaction.open_table(SUMMARIES).map_err(of_view)?;
    summaries.retain_in((id, "")..(after(id).as_str(), ""), |_, _| false).map_err(of_view)?;
    trash::drop_all(transaction, &mut contents, id, &after(id))?;
    counts::drop_all(transaction, id, &after(id))?;
    transfers::drop_all(transaction, id, &after(id))?;
    let mut tags = transaction.open_table(TAGS).map_err(of_view)?;
    tags.retain_in((id, "", "")..(after(id).as_str(), "", ""), |_, _| false).map_err(of_view)?;
    transaction.open_table(USAGE).map_err(of_view)?.remove(id).map_err(of_view)?;
    transaction.open_table(TOTALS).map_err(of_view)?.remove(id).map_err(of_view)?;
    let mut meta = transaction.open_table(META).map_err(of_view)?;
    meta.insert(format!("{DELETED}{id}").as_str(), &[][..]).map_err(of_view)?;
    Ok(())
}

/// The smallest id that sorts after this one and everything that begins with it.
fn after(id: &str) -> String {
    format!("{id}\u{1}")
}

/// Reads an entry of the view.
pub(super) fn read<T: DeserializeOwned>(json: &[u8]) -> Result<T, RepositoryError> {
    serde_json::from_slice(json).map_err(|error| RepositoryError::View(error.to_string()))
}

/// Writes an entry of the view.
pub(super) fn written<T: Serialize>(entry: &T) -> Result<Vec<u8>, RepositoryError> {
    serde_json::to_vec(entry).map_err(|error| RepositoryError::View(error.to_string()))
}

/// The files of one repository, within a transaction.
#[derive(Clone, Copy)]
pub(super) struct Files<'a> {
    pub(super) transaction: &'a WriteTransaction,
    pub(super) repository: &'a str,
    /// Notes which packages change.
    pub(super) touched: &'a Touched,
}

impl Files<'_> {
    /// Counts a change in the repository.
    fn count_change(self) -> Result<(), RepositoryError> {
        self.total(|(changes, versions, bytes)| (changes + 1, versions, bytes))
    }

    fn total(
        self,
        changed: impl FnOnce((u64, u64, u64)) -> (u64, u64, u64),
    ) -> Result<(), RepositoryError> {
        let mut totals = self.transaction.open_table(TOTALS).map_err(of_view)?;
        let known = totals.get(self.repository).map_err(of_view)?.map(|totals| totals.value());
        totals.insert(self.repository, changed(known.unwrap_or_default())).map_err(of_view)?;
        Ok(())
    }

    fn change(self, event: package::Event, record: &RecordView<'_>) -> Result<(), RepositoryError> {
        match event {
            package::Event::Deploy { path, content, properties, .. } => {
                self.store(path, content, properties, None, record)
            }
            package::Event::Publish {
                name,
                version,
                path,
                content,
                document,
                summary,
                tags,
                subject,
                properties,
                ..
            } => {
                let id = VersionId { package: name, version: version.clone() };
                let file = VersionFile { path: path.clone(), document, published_at: record.at };
                let stored = StoredVersion {
                    version,
                    files: vec![file],
                    summary,
                    subject,
                    deprecation: None,
                    yanked: false,
                    yank_reason: None,
                    published_at: record.at,
                    published_by: record.who.to_owned(),
                };
                Versions(self).put(&id.package, stored)?;
                for tag in tags {
                    Versions(self).set_tag(&id.package, &tag, Some(&id.version))?;
                }
                self.store(path, content, properties, Some(id), record)
            }
            package::Event::Deprecate { name, version, reason, .. } => {
                Versions(self)
                    .mark(&name, &version, |stored| StoredVersion { deprecation: reason, ..stored })
            }
            package::Event::Yank { name, version, yanked, reason, .. } => {
                let marked = |stored| StoredVersion { yanked, yank_reason: reason, ..stored };
                Versions(self).mark(&name, &version, marked)
            }
            package::Event::Tag { name, tag, version, .. } => {
                Versions(self).set_tag(&name, &tag, version.as_deref())
            }
            package::Event::Annotate { path, properties, .. } => {
                let Some(before) = self.get(&path)? else { return Ok(()) };
                let after = FileInfo { properties, updated_at: record.at, ..before.clone() };
                self.put(Some(&before), &after)
            }
            package::Event::Remove { path, .. } => match self.get(&path)? {
                Some(before) => self.remove(&before),
                None => Ok(()),
            },
            package::Event::Trash { item, path, .. }
            | package::Event::Archive { item, path, .. } => match self.get(&path)? {
                Some(before) => {
                    let of = before.version.as_ref();
                    let version = of.map(|of| Versions(self).to_trash(of, &before.path));
                    let version = version.transpose()?.flatten();
                    self.remove(&before)?;
                    Trashed(self).put(item, before, version, record)
                }
                None => Ok(()),
            },
            package::Event::Restore { item, .. } => match Trashed(self).take(&item)? {
                Some((file, version)) => {
                    if let (Some(id), Some(version)) = (&file.version, version) {
                        Versions(self).restore(id, version)?;
                    }
                    self.put(None, &FileInfo { updated_at: record.at, ..file })
                }
                None => Ok(()),
            },
            package::Event::Purge { item, .. } => Trashed(self).take(&item).map(drop),
            // The file stays as it is.
            package::Event::UpstreamDiffers { .. } => Ok(()),
        }
    }

    fn store(
        self,
        path: String,
        content: Content,
        properties: Properties,
        version: Option<VersionId>,
        record: &RecordView<'_>,
    ) -> Result<(), RepositoryError> {
        let before = self.get(&path)?;
        let created = before.as_ref().map(|file| (file.created_at, file.created_by.clone()));
        let who = record.who.to_owned();
        let (created_at, created_by) = created.unwrap_or((record.at, who.clone()));
        let file = FileInfo {
            path,
            content,
            properties,
            version,
            created_at,
            created_by,
            modified_at: record.at,
            modified_by: who,
            updated_at: record.at,
        };
        self.put(before.as_ref(), &file)
    }

    fn get(self, path: &str) -> Result<Option<FileInfo>, RepositoryError> {
        let table = self.transaction.open_table(FILES).map_err(of_view)?;
        let found = table.get((self.repository, path)).map_err(of_view)?;
        found.map(|found| read(found.value())).transpose()
    }

    fn put(self, before: Option<&FileInfo>, file: &FileInfo) -> Result<(), RepositoryError> {
        let key = (self.repository, file.path.as_str());
        let json = written(file)?;
        self.transaction
            .open_table(FILES)
            .map_err(of_view)?
            .insert(key, &json[..])
            .map_err(of_view)?;
        self.refer(before.map(Referring::of), Some(Referring::of(file)))?;
        if let Some(before) = before {
            checksums::forget(self.transaction, before)?;
        }
        checksums::note(self.transaction, file)
    }

    fn remove(self, file: &FileInfo) -> Result<(), RepositoryError> {
        let key = (self.repository, file.path.as_str());
        self.transaction.open_table(FILES).map_err(of_view)?.remove(key).map_err(of_view)?;
        if let Some(version) = &file.version {
            Versions(self).remove_file(version, &file.path)?;
        }
        self.refer(Some(Referring::of(file)), None)?;
        counts::forget(self.transaction, self.repository, &file.path)?;
        checksums::forget(self.transaction, file)
    }

    /// Changes where contents occur, and how much is in the repository.
    pub(super) fn refer(
        self,
        before: Option<Referring<'_>>,
        after: Option<Referring<'_>>,
    ) -> Result<(), RepositoryError> {
        let mut contents = self.transaction.open_table(CONTENTS).map_err(of_view)?;
        if let Some((blob, place)) = before.as_ref().and_then(Referring::place) {
            contents.remove((blob.as_bytes(), self.repository, place)).map_err(of_view)?;
        }
        if let Some((blob, place)) = after.as_ref().and_then(Referring::place) {
            contents.insert((blob.as_bytes(), self.repository, place), ()).map_err(of_view)?;
            // It is used from now on: should it become unused again, its time begins again.
            let mut unused = self.transaction.open_table(UNUSED).map_err(of_view)?;
            unused.remove(blob.as_bytes()).map_err(of_view)?;
        }
        // What is no file is the metadata of a version.
        let metadata = |of: &Option<Referring<'_>>| {
            let of = of.as_ref().filter(|of| !of.is_file);
            of.map_or((0, 0), |of| (1, of.bytes))
        };
        let (removed, added) = (metadata(&before), metadata(&after));
        if removed != added {
            self.total(|(changes, versions, bytes)| {
                let versions = (versions + added.0).saturating_sub(removed.0);
                (changes, versions, bytes.saturating_add(added.1).saturating_sub(removed.1))
            })?;
        }
        let mut usages = self.transaction.open_table(USAGE).map_err(of_view)?;
        let known = usages.get(self.repository).map_err(of_view)?.map(|usage| usage.value());
        let (mut files, mut bytes) = known.unwrap_or_default();
        if let Some(before) = before {
            files = files.saturating_sub(u64::from(before.is_file));
            bytes = bytes.saturating_sub(before.bytes);
        }
        if let Some(after) = after {
            files += u64::from(after.is_file);
            bytes = bytes.saturating_add(after.bytes);
        }
        usages.insert(self.repository, (files, bytes)).map_err(of_view)?;
        Ok(())
    }
}

/// Something that refers to a content.
pub(super) struct Referring<'a> {
    pub(super) blob: Option<BlobId>,
    /// Where it is: the path of a file, or the place of a version.
    pub(super) place: &'a str,
    pub(super) bytes: u64,
    /// Whether it is a file, and not the metadata of a version.
    pub(super) is_file: bool,
}

impl<'a> Referring<'a> {
    fn of(file: &'a FileInfo) -> Self {
        let (blob, bytes) = (file.blob(), file.content.bytes);
        Self { blob, place: &file.path, bytes, is_file: true }
    }

    fn place(&self) -> Option<(BlobId, &'a str)> {
        Some((self.blob?, self.place))
    }
}
