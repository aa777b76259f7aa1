//! The service: the reader, a worker for each webhook, and the port by which the console and programs see deliveries.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::{mpsc, watch};
use tokio::task::spawn_blocking;
use tokio::time::sleep;
use waybill_journal::{DayName, Journal};
use waybill_machines::machines::webhook_delivery::{Event, State};
use waybill_machines::rules::webhooks::{WEBHOOK_RETRIED_MS, WebhookAttempt, WebhookCancelled};
use waybill_machines::{AnyEvent, Timestamp};

use super::circuits::Circuits;
use super::days::{DeliveryDays, DeliveryStore};
use super::inbox::Board;
use super::recorder::record_all;
use super::recovery::{Recovered, recover};
use super::source::{KnownRepositories, event_of};
use super::worker::Worker;
use super::{
    DAY_MS, LastAttempt, ListedDelivery, Now, Owners, RecordError, Shared, WaitingDeliveries,
    stream_of,
};
use crate::repositories::Repositories;
use crate::streams::ChangeContext;
use crate::webhooks::{EmbeddedWebhooks, StoredWebhook, WebhookError};

/// How many outcomes wait to be recorded.
const OUTCOMES: usize = 1_024;
/// How many days deliveries are kept.
const KEPT_DAYS: i64 = 30;
/// How often old days are looked for.
const LOOKED_EVERY: Duration = Duration::from_secs(3_600);
/// How long the reader waits when the log could not be read.
const AFTER_ERROR: Duration = Duration::from_secs(5);

/// The future answer of a call.
type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, DeliveryError>> + Send + 'a>>;

/// The port for deliveries.
pub trait WebhookDeliveries: Send + Sync + 'static {
    /// Deliveries of a webhook that a filter permits, the newest first, after the one with an id: `limit` at most.
    fn list(
        &self,
        webhook: &StoredWebhook,
        after: Option<&str>,
        limit: usize,
        is_wanted: &dyn Fn(&ListedDelivery) -> bool,
    ) -> Vec<ListedDelivery>;

    /// A delivery with its attempts.
    fn delivery(&self, webhook: &StoredWebhook, id: String) -> Answer<'_, DeliveredFrom>;

    /// Sends a message again, as another delivery. Answers its id.
    fn redeliver(
        &self,
        webhook: &StoredWebhook,
        id: String,
        context: ChangeContext,
    ) -> Answer<'_, String>;

    /// How the deliveries of a webhook are going.
    fn status(&self, webhook: &StoredWebhook) -> DeliveryStatus;
}

/// How the deliveries of a webhook are going.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeliveryStatus {
    /// How many have failed and wait.
    pub waiting: usize,
    /// Until when its receiver is left alone, since it does not answer.
    pub receiver_retried_at: Option<Timestamp>,
    /// The newest attempt.
    pub last: Option<LastAttempt>,
}

/// A delivery with its attempts.
#[derive(Debug, Clone)]
pub struct DeliveredFrom {
    /// As it is listed.
    pub listed: ListedDelivery,
    /// The attempts, the newest first.
    pub attempts: Vec<DeliveryAttempt>,
}

/// An attempt of a delivery.
#[derive(Debug, Clone)]
pub struct DeliveryAttempt {
    /// When it was recorded.
    pub at: Timestamp,
    /// What came of it.
    pub attempt: WebhookAttempt,
}

