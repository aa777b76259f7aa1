//! Machines of the installation on the platform journal: load, decide, compare-and-append.
//!
//! The newest accepted record holds the state, so loading folds nothing. What is loaded is remembered
//! beside the head it was loaded at and used again only while the journal still has that head: the
//! memory is a view that may be dropped at any moment.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use waybill_journal::{
    AppendError, Batch, Cause, Group, Journal, ReadError, SealError, SealedRecord, StreamHead,
};
use waybill_machines::machine::{Accepted, Refused};
use waybill_machines::recorded::Unreadable;
use waybill_machines::{AnyEvent, AnyState, MachineName, Rejection, Timestamp};

use crate::logs::sources;
use crate::records::{self, Decided, Envelope, NotRecordable, Who};
use crate::trace::{self, Trace};

/// How often a command is decided again after somebody else was first.
const TRIES_MAX: usize = 64;
/// How many records are read at once when looking back for the newest accepted one.
const LOOK_BACK: u64 = 32;

/// The circumstances of a change: when, on whose behalf, and because of which record.
#[derive(Debug, Clone)]
pub struct Act {
    /// The moment.
    pub at: Timestamp,
    /// On whose behalf.
    pub who: Who,
    /// The record of another stream (a session's, say) that led to it.
    pub cause: Option<Cause>,
    /// The trace of the request or command that led to it: the record's `command` names it.
    pub trace: Option<Trace>,
}

impl Act {
    /// Something that the server does by itself.
    pub fn system(at: Timestamp) -> Self {
        Self::by(Who::System, at)
    }

    /// Something that somebody does.
    pub fn by(who: Who, at: Timestamp) -> Self {
        Self { at, who, cause: None, trace: trace::current() }
    }

    /// The same, because of a record.
    #[must_use]
    pub fn because(mut self, cause: Cause) -> Self {
        self.cause = Some(cause);
        self
    }
}

/// An event for the machine of one stream.
#[derive(Debug, Clone)]
pub struct Command {
    /// The stream.
    pub stream: String,
    /// What happens.
    pub event: AnyEvent,
    /// Whether a refusal becomes a record. Whoever lets strangers cause refusals limits their rate.
    pub record_refusal: bool,
    /// The idempotency key that its record is to name.
    pub id: Option<String>,
}

impl Command {
    /// A command whose refusal is recorded.
    pub fn new(stream: impl Into<String>, event: impl Into<AnyEvent>) -> Self {
        Self { stream: stream.into(), event: event.into(), record_refusal: true, id: None }
    }
}

/// A stream as it stands.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// The machine's state; its first one when the stream has no accepted record.
    pub state: AnyState,
    /// The newest record, refusals included.
    pub head: Option<StreamHead>,
    /// How many events were accepted.
    pub instance: u64,
}

