//! Where a backup is made from: the running server, which says what is durable at one time, or a directory that no
//! server uses.

use std::io::{self, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use waybill_journal::Journal;
use waybill_journal::durable::{Cut, CutGeneration, DurableJournal};

use super::BackupError;
use crate::data::DataDirectory;
use crate::local::{Client, Ended, JournalName, JournalOfServer, Request};

/// Fails if it is known that a journal is damaged.
///
/// # Errors
///
/// [`BackupError::DamagedData`].
pub fn intact(name: JournalName, journal: &DurableJournal) -> Result<(), BackupError> {
    match journal.damage() {
        Some(what) => {
            Err(BackupError::DamagedData(format!("in journal/{}, {what}", name.as_str())))
        }
        None => Ok(()),
    }
}

/// The journals of a data directory.
pub(super) enum Journals {
    /// Those of the running server.
    Running(Arc<Mutex<Client>>),
    /// Those that no server uses; it cannot start as long as they are open.
    Stopped { sessions: Box<DurableJournal>, platform: Box<DurableJournal> },
}

impl Journals {
    pub(super) fn of(data: &Path) -> anyhow::Result<Self> {
        if let Some(client) = Client::connect(data)? {
            return Ok(Self::Running(Arc::new(Mutex::new(client))));
        }
        let directory = DataDirectory::existing(data)?;
        let open = |name: JournalName| {
            let journal = DurableJournal::open_read_only(&directory.journal_dir(name.as_str()))?;
            // A copy of what is left would look like a copy of everything.
            intact(name, &journal)?;
            anyhow::Ok(Box::new(journal))
        };
        Ok(Self::Stopped {
            sessions: open(JournalName::Sessions)?,
            platform: open(JournalName::Platform)?,
        })
    }

    /// What is durable in both journals at one time, the sessions' first.
    pub(super) fn cut(&self) -> anyhow::Result<[(JournalName, Cut); 2]> {
        let (sessions, platform) = match self {
            Self::Running(client) => {
                client.lock().unwrap_or_else(PoisonError::into_inner).answer(&Request::Cut {})?
            }
            Self::Stopped { sessions, platform } => (sessions.cut(), platform.cut()),
        };
        Ok([(JournalName::Sessions, sessions), (JournalName::Platform, platform)])
    }

    /// Writes the frames of a generation, as a sealed one.
    pub(super) fn generation(
        &self,
        name: JournalName,
        generation: &CutGeneration,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        match self {
            Self::Running(client) => {
                let request = Request::Generation { journal: name, generation: *generation };
                let mut client = client.lock().unwrap_or_else(PoisonError::into_inner);
                match client.ask(&request, out)? {
                    Ended::Success { .. } => Ok(()),
                    Ended::Failed(failed) => Err(failed.into_error()),
                    Ended::CheckFailed {} => Err(io::Error::other("it was not sent").into()),
                }
            }
            Self::Stopped { sessions, platform } => {
                let journal = if name == JournalName::Sessions { sessions } else { platform };
                Ok(journal.write_generation(generation, out)?)
            }
        }
    }

    /// Passes the platform's journal to `read`, if it may have changed since a cut.
    pub(super) fn if_in_use<T>(
        &self,
        read: impl FnOnce(&dyn Journal) -> anyhow::Result<T>,
    ) -> anyhow::Result<Option<T>> {
        let Self::Running(client) = self else { return Ok(None) };
        let journal = JournalOfServer::new(JournalName::Platform, Arc::clone(client));
        let outcome = read(&journal)?;
        match journal.failure() {
            Some(why) => Err(anyhow::Error::msg(why)),
            None => Ok(Some(outcome)),
        }
    }
}
