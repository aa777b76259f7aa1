//! The advisories of this process: a stream of the platform journal, the file that it names, and an index of that.

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, SystemTime};

use tokio::sync::{Mutex, watch};
use waybill_journal::Journal;
use waybill_machines::machines::advisories::{AdvisoryComparison, AdvisoryImport, Event, State};
use waybill_machines::rules::packages::Document;
use waybill_machines::secret::Digest;
use waybill_machines::{AnyState, MachineName, Timestamp};

use super::batch::{Lines, STAGED};
use super::database::{Database, Tables};
use super::merge::{Merged, merge};
use super::{Answer, Batch, Imported, RecordedComparison, Scanning, ScanningError, Staged};
use crate::stored_file::{FileProblem, StoredFile};
use crate::streams::{ChangeContext, Command, Streams};
use crate::vault::files;

/// The stream of imports.
const STREAM: &str = "advisories";
/// For how long a file is kept that a newer import has replaced: a backup that is being made may still need it.
const REPLACED_KEPT: Duration = Duration::from_hours(24);
/// How many such files are kept at most.
const REPLACED_MAX: usize = 4;
/// For how long a batch is kept that another process has written and that is not taken up.
const STAGED_KEPT: Duration = Duration::from_hours(24);

/// The service. Its methods have to be called within a Tokio runtime.
pub struct EmbeddedScanning {
    inner: Arc<Inner>,
}

struct Inner {
    streams: Streams,
    folder: PathBuf,
    database: RwLock<Arc<Database>>,
    /// Held during an import. It has the files that newer imports have replaced, and since when.
    changing: Mutex<Vec<(Digest, Timestamp)>>,
    /// Changes with each import.
    imports: watch::Sender<()>,
}

impl EmbeddedScanning {
    /// Opens the service, with its files in `folder`. Files that no record refers to are removed. Without the file of the
    /// newest import it opens with no advisories, so that they can be imported again.
    ///
    /// # Errors
    ///
    /// [`ScanningError`], if what is recorded cannot be read.
    pub fn open(journal: Arc<dyn Journal>, folder: &Path) -> Result<Self, ScanningError> {
        files::private_directory(folder)?;
        let streams = Streams::new(journal);
        let last = match streams.state(STREAM, MachineName::Advisories)? {
            AnyState::Advisories(State::Imported { import, at, by, comparison, compared_at }) => {
                let comparison = comparison.zip(compared_at);
                let comparison = comparison
                    .map(|(comparison, at)| RecordedComparison { comparison: *comparison, at });
                Some((Imported { import: *import, at, by }, comparison))
            }
            AnyState::Advisories(State::None {}) => None,
            _ => return Err(ScanningError::Defect("its stream has another machine")),
        };
        let swept = if streams.may_lack_records() { Vec::new() } else { files::names(folder)? };
        let used = last.as_ref().map(|(last, _)| last.import.database.sha256.0.as_str());
        for name in swept {
            let path = folder.join(&name);
            if Some(name.as_str()) != used && !is_awaited(&name, &path) {
                files::remove(&path)?;
            }
        }
        let database = match last {
            Some((last, comparison)) => Database { comparison, ..loaded(folder, last) },
            None => Database::default(),
        };
        let (database, changing) = (RwLock::new(Arc::new(database)), Mutex::default());
        let imports = watch::Sender::default();
        let inner = Inner { streams, folder: folder.to_owned(), database, changing, imports };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The file that a state of the advisories refers to.
    pub fn files(state: &AnyState) -> Vec<StoredFile> {
        let AnyState::Advisories(State::Imported { import, .. }) = state else { return Vec::new() };
        vec![stored(&import.database)]
    }
}

/// Whether a file is a batch that another process has written and that is about to be taken up.
fn is_awaited(name: &str, path: &Path) -> bool {
    let written = || std::fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
    let is_old = |written: SystemTime| written.elapsed().is_ok_and(|since| since > STAGED_KEPT);
    name.starts_with(STAGED) && !written().is_none_or(is_old)
}

/// The file of all advisories, below the folder of the service.
fn stored(document: &Document) -> StoredFile {
    let name = document.sha256.0.clone();
    StoredFile { path: name.clone(), sha256: name, bytes: Some(document.bytes) }
}

/// What the file of an import has. Nothing is used of one that was changed.
fn loaded(folder: &Path, last: Imported) -> Database {
    let path = folder.join(&last.import.database.sha256.0);
    let read = stored(&last.import.database).check(&path).and_then(|()| {
        let mut tables = Tables::default();
        for advisory in Lines::new(File::open(&path)?) {
            tables.add(advisory?);
        }
        Ok(tables)
    });
    match read {
        Ok(tables) => {
            Database { tables: Arc::new(tables), last: Some(last), ..Database::default() }
        }
        Err(problem) => {
            tracing::error!(service = "xray", %problem, "the advisories cannot be used; import them again");
            Database { last: Some(last), is_lost: true, ..Database::default() }
        }
    }
}

impl Scanning for EmbeddedScanning {
    fn database(&self) -> Arc<Database> {
        self.inner.database()
    }