/// Why a stream could not be read or changed. Nothing of the change is stored, except after a
/// [`AppendError::Fatal`], where it is not known.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum StreamError {
    /// Storing failed.
    #[error(transparent)]
    Append(#[from] AppendError),
    /// Reading failed.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The record breaks the record format.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// The decision cannot be written down.
    #[error(transparent)]
    NotRecordable(#[from] NotRecordable),
    /// A record holds a state that this build cannot read.
    #[error("record {seq} of stream {stream} cannot be read, so nothing of it is changed: {why}")]
    UnknownState {
        /// The stream.
        stream: String,
        /// The record.
        seq: u64,
        /// What is wrong, and what to do.
        why: Unreadable,
    },
    /// Others kept changing the stream.
    #[error("stream {stream} is changing too fast; try again")]
    Contended {
        /// The stream.
        stream: String,
    },
}

impl StreamError {
    /// Whether it is certain that nothing was stored, so that what was prepared can be taken back.
    pub const fn is_certain(&self) -> bool {
        !matches!(self, Self::Append(AppendError::Fatal { .. }))
    }
}

/// What came of a command: accepted, or refused with the machine's reason.
pub type Outcome = Result<Accepted<AnyState>, Refused>;

/// What came of a command, with its record.
#[derive(Debug, Clone)]
pub struct Recorded {
    /// What the machine decided.
    pub outcome: Outcome,
    /// The record as it is stored; none for a refusal that was not to become one.
    pub record: Option<SealedRecord>,
    /// How the stream stands since.
    pub after: Loaded,
}

/// The installation's machines, one in each stream.
pub struct Streams {
    journal: Arc<dyn Journal>,
    seen: Mutex<HashMap<String, Loaded>>,
}

impl Streams {
    /// The machines on this journal.
    pub fn new(journal: Arc<dyn Journal>) -> Self {
        Self { journal, seen: Mutex::default() }
    }

    /// The journal below.
    pub fn journal(&self) -> &Arc<dyn Journal> {
        &self.journal
    }

    /// Whether there is no record at all, as in a journal that was made a moment ago. Then nothing may be removed
    /// because no record names it: the records may have been lost.
    pub fn hold_nothing(&self) -> bool {
        self.journal.count() == 0
    }

    /// The names of all streams that begin with `prefix`, by name.
    pub fn names(&self, prefix: &str) -> Vec<String> {
        const PORTION: usize = 1_024;
        let mut names: Vec<String> = Vec::new();
        loop {
            let after = names.last().map(String::as_str);
            let portion = self.journal.streams(prefix, after, PORTION);
            let is_last = portion.len() < PORTION;
            names.extend(portion.into_iter().map(|(name, _)| name));
            if is_last {
                return names;
            }
        }
    }

    /// The machine of a stream as it stands.
    pub fn load(&self, stream: &str, machine: MachineName) -> Result<Loaded, StreamError> {
        let head = self.journal.head(stream);
        if let Some(loaded) = self.seen().get(stream).filter(|loaded| loaded.head == head) {
            return Ok(loaded.clone());
        }
        let loaded = self.look_back(stream, machine, head)?;
        // What does not exist is not remembered: anybody can ask for any number of such names.
        if loaded.head.is_some() {
            self.seen().insert(stream.to_owned(), loaded.clone());
        }
        Ok(loaded)
    }

    /// Decides one command and appends its record.
    ///
    /// # Panics
    /// Never: each command has an outcome.
    pub async fn submit(&self, command: Command, act: &Act) -> Result<Outcome, StreamError> {
        let outcomes = self.submit_all(std::slice::from_ref(&command), act).await?;
        Ok(outcomes.into_iter().next().expect("one command has one outcome"))
    }

    /// The same, with the record that was appended.
    pub async fn record(&self, command: Command, act: &Act) -> Result<Recorded, StreamError> {
        let commands = std::slice::from_ref(&command);
        let (mut outcomes, group, mut after) = self.append(commands, act).await?;
        let record = group.batches.into_iter().next().and_then(|mut batch| batch.records.pop());
        let after = match after.pop() {
            Some((_, after)) => after,
            None => self.load(&command.stream, command.event.machine())?,
        };
        let outcome = outcomes.pop().unwrap_or_else(|| Err(withheld()));
        Ok(Recorded { outcome, record, after })
    }

    /// Decides commands of different streams and appends them as one group: all are stored, or none.
    /// When one is refused the accepted ones are not stored; their outcomes say `withheld`.
    pub async fn submit_all(
        &self,
        commands: &[Command],
        act: &Act,
    ) -> Result<Vec<Outcome>, StreamError> {
        self.append(commands, act).await.map(|(outcomes, _, _)| outcomes)
    }

    async fn append(&self, commands: &[Command], act: &Act) -> Result<Prepared, StreamError> {
        for _ in 0..TRIES_MAX {
            let (mut outcomes, group, after) = self.prepare(commands, act)?;
            if outcomes.iter().any(Result::is_err) {
                outcomes.iter_mut().filter(|outcome| outcome.is_ok()).for_each(withhold);
            }
            if group.is_empty() {
                return Ok((outcomes, group, after));
            }
            if let Some(source) = act.trace.as_ref().and_then(Trace::source) {
                let records = group.batches.iter().flat_map(|batch| &batch.records);
                records.for_each(|record| sources::note(record.head().hash, source));
            }
            match self.journal.append(group.clone()).await {
                Ok(_) => {
                    self.seen().extend(after.iter().cloned());
                    return Ok((outcomes, group, after));
                }
                // Somebody else was first: what was decided was decided on an old state.
                Err(AppendError::Conflict { .. }) => tokio::task::yield_now().await,
                Err(error) => return Err(error.into()),
            }
        }
        let stream = commands.first().map(|command| command.stream.clone()).unwrap_or_default();
        Err(StreamError::Contended { stream })
    }

    fn prepare(&self, commands: &[Command], act: &Act) -> Result<Prepared, StreamError> {
        let decided: Vec<(Loaded, Decided)> =
            commands.iter().map(|command| self.decide(command, act)).collect::<Result<_, _>>()?;
        let refused = decided.iter().any(|(_, decided)| decided.outcome.is_err());
        let (mut group, mut after) = (Group::default(), Vec::new());
        for (command, (loaded, decided)) in commands.iter().zip(&decided) {
            let is_stored = match &decided.outcome {
                Ok(_) => !refused,
                Err(_) => command.record_refusal,
            };
            if !is_stored {
                continue;
            }
            let record = decided.draft.seal_after(loaded.head)?;
            let state = decided.outcome.as_ref().map_or(&loaded.state, |accepted| &accepted.state);
            after.push((
                command.stream.clone(),
                Loaded {
                    state: state.clone(),
                    head: Some(record.head()),
                    instance: decided.draft.instance,
                },
            ));
            group.batches.push(Batch {
                stream: command.stream.clone(),
                expected: loaded.head,
                records: vec![record],
            });
        }
        Ok((decided.into_iter().map(|(_, decided)| decided.outcome).collect(), group, after))
    }

    fn decide(&self, command: &Command, act: &Act) -> Result<(Loaded, Decided), StreamError> {
        let loaded = self.load(&command.stream, command.event.machine())?;
        let envelope = Envelope {
            stream: command.stream.clone(),
            tab: None,
            instance: loaded.instance,
            at: act.at,
            who: act.who.clone(),
            cause: act.cause.clone(),
            command: command.id.clone().or_else(|| act.trace.as_ref().map(Trace::record_id)),
        };
        let decided = records::decide(&loaded.state, &command.event, envelope)?;
        Ok((loaded, decided))
    }

    fn look_back(
        &self,
        stream: &str,
        machine: MachineName,
        head: Option<StreamHead>,
    ) -> Result<Loaded, StreamError> {
        let mut end = head.map_or(0, |head| head.seq);
        while end > 0 {
            let from = end.saturating_sub(LOOK_BACK) + 1;
            let limit = usize::try_from(end - from + 1).expect("a portion is small");
            for record in self.journal.read(stream, from, limit)?.iter().rev() {
                let view = record.view()?;
                let Some(state) = view.state else { continue };
                let unknown = |why| StreamError::UnknownState {
                    stream: stream.to_owned(),
                    seq: record.seq,
                    why,
                };
                let state = machine.recorded_state(view.schema, state).map_err(unknown)?;
                return Ok(Loaded { state, head, instance: view.instance });
            }
            end = from - 1;
        }
        Ok(Loaded { state: machine.initial(), head, instance: 0 })
    }

    fn seen(&self) -> MutexGuard<'_, HashMap<String, Loaded>> {
        // Every entry is checked against the journal's head, so one left by a panic does no harm.
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

type Prepared = (Vec<Outcome>, Group, Vec<(String, Loaded)>);

/// A command that would have been accepted on its own, but another one of its group was not.
fn withhold(outcome: &mut Outcome) {
    *outcome = Err(withheld());
}

fn withheld() -> Refused {
    Refused { rejection: Rejection::new("withheld"), guards: Vec::new() }
}
