//! The release bundles of this process: one stream per bundle in the platform journal, lists in files, and views of
//! both.

mod table;

use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use tokio::sync::Mutex;
use waybill_journal::Journal;
use waybill_machines::machines::release_bundle::{Bundle, Event, State};
use waybill_machines::rules::release_bundles::{Checksum, check_name};
use waybill_machines::{AnyState, MachineName};

use super::index::{Fresh, Index};
use super::lists::Lists;
use super::{
    Answer, BundleCursor, BundleError, BundleFilter, Details, FOUND_ARTIFACTS_MAX, Found,
    NewBundle, Page, PageRange, ReleaseBundles, Status, StoredBundle, signing,
};
use crate::secret::{hex, sha256_hex, unhex};
use crate::stored_file::StoredFile;
use crate::streams::{ChangeContext, Command, Streams};
use crate::vault::Vault;
use table::Table;

/// The folder of the lists, below that of the service.
const LISTS: &str = "lists";
/// Prefix of the streams of bundles.
const PREFIX: &str = "release_bundle/";
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
    /// Held during an import: bundles are imported one after another, so that memory stays bounded and no list is lost.
    importing: Mutex<()>,
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
            if let Some(stored) = stored(&streams.state(&stream, MachineName::ReleaseBundle)?) {
                table.add(stored);
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
        let (importing, view) = (Mutex::default(), RwLock::new(view));
        Ok(Self { inner: Arc::new(Inner { streams, vault, lists, importing, view }) })
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
        self.blocking(move |inner| inner.one(&name, &version, &portion))
    }

    fn find(&self, checksum: Checksum, rows: usize) -> Answer<'_, Vec<Found>> {
        self.blocking(move |inner| inner.find(&checksum, rows))
    }

    fn import(&self, bundle: NewBundle, context: ChangeContext) -> Answer<'_, StoredBundle> {
        let inner = self.inner.clone();
        Box::pin(async move {
            // Runs to completion even when the caller stops waiting, so that no import is left incomplete.
            let done = tokio::spawn(async move { inner.import(bundle, &context).await });
            done.await.map_err(|_| BundleError::Defect("taking a bundle in stopped"))?
        })
    }
}

fn stored(state: &AnyState) -> Option<StoredBundle> {
    match state {
        AnyState::ReleaseBundle(State::Completed { bundle, at, by }) => Some(StoredBundle {
            bundle: bundle.clone(),
            status: Status::Completed,
            created: *at,
            created_by: by.clone(),
        }),
        _ => None,
    }
}

/// The name of a bundle's stream. Stream names are short and in lower case, so it is a digest.
fn stream_of(name: &str, version: &str) -> String {
    format!("{PREFIX}{}", sha256_hex(format!("{name}/{version}").as_bytes()))
}

impl View {
    fn read_what_is_missing(&mut self, lists: &Lists) -> Result<(), BundleError> {
        for digest in self.table.missing_lists(self.index.lists()) {
            match entries_of(&self.index, lists, digest) {
                Ok(fresh) => self.index.put(fresh),
                // Its bundles are still listed; what is in them cannot be found until the file is restored.
                Err(error) => {
                    tracing::error!(service = "distribution", %error, "a list is not in the index of checksums");
                }
            }
            if self.index.is_long() {
                self.index.settle();
                let base = self.index.write()?;
                self.index.replace(base);
            }
        }
        self.index.settle();
        if self.index.unwritten() > WORTH_A_FILE {
            let base = self.index.write()?;
            self.index.replace(base);
        }
        Ok(())
    }
}

fn entries_of(index: &Index, lists: &Lists, digest: [u8; 32]) -> Result<Fresh, BundleError> {
    let mut fresh = index.next(digest)?;
    lists.visit(&hex(&digest), |offset, artifact| {
        fresh.add(offset, &artifact);
        Ok(())
    })?;
    Ok(fresh)
}

impl Inner {
    fn view(&self) -> RwLockReadGuard<'_, View> {
        self.view.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn view_to_change(&self) -> RwLockWriteGuard<'_, View> {
        self.view.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn one(
        &self,
        name: &str,
        version: &str,
        portion: &PageRange,
    ) -> Result<Option<Details>, BundleError> {
        let Some(stored) = self.view().table.get(name, version) else { return Ok(None) };
        let (artifacts, has_next) = self.lists.read(&stored.bundle.list.digest.0, portion)?;
        let signature_holds = signing::holds(&stored.bundle, stored.created);
        Ok(Some(Details { stored, signature_holds, artifacts, has_next }))
    }

