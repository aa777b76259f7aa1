//! Backups of the real server, a file per subject.

mod damage;
mod erasures;
mod full_disk;
mod interrupted;
mod keys;
mod making;
mod mended;
mod owners;
mod pruned;
mod refused;
mod source;

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;
use waybill_tests::Place;

fn text(output: &Output) -> String {
    let (out, err) = (&output.stdout, &output.stderr);
    format!("{}{}", String::from_utf8_lossy(out), String::from_utf8_lossy(err))
}

/// Runs a command on the data directory of a place, and returns its exit code and all that it printed.
fn tried(place: &Place, command: &str) -> (Option<i32>, String) {
    let arguments: Vec<&str> = command.split(' ').chain(["--data", "{data}"]).collect();
    let output = place.run(&arguments);
    (output.status.code(), text(&output))
}

fn done(place: &Place, command: &str) -> String {
    let (code, text) = tried(place, command);
    assert_eq!(code, Some(0), "{command}: {text}");
    text
}

/// A command about a backup, which takes no data directory.
fn about(place: &Place, command: &str) -> (Option<i32>, String) {
    let output = place.run(&command.split(' ').collect::<Vec<_>>());
    (output.status.code(), text(&output))
}

fn shown(place: &Place, name: &str) -> String {
    place.path(name).display().to_string()
}

fn backed_up(place: &Place, to: &str) -> Value {
    serde_json::from_str(&done(place, &format!("backup {to} --json"))).expect("JSON")
}

/// Asserts that everything in a data directory verifies, and comes out again as it was decided.
fn sound(place: &Place) {
    for command in ["fsck", "audit verify", "audit replay", "audit replay --platform"] {
        done(place, command);
    }
}

/// The number of records of each session.
fn records(place: &Place) -> Vec<(String, u64)> {
    let listed: Value = serde_json::from_str(&done(place, "audit list --json")).expect("JSON");
    let rows = listed.as_array().expect("rows").iter();
    rows.map(|row| {
        let session = row["session"].as_str().expect("an id").to_owned();
        (session, row["records"].as_u64().expect("a number"))
    })
    .collect()
}

fn flip(path: &Path, at: usize) {
    let mut bytes = fs::read(path).expect("its bytes");
    bytes[at] ^= 4;
    fs::write(path, bytes).expect("it is changed");
}

fn is_empty(place: &Place) -> bool {
    fs::read_dir(place.data()).is_ok_and(|mut entries| entries.next().is_none())
}
