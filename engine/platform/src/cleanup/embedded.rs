//! Cleanup policies in the platform journal, a stream each, and a view of them in memory.

use std::sync::Arc;

use tokio::sync::Mutex;
use waybill_journal::Journal;
use waybill_machines::machines::cleanup_policy::{
    CleanupCounts, CleanupOutcome, CleanupTrigger, Event, State,
};
use waybill_machines::rules::cleanup::{CleanupPolicy, CleanupProblem, check_cleanup_policy};
use waybill_machines::{AnyState, MachineName, Refused, Timestamp};

pub use super::runs::Workplace;
use super::runs::{Progress, Runs};
use super::{Answer, Cleanup, CleanupError, POLICIES_MAX, Preview, StoredPolicy, check_schedule};
use crate::keyed::{Keyed, StoredByKey, to_completion};
use crate::streams::{ChangeContext, StreamError};

/// The service. Its methods have to be called within a Tokio runtime.
pub struct EmbeddedCleanup {
    inner: Arc<Inner>,
}

struct Inner {
    policies: Keyed<StoredPolicy>,
    runs: Runs,
    /// Ends of runs that the journal did not take, to be recorded later.
    unrecorded: Mutex<Vec<UnrecordedEnd>>,
    work: Workplace,
}

/// The end of a run that is not recorded yet; its policy is running until then.
struct UnrecordedEnd {
    policy: StoredPolicy,
    event: Event,
    context: ChangeContext,
}

impl EmbeddedCleanup {
    /// Opens the service.
    ///
    /// # Errors
    ///
    /// [`StreamError`], if what is stored cannot be read.
    pub fn open(journal: Arc<dyn Journal>, work: Workplace) -> Result<Self, StreamError> {
        let policies = Keyed::open(journal)?;
        let inner = Inner { policies, runs: Runs::default(), unrecorded: Mutex::default(), work };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// Records at a start that the runs which a stop has ended were interrupted. What they had removed is in the
    /// records of packages.
    ///
    /// # Errors
    ///
    /// The first [`CleanupError`] of an end that cannot be recorded; [`Self::run_due`] records it as soon as it can.
    pub async fn end_interrupted(&self, at: Timestamp) -> Result<(), CleanupError> {
        let running: Vec<_> =
            self.inner.policies.all().into_iter().filter(StoredPolicy::is_running).collect();
        let mut ended = Ok(());
        for policy in running {
            let (outcome, counts) = (CleanupOutcome::Interrupted, CleanupCounts::default());
            let event = Event::EndRun { outcome, counts };
            let context = ChangeContext::system(at);
            ended = ended.and(self.inner.end_run(UnrecordedEnd { policy, event, context }).await);
        }
        ended
    }

    /// Records an event of the policy with a key.
    fn happens(
        &self,
        key: String,
        event: Event,
        context: ChangeContext,
    ) -> Answer<'_, StoredPolicy> {
        to_completion(&self.inner, async move |inner| {
            let _changing = inner.policies.lock().await;
            let known = inner.policies.get(&key).ok_or(CleanupError::Unknown)?;
            inner.change(&known, event, &context).await?.ok_or(CleanupError::Unknown)
        })
    }
}

impl Cleanup for EmbeddedCleanup {
    fn policies(&self) -> Answer<'_, Vec<StoredPolicy>> {
        Box::pin(std::future::ready(Ok(self.inner.policies.all())))
    }

    fn policy(&self, key: String) -> Answer<'_, Option<StoredPolicy>> {
        Box::pin(std::future::ready(Ok(self.inner.policies.get(&key))))
    }

    fn create(&self, new: CleanupPolicy, context: ChangeContext) -> Answer<'_, StoredPolicy> {
        to_completion(&self.inner, async move |inner| {
            // The machine rejects these too; here no stream is made for them.
            check(&new, context.at)?;
            let _changing = inner.policies.lock().await;
            if inner.policies.get(&new.key).is_some() {
                return Err(CleanupError::KeyTaken);
            }
            if inner.policies.len() >= POLICIES_MAX {
                return Err(CleanupError::TooMany);
            }
            let by = context.who.person().cloned();
            let event = Event::Create { policy: Box::new(new), by };
            inner
                .policies
                .create(event, &context)
                .await?
                .map_err(|error| refused(&error))?
                .ok_or(CleanupError::Unknown)
        })
    }

    fn change(&self, wanted: CleanupPolicy, context: ChangeContext) -> Answer<'_, StoredPolicy> {
        if let Err(error) = check(&wanted, context.at) {
            return Box::pin(std::future::ready(Err(error)));
        }
        let key = wanted.key.clone();
        self.happens(key, Event::Change { policy: Box::new(wanted) }, context)
    }

    fn enable(
        &self,
        key: String,
        enabled: bool,
        context: ChangeContext,
    ) -> Answer<'_, StoredPolicy> {
        self.happens(key, Event::Enable { enabled }, context)
    }

    fn delete(&self, key: String, context: ChangeContext) -> Answer<'_, ()> {
        to_completion(&self.inner, async move |inner| {
            let _changing = inner.policies.lock().await;
            let known = inner.policies.get(&key).ok_or(CleanupError::Unknown)?;
            inner.change(&known, Event::Delete {}, &context).await?;
            Ok(())
        })
    }

    fn preview(&self, key: String, from: u64, limit: usize, at: Timestamp) -> Answer<'_, Preview> {
        Box::pin(async move {
            let policy = self.inner.policies.get(&key).ok_or(CleanupError::Unknown)?;
            self.inner.work.preview(&policy.settings, from, limit, at).await
        })
    }

    fn run(&self, key: String, context: ChangeContext) -> Answer<'_, StoredPolicy> {
        self.begin(key, CleanupTrigger::Request, context)
    }

    fn cancel(&self, key: String) -> Answer<'_, ()> {
        let is_running = self.inner.runs.cancel(&key);
        let answer = if is_running {
            Ok(())
        } else if self.inner.policies.get(&key).is_some() {
            Err(CleanupError::Problem(CleanupProblem::NotRunning))
        } else {
            Err(CleanupError::Unknown)
        };
        Box::pin(std::future::ready(answer))
    }

    fn progress(&self, key: String) -> Answer<'_, Option<CleanupCounts>> {
        Box::pin(std::future::ready(Ok(self.inner.runs.progress(&key))))
    }
}

