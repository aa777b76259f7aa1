//! A machine of the installation as its runner runs it: submissions, and publishing changes to followers.

use std::marker::PhantomData;
use std::sync::Arc;

use tokio::sync::oneshot;
use waybill_journal::{Group, Journal, RecordRef};
use waybill_machines::cascade::InstanceKey;
use waybill_machines::{AnyEvent, By, MachineName};
use waybill_platform::access::Source;
use waybill_platform::limits::Account;
use waybill_platform::streams::{StreamError, note_source};
use waybill_platform::trace::{self, Trace};
use waybill_stream::{LoadError, OpenCall, Origin, Prepared, StreamState, Who};

use super::{Published, StreamSnapshot, Submission, SubmitError};
use crate::perform::{Performer, Task, Viewer};
use crate::registry::{Engine, Shared};
use crate::runner::{self, Failure, Owner, Runner, Runners};
use crate::session;

/// The inputs of such a machine's runner, beside those of every runner.
pub(crate) enum Input {
    /// An event; the reply is the state after it.
    Submit(Box<Submission>, oneshot::Sender<Result<StreamSnapshot, SubmitError>>),
}

/// A machine of the installation that is in memory.
pub(crate) struct MachineOwner<P> {
    machine: MachineName,
    performer: PhantomData<fn(P)>,
}

impl<P: Performer> MachineOwner<P> {
    const fn new(machine: MachineName) -> Self {
        Self { machine, performer: PhantomData }
    }
}

impl<P: Performer> Owner<P> for MachineOwner<P> {
    type Input = Input;
    type Before = ();

    fn runners(shared: &Shared<P>) -> &Runners<Input> {
        &shared.installation.machines
    }

    fn journal(shared: &Shared<P>) -> &Arc<dyn Journal> {
        shared.installation.journal()
    }

    async fn started(_runner: &mut Runner<Self, P>) {}

    async fn take(runner: &mut Runner<Self, P>, input: Input) {
        let Input::Submit(submission, reply) = input;
        let answer = runner.submit(*submission).await;
        // The sender may have disconnected; the decision is valid all the same.
        let _ = reply.send(answer);
    }

    /// A stream of the installation is never ended because a record of it cannot be read.
    async fn unreadable(_shared: &Shared<P>, _stream: &str, _error: &LoadError) {}

    fn reject(input: Input, error: &LoadError) {
        let Input::Submit(_, reply) = input;
        let _ = reply.send(Err(StreamError::from(error.clone()).into()));
    }

    fn opening(&self, _shared: &Shared<P>, _stream: &StreamState) -> Option<AnyEvent> {
        None
    }

    fn before(&self, _shared: &Shared<P>, _stream: &StreamState) {}

    fn account(&self, _: &Shared<P>, _: &StreamState, origin: &Origin) -> Option<Account> {
        origin.who.person().cloned().map(Account::Person)
    }

    fn appending(&self, group: &Group, trace: Option<&Trace>) {
        note_source(group, trace);
    }

    async fn committed(runner: &mut Runner<Self, P>, prepared: &Prepared, (): ()) {
        let shared = &runner.shared;
        for record in &prepared.records {
            let view = record.view();
            let change = session::change(shared, &Viewer::default(), record.line(), &view);
            let stream = record.stream().to_owned();
            let published = Published { stream, seq: record.seq(), change };
            // There may be no follower.
            let _ = shared.installation.changes.send(Arc::new(published));
        }
    }

    fn names_trace(&self) -> bool {
        true
    }

    fn answers_as(&self, _stream: &StreamState, call: &OpenCall) -> Who {
        call.who.clone()
    }

    async fn by_of_answer(_runner: &Runner<Self, P>, _event: &AnyEvent) -> Option<By> {
        trace::current().as_ref().and_then(Trace::by)
    }

    fn task(&self, shared: &Shared<P>, stream: &StreamState, seq: u64, call: &OpenCall) -> Task {
        let root = call.root.clone();
        Task {
            call: call.call.clone(),
            machine: call.key.machine,
            stream: stream.name().to_owned(),
            who: call.who.clone(),
            source: Source::unknown(),
            active_at: None,
            at: shared.clock.now(),
            record: seq,
            root: RecordRef {
                stream: root.stream.or_else(|| Some(stream.name().to_owned())),
                seq: root.seq,
            },
        }
    }

