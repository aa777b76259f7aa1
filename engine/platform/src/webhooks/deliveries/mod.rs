//! Delivering events to the receivers of webhooks (HOOK-04).
//!
//! The platform's log is the queue: a webhook has a cursor in it, and what is after the cursor is still to be sent. One
//! reader sorts the log into the queues of all webhooks, and a worker for each webhook sends one request after another.
//! What came of each delivery is a record in the journals of deliveries, which are dropped by the day.
//!
//! ```text
//! platform's log --reader--> queue of a webhook --worker--> receiver
//!                 cursor <-------- recorder <-----'
//! ```

mod circuits;
mod days;
mod inbox;
mod port;
mod reader;
mod recent;
mod recorder;
mod recovery;
mod service;
mod source;
mod worker;

use std::collections::{BTreeMap, HashMap};
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{mpsc, oneshot};
use tokio::task::{JoinSet, spawn_blocking};
use waybill_journal::{Journal, ReadError, StoredRecord};
use waybill_machines::machines::webhook_delivery::{Event, State};
use waybill_machines::rules::webhooks::WebhookMessage;
use waybill_machines::secret::PersonId;
use waybill_machines::{AnyState, MachineName, Timestamp};

pub use days::DeliveryStore;
pub use port::{DeliveredFrom, DeliveryAttempt, DeliveryError, DeliveryStatus, WebhookDeliveries};
pub use recent::{LastAttempt, ListedDelivery};
pub use recorder::RecordError;
pub use service::{DeliverySources, EmbeddedDeliveries};
pub use source::is_caused;

use self::circuits::{Circuits, receiver_of};
use self::days::DeliveryDays;
use self::inbox::Board;
use self::recent::Recent;
use self::recorder::Outcome;
use self::source::{Happened, KnownRepositories, happened};
use super::{EmbeddedWebhooks, StoredWebhook};
use crate::repositories::RepositoryError;
use crate::streams::{ChangeContext, Command};

/// The prefixes of the streams of deliveries and of cursors.
const DELIVERIES: &str = "webhook_delivery/";
const CURSORS: &str = "webhook_cursor/";
/// How many records of the log are read at once.
const PORTION: usize = 512;
/// The most new records that are read at once without a thread for it. They were just written, and are in the memory of
/// the system.
const NEW_MAX: u64 = 4;
const DAY_MS: i64 = 24 * 60 * 60 * 1_000;

/// Where the time comes from.
pub type Now = Arc<dyn Fn() -> Timestamp + Send + Sync>;

/// Whether the owner of a webhook may have a message sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// They may read what it is about.
    Permitted,
    /// They may not read that.
    NotPermitted,
    /// They have no account any longer, may not sign in, or administer the project of the webhook no longer.
    Gone,
}

/// What the owners of webhooks may read, which is asked at each attempt, and the names of users in messages.
pub trait Owners: Send + Sync + 'static {
    /// Whether an owner may have a message sent by a webhook of a project, or of the installation.
    fn standing<'a>(
        &'a self,
        owner: &'a PersonId,
        project: Option<&'a str>,
        message: &'a WebhookMessage,
    ) -> Pin<Box<dyn Future<Output = Standing> + Send + 'a>>;

    /// The name of a user; empty if there is no such account any longer.
    fn username<'a>(
        &'a self,
        user: &'a PersonId,
    ) -> Pin<Box<dyn Future<Output = String> + Send + 'a>>;
}

/// What reader, workers and the port share.
struct Shared {
    webhooks: Arc<EmbeddedWebhooks>,
    /// The platform's log.
    log: Arc<dyn Journal>,
    days: Arc<DeliveryDays>,
    repositories: KnownRepositories,
    owners: Arc<dyn Owners>,
    now: Now,
    board: Board,
    circuits: Circuits,
    outcomes: mpsc::Sender<Outcome>,
    recent: Mutex<Recent>,
    /// How many deliveries of a webhook, by its id, have failed and wait.
    waiting: Mutex<HashMap<String, usize>>,
    workers: Mutex<JoinSet<()>>,
}

/// The deliveries of a webhook that wait, by the time at which they are due and their streams.
type WaitingDeliveries = BTreeMap<(Timestamp, String), Waiting>;

/// A delivery that waits.
#[derive(Debug, Clone)]
struct Waiting {
    message: Arc<WebhookMessage>,
    /// When it was sent first, or wanted again.
    first_at: Timestamp,
}

