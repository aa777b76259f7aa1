//! The deliveries of one webhook, one after another: what has failed and is due, or else the next event.

use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;
use waybill_machines::AnyState;
use waybill_machines::Timestamp;
use waybill_machines::machines::webhook::WebhookDisabled;
use waybill_machines::machines::webhook_delivery::Event;
use waybill_machines::rules::webhooks::{
    WEBHOOK_RETRIED_MS, WebhookAttempt, WebhookCancelled, WebhookDeath, WebhookMessage,
    WebhookVerdict,
};

use super::inbox::Inbox;
use super::source::Happened;
use super::{RecordError, Shared, Standing, Waiting, WaitingDeliveries, stream_of};
use crate::webhooks::{NamedMessage, StoredWebhook};

/// The most deliveries of a webhook that have failed and wait. Until one ends, no further event is taken.
const WAITING_MAX: usize = 100;
/// The most events that wait because one before them about the same has failed.
const HELD_MAX: usize = 256;
/// How many positions of the log an idle webhook is behind before its cursor is recorded, and how long at most.
const CURSOR_EVERY: u64 = 2_000;
const CURSOR_EVERY_MS: i64 = 24 * 60 * 60 * 1_000;
/// How long the worker sleeps at most: clocks are set.
const SLEEP_MAX_MS: i64 = 60_000;
/// How long it waits when something could not be recorded or read.
const AFTER_ERROR: Duration = Duration::from_secs(5);

/// The worker of a webhook.
pub(super) struct Worker {
    pub shared: Arc<Shared>,
    pub id: String,
    pub key: String,
    pub inbox: Arc<Inbox>,
    /// The deliveries that wait, by the time at which they are due.
    pub waiting: WaitingDeliveries,
    /// The events that wait for one before them.
    pub held: VecDeque<Arc<Happened>>,
    /// The position that the newest record of the cursor has, and when it was recorded.
    pub recorded: (u64, Timestamp),
}

/// What a worker does next.
enum Work {
    /// Sends a delivery again, by the time at which it is due and its stream.
    Retry(Timestamp, String),
    /// Sends an event for the first time.
    Event(Arc<Happened>),
    /// Waits until something changes, or until a time.
    Nothing(Option<Timestamp>),
}

impl Worker {
    /// Delivers until the webhook is deleted.
    pub(super) async fn run(mut self) {
        loop {
            let Some(webhook) = self.shared.webhooks.with_id(&self.key, &self.id) else {
                let closed = self.inbox.close();
                self.take(closed);
                self.cancel(WebhookCancelled::Deleted, |_| true).await;
                self.shared.board.remove(&self.id);
                self.shared.note_waiting(&self.id, 0);
                self.shared.recent().forget(&self.id);
                return;
            };
            let wanted = self.inbox.take_redeliveries();
            self.take(wanted);
            let since = webhook.history.sends_since;
            if webhook.settings.enabled {
                self.cancel(WebhookCancelled::Changed, |waiting| waiting.first_at < since).await;
            } else {
                self.shared.board.skip(&self.inbox);
                self.held.clear();
                self.cancel(WebhookCancelled::Changed, |_| true).await;
            }
            self.shared.note_waiting(&self.id, self.waiting.len());
            if !webhook.settings.enabled || webhook.paused {
                self.rest(None).await;
                continue;
            }
            match self.next(&webhook).await {
                Work::Retry(due, stream) => self.retry(&webhook, due, stream).await,
                Work::Event(event) => self.deliver(&webhook, event).await,
                Work::Nothing(until) => self.rest(until).await,
            }
        }
    }

    fn now(&self) -> Timestamp {
        (self.shared.now)()
    }

    /// What is to be done next, if the receiver is not left alone.
    async fn next(&mut self, webhook: &StoredWebhook) -> Work {
        let now = self.now();
        let receiver = self.shared.receiver(webhook);
        if let Some(until) = self.shared.circuits.open_until(&receiver).filter(|until| *until > now)
        {
            return Work::Nothing(Some(until));
        }
        let first = self.waiting.keys().next();
        if let Some((until, stream)) = first.filter(|(until, _)| *until <= now) {
            return Work::Retry(*until, stream.clone());
        }
        let due = first.map(|(until, _)| *until);
        self.next_event(webhook).await.map_or(Work::Nothing(due), Work::Event)
    }

    /// The receiver, if it may be sent something now. It is asked just before that: an event that is not sent for
    /// another reason is no probe.
    fn free_receiver(&self, webhook: &StoredWebhook) -> Option<String> {
        let receiver = self.shared.receiver(webhook);
        self.shared.circuits.enter(&receiver, self.now()).is_none().then_some(receiver)
    }

