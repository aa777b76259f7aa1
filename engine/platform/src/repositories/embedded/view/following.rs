//! Bringing the view up to the newest records of streams. There is one writer at a time, so who has waited for another
//! finds others who wait too, and applies what all of them wait for in one transaction.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use redb::ReadableTable as _;
use waybill_journal::Journal;

use super::summaries::{Settled, Touched};
use super::{PORTION, STREAMS, View, apply_record, of_view};
use crate::repositories::RepositoryError;

/// Who waits for a transaction.
#[derive(Default)]
pub(super) struct Following {
    waiting: Mutex<Vec<Arc<Wanted>>>,
    /// Held by who applies records.
    applying: Mutex<()>,
}

/// The streams that a change has changed, until they are in the view.
struct Wanted {
    streams: Vec<String>,
    outcome: Mutex<Option<Result<(), RepositoryError>>>,
}

impl Wanted {
    fn set(&self, outcome: Result<(), RepositoryError>) {
        *locked(&self.outcome) = Some(outcome);
    }
}

/// Each change is a single step, so a panic leaves nothing half done.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl View {
    /// Applies the newest records of streams, which the caller has locked.
    pub(in crate::repositories::embedded) fn follow(
        &self,
        journal: &dyn Journal,
        streams: Vec<String>,
    ) -> Result<(), RepositoryError> {
        let own = Arc::new(Wanted { streams, outcome: Mutex::default() });
        locked(&self.following.waiting).push(Arc::clone(&own));
        let _applying = locked(&self.following.applying);
        if let Some(outcome) = locked(&own.outcome).take() {
            return outcome;
        }
        // Its own is not among them if who has taken it has panicked.
        let mut others = mem::take(&mut *locked(&self.following.waiting));
        others.retain(|wanted| !Arc::ptr_eq(wanted, &own));
        if others.is_empty() {
            return self.apply_newest(journal, own.streams.iter());
        }
        let all = others.iter().chain([&own]).flat_map(|wanted| &wanted.streams);
        let applied = self.apply_newest(journal, all);
        for wanted in &others {
            // What is wrong with one stream does not concern those who wait for others.
            wanted.set(match &applied {
                Ok(()) => Ok(()),
                Err(_) => self.apply_newest(journal, wanted.streams.iter()),
            });
        }
        applied.or_else(|_| self.apply_newest(journal, own.streams.iter()))
    }

    /// Applies the newest records of streams in one transaction.
    fn apply_newest<'a>(
        &self,
        journal: &dyn Journal,
        streams: impl Iterator<Item = &'a String>,
    ) -> Result<(), RepositoryError> {
        let transaction = self.transaction()?;
        let (touched, mut newest) = (Touched::default(), Vec::new());
        for stream in streams {
            let known = {
                let streams = transaction.open_table(STREAMS).map_err(of_view)?;
                let known = streams.get(stream.as_str()).map_err(of_view)?;
                known.map_or(0, |known| known.value())
            };
            let mut next = known + 1;
            loop {
                let records = journal.read(stream, next, PORTION);
                let records = records.map_err(|error| RepositoryError::Stream(error.into()))?;
                let Some(last) = records.last() else { break };
                next = last.seq + 1;
                for record in &records {
                    apply_record(&transaction, &touched, record)?;
                }
            }
            newest.push((stream, next - 1));
        }
        let settled = touched.settle(&transaction, &self.types)?;
        transaction.commit().map_err(of_view)?;
        if self.packages.note(settled.iter().map(Settled::indexed)) {
            self.packages.merge_apart();
        }
        if self.changed.receiver_count() > 0 {
            for settled in &settled {
                // The last follower may have left.
                let _ = self.changed.send(settled.changed());
            }
        }
        for (stream, revision) in newest {
            self.revisions.note(stream, revision);
        }
        Ok(())
    }
}
