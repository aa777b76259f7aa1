//! Records to append.

use waybill_journal::{Draft, Group, Journal, Json, SealedRecord, StreamHead};

pub fn draft(stream: &str, text: &str) -> Draft {
    Draft {
        stream: stream.into(),
        machine: "login".into(),
        tab: None,
        instance: 1,
        event: Json::of(&serde_json::json!({"type": "note"})).expect("canonical"),
        guards: vec!["is_open".into()],
        refused: None,
        from: "form".into(),
        to: "form".into(),
        state: Some(Json::of(&serde_json::json!({"text": text})).expect("canonical")),
        calls: vec![],
        at: "2026-01-01T00:00:00Z".parse().expect("a time"),
        who: "anonymous".into(),
        cause: None,
        command: None,
        rules: "0123456789abcdef".into(),
        schema: 1,
    }
}

/// `count` records after `head`.
pub fn records(stream: &str, head: Option<StreamHead>, count: usize) -> Vec<SealedRecord> {
    let mut records: Vec<SealedRecord> = Vec::new();
    for number in 0..count {
        let head = records.last().map(SealedRecord::head).or(head);
        let draft = draft(stream, &format!("note {number}"));
        records.push(draft.seal_after(head).expect("sealed"));
    }
    records
}

/// A group of `count` records after the stream's current head.
pub fn group(journal: &dyn Journal, stream: &str, count: usize) -> Group {
    let head = journal.head(stream);
    Group::of(stream, head, records(stream, head, count))
}
