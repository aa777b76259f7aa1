//! The runner: one task per stream that takes its inputs one after another, so that the stream has one order.
//!
//! Each command is decided, appended durably, taken over, published, and only then are the calls performed that it
//! requests. Their answers, and the deadlines, are decided in the same way. Sessions and machines of the installation
//! differ in what they publish ([`Owner`]); the loop is the same.

use std::collections::BTreeSet;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::sync::mpsc;
use waybill_journal::{AppendError, Group, Journal};
use waybill_machines::cascade::InstanceKey;
use waybill_machines::machine::Refused;
use waybill_machines::{AnyEvent, By, Timestamp};
use waybill_platform::limits::{Account, Exceeded, Written};
use waybill_platform::trace::{self, Trace};
use waybill_stream::{
    CausedBy, Decision, Due, LoadError, NotWritten, OpenCall, Origin, Prepared, StreamState, Who,
};

use crate::perform::{Performer, Task};
use crate::registry::Shared;

mod calls;
mod mailbox;

use calls::{Calls, Finished};
pub(crate) use mailbox::{Activity, Input, Runners, send};
use mailbox::{Message, Place};

/// A runner without work, and whose owner needs it no more, ends after this long.
const ASLEEP_AFTER: Duration = Duration::from_secs(20);
/// How often a command is decided again after another writer came first.
const TRIES_MAX: usize = 64;
/// A deadline that was rejected, or could not be stored, is tried again after this long.
const DUE_AGAIN_MS: i64 = 5_000;

/// About how many bytes the answer to a call takes in the journal.
const ANSWER_BYTES: usize = 1_024;

/// What a runner runs: a session, or a machine of the installation.
pub(crate) trait Owner<P: Performer>: Sized + Send + 'static {
    /// The inputs that only this kind of owner has.
    type Input: Send + 'static;
    /// What is compared after a commit with what was so before it.
    type Before: Send;

    /// The runners of this kind.
    fn runners(shared: &Shared<P>) -> &Runners<Self::Input>;

    /// The journal that holds the stream.
    fn journal(shared: &Shared<P>) -> &Arc<dyn Journal>;

    /// Runs before the first input, with the stream as the journal has it.
    fn started(runner: &mut Runner<Self, P>) -> impl Future<Output = ()> + Send;

    /// Takes an input.
    fn take(runner: &mut Runner<Self, P>, input: Self::Input) -> impl Future<Output = ()> + Send;

    /// Runs when the stream turns out to be unreadable, before the inputs that came for it are answered.
    fn unreadable(
        shared: &Shared<P>,
        stream: &str,
        error: &LoadError,
    ) -> impl Future<Output = ()> + Send;

    /// Answers an input that came for a stream that cannot be read.
    fn reject(input: Self::Input, error: &LoadError);

    /// The event that begins the stream, before its first command.
    fn opening(&self, shared: &Shared<P>, stream: &StreamState) -> Option<AnyEvent>;

    /// What [`Owner::committed`] compares with.
    fn before(&self, shared: &Shared<P>, stream: &StreamState) -> Self::Before;

    /// On whose account the records of a command are written; none for those of the server itself.
    fn account(&self, shared: &Shared<P>, stream: &StreamState, origin: &Origin)
    -> Option<Account>;

    /// Runs before records are appended.
    fn appending(&self, group: &Group, trace: Option<&Trace>);

    /// Publishes records that have become durable.
    fn committed(
        runner: &mut Runner<Self, P>,
        prepared: &Prepared,
        before: Self::Before,
    ) -> impl Future<Output = ()> + Send;

    /// Whether records name the trace of the request that led to them.
    fn names_trace(&self) -> bool;

    /// On whose behalf the answer to a call is recorded.
    fn answers_as(&self, stream: &StreamState, call: &OpenCall) -> Who;

    /// The means that the record of an answer to a call names.
    fn by_of_answer(
        runner: &Runner<Self, P>,
        event: &AnyEvent,
    ) -> impl Future<Output = Option<By>> + Send;

    /// What performing a call of this stream needs.
    fn task(&self, shared: &Shared<P>, stream: &StreamState, seq: u64, call: &OpenCall) -> Task;

    /// An answer or the facts could not be stored; it is tried again.
    fn not_stored(&mut self, failure: &Failure);

    /// Whether the stream belongs to users, whom visitors must not slow down.
    fn is_of_users(&self, stream: &StreamState) -> bool;

    /// Whether nothing but an input could change anything.
    fn may_sleep(&mut self) -> bool;
}

/// Why an event changed nothing.
#[derive(Debug, Clone)]
pub(crate) enum Failure {
    /// The machine rejected it.
    Rejected {
        /// Why.
        refused: Refused,
        /// The name of the event.
        event: &'static str,
        /// The name of the state that the machine was in.
        state: &'static str,
    },
    /// The sender has used up its share of the journal.
    Exceeded(Exceeded),
    /// The journal did not take its records.
    NotStored(AppendError),
    /// Its records would break the format.
    NotWritten(NotWritten),
    /// Another writer changed the stream, and it cannot be read again.
    NotRead(LoadError),
}

