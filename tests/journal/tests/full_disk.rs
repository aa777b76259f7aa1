//! A disk that is full when the journal is opened: nothing is called damaged, and with room everything is back.
//!
//! This test was shown to fail with the error of before: opening called the journal damaged.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::Command;

use waybill_journal::{DurableJournal, OpenError};
use waybill_journal_crash::{Mounted, Running, acknowledged, check, wait_for_output, writer};

/// Fills the disk until only so many bytes are free.
fn fill(filler: &Path, free_bytes: u64) {
    let mut file = File::create(filler).expect("created");
    let block = vec![1; 4096];
    while file.write_all(&block).is_ok() {}
    let length = file.metadata().expect("its length").len();
    file.set_len(length.saturating_sub(free_bytes)).expect("shortened");
}

#[test]
fn a_full_disk_is_not_called_damage() {
    let scratch = tempfile::tempdir().expect("a directory");
    let disk = scratch.path().join("disk");
    let _mounted = match Mounted::in_memory(&disk, 48 * 1024 * 1024) {
        Ok(mounted) => mounted,
        Err(why) => {
            println!("NOT RUN: a full disk needs root and tmpfs: {why}");
            eprintln!("NOT RUN: a full disk needs root and tmpfs: {why}");
            return;
        }
    };
    let (dir, output) = (disk.join("journal"), scratch.path().join("acknowledged"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_journal-writer"));
    let running = Running::start(command.arg(&dir).arg("7"), &output).expect("the writer starts");
    wait_for_output(&output, 100_000).expect("the writer writes");
    running.kill().expect("the writer is killed");
    waybill_journal_crash::drop_cut_line(&output).expect("writable");
    let records = acknowledged(&output).expect("readable");

    let filler = disk.join("filler");
    for free_bytes in [0, 4 << 10, 64 << 10, 1 << 20, 4 << 20] {
        fill(&filler, free_bytes);
        // With some room it opens read-only.
        if let Err(error) = DurableJournal::open(&dir, writer::options()).map(drop) {
            assert!(matches!(error, OpenError::NoSpace { .. }), "{free_bytes} bytes: {error}");
        }
        fs::remove_file(&filler).expect("removed");
    }
    check(&dir, &records).expect("everything is there with room");
}