impl Waiting {
    /// The delivery of a state, and when it is due; none if it does not wait.
    fn of(state: &State) -> Option<(Timestamp, Self)> {
        let State::Waiting { message, first_at, until, .. } = state else { return None };
        let message = Arc::new(message.as_ref().clone());
        Some((*until, Self { message, first_at: *first_at }))
    }
}

/// Records from a position on, and the position up to which there are no others.
fn scan(log: &dyn Journal, from: u64) -> Result<(Vec<StoredRecord>, u64), ReadError> {
    match log.scan(from, PORTION) {
        Ok(records) => Ok((records, from)),
        // Only a damaged log has positions that cannot be read, and nothing of them can be sent.
        Err(error) => match log.readable_from(from + 1) {
            Some(next) => Ok((Vec::new(), next)),
            None => Err(error),
        },
    }
}

/// The stream of a delivery.
fn stream_of(webhook: &str, delivery: &str) -> String {
    format!("{DELIVERIES}{webhook}/{delivery}")
}

/// The webhook and the delivery of a stream.
fn parts_of(stream: &str) -> Option<(&str, &str)> {
    stream.strip_prefix(DELIVERIES)?.split_once('/')
}

impl Shared {
    fn recent(&self) -> MutexGuard<'_, Recent> {
        self.recent.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The name under which failures of the receiver of a webhook are counted now.
    fn receiver(&self, webhook: &StoredWebhook) -> String {
        receiver_of(&webhook.settings, self.webhooks.proxy_of(webhook).as_ref())
    }

    fn workers(&self) -> MutexGuard<'_, JoinSet<()>> {
        self.workers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What has happened from a position on, and the position up to which it was read.
    async fn read(self: &Arc<Self>, from: u64) -> Result<(Vec<Happened>, u64), RepositoryError> {
        let log = Arc::clone(&self.log);
        let read = if log.count().saturating_sub(from) <= NEW_MAX {
            scan(&*log, from)
        } else {
            let read = spawn_blocking(move || scan(&*log, from)).await;
            read.map_err(|_| RepositoryError::Defect("reading the log stopped"))?
        };
        let (records, mut to) = read.map_err(|error| RepositoryError::Stream(error.into()))?;
        let mut all = Vec::new();
        for record in &records {
            all.extend(happened(record, &self.repositories).await?);
            to = record.position + 1;
        }
        Ok((all, to))
    }

    /// Records what has happened to a delivery, and how far a webhook has come. Answers the state of the delivery.
    async fn record(
        &self,
        delivery: Option<(&str, Event)>,
        cursor: Option<(&str, u64)>,
    ) -> Result<Option<Arc<AnyState>>, RecordError> {
        self.record_by(delivery, cursor, None).await
    }

    async fn record_by(
        &self,
        delivery: Option<(&str, Event)>,
        cursor: Option<(&str, u64)>,
        context: Option<ChangeContext>,
    ) -> Result<Option<Arc<AnyState>>, RecordError> {
        let stopped = || RecordError::Failed("the server stops".to_owned());
        let (recorded, answer) = oneshot::channel();
        let command = delivery.as_ref().map(|(stream, event)| Command::new(*stream, event.clone()));
        let cursor = cursor.map(|(webhook, position)| (webhook.to_owned(), position));
        let outcome = Outcome { command, cursor, context, recorded };
        self.outcomes.send(outcome).await.map_err(|_| stopped())?;
        let state = answer.await.map_err(|_| stopped())??;
        if let (Some((stream, event)), Some(AnyState::WebhookDelivery(state))) =
            (delivery, state.as_deref())
        {
            self.recent().note(stream, &event, state, (self.now)());
        }
        Ok(state)
    }

    /// The delivery of a stream, and when it is due; none if it does not wait.
    fn waiting_of(&self, stream: &str) -> Option<(Timestamp, Waiting)> {
        let state = self.days.of(stream)?.state(stream, MachineName::WebhookDelivery).ok()?;
        match &state {
            AnyState::WebhookDelivery(state) => Waiting::of(state),
            _ => None,
        }
    }

    fn note_waiting(&self, webhook: &str, number: usize) {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if number == 0 {
            waiting.remove(webhook);
        } else {
            waiting.insert(webhook.to_owned(), number);
        }
    }
}
