//! The builds of this process: a stream per run in the platform journal, build-infos in files, and a view of both.

mod promoting;

use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

use moka::sync::Cache;
use tokio::sync::{Mutex, Semaphore, broadcast};
use waybill_journal::Journal;
use waybill_machines::machines::build::{Event, State};
use waybill_machines::rules::builds::{BuildProblem, BuildPublication, check_publication};
use waybill_machines::rules::packages::Document;
use waybill_machines::secret::Digest;
use waybill_machines::{AnyState, MachineName, RejectionCode, Timestamp};

use super::documents::Documents;
use super::table::Table;
use super::{
    Answer, BUILDS_MAX, BuildError, BuildFilter, BuildId, BuildInfo, BuildSummary, Builds,
    ChangedRun, DOCUMENTS_BYTES_MAX, NewBuild, NewPromotion, Page, PageRange, StoredBuild,
};
use crate::keyed::to_completion;
use crate::permissions::BuildSight;
use crate::secret::sha256_hex;
use crate::stored_file::StoredFile;
use crate::streams::{ChangeContext, Command, Streams};

/// Prefix of the streams of runs.
const PREFIX: &str = "build/";
/// For how long a build-info is kept that no run has any longer: a backup that is being made may still need it.
const UNUSED_KEPT: Duration = Duration::from_hours(24);
/// How much such build-infos may have together, in bytes. Beyond it the oldest are removed at once.
const UNUSED_BYTES_MAX: u64 = 4 * 1_024 * 1_024 * 1_024;
/// How many changed runs may wait for a page that follows builds. A slower one reads everything again.
const WAITING_MAX: usize = 1_024;
/// How much the build-infos that were read lately may have together, in bytes of their documents.
const READ_BYTES_MAX: u64 = 64 * 1_024 * 1_024;
/// How many build-infos are read at once: each takes several times its size.
const READING_MAX: usize = 2;

/// The service. Its methods have to be called within a Tokio runtime.
pub struct EmbeddedBuilds {
    inner: Arc<Inner>,
}

struct Inner {
    streams: Streams,
    documents: Documents,
    table: RwLock<Table>,
    changes: broadcast::Sender<ChangedRun>,
    /// Held during a change. It has the build-infos that no run has any longer, and since when.
    changing: Mutex<Vec<Unused>>,
    /// What was read lately, by the digest of its document.
    read: Cache<String, Arc<BuildInfo>>,
    reading: Semaphore,
}

/// A build-info that no run has.
struct Unused {
    document: Document,
    since: Timestamp,
}

impl EmbeddedBuilds {
    /// Opens the service, with its files in `folder`. Build-infos that no record refers to are removed.
    ///
    /// # Errors
    ///
    /// [`BuildError`], if what is stored cannot be read.
    pub fn open(journal: Arc<dyn Journal>, folder: &Path) -> Result<Self, BuildError> {
        let streams = Streams::new(journal);
        let documents = Documents::open(folder)?;
        let mut table = Table::default();
        for stream in streams.names(PREFIX) {
            if let Some(stored) = stored(&streams.state(&stream, MachineName::Build)?) {
                table.put(stored);
            }
        }
        let swept = if streams.may_lack_records() { Vec::new() } else { documents.names()? };
        for name in swept {
            if !table.has_document(&name) {
                documents.remove(&name)?;
            }
        }
        let weigher = |_: &String, info: &Arc<BuildInfo>| weight_of(info);
        let inner = Inner {
            streams,
            documents,
            table: RwLock::new(table),
            changes: broadcast::channel(WAITING_MAX).0,
            changing: Mutex::default(),
            read: Cache::builder().weigher(weigher).max_capacity(READ_BYTES_MAX).build(),
            reading: Semaphore::new(READING_MAX),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// The build-info that a state of a run refers to.
    pub fn files(state: &AnyState) -> Vec<StoredFile> {
        let stored = stored(state);
        stored.map(|stored| Documents::stored(&stored.build.document)).into_iter().collect()
    }

    /// Runs to completion even when the caller stops waiting, so that nothing is left half done.
    fn to_completion<T, F>(
        &self,
        work: impl FnOnce(Arc<Inner>) -> F + Send + 'static,
    ) -> Answer<'_, T>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, BuildError>> + Send + 'static,
    {
        to_completion(&self.inner, work)
    }

    /// Runs blocking work on a thread for it.
    fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Inner) -> Result<T, BuildError> + Send + 'static,
    ) -> Answer<'_, T> {
        let inner = Arc::clone(&self.inner);
        Box::pin(async move { inner.blocking(work).await })
    }
}

