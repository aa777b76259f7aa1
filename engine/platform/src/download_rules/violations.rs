//! Downloads that a rule has refused, as records of the streams `download_violations/<day>`: a client that tries again
//! and again makes one record in an hour, and all clients together make 600.
//!
//! No download waits for a record: what is due goes into a short queue, from which one task records it. What is in the
//! queue when the server stops has no record. After a start the task reads what the last hour has before it records
//! anything, so that the limits apply over a restart too.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use waybill_journal::{DayName, Journal, ReadError};
use waybill_machines::machines::download_violations::{
    DOWNLOAD_VIOLATIONS_MAX, DOWNLOAD_VIOLATIONS_WITHIN_MS, DownloadViolation, Event,
};
use waybill_machines::secret::PersonId;
use waybill_machines::{AnyEvent, MachineName, Timestamp};

use crate::metric::Metric;
use crate::streams::{ChangeContext, Command, Streams};

/// The prefix of the streams.
const PREFIX: &str = "download_violations/";
/// How many violations wait to be recorded.
const QUEUE: usize = 256;
/// Why a refused download has no record: the values of the metric's label.
const QUEUE_FULL: &str = "queue_full";
const HOUR_FULL: &str = "hour_full";
const NOT_RECORDED: &str = "not_recorded";

/// Violations that are due go in here.
pub(super) struct Violations {
    window: Arc<Mutex<Window>>,
    queue: mpsc::Sender<Waiting>,
}

/// A violation that waits to be recorded.
struct Waiting {
    violation: DownloadViolation,
    context: ChangeContext,
}

/// What makes two violations the same. A version in another repository is another one, since webhooks are narrowed by
/// repositories.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Key {
    rule: String,
    repository: String,
    package: String,
    version: String,
    person: Option<PersonId>,
}

impl Key {
    fn of(violation: &DownloadViolation) -> Self {
        let DownloadViolation { rule, repository, package, version, person, .. } = violation;
        Self {
            rule: rule.clone(),
            repository: repository.clone(),
            package: package.clone(),
            version: version.clone(),
            person: person.clone(),
        }
    }
}

/// What was recorded lately, and what is about to be.
#[derive(Debug, Default)]
struct Window {
    /// When each was recorded. What is older than an hour is removed when there is no room.
    recorded: HashMap<Key, Timestamp>,
    /// What is in the queue, or is being recorded.
    waiting: HashSet<Key>,
}

/// Whether a violation is to be recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Due {
    Yes,
    /// The hour has it already.
    Known,
    /// The hour has as many as it may.
    Full,
}

impl Due {
    /// Whether it is due, after what has no room in its hour is counted.
    fn counted(self) -> bool {
        if self == Self::Full {
            Metric::ViolationsDropped.count(&[HOUR_FULL]);
        }
        self == Self::Yes
    }
}

/// Whether two times are in one hour, also after a clock that was set back.
const fn is_within(known: Timestamp, at: Timestamp) -> bool {
    at.ms_since(known).saturating_abs() < DOWNLOAD_VIOLATIONS_WITHIN_MS
}

impl Window {
    /// Whether a violation is due that may be in the queue.
    fn is_due(&mut self, key: &Key, at: Timestamp) -> Due {
        if self.waiting.contains(key) {
            return Due::Known;
        }
        self.is_recordable(key, at, self.waiting.len())
    }

    /// The same, for a queue with this number of other violations.
    fn is_recordable(&mut self, key: &Key, at: Timestamp, others: usize) -> Due {
        if self.recorded.get(key).is_some_and(|known| is_within(*known, at)) {
            return Due::Known;
        }
        let is_full =
            |window: &Self| (window.recorded.len() + others) as u64 >= DOWNLOAD_VIOLATIONS_MAX;
        if is_full(self) {
            self.recorded.retain(|_, known| is_within(*known, at));
        }
        if is_full(self) { Due::Full } else { Due::Yes }
    }

    /// A violation leaves the queue.
    fn end(&mut self, key: Key, recorded_at: Option<Timestamp>) {
        self.waiting.remove(&key);
        if let Some(at) = recorded_at {
            self.recorded.insert(key, at);
        }
    }
}

