//! Whether every record comes out as it was recorded.

use serde_json::json;
use waybill_engine::{Replay, ReplayFault, replay};
use waybill_journal::Journal;

use super::reading::read_all;
use crate::cli::Ending;
use crate::cli::out::{count, say};

/// Decides the records of streams again, up to the first that comes out otherwise.
pub(super) fn streams(
    journal: &impl Journal,
    streams: &[String],
    as_json: bool,
) -> anyhow::Result<Ending> {
    let (mut same, mut other) = (0, 0);
    for stream in streams {
        let mut state = Replay::default();
        for record in read_all(journal, stream)? {
            if let Err(fault) = replay(&mut state, &record.view()?) {
                return differs(&fault, as_json);
            }
        }
        same += state.same;
        other += state.by_other_rules;
    }
    if as_json {
        let streams = streams.len();
        say!(
            "{}",
            json!({ "holds": true, "streams": streams, "records": same, "by_other_rules": other })
        )?;
        return Ok(Ending::Fine);
    }
    let is_sessions = streams.iter().all(|stream| stream.starts_with("session/"));
    say!(
        "{} of {} decided again: came out as recorded.",
        count(same, "record"),
        count(streams.len() as u64, if is_sessions { "session" } else { "stream" }),
    )?;
    if other > 0 {
        let (records, verb) = (count(other, "record"), if other == 1 { "was" } else { "were" });
        say!("{records} {verb} decided by other rules than this build's, and shown as recorded.")?;
    }
    Ok(Ending::Fine)
}

fn differs(fault: &ReplayFault, as_json: bool) -> anyhow::Result<Ending> {
    if as_json {
        let ReplayFault { stream, seq, what, recorded, replayed } = fault;
        let at = json!({
            "stream": stream, "record": seq, "what": what,
            "recorded": recorded, "replayed": replayed,
        });
        say!("{}", json!({ "holds": false, "problem": fault.to_string(), "at": at }))?;
    } else {
        say!("{fault}")?;
    }
    Ok(Ending::DidNotHold)
}
