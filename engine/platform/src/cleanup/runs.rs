//! Previews and runs of policies: going through the repositories that a policy concerns.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Semaphore;
use waybill_machines::Timestamp;
use waybill_machines::machines::cleanup_policy::{CleanupCounts, CleanupOutcome};
use waybill_machines::rules::cleanup::CleanupPolicy;
use waybill_machines::rules::repositories::RepositoryClass;

use super::{CleanupError, Preview};
use crate::repositories::{
    Candidate, Cleaned, Cleaning, Repositories, RepositoryError, RulesOfVersions, StoredRepository,
};
use crate::streams::ChangeContext;

/// How many policies remove something at once, and how many previews are made. Others wait.
const AT_ONCE: usize = 2;
/// How many versions and files a preview looks at.
const PREVIEWED_MAX: u64 = 1_000_000;

/// What runs work with.
pub struct Workplace {
    /// The repositories.
    pub repositories: Arc<dyn Repositories>,
    /// What is in them.
    pub cleaning: Arc<dyn Cleaning>,
    /// What package types know of their versions.
    pub rules: RulesOfVersions,
    /// Where the time comes from.
    pub now: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    places: Semaphore,
    previews: Semaphore,
}

/// What a run has done so far, and whether it is to end.
#[derive(Debug, Default)]
pub(super) struct Progress {
    versions: AtomicU64,
    files: AtomicU64,
    bytes: AtomicU64,
    spared: AtomicU64,
    is_cancelled: AtomicBool,
}

impl Progress {
    pub(super) fn counts(&self) -> CleanupCounts {
        let of = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        CleanupCounts {
            versions: of(&self.versions),
            files: of(&self.files),
            bytes: of(&self.bytes),
            spared: of(&self.spared),
        }
    }

    fn note(&self, candidate: &Candidate, cleaned: Cleaned, bytes: u64) {
        let add = |counter: &AtomicU64, more| counter.fetch_add(more, Ordering::Relaxed);
        match cleaned {
            Cleaned::Removed(files) => {
                add(&self.versions, u64::from(candidate.version.is_some()));
                add(&self.files, files);
                add(&self.bytes, bytes);
            }
            Cleaned::Spared => drop(add(&self.spared, 1)),
        }
    }
}

/// The runs in progress, by the keys of their policies.
#[derive(Debug, Default)]
pub(super) struct Runs(Mutex<HashMap<String, Arc<Progress>>>);

impl Runs {
    fn all(&self) -> MutexGuard<'_, HashMap<String, Arc<Progress>>> {
        // Each change is a single step, so a panic leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn begin(&self, key: &str) -> Arc<Progress> {
        let progress = Arc::new(Progress::default());
        self.all().insert(key.to_owned(), Arc::clone(&progress));
        progress
    }

    pub(super) fn end(&self, key: &str) {
        self.all().remove(key);
    }

    pub(super) fn progress(&self, key: &str) -> Option<CleanupCounts> {
        self.all().get(key).map(|progress| progress.counts())
    }

    /// Has a run end; whether there is one.
    pub(super) fn cancel(&self, key: &str) -> bool {
        let all = self.all();
        let running = all.get(key);
        running.inspect(|run| run.is_cancelled.store(true, Ordering::Relaxed)).is_some()
    }
}

impl Workplace {
    /// What runs work with.
    pub fn new(
        repositories: Arc<dyn Repositories>,
        cleaning: Arc<dyn Cleaning>,
        rules: RulesOfVersions,
        now: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    ) -> Self {
        let (places, previews) = (Semaphore::new(AT_ONCE), Semaphore::new(AT_ONCE));
        Self { repositories, cleaning, rules, now, places, previews }
    }

    pub(super) fn now(&self) -> Timestamp {
        (self.now)()
    }

    /// The repositories that a policy concerns now, by key.
    async fn concerned(
        &self,
        policy: &CleanupPolicy,
    ) -> Result<Vec<StoredRepository>, RepositoryError> {
        let CleanupPolicy { project_key, criteria, .. } = policy;
        let mut all = self.repositories.repositories().await?;
        all.retain(|stored| {
            let settings = &stored.settings;
            let of_project = match project_key {
                Some(key) => settings.project_key.as_ref() == Some(key),
                None => !criteria.leaves_projects_out || settings.project_key.is_none(),
            };
            let types = &criteria.package_types;
            settings.class == RepositoryClass::Local
                && of_project
                && (types.is_empty() || types.contains(&settings.package_type))
                && criteria.repositories.as_ref().is_none_or(|named| named.contains(&stored.id))
                && !criteria.excluded_repositories.contains(&stored.id)
        });
        Ok(all)
    }

