//! The files in the trash and in the archive of a repository: no client sees them, and their contents stay.

use std::collections::BTreeMap;

use redb::{ReadableTable as _, Table, WriteTransaction};
use waybill_blobs::BlobId;
use waybill_journal::RecordView;
use waybill_machines::rules::packages::Document;

use super::apply::{Files, read, written};
use super::checksums;
use super::{CONTENTS, TRASH, TRASH_USAGE, View, of_view};
use crate::repositories::embedded::trash_place;
use crate::repositories::{FileInfo, RepositoryError, TrashedFile, TrashedVersion, Usage};

/// What the names of files in the archive begin with: they sort behind all that are in the trash.
pub(in crate::repositories::embedded) const ARCHIVED: &str = "~";
/// What sorts behind all of them.
const ARCHIVED_END: &str = "\u{7f}";

/// Whether a file is in the archive by its name there, and not in the trash.
pub(crate) fn is_archived(item: &str) -> bool {
    item.starts_with(ARCHIVED)
}

/// The name that files have in the archive that were archived together, by that of one of them.
pub(in crate::repositories::embedded) fn archived_name(item: &str) -> &str {
    item.rsplit_once('-').map_or(item, |(name, _)| name)
}

/// The trash of one repository, within a transaction.
pub(super) struct Trashed<'a>(pub(super) Files<'a>);

type Contents<'a> = Table<'a, (&'static [u8; 32], &'static str, &'static str), ()>;

impl Trashed<'_> {
    /// Adds a file, which is at no path from now on.
    pub(super) fn put(
        &self,
        item: String,
        file: FileInfo,
        version: Option<TrashedVersion>,
        record: &RecordView<'_>,
    ) -> Result<(), RepositoryError> {
        let Files { transaction, repository, .. } = self.0;
        let (blob, trashed_by) = (file.blob(), record.who.to_owned());
        let trashed = TrashedFile { item, file, trashed_at: record.at, trashed_by, version };
        let bytes = bytes_of(&trashed);
        let mut table = transaction.open_table(TRASH).map_err(of_view)?;
        let key = (repository, trashed.item.as_str());
        table.insert(key, &written(&trashed)?[..]).map_err(of_view)?;
        if let Some(blob) = blob {
            let place = trash_place(&trashed.item);
            let mut contents = transaction.open_table(CONTENTS).map_err(of_view)?;
            contents.insert((blob.as_bytes(), repository, place.as_str()), ()).map_err(of_view)?;
        }
        for (blob, place) in metadata_of(&trashed) {
            let mut contents = transaction.open_table(CONTENTS).map_err(of_view)?;
            contents.insert((blob.as_bytes(), repository, place.as_str()), ()).map_err(of_view)?;
        }
        checksums::note(transaction, &trashed.file)?;
        self.count(|(files, all)| (files + 1, all.saturating_add(bytes)))
    }

    /// Takes a file out; none if it is not in the trash.
    pub(super) fn take(
        &self,
        item: &str,
    ) -> Result<Option<(FileInfo, Option<TrashedVersion>)>, RepositoryError> {
        let Files { transaction, repository, .. } = self.0;
        let mut table = transaction.open_table(TRASH).map_err(of_view)?;
        let removed = table.remove((repository, item)).map_err(of_view)?;
        let Some(removed) = removed.map(|found| found.value().to_vec()) else { return Ok(None) };
        let trashed = read::<TrashedFile>(&removed)?;
        let bytes = bytes_of(&trashed);
        for (blob, place) in metadata_of(&trashed) {
            let mut contents = transaction.open_table(CONTENTS).map_err(of_view)?;
            contents.remove((blob.as_bytes(), repository, place.as_str())).map_err(of_view)?;
        }
        let TrashedFile { file, version, .. } = trashed;
        if let Some(blob) = file.blob() {
            let mut contents = transaction.open_table(CONTENTS).map_err(of_view)?;
            remove_place(&mut contents, blob, repository, item)?;
            checksums::forget_unused(transaction, &contents, &file)?;
        }
        self.count(|(files, all)| (files.saturating_sub(1), all.saturating_sub(bytes)))?;
        Ok(Some((file, version)))
    }

    fn count(&self, changed: impl FnOnce((u64, u64)) -> (u64, u64)) -> Result<(), RepositoryError> {
        let Files { transaction, repository, .. } = self.0;
        let mut usages = transaction.open_table(TRASH_USAGE).map_err(of_view)?;
        let known = usages.get(repository).map_err(of_view)?.map(|usage| usage.value());
        usages.insert(repository, changed(known.unwrap_or_default())).map_err(of_view)?;
        Ok(())
    }
}

