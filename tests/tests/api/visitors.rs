//! Sessions without sign-in are in a journal of their day, which is dropped as a whole; with a sign-in their records
//! move.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};
use waybill_tests::{Browser, Place, Server, Tab, run};

use crate::damage::damage_text;
use crate::{ANN, PASSWORD, own, records, signed_in, written};

/// The output of a command that succeeds.
fn output(place: &Place, arguments: &[&str]) -> String {
    let output = place.run(&[arguments, &["--data", "{data}"]].concat());
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(
        output.status.success(),
        "{arguments:?}: {text} {}",
        String::from_utf8_lossy(&output.stderr)
    );
    text
}

/// How many records each journal holds, by its name.
fn counts(place: &Place) -> Vec<(String, u64)> {
    let verified: Value =
        serde_json::from_str(&output(place, &["audit", "verify", "--json"])).expect("JSON");
    let journals = verified["journals"].as_object().expect("journals").iter();
    let count = |report: &Value| report["verified"]["records"].as_u64().expect("a number");
    journals.map(|(name, report)| (name.clone(), count(report))).collect()
}

fn count_of(place: &Place, is_named: impl Fn(&str) -> bool) -> u64 {
    counts(place).iter().filter(|(name, _)| is_named(name)).map(|(_, count)| count).sum()
}

fn of_visitors(name: &str) -> bool {
    name.starts_with("visitors/")
}

/// A visitor with a few records.
async fn visitor(server: &Server) -> Browser {
    let mut browser = Browser::visiting(server).await;
    let mut tab = Tab::open(&mut browser).await;
    tab.start().await;
    assert_eq!(tab.go("/login?from=here").await["type"], "ack");
    browser
}

fn id_of(sessions: &Value) -> String {
    let sessions = sessions["sessions"].as_array().expect("sessions");
    let current = sessions.iter().find(|session| session["current"] == true).expect("this one");
    current["id"].as_str().expect("an id").to_owned()
}

fn manifest(place: &Place) -> (PathBuf, Value) {
    let path = place.data().join("manifest.json");
    let manifest = serde_json::from_slice(&fs::read(&path).expect("a manifest")).expect("JSON");
    (path, manifest)
}

/// The name of the only journal of visitors.
fn day_of(place: &Place) -> String {
    let mut days: Vec<String> = fs::read_dir(place.data().join("journal/visitors"))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(days.len(), 1, "{days:?}");
    days.remove(0)
}

/// Makes the journal of visitors one of another day, as if so much time had gone by.
fn make_old(place: &Place, day: &str) {
    let today = day_of(place);
    let folder = place.data().join("journal/visitors");
    fs::rename(folder.join(&today), folder.join(day)).expect("renamed");
    let (path, mut manifest) = manifest(place);
    let parts = manifest["parts"].as_object_mut().expect("parts");
    let id = parts.remove(&format!("journal/visitors/{today}")).expect("it is named");
    parts.insert(format!("journal/visitors/{day}"), id);
    fs::write(path, serde_json::to_vec(&manifest).expect("JSON")).expect("written");
    // It names journals too, and is derived from them.
    let _ = fs::remove_file(place.data().join("sessions.index"));
}

/// covers: [EVT-06]
#[test]
fn visitors_leave_nothing_in_the_journal_of_sessions_until_they_sign_in() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let before = count_of(&place, |name| name == "sessions");
        for _ in 0..5 {
            visitor(&server).await;
        }
        // While the server runs, it is asked.
        assert_eq!(count_of(&place, |name| name == "sessions"), before);
        let visits = count_of(&place, of_visitors);
        assert!(visits >= 20, "{visits}");

        let mut browser = visitor(&server).await;
        let lines = records(&mut browser).await;
        browser.sign_in(ANN, PASSWORD).await;
        let id = id_of(&browser.get("ui/auth/sessions").await.json());
        let all = records(&mut browser).await;
        assert!(all.len() > lines.len() && lines.iter().all(|record| all.contains(record)));
        let running = output(&place, &["audit", "show", &id, "--json"]);
        assert!(running.lines().count() >= all.len());
        assert!(server.stop().success());

        let shown = output(&place, &["audit", "show", &id, "--json"]);
        assert!(shown.starts_with(&running));
        let moved = shown.lines().count() as u64;
        assert_eq!(count_of(&place, |name| name == "sessions"), before + moved);
        let listed: Value =
            serde_json::from_str(&output(&place, &["audit", "list", "--json"])).expect("JSON");
        let ids: Vec<&Value> =
            listed.as_array().expect("sessions").iter().map(|one| &one["session"]).collect();
        assert_eq!(ids.iter().filter(|one| ***one == json!(id)).count(), 1, "it is listed once");
        assert!(ids.len() >= 6);
        output(&place, &["audit", "replay"]);
        output(&place, &["fsck"]);
    });
}

/// covers: [EVT-06]
#[test]
fn visitors_and_users_continue_after_a_stop_and_after_a_kill() {
    run(async {
        let place = Place::new();
        let mut server = own(&place).await;
        let mut visiting = visitor(&server).await;
        let mut user = signed_in(&server).await;
        for is_killed in [false, true, false] {
            let before = (records(&mut visiting).await, records(&mut user).await);
            if is_killed {
                server.kill();
            } else {
                assert!(server.stop().success());
            }
            server = place.start();
            for browser in [&mut visiting, &mut user] {
                browser.move_to(&server);
            }
            let after = (records(&mut visiting).await, records(&mut user).await);
            assert_eq!(after.0[after.0.len() - before.0.len()..], before.0);
            assert!(before.1.iter().all(|record| after.1.contains(record)));
            let mut tab = Tab::open(&mut visiting).await;
            tab.start().await;
            assert_eq!(tab.go("/login?again=1").await["type"], "ack");
        }
        visiting.sign_in(ANN, PASSWORD).await;
        assert!(server.stop().success());
        output(&place, &["fsck"]);
    });
}

