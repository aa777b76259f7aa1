//! The index of sessions as a file, so that a start does not read the whole journal. It is derived from the journal and
//! may be deleted; records after it are read.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use waybill_journal::{Hash, Health, Journal};
use waybill_machines::Timestamp;
use waybill_machines::secret::{Digest, PersonId};
use waybill_platform::secret::sha256_hex;
use waybill_stream::Bookmark;

use super::index::{Entry, Index};
use super::shared::lock;
use super::{Engine, SessionId};
use crate::perform::Performer;

/// How often the file is written while the server runs.
const SAVE_EVERY: Duration = Duration::from_secs(300);

/// The index of sessions at a position of the journal.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Saved {
    /// Names the history of the journal.
    epoch: String,
    /// How many records of the journal it takes into account.
    pub position: u64,
    /// The hash of the newest of them.
    last: Option<Hash>,
    sessions: Vec<SavedSession>,
}

#[derive(Debug, Serialize, Deserialize)]
struct SavedSession {
    id: String,
    token: Digest,
    person: Option<PersonId>,
    since: Timestamp,
    /// Whose sign-in is pending.
    pending: Option<PersonId>,
    bookmark: Option<Bookmark>,
}

impl Saved {
    /// Reads the file. One that is missing, damaged, or of another history of the journal is as good as none.
    pub fn read(path: &Path, journal: &dyn Journal, epoch: &str) -> Option<Self> {
        let bytes = fs::read(path).ok()?;
        let saved = content(&bytes).and_then(|text| serde_json::from_slice::<Self>(text).ok());
        if saved.is_none() {
            tracing::warn!("the index of sessions is damaged; the journal is read instead");
        }
        let saved = saved?;
        let is_same = saved.epoch == epoch && saved.last == hash_before(journal, saved.position);
        is_same.then_some(saved)
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
            };
            index.restore(&id, entry, session.pending.clone());
            if let Some(bookmark) = session.bookmark.clone() {
                keep(&id, bookmark);
            }
        }
    }

    fn write(&self, path: &Path) -> io::Result<()> {
        let fresh = path.with_extension("new");
        let mut options = OpenOptions::new();
        let mut file = options.create(true).write(true).truncate(true).mode(0o600).open(&fresh)?;
        let text = serde_json::to_vec(self)?;
        file.write_all(&text)?;
        file.write_all(format!("\n{}", sha256_hex(&text)).as_bytes())?;
        file.sync_all()?;
        fs::rename(&fresh, path)?;
        path.parent().map_or(Ok(()), |folder| File::open(folder)?.sync_all())
    }
}

/// The text before the digest of it in the last line. A damaged one could name other sessions.
fn content(bytes: &[u8]) -> Option<&[u8]> {
    let end = bytes.iter().rposition(|byte| *byte == b'\n')?;
    let (text, digest) = (&bytes[..end], &bytes[end + 1..]);
    (sha256_hex(text).as_bytes() == digest).then_some(text)
}

fn hash_before(journal: &dyn Journal, position: u64) -> Option<Hash> {
    let newest = position.checked_sub(1)?;
    journal.scan(newest, 1).ok()?.pop().map(|record| record.hash)
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
        let journal = Arc::clone(&self.shared.journal);
        let position = journal.count();
        let mut sessions: Vec<SavedSession> = lock(&self.shared.index)
            .saved()
            .map(|(id, entry, pending)| SavedSession {
                id: id.as_str().to_owned(),
                token: entry.token.clone(),
                person: entry.person.clone(),
                since: entry.since,
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
            let last = hash_before(journal.as_ref(), position);
            Saved { epoch, position, last, sessions }.write(&path)
        };
        tokio::task::spawn_blocking(write).await.map_err(io::Error::other)?
    }

    pub(super) async fn save_regularly(self, path: std::path::PathBuf) {
        let mut saved = self.shared.journal.count();
        loop {
            tokio::time::sleep(SAVE_EVERY).await;
            let count = self.shared.journal.count();
            if count != saved {
                match self.save_index(&path, false).await {
                    Ok(()) => saved = count,
                    Err(error) => tracing::warn!(%error, "the index of sessions was not saved"),
                }
            }
        }
    }
}