impl EmbeddedCleanup {
    /// Begins the runs that are due after one time and until another one. What could not begin is in the log. First
    /// records the ends of runs that the journal did not take before.
    pub async fn run_due(&self, after: Timestamp, now: Timestamp) {
        self.inner.record_ends().await;
        for policy in self.inner.policies.all() {
            let is_due = policy.next_after(after).is_some_and(|next| next <= now);
            // A run that takes longer than its schedule goes on.
            if !is_due || policy.is_running() {
                continue;
            }
            let (key, context) = (policy.settings.key.clone(), ChangeContext::system(now));
            if let Err(error) = self.begin(key, CleanupTrigger::Schedule, context).await {
                let key = policy.settings.key.as_str();
                tracing::error!(service = "artifactory", key, %error, "a cleanup did not begin");
            }
        }
    }

    /// Records that a run begins, and lets it work.
    fn begin(
        &self,
        key: String,
        trigger: CleanupTrigger,
        context: ChangeContext,
    ) -> Answer<'_, StoredPolicy> {
        to_completion(&self.inner, async move |inner| {
            let _changing = inner.policies.lock().await;
            let known = inner.policies.get(&key).ok_or(CleanupError::Unknown)?;
            let began = inner.change(&known, Event::BeginRun { trigger }, &context).await?;
            let began = began.ok_or(CleanupError::Unknown)?;
            let progress = inner.runs.begin(&key);
            let (worker, policy) = (Arc::clone(&inner), began.clone());
            tokio::spawn(async move { worker.work_on(policy, progress, context).await });
            Ok(began)
        })
    }
}

impl Inner {
    /// Does the work of a run, and records its end.
    async fn work_on(
        self: Arc<Self>,
        policy: StoredPolicy,
        progress: Arc<Progress>,
        context: ChangeContext,
    ) {
        let outcome = self.work.run(&policy.settings, &progress, &context).await;
        let context = ChangeContext { at: self.work.now(), ..context };
        let event = Event::EndRun { outcome, counts: progress.counts() };
        let key = Arc::clone(&policy.settings);
        if let Err(error) = self.end_run(UnrecordedEnd { policy, event, context }).await {
            let key = key.key.as_str();
            tracing::error!(service = "artifactory", key, %error, "the end of a cleanup is recorded later");
        }
        self.runs.end(&key.key);
    }

    /// Records the end of a run, or remembers it if the journal does not take it.
    async fn end_run(&self, end: UnrecordedEnd) -> Result<(), CleanupError> {
        let _changing = self.policies.lock().await;
        let began_at = |policy: &StoredPolicy| policy.run.map(|run| run.began_at);
        let is_same = |now: &StoredPolicy| began_at(now) == began_at(&end.policy);
        // The policy may have been deleted, or be in another run.
        if !self.policies.get(&end.policy.settings.key).as_ref().is_some_and(is_same) {
            return Ok(());
        }
        let recorded = self.change(&end.policy, end.event.clone(), &end.context).await;
        // A rejection is final: the run has ended, or the policy was deleted.
        if let Err(CleanupError::Stream(_)) = &recorded {
            self.unrecorded.lock().await.push(end);
        }
        recorded.map(|_| ())
    }

    /// Tries again to record the ends that the journal did not take.
    async fn record_ends(&self) {
        let ends = std::mem::take(&mut *self.unrecorded.lock().await);
        for end in ends {
            // It is remembered again if it fails, and the log has the reason of the first time.
            let _ = self.end_run(end).await;
        }
    }
}

impl Inner {
    /// Records an event of a policy that the caller has locked.
    async fn change(
        &self,
        known: &StoredPolicy,
        event: Event,
        context: &ChangeContext,
    ) -> Result<Option<StoredPolicy>, CleanupError> {
        self.policies.change(known, event, context).await?.map_err(|error| refused(&error))
    }
}

fn refused(refused: &Refused) -> CleanupError {
    let code = refused.rejection.code;
    let mut all = CleanupProblem::ALL.into_iter();
    all.find(|problem| problem.code() == code).map_or(CleanupError::Unknown, CleanupError::Problem)
}

fn check(policy: &CleanupPolicy, now: Timestamp) -> Result<(), CleanupError> {
    check_cleanup_policy(policy).map_err(CleanupError::Problem)?;
    if !policy.cron.is_empty() {
        check_schedule(&policy.cron, now)?;
    }
    Ok(())
}

impl StoredByKey for StoredPolicy {
    const MACHINE: MachineName = MachineName::CleanupPolicy;
    const STREAMS: &'static str = "cleanup_policy/";
    const IDS: &'static str = "clean";

    fn of(id: &str, state: &AnyState) -> Option<Self> {
        match state {
            AnyState::CleanupPolicy(State::Existing { policy, created_at, created_by, run }) => {
                Some(Self {
                    id: id.to_owned(),
                    settings: Arc::new(policy.as_ref().clone()),
                    created_at: *created_at,
                    created_by: created_by.clone(),
                    run: *run,
                })
            }
            _ => None,
        }
    }

    fn id(&self) -> &str {
        &self.id
    }

    fn key(&self) -> String {
        self.settings.key.clone()
    }
}
