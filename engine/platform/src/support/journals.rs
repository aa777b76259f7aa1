//! The state of the journals: counts, heads, and whether the newest records are still as they were stored.

use std::collections::HashMap;
use std::sync::Arc;

use serde_json::{Value, json};
use waybill_journal::{Hash, Journal, ReadError};

/// How many of the newest records are verified.
const VERIFIED: u64 = 2_000;
/// The most heads that are listed; the content of a stream is never included.
const HEADS: usize = 200;

/// The health of one journal, as JSON.
pub(super) fn health(name: &str, journal: &Arc<dyn Journal>) -> (String, String) {
    let value = json!({
        "journal": name,
        "records": journal.count(),
        "health": journal.health(),
        "failed": *journal.failed().borrow(),
        "streams": streams(journal.as_ref()),
        "heads": heads(journal.as_ref()),
        "newest_records": verified(journal.as_ref()),
    });
    let text = serde_json::to_string_pretty(&value).unwrap_or_default() + "\n";
    (format!("journal/{name}.json"), text)
}

/// The number of streams by the prefix of their names.
fn streams(journal: &dyn Journal) -> Value {
    const PORTION: usize = 1_024;
    let mut counts: HashMap<String, u64> = HashMap::new();
    let mut after: Option<String> = None;
    loop {
        let portion = journal.streams("", after.as_deref(), PORTION);
        for (name, _) in &portion {
            let kind = name.split_once('/').map_or(name.as_str(), |(kind, _)| kind);
            *counts.entry(kind.to_owned()).or_default() += 1;
        }
        let is_last = portion.len() < PORTION;
        after = portion.into_iter().last().map(|(name, _)| name);
        if is_last {
            return json!(counts);
        }
    }
}

fn heads(journal: &dyn Journal) -> Value {
    let heads = journal.streams("", None, HEADS);
    let head = |(name, head): &(String, waybill_journal::StreamHead)| json!({ "stream": name, "records": head.seq, "hash": head.hash.to_string() });
    json!(heads.iter().map(head).collect::<Vec<_>>())
}

/// Reads the newest records and checks that each matches its hash and follows the previous one of its stream.
fn verified(journal: &dyn Journal) -> Value {
    let first = journal.count().saturating_sub(VERIFIED);
    match check(journal, first) {
        Ok(checked) => json!({ "checked": checked, "from_position": first, "flaw": null }),
        Err(flaw) => json!({ "checked": null, "from_position": first, "flaw": flaw }),
    }
}

fn check(journal: &dyn Journal, first: u64) -> Result<u64, String> {
    let text = |error: ReadError| error.to_string();
    let mut before: HashMap<String, (u64, Hash)> = HashMap::new();
    let (mut at, mut checked) = (first, 0);
    loop {
        let portion = journal.scan(at, 512).map_err(text)?;
        if portion.is_empty() || checked >= 2 * VERIFIED {
            return Ok(checked);
        }
        for record in &portion {
            if Hash::of_line(record.line.as_bytes()) != record.hash {
                return Err(format!("the record at position {} was changed", record.position));
            }
            let view = record.view().map_err(text)?;
            if let Some((seq, hash)) = before.get(view.stream)
                && (view.seq != seq + 1 || view.prev != *hash)
            {
                return Err(format!("a record is missing before position {}", record.position));
            }
            before.insert(view.stream.to_owned(), (view.seq, record.hash));
            checked += 1;
        }
        at += portion.len() as u64;
    }
}