fn remove_place(
    contents: &mut Contents<'_>,
    blob: BlobId,
    repository: &str,
    item: &str,
) -> Result<(), RepositoryError> {
    let place = trash_place(item);
    contents.remove((blob.as_bytes(), repository, place.as_str())).map_err(of_view)?;
    Ok(())
}

/// The metadata of a file in the trash that was published with a version, and the place of it among the contents.
fn metadata_of(trashed: &TrashedFile) -> impl Iterator<Item = (BlobId, String)> {
    let files = trashed.version.iter().flat_map(TrashedVersion::metadata);
    files
        .filter_map(|file| Some((file.blob()?, format!("{}/metadata", trash_place(&trashed.item)))))
}

/// What a file in the trash takes in bytes, with its metadata.
fn bytes_of(trashed: &TrashedFile) -> u64 {
    let files = trashed.version.iter().flat_map(TrashedVersion::metadata);
    files.fold(trashed.file.content.bytes, |bytes, file| bytes.saturating_add(file.document.bytes))
}

/// Removes everything in the trash of a repository that was deleted; `after` sorts behind all of it.
pub(super) fn drop_all(
    transaction: &WriteTransaction,
    contents: &mut Contents<'_>,
    repository: &str,
    after: &str,
) -> Result<(), RepositoryError> {
    let mut table = transaction.open_table(TRASH).map_err(of_view)?;
    let removed = table.extract_from_if((repository, "")..(after, ""), |_, _| true);
    for entry in removed.map_err(of_view)? {
        let (_, value) = entry.map_err(of_view)?;
        let trashed: TrashedFile = read(value.value())?;
        if let Some(blob) = trashed.file.blob() {
            remove_place(contents, blob, repository, &trashed.item)?;
            checksums::forget_unused(transaction, contents, &trashed.file)?;
        }
        for (blob, place) in metadata_of(&trashed) {
            contents.remove((blob.as_bytes(), repository, place.as_str())).map_err(of_view)?;
        }
    }
    transaction.open_table(TRASH_USAGE).map_err(of_view)?.remove(repository).map_err(of_view)?;
    Ok(())
}

impl View {
    /// A file in the trash.
    pub(crate) fn trashed(
        &self,
        repository: &str,
        item: &str,
    ) -> Result<Option<TrashedFile>, RepositoryError> {
        let table = self.reading()?.open_table(TRASH).map_err(of_view)?;
        let found = table.get_owned((repository, item)).map_err(of_view)?;
        found.map(|found| read(found.value())).transpose()
    }

    /// The files in the trash whose names begin with a text, by name.
    pub(crate) fn trashed_with(
        &self,
        repository: &str,
        prefix: &str,
        files_max: usize,
    ) -> Result<Vec<TrashedFile>, RepositoryError> {
        let table = self.reading()?.open_table(TRASH).map_err(of_view)?;
        let mut found = Vec::new();
        for entry in table.range_owned((repository, prefix)..).map_err(of_view)?.take(files_max) {
            let (key, value) = entry.map_err(of_view)?;
            let (of, item) = key.value();
            if of != repository || !item.starts_with(prefix) {
                break;
            }
            found.push(read(value.value())?);
        }
        Ok(found)
    }

