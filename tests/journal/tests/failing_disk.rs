//! The disk fails to sync: the writer stops at once, reports it, and has acknowledged nothing that failed.
//!
//! This test was shown to fail by ignoring the result of `sync_data`: the writer continued.

use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use waybill_journal_crash::{Running, acknowledged, check, wait_for_output};

const WRITER: &str = env!("CARGO_BIN_EXE_journal-writer");
const ENDS_WITHIN: Duration = Duration::from_secs(30);

fn is_there() -> bool {
    let found = Command::new("fiu-run").arg("-h").output().is_ok();
    if !found {
        println!("NOT RUN: failing syncs need fiu-run (Debian's fiu-utils)");
        eprintln!("NOT RUN: failing syncs need fiu-run (Debian's fiu-utils)");
    }
    found
}

/// The writer started by fiu-run, which replaces itself with it by exec, so that the process id is the writer's.
fn writer(scratch: &Path, enable: Option<&str>) -> Running {
    let mut command = Command::new("fiu-run");
    command.arg("-x").arg("-f").arg(scratch.join("fiu"));
    if let Some(what) = enable {
        command.args(["-c", what]);
    }
    command.arg(WRITER).arg(scratch.join("journal")).arg("1");
    Running::start(&mut command, &scratch.join("acknowledged")).expect("the writer starts")
}

fn stops_at_once_when_failing(what: &str) {
    let scratch = tempfile::tempdir().expect("a directory");
    let output = scratch.path().join("acknowledged");
    let mut writer = writer(scratch.path(), None);
    wait_for_output(&output, 100_000).expect("the writer writes");
    let fail = Command::new("fiu-ctrl")
        .arg("-f")
        .arg(scratch.path().join("fiu"))
        .args(["-c", what])
        .arg(writer.id().to_string())
        .status();
    assert!(fail.expect("fiu-ctrl runs").success());
    let printed = || std::fs::metadata(&output).expect("it exists").len();
    let status = writer.wait(ENDS_WITHIN).expect("waited");
    let status = status.unwrap_or_else(|| panic!("{what}: the writer continued"));
    assert_eq!(status.code(), Some(1), "{what}");
    let at_end = printed();
    sleep(Duration::from_millis(100));
    assert_eq!(printed(), at_end);
    let printed = acknowledged(&output).expect("readable");
    check(&scratch.path().join("journal"), &printed).unwrap_or_else(|e| panic!("{what}: {e}"));
}

#[test]
fn a_writer_stops_when_its_syncs_fail() {
    if is_there() {
        stops_at_once_when_failing("enable name=posix/io/sync/*");
        stops_at_once_when_failing("enable name=posix/io/sync/fdatasync");
        stops_at_once_when_failing("enable name=linux/io/sync_file_range");
    }
}

#[test]
fn one_failing_sync_is_enough() {
    if is_there() {
        stops_at_once_when_failing("enable name=posix/io/sync/fdatasync,onetime");
        stops_at_once_when_failing("enable_random name=posix/io/sync/*,probability=0.02");
    }
}

#[test]
fn a_full_disk_stops_the_writer() {
    if is_there() {
        // ENOSPC on the next write.
        stops_at_once_when_failing("enable name=posix/io/rw/pwrite*,failinfo=28");
    }
}

#[test]
fn a_journal_that_cannot_sync_does_not_open() {
    if is_there() {
        let scratch = tempfile::tempdir().expect("a directory");
        let mut writer = writer(scratch.path(), Some("enable name=posix/io/sync/*"));
        let status = writer.wait(ENDS_WITHIN).expect("waited").expect("it ends");
        assert_eq!(status.code(), Some(1));
        let printed = acknowledged(&scratch.path().join("acknowledged")).expect("readable");
        assert_eq!(printed, []);
    }
}
