//! The release bundles of this process: one stream per bundle in the platform journal, lists in files, and views of
//! both.

mod changing;
mod creating;
mod distributing;
mod due;
mod reading;
mod stream;
mod table;

use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use tokio::sync::Mutex;
use waybill_journal::Journal;
use waybill_machines::machines::release_bundle::{Distribution, PromotionStatus, TargetOutcome};
use waybill_machines::rules::release_bundles::Checksum;
use waybill_machines::{AnyState, MachineName, Timestamp};

use super::index::Index;
use super::lists::Lists;
use super::{
    Answer, Artifact, BundleError, BundleFilter, Details, Found, NewBundle, NewBundlePromotion,
    NewDistribution, Page, PageRange, Progress, ReleaseBundles, Shows, StoredBundle,
};
use crate::keyed::to_completion;
use crate::secret::hex;
use crate::stored_file::StoredFile;
use crate::streams::{ChangeContext, Streams};
use crate::vault::Vault;
use due::Due;
use stream::{PREFIX, creation, stored};
use table::Table;

/// The folder of the lists, below that of the service.
const LISTS: &str = "lists";
/// At the start, the index is written to its file if more entries than this are in memory only.
const WORTH_A_FILE: usize = 10_000;

/// The service. Its methods have to be called within a Tokio runtime.
pub struct EmbeddedReleaseBundles {
    inner: Arc<Inner>,
}

struct Inner {
    streams: Streams,
    vault: Arc<Vault>,
    lists: Lists,
    /// Held during a change: bundles are imported and created one after another, so that memory stays bounded and no
    /// list is lost.
    changing: Mutex<Due>,
    view: RwLock<View>,
}

/// In-memory view of the records and the lists, rebuilt at each start.
struct View {
    table: Table,
    index: Index,
}

impl EmbeddedReleaseBundles {
    /// Opens the service, with its files in `folder`. Lists that no record refers to are removed, and lists that are
    /// missing from the index of checksums are read.
    pub fn open(
        journal: Arc<dyn Journal>,
        vault: Arc<Vault>,
        folder: &Path,
    ) -> Result<Self, BundleError> {
        let streams = Streams::new(journal);
        let lists = Lists::open(&folder.join(LISTS))?;
        let mut table = Table::default();
        for stream in streams.names(PREFIX) {
            let state = streams.state(&stream, MachineName::ReleaseBundle)?;
            if let Some(stored) = stored(&state) {
                table.put(stored);
            }
            if let Some((key, progress)) = creation(&state) {
                table.put_creation(key, progress);
            }
        }
        let swept = if streams.may_lack_records() { Vec::new() } else { lists.names()? };
        for name in swept {
            if !table.has_list(&name) {
                lists.remove(&name)?;
            }
        }
        let exists = |digest: &[u8; 32]| table.has_list(&hex(digest));
        let index = Index::open(&folder.join("index"), exists)?;
        let mut view = View { table, index };
        view.read_what_is_missing(&lists)?;
        let due = Due::of_interrupted(&view.table);
        let (changing, view) = (Mutex::new(due), RwLock::new(view));
        Ok(Self { inner: Arc::new(Inner { streams, vault, lists, changing, view }) })
    }

    /// Records at a start of the server that what a stop has ended was interrupted: creations, promotions,
    /// distributions, and removals of received bundles.
    ///
    /// # Errors
    ///
    /// The first [`BundleError`] of an end that cannot be recorded. It is recorded before the next change of the
    /// bundle.
    pub async fn end_interrupted(&self, at: Timestamp) -> Result<(), BundleError> {
        let context = ChangeContext::system(at);
        to_completion(&self.inner, async move |inner| inner.end_interrupted(&context).await).await
    }

    /// The list that a state of a bundle refers to.
    pub fn files(state: &AnyState) -> Vec<StoredFile> {
        let Some(stored) = stored(state) else { return Vec::new() };
        let digest = stored.bundle.list.digest.0;
        vec![StoredFile { path: format!("{LISTS}/{digest}"), sha256: digest, bytes: None }]
    }

    /// Runs blocking disk access on a thread for it.
    fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Inner) -> Result<T, BundleError> + Send + 'static,
    ) -> Answer<'_, T> {
        let inner = self.inner.clone();
        Box::pin(async move {
            let done = tokio::task::spawn_blocking(move || work(&inner)).await;
            done.map_err(|_| BundleError::Defect("reading stopped"))?
        })
    }
}

