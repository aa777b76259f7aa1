//! The questions of an auditor, each answered by a command that docs/audit-questions.md names: who did what, by which
//! means, in which session and from which address.
//!
//! One day of one installation is played for all questions; each then asks the command line.

use std::sync::{Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use waybill_tests::{Browser, Place, Request, run};

use crate::tokens::token_of;
use crate::{ANN, PASSWORD, own};

/// What was done on that day, by the ids under which it was done.
struct Day {
    place: Place,
    ann: String,
    bob: String,
    /// The session and the address in which Ann works.
    desk: (String, String),
    /// Her other session, which she revokes.
    forgotten: String,
    /// A session of Bob, whose account is disabled.
    session_of_bob: String,
    /// The token that is used, and the one that is revoked.
    used_token: String,
    revoked_token: String,
    /// The address from which a stranger guesses Ann's password.
    guessed_from: String,
}

fn day() -> &'static Day {
    static DAY: OnceLock<Day> = OnceLock::new();
    DAY.get_or_init(|| std::thread::scope(|scope| scope.spawn(played).join().expect("a day")))
}

fn played() -> Day {
    let mut day = None;
    run(async { day = Some(play().await) });
    day.expect("it was played")
}

async fn session_of(browser: &mut Browser) -> String {
    let sessions = browser.get("ui/auth/sessions").await.json();
    let sessions = sessions["sessions"].as_array().expect("sessions").clone();
    let current = sessions.into_iter().find(|session| session["current"] == true);
    current.expect("one")["id"].as_str().expect("an id").to_owned()
}

async fn delete(browser: &mut Browser, path: &str) -> u16 {
    let origin = browser.origin.clone();
    browser.send(Request::new("DELETE", path).header("origin", &origin)).await.status
}

async fn play() -> Day {
    let place = Place::new();
    assert!(own(&place).await.stop().success());
    let added = printed(&place, &["user", "add", "bob", "--data", "{data}"]);
    let given = added.rsplit(' ').next().expect("a password").trim().to_owned();
    let kept = token_of(&place, ANN, "1h");
    token_of(&place, ANN, "2h");

    let server = place.start();
    let mut desk = Browser::visiting(&server).await;
    desk.sign_in(ANN, PASSWORD).await;
    let address = desk.source().to_string();
    let mut stranger = Browser::visiting(&server).await;
    for _ in 0..2 {
        assert_eq!(stranger.log_in(ANN, "a guess").await.status, 401);
    }
    let mut elsewhere = desk.beside();
    elsewhere.visit().await;
    elsewhere.sign_in(ANN, PASSWORD).await;
    let forgotten = session_of(&mut elsewhere).await;
    let revoke = desk.post("ui/auth/sessions/revoke", json!({"id": forgotten})).await;
    assert_eq!(revoke.status, 200);

    let mut bob = Browser::visiting(&server).await;
    assert_eq!(bob.log_in("bob", &given).await.status, 200);
    let change = json!({"user": "bob", "current": given, "new": "seven blue staples 9"});
    assert_eq!(bob.post("ui/auth/changePassword", change).await.status, 200);
    bob.sign_in("bob", "seven blue staples 9").await;
    let session_of_bob = session_of(&mut bob).await;

    let tokens = desk.get("/access/api/v1/tokens").await.json();
    let tokens = tokens["tokens"].as_array().expect("tokens").clone();
    let id = |at: usize| tokens[at]["token_id"].as_str().expect("an id").to_owned();
    // The newest comes first.
    let (revoked_token, used_token) = (id(0), id(1));
    let path = format!("/access/api/v1/tokens/{revoked_token}");
    assert_eq!(delete(&mut desk, &path).await, 200);

    let key = printed(&place, &["licence", "make", "--type", "ENTERPRISE_PLUS"]);
    let installed = desk.post("system/licenses", json!({"licenseKey": key})).await;
    assert_eq!(installed.status, 200);
    assert_eq!(delete(&mut desk, "system/licenses").await, 200);
    let project = json!({"project_key": "one", "display_name": "One"});
    let created = desk.post("/access/api/v1/projects", project).await;
    assert!(created.status < 300, "{}", created.json());

    let logs = "/access/api/v1/system/logs/data?id=access-audit.log&file_size=0";
    for _ in 0..3 {
        assert_eq!(desk.get(logs).await.status, 200);
    }
    let download = "system/logs/download/access?id=access-audit.log";
    assert_eq!(desk.get(download).await.status, 200);
    assert_eq!(desk.get("session/trace").await.status, 200);

    let wanted = json!({"name": "by a program", "parameters": {"logs": {"include": false}}});
    let bearer = format!("Bearer {kept}");
    let create = Request::new("POST", "/artifactory/api/system/support/bundle/").json(&wanted);
    let created = Browser::new(&server).send(create.header("authorization", &bearer)).await;
    assert_eq!(created.status, 200);
    let bundle = created.json()["id"].as_str().expect("an id").to_owned();
    let with_token = |path: &str| Request::new("GET", path).header("authorization", &bearer);
    for path in [
        format!("ui/userSupport/downloadBundle/{bundle}"),
        format!("ui/userSupport/previewBundle/{bundle}"),
        "system/logs/data/router?id=router-service.log&file_size=0".to_owned(),
    ] {
        let since = Instant::now();
        while Browser::new(&server).send(with_token(&path)).await.status != 200 {
            assert!(since.elapsed() < Duration::from_secs(60), "{path} is not there");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    let users = desk.get("access/api/ui/users").await.json();
    let users = users["users"].as_array().expect("users").clone();
    let person = |name: &str| {
        let user = users.iter().find(|user| user["name"] == name).expect("a user");
        user["person"].as_str().expect("an id").to_owned()
    };
    let (ann, bob) = (person(ANN), person("bob"));
    let link = desk.post(&format!("access/api/ui/users/{bob}/deviceLink"), json!({})).await;
    assert_eq!(link.status, 200);
    let desk = (session_of(&mut desk).await, address);
    assert!(server.stop().success());
    printed(&place, &["user", "disable", "bob", "--data", "{data}"]);
    // What an interrupted write leaves behind, and another setting.
    std::fs::write(place.data().join("journal/sessions/HEAD.tmp"), "").expect("a file");
    printed(&place, &["fsck", "--repair", "--yes", "--data", "{data}"]);
    let changed = "new_sessions_a_minute = 200\n[installation.access]\nmfa_required = \"nobody\"\n";
    assert!(place.clone().with_settings(changed).start().stop().success());
    Day {
        place,
        ann,
        bob,
        desk,
        forgotten,
        session_of_bob,
        used_token,
        revoked_token,
        guessed_from: stranger.source().to_string(),
    }
}

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
