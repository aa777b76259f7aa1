//! When cleanup policies run, and how their runs end.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use waybill_journal::{Journal, MemoryJournal};
use waybill_machines::Timestamp;
use waybill_machines::machines::cleanup_policy::{CleanupOutcome, CleanupTrigger};
use waybill_machines::rules::cleanup::{CleanupCriteria, CleanupPolicy};
use waybill_platform::cleanup::{Cleanup as _, EmbeddedCleanup, StoredPolicy, Workplace};
use waybill_platform::repositories::{EmbeddedRepositories, VersionRules};

use super::{T0, context, create, deploy, open};

const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;

/// The service, whose clock passes so much each time that it is read.
fn policies(
    journal: &Arc<dyn Journal>,
    repositories: &Arc<EmbeddedRepositories>,
    step_ms: i64,
) -> EmbeddedCleanup {
    let rules = |_| VersionRules { sorted: |versions| versions, listed: None, tagged_stay: true };
    let read = AtomicI64::new(0);
    let now = move || T0.plus_ms(read.fetch_add(step_ms, Ordering::Relaxed));
    let work = Workplace::new(repositories.clone(), repositories.clone(), rules, Arc::new(now));
    EmbeddedCleanup::open(Arc::clone(journal), work).unwrap()
}

fn policy(cron: &str) -> CleanupPolicy {
    let criteria = CleanupCriteria { created_before_days: Some(1), ..CleanupCriteria::default() };
    CleanupPolicy {
        key: "old".into(),
        description: String::new(),
        cron: cron.into(),
        duration_minutes: 1,
        enabled: true,
        skips_trash: false,
        project_key: None,
        criteria,
    }
}

/// The policy when its run does no more work.
async fn done(service: &EmbeddedCleanup) -> StoredPolicy {
    while service.progress("old".into()).await.unwrap().is_some() {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    service.policy("old".into()).await.unwrap().unwrap()
}

fn ended(policy: &StoredPolicy) -> Option<(CleanupTrigger, CleanupOutcome)> {
    policy.run.and_then(|run| Some((run.trigger, run.ended?.outcome)))
}

async fn with_a_file(journal: &Arc<dyn Journal>, root: &Path) -> Arc<EmbeddedRepositories> {
    let repositories = Arc::new(open(journal, root));
    create(&repositories).await;
    deploy(&repositories, "a", "one", true).await.unwrap();
    repositories
}

/// covers: [CLEAN-03]
#[tokio::test]
async fn a_run_whose_end_the_journal_does_not_take_ends_when_it_does() {
    let root = tempfile::tempdir().unwrap();
    let memory = Arc::new(MemoryJournal::new());
    let journal: Arc<dyn Journal> = memory.clone();
    let repositories = with_a_file(&journal, root.path()).await;
    let service = policies(&journal, &repositories, 0);
    service.create(policy(""), context()).await.unwrap();
    // The beginning is the last that can be stored.
    memory.faults().out_of_space_after(1);
    service.run("old".into(), context()).await.unwrap();
    assert!(done(&service).await.is_running());
    service.run_due(T0, T0).await;
    assert!(done(&service).await.is_running());
    // Another process would end it at its start, if it can.
    let restarted = policies(&journal, &repositories, 0);
    assert!(restarted.end_interrupted(T0).await.is_err());
    memory.faults().out_of_space(false);
    restarted.run_due(T0, T0).await;
    let interrupted = (CleanupTrigger::Request, CleanupOutcome::Interrupted);
    assert_eq!(ended(&done(&restarted).await), Some(interrupted));

    // The same without a restart, and once only: the next run is another one.
    memory.faults().out_of_space_after(1);
    restarted.run("old".into(), context()).await.unwrap();
    assert!(done(&restarted).await.is_running());
    memory.faults().out_of_space(false);
    restarted.run_due(T0, T0).await;
    let completed = (CleanupTrigger::Request, CleanupOutcome::Completed);
    assert_eq!(ended(&done(&restarted).await), Some(completed));
    restarted.run("old".into(), context()).await.unwrap();
    assert_eq!(ended(&done(&restarted).await), Some(completed));
}

/// covers: [CLEAN-03]
#[tokio::test]
async fn a_schedule_begins_a_run_which_ends_when_its_time_is_over() {
    let root = tempfile::tempdir().unwrap();
    let journal: Arc<dyn Journal> = Arc::new(MemoryJournal::new());
    let repositories = with_a_file(&journal, root.path()).await;
    let service = policies(&journal, &repositories, 2 * MINUTE_MS);
    service.create(policy("0 0 2 ? * * *"), context()).await.unwrap();
    service.run_due(T0, T0.plus_ms(HOUR_MS)).await;
    assert_eq!(done(&service).await.run, None);
    let due: Timestamp = T0.plus_ms(2 * HOUR_MS);
    service.run_due(T0.plus_ms(HOUR_MS), due).await;
    let out_of_time = (CleanupTrigger::Schedule, CleanupOutcome::OutOfTime);
    assert_eq!(ended(&done(&service).await), Some(out_of_time));
    // What was due once is not due again, and a policy that is turned off is never.
    service.run_due(due, due.plus_ms(HOUR_MS)).await;
    assert_eq!(done(&service).await.run.map(|run| run.began_at), Some(due));
    service.enable("old".into(), false, context()).await.unwrap();
    service.run_due(due, due.plus_ms(48 * HOUR_MS)).await;
    assert_eq!(done(&service).await.run.map(|run| run.began_at), Some(due));
}
