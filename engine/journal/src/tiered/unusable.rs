//! A journal of a day that cannot be opened: it has no streams, and the day is continued in another.

use std::future::ready;

use tokio::sync::watch;

use crate::journal::{
    AppendError, AppendFuture, Checkpoint, Group, Health, Journal, ReadError, StoredRecord,
};
use crate::record::StreamHead;

/// A journal that cannot be opened.
#[derive(Debug, Clone)]
pub struct Unusable {
    why: String,
}

impl Unusable {
    /// With the reason, as a sentence for the administrator.
    pub fn new(why: String) -> Self {
        Self { why }
    }

    fn read_only(&self) -> AppendError {
        AppendError::ReadOnly { why: self.why.clone() }
    }
}

impl Journal for Unusable {
    fn append(&self, _: Group) -> AppendFuture {
        Box::pin(ready(Err(self.read_only())))
    }

    fn read(&self, _: &str, _: u64, _: usize) -> Result<Vec<StoredRecord>, ReadError> {
        Ok(Vec::new())
    }

    fn is_damaged(&self) -> bool {
        true
    }

    fn head(&self, _: &str) -> Option<StreamHead> {
        None
    }

    fn streams(&self, _: &str, _: Option<&str>, _: usize) -> Vec<(String, StreamHead)> {
        Vec::new()
    }

    fn scan(&self, _: u64, _: usize) -> Result<Vec<StoredRecord>, ReadError> {
        Ok(Vec::new())
    }

    fn count(&self) -> u64 {
        0
    }

    fn checkpoint(&self) -> Result<Checkpoint, AppendError> {
        Err(self.read_only())
    }

    fn health(&self) -> Health {
        Health::ReadOnly { why: self.why.clone() }
    }

    fn failed(&self) -> watch::Receiver<Option<String>> {
        watch::Sender::new(None).subscribe()
    }
}