    /// The next event that may be sent: none about the same as one that waits, where the order counts.
    async fn next_event(&mut self, webhook: &StoredWebhook) -> Option<Arc<Happened>> {
        if self.waiting.len() >= WAITING_MAX {
            return None;
        }
        if !webhook.settings.ordered {
            return match self.held.pop_front() {
                Some(event) => Some(event),
                None => self.taken(webhook).await,
            };
        }
        let mut blocked: BTreeSet<String> =
            self.waiting.values().map(|waiting| waiting.message.data.subject()).collect();
        let mut free = None;
        for (place, event) in self.held.iter().enumerate() {
            if blocked.insert(event.message.data.subject()) {
                free = Some(place);
                break;
            }
        }
        if let Some(place) = free {
            return self.held.remove(place);
        }
        while self.held.len() < HELD_MAX {
            let event = self.taken(webhook).await?;
            if !blocked.contains(&event.message.data.subject()) {
                return Some(event);
            }
            self.held.push_back(event);
        }
        None
    }

    /// The next event of the queue, or of the log if the queue has fallen behind it.
    async fn taken(&self, webhook: &StoredWebhook) -> Option<Arc<Happened>> {
        loop {
            if let Some(event) = self.inbox.pop() {
                return Some(event);
            }
            let from = self.inbox.behind_from()?;
            let (mut events, to) = match self.shared.read(from).await {
                Ok(read) => read,
                Err(error) => {
                    tracing::warn!(service = "event", %error, "the log is read again for a webhook");
                    sleep(AFTER_ERROR).await;
                    continue;
                }
            };
            events.retain(|event| event.is_wanted_by(&webhook.settings));
            self.inbox.extend(events);
            self.shared.board.caught_up(&self.inbox, to);
        }
    }

    /// Puts an event back in front of those that are held, which are about the same at most, or of the queue.
    fn put_back(&mut self, event: Arc<Happened>) {
        if self.held.is_empty() {
            self.inbox.put_back(event);
        } else {
            self.held.push_front(event);
        }
    }

    /// The position before which everything has been dealt with.
    fn cursor(&self) -> u64 {
        let held = self.held.iter().map(|event| event.position).min();
        held.map_or_else(|| self.inbox.left_from(), |held| held.min(self.inbox.left_from()))
    }

    /// Sends an event for the first time.
    async fn deliver(&mut self, webhook: &StoredWebhook, event: Arc<Happened>) {
        let message = &event.message;
        let stream = stream_of(&self.id, &message.id);
        // It was sent before the server stopped, or happened before the webhook was.
        if message.at < webhook.history.sends_since || self.shared.days.of(&stream).is_some() {
            return;
        }
        let boxed = || Box::new(message.as_ref().clone());
        let now = self.now();
        let discarded = if now.ms_since(message.at) > WEBHOOK_RETRIED_MS {
            Some(WebhookDeath::Expired)
        } else {
            self.not_permitted(webhook, message).await
        };
        if let Some(why) = discarded {
            self.record(&stream, Event::Discard { message: boxed(), why }).await;
            return;
        }
        let Some(receiver) = self.free_receiver(webhook) else {
            self.put_back(Arc::clone(&event));
            return;
        };
        let attempt = self.attempt(webhook, message).await;
        let verdict = attempt.answer.verdict();
        let (revision, jitter_permille) = (webhook.revision, jitter());
        let event = Event::Send { message: boxed(), revision, attempt, jitter_permille };
        self.record(&stream, event).await;
        self.judge(webhook, &receiver, verdict).await;
    }

    /// Sends a delivery again.
    async fn retry(&mut self, webhook: &StoredWebhook, due: Timestamp, stream: String) {
        let key = (due, stream);
        let Some(waiting) = self.waiting.remove(&key) else { return };
        let stream = &key.1;
        if let Some(why) = self.not_permitted(webhook, &waiting.message).await {
            self.record(stream, Event::GiveUp { why }).await;
            return;
        }
        let Some(receiver) = self.free_receiver(webhook) else {
            self.waiting.insert(key, waiting);
            return;
        };
        let attempt = self.attempt(webhook, &waiting.message).await;
        let verdict = attempt.answer.verdict();
        let (revision, jitter_permille) = (webhook.revision, jitter());
        let event = Event::Retry { revision, attempt, jitter_permille };
        self.record(stream, event).await;
        self.judge(webhook, &receiver, verdict).await;
    }

    /// Sends a message once, with the name that its user has now.
    async fn attempt(&self, webhook: &StoredWebhook, message: &WebhookMessage) -> WebhookAttempt {
        let username = match &message.data.user_id {
            Some(user) => Some(self.shared.owners.username(user).await),
            None => None,
        };
        let named = NamedMessage { message, username: username.as_deref() };
        self.shared.webhooks.attempt(webhook, named, self.now()).await
    }

