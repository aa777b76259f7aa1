//! Which sessions are open: by cookie, by person, and where their requests come from. Built from the journal.

use std::collections::{BTreeSet, HashMap, VecDeque};

use waybill_journal::{Journal, scan_all};
use waybill_machines::Timestamp;
use waybill_machines::machines::session as life;
use waybill_machines::secret::{Digest, PersonId};
use waybill_platform::access::Source;

use crate::identity::SessionId;
use crate::session::SessionError;

/// What the index knows of a session that has not ended.
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub token: Digest,
    pub person: Option<PersonId>,
    pub fresh: bool,
    pub since: Timestamp,
}

/// Where a session's requests come from. Telemetry: never journaled.
#[derive(Debug, Clone)]
pub(crate) struct Circumstances {
    pub source: Source,
    pub agent: String,
    pub last_seen: Timestamp,
}

#[derive(Default)]
pub(crate) struct Index {
    pub entries: HashMap<SessionId, Entry>,
    pub by_token: HashMap<Digest, SessionId>,
    pub people: HashMap<PersonId, BTreeSet<SessionId>>,
    pub fresh: VecDeque<SessionId>,
    pub circumstances: HashMap<SessionId, Circumstances>,
}

impl Index {
    pub fn insert(&mut self, id: &SessionId, entry: Entry) {
        self.by_token.insert(entry.token.clone(), id.clone());
        if let Some(person) = &entry.person {
            self.people.entry(person.clone()).or_default().insert(id.clone());
        }
        self.entries.insert(id.clone(), entry);
    }

    pub fn remove(&mut self, id: &SessionId) {
        self.circumstances.remove(id);
        let Some(entry) = self.entries.remove(id) else { return };
        self.by_token.remove(&entry.token);
        if let Some(person) = entry.person
            && let Some(sessions) = self.people.get_mut(&person)
        {
            sessions.remove(id);
            if sessions.is_empty() {
                self.people.remove(&person);
            }
        }
    }

    /// Takes over what a record of a session's life says.
    pub fn take_in(&mut self, id: &SessionId, state: life::State) {
        let circumstances = self.circumstances.remove(id);
        self.remove(id);
        if let life::State::Open { token, person, since, .. } = state {
            self.insert(id, Entry { token, person, fresh: false, since });
            if let Some(circumstances) = circumstances {
                self.circumstances.insert(id.clone(), circumstances);
            }
        }
    }
}

/// Reads which sessions are open. Only the few records of the session machine are decoded.
pub(crate) fn read_index(journal: &dyn Journal) -> Result<Index, SessionError> {
    let mut index = Index::default();
    for record in scan_all(journal, 0) {
        let record = record?;
        if !record.line.contains(",\"machine\":\"session\",") {
            continue;
        }
        let view = record.view()?;
        let (Some(id), Some(json)) = (SessionId::of_stream(view.stream), view.state) else {
            continue;
        };
        let state: life::State = serde_json::from_str(json).map_err(|error| {
            let (stream, seq) = (view.stream.to_owned(), record.seq);
            SessionError::Unknown { stream, seq, why: error.to_string() }
        })?;
        index.take_in(&id, state);
    }
    Ok(index)
}
