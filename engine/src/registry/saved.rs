//! The index of sessions as a file, so that a start does not read the whole journal. It is derived from the journal and
//! may be deleted; records after it are read.

use std::collections::{BTreeMap, HashSet};
use std::io;
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use waybill_journal::tiered::Part;
use waybill_journal::{DayName, Hash, Health, Journal};
use waybill_machines::Timestamp;
use waybill_machines::secret::{Digest, PersonId};
use waybill_platform::digested_file;
use waybill_stream::Bookmark;

use super::index::{Entry, Index};
use super::sessions_journal::SessionsJournal;
use super::shared::lock;
use super::{Engine, SessionId};
use crate::perform::Performer;

/// How often the file is written while the server runs.
const SAVE_EVERY: Duration = Duration::from_secs(300);
/// More than the index of a million sessions.
const BYTES_MAX: u64 = 4 * 1024 * 1024 * 1024;

/// The index of sessions at positions of the journals.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Saved {
    /// Names the history of the journals.
    epoch: String,
    /// What it takes into account of the journal of sessions with a sign-in.
    #[serde(flatten)]
    kept: Read,
    /// What it takes into account of the journals of visitors.
    #[serde(default)]
    days: BTreeMap<DayName, Read>,
    sessions: Vec<SavedSession>,
}

/// How far a journal was read.
#[derive(Debug, Serialize, Deserialize)]
struct Read {
    /// The number of records.
    position: u64,
    /// The hash of the newest of them.
    last: Option<Hash>,
}

impl Read {
    fn of(journal: &dyn Journal, position: u64) -> Self {
        let newest = position.checked_sub(1);
        let newest = newest.and_then(|newest| journal.scan(newest, 1).ok()?.pop());
        Self { position, last: newest.map(|record| record.hash) }
    }

    fn is_of(&self, journal: &dyn Journal) -> bool {
        Self::of(journal, self.position).last == self.last
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct SavedSession {
    id: String,
    token: Digest,
    person: Option<PersonId>,
    since: Timestamp,
    /// When the sign-in runs out.
    #[serde(default)]
    until: Option<Timestamp>,
    /// Whose sign-in is pending.
    pending: Option<PersonId>,
    bookmark: Option<Bookmark>,
}

impl Saved {
    /// Reads the file. One that is missing, damaged, or of another history of the journal is as good as none.
    pub fn read(path: &Path, journals: &SessionsJournal, epoch: &str) -> Option<Self> {
        let saved = digested_file::read(path, BYTES_MAX)
            .and_then(|text| Ok(serde_json::from_slice::<Self>(&text)?))
            .inspect_err(|error| {
                if error.kind() != io::ErrorKind::NotFound {
                    tracing::warn!(%error, "the journal is read instead of the index of sessions");
                }
            })
            .ok()?;
        // A journal that it does not know is read from the beginning.
        let is_of = |part: &Part| {
            saved.part(part.day.as_ref()).is_none_or(|read| read.is_of(part.journal.as_ref()))
        };
        let is_same = saved.epoch == epoch && journals.parts().iter().all(is_of);
        is_same.then_some(saved)
    }

    fn part(&self, day: Option<&DayName>) -> Option<&Read> {
        day.map_or(Some(&self.kept), |day| self.days.get(day))
    }

    /// The position from which on a journal has to be read.
    pub fn position(&self, day: Option<&DayName>) -> u64 {
        self.part(day).map_or(0, |read| read.position)
    }

    /// Puts its sessions into an index.
    pub fn restore(&self, index: &mut Index, mut keep: impl FnMut(&SessionId, Bookmark)) {
        for session in &self.sessions {
            let id = SessionId::named(&session.id);
            let entry = Entry {
                token: session.token.clone(),
                person: session.person.clone(),
                fresh: false,
                since: session.since,
                until: session.until,
            };
            index.restore(&id, entry, session.pending.clone());
            if let Some(bookmark) = session.bookmark.clone() {
                keep(&id, bookmark);
            }
        }
    }

    fn write(&self, path: &Path) -> io::Result<()> {
        digested_file::write(path, &serde_json::to_vec(self)?)
    }
}

impl<P: Performer> Engine<P> {
    /// Writes the index of sessions to a file. With `is_last`, as at the end of a server, sessions that are awake have a
    /// bookmark too, so that the next start reads none of them.
    ///
    /// # Errors
    ///
    /// An I/O error, if the file cannot be written.
    pub async fn save_index(&self, path: &Path, is_last: bool) -> io::Result<()> {
        // Of a damaged journal the index does not know all sessions.
        if self.shared.journal.health() != Health::Writable {
            return Ok(());
        }
        // Read first: sessions that change meanwhile are read again from here on.
        let parts = self.shared.sessions_journal.parts();
        let positions: Vec<u64> = parts.iter().map(|part| part.journal.count()).collect();
        let mut sessions: Vec<SavedSession> = lock(&self.shared.index)
            .saved()
            .map(|(id, entry, pending)| SavedSession {
                id: id.as_str().to_owned(),
                token: entry.token.clone(),
                person: entry.person.clone(),
                since: entry.since,
                until: entry.until,
                pending: pending.cloned(),
                bookmark: self.shared.sessions.bookmarks.get(&id.stream()),
            })
            .collect();
        if is_last {
            let awake: HashSet<String> = self.shared.sessions.names().into_iter().collect();
            for session in &mut sessions {
                let id = SessionId::named(&session.id);
                if session.bookmark.is_none() && awake.contains(&id.stream()) {
                    session.bookmark =
                        self.inspect(&id).await.ok().and_then(|stream| stream.bookmark());
                }
            }
        }
        let (epoch, path) = (self.shared.epoch().to_owned(), path.to_owned());
        let write = move || {
            let (mut kept, mut days) = (Read { position: 0, last: None }, BTreeMap::new());
            for (Part { day, journal }, position) in parts.into_iter().zip(positions) {
                let read = Read::of(journal.as_ref(), position);
                match day {
                    None => kept = read,
                    Some(day) => drop(days.insert(day, read)),
                }
            }
            Saved { epoch, kept, days, sessions }.write(&path)
        };
        tokio::task::spawn_blocking(write).await.map_err(io::Error::other)?
    }

    pub(super) async fn save_regularly(self, path: std::path::PathBuf) {
        let mut saved = self.shared.sessions_journal.records();
        loop {
            tokio::time::sleep(SAVE_EVERY).await;
            let count = self.shared.sessions_journal.records();
            if count != saved {
                match self.save_index(&path, false).await {
                    Ok(()) => saved = count,
                    Err(error) => tracing::warn!(%error, "the index of sessions was not saved"),
                }
            }
        }
    }
}
