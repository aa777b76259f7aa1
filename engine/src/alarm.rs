//! Deadlines: which session is to be woken when. A deadline is state of a machine; this only remembers the next.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, PoisonError};

use waybill_machines::Timestamp;

use crate::identity::SessionId;

#[derive(Default)]
struct Table {
    by_time: BTreeSet<(Timestamp, SessionId)>,
    by_session: HashMap<SessionId, Timestamp>,
}

/// The deadlines of all sessions, those asleep included.
#[derive(Default)]
pub struct Alarm(Mutex<Table>);

impl Alarm {
    /// Sets a session's next deadline, in place of the one it had.
    pub fn set(&self, session: &SessionId, next: Option<Timestamp>) {
        let mut table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(old) = table.by_session.remove(session) {
            table.by_time.remove(&(old, session.clone()));
        }
        if let Some(at) = next {
            table.by_session.insert(session.clone(), at);
            table.by_time.insert((at, session.clone()));
        }
    }

    /// Takes the sessions whose deadline has come.
    pub fn due(&self, now: Timestamp) -> Vec<SessionId> {
        let mut table = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut due = Vec::new();
        while let Some((at, session)) = table.by_time.first().cloned() {
            if at > now {
                break;
            }
            table.by_time.remove(&(at, session.clone()));
            table.by_session.remove(&session);
            due.push(session);
        }
        due
    }
}
