//! What the journals of deliveries say at a start: how far each webhook has come, and which deliveries wait.

use std::collections::{HashMap, HashSet};

use waybill_journal::{DayName, Journal, scan_all};
use waybill_machines::machines::webhook_cursor::State as CursorState;
use waybill_machines::rules::webhooks::WEBHOOK_RETRIED_MS;
use waybill_machines::{AnyEvent, AnyState, MachineName, Timestamp};

use super::recent::Recent;
use super::source::{event_of, state_of};
use super::{CURSORS, DAY_MS, Shared, Waiting, WaitingDeliveries, parts_of};

/// What the journals of deliveries say at a start.
#[derive(Default)]
pub(super) struct Recovered {
    /// The cursors of webhooks, by their ids.
    pub cursors: HashMap<String, u64>,
    pub recent: Recent,
    /// The deliveries that wait, by their streams, and when they are due.
    waiting: HashMap<String, (Timestamp, Waiting)>,
}

impl Recovered {
    /// The deliveries that wait, by the ids of their webhooks.
    pub(super) fn waiting(&mut self) -> HashMap<String, WaitingDeliveries> {
        let mut all: HashMap<String, WaitingDeliveries> = HashMap::new();
        for (stream, (until, waiting)) in self.waiting.drain() {
            let Some((webhook, _)) = parts_of(&stream) else { continue };
            all.entry(webhook.to_owned()).or_default().insert((until, stream), waiting);
        }
        all
    }
}

/// What the journals of deliveries say. It blocks on the disk.
pub(super) fn recover(shared: &Shared) -> Recovered {
    let mut recovered = Recovered::default();
    let now = (shared.now)();
    // What waits has begun within the time that a delivery is tried, and a day counts as a whole.
    let read_from = DayName::of(now.plus_ms(-WEBHOOK_RETRIED_MS - DAY_MS));
    let days = shared.days.all();
    let mut read = HashSet::new();
    for (day, streams) in days.iter().rev() {
        if day.date() >= read_from.date() {
            read.insert(day.clone());
            recover_day(streams.journal().as_ref(), &mut recovered);
        }
    }
    for (_, streams) in days.iter().filter(|(day, _)| !read.contains(day)) {
        for stream in streams.names(CURSORS) {
            let Some(webhook) = stream.strip_prefix(CURSORS) else { continue };
            let state = streams.state(&stream, MachineName::WebhookCursor);
            if let Ok(AnyState::WebhookCursor(CursorState::Reached { position })) = state {
                let known = recovered.cursors.entry(webhook.to_owned()).or_default();
                *known = position.max(*known);
            }
        }
    }
    recovered
}

/// Takes over the records of a day.
fn recover_day(journal: &dyn Journal, recovered: &mut Recovered) {
    for record in scan_all(journal, 0) {
        let Ok(record) = record else {
            tracing::error!(service = "event", "a journal of deliveries cannot be read as a whole");
            return;
        };
        let Ok(view) = record.view() else { continue };
        let Some((event, state)) = event_of(&view).zip(state_of(&view)) else { continue };
        let (event, state) = match (event, state) {
            (_, AnyState::WebhookCursor(CursorState::Reached { position })) => {
                let Some(webhook) = view.stream.strip_prefix(CURSORS) else { continue };
                let known = recovered.cursors.entry(webhook.to_owned()).or_default();
                *known = position.max(*known);
                continue;
            }
            (AnyEvent::WebhookDelivery(event), AnyState::WebhookDelivery(state)) => (event, state),
            _ => continue,
        };
        recovered.recent.note(view.stream, &event, &state, view.at);
        match Waiting::of(&state) {
            Some(waiting) => recovered.waiting.insert(view.stream.to_owned(), waiting),
            None => recovered.waiting.remove(view.stream),
        };
    }
}
