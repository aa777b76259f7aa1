//! Measures the journal: `append_bench [append|verify|open] [DIR]`; without a name it runs all three.
//!
//! Ratios are taken within one run, since machines differ and their load varies.
//!
//! Findings. Appending: about 0.33 ms a commit, half of it sled's flush, a fifth `fdatasync`, a twentieth sled's tree,
//! and a fifth staging and answering. The flush waits for the device by `sync_file_range`, between two hand-overs to a
//! thread of sled's, and `fdatasync` waits for it again, so that the store alone takes as long as the raw file. Where
//! others use the same file system, a raw file that grows waits for their metadata too, and the journal, which writes
//! into preallocated files, does not.
//!
//! Verifying: the leaf hashes alone cost about a fifth more than one hash over everything, and decoding costs nearly as
//! much as hashing, so it takes a second core to come near the bare hash; with both cores busy it is half as fast.

#![allow(clippy::cast_precision_loss, reason = "what is measured here is far below 2^52")]

use std::error::Error;
use std::fs::{self, File};
use std::hint::black_box;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};
use waybill_journal::{
    Draft, DurableJournal, DurableOptions, Group, Hash, Journal, Json, RecordView, SealedRecord,
    StreamHead, Timestamp, verify_lines,
};

type Outcome<T = ()> = Result<T, Box<dyn Error>>;

const WRITERS: usize = 64;

fn main() -> Outcome {
    let mut arguments = std::env::args().skip(1);
    let what = arguments.next();
    let dir =
        arguments.next().map_or_else(|| std::env::temp_dir().join("waybill-bench"), PathBuf::from);
    let is_wanted = |name: &str| what.as_deref().is_none_or(|what| what == name);
    if is_wanted("append") {
        append(&dir)?;
    }
    if is_wanted("verify") {
        verify()?;
    }
    if is_wanted("open") {
        open(&dir)?;
    }
    Ok(())
}