impl Builds for EmbeddedBuilds {
    fn publish(
        &self,
        new: NewBuild,
        may_replace: bool,
        context: ChangeContext,
    ) -> Answer<'_, StoredBuild> {
        self.to_completion(async move |inner| inner.publish(new, may_replace, &context).await)
    }

    fn builds(&self, filter: BuildFilter, sight: BuildSight) -> Answer<'_, Page<BuildSummary>> {
        self.blocking(move |inner| Ok(inner.table().builds(&filter, &sight)))
    }

    fn numbers(
        &self,
        build: BuildId,
        range: PageRange,
        sight: BuildSight,
    ) -> Answer<'_, Page<StoredBuild>> {
        self.blocking(move |inner| Ok(inner.table().numbers(&build, &range, &sight)))
    }

    fn run(&self, build: BuildId, number: String) -> Answer<'_, Option<StoredBuild>> {
        let found = self.inner.table().get(&build, &number);
        Box::pin(std::future::ready(Ok(found.map(|found| found.as_ref().clone()))))
    }

    fn document(&self, stored: &StoredBuild) -> Answer<'_, Vec<u8>> {
        let document = stored.build.document.clone();
        self.blocking(move |inner| inner.documents.read(&document))
    }

    fn info(&self, stored: &StoredBuild) -> Answer<'_, Arc<BuildInfo>> {
        let document = stored.build.document.clone();
        Box::pin(async move {
            let inner = &self.inner;
            if let Some(known) = inner.read.get(&document.sha256.0) {
                return Ok(known);
            }
            let reading = inner.reading.acquire().await;
            let _reading = reading.map_err(|_| BuildError::Defect("reading ended"))?;
            let read = move |inner: &Inner| {
                let digest = document.sha256.0.clone();
                let info = Arc::new(BuildInfo::read(&inner.documents.read(&document)?)?);
                inner.read.insert(digest, Arc::clone(&info));
                Ok(info)
            };
            inner.blocking(read).await
        })
    }

    fn promote(
        &self,
        read: &StoredBuild,
        promotion: NewPromotion,
        context: ChangeContext,
    ) -> Answer<'_, Option<StoredBuild>> {
        let publication = read.build.clone();
        self.to_completion(async move |inner| {
            inner.promote(&publication, promotion, &context).await
        })
    }

    fn delete(&self, build: BuildId, number: String, context: ChangeContext) -> Answer<'_, bool> {
        self.to_completion(async move |inner| inner.delete(build, number, &context).await)
    }

    fn changes(&self) -> broadcast::Receiver<ChangedRun> {
        self.inner.changes.subscribe()
    }
}

fn stored(state: &AnyState) -> Option<StoredBuild> {
    let AnyState::Build(State::Published { build, at, by, promotions }) = state else {
        return None;
    };
    Some(StoredBuild {
        build: build.clone(),
        published_at: *at,
        published_by: by.clone(),
        promotions: promotions.clone(),
    })
}

/// The name of a run's stream. Stream names are short and in lower case, so it is a digest.
fn stream_of(build: &BuildId, number: &str) -> String {
    let project = build.project.as_deref().unwrap_or_default();
    let run = format!("{project}\0{}\0{number}", build.name);
    format!("{PREFIX}{}", sha256_hex(run.as_bytes()))
}

/// Whether a stream is that of a run of a build. A record of a deletion does not have the project of its run otherwise.
pub(crate) fn is_run_of(stream: &str, build: &BuildId, number: &str) -> bool {
    stream == stream_of(build, number)
}

/// About how much memory a build-info takes, in bytes.
fn weight_of(info: &BuildInfo) -> u32 {
    const OF_FILE: usize = 512;
    let counts = info.counts();
    let files = counts.modules + counts.artifacts + counts.dependencies;
    let properties: usize =
        info.properties.iter().map(|(name, value)| name.len() + value.len() + 64).sum();
    u32::try_from((files as usize).saturating_mul(OF_FILE) + properties).unwrap_or(u32::MAX)
}

impl Inner {
    fn table(&self) -> RwLockReadGuard<'_, Table> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn table_to_change(&self) -> RwLockWriteGuard<'_, Table> {
        self.table.write().unwrap_or_else(PoisonError::into_inner)
    }

