//! Inspecting a data directory changes nothing in it: a copy that is evidence, a medium that cannot be written.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;
use waybill_tests::{Place, run, waybill};

use crate::{own, signed_in};

/// A user of the operating system who owns nothing.
const STRANGER: u32 = 65_534;

/// Every file with its content and the time of its last change, and every directory with its time.
fn state(root: &Path) -> BTreeMap<PathBuf, (i64, i64, Vec<u8>)> {
    let mut found = BTreeMap::new();
    let mut left = vec![root.to_owned()];
    while let Some(path) = left.pop() {
        let metadata = path.symlink_metadata().expect("it exists");
        let bytes =
            if metadata.is_file() { fs::read(&path).expect("it is read") } else { Vec::new() };
        if metadata.is_dir() {
            left.extend(
                fs::read_dir(&path).expect("listed").map(|entry| entry.expect("it").path()),
            );
        }
        found.insert(path, (metadata.mtime(), metadata.mtime_nsec(), bytes));
    }
    found
}

fn narrow(root: &Path) {
    for (path, _) in state(root) {
        let mode = if path.is_dir() { 0o555 } else { 0o444 };
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("rights");
    }
}

/// Runs a command as a user who may write nothing.
fn inspect(place: &Place, command: &str) -> Output {
    let mut run = Command::new(waybill());
    run.args(command.split(' ')).arg("--data").arg(place.data());
    if fs::metadata(place.path("")).expect("it exists").uid() == 0 {
        run.uid(STRANGER).gid(STRANGER);
    }
    run.output().expect("it runs")
}

#[test]
fn a_copy_is_inspected_without_being_changed() {
    run(async {
        let place = Place::new();
        for is_clean in [false, true] {
            let server = if is_clean { place.start() } else { own(&place).await };
            signed_in(&server).await;
            if is_clean {
                assert!(server.stop().success());
            } else {
                server.kill();
            }
            let _ = fs::remove_file(place.data().join("waybill.sock"));
            let folder = fs::Permissions::from_mode(0o755);
            fs::set_permissions(place.path(""), folder).expect("rights");
            if is_clean {
                // A copy need not have the file that is locked.
                fs::remove_file(place.data().join("journal/sessions/LOCK")).expect("it is there");
            }
            narrow(&place.data());
            let before = state(&place.data());
            let listed = inspect(&place, "audit list --json");
            let listed: Value = serde_json::from_slice(&listed.stdout).expect("JSON");
            let session = listed[0]["session"].as_str().expect("a session").to_owned();
            for command in [
                "audit list --platform".to_owned(),
                format!("audit show {session}"),
                format!("audit export {session}"),
                "audit replay".to_owned(),
                "audit replay --platform".to_owned(),
                "audit verify".to_owned(),
                "fsck".to_owned(),
            ] {
                let output = inspect(&place, &command);
                let text = String::from_utf8_lossy(&output.stderr);
                assert_eq!(output.status.code(), Some(0), "{command}: {text}");
                assert!(!output.stdout.is_empty(), "{command}");
                let is_reading =
                    command.starts_with("audit show") || command.starts_with("audit export");
                let mentions = text.matches("this reading is in no record").count();
                assert_eq!(mentions, usize::from(is_reading), "{command}: {text}");
                assert!(state(&place.data()) == before, "{command} has changed something");
            }
            for (path, _) in before {
                let mode = if path.is_dir() { 0o700 } else { 0o600 };
                fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("rights");
            }
        }
    });
}