/// Why a call has no answer.
#[derive(Debug, thiserror::Error)]
pub enum DeliveryError {
    /// There is no such delivery, or it is too old.
    #[error("There is no such delivery, or it is too old to be listed.")]
    Unknown,
    /// It waits, and will be sent again without being asked for.
    #[error("This delivery is waiting, and is sent again by itself.")]
    Waiting,
    /// The webhook sends nothing at present.
    #[error("The webhook is disabled; enable it first.")]
    Disabled,
    /// It was not recorded.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The webhook cannot be read.
    #[error(transparent)]
    Webhook(#[from] WebhookError),
    /// Its journal cannot be read.
    #[error("the journal of the delivery cannot be read: {0}")]
    Read(String),
}

/// The service of deliveries. It delivers as long as it exists.
pub struct EmbeddedDeliveries {
    shared: Arc<Shared>,
    tasks: Mutex<Vec<tokio::task::JoinHandle<()>>>,
}

/// What deliveries are opened with.
pub struct DeliverySources {
    /// The webhooks.
    pub webhooks: Arc<EmbeddedWebhooks>,
    /// The platform's log.
    pub log: Arc<dyn Journal>,
    /// The journals of deliveries.
    pub days: BTreeMap<DayName, Arc<dyn Journal>>,
    /// Where these are stored.
    pub store: Arc<dyn DeliveryStore>,
    /// The repositories that events are about.
    pub repositories: Arc<dyn Repositories>,
    /// What the owners of webhooks may read.
    pub owners: Arc<dyn Owners>,
    /// Where the time comes from.
    pub now: Now,
}

impl EmbeddedDeliveries {
    /// Begins to deliver within a Tokio runtime. Without one, as for commands on the server's machine, nothing is sent.
    pub fn start(sources: DeliverySources) -> Self {
        let DeliverySources { webhooks, log, days, store, repositories, owners, now } = sources;
        let days = Arc::new(DeliveryDays::new(days, store));
        let (outcomes, to_record) = mpsc::channel(OUTCOMES);
        let shared = Arc::new(Shared {
            webhooks,
            log,
            days: Arc::clone(&days),
            repositories: KnownRepositories::new(repositories),
            owners,
            now: Arc::clone(&now),
            board: Board::default(),
            circuits: Circuits::default(),
            outcomes,
            recent: Mutex::default(),
            waiting: Mutex::default(),
            workers: Mutex::default(),
        });
        let tasks = match Handle::try_current() {
            Ok(runtime) => vec![
                runtime.spawn(record_all(to_record, days, now)),
                runtime.spawn(deliver(Arc::clone(&shared))),
                runtime.spawn(drop_old(Arc::clone(&shared))),
            ],
            Err(_) => Vec::new(),
        };
        Self { shared, tasks: Mutex::new(tasks) }
    }

    /// Ends without another delivery; what is in progress is sent again at the next start.
    pub fn stop(&self) {
        for task in self.tasks.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            task.abort();
        }
        self.shared.workers().abort_all();
    }
}

impl Drop for EmbeddedDeliveries {
    fn drop(&mut self) {
        self.stop();
    }
}

impl WebhookDeliveries for EmbeddedDeliveries {
    fn list(
        &self,
        webhook: &StoredWebhook,
        after: Option<&str>,
        limit: usize,
        is_wanted: &dyn Fn(&ListedDelivery) -> bool,
    ) -> Vec<ListedDelivery> {
        let recent = self.shared.recent();
        let wanted = recent.of(&webhook.id, after).filter(|entry| is_wanted(entry));
        wanted.take(limit).cloned().collect()
    }

