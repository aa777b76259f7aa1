//! How many records of each package are in the view, in memory: every reading of a document begins with that.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::repositories::RepositoryError;

/// How many packages are known at once. There may be millions, and each can be read again.
const KNOWN_MAX: usize = 16_384;

/// The numbers by stream. One is never larger than what the view has: a document that is kept under an older number is
/// written again, and one that is kept under a newer one would be wrong for ever.
#[derive(Debug, Default)]
pub(super) struct Revisions(Mutex<HashMap<String, u64>>);

impl Revisions {
    fn known(&self) -> MutexGuard<'_, HashMap<String, u64>> {
        // Each change is a single step, so a panic leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn get(&self, stream: &str) -> Option<u64> {
        self.known().get(stream).copied()
    }

    /// Reads the number of a stream from the view, and keeps it.
    pub(super) fn read(
        &self,
        stream: &str,
        read: impl FnOnce() -> Result<u64, RepositoryError>,
    ) -> Result<u64, RepositoryError> {
        // Held while it is read: a change is noted after it, and not replaced by what was read before.
        let mut known = self.known();
        let revision = read()?;
        // A client can ask for any number of names that no package has.
        if revision > 0 {
            put(&mut known, stream, revision);
        }
        Ok(revision)
    }

    /// Notes what the view has now.
    pub(super) fn note(&self, stream: &str, revision: u64) {
        let mut known = self.known();
        let newest = known.get(stream).copied().unwrap_or_default().max(revision);
        put(&mut known, stream, newest);
    }
}

/// Keeps a number. A full memory is emptied, which costs a read for each package.
fn put(known: &mut HashMap<String, u64>, stream: &str, revision: u64) {
    if known.len() >= KNOWN_MAX && !known.contains_key(stream) {
        known.clear();
    }
    known.insert(stream.to_owned(), revision);
}
