//! The lines that no record has after a server did not stop in order.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use waybill_machines::Timestamp;

use super::files::{begins, files, read};
use super::ledger::is_ahead;
use super::minute::{Minute, minute_of};

/// The newest minute in the records of each repository, by its id, and how many lines of it they have.
pub type Recorded = BTreeMap<String, (Timestamp, u64)>;

/// How many minutes are counted by file; what is older is counted together.
const DETAILED_MAX: usize = 60;

/// The minutes with lines that no record has, the oldest first.
pub(super) fn unrecorded(
    root: &Path,
    mut recorded: Recorded,
    now: Timestamp,
) -> io::Result<Vec<Minute>> {
    // What has a time far ahead was written while the clock was wrong, and says nothing about what is newer.
    recorded.retain(|_, (minute, _)| !is_ahead(*minute, now));
    let newest = recorded.values().map(|(minute, _)| *minute).max();
    let mut wanted = Vec::new();
    for file in files(root)?.into_iter().rev() {
        let is_oldest = newest.is_some_and(|newest| {
            begins(&file).ok().flatten().is_some_and(|begins| minute_of(begins) < newest)
        });
        wanted.push(file);
        if is_oldest {
            break;
        }
    }
    let (mut minutes, mut seen): (Vec<Minute>, BTreeMap<String, u64>) = Default::default();
    for file in wanted.into_iter().rev() {
        read(&file, |at, line| {
            let Some((text, transfer)) = line else { return };
            let begins = minute_of(at);
            if is_ahead(begins, now) {
                return;
            }
            // Minutes are recorded in their order.
            if newest.is_some_and(|newest| begins < newest) {
                return;
            }
            if let Some((minute, lines)) = recorded.get(&transfer.repository_id)
                && begins <= *minute
            {
                let seen = seen.entry(transfer.repository_id.clone()).or_default();
                *seen += u64::from(begins == *minute);
                if begins < *minute || *seen <= *lines {
                    return;
                }
            }
            if minutes.last().is_none_or(|last| last.begins < begins) {
                let detailed = minutes.len().checked_sub(DETAILED_MAX);
                if let Some(old) = detailed.and_then(|at| minutes.get_mut(at)) {
                    old.fold();
                }
                minutes.push(Minute::new(begins, true));
            }
            if let Some(last) = minutes.last_mut() {
                last.add(&transfer, Some(text), at);
            }
        })?;
    }
    Ok(minutes)
}
