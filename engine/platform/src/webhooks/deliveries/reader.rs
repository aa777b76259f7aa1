//! The reader, which sorts the log into the queues of all webhooks, and begins the worker of each.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;
use tokio::task::spawn_blocking;
use tokio::time::sleep;
use waybill_machines::machines::webhook_delivery::Event;
use waybill_machines::rules::webhooks::{WEBHOOK_RETRIED_MS, WebhookCancelled};

use super::recovery::{Recovered, recover};
use super::worker::Worker;
use super::{Shared, WaitingDeliveries};
use crate::webhooks::StoredWebhook;

/// How long the reader waits when the log could not be read.
const AFTER_ERROR: Duration = Duration::from_secs(5);

/// Reads the journals of deliveries, and then the log for as long as the server runs.
pub(super) async fn deliver(shared: Arc<Shared>) {
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
