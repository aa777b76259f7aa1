//! What the events of the platform's log are sorted into: a queue for each webhook, up to a bound. A webhook beyond it
//! reads the log by itself later, so that any number of events can wait without memory.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use super::source::Happened;
use crate::webhooks::StoredWebhook;

/// The most events of a webhook that wait in memory.
const QUEUE_MAX: usize = 256;

/// The queues of all webhooks, and how far the log has been sorted into them.
#[derive(Default)]
pub(super) struct Board(Mutex<Sorted>);

#[derive(Default)]
struct Sorted {
    /// The position up to which the log has been sorted.
    position: u64,
    inboxes: HashMap<String, Arc<Inbox>>,
}

/// The queue of a webhook.
#[derive(Default)]
pub(super) struct Inbox {
    queue: Mutex<Queue>,
    /// Notified when there is something to do: an event, a change of the webhook, or a redelivery.
    pub changed: Notify,
}

#[derive(Default)]
struct Queue {
    events: VecDeque<Arc<Happened>>,
    /// Everything before this position is in the queue, or was.
    complete_to: u64,
    /// Whether what is after that position is not put into the queue: the webhook reads the log itself.
    is_behind: bool,
    /// The streams of deliveries that users want again; none once the webhook is deleted.
    redeliveries: Redeliveries,
}

/// The streams of deliveries that users want again.
enum Redeliveries {
    Open(Vec<String>),
    /// The webhook is deleted, and no one sends them.
    Closed,
}

impl Default for Redeliveries {
    fn default() -> Self {
        Self::Open(Vec::new())
    }
}

impl Board {
    fn sorted(&self) -> MutexGuard<'_, Sorted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn begin_at(&self, position: u64) {
        self.sorted().position = position;
    }

    pub(super) fn position(&self) -> u64 {
        self.sorted().position
    }

    pub(super) fn is_empty(&self) -> bool {
        self.sorted().inboxes.is_empty()
    }

    pub(super) fn inbox(&self, webhook: &str) -> Option<Arc<Inbox>> {
        self.sorted().inboxes.get(webhook).cloned()
    }

    /// The ids of the webhooks that have a queue.
    pub(super) fn webhooks(&self) -> Vec<String> {
        self.sorted().inboxes.keys().cloned().collect()
    }

    /// Adds the queue of a webhook that reads the log from a position on.
    pub(super) fn add(&self, webhook: &str, position: u64) -> Arc<Inbox> {
        let queue = Queue { complete_to: position, is_behind: true, ..Queue::default() };
        let inbox = Arc::new(Inbox { queue: Mutex::new(queue), changed: Notify::new() });
        self.sorted().inboxes.insert(webhook.to_owned(), Arc::clone(&inbox));
        inbox
    }

    pub(super) fn remove(&self, webhook: &str) {
        self.sorted().inboxes.remove(webhook);
    }

    /// Sorts events into the queues of those who want them; the log is sorted up to a position after it.
    pub(super) fn sort(&self, events: Vec<Happened>, webhooks: &[StoredWebhook], to: u64) {
        let events: Vec<Arc<Happened>> = events.into_iter().map(Arc::new).collect();
        let mut sorted = self.sorted();
        for webhook in webhooks {
            let Some(inbox) = sorted.inboxes.get(&webhook.id) else { continue };
            let mut queue = inbox.queue();
            if queue.is_behind {
                continue;
            }
            let from = queue.complete_to;
            let wanted = events
                .iter()
                .filter(|event| event.position >= from && event.is_wanted_by(&webhook.settings));
            for event in wanted {
                if queue.events.len() >= QUEUE_MAX {
                    (queue.is_behind, queue.complete_to) = (true, event.position);
                    break;
                }
                queue.events.push_back(Arc::clone(event));
            }
            if !queue.is_behind {
                queue.complete_to = from.max(to);
            }
            if !queue.events.is_empty() {
                inbox.changed.notify_one();
            }
        }
        sorted.position = to;
    }

    /// Ends the reading of a webhook that has come to a position, if the log is sorted up to no further one.
    pub(super) fn caught_up(&self, inbox: &Inbox, position: u64) -> bool {
        let sorted = self.sorted();
        let has = position >= sorted.position;
        let mut queue = inbox.queue();
        queue.complete_to = position;
        queue.is_behind = !has;
        has
    }

    /// Leaves everything out that has happened until now.
    pub(super) fn skip(&self, inbox: &Inbox) {
        let sorted = self.sorted();
        let mut queue = inbox.queue();
        queue.events.clear();
        queue.complete_to = queue.complete_to.max(sorted.position);
        queue.is_behind = false;
    }
}

impl Inbox {
    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn pop(&self) -> Option<Arc<Happened>> {
        self.queue().events.pop_front()
    }

    /// Puts events in front, in their order.
    pub(super) fn put_back(&self, event: Arc<Happened>) {
        self.queue().events.push_front(event);
    }

    /// Adds events that the webhook has read itself.
    pub(super) fn extend(&self, events: Vec<Happened>) {
        self.queue().events.extend(events.into_iter().map(Arc::new));
    }