/// One stream as it runs.
pub(crate) struct Runner<O: Owner<P>, P: Performer> {
    pub(crate) shared: Arc<Shared<P>>,
    pub(crate) stream: StreamState,
    pub(crate) owner: O,
    inputs: mpsc::Receiver<Message<O::Input>>,
    calls: Calls<O::Input>,
    place: Place<O, P>,
}

impl<O: Owner<P>, P: Performer> Runner<O, P> {
    /// Reads the stream and runs until nothing needs it. All that counts is in the journal.
    pub(crate) async fn run(
        shared: Arc<Shared<P>>,
        name: String,
        owner: O,
        mut inputs: mpsc::Receiver<Message<O::Input>>,
        place: Place<O, P>,
    ) {
        let stream = match load::<O, P>(&shared, &name).await {
            Ok(stream) => stream,
            Err(error) => {
                tracing::error!(stream = name, %error, "a stream cannot be read");
                O::unreadable(&shared, &name, &error).await;
                place.leave();
                inputs.close();
                while let Some(message) = inputs.recv().await {
                    if let Input::Owner(input) = *message.input {
                        O::reject(input, &error);
                    }
                }
                return;
            }
        };
        let mut runner = Self { shared, stream, owner, inputs, calls: Calls::default(), place };
        Box::pin(runner.start()).await;
        runner.take_all().await;
        if let Some(runtime) = runner.runs_elsewhere() {
            runtime.spawn(async move { runner.take_all().await });
        }
    }

    /// What this continues on, if not here: the threads that users do not share with visitors.
    fn runs_elsewhere(&self) -> Option<Handle> {
        let runtime = self.shared.runtime.as_ref().filter(|_| self.owner.is_of_users(&self.stream));
        runtime.filter(|runtime| runtime.id() != Handle::current().id()).cloned()
    }

    async fn start(&mut self) {
        O::started(self).await;
        self.recover().await;
        self.arm(None);
    }

    /// Takes inputs until nothing needs this, or until it is to run elsewhere.
    async fn take_all(&mut self) {
        while self.runs_elsewhere().is_none() {
            let message = tokio::select! {
                biased;
                finished = self.calls.next() => {
                    Box::pin(self.finish(finished)).await;
                    continue;
                }
                message = self.inputs.recv() => message,
                () = tokio::time::sleep(ASLEEP_AFTER) => {
                    if self.calls.is_empty()
                        && self.stream.open_calls().is_empty()
                        && self.owner.may_sleep()
                        && self.place.leave_if_unused(&self.inputs, &self.stream)
                    {
                        return;
                    }
                    continue;
                }
            };
            let Some(message) = message else { return };
            // What taking an input needs is on the heap meanwhile, and not in every runner that waits.
            Box::pin(self.take(*message.input)).await;
        }
    }

    async fn take(&mut self, input: Input<O::Input>) {
        match input {
            Input::Due => self.take_due().await,
            Input::Owner(input) => O::take(self, input).await,
        }
    }

    async fn finish(&mut self, finished: Finished<O::Input>) {
        match finished {
            Finished::Answered { id, event, trace, activity } => {
                match *event {
                    Some(event) => trace::within(trace, self.answer(id, event)).await,
                    None => self.stream.drop_call(id),
                }
                drop(activity);
            }
            Finished::Again { input, activity } => {
                self.take(*input).await;
                drop(activity);
            }
        }
    }

    /// The time, as the engine's clock has it.
    pub(crate) fn now(&self) -> Timestamp {
        self.shared.clock.now()
    }

    /// Decides an event, appends its records, takes them over, publishes them and performs the calls that they
    /// request: the only way in which a stream changes. Returns the sequence number of the event's own record.
    pub(crate) async fn decide(
        &mut self,
        key: InstanceKey,
        event: AnyEvent,
        origin: Origin,
        trace: Option<Trace>,
    ) -> Result<u64, Failure> {
        let at = self.now();
        let mut tries = 0;
        loop {
            let opening = self.owner.opening(&self.shared, &self.stream);
            let decision = self.stream.decide(key.clone(), event.clone(), at, opening);
            let rejected = rejection_of(&decision);
            if let Some(rejected) = &rejected
                && !self.stream.may_record_rejection(at)
            {
                return Err(rejected.clone());
            }
            let prepared = self.stream.prepare(decision, origin.clone(), at);
            let prepared = prepared.map_err(Failure::NotWritten)?;
            // A command pays once, however often another writer comes first.
            if tries == 0
                && let Err(exceeded) = self.admit(&origin, &prepared)
            {
                // A rejection is the answer, whether it is recorded or not.
                return Err(rejected.unwrap_or(Failure::Exceeded(exceeded)));
            }
            let group = self.stream.group(&prepared);
            self.owner.appending(&group, trace.as_ref());
            tries += 1;
            match O::journal(&self.shared).append(group).await {
                Ok(_) => {}
                Err(AppendError::Conflict { .. }) if tries < TRIES_MAX => {
                    self.read_again().await?;
                    if let CausedBy::Call(id) = origin.caused_by
                        && self.stream.open_calls().get(id).is_none()
                    {
                        // The other writer has answered the call.
                        return Ok(self.stream.seq());
                    }
                    continue;
                }
                Err(error) => return Err(Failure::NotStored(error)),
            }
            self.commit(&prepared, trace).await;
            return rejected.map_or(Ok(prepared.seq()), Err);
        }
    }

