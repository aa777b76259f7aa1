//! The server crashes while it works, or its disk fails.

use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use waybill_tests::{Browser, Place, Tab, can_run, run};

use crate::{ANN, PASSWORD, own, records, signed_in};

/// covers: [EVT-02, EVT-06, PUSH-01]
#[test]
fn after_a_kill_sessions_continue_and_nothing_acknowledged_is_lost() {
    run(async {
        let place = Place::new();
        let mut server = own(&place).await;
        let mut browser = signed_in(&server).await;
        let mut known: Vec<Value> = Vec::new();
        let mut last: Option<Tab> = None;
        for round in 0..3 {
            let mut tab = match &last {
                None => Tab::open(&mut browser).await,
                Some(last) => Tab::resume(&mut browser, last).await,
            };
            let mut second = Tab::open(&mut browser).await;
            let mut acknowledged = Vec::new();
            let (mut doomed, mut killing) = (Some(server), None);
            // The server is killed in between; what was acknowledged by then must be stored.
            for number in 0.. {
                tokio::time::sleep(Duration::from_millis(21)).await;
                if number == 8 + round
                    && let Some(server) = doomed.take()
                {
                    killing = Some(tokio::task::spawn_blocking(move || server.kill()));
                }
                let answer = tab.go(&format!("/login?n={round}{number}")).await;
                if answer["type"] != "ack" {
                    break;
                }
                acknowledged.push(answer["seq"].as_u64().expect("a number"));
            }
            killing.expect("it is being killed").await.expect("it was killed");
            assert!(acknowledged.len() >= 8, "{acknowledged:?}");
            second.receive_until(|_| false).await;
            server = place.start();
            browser.move_to(&server);
            let stored = records(&mut browser).await;
            let seqs: Vec<u64> =
                stored.iter().filter_map(|record| record["seq"].as_u64()).collect();
            assert_eq!(seqs, (1..=stored.len() as u64).collect::<Vec<_>>(), "a gap or a repeat");
            assert!(stored.starts_with(&known), "what was stored before has changed");
            assert!(acknowledged.iter().all(|seq| seqs.contains(seq)), "acknowledged, and lost");
            // Everything that was sent to a tab is stored: only durable changes are sent.
            for change in tab.changes.iter().chain(&second.changes) {
                assert!(stored.contains(change), "sent, but lost: {change}");
            }
            known = stored;
            last = Some(tab);
        }
        assert_eq!(browser.get("ui/auth/current").await.json()["name"], ANN);
        server.stop();
        let replayed = place.run(&["audit", "replay", "--data", "{data}"]);
        assert!(replayed.status.success(), "{}", String::from_utf8_lossy(&replayed.stdout));
    });
}

/// covers: [EVT-06]
#[test]
fn pending_calls_end_as_interrupted_after_a_crash() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let mut browsers = Vec::new();
        for _ in 0..12 {
            let mut browser = Browser::visiting(&server).await;
            let tab = Tab::open(&mut browser).await;
            browsers.push((browser, tab));
        }
        let mut logins = Vec::new();
        for (browser, _) in &browsers {
            let mut browser = browser.clone();
            logins.push(tokio::spawn(async move {
                // The connection breaks together with the server.
                browser.log_in(ANN, "a wrong password").await.status
            }));
        }
        // All passwords are being checked: hashing takes time, and only few are hashed concurrently.
        for (_, tab) in &mut browsers {
            tab.receive_until(|tab| tab.changes.iter().any(|change| change["to"] == "checking"))
                .await;
        }
        server.kill();
        for login in logins {
            login.await.expect("it ended");
        }
        let server = place.start();
        let mut interrupted = 0;
        for (browser, tab) in &mut browsers {
            browser.move_to(&server);
            let mut tab = Tab::resume(browser, tab).await;
            let answer = |change: &Value| change["event"]["type"] == "access.authenticate";
            let seen = |tab: &Tab| tab.changes.iter().any(answer);
            if !seen(&tab) {
                tab.receive_for(Duration::from_millis(500)).await;
            }
            let mut all = records(browser).await;
            let since = Instant::now();
            while !all.iter().any(answer) && since.elapsed() < Duration::from_secs(30) {
                tokio::time::sleep(Duration::from_millis(20)).await;
                all = records(browser).await;
            }
            let answers: Vec<&Value> = all.iter().filter(|change| answer(change)).collect();
            assert_eq!(answers.len(), 1, "each call has one answer");
            interrupted += usize::from(answers[0]["event"]["outcome"] == "interrupted");
            assert!(answers[0]["cause"]["record"].as_str().is_some());
            // The form is available again: the same session may retry.
            let retried = browser.log_in("nobody", "a wrong password").await;
            assert_eq!(retried.status, 401, "{}", retried.json());
        }
        assert!(interrupted > 0, "the server answered all of them before it was killed");
    });
}

