//! Whether everything is in a backup that its records refer to. A file may be removed while it is copied, because a
//! record after the cut no longer refers to it; the backup is then made of a later cut.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use waybill_journal::Journal;
use waybill_machines::MachineName;
use waybill_platform::vault::Kind;

use crate::components;

/// Number of records that are read at once.
const PORTION: usize = 512;

/// The fields that name vault entries, and the kind of entry.
const FIELDS: [(&str, Kind); 4] = [
    ("password", Kind::Password),
    ("totp", Kind::Totp),
    ("recovery", Kind::Recovery),
    ("key", Kind::LicenceKey),
];

/// The files that the state at a cut refers to and that are missing, among those that may have been removed since.
pub(super) fn missing(
    platform: &dyn Journal,
    count: u64,
    paths: &BTreeSet<String>,
) -> anyhow::Result<Vec<String>> {
    let mut missing = Vec::new();
    for (stream, first) in changed_since(platform, count)? {
        let Some(state) = state_before(platform, &stream, first)? else { continue };
        missing.extend(references(&state).into_iter().filter(|path| !paths.contains(path)));
    }
    Ok(missing)
}

/// The streams with records behind a position, and the number of the first such record.
fn changed_since(platform: &dyn Journal, count: u64) -> anyhow::Result<BTreeMap<String, u64>> {
    let (mut streams, mut next) = (BTreeMap::new(), count);
    loop {
        let portion = platform.scan(next, PORTION)?;
        let Some(last) = portion.last() else { return Ok(streams) };
        next = last.position + 1;
        for record in &portion {
            streams.entry(record.view()?.stream.to_owned()).or_insert(record.seq);
        }
    }
}

/// The machine of a stream and its state before a record.
fn state_before(
    platform: &dyn Journal,
    stream: &str,
    first: u64,
) -> anyhow::Result<Option<(String, u64, String)>> {
    for seq in (1..first).rev() {
        let records = platform.read(stream, seq, 1)?;
        let Some(record) = records.first() else { break };
        let view = record.view()?;
        // A record of a rejection has no state.
        if let Some(state) = view.state {
            return Ok(Some((view.machine.to_owned(), view.schema, state.to_owned())));
        }
    }
    Ok(None)
}

/// The files that a state refers to, by their paths in the data directory.
fn references((machine, schema, state): &(String, u64, String)) -> Vec<String> {
    let mut paths = Vec::new();
    if let Ok(machine) = machine.parse::<MachineName>()
        && let Ok(state) = machine.recorded_state(*schema, state)
    {
        let files = components::files(&state);
        paths.extend(files.map(|(path, _)| path.to_string_lossy().into_owned()));
    }
    if let Ok(json) = serde_json::from_str(state) {
        secrets(&json, "", &mut paths);
    }
    paths
}

/// The vault entries that a state names, by the field that names them.
fn secrets(json: &Value, field: &str, paths: &mut Vec<String>) {
    match json {
        Value::Object(fields) => {
            for (name, value) in fields {
                // The second factor's and the recovery codes' entries are fields of their objects.
                let name = if name == "secret" { field } else { name };
                secrets(value, name, paths);
            }
        }
        Value::Array(values) => values.iter().for_each(|value| secrets(value, field, paths)),
        Value::String(text) if text.starts_with("s_") => {
            if let Some((_, kind)) = FIELDS.iter().find(|(name, _)| *name == field) {
                paths.push(format!("vault/secrets/{}/{text}", kind.as_str()));
            }
        }
        _ => {}
    }
}
