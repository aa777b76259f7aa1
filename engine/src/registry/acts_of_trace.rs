//! What one request has led to: the records of both journals with its trace, and those of the sessions in which users
//! caused them.

use std::sync::Arc;

use waybill_journal::{Journal, ReadError, StoredRecord};
use waybill_machines::Timestamp;
use waybill_machines::secret::PersonId;

use super::Engine;
use super::acts::{Acts, acts_of};
use crate::backwards::Backwards;
use crate::perform::Performer;

/// How long before and after a time the records of a trace are looked for.
const BEFORE_MS: i64 = 60 * 1_000;
const AFTER_MS: i64 = 60 * 1_000;
/// How many records of each journal are read at most.
const READ_MAX: usize = 20_000;
/// The most records of a trace.
const RECORDS_MAX: usize = 200;
/// What a command begins with that is named by the trace of its request.
const COMMAND: &str = "c_";

impl<P: Performer> Engine<P> {
    /// What a request has led to, which was at about this time, as an administrator reads it: the newest records first.
    ///
    /// # Errors
    ///
    /// [`ReadError`], if a journal cannot be read.
    pub async fn acts_of_trace(
        &self,
        reader: &PersonId,
        trace: String,
        at: Timestamp,
    ) -> Result<Acts, ReadError> {
        let mut viewer = self.shared.performer.viewer(Some(reader.clone())).await;
        viewer.sees_addresses = true;
        let (platform, sessions) = (self.platform_journal().clone(), self.journal().clone());
        let shared = Arc::clone(&self.shared);
        let work = move || {
            let mut lines = of_trace(platform.as_ref(), &trace, at)?;
            let of_sessions = of_trace(sessions.as_ref(), &trace, at)?;
            let causes = causes_of(&lines, sessions.as_ref())?;
            for line in of_sessions.into_iter().chain(causes) {
                if lines.iter().all(|known| known.hash != line.hash) {
                    lines.push(line);
                }
            }
            let time_of = |line: &StoredRecord| line.view().map(|view| view.at).unwrap_or_default();
            lines.sort_by_key(|line| std::cmp::Reverse(time_of(line)));
            acts_of(&shared, &viewer, &lines)
        };
        let stopped = |_| ReadError::Io { why: "the server is stopping".to_owned() };
        tokio::task::spawn_blocking(work).await.map_err(stopped)?
    }
}

/// The records of a journal with a trace, the newest first.
fn of_trace(
    journal: &dyn Journal,
    trace: &str,
    at: Timestamp,
) -> Result<Vec<StoredRecord>, ReadError> {
    let end = first_after(journal, at.plus_ms(AFTER_MS))?;
    let mut records = Backwards::new(journal, Some(end));
    let mut found = Vec::new();
    for _ in 0..READ_MAX {
        if records.newest()?.is_none() || found.len() >= RECORDS_MAX {
            break;
        }
        let Some(record) = records.take() else { break };
        let view = record.view()?;
        if view.at < at.plus_ms(-BEFORE_MS) {
            break;
        }
        if view.command.is_some_and(|command| is_of(command, trace)) {
            found.push(record);
        }
    }
    Ok(found)
}

/// Whether a command is of a request. A command over the socket is its own trace.
fn is_of(command: &str, trace: &str) -> bool {
    let rest = command.strip_prefix(COMMAND).and_then(|rest| rest.strip_prefix(trace));
    command == trace || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
}

/// The position of the first record after a time, in a journal whose clock did not run backwards.
fn first_after(journal: &dyn Journal, at: Timestamp) -> Result<u64, ReadError> {
    let (mut low, mut high) = (0, journal.count());
    while low < high {
        let middle = low.midpoint(high);
        // Positions that cannot be read, or are no longer there, are left out.
        let probed = journal.readable_from(middle).unwrap_or(high).min(high);
        let Some(record) = journal.scan(probed, 1)?.into_iter().next().filter(|_| probed < high)
        else {
            high = middle;
            continue;
        };
        if record.view()?.at > at {
            high = middle;
        } else {
            low = record.position + 1;
        }
    }
    Ok(low)
}

/// The records of sessions at which users caused these.
fn causes_of(
    records: &[StoredRecord],
    sessions: &dyn Journal,
) -> Result<Vec<StoredRecord>, ReadError> {
    let mut causes = Vec::new();
    for record in records {
        let Some((stream, seq)) =
            record.view()?.cause.and_then(|cause| cause.root.rsplit_once('#'))
        else {
            continue;
        };
        let Ok(seq) = seq.parse() else { continue };
        // A session that was removed since has no records.
        if sessions.head(stream).is_some() {
            causes.extend(sessions.read(stream, seq, 1)?);
        }
    }
    Ok(causes)
}

#[cfg(test)]
mod tests {
    use waybill_journal::MemoryJournal;

    use super::*;

    #[test]
    fn a_command_is_of_its_trace_only() {
        assert!(is_of("c_4bf92f", "4bf92f") && is_of("c_4bf92f_2", "4bf92f"));
        assert!(is_of("k7", "k7"));
        assert!(!is_of("c_4bf92f0", "4bf92f") && !is_of("c_4bf92f", "4bf9"));
    }

    #[test]
    fn an_empty_journal_has_no_records_of_a_trace() {
        let journal = MemoryJournal::new();
        assert_eq!(of_trace(&journal, "4bf92f", Timestamp::from_ms(0)), Ok(Vec::new()));
    }
}