    async fn blocking<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, BuildError> + Send + 'static,
    ) -> Result<T, BuildError> {
        let inner = Arc::clone(self);
        let done = tokio::task::spawn_blocking(move || work(&inner)).await;
        done.map_err(|_| BuildError::Defect("reading stopped"))?
    }

    async fn publish(
        self: &Arc<Self>,
        new: NewBuild,
        may_replace: bool,
        context: &ChangeContext,
    ) -> Result<StoredBuild, BuildError> {
        let NewBuild { project, document: bytes, info, started_at } = new;
        let (counts, agent) = (info.counts(), info.recorded_agent());
        let BuildInfo { name, number, started, .. } = info;
        let build = BuildId { name: name.clone(), project: project.clone() };
        let mut unused = self.changing.lock().await;
        let before = self.table().get(&build, &number);
        if let Some(before) = before {
            let digest = self
                .blocking({
                    let bytes = bytes.clone();
                    move |_| Ok(sha256_hex(&bytes))
                })
                .await?;
            if digest == before.build.document.sha256.0 {
                return Ok(before.as_ref().clone());
            }
            if !may_replace {
                return Err(BuildError::Exists);
            }
        }
        self.check_room(&build, &number, bytes.len() as u64)?;
        let document = self.blocking(move |inner| inner.documents.write(&bytes)).await?;
        let publication = BuildPublication {
            name,
            number,
            project,
            started,
            started_at,
            agent,
            document: document.clone(),
            counts,
        };
        // The machine rejects these too; here no stream is made for them.
        if let Err(problem) = check_publication(&publication) {
            unused.push(Unused { document, since: context.at });
            return Err(BuildError::Problem(problem));
        }
        let stream = stream_of(&build, &publication.number);
        let by = context.who.person().cloned();
        let event = Event::Publish { build: Box::new(publication), by };
        let accepted = match self.streams.submit(Command::new(stream, event), context).await {
            Ok(Ok(accepted)) => accepted,
            Ok(Err(refused)) => {
                unused.push(Unused { document, since: context.at });
                return Err(refused_as(refused.rejection.code));
            }
            // What is not recorded is found to be unused then. If it is not certain, the next start finds it out.
            Err(error) => {
                if error.is_certain() {
                    unused.push(Unused { document, since: context.at });
                }
                return Err(error.into());
            }
        };
        let stored = stored(&accepted.state);
        let stored = stored.ok_or(BuildError::Defect("a build was made of nothing"))?;
        let before = self.table_to_change().put(stored.clone());
        if let Some(before) = before {
            unused.push(Unused { document: before.build.document.clone(), since: context.at });
        }
        self.remove_unused(&mut unused, context.at).await;
        drop(unused);
        self.report(build, stored.build.number.clone());
        Ok(stored)
    }

    /// Checks that a run fits beside those that are there.
    fn check_room(&self, build: &BuildId, number: &str, bytes: u64) -> Result<(), BuildError> {
        let table = self.table();
        let before = table.get(build, number);
        if before.is_none() && table.runs() >= BUILDS_MAX {
            return Err(BuildError::TooMany);
        }
        let replaced = before.map_or(0, |before| before.build.document.bytes);
        if table.bytes() - replaced + bytes > DOCUMENTS_BYTES_MAX {
            return Err(BuildError::TooLarge);
        }
        Ok(())
    }

    async fn delete(
        self: &Arc<Self>,
        build: BuildId,
        number: String,
        context: &ChangeContext,
    ) -> Result<bool, BuildError> {
        let mut unused = self.changing.lock().await;
        if self.table().get(&build, &number).is_none() {
            return Ok(false);
        }
        let command = Command::new(stream_of(&build, &number), Event::Delete {});
        let accepted = self.streams.submit(command, context).await?;
        accepted.map_err(|refused| refused_as(refused.rejection.code))?;
        let removed = self.table_to_change().remove(&build, &number);
        if let Some(removed) = removed {
            unused.push(Unused { document: removed.build.document.clone(), since: context.at });
        }
        self.remove_unused(&mut unused, context.at).await;
        drop(unused);
        self.report(build, number);
        Ok(true)
    }

    /// Removes the build-infos that no run has had for a day. Nothing is removed while records may be missing.
    async fn remove_unused(self: &Arc<Self>, unused: &mut Vec<Unused>, at: Timestamp) {
        if self.streams.may_lack_records() {
            return;
        }
        let kept_ms = i64::try_from(UNUSED_KEPT.as_millis()).unwrap_or(i64::MAX);
        let mut bytes: u64 = unused.iter().map(|unused| unused.document.bytes).sum();
        // The oldest come first.
        while let Some(first) = unused.first() {
            if at.ms_since(first.since) < kept_ms && bytes <= UNUSED_BYTES_MAX {
                return;
            }
            let Document { sha256: Digest(digest), bytes: removed } = unused.remove(0).document;
            bytes -= removed;
            // Another run may have the same build-info meanwhile, or it was unused again later.
            let is_kept = unused.iter().any(|later| later.document.sha256.0 == digest);
            if is_kept || self.table().has_document(&digest) {
                continue;
            }
            if let Err(error) = self.blocking(move |inner| inner.documents.remove(&digest)).await {
                tracing::warn!(service = "artifactory", %error, "an unused build-info is removed at the next start");
            }
        }
    }

    fn report(&self, build: BuildId, number: String) {
        // Without followers there is nothing to do.
        let _ = self.changes.send(ChangedRun { build, number });
    }
}

/// A rejection as an error of the service.
fn refused_as(code: RejectionCode) -> BuildError {
    let problem = BuildProblem::ALL.into_iter().find(|problem| problem.code() == code);
    problem.map_or(BuildError::Defect("a change was refused"), BuildError::Problem)
}
