//! The view of all files and versions: what the events of packages add up to, in a file beside the journal.
//!
//! It is derived. The file names the journal's position up to which it is complete and the last record before it; what
//! comes after is read again when it is opened, and applying a record twice changes nothing. A file that is missing,
//! damaged or of another journal is rebuilt.

mod apply;
mod checksums;
mod downloads;
mod following;
mod joined;
mod packages;
mod pages;
mod read;
mod revisions;
mod search;
mod stored;
mod summaries;
mod transfers;
mod trash;
mod versions;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use redb::{
    Database, DatabaseError, Durability, ReadableDatabase as _, ReadableTable as _,
    TableDefinition, WriteTransaction,
};
use tokio::sync::broadcast;
use waybill_blobs::BlobId;
use waybill_journal::{Journal, ReadError, StoredRecord};
use waybill_machines::Timestamp;
use waybill_machines::rules::repositories::PackageType;

use super::catalogue::PackageIndex;
use crate::repositories::{ChangedPackage, RepositoryError};
use apply::apply;
use checksums::SHA1S;
use downloads::DOWNLOADS;
use following::Following;
pub(super) use read::folders_since;
use revisions::Revisions;
pub(super) use summaries::{PackageSummary, modified_at, summarised};
use summaries::{SUMMARIES, Touched, Types};
use transfers::DAYS;
pub(crate) use trash::is_archived;
pub(super) use trash::{ARCHIVED, archived_name};

/// The layout of the file. One of another layout is rebuilt.
const FORMAT: u64 = 11;
/// How many records are read from the journal at a time.
const PORTION: usize = 1_024;
/// How many changed packages may wait for a page that follows them. A slower one reads everything again.
const CHANGED_MAX: usize = 1_024;

/// The files by repository id and path, as JSON.
const FILES: TableDefinition<'_, (&str, &str), &[u8]> = TableDefinition::new("files");
/// The versions by repository id, name of the package and version, as JSON.
const VERSIONS: TableDefinition<'_, (&str, &str, &str), &[u8]> = TableDefinition::new("versions");
/// The versions that tags name, by repository id, name of the package and tag.
const TAGS: TableDefinition<'_, (&str, &str, &str), &str> = TableDefinition::new("tags");
/// Where each content occurs: SHA-256, repository id, path. The metadata of a version has a path that no file can have.
const CONTENTS: TableDefinition<'_, (&[u8; 32], &str, &str), ()> = TableDefinition::new("contents");
/// Since when contents are known to be unused, in milliseconds, by SHA-256. It is not derived: a view that is made
/// again begins without, which keeps them longer.
const UNUSED: TableDefinition<'_, &[u8; 32], i64> = TableDefinition::new("unused");
/// The files in the trash and in the archive by repository id and name there, as JSON.
const TRASH: TableDefinition<'_, (&str, &str), &[u8]> = TableDefinition::new("trash");
/// The number of files and of bytes in the trash by repository id.
const TRASH_USAGE: TableDefinition<'_, &str, (u64, u64)> = TableDefinition::new("trash_usage");
/// The newest record of each stream that is in the view.
const STREAMS: TableDefinition<'_, &str, u64> = TableDefinition::new("streams");
/// The number of files and of bytes by repository id.
const USAGE: TableDefinition<'_, &str, (u64, u64)> = TableDefinition::new("usage");
/// What all packages of a repository add up to, by its id: the changes so far, the versions, their metadata in bytes.
const TOTALS: TableDefinition<'_, &str, (u64, u64, u64)> = TableDefinition::new("totals");
/// The position, the format and the hash of the last record.
const META: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("meta");
const POSITION: &str = "position";
const LAST: &str = "last";
const FORMAT_KEY: &str = "format";
/// Before the id of a repository that was deleted.
const DELETED: &str = "deleted/";

/// The view.
pub(super) struct View {
    file: Database,
    /// The journal's length at the beginning of each change that is under way: what is before the smallest of them is
    /// in the view.
    under_way: Mutex<BTreeMap<u64, usize>>,
    /// Whether something was applied since the file was last saved.
    is_unsaved: AtomicBool,
    /// Whether a change may be recorded that is not in the view.
    is_incomplete: AtomicBool,
    revisions: Revisions,
    following: Following,
    pub(super) types: Types,
    pub(super) packages: Arc<PackageIndex>,
    pub(super) changed: broadcast::Sender<ChangedPackage>,
}

/// A change from before its record is appended until it is in the view. One that is never ended, because something
/// failed, keeps the saved position before it: the next start reads its record.
#[must_use]
pub(super) struct Change {
    began_at: u64,
}

/// The error of the file, as one of the service.
fn of_view(error: impl Into<redb::Error>) -> RepositoryError {
    RepositoryError::View(error.into().to_string())
}

