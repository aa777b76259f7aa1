//! The questions of an auditor, each answered by a command that docs/audit-questions.md names: who did what, by which
//! means, in which session and from which address.
//!
//! One day of one installation is played for all questions; each then asks the command line.

mod day;

use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};
use waybill_tests::Place;

use day::day;

/// The output of a command that succeeds.
fn printed(place: &Place, arguments: &[&str]) -> String {
    // A journal is open in one process at a time.
    static ASKING: Mutex<()> = Mutex::new(());
    let _asking = ASKING.lock().unwrap_or_else(PoisonError::into_inner);
    let output = place.run(arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {error}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The lines about an event that `waybill audit show` prints.
fn shown(stream: &str, event: &str) -> Vec<String> {
    let table = printed(&day().place, &["audit", "show", stream, "--data", "{data}"]);
    let lines = table.lines().filter(|line| line.split_whitespace().any(|word| word == event));
    let lines: Vec<String> = lines.map(str::to_owned).collect();
    assert!(!lines.is_empty(), "no {event} in {table}");
    lines
}

/// The records of an event that `waybill audit show --json` prints.
fn recorded(stream: &str, event: &str) -> Vec<Value> {
    let lines = printed(&day().place, &["audit", "show", stream, "--json", "--data", "{data}"]);
    let records = lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("a record"));
    let records: Vec<Value> = records.filter(|record| record["event"]["type"] == event).collect();
    assert!(!records.is_empty(), "no {event} in {lines}");
    records
}

fn assert_says(line: &str, words: &[&str]) {
    for word in words {
        assert!(line.contains(word), "no '{word}' in: {line}");
    }
}

fn ann_at_her_desk() -> [String; 2] {
    let day = day();
    let (session, address) = &day.desk;
    [format!("ann ({})", day.ann), format!("session {session} from {address}")]
}

fn assert_by_ann_at_her_desk(line: &str) {
    let words = ann_at_her_desk();
    assert_says(line, &words.each_ref().map(String::as_str));
}

/// The words for this test's user of the operating system, who runs the commands.
fn command_line() -> String {
    use std::os::unix::fs::MetadataExt as _;
    let owner = std::fs::metadata("/proc/self").expect("this process").uid();
    format!("command line of uid {owner}")
}

/// covers: [AUD-06]
#[test]
fn who_revoked_this_session() {
    let lines = shown(&day().forgotten, "login.revoke");
    assert_by_ann_at_her_desk(&lines[0]);
    let record = &recorded(&day().forgotten, "revoke")[0];
    assert_eq!(record["who"], day().ann);
    assert_eq!(record["event"]["by"]["session"], day().desk.0);
    // The address is no part of the log, so it can be erased.
    assert!(record["event"]["by"]["address"]["personal"].is_string(), "{record}");
    assert!(!record.to_string().contains(&day().desk.1), "{record}");
}

/// covers: [AUD-06]
#[test]
fn who_ended_the_sessions_of_a_disabled_user() {
    let lines = shown(&day().session_of_bob, "login.revoke");
    assert_says(&lines[0], &["system", &command_line()]);
}

/// covers: [AUD-06]
#[test]
fn from_where_did_ann_sign_in_to_this_session() {
    let lines = shown(&day().desk.0, "login.access.authenticate");
    assert_says(&lines[0], &[&ann_at_her_desk()[1]]);
}

/// covers: [AUD-06]
#[test]
fn who_made_the_first_administrator() {
    let from = format!(" from {}", day().set_up_from);
    for (stream, event) in
        [("setup".to_owned(), "setup.claim"), (format!("user/{}", day().ann), "account.create")]
    {
        assert_says(&shown(&stream, event)[0], &["anonymous", "session ", &from]);
    }
}

/// covers: [AUD-06]
#[test]
fn who_made_bob() {
    let lines = shown(&format!("user/{}", day().bob), "account.create");
    assert_says(&lines[0], &["system", &command_line()]);
}

/// covers: [AUD-06]
#[test]
fn who_disabled_bob() {
    let lines = shown(&format!("user/{}", day().bob), "account.disable");
    assert_says(&lines[0], &["system", &command_line()]);
}

/// covers: [AUD-06]
#[test]
fn who_changed_the_password_of_bob() {
    let lines = shown(&format!("user/{}", day().bob), "account.set_password");
    // An expired password is changed before the sign-in is complete.
    assert_says(&lines[0], &["anonymous", "session ", " from 127."]);
}

/// covers: [AUD-06]
#[test]
fn who_made_this_token() {
    let made = recorded(&format!("user/{}", day().ann), "make_token");
    let found = made.iter().find(|record| record["event"]["id"] == day().used_token);
    let by = &found.expect("the token")["event"]["by"];
    assert_eq!(by["means"], "command_line", "{by}");
    assert!(command_line().ends_with(&format!(" {}", by["os_uid"])), "{by}");
}

/// covers: [AUD-06]
#[test]
fn who_revoked_this_token() {
    let stream = format!("user/{}", day().ann);
    assert_by_ann_at_her_desk(&shown(&stream, "account.revoke_token")[0]);
    assert_eq!(recorded(&stream, "revoke_token")[0]["event"]["id"], day().revoked_token);
}

/// covers: [AUD-06]
#[test]
fn who_made_a_link_for_a_new_device_of_bob() {
    let lines = shown(&format!("user/{}", day().bob), "account.allow_device");
    assert_by_ann_at_her_desk(&lines[0]);
}

/// covers: [AUD-06]
#[test]
fn who_reset_the_password_of_carl() {
    let lines = shown(&format!("user/{}", day().carl), "account.allow_password");
    // The first link came with the account.
    assert_by_ann_at_her_desk(&lines[1]);
}

/// covers: [AUD-06]
#[test]
fn who_installed_and_who_removed_the_licence() {
    for event in ["licence.install", "licence.remove"] {
        assert_by_ann_at_her_desk(&shown("licence", event)[0]);
    }
    // Beside the means, the machine's own field is the person.
    assert_eq!(recorded("licence", "install")[0]["event"]["by"]["person"], day().ann);
}

/// covers: [AUD-06]
#[test]
fn who_made_this_project() {
    assert_by_ann_at_her_desk(&shown("project/one", "project.create")[0]);
}

/// covers: [AUD-06]
#[test]
fn which_token_requested_this_support_bundle() {
    let streams = printed(&day().place, &["audit", "list", "--platform", "--data", "{data}"]);
    let stream = streams.split_whitespace().find(|word| word.starts_with("support_bundle/"));
    let lines = shown(stream.expect("a bundle"), "support_bundle.create");
    let token = format!("token {} from 127.", day().used_token);
    assert_says(&lines[0], &[&format!("ann ({})", day().ann), &token]);
}

/// covers: [AUD-06, EVT-03]
#[test]
fn does_the_log_verify_and_replay_with_its_actors() {
    for arguments in [
        &["audit", "verify", "--data", "{data}"][..],
        &["audit", "replay", "--data", "{data}"],
        &["audit", "replay", "--platform", "--data", "{data}"],
    ] {
        printed(&day().place, arguments);
    }
}

/// covers: [AUD-06]
#[test]
fn who_downloaded_this_support_bundle() {
    let streams = printed(&day().place, &["audit", "list", "--platform", "--data", "{data}"]);
    let stream = streams.split_whitespace().find(|word| word.starts_with("support_bundle/"));
    let token = format!("token {} from 127.", day().used_token);
    let ann = format!("ann ({})", day().ann);
    assert_says(&shown(stream.expect("a bundle"), "support_bundle.download")[0], &[&ann, &token]);
    assert_says(&shown("reading/support_bundle", "reading.open")[0], &[&ann, &token]);
}

/// The records of an event whose subject is a log file.
fn of_log(event: &str, id: &str) -> Vec<Value> {
    let mut records = recorded("reading/log", event);
    records.retain(|record| record["event"]["subject"]["id"] == id);
    records
}

/// covers: [AUD-06]
#[test]
fn who_read_this_log() {
    assert_by_ann_at_her_desk(&shown("reading/log", "reading.open")[0]);
    let opened = of_log("open", "access-audit.log");
    // Reading on is no other opening.
    assert_eq!(opened.len(), 1, "{opened:?}");
    assert_eq!(opened[0]["event"]["subject"]["service"], "access");
    assert_eq!(opened[0]["event"]["by"]["session"], day().desk.0);
}

/// covers: [AUD-06]
#[test]
fn which_token_read_this_log() {
    let opened = of_log("open", "router-service.log");
    assert_eq!(opened[0]["event"]["by"]["token"], day().used_token);
}

/// covers: [AUD-06]
#[test]
fn who_downloaded_this_log() {
    assert_by_ann_at_her_desk(&shown("reading/log", "reading.download")[0]);
    assert_eq!(of_log("download", "access-audit.log").len(), 1);
}

/// covers: [AUD-06]
#[test]
fn who_downloaded_the_log_of_this_session() {
    assert_by_ann_at_her_desk(&shown("reading/session", "reading.download")[0]);
    let subject = &recorded("reading/session", "download")[0]["event"]["subject"];
    assert_eq!(subject["session"], day().desk.0);
}

/// covers: [AUD-06]
#[test]
fn who_read_the_log_of_bob_on_the_command_line() {
    let stream = format!("user/{}", day().bob);
    shown(&stream, "account.create");
    assert_says(&shown("reading/stream", "reading.open")[0], &["system", &command_line()]);
    let subjects: Vec<Value> = recorded("reading/stream", "open")
        .iter()
        .map(|record| record["event"]["subject"].clone())
        .collect();
    assert!(subjects.contains(&json!({"kind": "stream", "stream": stream})), "{subjects:?}");
}

/// covers: [AUD-06]
#[test]
fn who_started_and_who_stopped_the_server() {
    for event in ["server.start", "server.stop"] {
        let lines = shown("server", event);
        assert_eq!(lines.len(), 3, "{lines:?}");
        for line in &lines {
            assert_says(line, &["system", &command_line()]);
        }
    }
    assert_eq!(recorded("server", "start")[0]["event"]["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(recorded("server", "stop")[0]["event"]["reason"], "signal");
}

/// covers: [AUD-06]
#[test]
fn who_changed_this_setting() {
    let starts = recorded("server", "start");
    let changed = |at: usize| starts[at]["event"]["changed"].clone();
    let setting = json!({"is": "value", "value": "\"nobody\""});
    assert_eq!(changed(0)["installation.access.mfa_required"], setting);
    // The second start is with the same settings.
    assert_eq!(changed(1), json!({}));
    let setting = json!({"is": "value", "value": "200"});
    assert_eq!(changed(2), json!({"new_sessions_a_minute": setting}));
    assert_eq!(starts[2]["event"]["by"]["means"], "command_line");
}

/// covers: [AUD-06]
#[test]
fn who_repaired_the_data_directory() {
    assert_says(&shown("server", "server.repair")[0], &["system", &command_line()]);
    let steps = recorded("server", "repair")[0]["event"]["steps"].to_string();
    assert!(steps.contains("sessions: ") && steps.contains("HEAD.tmp"), "{steps}");
}

/// covers: [AUD-06]
#[test]
fn who_failed_to_sign_in_as_ann_and_from_where() {
    let stream = format!("user/{}", day().ann);
    let lines = shown(&stream, "account.fail_sign_in");
    // The second guess of the same source is only counted, and the count is recorded when the server stops.
    assert_eq!(lines.len(), 2, "{lines:?}");
    for (line, record) in lines.iter().zip(recorded(&stream, "fail_sign_in")) {
        assert_says(line, &["anonymous", &format!(" from {}", day().guessed_from)]);
        let event = &record["event"];
        assert_eq!((&event["step"], &event["times"]), (&json!("password"), &json!(1)));
    }
}
