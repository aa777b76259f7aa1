//! A power cut soon after the first start, or while a new generation is begun, on a disk that keeps only what was
//! synced.
//!
//! This test was shown to fail by having sled write its `conf`, and by leaving out the sync of the folder above a new
//! one.

use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use waybill_journal_crash::random::Random;
use waybill_journal_crash::strict::{can_trace, image, tracer};
use waybill_journal_crash::{Running, acknowledged, check, drop_cut_line, rounds, wait_for_output};

#[test]
fn nothing_acknowledged_is_lost_by_a_power_cut_after_the_first_start() {
    if !can_trace() {
        println!("NOT RUN: strict disks need strace");
        eprintln!("NOT RUN: strict disks need strace");
        return;
    }
    let mut random = Random::new(u64::from(std::process::id()));
    for round in 1..=rounds("WAYBILL_POWER_CUTS", 3) {
        let scratch = tempfile::tempdir().expect("a directory");
        let disk = scratch.path().join("disk");
        std::fs::create_dir(&disk).expect("made");
        let (log, output) = (scratch.path().join("calls"), scratch.path().join("acknowledged"));
        let tracer = tracer(&log);
        let mut command = Command::new(&tracer[0]);
        command.args(&tracer[1..]).arg(env!("CARGO_BIN_EXE_journal-writer"));
        // The folder above the journal is made by it, as `journal/` of a data directory.
        command.arg(disk.join("above/journal")).arg(random.below(1 << 40).to_string());
        let writer = Running::start(&mut command, &output).expect("the writer starts");
        wait_for_output(&output, 0).expect("the writer writes");
        // Every other round is long enough for another generation.
        sleep(Duration::from_millis(random.below(if round % 2 == 0 { 3_000 } else { 200 })));
        writer.kill().expect("the writer is killed");
        drop_cut_line(&output).expect("writable");
        let records = acknowledged(&output).expect("readable");
        let after = scratch.path().join("after");
        image(&log, &disk, &after).expect("copied");
        let count = check(&after.join("above/journal"), &records);
        let count = count.unwrap_or_else(|why| panic!("round {round}: {why}"));
        println!("round {round}: {} acknowledged, {count} stored", records.len());
    }
}