impl View {
    /// Opens the view, and brings it up to the end of the journal. The repositories that exist have these types.
    pub(super) fn open(
        path: &Path,
        journal: &dyn Journal,
        types: &[(String, PackageType)],
        cache_bytes: usize,
    ) -> Result<Self, RepositoryError> {
        let create = || Database::builder().set_cache_size(cache_bytes).create(path);
        let new = |file| Self {
            file,
            under_way: Mutex::default(),
            is_unsaved: AtomicBool::default(),
            is_incomplete: AtomicBool::default(),
            revisions: Revisions::default(),
            following: Following::default(),
            types: Types::of_all(types.iter().cloned()),
            packages: Arc::default(),
            changed: broadcast::channel(CHANGED_MAX).0,
        };
        let known = match create() {
            // It is in use, and not damaged.
            Err(error @ DatabaseError::DatabaseAlreadyOpen) => return Err(of_view(error)),
            file => file.map_err(of_view).and_then(|file| {
                let view = new(file);
                let position = view.position_in(journal)?;
                Ok(position.map(|position| (view, position)))
            }),
        };
        let (view, position) = match known {
            Ok(Some(known)) => known,
            rebuilt => {
                if let Err(error) = rebuilt {
                    tracing::warn!(service = "artifactory", %error, "the index of the repositories is rebuilt");
                }
                match fs::remove_file(path) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => {
                        return Err(RepositoryError::View(error.to_string()));
                    }
                    _ => {}
                }
                let view = new(create().map_err(of_view)?);
                view.begin()?;
                (view, 0)
            }
        };
        view.catch_up(journal, position)?;
        Ok(view)
    }

    /// The position up to which it is complete; none if it is new, of another layout or of another journal.
    fn position_in(&self, journal: &dyn Journal) -> Result<Option<u64>, RepositoryError> {
        let transaction = self.file.begin_read().map_err(of_view)?;
        let meta = match transaction.open_table(META) {
            Ok(meta) => meta,
            Err(redb::TableError::TableDoesNotExist(_)) => return Ok(None),
            Err(error) => return Err(of_view(error)),
        };
        let number = |key: &str| -> Result<Option<u64>, RepositoryError> {
            let value = meta.get(key).map_err(of_view)?;
            Ok(value.and_then(|value| value.value().try_into().ok()).map(u64::from_le_bytes))
        };
        if number(FORMAT_KEY)? != Some(FORMAT) {
            return Ok(None);
        }
        let position = number(POSITION)?.filter(|position| *position <= journal.count());
        let Some(position) = position else { return Ok(None) };
        let last = meta.get(LAST).map_err(of_view)?;
        let last = last.map(|last| last.value().to_vec()).unwrap_or_default();
        Ok((last == last_before(journal, position)).then_some(position))
    }

    /// Makes all tables, so that reading never finds one missing.
    fn begin(&self) -> Result<(), RepositoryError> {
        let transaction = self.file.begin_write().map_err(of_view)?;
        transaction.open_table(FILES).map_err(of_view)?;
        transaction.open_table(VERSIONS).map_err(of_view)?;
        transaction.open_table(TAGS).map_err(of_view)?;
        transaction.open_table(CONTENTS).map_err(of_view)?;
        transaction.open_table(SHA1S).map_err(of_view)?;
        transaction.open_table(UNUSED).map_err(of_view)?;
        transaction.open_table(DOWNLOADS).map_err(of_view)?;
        transaction.open_table(DAYS).map_err(of_view)?;
        transaction.open_table(TRASH).map_err(of_view)?;
        transaction.open_table(TRASH_USAGE).map_err(of_view)?;
        transaction.open_table(STREAMS).map_err(of_view)?;
        transaction.open_table(USAGE).map_err(of_view)?;
        transaction.open_table(TOTALS).map_err(of_view)?;
        transaction.open_table(SUMMARIES).map_err(of_view)?;
        let mut meta = transaction.open_table(META).map_err(of_view)?;
        meta.insert(FORMAT_KEY, &FORMAT.to_le_bytes()[..]).map_err(of_view)?;
        drop(meta);
        transaction.commit().map_err(of_view)
    }

    /// Applies the journal's records from a position on.
    fn catch_up(&self, journal: &dyn Journal, from: u64) -> Result<(), RepositoryError> {
        let mut position = from;
        loop {
            let records = match journal.scan(position, PORTION) {
                Ok(records) => records,
                // What is behind the damage is still shown.
                Err(ReadError::Damaged { .. }) => {
                    let Some(next) = journal.readable_from(position + 1) else { return Ok(()) };
                    position = next;
                    continue;
                }
                Err(error) => return Err(RepositoryError::Stream(error.into())),
            };
            let Some(last) = records.last() else { break };
            position = last.position + 1;
            let transaction = self.transaction()?;
            let touched = Touched::default();
            for record in &records {
                apply_record(&transaction, &touched, record)?;
            }
            touched.settle(&transaction, &self.types)?;
            note_position(&transaction, journal, position)?;
            transaction.commit().map_err(of_view)?;
        }
        self.save(journal)
    }

    /// Announces a change whose record is about to be appended.
    pub(super) fn begin_change(&self, journal: &dyn Journal) -> Change {
        let mut under_way = self.under_way();
        let began_at = journal.count();
        *under_way.entry(began_at).or_default() += 1;
        drop(under_way);
        Change { began_at }
    }

    /// Ends a change that is in the view, or was rejected.
    pub(super) fn end_change(&self, Change { began_at }: Change) {
        let mut under_way = self.under_way();
        if let Some(count) = under_way.get_mut(&began_at) {
            *count -= 1;
            if *count == 0 {
                under_way.remove(&began_at);
            }
        }
    }

    /// Leaves a change under way whose record may be in the journal and is not in the view. Until the next start the
    /// view does not say what is unused.
    pub(super) fn leave_change(&self, _: Change) {
        self.is_incomplete.store(true, Ordering::Release);
    }

    /// Whether a change may be recorded that is not in the view.
    pub(super) fn is_incomplete(&self) -> bool {
        self.is_incomplete.load(Ordering::Acquire)
    }

    /// Notes since when contents are unused, or that this is of no interest any longer. A content that a record has
    /// come to name meanwhile is used.
    pub(super) fn note_unused(
        &self,
        noted: &[(BlobId, Option<Timestamp>)],
    ) -> Result<(), RepositoryError> {
        let transaction = self.transaction()?;
        {
            let mut unused = transaction.open_table(UNUSED).map_err(of_view)?;
            let contents = transaction.open_table(CONTENTS).map_err(of_view)?;
            for (blob, since) in noted {
                let key = blob.as_bytes();
                let mut places = contents.range((key, "", "")..).map_err(of_view)?;
                let place = places.next().transpose().map_err(of_view)?;
                let is_used = place.is_some_and(|(place, _)| place.value().0 == key);
                match since.filter(|_| !is_used) {
                    Some(since) => unused.insert(key, since.as_ms()).map_err(of_view)?,
                    None => unused.remove(key).map_err(of_view)?,
                };
            }
        }
        transaction.commit().map_err(of_view)
    }

    /// Writes what was applied to the disk, if something was.
    pub(super) fn save(&self, journal: &dyn Journal) -> Result<(), RepositoryError> {
        if !self.is_unsaved.swap(false, Ordering::Relaxed) {
            return Ok(());
        }
        let saved = self.save_all(journal);
        if saved.is_err() {
            self.is_unsaved.store(true, Ordering::Relaxed);
        }
        saved
    }

    fn save_all(&self, journal: &dyn Journal) -> Result<(), RepositoryError> {
        // Read before the transaction begins: what is complete by now is in it.
        let complete = {
            let under_way = self.under_way();
            under_way.keys().next().copied().unwrap_or_else(|| journal.count())
        };
        let transaction = self.file.begin_write().map_err(of_view)?;
        note_position(&transaction, journal, complete)?;
        transaction.commit().map_err(of_view)
    }

    /// A transaction that is on the disk with the next [`View::save`].
    fn transaction(&self) -> Result<WriteTransaction, RepositoryError> {
        self.is_unsaved.store(true, Ordering::Relaxed);
        let mut transaction = self.file.begin_write().map_err(of_view)?;
        transaction
            .set_durability(Durability::None)
            .map_err(|error| RepositoryError::View(error.to_string()))?;
        Ok(transaction)
    }

    fn under_way(&self) -> MutexGuard<'_, BTreeMap<u64, usize>> {
        // Each change is a single step, so a panic leaves nothing half done.
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The hash of the record before a position, by which a view recognises its journal; empty before the first.
fn last_before(journal: &dyn Journal, position: u64) -> Vec<u8> {
    let Some(before) = position.checked_sub(1) else { return Vec::new() };
    let record = journal.scan(before, 1).ok().and_then(|records| records.into_iter().next());
    record.map(|record| record.hash.to_string().into_bytes()).unwrap_or_default()
}

fn note_position(
    transaction: &WriteTransaction,
    journal: &dyn Journal,
    position: u64,
) -> Result<(), RepositoryError> {
    let mut meta = transaction.open_table(META).map_err(of_view)?;
    meta.insert(POSITION, &position.to_le_bytes()[..]).map_err(of_view)?;
    meta.insert(LAST, &last_before(journal, position)[..]).map_err(of_view)?;
    Ok(())
}

fn apply_record(
    transaction: &WriteTransaction,
    touched: &Touched,
    record: &StoredRecord,
) -> Result<(), RepositoryError> {
    let view = record.view().map_err(|error| RepositoryError::Stream(error.into()))?;
    apply(transaction, touched, &view)
}
