//! Machines of the installation on the platform journal: load, decide, compare-and-append.
//!
//! The newest accepted record holds the state, so loading folds nothing. What is loaded is cached with the head that it
//! was loaded at and used only while the journal still has that head: the cache may be dropped at any time.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use waybill_journal::{AppendError, Batch, Group, Health, Journal, ReadError};
use waybill_machines::cascade::InstanceKey;
pub use waybill_machines::cascade::Outcome;
use waybill_machines::machine::Refused;
use waybill_machines::{AnyEvent, AnyState, MachineName, Rejection, RejectionCode};
use waybill_stream::{LoadError, NotWritten, Prepared, StreamState};

use crate::logs::sources;
use crate::trace::Trace;

mod context;

pub use context::ChangeContext;

/// How often a command is decided again after another writer came first.
const TRIES_MAX: usize = 64;
/// How many streams are cached. There may be millions, and each can be read from the journal again.
const CACHE_MAX: usize = 8_192;

/// An event for the machine of one stream.
#[derive(Debug, Clone)]
pub struct Command {
    /// The stream.
    pub stream: String,
    /// What happens.
    pub event: AnyEvent,
    /// Whether a rejection becomes a record. A caller whose rejections any client can cause has to limit their rate.
    pub record_refusal: bool,
}

