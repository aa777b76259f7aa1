//! The service: it starts the reader, which starts a worker for each webhook, and answers the console and programs.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::runtime::Handle;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use waybill_journal::{DayName, Journal};
use waybill_machines::AnyEvent;
use waybill_machines::machines::webhook_delivery::{Event, State};
use waybill_machines::rules::webhooks::WebhookCancelled;

use super::circuits::Circuits;
use super::days::{DeliveryDays, DeliveryStore, drop_old};
use super::inbox::Board;
use super::port::{
    Answer, DeliveredFrom, DeliveryAttempt, DeliveryError, DeliveryStatus, WebhookDeliveries,
};
use super::reader::deliver;
use super::recorder::record_all;
use super::source::{KnownRepositories, event_of};
use super::{ListedDelivery, Now, Owners, Shared, stream_of};
use crate::repositories::Repositories;
use crate::streams::ChangeContext;
use crate::webhooks::{EmbeddedWebhooks, StoredWebhook};

/// How many outcomes wait to be recorded.
const OUTCOMES: usize = 1_024;

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
                runtime.spawn(drop_old(Arc::clone(&shared.days), Arc::clone(&shared.now))),
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