/// covers: [AUD-06]
#[test]
fn an_old_day_is_dropped_with_a_record_and_its_sessions_end() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let mut user = signed_in(&server).await;
        let mut visiting = visitor(&server).await;
        let kept = records(&mut user).await;
        assert!(server.stop().success());
        make_old(&place, "2026-01-02");
        let visits = count_of(&place, of_visitors);

        let server = place.start();
        written(&place.path("log"), "a journal of visitors was dropped").await;
        assert!(!place.data().join("journal/visitors/2026-01-02").exists());
        for browser in [&mut user, &mut visiting] {
            browser.move_to(&server);
        }
        let now = records(&mut user).await;
        assert!(kept.iter().all(|record| now.contains(record)), "the user's records are kept");
        assert_eq!(visiting.get("session/records").await.status, 403);
        // The browser gets another session.
        visiting.visit().await;
        visiting.sign_in(ANN, PASSWORD).await;
        let shown = output(&place, &["audit", "show", "server", "--json"]);
        let record = shown.lines().find(|line| line.contains("drop_visitors")).expect("a record");
        let record: Value = serde_json::from_str(record).expect("JSON");
        assert_eq!(record["event"]["day"], "2026-01-02");
        // The end of the session is a record too.
        assert_eq!(record["event"]["records"].as_u64(), Some(visits + 1), "{record}");
        assert_eq!(record["event"]["last"].as_str().map(str::len), Some(64));
        assert_eq!(record["event"]["by"]["means"], "command_line", "{record}");
        assert!(server.stop().success());
        output(&place, &["fsck"]);
        output(&place, &["audit", "replay", "--platform"]);
    });
}

/// covers: [EVT-06]
#[test]
fn a_day_that_is_missing_or_another_s_is_reported_and_one_that_was_being_made_is_removed() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        visitor(&server).await;
        assert!(server.stop().success());
        let refused = |words: &str| {
            let text =
                String::from_utf8_lossy(&place.start_fails("127.0.0.1:0").stderr).into_owned();
            assert!(text.contains(words), "{words}: {text}");
        };
        let folder = place.data().join("journal/visitors");
        let day = day_of(&place);
        fs::rename(folder.join(&day), place.path("aside")).expect("moved");
        refused(&format!("journal/visitors/{day} is missing or empty"));
        let described = place.run(&["fsck", "--repair", "--data", "{data}"]);
        assert_eq!(described.status.code(), Some(1));
        let described = String::from_utf8_lossy(&described.stdout).into_owned();
        assert!(described.contains(&day) && described.contains("would give it up"), "{described}");
        fs::rename(place.path("aside"), folder.join(&day)).expect("moved");
        // A stranger's journal of which nothing can be read keeps no user out.
        let head = folder.join(&day).join("HEAD");
        let whole = fs::read(&head).expect("a file");
        fs::write(&head, "nonsense").expect("written");
        assert!(!place.run(&["fsck", "--data", "{data}"]).status.success());
        let server = place.start();
        signed_in(&server).await;
        assert!(place.log().contains("a journal of visitors is left out"), "{}", place.log());
        assert!(server.stop().success());
        fs::write(&head, whole).expect("written");
        let other = folder.join("2026-01-02");
        fs::create_dir(&other).expect("a folder");
        refused("manifest.json does not name journal/visitors/2026-01-02");
        fs::write(other.join("file"), "unused").expect("a file");
        let (path, mut manifest) = manifest(&place);
        manifest["unused"] = json!(["journal/visitors/2026-01-02"]);
        fs::write(path, serde_json::to_vec(&manifest).expect("JSON")).expect("written");
        let server = place.start();
        assert!(!other.exists());
        signed_in(&server).await;
        assert!(server.stop().success());

        fs::remove_dir_all(folder.join(&day)).expect("removed");
        output(&place, &["fsck", "--repair", "--yes"]);
        let shown = output(&place, &["audit", "show", "server", "--json"]);
        assert!(shown.contains(&format!("journal/visitors/{day}: give up")), "{shown}");
        signed_in(&place.start()).await;
    });
}

/// covers: [EVT-06]
#[test]
fn a_damaged_day_is_named_and_visitors_continue_in_another_journal() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let mut user = signed_in(&server).await;
        visitor(&server).await;
        visitor(&server).await;
        assert!(server.stop().success());
        let day = day_of(&place);
        let db = place.data().join("journal/visitors").join(&day).join("gen-000001/db");
        damage_text(&db, b"navigation");
        assert!(!place.run(&["fsck", "--data", "{data}"]).status.success());

        let server = place.start();
        user.move_to(&server);
        assert!(!records(&mut user).await.is_empty());
        visitor(&server).await.sign_in(ANN, PASSWORD).await;
        assert!(place.data().join(format!("journal/visitors/{day}-2")).exists());
        assert!(place.log().contains(&day), "{}", place.log());
        assert!(server.stop().success());
    });
}
