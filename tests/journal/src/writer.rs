//! The writer: sixteen tasks that append random groups and print what is acknowledged.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use waybill_journal::{
    AppendError, Batch, Draft, DurableJournal, DurableOptions, Group, Journal, Json, SealedRecord,
};

use crate::random::Random;

const TASKS: u64 = 16;

/// Generations are small, so that a run of a second goes through several, and crashes happen while one is being
/// created, sealed or removed.
pub fn options() -> DurableOptions {
    DurableOptions {
        generation_bytes: 2 * 1024 * 1024,
        free_floor_bytes: 8 * 1024 * 1024,
        checkpoint_records: 500,
        ..DurableOptions::default()
    }
}

/// Appends until something fails, and returns the reason. Each acknowledged record is a line on standard output,
/// `stream seq hash`, written before the task's next append.
pub async fn run(dir: &Path, seed: u64, preallocate: bool) -> String {
    let journal: Arc<dyn Journal> =
        match DurableJournal::open(dir, DurableOptions { preallocate, ..options() }) {
            Ok(journal) => Arc::new(journal),
            Err(error) => return error.to_string(),
        };
    let mut failed = journal.failed();
    let tasks: Vec<_> = (0..TASKS)
        .map(|task| tokio::spawn(append_forever(journal.clone(), task, Random::new(seed + task))))
        .collect();
    // The sender is owned by the journal, which the tasks hold.
    let failure = failed.wait_for(Option::is_some).await;
    let why = failure.ok().and_then(|why| why.clone()).unwrap_or_default();
    for task in tasks {
        // Each task gets the failure by itself; a panic of one is printed on standard error.
        let _ = task.await;
    }
    why
}

async fn append_forever(journal: Arc<dyn Journal>, task: u64, mut random: Random) {
    loop {
        let group = random_group(&*journal, task, &mut random);
        match journal.append(group.clone()).await {
            Ok(_) => {
                if print(&group).is_err() {
                    return;
                }
            }
            // The shared stream is contended; the engine decides again in this case.
            Err(AppendError::Conflict { .. }) => {}
            Err(_) => return,
        }
    }
}

fn print(group: &Group) -> io::Result<()> {
    let mut text = Vec::new();
    for record in group.batches.iter().flat_map(|batch| &batch.records) {
        writeln!(text, "{} {} {}", record.stream(), record.seq(), record.hash())?;
    }
    // One write per group: sixteen tasks share the output, and lines must not interleave.
    let mut out = io::stdout().lock();
    out.write_all(&text)?;
    out.flush()
}

fn random_group(journal: &dyn Journal, task: u64, random: &mut Random) -> Group {
    let mut streams = vec![format!("session/{task}-{}", random.below(20))];
    if random.below(4) == 0 {
        streams.push("user/shared".to_owned());
    }
    // Occasionally a group of many frames.
    let records = if random.below(100) == 0 { 40 } else { 1 + random.below(3) };
    let mut batch = |stream: String| {
        let expected = journal.head(&stream);
        let mut sealed: Vec<SealedRecord> = Vec::new();
        for _ in 0..records {
            let head = sealed.last().map(SealedRecord::head).or(expected);
            let length = random.below(4_000);
            let draft = draft(&stream, &random.text(length));
            sealed.push(draft.seal_after(head).expect("the draft keeps the format"));
        }
        Batch { stream, expected, records: sealed }
    };
    Group { batches: streams.into_iter().map(&mut batch).collect() }
}

fn draft(stream: &str, text: &str) -> Draft {
    let json = |value| Json::of(&value).expect("the value is canonical");
    Draft {
        stream: stream.to_owned(),
        machine: "crash".to_owned(),
        tab: None,
        instance: 1,
        event: json(serde_json::json!({"type": "note"})),
        guards: vec![],
        refused: None,
        from: "on".to_owned(),
        to: "on".to_owned(),
        state: Some(json(serde_json::json!({"text": text}))),
        calls: vec![],
        at: waybill_journal::Timestamp::from_ms(0),
        who: "system".to_owned(),
        cause: None,
        command: None,
        rules: "0000000000000000".to_owned(),
        schema: 1,
    }
}