    fn import(
        &self,
        batch: Batch,
        skipped: u32,
        is_rehearsal: bool,
        context: ChangeContext,
    ) -> Answer<'_, Imported> {
        let inner = Arc::clone(&self.inner);
        Box::pin(async move {
            // It ends even when the caller stops waiting, so that nothing is left half done.
            let import = async move { inner.import(batch, skipped, is_rehearsal, &context).await };
            let done = tokio::spawn(import).await;
            done.map_err(|_| ScanningError::Defect("an import stopped"))?
        })
    }

    fn imports(&self) -> watch::Receiver<()> {
        self.inner.imports.subscribe()
    }

    fn record(&self, comparison: AdvisoryComparison, context: ChangeContext) -> Answer<'_, ()> {
        let inner = Arc::clone(&self.inner);
        Box::pin(async move {
            // As an import, it ends even when the caller stops waiting.
            let done = tokio::spawn(async move { inner.record(comparison, &context).await }).await;
            done.map_err(|_| ScanningError::Defect("recording a comparison stopped"))?
        })
    }

    fn staged(&self, staged: Staged) -> Answer<'_, Batch> {
        let inner = Arc::clone(&self.inner);
        Box::pin(async move {
            inner
                .blocking(move |inner| {
                    let missing = || ScanningError::Staged(FileProblem::Missing);
                    let rest = staged.name.strip_prefix(STAGED).ok_or_else(missing)?;
                    if !rest.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                        return Err(missing());
                    }
                    let path = inner.folder.join(&staged.name);
                    let Staged { name, sha256, bytes } = staged;
                    let file = StoredFile { path: name, sha256, bytes: Some(bytes) };
                    file.check(&path).map_err(ScanningError::Staged)?;
                    let batch = Batch::read(File::open(&path)?);
                    files::remove(&path)?;
                    Ok(batch?)
                })
                .await
        })
    }

    fn spool(&self) -> Answer<'_, File> {
        let inner = Arc::clone(&self.inner);
        Box::pin(async move {
            inner
                .blocking(|inner| {
                    let (path, file) = files::unfinished(&inner.folder)?;
                    files::remove(&path)?;
                    Ok(file)
                })
                .await
        })
    }
}

impl Inner {
    /// Records a comparison. One with advisories that have been replaced meanwhile is dropped.
    async fn record(
        &self,
        comparison: AdvisoryComparison,
        context: &ChangeContext,
    ) -> Result<(), ScanningError> {
        let _changing = self.changing.lock().await;
        let before = self.database();
        if before.last().is_none_or(|last| last.import.database.sha256 != comparison.database) {
            return Ok(());
        }
        let event = Event::Compare { comparison: Box::new(comparison.clone()) };
        let recorded = self.streams.submit(Command::new(STREAM, event), context).await?;
        recorded.map_err(|_| ScanningError::Defect("a comparison was refused"))?;
        let comparison = Some(RecordedComparison { comparison, at: context.at });
        self.replace(Database { comparison, ..(*before).clone() });
        Ok(())
    }

    fn replace(&self, database: Database) {
        *self.database.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(database);
    }

