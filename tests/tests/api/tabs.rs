//! Several tabs of one session: each gets all changes, in order, once.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use waybill_tests::{Browser, Hello, Place, Server, Tab, run};

use crate::{own, records, shared, signed_in};

/// Asserts that the tab's sequence numbers continue from here without gaps or duplicates.
fn assert_gapless(tab: &Tab, from: u64) {
    let seqs = tab.seqs();
    let expected: Vec<u64> = (from..from + seqs.len() as u64).collect();
    assert_eq!(seqs, expected);
}

/// A server on which a visitor may record more than usual.
fn roomy() -> Server {
    let limits = "[limits.session]\nrecorded_bytes = { at_once = 4000000, a_minute = 1000000 }\n";
    Place::new().with_settings(limits).start()
}

/// covers: [PUSH-01, EVT-02]
#[test]
fn every_transition_arrives_in_the_second_tab_in_order_and_once() {
    run(async {
        let mut browser = Browser::visiting(shared()).await;
        let mut first = Tab::open(&mut browser).await;
        let mut second = Tab::open(&mut browser).await;
        assert_ne!(first.welcome["tab"], second.welcome["tab"]);
        assert_eq!(first.welcome["epoch"], second.welcome["epoch"]);
        assert_eq!(first.start().await["type"], "ack");
        for number in 0..25 {
            let tab = if number % 3 == 0 { &mut second } else { &mut first };
            let answer = tab.go(&format!("/login?n={number}")).await;
            assert_eq!(answer["type"], "ack", "{answer}");
            // A reply never arrives before the changes of its command.
            assert!(tab.seq() >= answer["seq"].as_u64().expect("a number"));
        }
        let newest = first.seq().max(second.seq());
        for tab in [&mut first, &mut second] {
            tab.receive_until(|tab| tab.seq() >= newest).await;
            tab.receive_for(Duration::from_millis(200)).await;
            assert_gapless(tab, 1);
        }
        assert!(first.changes == second.changes, "the tabs saw different things");
        // Exactly the stored records were pushed.
        assert!(records(&mut browser).await == first.changes, "something else was stored");
    });
}

/// covers: [PUSH-01]
#[test]
fn a_resumed_tab_continues_without_gap_or_duplicate() {
    run(async {
        let mut browser = Browser::visiting(shared()).await;
        let mut stays = Tab::open(&mut browser).await;
        let mut leaves = Tab::open(&mut browser).await;
        stays.command("startup", json!({"type": "start"})).await;
        leaves.go("/login").await;
        let (before, id) = (leaves.changes.clone(), leaves.welcome["tab"].clone());
        let newest = leaves.seq();
        let resume = json!({"epoch": leaves.welcome["epoch"], "seq": newest});
        drop(leaves);
        for number in 0..5 {
            stays.go(&format!("/login?n={number}")).await;
        }
        let hello = Hello::of(&mut browser).await.with("tab", id.clone()).with("resume", resume);
        // Until the server has noticed that the old socket is closed, the tab gets another id.
        let since = Instant::now();
        let mut back = loop {
            let back = Tab::open_with(&browser, &hello).await;
            assert_eq!(back.welcome["resumed"], true);
            if back.welcome["tab"] == id {
                break back;
            }
            assert!(since.elapsed() < Duration::from_secs(60), "the old socket is not seen to go");
            tokio::time::sleep(Duration::from_millis(20)).await;
        };
        let seq = stays.seq();
        back.receive_until(|tab| tab.seq() >= seq).await;
        assert_gapless(&back, newest + 1);
        let all: Vec<Value> = before.into_iter().chain(back.changes.clone()).collect();
        stays.receive_until(|tab| tab.seq() >= seq).await;
        assert!(all == stays.changes, "{:?}", stays.seqs());
        assert!(back.snapshots.is_empty());
    });
}