    /// Takes what a command writes from the budget of its sender. Answers, deadlines and changed facts are always
    /// recorded: a command pays for the answers that it leads to in advance.
    fn admit(&self, origin: &Origin, prepared: &Prepared) -> Result<(), Exceeded> {
        let account = match origin.caused_by {
            CausedBy::Call(_) => None,
            CausedBy::Nothing | CausedBy::Record(_) => {
                self.owner.account(&self.shared, &self.stream, origin)
            }
        };
        let Some(account) = account else { return Ok(()) };
        let lines = prepared.records.iter().map(|record| record.line().len()).sum::<usize>();
        self.shared.budgets.record(&Written {
            stream: self.stream.name(),
            account,
            signs_in: prepared.is_sent_over_http(),
            bytes: lines + prepared.calls() * ANSWER_BYTES,
        })
    }

    async fn commit(&mut self, prepared: &Prepared, trace: Option<Trace>) {
        let before = self.owner.before(&self.shared, &self.stream);
        let to_perform = self.stream.commit(prepared);
        O::committed(self, prepared, before).await;
        self.arm(None);
        for (id, call) in to_perform {
            let task = self.owner.task(&self.shared, &self.stream, id.seq, &call);
            self.calls.perform(&self.shared, id, &call, task, trace.clone());
        }
    }

    /// Another writer changed the stream.
    async fn read_again(&mut self) -> Result<(), Failure> {
        let name = self.stream.name().to_owned();
        tracing::warn!(stream = name, "another writer changed a stream, which is read again");
        let read = load::<O, P>(&self.shared, &name).await;
        self.stream = read.map_err(Failure::NotRead)?;
        Ok(())
    }

    /// Decides everything that is due.
    async fn take_due(&mut self) {
        let at = self.now();
        let mut failed = BTreeSet::new();
        while let Some(due) = self.stream.due(at, &failed) {
            let is_done = match &due {
                Due::Deadline(key) => self.deadline(key.clone()).await,
                Due::Overdue(id) => {
                    self.cancel(*id).await;
                    self.stream.open_calls().get(*id).is_none()
                }
            };
            if !is_done || self.stream.due(at, &failed).as_ref() == Some(&due) {
                tracing::warn!(stream = self.stream.name(), ?due, "what is due could not be done");
                failed.insert(due);
            }
        }
        // What failed is overdue already; without a pause it would be tried several times a second.
        self.arm((!failed.is_empty()).then(|| at.plus_ms(DUE_AGAIN_MS)));
    }

    async fn deadline(&mut self, key: InstanceKey) -> bool {
        let Some(event) = key.machine.deadline() else { return false };
        let decided = self.decide(key, event, Origin::system(), None).await;
        decided.inspect_err(|failure| tracing::debug!(?failure, "a deadline was rejected")).is_ok()
    }

    /// Sets the alarm for what is due next, at the earliest at `not_before`.
    fn arm(&self, not_before: Option<Timestamp>) {
        let next = self.stream.wake_at();
        let next = next.map(|next| not_before.map_or(next, |earliest| next.max(earliest)));
        O::runners(&self.shared).alarm.set(self.stream.name(), next);
    }
}

fn rejection_of(decision: &Decision) -> Option<Failure> {
    let lead = decision.decided.get(decision.lead)?;
    let refused = lead.result.as_ref().err()?.clone();
    Some(Failure::Rejected { refused, event: lead.event.name(), state: lead.from })
}

/// Reads a stream, where that may block.
async fn load<O: Owner<P>, P: Performer>(
    shared: &Arc<Shared<P>>,
    name: &str,
) -> Result<StreamState, LoadError> {
    let journal = Arc::clone(O::journal(shared));
    let bookmark = O::runners(shared).bookmarks.take(name);
    if journal.head(name).is_none() {
        return Ok(StreamState::new(name));
    }
    let (name, now) = (name.to_owned(), shared.clock.now());
    let read = move || StreamState::load(name, &*journal, now, bookmark.as_ref());
    let read = tokio::task::spawn_blocking(read).await;
    read.unwrap_or_else(|stopped| std::panic::resume_unwind(stopped.into_panic()))
}
