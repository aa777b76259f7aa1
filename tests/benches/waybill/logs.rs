//! Logs: reading the end of a huge file, and the delay until a written line is pushed.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use waybill_machines::rules::services::ServiceId;
use waybill_platform::logs::{
    Cursor, Followers, LogId, LogKind, LogReader, LogWriter, READ_BYTES_MAX, Rotation,
};

use crate::{p99, row};

const LOG: LogId = LogId::new(ServiceId::Artifactory, LogKind::Service);
/// The size of the file.
const FILE_BYTES: u64 = 10 * 1024 * 1024 * 1024;
const READS: usize = 1_000;
const GOAL: Duration = Duration::from_millis(5);
/// The number of lines followed.
const LINES: usize = 50;
const PUSH_GOAL: Duration = Duration::from_millis(300);

/// Reads the end of a file of 10 GB, most of which is a hole: only the position of the end matters.
pub fn end_of_a_huge_file() {
    let root = tempfile::tempdir().expect("a directory");
    let folder = root.path().join("artifactory");
    fs::create_dir(&folder).expect("a directory");
    let path = folder.join(LOG.to_string());
    let mut file = OpenOptions::new().create(true).append(true).open(&path).expect("a file");
    let line = "2026-11-21T10:00:00.000Z [jfrt ] [INFO ] [9f2c0000aaaa1111] [waybill] - a line\n";
    let end = line.repeat(READ_BYTES_MAX * 2 / line.len());
    file.set_len(FILE_BYTES - end.len() as u64).expect("room for a hole");
    file.write_all(end.as_bytes()).expect("room");
    let reader = LogReader::new(root.path());
    let mut times = Vec::with_capacity(READS);
    for _ in 0..READS {
        let began = Instant::now();
        let piece = reader.read(LOG, &Cursor::default()).expect("it can be read");
        times.push(began.elapsed());
        assert!(piece.text.len() > READ_BYTES_MAX - 1_024 && piece.size == FILE_BYTES);
    }
    let measured = p99(&mut times);
    row(
        "256 KiB at the end of a log of 10 GB, p99",
        &format!("{:.2} ms", measured.as_secs_f64() * 1_000.0),
        "<= 5 ms",
        measured.as_secs_f64() / GOAL.as_secs_f64(),
    );
}

/// From passing a line to the writer until a follower has received it.
pub async fn line_to_follower() {
    let root = tempfile::tempdir().expect("a directory");
    let writer = LogWriter::start(root.path(), Rotation::default()).expect("a writer");
    let followers = Followers::new(Arc::new(LogReader::new(root.path())));
    let mut follower = followers.follow(LOG, None);
    follower.next().await.expect("a beginning");
    let mut times = Vec::with_capacity(LINES);
    for number in 0..LINES {
        let began = Instant::now();
        writer.write(LOG, format!("line {number}"));
        follower.next().await.expect("a line");
        times.push(began.elapsed());
        // At different times between two polls.
        tokio::time::sleep(Duration::from_millis(7 * (number as u64 % 13))).await;
    }
    let measured = p99(&mut times);
    row(
        "a line of a log, from being written to being pushed, p99",
        &format!("{:.0} ms", measured.as_secs_f64() * 1_000.0),
        "<= 300 ms",
        measured.as_secs_f64() / PUSH_GOAL.as_secs_f64(),
    );
}
