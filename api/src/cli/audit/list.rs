//! Lists sessions, or streams of the platform, one per line.

use serde_json::json;
use waybill_journal::Journal;

use super::reading::{read_all, stream_names};
use crate::cli::out::say;
use crate::cli::{Outcome, table};

pub(super) fn sessions(journal: &impl Journal, as_json: bool) -> anyhow::Result<Outcome> {
    let mut rows = Vec::new();
    let mut after: Option<String> = None;
    loop {
        let portion = journal.streams("session/", after.as_deref(), 512);
        let Some((last, _)) = portion.last() else { break };
        after = Some(last.clone());
        for (stream, head) in portion {
            let records = read_all(journal, &stream)?;
            let (first, newest) = (records[0].view()?, records[records.len() - 1].view()?);
            let who = records.iter().rev().find_map(|record| {
                record
                    .view()
                    .ok()
                    .map(|view| view.who.to_owned())
                    .filter(|who| who.starts_with("p_"))
            });
            let refused = records
                .iter()
                .filter(|record| record.view().is_ok_and(|view| view.refused.is_some()));
            rows.push(json!({
                "session": stream.trim_start_matches("session/"),
                "records": head.seq,
                "from": first.at,
                "to": newest.at,
                "who": who,
                "refused": refused.count(),
                "closed": newest.machine == "session" && newest.to == "closed",
            }));
        }
    }
    if as_json {
        say!("{}", serde_json::to_string_pretty(&rows)?)?;
        return Ok(Outcome::Success);
    }
    let rows = rows.iter().map(|row| {
        let text = |key: &str| row[key].as_str().unwrap_or("nobody").to_owned();
        let state = if row["closed"] == json!(true) { "closed" } else { "open" };
        let (records, refused) = (row["records"].to_string(), row["refused"].to_string());
        [text("session"), records, refused, text("from"), state.to_owned(), text("who")]
    });
    table::print(["session", "records", "refused", "from", "state", "who"], rows)?;
    Ok(Outcome::Success)
}

pub(super) fn platform(journal: &impl Journal, as_json: bool) -> anyhow::Result<Outcome> {
    let mut rows = Vec::new();
    for stream in stream_names(journal, "") {
        let Some(head) = journal.head(&stream) else { continue };
        let newest = journal.read(&stream, head.seq, 1)?.pop();
        let Some(newest) = newest else { continue };
        let view = newest.view()?;
        rows.push(json!({
            "stream": stream, "machine": view.machine, "records": head.seq, "state": view.to,
            "to": view.at, "who": view.who,
        }));
    }
    if as_json {
        say!("{}", serde_json::to_string_pretty(&rows)?)?;
        return Ok(Outcome::Success);
    }
    // Some stream names are as long as a hash, so that column is last.
    let rows = rows.iter().map(|row| {
        let text = |key: &str| row[key].as_str().unwrap_or_default().to_owned();
        [row["records"].to_string(), text("to"), text("state"), text("who"), text("stream")]
    });
    table::print(["records", "to", "state", "who", "stream"], rows)?;
    Ok(Outcome::Success)
}
