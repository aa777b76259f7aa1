//! Whether the lines of downloads are those that the records of their minutes name.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::path::Path;

use serde::Serialize;
use waybill_journal::{Journal, ReadError};
use waybill_machines::machines::download::{Event, Lines};
use waybill_machines::{AnyEvent, MachineName, Timestamp};

use super::files::{files, read};
use super::minute::{Hashed, minute_of};

/// Prefix of the streams of downloads.
pub(crate) const PREFIX: &str = "download/";
/// How many problems are named.
const PROBLEMS_MAX: usize = 100;
/// How many records are read at once.
const PORTION: usize = 512;

/// What comparing the lines with the records has shown.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize)]
pub struct Proof {
    /// How many records of minutes have all of their lines, unchanged.
    pub matching: u64,
    /// How many have lines that are no longer in the log: they are older than its oldest line.
    pub rotated_away: u64,
    /// How many lines are newer than the newest record of their repository.
    pub not_recorded_yet: u64,
    /// How many of the matching ones were counted from the lines after a crash.
    pub recovered: u64,
    /// How many lines had no room in the log when they were written, as the records say.
    pub unlogged: u64,
    /// What is wrong, a sentence each; at most 100.
    pub problems: Vec<String>,
}

/// Why the lines could not be compared.
#[derive(Debug, thiserror::Error)]
pub enum ProofError {
    /// The journal cannot be read.
    #[error(transparent)]
    Journal(#[from] ReadError),
    /// The log cannot be read.
    #[error("the access log cannot be read: {0}")]
    Log(#[from] io::Error),
}

/// A record of a minute, and what was found of its lines.
struct Expected {
    minute: Timestamp,
    lines: Lines,
    is_recovered: bool,
    found: Hashed,
}

/// Compares the lines of the log in a folder with the records of a journal.
///
/// # Errors
///
/// [`ProofError`], if either cannot be read.
pub fn prove(journal: &dyn Journal, root: &Path) -> Result<Proof, ProofError> {
    let mut proof = Proof::default();
    // The records first: lines that are written meanwhile are newer.
    let mut expected = expected(journal, &mut proof)?;
    let (mut oldest, mut recorded, mut ended) = (None, BTreeMap::new(), Vec::new());
    for (repository, records) in &expected {
        recorded.insert(repository.clone(), records.back().map(|record| record.minute));
    }
    for file in files(root)? {
        read(&file, |at, line| {
            oldest = oldest.or(Some(minute_of(at)));
            let Some((text, transfer)) = line else { return };
            let (minute, repository) = (minute_of(at), &transfer.repository_id);
            let records = expected.entry(repository.clone()).or_default();
            while let Some(next) = records.front()
                && (next.minute < minute || next.found.count == next.lines.count)
            {
                ended.extend(records.pop_front().map(|record| (repository.clone(), record)));
            }
            match records.front_mut() {
                Some(next) if next.minute == minute => next.found.add(text),
                _ if recorded.get(repository).copied().flatten().is_none_or(|last| last <= minute) => {
                    proof.not_recorded_yet += 1;
                }
                _ => proof.problem(format!(
                    "repository {repository}, {minute}: a line is in the access log that no record has"
                )),
            }
        })?;
    }
    for (repository, records) in expected {
        ended.extend(records.into_iter().map(|record| (repository.clone(), record)));
    }
    let mut first: BTreeMap<(String, Timestamp), Vec<Expected>> = BTreeMap::new();
    for (repository, record) in ended {
        if oldest.is_none_or(|oldest| record.minute <= oldest) {
            first.entry((repository, record.minute)).or_default().push(record);
        } else {
            proof.judge(&repository, &record);
        }
    }
    for ((repository, _), records) in &first {
        proof.judge_oldest(repository, records);
    }
    Ok(proof)
}

impl Proof {
    /// Whether no line was changed, removed or added, as far as lines are there.
    pub fn holds(&self) -> bool {
        self.problems.is_empty()
    }

    fn problem(&mut self, problem: String) {
        if self.problems.len() < PROBLEMS_MAX {
            self.problems.push(problem);
        }
    }

    fn judge(&mut self, repository: &str, record: &Expected) {
        let Expected { minute, lines, is_recovered, found } = record;
        if found.lines() == *lines {
            self.matching += 1;
            self.recovered += u64::from(*is_recovered);
        } else if found.count < lines.count {
            let (found, lines) = (found.count, lines.count);
            self.problem(format!(
                "repository {repository}, {minute}: of the {lines} lines that are recorded {found} are in the access log"
            ));
        } else {
            self.problem(format!(
                "repository {repository}, {minute}: a line of the access log was changed, or another is in its place"
            ));
        }
    }

    /// Judges the records of a minute that is not later than that of the oldest line. Its first lines may have been
    /// rotated away: then fewer are there.
    fn judge_oldest(&mut self, repository: &str, records: &[Expected]) {
        let lines: u64 = records.iter().map(|record| record.lines.count).sum();
        let found: u64 = records.iter().map(|record| record.found.count).sum();
        for record in records {
            if found < lines && record.found.lines() != record.lines {
                self.rotated_away += 1;
            } else {
                self.judge(repository, record);
            }
        }
    }
}

/// The records of minutes with lines, in their order, by repository.
fn expected(
    journal: &dyn Journal,
    proof: &mut Proof,
) -> Result<BTreeMap<String, VecDeque<Expected>>, ReadError> {
    let (mut all, mut after) = (BTreeMap::new(), None::<String>);
    loop {
        let portion = journal.streams(PREFIX, after.as_deref(), PORTION);
        let Some((last, _)) = portion.last() else { return Ok(all) };
        after = Some(last.clone());
        for (stream, _) in portion {
            let repository = &stream[PREFIX.len()..];
            if !repository.contains('/') {
                let records = of_stream(journal, &stream, proof)?;
                all.insert(repository.to_owned(), records);
            }
        }
    }
}

fn of_stream(
    journal: &dyn Journal,
    stream: &str,
    proof: &mut Proof,
) -> Result<VecDeque<Expected>, ReadError> {
    let (mut expected, mut next) = (VecDeque::new(), 1);
    loop {
        let records = journal.read(stream, next, PORTION)?;
        let Some(last) = records.last() else { return Ok(expected) };
        next = last.seq + 1;
        for record in records {
            let view = record.view()?;
            let event = MachineName::Download.recorded_event(view.schema, view.event);
            // One that is not readable is a problem of its own, which replaying finds.
            let Ok(AnyEvent::Download(Event::Count { count })) = event else { continue };
            if view.state.is_none() {
                continue;
            }
            proof.unlogged = proof.unlogged.saturating_add(count.unlogged);
            if let Some(lines) = count.lines.filter(|lines| lines.count > 0) {
                expected.push_back(Expected {
                    minute: count.minute,
                    lines,
                    is_recovered: count.recovered,
                    found: Hashed::default(),
                });
            }
        }
    }
}
