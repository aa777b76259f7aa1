//! A session's log as a file: its stored records, line for line, behind a header.

use std::io::Write;

use waybill_journal::Journal;
use waybill_journal::trace::{self, TraceError, TraceHeader};
use waybill_machines::MachineName;

/// Writes the trace of one stream. The header names the rules that this build decides by.
pub fn write(
    journal: &dyn Journal,
    stream: &str,
    out: &mut dyn Write,
) -> Result<TraceHeader, TraceError> {
    let rules = MachineName::ALL
        .iter()
        .map(|machine| (machine.as_str().to_owned(), machine.profile().rules.to_owned()));
    trace::export(journal, &[stream], |header| header.charts = rules.collect(), out)
}