impl ReleaseBundles for EmbeddedReleaseBundles {
    fn list(&self, filter: BundleFilter) -> Answer<'_, Page<StoredBundle>> {
        self.blocking(move |inner| inner.view().table.page(&filter))
    }

    fn one(
        &self,
        name: String,
        version: String,
        portion: PageRange,
    ) -> Answer<'_, Option<Details>> {
        self.blocking(move |inner| inner.one(&name, &version, &portion, None))
    }

    fn one_shown(
        &self,
        name: String,
        version: String,
        portion: PageRange,
        shows: Shows,
    ) -> Answer<'_, Option<Details>> {
        self.blocking(move |inner| inner.one(&name, &version, &portion, Some(&*shows)))
    }

    fn find(&self, checksum: Checksum, rows: usize) -> Answer<'_, Vec<Found>> {
        self.blocking(move |inner| inner.find(&checksum, rows))
    }

    fn import(&self, bundle: NewBundle, context: ChangeContext) -> Answer<'_, StoredBundle> {
        to_completion(&self.inner, async move |inner| inner.import(bundle, &context).await)
    }

    fn create(&self, bundle: NewBundle, context: ChangeContext) -> Answer<'_, StoredBundle> {
        to_completion(&self.inner, async move |inner| inner.create(bundle, &context).await)
    }

    fn progress(&self, name: String, version: String) -> Answer<'_, Option<Progress>> {
        let progress = self.inner.view().table.progress(&(name, version));
        Box::pin(std::future::ready(Ok(progress)))
    }

    fn begin_promotion(
        &self,
        name: String,
        version: String,
        new: NewBundlePromotion,
        context: ChangeContext,
    ) -> Answer<'_, Option<StoredBundle>> {
        to_completion(&self.inner, async move |inner| {
            inner.begin_promotion(&(name, version), new, &context).await
        })
    }

    fn end_promotion(
        &self,
        name: String,
        version: String,
        outcome: PromotionStatus,
        context: ChangeContext,
    ) -> Answer<'_, Option<StoredBundle>> {
        to_completion(&self.inner, async move |inner| {
            inner.end_promotion(&(name, version), outcome, &context).await
        })
    }

    fn begin_distribution(
        &self,
        name: String,
        version: String,
        new: NewDistribution,
        context: ChangeContext,
    ) -> Answer<'_, Option<StoredBundle>> {
        to_completion(&self.inner, async move |inner| {
            inner.begin_distribution(&(name, version), new, &context).await
        })
    }

    fn end_target(
        &self,
        name: String,
        version: String,
        target: String,
        outcome: TargetOutcome,
        context: ChangeContext,
    ) -> Answer<'_, Option<StoredBundle>> {
        to_completion(&self.inner, async move |inner| {
            inner.end_target(&(name, version), target, outcome, &context).await
        })
    }

    fn end_distribution(
        &self,
        name: String,
        version: String,
        context: ChangeContext,
    ) -> Answer<'_, Option<StoredBundle>> {
        to_completion(&self.inner, async move |inner| {
            inner.end_distribution(&(name, version), &context).await
        })
    }

    fn abort_distribution(
        &self,
        name: String,
        version: String,
        number: u32,
        context: ChangeContext,
    ) -> Answer<'_, Option<StoredBundle>> {
        to_completion(&self.inner, async move |inner| {
            inner.abort_distribution(&(name, version), number, &context).await
        })
    }

    fn distribution(
        &self,
        name: String,
        version: String,
        number: u32,
    ) -> Answer<'_, Option<Distribution>> {
        let found = self.inner.view().table.distribution(&(name, version), number);
        Box::pin(std::future::ready(Ok(found)))
    }

    fn begin_removal(
        &self,
        name: String,
        version: String,
        context: ChangeContext,
    ) -> Answer<'_, Option<StoredBundle>> {
        to_completion(&self.inner, async move |inner| {
            inner.begin_removal(&(name, version), &context).await
        })
    }

    fn fail_removal(
        &self,
        name: String,
        version: String,
        context: ChangeContext,
    ) -> Answer<'_, Option<StoredBundle>> {
        to_completion(&self.inner, async move |inner| {
            inner.fail_removal(&(name, version), &context).await
        })
    }

    fn end_removal(
        &self,
        name: String,
        version: String,
        context: ChangeContext,
    ) -> Answer<'_, bool> {
        to_completion(&self.inner, async move |inner| {
            inner.end_removal(&(name, version), &context).await
        })
    }

    fn delete(&self, name: String, version: String, context: ChangeContext) -> Answer<'_, bool> {
        to_completion(&self.inner, async move |inner| {
            inner.delete(&(name, version), &context).await
        })
    }

    fn artifacts(&self, name: String, version: String) -> Answer<'_, Option<Vec<Artifact>>> {
        self.blocking(move |inner| {
            let portion = PageRange { limit: usize::MAX, ..PageRange::default() };
            Ok(inner.one(&name, &version, &portion, None)?.map(|details| details.artifacts))
        })
    }
}

impl Inner {
    fn view(&self) -> RwLockReadGuard<'_, View> {
        self.view.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn view_to_change(&self) -> RwLockWriteGuard<'_, View> {
        self.view.write().unwrap_or_else(PoisonError::into_inner)
    }

    async fn blocking<T: Send + 'static>(
        self: &Arc<Self>,
        work: impl FnOnce(&Self) -> Result<T, BundleError> + Send + 'static,
    ) -> Result<T, BundleError> {
        let inner = self.clone();
        let done = tokio::task::spawn_blocking(move || work(&inner)).await;
        done.map_err(|_| BundleError::Defect("working with a list stopped"))?
    }
}
