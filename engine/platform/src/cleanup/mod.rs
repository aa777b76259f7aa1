//! Cleanup policies: what is removed from repositories once it is old or unused (CLEAN-01). What a policy selects is
//! judged by the repositories ([`Cleaning`](crate::repositories::Cleaning)).

mod embedded;
mod runs;
mod schedule;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use waybill_machines::Timestamp;
use waybill_machines::machines::cleanup_policy::{CleanupCounts, CleanupRun};
use waybill_machines::rules::cleanup::{CleanupPolicy, CleanupProblem};
use waybill_machines::secret::PersonId;

pub use embedded::{EmbeddedCleanup, Workplace};
pub use schedule::{ScheduleProblem, check_schedule, next_after};

use crate::keyed::TaskStopped;
use crate::repositories::{Candidate, RepositoryError};
use crate::streams::{ChangeContext, StreamError};

/// The most policies of the installation.
pub const POLICIES_MAX: usize = 100;

/// The future answer of a call.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, CleanupError>> + Send + 'a>>;

/// The port for cleanup policies.
pub trait Cleanup: Send + Sync + 'static {
    /// All policies, by key.
    fn policies(&self) -> Answer<'_, Vec<StoredPolicy>>;

    /// The policy with this key; `None` if there is none.
    fn policy(&self, key: String) -> Answer<'_, Option<StoredPolicy>>;

    /// Creates a policy. Of two with the same key, one is rejected because the key is taken.
    fn create(&self, new: CleanupPolicy, context: ChangeContext) -> Answer<'_, StoredPolicy>;

    /// Changes the policy with the same key.
    fn change(&self, wanted: CleanupPolicy, context: ChangeContext) -> Answer<'_, StoredPolicy>;

    /// Has a policy run by itself, or no longer.
    fn enable(
        &self,
        key: String,
        enabled: bool,
        context: ChangeContext,
    ) -> Answer<'_, StoredPolicy>;

    /// Deletes a policy. Rejected while it runs.
    fn delete(&self, key: String, context: ChangeContext) -> Answer<'_, ()>;

    /// Lists what a policy would remove at this time, from a place in that list on, and how much it is together.
    fn preview(&self, key: String, from: u64, limit: usize, at: Timestamp) -> Answer<'_, Preview>;

    /// Begins a run at once. Rejected while another one of the policy is in progress.
    fn run(&self, key: String, context: ChangeContext) -> Answer<'_, StoredPolicy>;

    /// Has the run in progress end before what it would remove next.
    fn cancel(&self, key: String) -> Answer<'_, ()>;

    /// What the run in progress has done so far; `None` if there is none.
    fn progress(&self, key: String) -> Answer<'_, Option<CleanupCounts>>;
}

/// What a policy would remove.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Preview {
    /// A part of the list: the key of the repository, and what would be removed there.
    pub candidates: Vec<(String, Candidate)>,
    /// The place in the list from which it goes on; none at its end.
    pub next: Option<u64>,
    /// How much it is altogether. Nothing is spared yet.
    pub totals: CleanupCounts,
    /// Whether everything was looked at. Otherwise there may be more than the totals say.
    pub is_complete: bool,
}

/// A policy that exists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPolicy {
    /// Its id, which is never reused.
    pub id: String,
    /// What it removes, and when.
    pub settings: Arc<CleanupPolicy>,
    /// When it was created.
    pub created_at: Timestamp,
    /// The user who created it; `None` for the server itself.
    pub created_by: Option<PersonId>,
    /// Its newest run; `None` before the first.
    pub run: Option<CleanupRun>,
}

impl StoredPolicy {
    /// Whether a run of it is in progress, by its records.
    pub fn is_running(&self) -> bool {
        self.run.is_some_and(|run| run.ended.is_none())
    }

    /// When it runs by itself the next time after another one; `None` if it does not.
    pub fn next_after(&self, after: Timestamp) -> Option<Timestamp> {
        let is_scheduled = self.settings.enabled && !self.settings.cron.is_empty();
        is_scheduled.then(|| next_after(&self.settings.cron, after)).flatten()
    }
}

/// Why a call has no answer.
#[derive(Debug, thiserror::Error)]
pub enum CleanupError {
    /// The policy is not valid, or cannot do this now.
    #[error("{0}")]
    Problem(CleanupProblem),
    /// Its schedule is not valid.
    #[error(transparent)]
    Schedule(#[from] ScheduleProblem),
    /// The key belongs to another policy.
    #[error("There is a policy with this key already. Choose another key.")]
    KeyTaken,
    /// The installation has the most policies allowed.
    #[error("There are {POLICIES_MAX} cleanup policies, which is the most. Delete one first.")]
    TooMany,
    /// There is no such policy.
    #[error("There is no such cleanup policy.")]
    Unknown,
    /// Too many previews are made at once.
    #[error("Too many previews are made at the moment. Try again in a moment.")]
    Busy,
    /// The repositories failed.
    #[error(transparent)]
    Repository(#[from] RepositoryError),
    /// The journal failed.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// A change stopped, which is a bug.
    #[error(transparent)]
    Stopped(#[from] TaskStopped),
}
