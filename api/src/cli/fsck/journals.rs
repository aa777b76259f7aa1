//! Checking the journals: those of the running server through its local socket, and others on the disk.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use waybill_journal::durable::{Cut, FsckReport, OpenError, fsck, fsck_each};
use waybill_journal::{Checkpoint, DayName, Journal as _, RecordView, Verifier};
use waybill_machines::AnyState;
use waybill_platform::repositories::ContentsInUse;

use super::state_of;
use crate::cli::host::explained;
use crate::cli::{BadInput, DataDir};
use crate::data::{DELIVERIES, DataDirectory, PLATFORM, SESSIONS, delivery_days, visitors_journal};
use crate::local::{Client, JournalName, JournalOfServer, Request};

/// Number of records that are read at once.
const PORTION: usize = 512;

/// What was found in the journals.
pub struct Checked {
    /// The report of the journal of sessions.
    pub sessions: FsckReport,
    /// The report of the platform's journal.
    pub platform: FsckReport,
    /// The reports of the journals of days, by their names: of visitors, and of deliveries while no server runs.
    pub days: Vec<(String, FsckReport)>,
    /// The newest state of each stream of the platform.
    pub newest: BTreeMap<String, AnyState>,
    /// The contents of files in repositories.
    pub contents: ContentsInUse,
    /// Whether a server uses them.
    pub is_running: bool,
}

impl Checked {
    /// All reports, by the names of the journals.
    pub fn reports(&self) -> impl Iterator<Item = (String, &FsckReport)> {
        let days = self.days.iter().map(|(name, report)| (name.clone(), report));
        [(SESSIONS.to_owned(), &self.sessions), (PLATFORM.to_owned(), &self.platform)]
            .into_iter()
            .chain(days)
    }
}

/// Checks the journals of a data directory, without changing anything.
pub fn check(data: &DataDir) -> anyhow::Result<Checked> {
    let data = &data.data;
    let directory = DataDirectory::existing(data)?;
    let (mut newest, mut contents) = (BTreeMap::new(), ContentsInUse::default());
    let visit = |record: &RecordView<'_>| {
        contents.follow(record);
        if let Some(state) = state_of(record) {
            newest.insert(record.stream.to_owned(), state);
        }
    };
    if let Some(client) = Client::connect(data)? {
        let client = Arc::new(Mutex::new(client));
        let cut = client.lock().unwrap_or_else(PoisonError::into_inner).answer(&Request::Cut {});
        let (sessions, platform): (Cut, Cut) = cut?;
        let running = |name: JournalName, cut: &Cut, visit: &mut dyn FnMut(&RecordView<'_>)| {
            let journal = JournalOfServer::new(name, Arc::clone(&client));
            let dir = directory.journal_dir(name.as_str());
            let report = check_running(&dir, &journal, cut.checkpoint, visit)?;
            let sealed = cut.generations.iter().filter(|generation| generation.is_sealed).count();
            anyhow::Ok(FsckReport {
                generations: number(cut.generations.len()),
                sealed: number(sealed),
                frames: cut.generations.last().map_or(0, |last| last.frames_end),
                ..report
            })
        };
        let sessions = running(JournalName::Sessions, &sessions, &mut |_| ())?;
        let mut visit = visit;
        let platform = running(JournalName::Platform, &platform, &mut visit)?;
        let days = client.lock().unwrap_or_else(PoisonError::into_inner).answer(&Request::Days {});
        let days: Vec<(DayName, Checkpoint)> = days?;
        let of_day = |(day, extent): (DayName, Checkpoint)| {
            let name = visitors_journal(&day);
            let dir = directory.journal_dir(&name);
            let journal = JournalOfServer::of_day(day, Arc::clone(&client));
            anyhow::Ok((name, check_running(&dir, &journal, extent, &mut |_| ())?))
        };
        let days = days.into_iter().map(of_day).collect::<anyhow::Result<_>>()?;
        return Ok(Checked { sessions, platform, days, newest, contents, is_running: true });
    }
    let stopped = || {
        let sessions = fsck(&directory.journal_dir(SESSIONS))?;
        let platform = fsck_each(&directory.journal_dir(PLATFORM), visit)?;
        let of_visitors = directory.days()?.into_iter().map(|day| visitors_journal(&day));
        let of_visitors = of_visitors.map(|name| (directory.journal_dir(&name), name));
        let deliveries = delivery_days(data)?.into_iter();
        let deliveries = deliveries.map(|(day, dir)| (dir, format!("{DELIVERIES}/{day}")));
        let of_day = |(dir, name): (PathBuf, String)| {
            let report = match fsck(&dir) {
                Err(error @ OpenError::InUse { .. }) => return Err(error.into()),
                report => report.unwrap_or_else(|error| unreadable(dir, &error)),
            };
            anyhow::Ok((name, report))
        };
        let days = of_visitors.chain(deliveries).map(of_day).collect::<Result<_, _>>()?;
        Ok((sessions, platform, days))
    };
    let (sessions, platform, days) =
        stopped().map_err(|error: anyhow::Error| explained(data, error))?;
    Ok(Checked { sessions, platform, days, newest, contents, is_running: false })
}

/// The report of a journal that cannot be opened.
fn unreadable(dir: PathBuf, error: &OpenError) -> FsckReport {
    FsckReport {
        dir,
        generations: 0,
        sealed: 0,
        frames: 0,
        verified: Verifier::default().verified(),
        head: None,
        clean: false,
        problems: vec![error.to_string()],
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Checks every record of a journal of the running server, up to the first problem.
fn check_running(
    dir: &Path,
    journal: &JournalOfServer,
    extent: Checkpoint,
    visit: &mut dyn FnMut(&RecordView<'_>),
) -> anyhow::Result<FsckReport> {
    let (mut verifier, mut problems) = (Verifier::default(), Vec::new());
    let mut next = 0;
    let mut last = None;
    'reading: while next < extent.count {
        let left = usize::try_from(extent.count - next).unwrap_or(PORTION);
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
    if problems.is_empty() && last.is_some_and(|last| last != extent.last) {
        problems.push("its last record is not the one that the server knows".to_owned());
    }
    Ok(FsckReport {
        dir: dir.into(),
        generations: 1,
        sealed: 0,
        frames: 0,
        verified: verifier.verified(),
        head: Some(extent),
        clean: false,
        problems,
    })
}