/// A record of the size of a login's.
fn draft(stream: &str, number: u64) -> Draft {
    let json = |text: String| Json::parse(text).expect("canonical");
    Draft {
        stream: stream.to_owned(),
        machine: "login".to_owned(),
        tab: Some("t-4f2a".to_owned()),
        instance: number,
        event: json(format!(r#"{{"type":"submit","user":{{"personal":"{number:064x}"}}}}"#)),
        guards: vec!["credentials_present".to_owned(), "is_not_locked".to_owned()],
        refused: None,
        from: "form".to_owned(),
        to: "checking".to_owned(),
        state: Some(json(format!(
            r#"{{"state":"checking","attempts":{number},"until":"2026-01-01T00:00:30.000Z"}}"#
        ))),
        calls: vec![json(format!(r#"{{"call":"access.authenticate","handle":"h-{number}"}}"#))],
        at: Timestamp::from_ms(1_767_225_600_000),
        who: "anonymous".to_owned(),
        cause: None,
        command: Some(format!("c-{number:016x}")),
        rules: "0123456789abcdef".to_owned(),
        schema: 1,
    }
}

fn records(stream: &str, count: u64) -> Vec<SealedRecord> {
    let mut head = None;
    let seal = |number| {
        let record = draft(stream, number).seal_after(head).expect("the draft keeps the format");
        head = Some(record.head());
        record
    };
    (1..=count).map(seal).collect()
}

/// Durable appends by 64 writers against a raw file to which the same bytes are written in as many writes.
fn append(dir: &Path) -> Outcome {
    const EACH: u64 = 1_500;
    let mut ratios = Vec::new();
    for round in 1..=5 {
        clear(dir)?;
        let all: Vec<_> =
            (0..WRITERS).map(|w| records(&format!("session/{w:036}"), EACH)).collect();
        let journal =
            Arc::new(DurableJournal::open(&dir.join("journal"), DurableOptions::default())?);
        let runtime = tokio::runtime::Runtime::new()?;
        let start = Instant::now();
        runtime.block_on(append_all(journal.clone(), all))?;
        let ours = start.elapsed();
        let commits = journal.commits();
        let raw = raw_appends(&dir.join("raw"), commits.commits, commits.bytes, false)?;
        // The same technique as in the journal: the file was filled with zeros before.
        let ahead = raw_appends(&dir.join("ahead"), commits.commits, commits.bytes, true)?;
        let ratio = raw.as_secs_f64() / ours.as_secs_f64();
        ratios.push(ratio);
        let count = journal.count();
        let share = |us: u64| us as f64 / 1e4 / ours.as_secs_f64();
        println!(
            "append {round}: of that time {:.0} % puts frames into sled, {:.0} % is sled's flush, {:.0} % fdatasync",
            share(commits.insert_us),
            share(commits.flush_us),
            share(commits.sync_us),
        );
        println!(
            "append {round}: {count} records in {} commits of {} bytes: {ours:?}, \
             raw {raw:?} (ratio {ratio:.2}), raw into one written ahead {ahead:?} (ratio {:.2}), \
             {:.0} records/s",
            commits.commits,
            commits.bytes / commits.commits,
            ahead.as_secs_f64() / ours.as_secs_f64(),
            count as f64 / ours.as_secs_f64(),
        );
    }
    ratios.sort_by(f64::total_cmp);
    println!("append: median ratio {:.2} (goal 0.8)", ratios[ratios.len() / 2]);
    clear(dir)
}

async fn append_all(journal: Arc<DurableJournal>, all: Vec<Vec<SealedRecord>>) -> Outcome {
    let write = |records: Vec<SealedRecord>| {
        let journal = journal.clone();
        tokio::spawn(async move {
            let mut head: Option<StreamHead> = None;
            for record in records {
                let next = Some(record.head());
                let stream = record.stream().to_owned();
                journal.append(Group::of(&stream, head, vec![record])).await.expect("appended");
                head = next;
            }
        })
    };
    let tasks: Vec<_> = all.into_iter().map(write).collect();
    for task in tasks {
        task.await?;
    }
    Ok(())
}

fn raw_appends(path: &Path, commits: u64, bytes: u64, is_ahead: bool) -> Outcome<Duration> {
    let block = vec![b'x'; usize::try_from(bytes / commits)?];
    let mut file = File::create(path)?;
    if is_ahead {
        for _ in 0..commits {
            file.write_all(&block)?;
        }
        file.sync_all()?;
        file.seek(SeekFrom::Start(0))?;
    }
    let start = Instant::now();
    for _ in 0..commits {
        file.write_all(&block)?;
        file.sync_data()?;
    }
    Ok(start.elapsed())
}

/// Verification and decoding against SHA-256 over the same bytes.
fn verify() -> Outcome {
    let records: Vec<SealedRecord> =
        (0..200).flat_map(|s| records(&format!("session/{s:036}"), 1_000)).collect();
    // Concatenated, as frames and traces hold them.
    let joined: Vec<u8> = records.iter().flat_map(|record| record.line().bytes()).collect();
    let mut rest = joined.as_slice();
    let cut = |record: &SealedRecord| {
        let (line, behind) = rest.split_at(record.line().len());
        rest = behind;
        line
    };
    let lines: Vec<&[u8]> = records.iter().map(cut).collect();
    let bytes = joined.len();
    println!("verify: {} records of {} bytes", lines.len(), bytes / lines.len());
    let mut ratios = Vec::new();
    for _ in 0..7 {
        let start = Instant::now();
        black_box(Sha256::digest(&joined));
        let bare = start.elapsed();
        let start = Instant::now();
        verify_lines(lines.iter().copied())?;
        let ours = start.elapsed();
        let start = Instant::now();
        for line in &lines {
            black_box(RecordView::decode(line)?);
        }
        let decode = start.elapsed();
        let start = Instant::now();
        for line in &lines {
            black_box(Hash::of_line(line));
        }
        let leaves = start.elapsed();
        ratios.push(bare.as_secs_f64() / ours.as_secs_f64());
        println!(
            "verify: {ours:?}, bare SHA-256 {bare:?} ({:.2} GB/s), ratio {:.2}; leaf hashes \
             {leaves:?}, decode {:.0} ns a record",
            bytes as f64 / bare.as_nanos() as f64,
            ratios[ratios.len() - 1],
            decode.as_nanos() as f64 / lines.len() as f64,
        );
    }
    ratios.sort_by(f64::total_cmp);
    println!("verify: median ratio {:.2} (goal 0.7)", ratios[ratios.len() / 2]);
    Ok(())
}

/// Opening a journal of a million records in 50,000 streams.
fn open(dir: &Path) -> Outcome {
    clear(dir)?;
    let journal = Arc::new(DurableJournal::open(&dir.join("journal"), DurableOptions::default())?);
    let runtime = tokio::runtime::Runtime::new()?;
    let start = Instant::now();
    for part in 0..50 {
        let streams = part * 1_000..(part + 1) * 1_000;
        runtime.block_on(append_all(
            journal.clone(),
            streams.map(|stream| records(&format!("session/{stream:036}"), 20)).collect(),
        ))?;
    }
    println!("open: wrote {} records in {:?}", journal.count(), start.elapsed());
    Arc::into_inner(journal).ok_or("a task kept the journal")?.close()?;
    for _ in 0..3 {
        let before = resident_kib()?;
        let start = Instant::now();
        let journal = DurableJournal::open(&dir.join("journal"), DurableOptions::default())?;
        let took = start.elapsed();
        let grown = resident_kib()?.saturating_sub(before);
        println!(
            "open: {} records in {took:?} (goal 2 s), {grown} KiB more in memory",
            journal.count()
        );
    }
    clear(dir)
}

fn resident_kib() -> Outcome<u64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).ok_or("no VmRSS")?;
    Ok(line.split_whitespace().nth(1).ok_or("no number")?.parse()?)
}

fn clear(dir: &Path) -> Outcome {
    if dir.exists() {
        fs::remove_dir_all(dir)?;
    }
    Ok(fs::create_dir_all(dir)?)
}
