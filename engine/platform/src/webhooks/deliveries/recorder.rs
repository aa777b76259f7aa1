//! Recording what came of deliveries: the outcomes of all webhooks that wait are one group of records, so that many
//! cost one write to the disk.

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::sync::{mpsc, oneshot};
use tokio::task::spawn_blocking;
use waybill_machines::machines::webhook_cursor::Event as CursorEvent;
use waybill_machines::{AnyState, RejectionCode, Timestamp};

use super::days::DeliveryDays;
use super::{CURSORS, Now};
use crate::streams::{ChangeContext, Command, StreamError, Streams};

/// The most outcomes of a group, whose records have 12 KiB each at most.
const GROUP_MAX: usize = 32;

/// Something to record.
pub(super) struct Outcome {
    /// What happens to a delivery; none if only the cursor advances.
    pub command: Option<Command>,
    /// How far the events of a webhook, by its id, have been dealt with.
    pub cursor: Option<(String, u64)>,
    /// On whose behalf.
    pub context: Option<ChangeContext>,
    /// Where the state of the delivery after it goes.
    pub recorded: oneshot::Sender<Result<Option<Arc<AnyState>>, RecordError>>,
}

/// Why nothing was recorded.
#[derive(Debug, Clone, thiserror::Error)]
pub enum RecordError {
    /// The delivery is in a state in which this cannot happen: trying again does not help.
    #[error("the delivery does not accept this: {0:?}")]
    Refused(RejectionCode),
    /// The journal did not take it.
    #[error("{0}")]
    Failed(String),
}

impl From<StreamError> for RecordError {
    fn from(error: StreamError) -> Self {
        Self::Failed(error.to_string())
    }
}

/// Records outcomes until no one sends any.
pub(super) async fn record_all(
    mut outcomes: mpsc::Receiver<Outcome>,
    days: Arc<DeliveryDays>,
    now: Now,
) {
    while let Some(first) = outcomes.recv().await {
        let mut group = vec![first];
        while group.len() < GROUP_MAX {
            let Ok(more) = outcomes.try_recv() else { break };
            group.push(more);
        }
        record(group, &days, &now).await;
    }
}

async fn record(group: Vec<Outcome>, days: &Arc<DeliveryDays>, now: &Now) {
    let at = now();
    let today = match today_of(days, at).await {
        Ok(today) => today,
        Err(error) => return answer_all(group, &error),
    };
    // A delivery goes on in the journal in which it began. Its own outcome is durable before its cursor advances.
    let (mut together, mut apart) = (Vec::new(), Vec::new());
    for outcome in group {
        let began = outcome.command.as_ref().and_then(|command| days.of(&command.stream));
        match began.filter(|began| !Arc::ptr_eq(began, &today)) {
            None if outcome.context.is_none() => together.push(outcome),
            began => apart.push((began.unwrap_or_else(|| Arc::clone(&today)), outcome)),
        }
    }
    let system = ChangeContext::system(at);
    let mut cursors = BTreeMap::new();
    for (streams, mut outcome) in apart {
        let context = outcome.context.take().unwrap_or_else(|| system.clone());
        let recorded = match outcome.command.take() {
            Some(command) => one(&streams, command, &context).await,
            None => Ok(None),
        };
        if recorded.is_ok() {
            cursors.extend(outcome.cursor);
        }
        let _ = outcome.recorded.send(recorded);
    }
    cursors.extend(together.iter().filter_map(|outcome| outcome.cursor.clone()));
    let mut commands: Vec<Command> =
        together.iter_mut().filter_map(|outcome| outcome.command.clone()).collect();
    commands.extend(cursors.into_iter().map(|(webhook, position)| {
        Command::new(format!("{CURSORS}{webhook}"), CursorEvent::Advance { position })
    }));
    if commands.is_empty() {
        return;
    }
    match today.submit_all(&commands, &system).await {
        Ok(outcomes) if outcomes.iter().all(Result::is_ok) => {
            let mut states = outcomes.into_iter().flatten().map(|accepted| accepted.state);
            for outcome in together {
                let state = outcome.command.as_ref().and_then(|_| states.next());
                let _ = outcome.recorded.send(Ok(state));
            }
        }
        // One that is not accepted keeps none of the others back.
        Ok(_) => {
            for mut outcome in together {
                let recorded = match outcome.command.take() {
                    Some(command) => one(&today, command, &system).await,
                    None => Ok(None),
                };
                let _ = outcome.recorded.send(recorded);
            }
        }
        Err(error) => answer_all(together, &error.into()),
    }
}

/// The journal of the day, which is created on a thread that may block.
async fn today_of(days: &Arc<DeliveryDays>, at: Timestamp) -> Result<Arc<Streams>, RecordError> {
    if let Some(today) = days.known_at(at) {
        return Ok(today);
    }
    let opening = Arc::clone(days);
    match spawn_blocking(move || opening.at(at)).await {
        Ok(opened) => opened.map_err(RecordError::Failed),
        Err(error) => Err(RecordError::Failed(error.to_string())),
    }
}

async fn one(
    streams: &Streams,
    command: Command,
    context: &ChangeContext,
) -> Result<Option<Arc<AnyState>>, RecordError> {
    match streams.submit(command, context).await? {
        Ok(accepted) => Ok(Some(accepted.state)),
        Err(refused) => Err(RecordError::Refused(refused.rejection.code)),
    }
}

fn answer_all(group: Vec<Outcome>, error: &RecordError) {
    for outcome in group {
        let _ = outcome.recorded.send(Err(error.clone()));
    }
}
