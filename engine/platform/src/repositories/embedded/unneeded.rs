//! Removing parts that no version needs: the blobs of images that were removed, or whose manifest never came.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use waybill_machines::Timestamp;
use waybill_machines::machines::package::Event;
use waybill_machines::rules::packages::Document;
use waybill_machines::rules::repositories::{PackageType, RepositoryClass};

use super::package_streams::{lock_of, package_of, stream_of};
use super::{EmbeddedRepositories, Inner};
use crate::repositories::{Answer, Location, RepositoryError, StoredRepository};
use crate::streams::{ChangeContext, Command};

/// How many files are looked at together.
const PAGE: usize = 1_024;
/// How many parts are held at most. Beyond them they are not, which only makes clients send them again.
const HELD_MAX: usize = 100_000;

/// The paths of the files that a version of a package needs, by its metadata; none if they are not known.
pub type NeededPaths = fn(package: &str, document: &[u8]) -> Option<BTreeSet<String>>;

/// The parts that clients count on, although no version needs them yet: the repository's id and the path, and when they
/// last asked.
#[derive(Debug, Default)]
pub(super) struct Held(Mutex<HashMap<(String, String), Timestamp>>);

impl Held {
    fn all(&self) -> MutexGuard<'_, HashMap<(String, String), Timestamp>> {
        // Each change is a single step, so a panic leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn hold(&self, at: &Location, now: Timestamp) {
        let key = (at.repository.id.clone(), at.path.clone());
        let mut all = self.all();
        if all.len() < HELD_MAX || all.contains_key(&key) {
            all.insert(key, now);
        }
    }

    fn holds(&self, repository: &str, path: &str) -> bool {
        self.all().contains_key(&(repository.to_owned(), path.to_owned()))
    }
}

/// Since when parts are known to be unneeded: the repository's id and the path. After a start it begins again, which
/// only keeps them longer.
#[derive(Debug, Default)]
pub(super) struct Unneeded(Mutex<HashMap<(String, String), Timestamp>>);

/// One sweep.
struct Sweep<'a> {
    inner: &'a Arc<Inner>,
    needed: NeededPaths,
    kept: Duration,
    at: Timestamp,
    /// What the sweep before has found, and what this one finds.
    before: HashMap<(String, String), Timestamp>,
    found: HashMap<(String, String), Timestamp>,
    removed: u64,
    /// What the versions in the trash of the repository need, by their packages: they can be restored.
    trashed: BTreeMap<String, Vec<Document>>,
}

impl EmbeddedRepositories {
    /// Removes the parts in repositories of a package type that no version has needed, and no client has asked for, for
    /// `kept` at this time. Returns how many.
    pub fn remove_unneeded(
        &self,
        package_type: PackageType,
        needed: NeededPaths,
        kept: Duration,
        at: Timestamp,
    ) -> Answer<'_, u64> {
        Box::pin(async move {
            let inner = &self.inner;
            // What no record names may then be needed.
            if inner.streams.may_lack_records() {
                return Ok(0);
            }
            let known = || inner.unneeded.0.lock().unwrap_or_else(PoisonError::into_inner);
            let (before, found) = (std::mem::take(&mut *known()), HashMap::new());
            let trashed = BTreeMap::new();
            let mut sweep = Sweep { inner, needed, kept, at, before, found, removed: 0, trashed };
            inner.held.all().retain(|_, since| !sweep.is_old(*since));
            let all = inner.table().all();
            // What a remote repository keeps was not published here.
            let of_type = |stored: &StoredRepository| {
                let settings = &stored.settings;
                settings.package_type == package_type && settings.class == RepositoryClass::Local
            };
            let mut swept = Ok(());
            for repository in all.into_iter().filter(of_type) {
                swept = swept.and(sweep.repository(&repository).await);
            }
            *known() = sweep.found;
            swept.map(|()| sweep.removed)
        })
    }
}

impl Sweep<'_> {
    fn is_old(&self, since: Timestamp) -> bool {
        u128::try_from(self.at.ms_since(since)).unwrap_or(0) >= self.kept.as_millis()
    }

    /// Sweeps a repository, package by package: the parts of one follow each other.
    async fn repository(&mut self, repository: &StoredRepository) -> Result<(), RepositoryError> {
        let id = repository.id.clone();
        let trashed = move |inner: &Inner| inner.view.trashed_metadata(&id);
        self.trashed = self.inner.blocking(trashed).await?;
        let (mut after, mut of_package) = (String::new(), (String::new(), Vec::new()));
        loop {
            let (id, from) = (repository.id.clone(), after.clone());
            let page = move |inner: &Inner| inner.view.files_after(&id, &from, PAGE);
            let page = self.inner.blocking(page).await?;
            let Some(last) = page.last() else { break };
            after.clone_from(&last.path);
            for file in page.into_iter().filter(|file| file.version.is_none()) {
                let package = package_of(repository.settings.package_type, &file.path);
                if package != of_package.0 {
                    let done = std::mem::replace(&mut of_package, (package, Vec::new()));
                    self.package(repository, done).await?;
                }
                if self.is_old(file.modified_at) {
                    of_package.1.push(file.path);
                }
            }
        }
        self.package(repository, of_package).await
    }

    /// Removes those of a package's old parts that none of its versions has needed.
    async fn package(
        &mut self,
        repository: &StoredRepository,
        (package, paths): (String, Vec<String>),
    ) -> Result<(), RepositoryError> {
        if paths.is_empty() {
            return Ok(());
        }
        let (inner, stream) = (self.inner, stream_of(&repository.id, &package));
        // No version is published meanwhile.
        let _package = inner.packages[lock_of(&stream)].lock().await;
        let Some(needed) = self.needed_by(repository, &package).await? else {
            tracing::warn!(service = "artifactory", package, "what a version needs is not known");
            return Ok(());
        };
        for path in paths {
            if needed.contains(&path) || inner.held.holds(&repository.id, &path) {
                continue;
            }
            let key = (repository.id.clone(), path);
            let since = self.before.remove(&key).unwrap_or(self.at);
            if !self.is_old(since) {
                self.found.insert(key, since);
                continue;
            }
            // It may have been removed or replaced meanwhile.
            let file = inner.file(&repository.id, &key.1).await?;
            let Some(file) = file.filter(|file| self.is_old(file.modified_at)) else { continue };
            let event = Event::Remove { path: key.1, file: Some(file.before()), moved_to: None };
            let context = ChangeContext::system(self.at);
            inner.change(Command::new(stream.clone(), event), &context).await?;
            self.removed += 1;
        }
        Ok(())
    }

    /// The paths that the versions of a package need; none if they are not known.
    async fn needed_by(
        &self,
        repository: &StoredRepository,
        package: &str,
    ) -> Result<Option<BTreeSet<String>>, RepositoryError> {
        let known = self.inner.package_of(repository, package).await?;
        let versions = known.into_iter().flat_map(|known| known.versions);
        let mut all = BTreeSet::new();
        let documents = versions.flat_map(|version| version.files).map(|file| file.document);
        let trashed = self.trashed.get(package).into_iter().flatten().cloned();
        for document in documents.chain(trashed) {
            let document = self.inner.document(&document).await.ok();
            match document.and_then(|document| (self.needed)(package, &document)) {
                Some(paths) => all.extend(paths),
                None => return Ok(None),
            }
        }
        Ok(Some(all))
    }
}