impl Violations {
    /// Begins to record within a Tokio runtime. Commands on the server's machine have none, and refuse no downloads.
    pub(super) fn start(journal: Arc<dyn Journal>) -> Self {
        let window: Arc<Mutex<Window>> = Arc::default();
        let (queue, waiting) = mpsc::channel(QUEUE);
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(record_all(waiting, Streams::new(journal), Arc::clone(&window)));
        }
        Self { window, queue }
    }

    /// Whether a violation is to be recorded. It costs no more than a lock that is hardly ever held.
    pub(super) fn is_due(&self, violation: &DownloadViolation, at: Timestamp) -> bool {
        lock(&self.window).is_due(&Key::of(violation), at).counted()
    }

    /// Has a violation recorded that is still due, unless the queue is full.
    pub(super) fn note(&self, violation: DownloadViolation, context: ChangeContext) {
        let key = Key::of(&violation);
        let mut window = lock(&self.window);
        if !window.is_due(&key, context.at).counted() {
            return;
        }
        match self.queue.try_send(Waiting { violation, context }) {
            Ok(()) => {
                window.waiting.insert(key);
            }
            Err(_) => Metric::ViolationsDropped.count(&[QUEUE_FULL]),
        }
    }
}

fn lock(window: &Mutex<Window>) -> MutexGuard<'_, Window> {
    // Each change is complete by itself, so a panic leaves nothing half done.
    window.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Records what is in the queue until the service is dropped.
async fn record_all(
    mut queue: mpsc::Receiver<Waiting>,
    streams: Streams,
    window: Arc<Mutex<Window>>,
) {
    let (mut has_read, mut is_failing) = (false, false);
    while let Some(Waiting { violation, context }) = queue.recv().await {
        let at = context.at;
        if !has_read {
            has_read = true;
            let recorded = read_recorded(Arc::clone(streams.journal()), at).await;
            lock(&window).recorded.extend(recorded);
        }
        let key = Key::of(&violation);
        // What the last hour has may be known only now.
        let due = lock(&window).is_recordable(&key, at, 0);
        if !due.counted() {
            lock(&window).end(key, None);
            continue;
        }
        let recorded = record(&streams, violation, &context).await;
        lock(&window).end(key, recorded.is_ok().then_some(at));
        if let Err(error) = &recorded {
            Metric::ViolationsDropped.count(&[NOT_RECORDED]);
            if !is_failing {
                tracing::error!(
                    service = "artifactory",
                    error,
                    "a refused download was not recorded"
                );
            }
        }
        is_failing = recorded.is_err();
    }
}

async fn record(
    streams: &Streams,
    violation: DownloadViolation,
    context: &ChangeContext,
) -> Result<(), String> {
    let event = Event::Violate { violation: Box::new(violation) };
    let command = Command::new(stream_at(context.at), event);
    // Clients cause these: a rejection is no record.
    let command = Command { record_refusal: false, ..command };
    match streams.submit(command, context).await {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(refused)) => Err(refused.rejection.to_string()),
        Err(error) => Err(error.to_string()),
    }
}

/// The stream of a day.
fn stream_at(at: Timestamp) -> String {
    format!("{PREFIX}{}", DayName::of(at).date())
}

/// What the hour before a time has in records.
async fn read_recorded(journal: Arc<dyn Journal>, at: Timestamp) -> HashMap<Key, Timestamp> {
    let read = spawn_blocking(move || recorded_before(&*journal, at)).await;
    let found = match read {
        Ok(found) => found.map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    };
    found.unwrap_or_else(|error| {
        // They are recorded twice then, which is better than not at all.
        tracing::error!(service = "artifactory", error, "earlier refused downloads cannot be read");
        HashMap::new()
    })
}

/// The same. It blocks on the disk, for as many records as two days can have in an hour.
fn recorded_before(
    journal: &dyn Journal,
    at: Timestamp,
) -> Result<HashMap<Key, Timestamp>, ReadError> {
    let limit = usize::try_from(DOWNLOAD_VIOLATIONS_MAX).unwrap_or(usize::MAX);
    let began = at.plus_ms(-DOWNLOAD_VIOLATIONS_WITHIN_MS);
    let mut found = HashMap::new();
    for stream in BTreeSet::from([stream_at(began), stream_at(at)]) {
        let newest = journal.head(&stream).map_or(0, |head| head.seq);
        let from = newest.saturating_sub(DOWNLOAD_VIOLATIONS_MAX) + 1;
        for record in journal.read(&stream, from, limit)? {
            let view = record.view()?;
            let event = MachineName::DownloadViolations.recorded_event(view.schema, view.event);
            if let Ok(AnyEvent::DownloadViolations(Event::Violate { violation })) = event
                && view.refused.is_none()
                && is_within(view.at, at)
            {
                found.insert(Key::of(&violation), view.at);
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests;
