//! A journal in memory, for tests and the scenario runner. It gives the same guarantees as the durable one until a
//! fault is injected: see [`Faults`].

mod faults;

use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{oneshot, watch};

use faults::Outcome;
pub use faults::{Faults, Held};

use crate::group;
use crate::hash::Hash;
use crate::journal::{
    AppendError, AppendFuture, Appended, Checkpoint, Group, Health, Journal, ReadError,
    StoredRecord,
};
use crate::record::StreamHead;

/// The journal. A clone is another handle of the same journal.
#[derive(Clone)]
pub struct MemoryJournal {
    log: Arc<Mutex<Log>>,
    faults: Arc<Faults>,
    grown: Arc<watch::Sender<u64>>,
    failed: Arc<watch::Sender<Option<String>>>,
}

#[derive(Default, Clone)]
struct Log {
    records: Vec<StoredRecord>,
    /// Positions of each stream's records.
    streams: BTreeMap<String, Vec<usize>>,
}

impl Default for MemoryJournal {
    fn default() -> Self {
        Self::new()
    }
}

impl MemoryJournal {
    /// An empty journal without faults.
    pub fn new() -> Self {
        Self::with(Log::default())
    }

    fn with(log: Log) -> Self {
        let grown = Arc::new(watch::Sender::new(log.records.len() as u64));
        Self {
            log: Arc::new(Mutex::new(log)),
            faults: Arc::default(),
            grown,
            failed: Arc::new(watch::Sender::new(None)),
        }
    }

    /// The faults to inject.
    pub fn faults(&self) -> &Faults {
        &self.faults
    }

    /// The journal as a new process would find it: the records that survived, no faults, and no failure.
    #[must_use]
    pub fn restart(&self) -> Self {
        Self::with(self.log().clone())
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        // Nothing panics while the lock is held, and a log is consistent after every push anyway.
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn append_now(&self, group: &Group) -> Result<Appended, AppendError> {
        if let Some(why) = self.failed.borrow().clone() {
            return Err(AppendError::Fatal { why });
        }
        if let Some(why) = self.faults.read_only() {
            return Err(AppendError::ReadOnly { why });
        }
        group::check_shape(group)?;
        let mut log = self.log();
        match self.faults.next() {
            Outcome::Stored => {}
            Outcome::Conflict => return Err(conflict_of(group, &log)),
            Outcome::Lost(why) => return Err(self.fail(why)),
            Outcome::StoredUnknown(why) => {
                // The records may be present after a restart although the append was not acknowledged.
                if group::check_heads(group, |stream| log.head(stream)).is_ok() {
                    log.push(group);
                }
                return Err(self.fail(why));
            }
        }
        group::check_heads(group, |stream| log.head(stream))?;
        let position = log.push(group);
        self.grown.send_replace(log.records.len() as u64);
        Ok(Appended { position, heads: group::heads_after(group) })
    }

    fn fail(&self, why: &str) -> AppendError {
        let why = why.to_owned();
        self.failed.send_replace(Some(why.clone()));
        AppendError::Fatal { why }
    }
}

/// The conflict that another writer would have caused now: its record came first.
fn conflict_of(group: &Group, log: &Log) -> AppendError {
    let batch = &group.batches[0];
    let found = log.head(&batch.stream);
    AppendError::Conflict { stream: batch.stream.clone(), expected: batch.expected, found }
}

impl Log {
    fn head(&self, stream: &str) -> Option<StreamHead> {
        let position = *self.streams.get(stream)?.last()?;
        let record = &self.records[position];
        Some(StreamHead { seq: record.seq, hash: record.hash })
    }

    fn push(&mut self, group: &Group) -> u64 {
        let first = self.records.len();
        for batch in &group.batches {
            let positions = self.streams.entry(batch.stream.clone()).or_default();
            for record in &batch.records {
                positions.push(self.records.len());
                self.records.push(StoredRecord {
                    position: self.records.len() as u64,
                    seq: record.seq(),
                    hash: record.hash(),
                    line: record.line().into(),
                });
            }
        }
        first as u64
    }
}

impl Journal for MemoryJournal {
    fn append(&self, group: Group) -> AppendFuture {
        let (delay, gate) = (self.faults.delay(), self.faults.gate());
        if delay.is_none() && gate.is_none() {
            let answer = self.append_now(&group);
            return Box::pin(std::future::ready(answer));
        }
        let (send, receive) = oneshot::channel();
        let journal = self.clone();
        // A thread, since this crate has no timer and a test may wait from any runtime.
        std::thread::spawn(move || {
            std::thread::sleep(delay.unwrap_or_default());
            gate.into_iter().for_each(faults::Gate::pass);
            // The receiver is gone when the future was dropped.
            let _ = send.send(journal.append_now(&group));
        });
        Box::pin(async move {
            receive.await.unwrap_or_else(|_| {
                Err(AppendError::Fatal { why: "the thread of a slow append ended".to_owned() })
            })
        })
    }

    fn read(
        &self,
        stream: &str,
        from_seq: u64,
        limit: usize,
    ) -> Result<Vec<StoredRecord>, ReadError> {
        let log = self.log();
        let Some(positions) = log.streams.get(stream) else { return Ok(Vec::new()) };
        let skipped = usize::try_from(from_seq.saturating_sub(1)).unwrap_or(usize::MAX);
        let wanted = positions.iter().skip(skipped).take(limit);
        Ok(wanted.map(|position| log.records[*position].clone()).collect())
    }

    fn head(&self, stream: &str) -> Option<StreamHead> {
        self.log().head(stream)
    }

    fn is_damaged(&self) -> bool {
        self.faults.is_damaged()
    }

    fn streams(
        &self,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Vec<(String, StreamHead)> {
        let log = self.log();
        let start = match after {
            Some(after) if after >= prefix => Bound::Excluded(after),
            _ => Bound::Included(prefix),
        };
        let names = log.streams.range::<str, _>((start, Bound::Unbounded)).map(|(name, _)| name);
        let wanted = names.take_while(|name| name.starts_with(prefix)).take(limit);
        wanted.filter_map(|name| Some((name.clone(), log.head(name)?))).collect()
    }

    fn scan(&self, from_position: u64, limit: usize) -> Result<Vec<StoredRecord>, ReadError> {
        let log = self.log();
        let from = usize::try_from(from_position).unwrap_or(usize::MAX).min(log.records.len());
        Ok(log.records[from..].iter().take(limit).cloned().collect())
    }

    fn count(&self) -> u64 {
        self.log().records.len() as u64
    }

    fn checkpoint(&self) -> Result<Checkpoint, AppendError> {
        if let Some(why) = self.failed.borrow().clone() {
            return Err(AppendError::Fatal { why });
        }
        let log = self.log();
        Ok(Checkpoint {
            count: log.records.len() as u64,
            streams: log.streams.len() as u64,
            last: log.records.last().map_or(Hash::ZERO, |record| record.hash),
        })
    }

    fn health(&self) -> Health {
        if let Some(why) = self.failed.borrow().clone() {
            return Health::Failed { why };
        }
        self.faults.read_only().map_or(Health::Writable, |why| Health::ReadOnly { why })
    }

    fn grown(&self) -> watch::Receiver<u64> {
        self.grown.subscribe()
    }

    fn failed(&self) -> watch::Receiver<Option<String>> {
        self.failed.subscribe()
    }
}