    /// The position from which the webhook reads the log itself; none if it does not.
    pub(super) fn behind_from(&self) -> Option<u64> {
        let queue = self.queue();
        queue.is_behind.then_some(queue.complete_to)
    }

    /// The position before which nothing is left.
    pub(super) fn left_from(&self) -> u64 {
        let queue = self.queue();
        queue.events.front().map_or(queue.complete_to, |event| event.position)
    }

    /// Has a delivery sent again. Answers its stream if the webhook is deleted, so that no one sends it.
    pub(super) fn redeliver(&self, stream: String) -> Result<(), String> {
        match &mut self.queue().redeliveries {
            Redeliveries::Open(streams) => streams.push(stream),
            Redeliveries::Closed => return Err(stream),
        }
        self.changed.notify_one();
        Ok(())
    }

    pub(super) fn take_redeliveries(&self) -> Vec<String> {
        match &mut self.queue().redeliveries {
            Redeliveries::Open(streams) => std::mem::take(streams),
            Redeliveries::Closed => Vec::new(),
        }
    }

    /// Takes no redelivery from now on. Answers those that were taken until now.
    pub(super) fn close(&self) -> Vec<String> {
        match std::mem::replace(&mut self.queue().redeliveries, Redeliveries::Closed) {
            Redeliveries::Open(streams) => streams,
            Redeliveries::Closed => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use waybill_machines::Timestamp;
    use waybill_machines::machines::webhook::WebhookHistory;
    use waybill_machines::rules::webhooks::{
        Webhook, WebhookData, WebhookEventType, WebhookFilter, WebhookHandler, WebhookMessage,
        WebhookSignature,
    };

    use super::super::source::About;
    use super::*;

    const EVENT: WebhookEventType = WebhookEventType::BuildUploaded;

    fn happened(position: u64) -> Happened {
        let message = WebhookMessage {
            id: format!("msg_{position}"),
            at: Timestamp::from_ms(0),
            event: EVENT,
            data: WebhookData::default(),
            trace: None,
        };
        let about = About::Build {
            name: "shop".to_owned(),
            number: position.to_string(),
            stream: format!("build/{position}"),
        };
        Happened { position, message: Arc::new(message), about }
    }

    fn webhook() -> StoredWebhook {
        let signature = WebhookSignature::Plain;
        let handler = WebhookHandler::Webhook {
            secret: None,
            earlier_secret: None,
            signature,
            cloud_event: false,
        };
        let settings = Webhook {
            key: "builds".into(),
            description: String::new(),
            enabled: true,
            ordered: false,
            project_key: None,
            events: BTreeSet::from([EVENT]),
            filter: WebhookFilter::All {},
            url: "https://ci.example.org/hook".into(),
            proxy: None,
            headers: Vec::new(),
            handler,
        };
        let at = Timestamp::from_ms(0);
        StoredWebhook {
            id: "hook_1".into(),
            settings: Arc::new(settings),
            revision: 1,
            paused: false,
            disabled: None,
            history: WebhookHistory { created_at: at, sends_since: at, owner: None },
        }
    }

    /// covers: [HOOK-04]
    #[test]
    fn a_full_queue_goes_on_in_the_log_where_it_was_full() {
        let (board, webhooks) = (Board::default(), [webhook()]);
        let inbox = board.add(&webhooks[0].id, 0);
        assert!(board.caught_up(&inbox, 0));
        let most = QUEUE_MAX as u64;
        board.sort((0..most + 10).map(happened).collect(), &webhooks, most + 10);
        assert_eq!(inbox.behind_from(), Some(most));
        board.sort(vec![happened(most + 10)], &webhooks, most + 11);
        let taken: Vec<u64> =
            std::iter::from_fn(|| inbox.pop()).map(|event| event.position).collect();
        assert_eq!(taken, (0..most).collect::<Vec<_>>());
        // It reads the rest itself; what comes after that is sorted again.
        inbox.extend((most..most + 11).map(happened).collect());
        assert!(board.caught_up(&inbox, most + 11));
        board.sort(vec![happened(most + 11)], &webhooks, most + 12);
        let taken: Vec<u64> =
            std::iter::from_fn(|| inbox.pop()).map(|event| event.position).collect();
        assert_eq!(taken, (most..most + 12).collect::<Vec<_>>());
        assert_eq!((inbox.behind_from(), inbox.left_from()), (None, most + 12));
    }

    /// covers: [HOOK-04]
    #[test]
    fn a_deleted_webhook_takes_no_redelivery() {
        let inbox = Board::default().add("hook_1", 0);
        assert_eq!(inbox.redeliver("first".into()), Ok(()));
        assert_eq!(inbox.take_redeliveries(), ["first"]);
        assert_eq!(inbox.redeliver("second".into()), Ok(()));
        assert_eq!(inbox.close(), ["second"]);
        assert_eq!(inbox.redeliver("third".into()), Err("third".to_owned()));
        assert_eq!(inbox.take_redeliveries(), Vec::<String>::new());
    }
}
