//! Exports a session's log as a trace file: a header, its stored records verbatim, and then those of the streams of the
//! platform that it changed, such as packages.

use std::io::Write;

use waybill_engine::{SessionId, streams_changed_in};
use waybill_journal::Journal;
use waybill_journal::trace::{self, TraceError, TraceHeader};
use waybill_machines::MachineName;

/// Writes the trace of one session; with the platform's journal, also the streams that it changed.
pub fn write(
    sessions: &dyn Journal,
    platform: Option<&dyn Journal>,
    session: &SessionId,
    out: &mut dyn Write,
) -> Result<TraceHeader, TraceError> {
    let own = session.stream();
    let changed = platform.map(|platform| streams_changed_in(sessions, platform, session));
    let changed = changed.transpose()?;
    let mut streams = vec![(sessions, own.as_str())];
    if let (Some(platform), Some(changed)) = (platform, &changed) {
        streams.extend(changed.iter().map(|stream| (platform, stream.as_str())));
    }
    write_streams(&streams, out)
}

/// Writes the trace of these streams. The header names the rules hashes of this build.
pub fn write_streams(
    streams: &[(&dyn Journal, &str)],
    out: &mut dyn Write,
) -> Result<TraceHeader, TraceError> {
    let rules = MachineName::ALL
        .iter()
        .map(|machine| (machine.as_str().to_owned(), machine.profile().rules.to_owned()));
    trace::export(streams, |header| header.charts = rules.collect(), out)
}
