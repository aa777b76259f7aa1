//! The calls of a stream that are being performed, and their answers.

use std::collections::HashMap;
use std::future::pending;
use std::sync::Arc;
use std::time::Duration;

use tokio::task::{AbortHandle, Id, JoinSet};
use waybill_journal::AppendError;
use waybill_machines::AnyEvent;
use waybill_machines::machine::Named as _;
use waybill_platform::trace::{self, Trace};
use waybill_stream::{CallId, CausedBy, OpenCall, Origin};

use super::mailbox::{Activity, Input};
use super::{Failure, Owner, Runner};
use crate::perform::{Performer, Task};
use crate::registry::Shared;

/// What could not be stored is tried again after this long, as while the disk is nearly full.
const STORE_AGAIN: Duration = Duration::from_secs(2);

/// What came of work that a runner waits for.
pub(super) enum Finished<I> {
    /// A call was answered; `None` if nothing can come of it.
    Answered { id: CallId, event: Box<Option<AnyEvent>>, trace: Option<Trace>, activity: Activity },
    /// Something that could not be stored is to be tried again.
    Again { input: Box<Input<I>>, activity: Activity },
}

/// A call that is being performed.
struct Performing {
    id: CallId,
    /// The answer if the port panics.
    interrupted: Option<AnyEvent>,
    trace: Option<Trace>,
    abort: AbortHandle,
    activity: Activity,
}

/// What a task of a runner comes to.
enum Work<I> {
    /// The answer to the call that it performs.
    Performed(Box<Option<AnyEvent>>),
    /// What has waited to be tried again.
    Waited(Finished<I>),
}

/// The work that a runner waits for.
pub(super) struct Calls<I> {
    work: JoinSet<Work<I>>,
    performing: HashMap<Id, Performing>,
}

impl<I> Default for Calls<I> {
    fn default() -> Self {
        Self { work: JoinSet::new(), performing: HashMap::new() }
    }
}

impl<I: Send + 'static> Calls<I> {
    pub(super) fn is_empty(&self) -> bool {
        self.work.is_empty()
    }

    /// Starts to perform a call.
    pub(super) fn perform<P: Performer>(
        &mut self,
        shared: &Arc<Shared<P>>,
        id: CallId,
        call: &OpenCall,
        task: Task,
        trace: Option<Trace>,
    ) {
        let (activity, interrupted) = (shared.activity(), call.key.machine.interrupted(&call.call));
        let performed = Arc::clone(&shared.performer).perform(task);
        let performed = trace::within(trace.clone(), performed);
        let abort = self.work.spawn(async move { Work::Performed(Box::new(performed.await)) });
        let task = abort.id();
        self.performing.insert(task, Performing { id, interrupted, trace, abort, activity });
    }

    /// Tries something again after a short time.
    pub(super) fn again(&mut self, finished: Finished<I>) {
        self.work.spawn(async move {
            tokio::time::sleep(STORE_AGAIN).await;
            Work::Waited(finished)
        });
    }

    /// Cancels a call at its next step; `false` if it is not being performed.
    pub(super) fn cancel(&mut self, id: CallId) -> bool {
        let found = self.performing.iter().find(|(_, performing)| performing.id == id);
        let Some(task) = found.map(|(task, _)| *task) else { return false };
        if let Some(performing) = self.performing.remove(&task) {
            performing.abort.abort();
        }
        true
    }

    /// The next work that has finished; never, if there is none.
    pub(super) async fn next(&mut self) -> Finished<I> {
        loop {
            let Some(joined) = self.work.join_next_with_id().await else { return pending().await };
            let (task, event) = match joined {
                Ok((_, Work::Waited(finished))) => return finished,
                Ok((task, Work::Performed(event))) => (task, Ok(event)),
                Err(error) => (error.id(), Err(error)),
            };
            // A call that was cancelled has been answered.
            let Some(performing) = self.performing.remove(&task) else { continue };
            let Performing { id, interrupted, trace, activity, .. } = performing;
            let event = event.unwrap_or_else(|error| {
                tracing::error!(%id, %error, "a call was not answered, since its port panicked");
                Box::new(interrupted)
            });
            return Finished::Answered { id, event, trace, activity };
        }
    }
}

impl<O: Owner<P>, P: Performer> Runner<O, P> {
    /// Decides the answer to a call.
    pub(super) async fn answer(&mut self, id: CallId, event: AnyEvent) {
        let Some(open) = self.stream.open_calls().get(id) else { return };
        let who = self.owner.answers_as(&self.stream, open);
        let key = open.key.clone();
        let trace = trace::current();
        // The records of a session name the call alone; those of the platform also the trace.
        let command = self.owner.names_trace().then(|| trace.as_ref().map(Trace::record_id));
        let by = O::by_of_answer(self, &event).await;
        let caused_by = CausedBy::Call(id);
        let origin = Origin { who, command: command.flatten(), caused_by, by };
        match self.decide(key, event.clone(), origin, trace.clone()).await {
            // After a fatal error the process ends, and the next one answers the call as interrupted.
            Ok(_) | Err(Failure::NotStored(AppendError::Fatal { .. })) => {}
            Err(Failure::Rejected { refused, .. }) => {
                let code = refused.rejection.code;
                tracing::debug!(stream = self.stream.name(), %code, "an answer came too late");
                self.stream.drop_call(id);
            }
            Err(failure) => {
                tracing::warn!(stream = self.stream.name(), ?failure, "an answer was not stored");
                self.owner.not_stored(&failure);
                let activity = self.shared.activity();
                let event = Box::new(Some(event));
                self.calls.again(Finished::Answered { id, event, trace, activity });
            }
        }
    }

    /// Takes an input again after a short time.
    pub(crate) fn take_again(&mut self, input: O::Input) {
        let (input, activity) = (Box::new(Input::Owner(input)), self.shared.activity());
        self.calls.again(Finished::Again { input, activity });
    }

    /// After a start, calls that were requested and never answered end as interrupted: their result is unknown
    /// (EVT-06).
    pub(super) async fn recover(&mut self) {
        let open: Vec<CallId> = self.stream.open_calls().iter().map(|(id, _)| id).collect();
        for id in open {
            self.interrupt(id).await;
        }
    }

    /// Cancels a call that takes too long. Its result is unknown, and is recorded so.
    pub(super) async fn cancel(&mut self, id: CallId) {
        if self.calls.cancel(id) {
            tracing::error!(stream = self.stream.name(), %id, "a call took too long and was cancelled");
            self.interrupt(id).await;
        }
    }

    async fn interrupt(&mut self, id: CallId) {
        let Some(open) = self.stream.open_calls().get(id) else { return };
        tracing::info!(stream = self.stream.name(), %id, call = open.call.name(), "interrupted");
        match open.key.machine.interrupted(&open.call) {
            Some(event) => self.answer(id, event).await,
            None => self.stream.drop_call(id),
        }
    }
}
