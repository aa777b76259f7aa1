//! The process is killed under load: nothing acknowledged is lost, and the journal opens every time.
//!
//! This test was shown to fail with a journal that acknowledged two milliseconds before it stored: the first round
//! missed acknowledged records.

use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use waybill_journal_crash::random::Random;
use waybill_journal_crash::{Running, acknowledged, check, drop_cut_line, rounds, wait_for_output};

/// Number of rounds per journal; then a new one is created, so that checking stays fast.
const ROUNDS_EACH: u64 = 10;

#[test]
fn nothing_acknowledged_is_lost_by_kill_9() {
    let scratch = tempfile::tempdir().expect("a directory");
    let (dir, output) = (scratch.path().join("journal"), scratch.path().join("acknowledged"));
    let mut random = Random::new(u64::from(std::process::id()));
    for round in 1..=rounds("WAYBILL_CRASH_ROUNDS", 4) {
        if round % ROUNDS_EACH == 0 {
            std::fs::remove_dir_all(&dir).expect("removed");
            std::fs::remove_file(&output).expect("removed");
        }
        let before = std::fs::metadata(&output).map_or(0, |metadata| metadata.len());
        let mut command = Command::new(env!("CARGO_BIN_EXE_journal-writer"));
        let seed = random.below(1 << 40);
        let writer = Running::start(command.arg(&dir).arg(seed.to_string()), &output);
        let writer = writer.expect("the writer starts");
        if round % 4 == 0 {
            // Some are killed while they open the journal, which is when it is repaired.
            sleep(Duration::from_millis(random.below(60)));
        } else {
            wait_for_output(&output, before).expect("the writer writes");
            sleep(Duration::from_millis(random.below(400)));
        }
        writer.kill().expect("the writer is killed");
        drop_cut_line(&output).expect("writable");
        let records = acknowledged(&output).expect("readable");
        let count = check(&dir, &records).unwrap_or_else(|e| panic!("round {round}: {e}"));
        println!("round {round}: {} acknowledged, {count} stored", records.len());
    }
}

#[test]
fn an_incomplete_line_does_not_affect_the_next_one() {
    let scratch = tempfile::tempdir().expect("a directory");
    let output = scratch.path().join("acknowledged");
    let line = |seq: u64| format!("session/1 {seq} {}\n", "0".repeat(64));
    std::fs::write(&output, format!("{}session/2 7 d55e1557", line(1))).expect("written");
    drop_cut_line(&output).expect("cut");
    let records = std::fs::read_to_string(&output).expect("read") + &line(2);
    std::fs::write(&output, records).expect("written");
    let records = acknowledged(&output).expect("readable");
    assert_eq!(records.iter().map(|record| record.seq).collect::<Vec<_>>(), [1, 2]);
}
