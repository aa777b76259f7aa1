//! Replays a log from its bytes, and searches it for secrets and personal values.

use waybill_journal::{Hash, SealedRecord};

use super::log;
use super::world::World;

/// The result of replaying the records of one stream.
#[derive(Debug, Default)]
pub struct Replay {
    /// The machines after the last record, and the pending calls.
    pub stream: waybill_stream::Replay,
    /// Differences between the log and the replay, as sentences that name the record.
    pub problems: Vec<String>,
    seq: u64,
    prev: Option<Hash>,
}

/// Replays the records of a stream, up to the first difference.
pub fn replay<'a>(lines: impl IntoIterator<Item = &'a str>) -> Replay {
    let mut replay = Replay::default();
    for line in lines {
        if let Err(problem) = replay.record(line) {
            replay.problems.push(problem);
            return replay;
        }
    }
    if let Err(mismatch) = replay.stream.finish("the story") {
        replay.problems.push(mismatch.to_string());
    }
    replay
}

impl Replay {
    fn record(&mut self, line: &str) -> Result<(), String> {
        let seq = self.seq + 1;
        let sealed =
            SealedRecord::from_line(line).map_err(|error| format!("record {seq}: {error}"))?;
        let view = sealed.view();
        if view.seq != seq || (self.prev.is_some() && self.prev != Some(view.prev)) {
            return Err(format!("record {} does not follow record {}", view.seq, self.seq));
        }
        (self.seq, self.prev) = (seq, Some(sealed.hash()));
        self.stream.record(&view).map_err(|mismatch| mismatch.to_string())
    }
}

/// Verifies everything that a scenario has recorded so far.
pub(crate) fn world(world: &World<'_>) -> Vec<String> {
    let mut problems = Vec::new();
    for lines in log::by_stream(&world.log) {
        problems.extend(replay(lines).problems);
    }
    for entry in &world.log {
        let line = entry.record.line();
        let leaked = world.edge.secret_texts.iter().filter(|secret| line.contains(secret.as_str()));
        problems.extend(leaked.map(|_| format!("record {} holds a secret", entry.record.seq())));
        let named = world.edge.personal.iter().filter(|name| mentions(line, name));
        problems.extend(
            named.map(|name| format!("record {} holds the name {name}", entry.record.seq())),
        );
    }
    problems
}

/// Whether a text in a line is a name, or contains it as a word. Keys of JSON and parts of longer names such as a
/// route's are not words.
fn mentions(line: &str, name: &str) -> bool {
    fn walk(value: &serde_json::Value, name: &str) -> bool {
        match value {
            serde_json::Value::String(text) => {
                let part = |c: char| !(c.is_alphanumeric() || "._-@".contains(c));
                text == name || text.split(part).any(|word| word.trim_matches('.') == name)
            }
            serde_json::Value::Array(items) => items.iter().any(|item| walk(item, name)),
            serde_json::Value::Object(entries) => entries.values().any(|value| walk(value, name)),
            _ => false,
        }
    }
    serde_json::from_str(line).is_ok_and(|value| walk(&value, name))
}