    fn delivery(&self, webhook: &StoredWebhook, id: String) -> Answer<'_, DeliveredFrom> {
        let (shared, webhook) = (Arc::clone(&self.shared), webhook.id.clone());
        Box::pin(async move {
            let listed = shared.recent().one(&webhook, &id).cloned();
            let listed = listed.ok_or(DeliveryError::Unknown)?;
            let stream = stream_of(&webhook, &id);
            let read = spawn_blocking(move || attempts_of(&shared.days, &stream));
            let attempts = read.await.map_err(|error| DeliveryError::Read(error.to_string()))??;
            Ok(DeliveredFrom { listed, attempts })
        })
    }

    fn redeliver(
        &self,
        webhook: &StoredWebhook,
        id: String,
        context: ChangeContext,
    ) -> Answer<'_, String> {
        let (shared, webhook) = (Arc::clone(&self.shared), webhook.clone());
        Box::pin(async move {
            let listed = shared.recent().one(&webhook.id, &id).cloned();
            let listed = listed.ok_or(DeliveryError::Unknown)?;
            if matches!(listed.state, State::Waiting { .. }) {
                return Err(DeliveryError::Waiting);
            }
            let inbox = shared.board.inbox(&webhook.id).filter(|_| webhook.settings.enabled);
            let inbox = inbox.ok_or(DeliveryError::Disabled)?;
            let is_free = |id: &String| shared.days.of(&stream_of(&webhook.id, id)).is_none();
            let message = &listed.message;
            let mut further = (2_u32..).map(|number| format!("{}.{number}", message.id));
            let free = further.find(is_free).ok_or(DeliveryError::Unknown)?;
            let stream = stream_of(&webhook.id, &free);
            let event = Event::Redeliver { message: Box::new(message.as_ref().clone()) };
            shared.record_by(Some((&stream, event)), None, Some(context)).await?;
            if let Err(stream) = inbox.redeliver(stream) {
                let event = Event::Cancel { why: WebhookCancelled::Deleted };
                shared.record(Some((&stream, event)), None).await?;
                return Err(DeliveryError::Unknown);
            }
            Ok(free)
        })
    }

    fn status(&self, webhook: &StoredWebhook) -> DeliveryStatus {
        let waiting = self.shared.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let now = (self.shared.now)();
        let until = self.shared.circuits.open_until(&self.shared.receiver(webhook));
        DeliveryStatus {
            waiting: waiting.get(&webhook.id).copied().unwrap_or_default(),
            receiver_retried_at: until.filter(|until| *until > now),
            last: self.shared.recent().last_of(&webhook.id),
        }
    }
}

/// The attempts of a delivery, the newest first.
fn attempts_of(days: &DeliveryDays, stream: &str) -> Result<Vec<DeliveryAttempt>, DeliveryError> {
    /// More records than a delivery can have.
    const RECORDS_MAX: usize = 1_000;
    let streams = days.of(stream).ok_or(DeliveryError::Unknown)?;
    let records = streams.journal().read(stream, 1, RECORDS_MAX);
    let records = records.map_err(|error| DeliveryError::Read(error.to_string()))?;
    let mut attempts = Vec::new();
    for record in &records {
        let view = record.view().map_err(|error| DeliveryError::Read(error.to_string()))?;
        if let Some(AnyEvent::WebhookDelivery(
            Event::Send { attempt, .. } | Event::Retry { attempt, .. },
        )) = event_of(&view)
        {
            attempts.push(DeliveryAttempt { at: view.at, attempt });
        }
    }
    attempts.reverse();
    Ok(attempts)
}

/// Reads the journals of deliveries, and then the log for as long as the server runs.
async fn deliver(shared: Arc<Shared>) {
    let recovering = Arc::clone(&shared);
    let Ok(mut recovered) = spawn_blocking(move || recover(&recovering)).await else { return };
    let mut waiting = recovered.waiting();
    let Recovered { cursors, recent, .. } = recovered;
    *shared.recent() = recent;
    let mut webhooks = shared.webhooks.changes();
    let mut grown = shared.log.grown();
    shared.board.begin_at(shared.log.count());
    let mut cursors = Some(cursors);
    loop {
        webhooks.mark_unchanged();
        let all = shared.webhooks.all();
        for webhook in &all {
            if shared.board.inbox(&webhook.id).is_some() {
                continue;
            }
            let known = cursors.as_ref().and_then(|cursors| cursors.get(&webhook.id).copied());
            let position = begins_at(&shared, webhook, known);
            let waiting = waiting.remove(&webhook.id).unwrap_or_default();
            begin(&shared, webhook, position, waiting);
        }
        for id in shared.board.webhooks() {
            if let Some(inbox) = shared.board.inbox(&id) {
                inbox.changed.notify_one();
            }
        }
        if cursors.take().is_some() {
            cancel_without_webhook(&shared, std::mem::take(&mut waiting)).await;
        }
        if !follow(&shared, &mut grown, &mut webhooks, &all).await {
            return;
        }
    }
}

