//! Checking both journals: those of the running server through its local socket, and others on the disk.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use waybill_journal::durable::{Cut, FsckReport, fsck, fsck_each};
use waybill_journal::{Journal as _, RecordView, Verifier};
use waybill_machines::AnyState;

use super::state_of;
use crate::cli::host::explained;
use crate::cli::{BadInput, DataDir};
use crate::data::{DataDirectory, PLATFORM, SESSIONS};
use crate::local::{Client, JournalName, JournalOfServer, Request};

/// Number of records that are read at once.
const PORTION: usize = 512;

/// What was found in both journals.
pub struct Checked {
    /// The reports, the sessions' first.
    pub reports: [FsckReport; 2],
    /// The newest state of each stream of the platform.
    pub newest: BTreeMap<String, AnyState>,
    /// Whether a server uses them.
    pub is_running: bool,
}

/// Checks both journals of a data directory, without changing anything.
pub fn check(data: &DataDir) -> anyhow::Result<Checked> {
    let data = &data.data;
    let directory = DataDirectory::existing(data)?;
    let mut newest = BTreeMap::new();
    let visit = |record: &RecordView<'_>| {
        if let Some(state) = state_of(record) {
            newest.insert(record.stream.to_owned(), state);
        }
    };
    if let Some(client) = Client::connect(data)? {
        let client = Arc::new(Mutex::new(client));
        let cut = client.lock().unwrap_or_else(PoisonError::into_inner).answer(&Request::Cut {});
        let (sessions, platform): (Cut, Cut) = cut?;
        let running = |name: JournalName, cut, visit: &mut dyn FnMut(&RecordView<'_>)| {
            let journal = JournalOfServer::new(name, Arc::clone(&client));
            check_running(&directory.journal_dir(name.as_str()), &journal, &cut, visit)
        };
        let sessions = running(JournalName::Sessions, sessions, &mut |_| ())?;
        let mut visit = visit;
        let platform = running(JournalName::Platform, platform, &mut visit)?;
        return Ok(Checked { reports: [sessions, platform], newest, is_running: true });
    }
    let stopped = || {
        let sessions = fsck(&directory.journal_dir(SESSIONS))?;
        let platform = fsck_each(&directory.journal_dir(PLATFORM), visit)?;
        Ok([sessions, platform])
    };
    let reports = stopped().map_err(|error: anyhow::Error| explained(data, error))?;
    Ok(Checked { reports, newest, is_running: false })
}

/// Checks every record of a journal of the running server, up to the first problem.
fn check_running(
    dir: &Path,
    journal: &JournalOfServer,
    cut: &Cut,
    visit: &mut dyn FnMut(&RecordView<'_>),
) -> anyhow::Result<FsckReport> {
    let (mut verifier, mut problems) = (Verifier::default(), Vec::new());
    let mut next = 0;
    let mut last = None;
    'reading: while next < cut.checkpoint.count {
        let left = usize::try_from(cut.checkpoint.count - next).unwrap_or(PORTION);
        let portion = match journal.scan(next, left.min(PORTION)) {
            Ok(portion) => portion,
            Err(error) => {
                problems.push(error.to_string());
                break;
            }
        };
        if portion.is_empty() {
            problems.push(format!("the record at position {next} is missing"));
            break;
        }
        for record in portion {
            let hash = verifier.check(record.line.as_bytes(), Some(record.hash));
            match (hash, record.view()) {
                (Ok(hash), Ok(view)) => {
                    visit(&view);
                    last = Some(hash);
                }
                (Err(flaw), _) => {
                    problems.push(format!("the record at position {}: {flaw}", record.position));
                    break 'reading;
                }
                (_, Err(error)) => {
                    problems.push(error.to_string());
                    break 'reading;
                }
            }
            next = record.position + 1;
        }
    }
    if let Some(why) = journal.failure() {
        return Err(BadInput(why).into());
    }
    if problems.is_empty() && last.is_some_and(|last| last != cut.checkpoint.last) {
        problems.push("its last record is not the one that the server knows".to_owned());
    }
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    Ok(FsckReport {
        dir: dir.into(),
        generations: number(cut.generations.len()),
        sealed: number(cut.generations.iter().filter(|generation| generation.is_sealed).count()),
        frames: cut.generations.last().map_or(0, |last| last.frames_end),
        verified: verifier.verified(),
        head: Some(cut.checkpoint),
        clean: false,
        problems,
    })
}