    fn database(&self) -> Arc<Database> {
        Arc::clone(&self.database.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Runs blocking work on a thread for it.
    async fn blocking<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, ScanningError> + Send + 'static,
    ) -> Result<T, ScanningError> {
        let inner = Arc::clone(self);
        let done = tokio::task::spawn_blocking(move || work(&inner)).await;
        done.map_err(|_| ScanningError::Defect("its work stopped"))?
    }

    async fn import(
        self: &Arc<Self>,
        batch: Batch,
        skipped: u32,
        is_rehearsal: bool,
        context: &ChangeContext,
    ) -> Result<Imported, ScanningError> {
        let mut replaced = self.changing.lock().await;
        let before = self.database();
        let (tables, mut import) = {
            let before = Arc::clone(&before);
            self.blocking(move |inner| inner.written(&before, batch, is_rehearsal)).await?
        };
        import.counts.skipped = skipped;
        let by = context.who.person().cloned();
        let imported = Imported { import, at: context.at, by };
        if is_rehearsal {
            return Ok(imported);
        }
        let digest = imported.import.database.sha256.clone();
        let old = before.last.as_ref().map(|last| last.import.database.sha256.clone());
        let event =
            Event::Import { import: Box::new(imported.import.clone()), by: imported.by.clone() };
        let recorded = self.streams.submit(Command::new(STREAM, event), context).await;
        let is_unused = match &recorded {
            Ok(Ok(_)) => false,
            // If it is not certain, the next start finds it out.
            Err(error) => error.is_certain(),
            Ok(Err(_)) => true,
        };
        if is_unused && old.as_ref() != Some(&digest) {
            replaced.push((digest.clone(), context.at));
        }
        recorded?.map_err(|_| ScanningError::Defect("an import was refused"))?;
        let tables = Arc::new(tables);
        self.replace(Database { tables, last: Some(imported.clone()), ..Database::default() });
        self.imports.send_replace(());
        replaced.retain(|(kept, _)| *kept != digest);
        replaced.extend(old.filter(|old| *old != digest).map(|old| (old, context.at)));
        self.remove_replaced(&mut replaced, context.at).await;
        drop(replaced);
        Ok(imported)
    }

    /// Writes the file of what is known after an import. After a crash it exists completely or not at all.
    fn written(
        &self,
        before: &Database,
        batch: Batch,
        is_rehearsal: bool,
    ) -> Result<(Tables, AdvisoryImport), ScanningError> {
        let imported = Digest(batch.digest()?);
        let known = before.last.as_ref().filter(|_| !before.is_lost);
        let known = known.map(|last| File::open(self.folder.join(&last.import.database.sha256.0)));
        let known = known.transpose()?.into_iter().flat_map(Lines::new);
        let merged = if is_rehearsal {
            merge(known, batch, std::io::sink())?
        } else {
            let (unfinished, file) = files::unfinished(&self.folder)?;
            let merged = merge(known, batch, BufWriter::new(&file)).and_then(|merged| {
                file.sync_all()?;
                files::take_its_place(&unfinished, &self.folder.join(&merged.sha256))?;
                Ok(merged)
            });
            if merged.is_err() {
                // If it cannot be removed now, the next opening does it.
                let _ = files::remove(&unfinished);
            }
            merged?
        };
        let Merged { tables, counts, bytes, sha256 } = merged;
        let advisories = u32::try_from(tables.len()).unwrap_or(u32::MAX);
        let database = Document { sha256: Digest(sha256), bytes };
        Ok((tables, AdvisoryImport { database, advisories, counts, imported }))
    }

    /// Removes files that were replaced some time ago. Nothing is removed while records may be missing.
    async fn remove_replaced(
        self: &Arc<Self>,
        replaced: &mut Vec<(Digest, Timestamp)>,
        at: Timestamp,
    ) {
        if self.streams.may_lack_records() {
            return;
        }
        let kept_ms = i64::try_from(REPLACED_KEPT.as_millis()).unwrap_or(i64::MAX);
        // The oldest come first.
        while let Some((_, since)) = replaced.first() {
            if at.ms_since(*since) < kept_ms && replaced.len() <= REPLACED_MAX {
                return;
            }
            let (Digest(name), _) = replaced.remove(0);
            let remove = move |inner: &Self| Ok(files::remove(&inner.folder.join(name))?);
            if let Err(error) = self.blocking(remove).await {
                tracing::warn!(service = "xray", %error, "a replaced file of advisories is removed at the next start");
            }
        }
    }
}
