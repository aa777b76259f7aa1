//! `waybill audit replay`: checks that every record is decided again as it was recorded.

use serde_json::{Value, json};
use waybill_engine::{Mismatch, Replay};
use waybill_journal::Journal;

use super::reading::read_all;
use crate::cli::Outcome;
use crate::cli::out::{count, say};

/// Maximum number of differences under other rules that are shown individually.
const SHOWN_MAX: usize = 20;

/// The results of replaying all streams.
#[derive(Default)]
struct Totals {
    same: u64,
    other_same: u64,
    other_different: u64,
    differences: Vec<Mismatch>,
}

/// Replays the records of streams, up to the first mismatch under this build's rules.
pub(super) fn streams(
    journal: &impl Journal,
    streams: &[String],
    as_json: bool,
) -> anyhow::Result<Outcome> {
    let mut totals = Totals::default();
    for stream in streams {
        match one(journal, stream)? {
            Ok(replay) => {
                totals.same += replay.same;
                totals.other_same += replay.other_same;
                totals.other_different += replay.other_different;
                totals.differences.extend(replay.differences);
            }
            Err(mismatch) => return does_not_hold(&mismatch, as_json),
        }
    }
    if as_json { totals.as_json(streams) } else { totals.print(streams) }
}

fn one(journal: &impl Journal, stream: &str) -> anyhow::Result<Result<Replay, Box<Mismatch>>> {
    let mut replay = Replay::default();
    for record in read_all(journal, stream)? {
        if let Err(mismatch) = replay.record(&record.view()?) {
            return Ok(Err(mismatch));
        }
    }
    Ok(replay.finish(stream).map(|()| replay))
}

impl Totals {
    fn as_json(&self, streams: &[String]) -> anyhow::Result<Outcome> {
        let differences: Vec<Value> = self.differences.iter().map(place).collect();
        say!(
            "{}",
            json!({
                "holds": true, "streams": streams.len(), "records": self.same,
                "by_other_rules": self.other_same + self.other_different,
                "other_rules": {
                    "same": self.other_same, "different": self.other_different, "differences": differences,
                },
            })
        )?;
        Ok(Outcome::Success)
    }

    fn print(&self, streams: &[String]) -> anyhow::Result<Outcome> {
        let is_sessions = streams.iter().all(|stream| stream.starts_with("session/"));
        say!(
            "{} of {} decided again: came out as recorded.",
            count(self.same, "record"),
            count(streams.len() as u64, if is_sessions { "session" } else { "stream" }),
        )?;
        if self.other_same > 0 {
            let verb = if self.other_same == 1 { "was" } else { "were" };
            say!(
                "{} {verb} decided by other rules than this build's, and come out the same under these.",
                count(self.other_same, "record")
            )?;
        }
        if self.other_different > 0 {
            let verb = if self.other_different == 1 { "was" } else { "were" };
            say!(
                "{} {verb} decided by other rules, which this build's do not repeat (both are right by their own \
                 rules; `--with BINARY` replays under those of the build that wrote them):",
                count(self.other_different, "record")
            )?;
            for difference in self.differences.iter().take(SHOWN_MAX) {
                say!("  {difference}")?;
            }
            let more = self.differences.len().saturating_sub(SHOWN_MAX);
            if more > 0 {
                say!("  and {more} more commands; --json has all of them")?;
            }
        }
        Ok(Outcome::Success)
    }
}

fn place(mismatch: &Mismatch) -> Value {
    let Mismatch { stream, seq, what, recorded, replayed } = mismatch;
    json!({
        "stream": stream, "record": seq, "what": what, "recorded": recorded, "replayed": replayed,
    })
}

fn does_not_hold(mismatch: &Mismatch, as_json: bool) -> anyhow::Result<Outcome> {
    if as_json {
        say!(
            "{}",
            json!({ "holds": false, "problem": mismatch.to_string(), "at": place(mismatch) })
        )?;
    } else {
        say!("{mismatch}")?;
    }
    Ok(Outcome::CheckFailed)
}
