//! Running the installation's machines: commands, calls, deadlines, and what a crash cut off.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::OwnedMutexGuard;
use waybill_journal::{AppendError, RecordRef, SealedRecord};
use waybill_machines::machine::Named;
use waybill_machines::{AnyEvent, MachineName};
use waybill_platform::streams::{Act, Command, StreamError};
use waybill_platform::trace;

use super::instance::{Instance, Waiting, cause_of, root_of};
use super::{Installation, Published, Standing, Submission, SubmitError};
use crate::perform;
use crate::registry::{Engine, Shared, Viewer};
use crate::runtime;

/// A port has this long to answer; then the call counts as cut off. Nobody's request waits for it.
const PERFORM_WITHIN: Duration = Duration::from_secs(600);
/// What could not be stored is tried again after this long, as while the disk is near full.
const STORE_AGAIN: Duration = Duration::from_secs(2);
/// A deadline that was refused, or could not be stored, is tried again after this long.
const DUE_AGAIN_MS: i64 = 5_000;
/// A machine that could not be read or answered at the start is tried again after this long.
const RECOVER_AGAIN_MS: i64 = 60_000;

type Held = OwnedMutexGuard<Instance>;

impl Engine {
    /// Lets a machine of the installation take an event: decides, appends, publishes, performs. It runs to its end even
    /// when nobody waits any more.
    pub async fn submit(&self, submission: Submission) -> Result<Standing, SubmitError> {
        let engine = self.clone();
        let taken = tokio::spawn(async move { engine.take(submission).await });
        taken.await.map_err(|_| SubmitError::Stopping)?
    }

    /// Where a machine of the installation stands.
    pub fn standing(&self, stream: &str) -> Result<Standing, SubmitError> {
        let installation = &self.shared.installation;
        let family = installation.family_of(stream);
        let family = family.ok_or_else(|| SubmitError::NotRun(stream.to_owned()))?;
        Ok(installation.standing(stream, family.machine)?)
    }

    /// Where all machines of the installation stand whose streams begin like this, by name. It may block.
    pub fn standings(&self, prefix: &str) -> Result<Vec<Standing>, SubmitError> {
        let names = self.shared.installation.streams.names(prefix);
        names.iter().map(|name| self.standing(name)).collect()
    }

    async fn take(&self, submission: Submission) -> Result<Standing, SubmitError> {
        let Submission { stream, event, act, id } = submission;
        let installation = &self.shared.installation;
        let family = installation.family_of(&stream);
        let family = family.filter(|family| family.machine == event.machine());
        let family = family.ok_or_else(|| SubmitError::NotRun(stream.clone()))?;
        let mut instance = self.hold(&stream, family.machine).await?;
        match id.as_deref().and_then(|id| instance.known(id)) {
            Some(Err(code)) => return Err(SubmitError::RefusedBefore(code.to_owned())),
            Some(Ok(())) => return Ok(installation.standing(&stream, family.machine)?),
            None => {}
        }
        let record_refusal = instance.may_record_refusal(act.at);
        let command = Command { stream, event, record_refusal, id };
        self.decide(&mut instance, command, &act).await
    }

    /// Waits for the turn in a stream. Whoever comes first after a start answers what a crash cut off (EVT-06): what
    /// is unanswered then was not asked by this process.
    async fn hold(&self, stream: &str, machine: MachineName) -> Result<Held, StreamError> {
        let installation = &self.shared.installation;
        let mut instance = installation.instance(stream).lock_owned().await;
        if instance.loaded {
            return Ok(instance);
        }
        let (journal, now) = (Arc::clone(installation.streams.journal()), self.now());
        *instance = Instance::load(journal.as_ref(), stream, now)?;
        let cut_off: Vec<_> = instance.waiting.keys().copied().collect();
        for place in cut_off {
            let event = instance.waiting.get(&place).map(|waiting| &waiting.call);
            let event = event.and_then(|call| machine.interrupted(call));
            match event {
                Some(event) => {
                    if let Err(error) = self.answered(&mut instance, stream, place, event).await {
                        // It stays unread, so whoever comes next tries again.
                        instance.loaded = false;
                        return Err(error);
                    }
                }
                None => {
                    instance.waiting.remove(&place);
                }
            }
        }
        Ok(instance)
    }

    /// The one way through the house, for a machine of the installation.
    async fn decide(
        &self,
        instance: &mut Held,
        command: Command,
        act: &Act,
    ) -> Result<Standing, SubmitError> {
        let (stream, id) = (command.stream.clone(), command.id.clone());
        let installation = &self.shared.installation;
        let recorded = installation.streams.record(command, act).await?;
        installation.alarm.set(&stream, recorded.after.state.wake_at());
        let refused = recorded.outcome.as_ref().err();
        if let Some(record) = &recorded.record {
            if let Some(id) = &id {
                let code = refused.map(|refused| refused.rejection.code.clone());
                instance.remember(id, code, act.at, act.at);
            }
            if refused.is_some() {
                instance.count_refusal(act.at);
            }
            installation.publish(&self.shared, &stream, record);
        }
        let accepted = recorded.outcome.map_err(SubmitError::Refused)?;
        if let Some(record) = &recorded.record {
            let (seq, root) = (record.seq(), root_of(&record.view()));
            for (index, call) in accepted.calls.into_iter().enumerate() {
                let (who, trace) = (act.who.clone(), act.trace.clone());
                instance.wait_for(seq, index, Waiting { call, who, root: root.clone(), trace });
                self.perform(instance, &stream, accepted.state.machine(), (seq, index));
            }
        }
        let seq = recorded.after.head.map_or(0, |head| head.seq);
        Ok(Standing { stream, seq, state: accepted.state })
    }