    fn not_stored(&mut self, _failure: &Failure) {}

    fn is_of_users(&self, _: &StreamState) -> bool {
        true
    }

    fn may_sleep(&mut self) -> bool {
        true
    }
}

impl<P: Performer> Runner<MachineOwner<P>, P> {
    async fn submit(&mut self, submission: Submission) -> Result<StreamSnapshot, SubmitError> {
        let Submission { event, context, id, .. } = submission;
        if let Some(outcome) = id.as_deref().and_then(|id| self.stream.outcome_of(id)) {
            return match outcome.rejected {
                Some(code) => Err(SubmitError::RejectedBefore(code)),
                None => Ok(self.snapshot()),
            };
        }
        let key = InstanceKey::session(self.owner.machine);
        match self.decide(key, event, context.origin(id), context.trace).await {
            Ok(_) => Ok(self.snapshot()),
            Err(Failure::Rejected { refused, .. }) => Err(SubmitError::Refused(refused)),
            Err(Failure::Exceeded(exceeded)) => Err(exceeded.into()),
            Err(Failure::NotStored(error)) => Err(StreamError::from(error).into()),
            Err(Failure::NotWritten(error)) => Err(StreamError::from(error).into()),
            Err(Failure::NotRead(error)) => Err(StreamError::from(error).into()),
        }
    }

    fn snapshot(&self) -> StreamSnapshot {
        StreamSnapshot {
            stream: self.stream.name().to_owned(),
            seq: self.stream.seq(),
            state: self.stream.state(&InstanceKey::session(self.owner.machine)),
        }
    }
}

impl<P: Performer> Engine<P> {
    /// Sends an event to a machine of the installation. It is decided even if the caller stops waiting.
    ///
    /// # Errors
    ///
    /// [`SubmitError`], if the event changed nothing.
    pub async fn submit(&self, submission: Submission) -> Result<StreamSnapshot, SubmitError> {
        let name = submission.stream.clone();
        let family = self.shared.installation.family_of(&name);
        let family = family.filter(|family| family.machine == submission.event.machine());
        let family = family.ok_or_else(|| SubmitError::NotRegistered(name.clone()))?;
        let (reply, answer) = oneshot::channel();
        let input = runner::Input::Owner(Input::Submit(Box::new(submission), reply));
        let owner = || MachineOwner::new(family.machine);
        runner::send(&self.shared, &name, owner, input).await;
        answer.await.map_err(|_| SubmitError::Stopping)?
    }

    /// The state of a machine of the installation.
    ///
    /// # Errors
    ///
    /// [`SubmitError`], if there is no such machine or it cannot be read.
    pub fn snapshot(&self, stream: &str) -> Result<StreamSnapshot, SubmitError> {
        let installation = &self.shared.installation;
        let family = installation.family_of(stream);
        let family = family.ok_or_else(|| SubmitError::NotRegistered(stream.to_owned()))?;
        Ok(installation.snapshot(stream, family.machine)?)
    }

    /// The states of all machines of the installation whose streams begin with a prefix, by name. This may block.
    ///
    /// # Errors
    ///
    /// [`SubmitError`], if one cannot be read.
    pub fn snapshots(&self, prefix: &str) -> Result<Vec<StreamSnapshot>, SubmitError> {
        let names = self.shared.installation.streams.names(prefix);
        names.iter().map(|name| self.snapshot(name)).collect()
    }

    /// Wakes a machine of the installation that is due.
    pub(crate) async fn installation_due(&self, stream: &str) {
        let Some(family) = self.shared.installation.family_of(stream) else { return };
        let owner = || MachineOwner::new(family.machine);
        runner::send(&self.shared, stream, owner, runner::Input::Due).await;
    }

    /// Wakes every machine of the installation once after a start, so that its runner answers the calls that a crash
    /// interrupted and sets its alarm.
    pub(crate) async fn recover_installation(&self) {
        for family in self.shared.installation.families {
            for stream in self.shared.installation.streams.names(family.prefix) {
                if family.covers(&stream) {
                    self.installation_due(&stream).await;
                    tokio::task::yield_now().await;
                }
            }
        }
    }
}
