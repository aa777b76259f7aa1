//! Removing parts that no version needs: the blobs of images that were removed, or whose manifest never came.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use waybill_machines::Timestamp;
use waybill_machines::machines::package::Event;
use waybill_machines::rules::repositories::PackageType;

use super::artifacts::{lock_of, package_of, stream_of};
use super::{EmbeddedRepositories, Inner};
use crate::repositories::{
    Answer, FileInfo, Location, Packages as _, RepositoryError, StoredRepository,
};
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

/// Since when parts are known to be unneeded. After a start it begins again, which only keeps them longer.
#[derive(Debug, Default)]
pub(super) struct Unneeded(Mutex<HashMap<(String, String), Timestamp>>);

impl Unneeded {
    fn since(&self, repository: &str, path: &str, now: Timestamp) -> Timestamp {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *all.entry((repository.to_owned(), path.to_owned())).or_insert(now)
    }

    fn forget(&self, repository: &str, path: &str) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.remove(&(repository.to_owned(), path.to_owned()));
    }
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
            // What no record names may then be needed.
            if self.inner.streams.may_lack_records() {
                return Ok(0);
            }
            let is_old = move |since: Timestamp| {
                u128::try_from(at.ms_since(since)).unwrap_or(0) >= kept.as_millis()
            };
            self.inner.held.all().retain(|_, since| !is_old(*since));
            let all = self.inner.table().all();
            let of_type = |stored: &StoredRepository| stored.settings.package_type == package_type;
            let mut removed = 0;
            for repository in all.into_iter().filter(of_type) {
                let mut after = String::new();
                loop {
                    let (id, from) = (repository.id.clone(), after.clone());
                    let page = move |inner: &Inner| inner.view.files_after(&id, &from, PAGE);
                    let page = self.inner.blocking(page).await?;
                    let Some(last) = page.last() else { break };
                    after.clone_from(&last.path);
                    let mut candidates = BTreeMap::<String, Vec<FileInfo>>::new();
                    let is_candidate = |file: &FileInfo| {
                        file.version.is_none()
                            && is_old(file.modified_at)
                            && !self.inner.held.holds(&repository.id, &file.path)
                    };
                    for file in page.into_iter().filter(is_candidate) {
                        candidates
                            .entry(package_of(package_type, &file.path))
                            .or_default()
                            .push(file);
                    }
                    for (package, files) in candidates {
                        removed +=
                            self.remove_of(&repository, package, files, needed, is_old, at).await?;
                    }
                }
            }
            Ok(removed)
        })
    }

    /// Removes those of a package's parts that none of its versions needs.
    async fn remove_of(
        &self,
        repository: &StoredRepository,
        package: String,
        candidates: Vec<FileInfo>,
        needed: NeededPaths,
        is_old: impl Fn(Timestamp) -> bool,
        at: Timestamp,
    ) -> Result<u64, RepositoryError> {
        let inner = Arc::clone(&self.inner);
        let stream = stream_of(&repository.id, &package);
        // No version is published meanwhile.
        let _package = inner.packages[lock_of(&stream)].lock().await;
        let known = inner.package_of(repository, &package).await?;
        let mut all_needed = BTreeSet::new();
        let unknown = || {
            tracing::warn!(service = "artifactory", package, "what a version needs is not known");
        };
        let versions = known.into_iter().flat_map(|known| known.versions);
        for file in versions.flat_map(|version| version.files) {
            let document = self.document(file.document).await.ok();
            let paths = document.and_then(|document| needed(&package, &document));
            let Some(paths) = paths else {
                unknown();
                return Ok(0);
            };
            all_needed.extend(paths);
        }
        let mut removed = 0;
        for file in candidates {
            let is_needed = all_needed.contains(&file.path);
            if is_needed || inner.held.holds(&repository.id, &file.path) {
                inner.unneeded.forget(&repository.id, &file.path);
                continue;
            }
            if !is_old(inner.unneeded.since(&repository.id, &file.path, at)) {
                continue;
            }
            // It may have been removed or replaced meanwhile.
            if inner.file(&repository.id, &file.path).await?.as_ref() != Some(&file) {
                continue;
            }
            let event = Event::Remove { path: file.path.clone(), file: Some(file.before()) };
            inner.change(Command::new(stream.clone(), event), &ChangeContext::system(at)).await?;
            inner.unneeded.forget(&repository.id, &file.path);
            removed += 1;
        }
        Ok(removed)
    }
}
