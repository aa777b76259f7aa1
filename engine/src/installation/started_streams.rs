//! Machines of the installation that a session started and that outlive it.

use waybill_journal::{Journal, ReadError};

use super::FAMILIES;
use crate::identity::SessionId;

/// How many stream names are read at once.
const NAMES: usize = 512;

/// The streams of the machines of the installation whose first record names this session as its cause, by name. Those
/// that were started elsewhere and only changed in this session are left out: they would not be complete.
///
/// `platform` is the platform's journal.
///
/// # Errors
///
/// When a record cannot be read.
pub fn streams_started_in(
    platform: &dyn Journal,
    session: &SessionId,
) -> Result<Vec<String>, ReadError> {
    let cause = format!("{}#", session.stream());
    let mut found = Vec::new();
    for family in FAMILIES {
        let mut after: Option<String> = None;
        loop {
            let names = platform.streams(family.prefix, after.as_deref(), NAMES);
            for (stream, _) in names.iter().filter(|(stream, _)| family.covers(stream)) {
                let first = platform.read(stream, 1, 1)?;
                let began = first.first().and_then(|record| {
                    let view = record.view().ok()?;
                    view.cause.map(|by| by.record.starts_with(&cause))
                });
                if began.unwrap_or_default() {
                    found.push(stream.clone());
                }
            }
            match names.into_iter().last() {
                Some((last, _)) => after = Some(last),
                None => break,
            }
        }
    }
    Ok(found)
}