    pub(super) async fn preview(
        &self,
        policy: &CleanupPolicy,
        from: u64,
        limit: usize,
        at: Timestamp,
    ) -> Result<Preview, CleanupError> {
        let Ok(_place) = self.previews.try_acquire() else { return Err(CleanupError::Busy) };
        let criteria = Arc::new(policy.criteria.clone());
        let (mut preview, mut place, mut visited) = (Preview::default(), 0, 0);
        for repository in self.concerned(policy).await? {
            let mut after = Some(String::new());
            while let Some(name) = after.take() {
                if visited >= PREVIEWED_MAX {
                    return Ok(preview);
                }
                let (of, criteria) = (repository.clone(), Arc::clone(&criteria));
                let page = self.cleaning.candidates(of, criteria, self.rules, name, at).await;
                // It was deleted meanwhile.
                let Some(page) = unless_gone(page)? else { break };
                visited += page.visited;
                for candidate in page.candidates {
                    preview.totals.versions += u64::from(candidate.version.is_some());
                    preview.totals.files += candidate.files.len() as u64;
                    preview.totals.bytes = preview.totals.bytes.saturating_add(candidate.bytes());
                    if place >= from && preview.candidates.len() < limit {
                        preview.candidates.push((repository.settings.key.clone(), candidate));
                    } else if place >= from && preview.next.is_none() {
                        preview.next = Some(place);
                    }
                    place += 1;
                }
                after = page.next;
            }
        }
        preview.is_complete = true;
        Ok(preview)
    }

    /// Removes what a policy selects until its time is over. Returns how it ended.
    pub(super) async fn run(
        &self,
        policy: &CleanupPolicy,
        progress: &Progress,
        context: &ChangeContext,
    ) -> CleanupOutcome {
        let Ok(_place) = self.places.acquire().await else { return CleanupOutcome::Failed };
        let until = self.now().plus_ms(i64::from(policy.duration_minutes) * 60_000);
        match self.remove_all(policy, progress, context, until).await {
            Ok(outcome) => outcome,
            Err(error) => {
                let key = policy.key.as_str();
                tracing::error!(service = "artifactory", key, %error, "a cleanup has failed");
                CleanupOutcome::Failed
            }
        }
    }

    async fn remove_all(
        &self,
        policy: &CleanupPolicy,
        progress: &Progress,
        context: &ChangeContext,
        until: Timestamp,
    ) -> Result<CleanupOutcome, RepositoryError> {
        let criteria = Arc::new(policy.criteria.clone());
        for repository in self.concerned(policy).await? {
            let mut after = Some(String::new());
            while let Some(name) = after.take() {
                if let Some(outcome) = self.end_of(progress, until) {
                    return Ok(outcome);
                }
                let (of, wanted, at) = (repository.clone(), Arc::clone(&criteria), self.now());
                let page = self.cleaning.candidates(of, wanted, self.rules, name, at).await;
                let Some(page) = unless_gone(page)? else { break };
                for candidate in page.candidates {
                    if let Some(outcome) = self.end_of(progress, until) {
                        return Ok(outcome);
                    }
                    let (of, wanted) = (repository.clone(), Arc::clone(&criteria));
                    let context = ChangeContext { at: self.now(), ..context.clone() };
                    let (bytes, one) = (candidate.bytes(), candidate.clone());
                    let skips_trash = policy.skips_trash;
                    let done =
                        self.cleaning.clean(of, wanted, self.rules, one, skips_trash, context);
                    let done = unless_gone(done.await)?.unwrap_or(Cleaned::Spared);
                    progress.note(&candidate, done, bytes);
                }
                after = page.next;
            }
        }
        Ok(CleanupOutcome::Completed)
    }

    /// Why a run ends now, if it does.
    fn end_of(&self, progress: &Progress, until: Timestamp) -> Option<CleanupOutcome> {
        if progress.is_cancelled.load(Ordering::Relaxed) {
            Some(CleanupOutcome::Cancelled)
        } else {
            (self.now() >= until).then_some(CleanupOutcome::OutOfTime)
        }
    }
}

/// An answer about a repository; none if it was deleted meanwhile.
fn unless_gone<T>(answer: Result<T, RepositoryError>) -> Result<Option<T>, RepositoryError> {
    match answer {
        Err(RepositoryError::NoRepository) => Ok(None),
        answer => answer.map(Some),
    }
}