    /// Why the owner of the webhook may not have a message sent; asked at each attempt.
    async fn not_permitted(
        &self,
        webhook: &StoredWebhook,
        message: &WebhookMessage,
    ) -> Option<WebhookDeath> {
        let owner = webhook.history.owner.as_ref()?;
        let project = webhook.settings.project_key.as_deref();
        match self.shared.owners.standing(owner, project, message).await {
            Standing::Permitted => None,
            Standing::NotPermitted => Some(WebhookDeath::OwnerWithoutRights),
            Standing::Gone => {
                self.disable(webhook, WebhookDisabled::OwnerWithoutRights).await;
                Some(WebhookDeath::OwnerWithoutRights)
            }
        }
    }

    /// Counts what came of an attempt for the receiver that it was sent to.
    async fn judge(&self, webhook: &StoredWebhook, receiver: &str, verdict: WebhookVerdict) {
        match verdict {
            WebhookVerdict::Again(_) => self.shared.circuits.failed(receiver, self.now()),
            WebhookVerdict::Delivered | WebhookVerdict::Dead => {
                self.shared.circuits.answered(receiver);
            }
            WebhookVerdict::Gone => {
                self.shared.circuits.answered(receiver);
                self.disable(webhook, WebhookDisabled::Gone).await;
            }
        }
    }

    async fn disable(&self, webhook: &StoredWebhook, why: WebhookDisabled) {
        if let Err(error) = self.shared.webhooks.disable(webhook, why, self.now()).await {
            tracing::warn!(service = "event", webhook = self.key, %error, "a webhook was not disabled");
        }
    }

    /// Records what has happened to a delivery, as often as it takes: what was sent is not sent again for it.
    async fn record(&mut self, stream: &str, event: Event) {
        let cursor = self.cursor();
        loop {
            let recorded =
                self.shared.record(Some((stream, event.clone())), Some((&self.id, cursor))).await;
            match recorded {
                Ok(state) => {
                    self.recorded = (cursor, self.now());
                    if let Some(AnyState::WebhookDelivery(state)) = state.as_deref()
                        && let Some((until, waiting)) = Waiting::of(state)
                    {
                        self.waiting.insert((until, stream.to_owned()), waiting);
                    }
                    return;
                }
                Err(error @ RecordError::Refused(_)) => {
                    tracing::error!(service = "event", webhook = self.key, %error, "a delivery stays as it was");
                    return;
                }
                Err(error @ RecordError::Failed(_)) => {
                    tracing::error!(service = "event", webhook = self.key, %error, "a delivery was not recorded");
                    sleep(AFTER_ERROR).await;
                }
            }
        }
    }

    /// Cancels the deliveries that wait and are meant.
    async fn cancel(&mut self, why: WebhookCancelled, is_meant: impl Fn(&Waiting) -> bool) {
        let meant = self.waiting.iter().filter(|(_, waiting)| is_meant(waiting));
        let meant: Vec<_> = meant.map(|(key, _)| key.clone()).collect();
        for key in meant {
            self.waiting.remove(&key);
            self.record(&key.1, Event::Cancel { why }).await;
        }
    }

    /// Takes over deliveries that users want again.
    fn take(&mut self, redeliveries: Vec<String>) {
        for stream in redeliveries {
            if let Some((until, waiting)) = self.shared.waiting_of(&stream) {
                self.waiting.insert((until, stream), waiting);
            }
        }
    }

    /// Waits until something changes or a time has come. What an idle webhook has seen is recorded now and then.
    async fn rest(&mut self, until: Option<Timestamp>) {
        let (cursor, now) = (self.cursor(), self.now());
        let (position, at) = self.recorded;
        if cursor.saturating_sub(position) >= CURSOR_EVERY || now.ms_since(at) >= CURSOR_EVERY_MS {
            match self.shared.record(None, Some((&self.id, cursor))).await {
                Ok(_) => self.recorded = (cursor, now),
                Err(error) => {
                    tracing::warn!(service = "event", %error, "a cursor was not recorded");
                }
            }
        }
        let wait = until.map_or(SLEEP_MAX_MS, |until| until.ms_since(now)).clamp(1, SLEEP_MAX_MS);
        tokio::select! {
            () = self.inbox.changed.notified() => {}
            () = sleep(Duration::from_millis(wait.unsigned_abs())) => {}
        }
    }
}

/// A random part of a time, in thousandths.
fn jitter() -> u16 {
    let random = u16::from_le_bytes(crate::secret::random::<2>());
    // The remainder is a little more often small, which does not matter here.
    random % 1_001
}