impl Command {
    /// A command whose refusal is recorded.
    pub fn new(stream: impl Into<String>, event: impl Into<AnyEvent>) -> Self {
        Self { stream: stream.into(), event: event.into(), record_refusal: true }
    }
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
    Load(#[from] LoadError),
    /// The decision cannot be written as a record.
    #[error(transparent)]
    NotWritten(#[from] NotWritten),
    /// Others kept changing the stream.
    #[error("stream {stream} is changing too fast; try again")]
    Contended {
        /// The name of the stream.
        stream: String,
    },
}

impl From<ReadError> for StreamError {
    fn from(error: ReadError) -> Self {
        Self::Load(error.into())
    }
}

impl StreamError {
    /// Whether it is certain that nothing was stored, so that what was prepared can be taken back.
    pub const fn is_certain(&self) -> bool {
        !matches!(self, Self::Append(AppendError::Fatal { .. }))
    }
}

/// The streams of the platform, each with one machine.
pub struct Streams {
    journal: Arc<dyn Journal>,
    cached: Mutex<HashMap<String, StreamState>>,
}

/// Decisions of several streams, and the group of records of those that are to be stored.
#[derive(Default)]
struct Transaction {
    outcomes: Vec<Outcome>,
    group: Group,
    /// The streams of the group as they were, with what is to be taken over once it is durable.
    changed: Vec<(StreamState, Prepared)>,
}

impl Streams {
    /// The machines on this journal.
    pub fn new(journal: Arc<dyn Journal>) -> Self {
        Self { journal, cached: Mutex::default() }
    }

    /// The journal below.
    pub fn journal(&self) -> &Arc<dyn Journal> {
        &self.journal
    }

    /// Whether records may have been lost: there is none at all, as in a new journal, or the journal is read-only, as a
    /// damaged one. Then nothing may be removed because no record names it.
    pub fn may_lack_records(&self) -> bool {
        self.journal.count() == 0 || self.journal.health() != Health::Writable
    }

    /// The names of all streams that begin with `prefix`, by name. Those of which records are or may be missing are left
    /// out, since their states may be outdated; what does not need them goes on.
    pub fn names(&self, prefix: &str) -> Vec<String> {
        const PORTION: usize = 1_024;
        let mut names: Vec<String> = Vec::new();
        loop {
            let after = names.last().map(String::as_str);
            let portion = self.journal.streams(prefix, after, PORTION);
            let is_last = portion.len() < PORTION;
            names.extend(portion.into_iter().map(|(name, _)| name));
            if is_last {
                names.retain(|name| !self.journal.may_lack_newest(name));
                return names;
            }
        }
    }

    /// The state of a stream's machine.
    ///
    /// # Errors
    ///
    /// [`StreamError::Load`], if its newest record cannot be read.
    pub fn state(&self, stream: &str, machine: MachineName) -> Result<AnyState, StreamError> {
        self.newest(stream, machine).map(|(state, _)| state)
    }

    /// The same, and the sequence number of the stream's newest record; 0 before the first.
    ///
    /// # Errors
    ///
    /// [`StreamError::Load`], if its newest record cannot be read.
    pub fn newest(
        &self,
        stream: &str,
        machine: MachineName,
    ) -> Result<(AnyState, u64), StreamError> {
        let stream = self.load(stream, machine)?;
        Ok((stream.state(&InstanceKey::session(machine)), stream.seq()))
    }

    /// Whether the newest state of a stream is in memory, so that reading it does not wait for the disk.
    pub fn is_in_memory(&self, stream: &str) -> bool {
        let head = self.journal.head(stream);
        head.is_some() && self.cached().get(stream).is_some_and(|cached| cached.head() == head)
    }

    /// Decides one command and appends its record.
    ///
    /// # Errors
    ///
    /// [`StreamError`], if nothing could be decided or stored.
    ///
    /// # Panics
    ///
    /// Never: each command has an outcome.
    pub async fn submit(
        &self,
        command: Command,
        context: &ChangeContext,
    ) -> Result<Outcome, StreamError> {
        let outcomes = self.submit_all(std::slice::from_ref(&command), context).await?;
        Ok(outcomes.into_iter().next().expect("one command has one outcome"))
    }

    /// Decides commands of different streams and appends them as one group: all are stored, or none. If one is
    /// rejected, the accepted ones are not stored; their outcomes are `withheld`.
    ///
    /// # Errors
    ///
    /// [`StreamError`], if nothing could be decided or stored.
    pub async fn submit_all(
        &self,
        commands: &[Command],
        context: &ChangeContext,
    ) -> Result<Vec<Outcome>, StreamError> {
        for _ in 0..TRIES_MAX {
            let Transaction { mut outcomes, group, changed } = self.decide(commands, context)?;
            if outcomes.iter().any(Result::is_err) {
                outcomes.iter_mut().filter(|outcome| outcome.is_ok()).for_each(withhold);
            }
            if group.is_empty() {
                return Ok(outcomes);
            }
            note_source(&group, context.trace.as_ref());
            match self.journal.append(group).await {
                Ok(_) => {
                    self.take_over(changed);
                    return Ok(outcomes);
                }
                // Another writer came first: the decision was made on an old state.
                Err(AppendError::Conflict { .. }) => tokio::task::yield_now().await,
                Err(error) => return Err(error.into()),
            }
        }
        let stream = commands.first().map(|command| command.stream.clone()).unwrap_or_default();
        Err(StreamError::Contended { stream })
    }

    /// Decides commands one after another, several of one stream on the state that those before it lead to, and appends
    /// all records as one group. With the first rejection nothing is stored.
    ///
    /// # Errors
    ///
    /// [`StreamError`], if nothing could be decided or stored.
    pub async fn submit_in_order(
        &self,
        commands: &[Command],
        context: &ChangeContext,
    ) -> Result<Result<(), Refused>, StreamError> {
        for _ in 0..TRIES_MAX {
            let (group, changed) = match self.decide_in_order(commands, context)? {
                Ok(decided) => decided,
                Err(refused) => return Ok(Err(refused)),
            };
            if group.is_empty() {
                return Ok(Ok(()));
            }
            match self.journal.append(group).await {
                Ok(_) => {
                    let mut cached = self.cached();
                    for stream in changed {
                        put(&mut cached, stream);
                    }
                    return Ok(Ok(()));
                }
                Err(AppendError::Conflict { .. }) => tokio::task::yield_now().await,
                Err(error) => return Err(error.into()),
            }
        }
        let stream = commands.first().map(|command| command.stream.clone()).unwrap_or_default();
        Err(StreamError::Contended { stream })
    }

    /// The records of commands, and the streams after them.
    fn decide_in_order(
        &self,
        commands: &[Command],
        context: &ChangeContext,
    ) -> Result<Result<(Group, Vec<StreamState>), Refused>, StreamError> {
        let (mut batches, mut changed) = (BTreeMap::new(), BTreeMap::new());
        for command in commands {
            let (name, machine) = (&command.stream, command.event.machine());
            let mut stream = match changed.remove(name) {
                Some(stream) => stream,
                None => self.load(name, machine)?,
            };
            let event = command.event.clone();
            let decision = stream.decide(InstanceKey::session(machine), event, context.at, None);
            if let Some(refused) = decision.rejected() {
                return Ok(Err(refused.clone()));
            }
            let prepared = stream.prepare(decision, context.origin(None), context.at)?;
            let batch = batches.entry(name.clone()).or_insert_with(|| Batch {
                stream: name.clone(),
                expected: stream.head(),
                records: Vec::new(),
            });
            batch.records.extend(prepared.records.iter().cloned());
            stream.commit(&prepared);
            stream.forget_commands();
            changed.insert(name.clone(), stream);
        }
        let group = Group { batches: batches.into_values().collect() };
        Ok(Ok((group, changed.into_values().collect())))
    }

    fn decide(
        &self,
        commands: &[Command],
        context: &ChangeContext,
    ) -> Result<Transaction, StreamError> {
        let decisions = commands.iter().map(|command| {
            let (machine, event) = (command.event.machine(), command.event.clone());
            let stream = self.load(&command.stream, machine)?;
            let decision = stream.decide(InstanceKey::session(machine), event, context.at, None);
            Ok::<_, StreamError>((stream, decision))
        });
        let decisions: Vec<_> = decisions.collect::<Result<_, _>>()?;
        let is_rejected = decisions.iter().any(|(_, decision)| decision.rejected().is_some());
        let mut transaction = Transaction::default();
        for (command, (stream, decision)) in commands.iter().zip(decisions) {
            let outcome = match decision.decided.first() {
                Some(first) => first.result.clone(),
                None => Err(withheld()),
            };
            let is_stored = if outcome.is_ok() { !is_rejected } else { command.record_refusal };
            transaction.outcomes.push(outcome);
            if is_stored {
                let prepared = stream.prepare(decision, context.origin(None), context.at)?;
                transaction.group.batches.push(stream.batch(&prepared));
                transaction.changed.push((stream, prepared));
            }
        }
        Ok(transaction)
    }

    fn load(&self, name: &str, machine: MachineName) -> Result<StreamState, StreamError> {
        let head = self.journal.head(name);
        if let Some(stream) = self.cached().get(name).filter(|stream| stream.head() == head) {
            return Ok(stream.clone());
        }
        let stream = StreamState::load_newest(name, machine, self.journal.as_ref())?;
        // A stream that does not exist is not cached: a client can ask for any number of such names.
        if stream.head().is_some() {
            put(&mut self.cached(), stream.clone());
        }
        Ok(stream)
    }

    fn take_over(&self, changed: Vec<(StreamState, Prepared)>) {
        let mut cached = self.cached();
        for (mut stream, prepared) in changed {
            // What is to be performed is known to the runner, which has the streams that request calls.
            stream.commit(&prepared);
            stream.forget_commands();
            put(&mut cached, stream);
        }
    }

    fn cached(&self) -> MutexGuard<'_, HashMap<String, StreamState>> {
        // Every entry is checked against the journal's head, so one left by a panic does no harm.
        self.cached.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Caches a stream. A full cache is emptied, which costs a read per stream.
fn put(cached: &mut HashMap<String, StreamState>, stream: StreamState) {
    if cached.len() >= CACHE_MAX && !cached.contains_key(stream.name()) {
        cached.clear();
    }
    cached.insert(stream.name().to_owned(), stream);
}

/// Records of a request carry its address to the log files, which is in no record.
pub fn note_source(group: &Group, trace: Option<&Trace>) {
    if let Some(source) = trace.and_then(Trace::source) {
        let records = group.batches.iter().flat_map(|batch| &batch.records);
        records.for_each(|record| sources::note(record.head().hash, &source));
    }
}

/// A command that would have been accepted on its own, but another one of its group was not.
fn withhold(outcome: &mut Outcome) {
    *outcome = Err(withheld());
}

fn withheld() -> Refused {
    Refused { rejection: Rejection::new(RejectionCode::Withheld), guards: Vec::new() }
}