/// covers: [PUSH-01]
#[test]
fn a_tab_that_is_too_far_behind_or_of_another_epoch_gets_a_snapshot() {
    run(async {
        let server = roomy();
        let mut browser = Browser::visiting(&server).await;
        let first = Tab::open(&mut browser).await;
        let epoch = first.welcome["epoch"].clone();
        // Each socket may send fifty commands per second, so several of them share the work.
        let mut busy = Vec::new();
        for _ in 0..12 {
            let mut tab = Tab::open(&mut browser).await;
            busy.push(tokio::spawn(async move {
                for number in 0..45 {
                    assert_eq!(tab.go(&format!("/login?n={number}")).await["type"], "ack");
                }
                tab.receive_until(|tab| tab.seq() >= 540).await;
                tab.changes
            }));
        }
        let mut seen: Vec<Vec<Value>> = Vec::new();
        for tab in busy {
            let changes = tab.await.expect("it worked");
            seen.push(changes.into_iter().take_while(|change| change["seq"] != 541).collect());
        }
        let longest = seen.iter().max_by_key(|changes| changes.len()).expect("some").clone();
        for changes in &seen {
            // Each started at a different time; from there on all saw the same changes.
            assert!(changes[..] == longest[longest.len() - changes.len()..]);
        }
        for (resume, resumed) in [
            (json!({"epoch": epoch, "seq": 1}), false),
            (json!({"epoch": epoch, "seq": 100_000}), false),
            (json!({"epoch": "another", "seq": 530}), false),
            (json!({"epoch": epoch, "seq": 530}), true),
            (json!({"epoch": epoch, "seq": 541}), true),
        ] {
            let hello = Hello::of(&mut browser).await.with("resume", resume.clone());
            let mut tab = Tab::open_with(&browser, &hello).await;
            assert_eq!(tab.welcome["resumed"], resumed, "{resume}");
            tab.receive_until(|tab| resumed || !tab.snapshots.is_empty()).await;
            tab.receive_for(Duration::from_millis(100)).await;
            assert_eq!(tab.snapshots.len(), usize::from(!resumed), "{resume}");
            if !resumed {
                assert_eq!(tab.snapshots[0]["seq"], tab.welcome["seq"]);
                assert!(tab.changes.is_empty());
            }
        }
    });
}

/// covers: [PUSH-02]
#[test]
fn a_tab_that_does_not_read_delays_no_other_and_loses_nothing() {
    run(async {
        let server = roomy();
        let mut browser = Browser::visiting(&server).await;
        let mut slow = Tab::open(&mut browser).await;
        let mut quick = Vec::new();
        for _ in 0..8 {
            let mut tab = Tab::open(&mut browser).await;
            quick.push(tokio::spawn(async move {
                for number in 0..40 {
                    assert_eq!(tab.go(&format!("/login?n={number}")).await["type"], "ack");
                }
            }));
        }
        for tab in quick {
            tab.await.expect("it worked");
        }
        slow.receive_until(|tab| tab.seq() >= 320).await;
        assert_gapless(&slow, 1);
    });
}

/// Start-up continues after sign-in and writes records.
async fn started(browser: &mut Browser) {
    let ready =
        |record: &serde_json::Value| record["machine"] == "startup" && record["to"] == "ready";
    while !records(browser).await.iter().any(ready) {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

/// covers: [EVT-09]
#[test]
fn a_duplicate_command_is_applied_once_also_after_a_crash() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let mut browser = signed_in(&server).await;
        let mut tab = Tab::open(&mut browser).await;
        let event = json!({"type": "go", "path": "/login", "trigger": "link"});
        let first = tab.command_as("c_one", "navigation", event.clone(), None).await;
        let again = tab.command_as("c_one", "navigation", event.clone(), None).await;
        assert_eq!((first["type"].as_str(), &again), (Some("ack"), &first));
        // Another tab that sends the same id refers to the same command.
        let mut other = Tab::open(&mut browser).await;
        assert_eq!(other.command_as("c_one", "navigation", event.clone(), None).await, first);
        // A rejected command stays rejected: it must not be acknowledged because its id is known.
        let activity = json!({"type": "activity"});
        let refused = tab.command_as("c_two", "idle", activity.clone(), None).await;
        assert_eq!(refused["type"], "nack", "{refused}");
        let again = tab.command_as("c_two", "idle", activity.clone(), None).await;
        assert_eq!((&again["type"], &again["code"]), (&refused["type"], &refused["code"]));
        started(&mut browser).await;
        let stored = records(&mut browser).await;
        server.kill();

        let server = place.start();
        browser.address = server.address();
        browser.origin = format!("http://{}", server.address());
        let mut tab = Tab::open(&mut browser).await;
        assert_eq!(tab.command_as("c_one", "navigation", event, None).await, first);
        let again = tab.command_as("c_two", "idle", activity, None).await;
        assert_eq!((&again["type"], &again["code"]), (&refused["type"], &refused["code"]));
        assert!(records(&mut browser).await == stored, "something was stored twice");
    });
}

