//! `waybill audit replay`: checks that every record is decided again as it was recorded.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use waybill_engine::{Counts, Mismatch, Replay};
use waybill_journal::Journal;
use waybill_machines::MachineName;

use super::reading::read_all;
use crate::cli::Outcome;
use crate::cli::out::{count, say};

/// Maximum number of differences under other rules that are shown individually.
const SHOWN_MAX: usize = 20;

/// The results of replaying all streams.
#[derive(Default)]
struct Totals {
    counts: BTreeMap<MachineName, Counts>,
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
                for (machine, counts) in replay.counts {
                    *totals.counts.entry(machine).or_default() += counts;
                }
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
        let Counts { same, other_same, other_different } = self.counts.values().sum();
        let of_machine = |(machine, counts): (&MachineName, &Counts)| {
            let Counts { same, other_same, other_different } = counts;
            let other_rules = json!({ "same": other_same, "different": other_different });
            (machine.to_string(), json!({ "records": same, "other_rules": other_rules }))
        };
        let machines: Map<String, Value> = self.counts.iter().map(of_machine).collect();
        say!(
            "{}",
            json!({
                "holds": true, "streams": streams.len(), "records": same,
                "by_other_rules": other_same + other_different,
                "other_rules": {
                    "same": other_same, "different": other_different, "differences": differences,
                },
                "machines": machines,
            })
        )?;
        Ok(Outcome::Success)
    }

    fn print(&self, streams: &[String]) -> anyhow::Result<Outcome> {
        let Counts { same, other_same, other_different } = self.counts.values().sum();
        let is_sessions = streams.iter().all(|stream| stream.starts_with("session/"));
        let of = count(streams.len() as u64, if is_sessions { "session" } else { "stream" });
        if same > 0 || other_same + other_different == 0 {
            say!("{} of {of} decided again: came out as recorded.", count(same, "record"))?;
        } else {
            say!("{of} decided again. No record is by the rules of this build.")?;
        }
        if other_same > 0 {
            let verb = if other_same == 1 { "was" } else { "were" };
            say!(
                "{} {verb} decided by other rules than this build's, and come out the same under these.",
                count(other_same, "record")
            )?;
            self.print_by_machine(|counts| counts.other_same)?;
        }
        if other_different > 0 {
            let verb = if other_different == 1 { "was" } else { "were" };
            say!(
                "{} {verb} decided by other rules, which this build's do not repeat (both are right by their own \
                 rules; `--with BINARY` replays under those of the build that wrote them):",
                count(other_different, "record")
            )?;
            self.print_by_machine(|counts| counts.other_different)?;
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

impl Totals {
    /// A line with the number of records of each machine that has any.
    fn print_by_machine(&self, number: impl Fn(&Counts) -> u64) -> anyhow::Result<()> {
        let numbers = self.counts.iter().map(|(machine, counts)| (machine, number(counts)));
        let numbers: Vec<_> = numbers
            .filter(|(_, number)| *number > 0)
            .map(|(machine, number)| format!("{machine} {number}"))
            .collect();
        Ok(say!("  by machine: {}", numbers.join(", "))?)
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