/// Sorts the log into the queues until a webhook changes. Ends with the log.
async fn follow(
    shared: &Arc<Shared>,
    grown: &mut watch::Receiver<u64>,
    webhooks: &mut watch::Receiver<u64>,
    all: &[StoredWebhook],
) -> bool {
    loop {
        if webhooks.has_changed().unwrap_or(false) {
            return true;
        }
        grown.mark_unchanged();
        let position = shared.board.position();
        if position < shared.log.count() {
            if shared.board.is_empty() {
                shared.board.begin_at(shared.log.count());
                continue;
            }
            match shared.read(position).await {
                // A webhook that changed before an event is known to have changed once the event was read.
                Ok(_) if webhooks.has_changed().unwrap_or(false) => return true,
                Ok((events, to)) => shared.board.sort(events, all, to),
                Err(error) => {
                    tracing::warn!(service = "event", %error, "the log is read again for webhooks");
                    sleep(AFTER_ERROR).await;
                }
            }
            continue;
        }
        tokio::select! {
            changed = grown.changed() => if changed.is_err() { return false },
            changed = webhooks.changed() => return changed.is_ok(),
        }
    }
}

/// The position from which a webhook is sent events. One without a cursor was created just before the server stopped,
/// or is of a backup, which has no deliveries: then nothing that is older than a day is sent.
fn begins_at(shared: &Shared, webhook: &StoredWebhook, cursor: Option<u64>) -> u64 {
    let head = shared.log.count();
    if let Some(cursor) = cursor {
        return cursor.min(head);
    }
    let now = (shared.now)();
    if now.ms_since(webhook.history.created_at) > WEBHOOK_RETRIED_MS {
        return head;
    }
    let first = shared.log.read(&crate::webhooks::stream_of(&webhook.id), 1, 1);
    first.ok().and_then(|records| records.first().map(|record| record.position)).unwrap_or(head)
}

/// Begins the worker of a webhook.
fn begin(shared: &Arc<Shared>, webhook: &StoredWebhook, position: u64, waiting: WaitingDeliveries) {
    let inbox = shared.board.add(&webhook.id, position);
    let worker = Worker {
        shared: Arc::clone(shared),
        id: webhook.id.clone(),
        key: webhook.settings.key.clone(),
        inbox,
        waiting,
        held: VecDeque::new(),
        recorded: (position, (shared.now)()),
    };
    shared.workers().spawn(worker.run());
}

/// Cancels the deliveries of webhooks that were deleted while the server did not run.
async fn cancel_without_webhook(shared: &Shared, waiting: HashMap<String, WaitingDeliveries>) {
    for (_, stream) in waiting.into_values().flat_map(BTreeMap::into_keys) {
        let event = Event::Cancel { why: WebhookCancelled::Deleted };
        if let Err(error) = shared.record(Some((&stream, event)), None).await {
            tracing::warn!(service = "event", %error, "a delivery was not cancelled");
        }
    }
}

/// Drops the days that are older than deliveries are kept.
async fn drop_old(shared: Arc<Shared>) {
    loop {
        sleep(LOOKED_EVERY).await;
        let kept_from = (shared.now)().plus_ms(-KEPT_DAYS * DAY_MS);
        for day in shared.days.before(kept_from) {
            let dropping = Arc::clone(&shared);
            let name = day.clone();
            let dropped = spawn_blocking(move || dropping.days.drop_day(&name)).await;
            match dropped {
                Ok(Ok(())) => tracing::info!(%day, "a journal of deliveries was dropped"),
                Ok(Err(error)) => {
                    tracing::warn!(%day, error, "a journal of deliveries was not dropped");
                }
                Err(error) => {
                    tracing::error!(%error, "dropping a journal of deliveries was stopped");
                }
            }
        }
    }
}