/// covers: [EVT-09]
#[test]
fn a_command_for_an_older_version_is_rejected_and_not_recorded() {
    run(async {
        let mut browser = Browser::visiting(shared()).await;
        let mut tab = Tab::open(&mut browser).await;
        let event = json!({"type": "go", "path": "/login", "trigger": "link"});
        assert_eq!(
            tab.command_as("c_1", "navigation", event.clone(), Some(0)).await["type"],
            "ack"
        );
        for expected in [0, 2, u64::MAX] {
            let answer = tab.command_as("c_2", "navigation", event.clone(), Some(expected)).await;
            assert_eq!((&answer["type"], &answer["code"]), (&json!("nack"), &json!("stale")));
            assert_eq!(answer["temporary"], true);
        }
        // The same id with the current version is a new attempt.
        assert_eq!(tab.command_as("c_2", "navigation", event, Some(1)).await["type"], "ack");
        assert!(records(&mut browser).await == tab.changes, "something else was stored");
    });
}

/// covers: [EVT-08, PUSH-01]
#[test]
fn a_tab_may_propose_only_listed_events() {
    use waybill_machines::MachineName;
    run(async {
        let mut browser = signed_in(shared()).await;
        let mut tab = Tab::open(&mut browser).await;
        tab.receive_until(|tab| !tab.snapshots.is_empty()).await;
        for machine in MachineName::ALL {
            let profile = machine.profile();
            let all = profile.events.iter().chain(profile.over_http);
            for event in all.filter(|event| !profile.proposals.contains(event)) {
                let event = json!({"type": event});
                let answer = tab.command(machine.as_str(), event.clone()).await;
                assert_eq!(answer["type"], "nack", "{machine} {event}: {answer}");
                assert_eq!(answer["temporary"], false);
                tokio::time::sleep(Duration::from_millis(25)).await;
            }
        }
        for (machine, event, code) in [
            ("nothing", json!({"type": "go"}), "unknown_machine"),
            ("navigation", json!({"type": "fly"}), "malformed_event"),
            ("navigation", json!({"type": "go", "path": 7, "trigger": "link"}), "malformed_event"),
            (
                "navigation",
                json!({"type": "go", "path": "/", "trigger": "link", "x": 1}),
                "malformed_event",
            ),
            ("navigation", json!([]), "malformed_event"),
            ("startup", json!(null), "malformed_event"),
        ] {
            let answer = tab.command(machine, event.clone()).await;
            assert_eq!(
                (&answer["type"], &answer["code"]),
                (&json!("nack"), &json!(code)),
                "{event}"
            );
            assert!(answer["message"].as_str().is_some_and(|message| message.len() > 10));
        }
        let id = tab.welcome["tab"].as_str().expect("an id").to_owned();
        let stored = records(&mut browser).await;
        let commands = stored.iter().filter_map(|record| record["command"].as_str());
        assert_eq!(commands.filter(|command| command.contains(&id)).count(), 0);
    });
}
