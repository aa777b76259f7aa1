//! The deliveries that the console lists: the newest of all webhooks, in memory. Their attempts are read from their
//! streams.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use waybill_machines::Timestamp;
use waybill_machines::machines::webhook_delivery::{Event, State};
use waybill_machines::rules::webhooks::{WebhookAttempt, WebhookMessage, WebhookVerdict};

/// How many are listed (platform-api 3.4).
const RECENT_MAX: usize = 10_000;

/// A delivery as it is listed.
#[derive(Debug, Clone)]
pub struct ListedDelivery {
    /// Its id, which is unique among those of its webhook.
    pub id: String,
    /// The id of its webhook.
    pub webhook: String,
    /// What is sent.
    pub message: Arc<WebhookMessage>,
    /// Its state.
    pub state: State,
    /// When it was sent last; none if it was not.
    pub attempted_at: Option<Timestamp>,
    /// What came of that.
    pub last: Option<WebhookAttempt>,
}

/// The newest attempt of a webhook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastAttempt {
    /// When it was recorded.
    pub at: Timestamp,
    /// Whether the receiver has accepted the event.
    pub is_delivered: bool,
}

/// The newest deliveries.
#[derive(Debug, Default)]
pub(super) struct Recent {
    entries: BTreeMap<u64, ListedDelivery>,
    places: HashMap<String, u64>,
    next: u64,
    /// The newest attempts, by the ids of the webhooks.
    last: HashMap<String, LastAttempt>,
}

impl Recent {
    /// Takes over what has happened to a delivery, by its stream.
    pub(super) fn note(&mut self, stream: &str, event: &Event, state: &State, at: Timestamp) {
        let attempt = match event {
            Event::Send { attempt, .. } | Event::Retry { attempt, .. } => Some(attempt),
            _ => None,
        };
        let Some((webhook, id)) = super::parts_of(stream) else { return };
        if let Some(attempt) = attempt {
            let is_delivered = attempt.answer.verdict() == WebhookVerdict::Delivered;
            self.last.insert(webhook.to_owned(), LastAttempt { at, is_delivered });
        }
        if let Some(entry) = self.places.get(stream).and_then(|place| self.entries.get_mut(place)) {
            entry.state = state.clone();
            if let Some(attempt) = attempt {
                (entry.attempted_at, entry.last) = (Some(at), Some(attempt.clone()));
            }
            return;
        }
        let (Event::Send { message, .. }
        | Event::Discard { message, .. }
        | Event::Redeliver { message }) = event
        else {
            return;
        };
        let entry = ListedDelivery {
            id: id.to_owned(),
            webhook: webhook.to_owned(),
            message: Arc::new(message.as_ref().clone()),
            state: state.clone(),
            attempted_at: attempt.map(|_| at),
            last: attempt.cloned(),
        };
        self.entries.insert(self.next, entry);
        self.places.insert(stream.to_owned(), self.next);
        self.next += 1;
        if self.entries.len() > RECENT_MAX
            && let Some((_, oldest)) = self.entries.pop_first()
        {
            self.places.remove(&super::stream_of(&oldest.webhook, &oldest.id));
        }
    }

    /// The newest attempt of a webhook.
    pub(super) fn last_of(&self, webhook: &str) -> Option<LastAttempt> {
        self.last.get(webhook).copied()
    }

    /// Forgets what only a webhook that exists is asked for.
    pub(super) fn forget(&mut self, webhook: &str) {
        self.last.remove(webhook);
    }

    /// Those of a webhook, the newest first, after the one with an id.
    pub(super) fn of<'a>(
        &'a self,
        webhook: &'a str,
        after: Option<&str>,
    ) -> impl Iterator<Item = &'a ListedDelivery> {
        let before = after
            .map(|id| self.places.get(&super::stream_of(webhook, id)).copied().unwrap_or_default());
        let entries = self.entries.range(..before.unwrap_or(u64::MAX)).rev();
        entries.map(|(_, entry)| entry).filter(move |entry| entry.webhook == webhook)
    }

    /// The one with an id.
    pub(super) fn one(&self, webhook: &str, id: &str) -> Option<&ListedDelivery> {
        self.entries.get(self.places.get(&super::stream_of(webhook, id))?)
    }
}
