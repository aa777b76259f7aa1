//! Starting on a journal of a million records after a clean stop: opening it, and learning which sessions are open.

use std::future::Future;
use std::net::IpAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use waybill_engine::{
    Clock as _, CommonFacts, Engine, Parts, Performer, RandomIds, SessionId, SessionsJournal,
    SystemClock, Task, Viewer,
};
use waybill_journal::{DurableJournal, DurableOptions, Group, MemoryJournal};
use waybill_machines::cascade::InstanceKey;
use waybill_machines::machines::{idle, session};
use waybill_machines::secret::{Digest, PersonId, Personal};
use waybill_machines::{AnyEvent, MachineName, Timestamp};
use waybill_platform::limits::{Budgets, Limits};
use waybill_stream::{Origin, StreamState};

use crate::row;

const SESSIONS: u64 = 2_000;
const RECORDS: u64 = 1_000_000;
/// Records that are appended together.
const GROUP: u64 = 50;
const LAST_ROUND: u64 = RECORDS / SESSIONS / GROUP - 1;
const GOAL: Duration = Duration::from_secs(1);

/// Performs nothing: no call of these sessions is open.
struct Nothing;

impl Performer for Nothing {
    fn perform(
        self: Arc<Self>,
        _task: Task,
    ) -> impl Future<Output = Option<AnyEvent>> + Send + 'static {
        std::future::ready(None)
    }

    async fn common_facts(&self, _at: Timestamp) -> Option<CommonFacts> {
        None
    }

    async fn viewer(&self, _person: Option<PersonId>) -> Viewer {
        Viewer::default()
    }

    fn reveal(&self, _digest: &str, _viewer: &Viewer) -> Option<String> {
        None
    }

    async fn address(&self, _person: PersonId, _address: IpAddr) -> Option<Personal> {
        None
    }

    fn session_ended(&self, _session: &SessionId) {}
}

/// Prints the rows.
pub async fn after_a_clean_stop() {
    let folder = tempfile::tempdir().expect("a folder");
    fill(folder.path()).await;
    let without = started(folder.path()).await;
    let with = started(folder.path()).await;
    let share = with.as_secs_f64() / GOAL.as_secs_f64();
    let what = "start: 1 M records, 2,000 open sessions";
    row(what, &format!("{:.2} s", with.as_secs_f64()), "<= 1 s", share);
    let what = "start: the same without the saved index";
    row(what, &format!("{:.2} s", without.as_secs_f64()), "-", 0.0);
}

/// Opens the journal and starts an engine, until every session is known. Then stops both in order.
async fn started(folder: &Path) -> Duration {
    let saved = folder.join("sessions.index");
    let start = Instant::now();
    let journal = Arc::new(open(folder));
    let engine = Engine::new(Parts {
        sessions: SessionsJournal::One(journal.clone()),
        platform: Arc::new(MemoryJournal::new()),
        performer: Arc::new(Nothing),
        clock: Arc::new(SystemClock),
        ids: Arc::new(RandomIds),
        epoch: "bench".to_owned(),
        families: &[],
        saved: Some(saved.clone()),
        budgets: Arc::new(Budgets::new(Limits::unlimited())),
        runtime: None,
    })
    .expect("an engine");
    let ready = start.elapsed();
    assert_eq!(engine.counts().0 as u64, SESSIONS);
    engine.recover_all().await;
    // A session has a bookmark once it has been awake.
    for number in 0..SESSIONS {
        engine.inspect(&id(number)).await.expect("a session");
    }
    engine.save_index(&saved, true).await.expect("the index is saved");
    drop(engine);
    let mut journal = journal;
    loop {
        match Arc::try_unwrap(journal) {
            Ok(journal) => {
                journal.close().expect("closed in order");
                return ready;
            }
            // Its runners are ending.
            Err(shared) => journal = shared,
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

fn open(folder: &Path) -> DurableJournal {
    DurableJournal::open(&folder.join("journal"), DurableOptions::default()).expect("a journal")
}

fn id(number: u64) -> SessionId {
    SessionId::named(&format!("0192f0c1-a1b2-7c3d-8e4f-{number:012x}"))
}

fn token(number: usize) -> Digest {
    Digest(format!("{number:064x}"))
}

async fn fill(folder: &Path) {
    std::fs::create_dir_all(folder.join("journal")).expect("a folder");
    let journal = open(folder);
    let at = SystemClock.now();
    let mut streams: Vec<StreamState> =
        (0..SESSIONS).map(|number| StreamState::new(id(number).stream())).collect();
    for round in 0..=LAST_ROUND {
        for (number, stream) in streams.iter_mut().enumerate() {
            let mut group = Group::default();
            for step in 0..GROUP {
                let idle = stream.state(&InstanceKey::session(MachineName::Idle));
                let event: AnyEvent = match (round, step, idle.name()) {
                    (0, 0, _) => session::Event::Open { token: token(number) }.into(),
                    (_, _, "checking") => {
                        idle::Event::Checked(idle::Checked::Valid { active_at: None }).into()
                    }
                    // At the end no call is open.
                    (LAST_ROUND, 49, _) => continue,
                    _ => idle::Event::Activity { idle_ms: 61_000 }.into(),
                };
                let key = InstanceKey::session(event.machine());
                let decision = stream.decide(key, event, at, None);
                let prepared = stream.prepare(decision, Origin::system(), at).expect("recordable");
                let batch = stream.batch(&prepared);
                match group.batches.first_mut() {
                    Some(first) => first.records.extend(batch.records),
                    None => group.batches.push(batch),
                }
                stream.commit(&prepared);
            }
            waybill_journal::Journal::append(&journal, group).await.expect("appended");
        }
    }
    journal.close().expect("closed in order");
}