/// covers: [EVT-06]
#[test]
fn requests_succeed_when_the_log_cannot_be_written() {
    run(async {
        // As with a log on a full disk: each line is lost, and the server continues.
        let place = Place::new().started_by(&["sh", "-c", r#"exec "$0" "$@" 2>/dev/full"#]);
        let server = own(&place).await;
        let mut browser = signed_in(&server).await;
        let reported = browser.post("ui/clientErrors", json!({"what": "it broke"})).await;
        assert_eq!(reported.status, 200);
        let mut tab = Tab::open(&mut browser).await;
        assert_eq!(tab.go("/packages").await["type"], "ack");
        assert!(server.stop().success());
    });
}

/// The behaviour of a server whose disk fails to sync.
async fn with_failing_disk(failure: &str) {
    let place = Place::new();
    let fifo = place.path("fiu");
    let place = place.started_by(&["fiu-run", "-x", "-f", fifo.to_str().expect("a path")]);
    let server = own(&place).await;
    let mut browser = signed_in(&server).await;
    let mut tab = Tab::open(&mut browser).await;
    let mut acknowledged = Vec::new();
    for number in 0..5 {
        acknowledged.push(tab.go(&format!("/login?n={number}")).await["seq"].clone());
    }
    let status = Command::new("fiu-ctrl")
        .args(["-f", fifo.to_str().expect("a path"), "-c", failure])
        .arg(server.id().to_string())
        .status();
    assert!(status.expect("fiu-ctrl runs").success());
    let answer = tab.go("/login?n=lost").await;
    assert_ne!(answer["type"], "ack", "what was not stored was acknowledged");
    let seen = tab.changes.len();
    let status = server.wait();
    assert_eq!(status.code(), Some(1), "{failure}");
    assert!(place.log().contains("journal"), "{}", place.log());

    // The disk works again.
    let well = place.clone().started_by(&[]);
    let server = well.start();
    browser.move_to(&server);
    let stored = records(&mut browser).await;
    for seq in &acknowledged {
        assert!(stored.iter().any(|record| record["seq"] == *seq), "acknowledged, and lost");
    }
    assert!(tab.changes[..seen].iter().all(|change| stored.contains(change)), "sent, but lost");
    let mut again = Browser::visiting(&server).await;
    again.sign_in(ANN, PASSWORD).await;
}

/// covers: [EVT-02]
#[test]
fn a_disk_that_does_not_sync_stops_the_server_before_it_acknowledges_anything() {
    let is_there = Command::new("fiu-run").arg("-h").output().is_ok();
    if !can_run(is_there, "failing syncs need fiu-run (Debian's fiu-utils)") {
        return;
    }
    run(async {
        with_failing_disk("enable name=posix/io/sync/*").await;
        // A full disk.
        with_failing_disk("enable name=posix/io/rw/pwrite*,failinfo=28").await;
    });
}

/// covers: [EVT-09]
#[test]
fn each_of_many_concurrent_sessions_keeps_its_order() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let mut work = Vec::new();
        for _ in 0..16 {
            let mut browser = Browser::visiting(&server).await;
            work.push(tokio::spawn(async move {
                let mut tab = Tab::open(&mut browser).await;
                tab.start().await;
                for number in 0..10 {
                    assert_eq!(tab.go(&format!("/login?n={number}")).await["type"], "ack");
                }
                let stored = records(&mut browser).await;
                let newest = stored.len() as u64;
                tab.receive_until(|tab| tab.seq() >= newest).await;
                assert!(tab.changes == stored);
            }));
        }
        for one in work {
            one.await.expect("it worked");
        }
        server.stop();
        let verified = place.run(&["audit", "verify", "--data", "{data}"]);
        assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    });
}
