//! What is recorded without a request of a browser: starts that fail, reloads, what was removed, and readings on the
//! command line (AUD-06).

use std::fs;
use std::net::TcpListener;
use std::os::unix::fs::MetadataExt as _;
use std::process::Command;

use serde_json::{Value, json};
use waybill_tests::{Place, run};

use crate::{own, signed_in, written};

const SETTINGS: &str = "[installation.access]\nmfa_required = \"nobody\"\n";

/// The standard output and the standard error of a command that succeeds.
fn done(place: &Place, command: &str) -> (String, String) {
    let arguments: Vec<&str> = command.split(' ').chain(["--data", "{data}"]).collect();
    let output = place.run(&arguments);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (out, error) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{command}: {error}");
    (out, error)
}

/// The events of a stream with this name, oldest first.
fn events(place: &Place, stream: &str, name: &str) -> Vec<Value> {
    let (lines, _) = done(place, &format!("audit show {stream} --json"));
    let events = lines.lines().map(|line| {
        let record: Value = serde_json::from_str(line).expect("a record");
        record["event"].clone()
    });
    events.filter(|event| event["type"] == name).collect()
}

/// The means of this test's user of the operating system.
fn command_line() -> Value {
    let owner = fs::metadata("/proc/self").expect("this process").uid();
    json!({"means": "command_line", "os_uid": owner})
}

/// covers: [AUD-06]
#[test]
fn a_start_that_fails_is_recorded_with_its_reason() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = taken.local_addr().expect("an address");
    let place = Place::new().with_settings(&format!("metrics_listen = \"{address}\"\n{SETTINGS}"));
    let output = place.start_fails("127.0.0.1:0");
    assert!(!output.status.success());
    drop(taken);
    let server = place.start();
    assert!(server.stop().success());
    let stops = events(&place, "server", "stop");
    assert_eq!((stops.len(), events(&place, "server", "start").len()), (2, 2), "{stops:?}");
    assert_eq!((&stops[0]["reason"], &stops[0]["by"]), (&json!("failed"), &command_line()));
    let why = stops[0]["why"].as_str().expect("a sentence");
    assert!(why.contains(&format!("{address} is in use")), "{why}");
    assert_eq!((&stops[1]["reason"], &stops[1]["why"]), (&json!("signal"), &Value::Null));
    done(&place, "audit replay --platform");
}

/// covers: [AUD-06]
#[test]
fn a_reload_and_what_was_removed_without_a_request_are_recorded() {
    run(async {
        let place = Place::new();
        assert!(own(&place).await.stop().success());
        // What a crash leaves behind between the vault and the journal.
        let kinds = fs::read_dir(place.data().join("vault/secrets")).expect("a folder");
        let folders = kinds.map(|kind| kind.expect("a folder").path());
        let is_left = |folder: &std::path::PathBuf| folder.join("s_nobody").exists();
        let folder = folders.into_iter().find(is_left).expect("a hash");
        let left_behind = folder.join("s_leftbehind");
        fs::copy(folder.join("s_nobody"), &left_behind).expect("a copy");
        let server = place.start();
        assert!(!left_behind.exists());
        let sent = Command::new("kill").args(["-HUP", &server.id().to_string()]).status();
        assert!(sent.expect("kill runs").success());
        written(&place.path("log"), "were read again").await;
        assert!(server.stop().success());
        let sweeps = events(&place, "server", "sweep");
        assert_eq!(sweeps.len(), 1, "{sweeps:?}");
        assert_eq!((&sweeps[0]["swept"], &sweeps[0]["removed"]), (&json!("accounts"), &json!(1)));
        let reloads = events(&place, "server", "reload");
        assert_eq!(reloads.len(), 1, "{reloads:?}");
        for event in [&sweeps[0], &reloads[0]] {
            assert_eq!(event["by"], command_line());
        }
    });
}

/// covers: [AUD-06]
#[test]
fn each_reading_on_the_command_line_is_a_record() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        signed_in(&server).await;
        let (listed, _) = done(&place, "audit list --json");
        let listed: Value = serde_json::from_str(&listed).expect("JSON");
        let session = listed[0]["session"].as_str().expect("a session").to_owned();
        let read = || {
            for command in [
                "audit show setup".to_owned(),
                "audit export setup".to_owned(),
                format!("audit show {session}"),
                format!("audit export {session}"),
                format!("scenario record {session}"),
            ] {
                let (_, error) = done(&place, &command);
                assert!(!error.contains("in no record"), "{command}: {error}");
            }
        };
        read();
        let refused = place.run(&["audit", "show", "user/p_none", "--data", "{data}"]);
        assert!(!refused.status.success());
        assert!(server.stop().success());
        read();

        let of = |stream: &str, name: &str, subject: Value| {
            let mut events = events(&place, stream, name);
            events.retain(|event| event["subject"] == subject);
            assert!(events.iter().all(|event| event["by"] == command_line()), "{events:?}");
            events.len()
        };
        let setup = json!({"kind": "stream", "stream": "setup"});
        let log = json!({"kind": "session", "session": session});
        let streams = |name| of("reading/stream", name, setup.clone());
        let sessions = |name| of("reading/session", name, log.clone());
        assert_eq!((streams("open"), streams("download")), (2, 2));
        assert_eq!((sessions("open"), sessions("download")), (2, 4));
        let missing = json!({"kind": "stream", "stream": "user/p_none"});
        assert_eq!(of("reading/stream", "open", missing), 0);
        done(&place, "audit verify");
    });
}

/// covers: [AUD-06]
#[test]
fn a_directory_that_was_not_closed_in_order_is_read_without_a_record() {
    run(async {
        let place = Place::new();
        own(&place).await.kill();
        let (_, error) = done(&place, "audit show setup");
        let mentions = error.matches("this reading is in no record").count();
        assert!(mentions == 1 && error.contains("was not closed in order"), "{error}");
        let (streams, _) = done(&place, "audit list --platform");
        assert!(!streams.contains("reading/stream"), "{streams}");
    });
}