    /// The files that have been in the trash for longest.
    pub(crate) fn oldest_trashed(
        &self,
        repository: &str,
        files_max: usize,
    ) -> Result<Vec<TrashedFile>, RepositoryError> {
        let mut oldest = self.trashed_with(repository, "", files_max)?;
        oldest.retain(|file| !is_archived(&file.item));
        Ok(oldest)
    }

    /// The files that were archived together last, before those of a name; none if there are no others.
    pub(in crate::repositories::embedded) fn archived_before(
        &self,
        repository: &str,
        before: Option<&str>,
    ) -> Result<Vec<TrashedFile>, RepositoryError> {
        let table = self.reading()?.open_table(TRASH).map_err(of_view)?;
        let to = before.unwrap_or(ARCHIVED_END).max(ARCHIVED);
        let range = table.range_owned((repository, ARCHIVED)..(repository, to)).map_err(of_view)?;
        let mut found: Vec<TrashedFile> = Vec::new();
        for entry in range.rev() {
            let (key, value) = entry.map_err(of_view)?;
            let name = archived_name(key.value().1);
            if found.first().is_some_and(|last| archived_name(&last.item) != name) {
                break;
            }
            found.push(read(value.value())?);
        }
        found.reverse();
        Ok(found)
    }

    /// The metadata of the files in the trash that were published with versions, by their packages.
    pub(crate) fn trashed_metadata(
        &self,
        repository: &str,
    ) -> Result<BTreeMap<String, Vec<Document>>, RepositoryError> {
        let table = self.reading()?.open_table(TRASH).map_err(of_view)?;
        let mut found = BTreeMap::<String, Vec<Document>>::new();
        for entry in table.range_owned((repository, "")..).map_err(of_view)? {
            let (key, value) = entry.map_err(of_view)?;
            if key.value().0 != repository {
                break;
            }
            let TrashedFile { file, version, .. } = read(value.value())?;
            let (Some(of), Some(version)) = (file.version, version) else { continue };
            let documents = version.stored.files.into_iter().map(|file| file.document);
            found.entry(of.package).or_default().extend(documents);
        }
        Ok(found)
    }

    /// The files in the trash before a name, the newest first, as far as they may be seen. Also returns the name before
    /// which to go on.
    pub(crate) fn trash(
        &self,
        repository: &str,
        before: Option<&str>,
        files_max: usize,
        sees: impl Fn(&str) -> bool,
    ) -> Result<(Vec<TrashedFile>, Option<String>), RepositoryError> {
        let table = self.reading()?.open_table(TRASH).map_err(of_view)?;
        // Behind all names, which are hexadecimal digits, is the archive.
        let to = before.unwrap_or(ARCHIVED).min(ARCHIVED);
        let range = table.range_owned((repository, "")..(repository, to)).map_err(of_view)?;
        let (mut found, mut last) = (Vec::new(), None);
        for (visited, entry) in range.rev().enumerate() {
            if found.len() == files_max || visited == VISITED_MAX {
                return Ok((found, last));
            }
            let trashed: TrashedFile = read(entry.map_err(of_view)?.1.value())?;
            last = Some(trashed.item.clone());
            if sees(&trashed.file.path) {
                found.push(trashed);
            }
        }
        Ok((found, None))
    }

    /// How much is in the trash of a repository.
    pub(crate) fn trash_usage(&self, repository: &str) -> Result<Usage, RepositoryError> {
        let usages = self.reading()?.open_table(TRASH_USAGE).map_err(of_view)?;
        let found = usages.get_owned(repository).map_err(of_view)?.map(|usage| usage.value());
        let (files, bytes) = found.unwrap_or_default();
        Ok(Usage { files, bytes })
    }
}

/// The most files that are read for a page: those that may not be seen cost time too.
const VISITED_MAX: usize = 100_000;
