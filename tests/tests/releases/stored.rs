//! Stored data: it is opened, verified and replayed.

use std::process::Command;

use serde_json::Value;
use waybill_engine::{Mismatch, Replay};
use waybill_journal::{Journal, fsck, scan_all};
use waybill_tests::waybill;

use crate::fixture::Fixture;

/// The changes of rules since the stored data was recorded: logging out has the browser remember to show set-me-up
/// data (NAV-16), clears the search and the package browser of each tab, and ends what is under way for a
/// command-line client (CLI-01), for a forgotten password (PASS-01, PASS-02) and, as cancelling a sign-in does, for a
/// passkey (MFA-01); navigating reports to the search of its tab (NAV-11), and a sign-in that expires has the browser
/// offer to sign in again in place (SESS-01).
fn is_change_of_rules(mismatch: &Mismatch) -> bool {
    let calls = |text: &str| serde_json::from_str::<Vec<Value>>(text).ok();
    let since = ["search", "packages", "cli_login", "forgot_password", "reset_password", "passkey"];
    let is_new = |call: &Value| {
        let receiver = &call["event"]["machine"];
        call["call"] == "browser.remember_set_me_up"
            || call["call"] == "browser.sign_in_again"
            || since.iter().any(|one| receiver == one)
    };
    let mut replayed = calls(&mismatch.replayed).unwrap_or_default();
    replayed.retain(|call| !is_new(call));
    mismatch.what == "the list of calls" && calls(&mismatch.recorded) == Some(replayed)
}

/// covers: [EVT-03, EVT-04]
#[test]
fn each_directory_opens_verifies_and_replays() {
    for fixture in Fixture::all() {
        for name in ["sessions", "platform"] {
            let journal = fixture.journal(name);
            let mut streams = std::collections::BTreeMap::<String, Replay>::new();
            let mut records = 0;
            for record in scan_all(&journal, 0) {
                let record = record.expect("a record");
                let view = record.view().expect("it decodes");
                let replay = streams.entry(view.stream.to_owned()).or_default();
                replay
                    .record(&view)
                    .unwrap_or_else(|mismatch| panic!("{}: {mismatch}", fixture.name));
                records += 1;
            }
            let mut different = Vec::new();
            for (stream, replay) in &mut streams {
                replay.finish(stream).expect("every command is whole");
                different.append(&mut replay.differences);
            }
            assert!(records > 20, "{name} has {records} records");
            different.retain(|mismatch| !is_change_of_rules(mismatch));
            assert_eq!(different, [], "{}: other rules decide otherwise", fixture.name);
        }
        for name in ["sessions", "platform"] {
            let report = fsck(&fixture.path().join("journal").join(name)).expect("it is checked");
            assert!(report.is_ok(), "{}: {:?}", fixture.name, report.problems);
        }
    }
}

/// covers: [EVT-03, EVT-04]
#[test]
fn the_command_line_verifies_and_replays_them_too() {
    for fixture in Fixture::all() {
        for arguments in [
            ["audit", "verify"].as_slice(),
            &["audit", "replay"],
            &["audit", "replay", "--platform"],
        ] {
            let output = Command::new(waybill())
                .args(arguments)
                .arg("--data")
                .arg(fixture.path())
                .output()
                .expect("it runs");
            let output_text =
                String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat())
                    .into_owned();
            assert!(output.status.success(), "{} {arguments:?}: {output_text}", fixture.name);
        }
    }
}

/// An appended record raises the format, which the older build rejects; earlier records stay as they are.
#[test]
fn stored_bytes_never_change() {
    for fixture in Fixture::all() {
        let lines = |journal: &dyn Journal| -> Vec<String> {
            scan_all(journal, 0).map(|record| record.expect("a record").line.to_string()).collect()
        };
        let before = lines(&fixture.journal("sessions"));
        waybill_tests::run(async {
            let revived = fixture.engine();
            let credentials = revived.credentials(&fixture, "ann");
            revived.engine.log_out(&credentials).await.expect("signed out");
        });
        let after = lines(&fixture.journal("sessions"));
        assert!(after.len() > before.len() && after.starts_with(&before), "{}", fixture.name);
    }
}
