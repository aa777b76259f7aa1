//! Guessing: how many attempts are possible, and what an attacker can learn.

use std::time::{Duration, Instant};

use serde_json::json;
use waybill_tests::{Browser, Place, Tab, run};

use crate::{ANN, PASSWORD, comparable, own, records, shared};

/// covers: [LOGIN-05]
#[test]
fn of_two_hundred_concurrent_wrong_passwords_only_the_allowed_number_is_checked() {
    run(async {
        let first = Browser::new(shared());
        let mut browsers = Vec::new();
        for _ in 0..200 {
            let mut browser = first.beside();
            browser.visit().await;
            browsers.push(browser);
        }
        let since = Instant::now();
        let mut attempts = Vec::new();
        for (number, mut browser) in browsers.into_iter().enumerate() {
            // Spellings of a name share a counter.
            let name = ["ann", "ANN", " ann ", "Ann"][number % 4];
            attempts.push(tokio::spawn(async move {
                browser.log_in(name, &format!("wrong password {number}")).await
            }));
        }
        let (mut judged, mut delayed) = (0, 0);
        for attempt in attempts {
            let answer = attempt.await.expect("an answer");
            match answer.status {
                401 => judged += 1,
                429 => {
                    let wait = answer.header("retry-after").expect("how long to wait");
                    assert!(wait.parse::<u64>().expect("seconds") >= 1);
                    assert!(answer.json()["error"]["retry_after_ms"].as_i64().expect("ms") >= 0);
                    delayed += 1;
                }
                other => panic!("{other}: {}", answer.json()),
            }
        }
        // Five at once; then one after 1 s, 2 s, 4 s ..., depending on how long this took.
        let later = (0..6).filter(|n| since.elapsed() >= Duration::from_secs((1 << n) - 1)).count();
        assert!(judged <= 5 + later, "{judged} of 200 were checked");
        assert!(delayed >= 190 - later, "{delayed} of 200 were delayed");
    });
}

/// covers: [LOGIN-05]
#[test]
fn an_unknown_user_and_a_wrong_password_give_the_same_response() {
    run(async {
        let (mut one, mut other) =
            (Browser::visiting(shared()).await, Browser::visiting(shared()).await);
        let wrong = one.log_in(ANN, "a wrong password").await;
        let unknown = other.log_in("nobody-of-this-name", "a wrong password").await;
        assert_eq!((wrong.status, unknown.status), (401, 401));
        assert_eq!(comparable(wrong.json()), comparable(unknown.json()));
        let names = |answer: &waybill_tests::Answer| -> Vec<String> {
            answer.headers.iter().map(|(name, _)| name.clone()).collect()
        };
        assert_eq!(names(&wrong), names(&unknown));
    });
}

/// This is not a statistical proof, which needs thousands of samples and a long test run: it only checks that no path
/// is shorter by a whole password hash, by the processor time of a server of its own.
///
/// covers: [LOGIN-05]
#[test]
fn an_unknown_user_takes_as_long_as_a_wrong_password() {
    run(async {
        let server = own(&Place::new()).await;
        let mut seconds = [0.0, 0.0];
        for round in 0..24 {
            let mut browser = Browser::visiting(&server).await;
            let name = if round % 2 == 0 { ANN } else { "nobody-of-this-name" };
            let before = server.processor_seconds();
            assert_eq!(browser.log_in(name, "a wrong password").await.status, 401);
            seconds[round % 2] += server.processor_seconds() - before;
        }
        let [wrong, unknown] = seconds;
        assert!(wrong > 0.1, "{wrong} s for 12 hashes are none");
        assert!(unknown > wrong * 0.4 && wrong > unknown * 0.4, "{wrong} s and {unknown} s");
        server.stop();
    });
}

/// The session log as seen by others must not reveal whether a name has an account.
///
/// covers: [LOGIN-05]
#[test]
fn the_log_of_an_attempt_does_not_reveal_whether_the_name_exists() {
    run(async {
        let mut seen = Vec::new();
        for name in [ANN, "nobody-of-this-name"] {
            let mut browser = Browser::visiting(shared()).await;
            let mut tab = Tab::open(&mut browser).await;
            assert_eq!(browser.log_in(name, "a wrong password").await.status, 401);
            let signed_out = |tab: &Tab| {
                tab.changes.iter().any(|change| change["event"]["type"] == "access.authenticate")
            };
            tab.receive_until(signed_out).await;
            let mut all = tab.changes.clone();
            all.extend(records(&mut browser).await);
            let mut later = Tab::open(&mut browser).await;
            later.receive_until(|tab| !tab.snapshots.is_empty()).await;
            all.extend(later.snapshots.clone());
            let text = serde_json::to_string(&all).expect("JSON");
            assert!(!text.contains(name), "the name is revealed: {text}");
            seen.push(text.matches("\"value\":").count());
        }
        assert_eq!(seen[0], seen[1]);
    });
}

/// covers: [LOGIN-05]
#[test]
fn the_owner_of_a_name_sees_it_in_the_log() {
    run(async {
        let mut browser = Browser::visiting(shared()).await;
        // Another account was tried before from the same browser.
        assert_eq!(browser.log_in("nobody-of-this-name", "a wrong password").await.status, 401);
        browser.sign_in(ANN, PASSWORD).await;
        let text = serde_json::to_string(&records(&mut browser).await).expect("JSON");
        assert!(text.contains(r#""value":"ann""#), "{text}");
    });
}

#[test]
fn the_rate_of_new_sessions_per_source_is_limited() {
    run(async {
        let settings = "new_sessions_a_minute = 20\n";
        let server = Place::new().with_settings(settings).start();
        let mut kept = Browser::visiting(&server).await;
        let mut refused = 0;
        for _ in 0..30 {
            let answer = kept.beside().get("session").await;
            if answer.status == 429 {
                assert_eq!(answer.code(), "too_many_sessions");
                assert!(
                    answer.header("retry-after").is_some() && answer.header("set-cookie").is_none()
                );
                refused += 1;
            }
        }
        assert!(refused >= 5, "{refused} of 30 were rejected");
        // Requests with the cookie are not affected, and neither are other sources.
        assert_eq!(kept.get("session").await.status, 200);
        assert_eq!(kept.post("ui/auth/login", json!({})).await.status, 400);
        assert_eq!(Browser::new(&server).get("session").await.status, 200);
    });
}
