//! A journal of the running server, read over the local socket.

use std::future::ready;
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use tokio::sync::watch;
use waybill_journal::{
    AppendError, AppendFuture, Checkpoint, DayName, Group, Hash, Health, Journal, ReadError,
    StoredRecord, StreamHead,
};

use super::Client;
use super::request::{JournalName, Read, Request};

const READ_ONLY: &str = "a journal of the running server is only read over its socket";

/// A record as it is sent.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct SentRecord {
    position: u64,
    seq: u64,
    hash: Hash,
    line: String,
}

/// The records of a read, or why they cannot be read.
pub(super) type SentRecords = Result<Vec<SentRecord>, String>;

impl From<StoredRecord> for SentRecord {
    fn from(record: StoredRecord) -> Self {
        let StoredRecord { position, seq, hash, line } = record;
        Self { position, seq, hash, line: line.as_ref().to_owned() }
    }
}

impl From<SentRecord> for StoredRecord {
    fn from(sent: SentRecord) -> Self {
        let SentRecord { position, seq, hash, line } = sent;
        Self { position, seq, hash, line: line.into() }
    }
}

/// A journal of the running server. It can only be read.
#[derive(Clone)]
pub struct JournalOfServer {
    name: JournalName,
    day: Option<DayName>,
    client: Arc<Mutex<Client>>,
    /// Why the server could not be asked, if it could not. Some methods of a journal cannot fail.
    failure: Arc<Mutex<Option<String>>>,
}

impl JournalOfServer {
    /// A journal of the server of this connection.
    pub fn new(name: JournalName, client: Arc<Mutex<Client>>) -> Self {
        Self { name, day: None, client, failure: Arc::default() }
    }

    /// The journal of visitors of a day.
    pub fn of_day(day: DayName, client: Arc<Mutex<Client>>) -> Self {
        Self { day: Some(day), ..Self::new(JournalName::Sessions, client) }
    }

    /// Why the server could not be asked, if it could not: what was read is then not all there is.
    pub fn failure(&self) -> Option<String> {
        self.failure.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn ask<T: DeserializeOwned>(&self, read: Read) -> Option<T> {
        let request = Request::Read { journal: self.name, day: self.day.clone(), read };
        let mut client = self.client.lock().unwrap_or_else(PoisonError::into_inner);
        match client.answer(&request) {
            Ok(answer) => Some(answer),
            Err(error) => {
                let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
                failure.get_or_insert_with(|| format!("{error:#}"));
                None
            }
        }
    }

    fn records(&self, read: Read) -> Result<Vec<StoredRecord>, ReadError> {
        let sent: Option<SentRecords> = self.ask(read);
        let why = || self.failure().unwrap_or_default();
        let sent = sent.ok_or_else(|| ReadError::Io { why: why() })?;
        let sent = sent.map_err(|what| ReadError::Damaged { what })?;
        Ok(sent.into_iter().map(StoredRecord::from).collect())
    }
}

impl Journal for JournalOfServer {
    fn append(&self, _: Group) -> AppendFuture {
        Box::pin(ready(Err(AppendError::ReadOnly { why: READ_ONLY.to_owned() })))
    }

    fn read(
        &self,
        stream: &str,
        from_seq: u64,
        limit: usize,
    ) -> Result<Vec<StoredRecord>, ReadError> {
        self.records(Read::Records { stream: stream.to_owned(), from_seq, limit })
    }

    fn head(&self, stream: &str) -> Option<StreamHead> {
        self.ask(Read::Head { stream: stream.to_owned() }).flatten()
    }

    fn is_broken(&self, stream: &str) -> bool {
        self.ask(Read::IsBroken { stream: stream.to_owned() }).unwrap_or(true)
    }

    fn may_lack_newest(&self, stream: &str) -> bool {
        self.ask(Read::MayLackNewest { stream: stream.to_owned() }).unwrap_or(true)
    }

    fn streams(
        &self,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Vec<(String, StreamHead)> {
        let (prefix, after) = (prefix.to_owned(), after.map(str::to_owned));
        self.ask(Read::Streams { prefix, after, limit }).unwrap_or_default()
    }

    fn scan(&self, from_position: u64, limit: usize) -> Result<Vec<StoredRecord>, ReadError> {
        self.records(Read::Scan { from_position, limit })
    }

    fn readable_from(&self, position: u64) -> Option<u64> {
        self.ask(Read::ReadableFrom { position }).flatten()
    }

    fn count(&self) -> u64 {
        self.ask(Read::Count {}).unwrap_or_default()
    }

    fn checkpoint(&self) -> Result<Checkpoint, AppendError> {
        Err(AppendError::ReadOnly { why: READ_ONLY.to_owned() })
    }

    fn health(&self) -> Health {
        Health::ReadOnly { why: READ_ONLY.to_owned() }
    }

    fn failed(&self) -> watch::Receiver<Option<String>> {
        watch::Sender::new(None).subscribe()
    }
}