    fn perform(
        &self,
        instance: &Instance,
        stream: &str,
        machine: MachineName,
        place: (u64, usize),
    ) {
        let Some(waiting) = instance.waiting.get(&place).cloned() else { return };
        let root = RecordRef {
            stream: waiting.root.stream.clone().or_else(|| Some(stream.to_owned())),
            seq: waiting.root.seq,
        };
        let task = perform::Task {
            call: waiting.call.clone(),
            machine,
            owner: perform::Owner::Installation(stream.to_owned()),
            who: waiting.who,
            record: place.0,
            root,
        };
        let (engine, stream, asked) = (self.clone(), stream.to_owned(), waiting.call);
        let trace = waiting.trace;
        tokio::spawn(async move {
            let shared = Arc::clone(&engine.shared);
            let work = async move { perform::perform(&shared, task).await };
            let work = tokio::spawn(trace::within(trace, work));
            let abort = work.abort_handle();
            let event = match tokio::time::timeout(PERFORM_WITHIN, work).await {
                Ok(Ok(event)) => event,
                // A port that panics or hangs must not leave its machine waiting for ever.
                Ok(Err(_)) | Err(_) => {
                    abort.abort();
                    tracing::error!(%machine, stream, call = asked.name(), "a call was not answered");
                    machine.interrupted(&asked)
                }
            };
            engine.answer(stream, machine, place, event).await;
        });
    }

    /// Takes the answer to a call. Boxed, since answers lead to calls and calls to answers.
    fn answer(
        &self,
        stream: String,
        machine: MachineName,
        place: (u64, usize),
        event: Option<AnyEvent>,
    ) -> Pin<Box<dyn Future<Output = ()> + Send>> {
        let engine = self.clone();
        Box::pin(async move {
            loop {
                let stored = match engine.hold(&stream, machine).await {
                    Ok(mut instance) => match event.clone() {
                        Some(event) => engine.answered(&mut instance, &stream, place, event).await,
                        None => {
                            instance.waiting.remove(&place);
                            Ok(())
                        }
                    },
                    Err(error) => Err(error),
                };
                match stored {
                    // After a fatal error the process ends, and the next one answers this as interrupted.
                    Ok(()) | Err(StreamError::Append(AppendError::Fatal { .. })) => return,
                    Err(error) => {
                        tracing::warn!(stream, %error, "an answer was not stored");
                        tokio::time::sleep(STORE_AGAIN).await;
                    }
                }
            }
        })
    }

    async fn answered(
        &self,
        instance: &mut Held,
        stream: &str,
        place: (u64, usize),
        event: AnyEvent,
    ) -> Result<(), StreamError> {
        let Some(waiting) = instance.waiting.get(&place).cloned() else { return Ok(()) };
        let act = Act {
            at: self.now(),
            who: waiting.who.clone(),
            cause: Some(cause_of(place.0, place.1, &waiting)),
            trace: waiting.trace,
        };
        match self.decide(instance, Command::new(stream, event), &act).await {
            Err(SubmitError::Stream(error)) => return Err(error),
            Err(SubmitError::Refused(refused)) => {
                tracing::debug!(stream, code = refused.rejection.code, "an answer came too late");
            }
            Ok(_) | Err(_) => {}
        }
        instance.waiting.remove(&place);
        Ok(())
    }

    /// A deadline has come.
    pub(crate) async fn installation_due(&self, stream: String) {
        let installation = &self.shared.installation;
        let Some(family) = installation.family_of(&stream) else { return };
        if let Err(error) = self.wake(&stream, family.machine).await {
            tracing::warn!(stream, %error, "a deadline was refused");
            // It is overdue already; without a pause it would be tried several times a second.
            installation.alarm.set(&stream, Some(self.now().plus_ms(DUE_AGAIN_MS)));
        }
    }

    async fn wake(&self, stream: &str, machine: MachineName) -> Result<(), SubmitError> {
        let mut instance = self.hold(stream, machine).await?;
        let now = self.now();
        let wake_at = self.shared.installation.streams.load(stream, machine)?.state.wake_at();
        if wake_at.is_none_or(|at| at > now) {
            // It has moved on meanwhile.
            self.shared.installation.alarm.set(&stream.to_owned(), wake_at);
            return Ok(());
        }
        let Some(event) = machine.deadline() else { return Ok(()) };
        let command = Command::new(stream, event);
        self.decide(&mut instance, command, &Act::system(now)).await.map(drop)
    }

    /// After a start: answers what a crash cut off and arms the deadlines, overdue ones included.
    pub(crate) async fn recover_installation(self) {
        for family in self.shared.installation.families {
            for stream in self.shared.installation.streams.names(family.prefix) {
                if !family.covers(&stream) {
                    continue;
                }
                match self.recover_one(&stream, family.machine).await {
                    Ok(()) => {}
                    Err(error) => {
                        tracing::error!(stream, %error, "a machine could not be recovered");
                        let later = self.now().plus_ms(RECOVER_AGAIN_MS);
                        self.shared.installation.alarm.set(&stream, Some(later));
                    }
                }
                tokio::task::yield_now().await;
            }
        }
    }

    async fn recover_one(&self, stream: &str, machine: MachineName) -> Result<(), StreamError> {
        let instance = self.hold(stream, machine).await?;
        let wake_at = self.shared.installation.streams.load(stream, machine)?.state.wake_at();
        self.shared.installation.alarm.set(&stream.to_owned(), wake_at);
        drop(instance);
        Ok(())
    }
}

impl Installation {
    fn publish(&self, shared: &Shared, stream: &str, record: &SealedRecord) {
        let change = runtime::change(shared, &Viewer::default(), record.line(), &record.view());
        let published = Published { stream: stream.to_owned(), seq: record.seq(), change };
        // Nobody may be following.
        let _ = self.changes.send(Arc::new(published));
    }
}