    fn find(&self, checksum: &Checksum, rows: usize) -> Result<Vec<Found>, BundleError> {
        let view = self.view();
        let mut found: Vec<(u32, Vec<super::Artifact>)> = Vec::new();
        view.index.find(checksum, |candidate| {
            let known = found.iter_mut().find(|(list, _)| *list == candidate.list);
            if known.as_ref().is_some_and(|(_, had)| had.len() >= FOUND_ARTIFACTS_MAX) {
                return Ok(true);
            }
            // A list that is missing or was changed does not hide the others.
            let digest = view.index.lists().get(candidate.list as usize).map(|bytes| hex(bytes));
            let artifact = digest.map(|digest| self.lists.at(&digest, candidate.offset));
            let Some(Ok(artifact)) = artifact else { return Ok(true) };
            if artifact.has(checksum) {
                match known {
                    Some((_, had)) => had.push(artifact),
                    None => found.push((candidate.list, vec![artifact])),
                }
            }
            Ok(true)
        })?;
        let bundles = found.into_iter().flat_map(|(list, artifacts)| {
            let digest = view.index.lists().get(list as usize).map(|bytes| hex(bytes));
            let bundles = digest.map(|digest| view.table.of_list(&digest)).unwrap_or_default();
            bundles.into_iter().map(move |stored| Found { stored, artifacts: artifacts.clone() })
        });
        let mut bundles: Vec<Found> = bundles.collect();
        bundles.sort_by_cached_key(|found| BundleCursor::of(&found.stored));
        bundles.truncate(rows);
        Ok(bundles)
    }

    async fn import(
        self: &Arc<Self>,
        new: NewBundle,
        context: &ChangeContext,
    ) -> Result<StoredBundle, BundleError> {
        let NewBundle { name, version, origin, artifacts } = new;
        // The machine rejects these too; here no file is written for them.
        check_name(&name, &version)
            .map_err(|problem| BundleError::Problem { problem, at: None })?;
        let _importing = self.importing.lock().await;
        let exists = BundleError::Exists { name: name.clone(), version: version.clone() };
        if self.view().table.get(&name, &version).is_some() {
            return Err(exists);
        }
        let (stream, at) = (stream_of(&name, &version), context.at);
        let write = move |inner: &Self| {
            let list = inner.lists.write(artifacts)?;
            let mut bundle = Bundle { name, version, origin, list, signature: None };
            bundle.signature = Some(signing::sign(&inner.vault, &bundle, at)?);
            Ok(bundle)
        };
        let bundle = self.blocking(write).await?;
        let digest = bundle.list.digest.0.clone();
        let by = context.who.person().cloned();
        let recorded =
            self.streams.submit(Command::new(stream, Event::Import { bundle, by }), context);
        let stored = match recorded.await {
            Ok(Ok(accepted)) => stored(&accepted.state),
            Ok(Err(_)) => return self.take_back(digest, exists).await,
            Err(error) if error.is_certain() => return self.take_back(digest, error.into()).await,
            // Whether it is recorded is found out by the next start; until then its list is kept.
            Err(error) => return Err(error.into()),
        };
        let stored = stored.ok_or(BundleError::Defect("a bundle was made of nothing"))?;
        let added = stored.clone();
        if let Err(error) = self.blocking(move |inner| inner.add(added)).await {
            tracing::error!(service = "distribution", %error, "the index of checksums could not be changed");
        }
        Ok(stored)
    }

    /// Adds a recorded bundle to the view. Lookups only wait for a merge in memory.
    fn add(&self, stored: StoredBundle) -> Result<(), BundleError> {
        let digest = stored.bundle.list.digest.0.clone();
        let is_known = self.view().table.has_list(&digest);
        let fresh = unhex(&digest).filter(|_| !is_known);
        let fresh = fresh.map(|digest| entries_of(&self.view().index, &self.lists, digest));
        let mut view = self.view_to_change();
        view.table.add(stored);
        // It is recorded, so the list exists; if it cannot be read now, the next start reads it.
        let Some(fresh) = fresh.transpose()? else { return Ok(()) };
        view.index.put(fresh);
        view.index.settle();
        let is_long = view.index.is_long();
        drop(view);
        if is_long {
            // Only this task changes the index: bundles are imported one after another.
            let base = self.view().index.write()?;
            self.view_to_change().index.replace(base);
        }
        Ok(())
    }

    /// Removes the list of a bundle that was not imported, unless another bundle has the same list. If the file cannot
    /// be removed, the next start does it.
    async fn take_back<T>(
        self: &Arc<Self>,
        digest: String,
        why: BundleError,
    ) -> Result<T, BundleError> {
        let remove = move |inner: &Self| {
            if inner.view().table.has_list(&digest) { Ok(()) } else { inner.lists.remove(&digest) }
        };
        if let Err(error) = self.blocking(remove).await {
            tracing::warn!(service = "distribution", %error, "an unused list could not be removed");
        }
        Err(why)
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
