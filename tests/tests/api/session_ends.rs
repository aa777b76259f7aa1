//! How long sign-ins last: the limits of the installation, activity, warnings, and what a restart does to them.

use std::time::{Duration, Instant};

use serde_json::json;
use waybill_engine::{Body, Clock as _, Command, Received, Sent, SessionCredentials, SessionToken};
use waybill_journal::Journal as _;
use waybill_machines::machines::{idle, login};
use waybill_machines::{AnyState, MachineName};
use waybill_platform::access::SessionSettings;
use waybill_tests::{Browser, Place, Tab, run};

use crate::engine_fixture::EngineFixture;
use crate::{ANN, PASSWORD};

const MINUTE_MS: i64 = 60_000;

fn half_an_hour() -> SessionSettings {
    SessionSettings { idle_minutes: Some(30), ..SessionSettings::default() }
}

/// A signed-in session whose requests have been seen.
async fn signed_in(fixture: &EngineFixture) -> (SessionCredentials, SessionToken) {
    fixture.user("ann").await;
    let (credentials, _) = fixture.begin();
    let token = fixture.log_in(&credentials, "ann").await.1.expect("a new cookie");
    fixture.engine.record_visit(&credentials.session, None, "a browser");
    (fixture.engine.credentials_of(&token).expect("a session"), token)
}

async fn idle_state(fixture: &EngineFixture, credentials: &SessionCredentials) -> idle::State {
    let state = fixture.engine.settle(&credentials.session, MachineName::Idle, &["checking"]).await;
    match state.expect("a state") {
        AnyState::Idle(state) => state,
        other => panic!("{other:?}"),
    }
}

/// Waits until the idle machine is in a state, in real time, although the engine's clock is stopped.
async fn becomes(
    fixture: &EngineFixture,
    credentials: &SessionCredentials,
    wanted: impl Fn(&idle::State) -> bool,
) -> idle::State {
    let since = Instant::now();
    loop {
        let state = idle_state(fixture, credentials).await;
        if wanted(&state) {
            return state;
        }
        assert!(since.elapsed() < Duration::from_secs(60), "{state:?}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// The minutes until a watched user's sign-in ends.
fn minutes_left(fixture: &EngineFixture, state: &idle::State) -> i64 {
    let limit = match state {
        idle::State::Watching { limit } => limit.expect("a limit"),
        idle::State::Warned { limit } => *limit,
        other => panic!("{other:?}"),
    };
    limit.until.ms_since(fixture.clock.now()) / MINUTE_MS
}

/// How many records the idle machine has written.
fn idle_records(fixture: &EngineFixture, credentials: &SessionCredentials) -> usize {
    let stream = credentials.session.stream();
    let records = fixture.journal.read(&stream, 1, 1_000).expect("the records");
    records.iter().filter(|record| record.view().expect("a record").machine == "idle").count()
}

fn is_warned(state: &idle::State) -> bool {
    matches!(state, idle::State::Warned { .. })
}

async fn stay(fixture: &EngineFixture, credentials: &SessionCredentials) {
    let starting = &["identifying", "gathering", "settling"];
    let started = fixture.engine.settle(&credentials.session, MachineName::Startup, starting);
    started.await.expect("the application has started");
    let command = Command {
        paid_by: None,
        id: None,
        machine: MachineName::Idle,
        tab: Some("t_0123456789abcdef".to_owned()),
        body: Body::Proposal(r#"{"type":"stay"}"#.to_owned()),
        expected: None,
        who: None,
        presented: Some(credentials.token.clone()),
    };
    fixture.engine.command(&credentials.session, command).await.expect("it is accepted");
}

async fn is_over(fixture: &EngineFixture, token: &SessionToken) {
    let since = Instant::now();
    while fixture.engine.session_of(token).is_some() {
        assert!(since.elapsed() < Duration::from_secs(60), "the sign-in goes on");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// covers: [SESS-01]
#[test]
fn activity_in_any_tab_moves_the_end_and_a_user_who_is_away_is_warned() {
    run(async {
        let fixture = EngineFixture::with_sessions(half_an_hour());
        let (credentials, token) = signed_in(&fixture).await;
        assert_eq!(minutes_left(&fixture, &idle_state(&fixture, &credentials).await), 30);
        let before = idle_records(&fixture, &credentials);
        for _ in 0..20 {
            fixture.clock.advance_ms(MINUTE_MS);
            fixture.engine.record_activity(&credentials.session);
        }
        assert_eq!(idle_records(&fixture, &credentials), before, "activity is not recorded");
        fixture.clock.advance_ms(8 * MINUTE_MS);
        let moved = |state: &idle::State| {
            matches!(state, idle::State::Watching { .. }) && minutes_left(&fixture, state) == 22
        };
        becomes(&fixture, &credentials, moved).await;

        let mut tab = fixture.attach(&token, None).await.expect("a tab");
        fixture.clock.advance_ms(20 * MINUTE_MS);
        let warned = becomes(&fixture, &credentials, is_warned).await;
        assert_eq!(minutes_left(&fixture, &warned), 2);
        stay(&fixture, &credentials).await;
        let stays = idle_state(&fixture, &credentials).await;
        assert!(!is_warned(&stays));
        assert_eq!(minutes_left(&fixture, &stays), 30);

        fixture.clock.advance_ms(28 * MINUTE_MS);
        becomes(&fixture, &credentials, is_warned).await;
        fixture.clock.advance_ms(2 * MINUTE_MS - 1);
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert!(fixture.engine.session_of(&token).is_some());
        fixture.clock.advance_ms(1);
        is_over(&fixture, &token).await;
        let mut sent = String::new();
        loop {
            match tab.outbox.receive().await {
                Received::Message(Sent::Text { json, .. }) => sent.push_str(&json),
                Received::Message(Sent::Reauthorise) => break,
                other => panic!("{other:?}"),
            }
        }
        // The tab was warned, and then had to be able to offer the sign-in in place.
        for part in [r#""state":"warned""#, "browser.sign_in_again", "session_idle"] {
            assert!(sent.contains(part), "{part}: {sent}");
        }
    });
}

/// covers: [SESS-01, EVT-06]
#[test]
fn a_start_counts_as_activity_since_what_was_reported_before_is_not_known() {
    run(async {
        let fixture = EngineFixture::with_sessions(half_an_hour());
        let (credentials, token) = signed_in(&fixture).await;
        let at = fixture.clock.now().plus_ms(29 * MINUTE_MS);
        let next = fixture.restarted(at);
        let moved = |state: &idle::State| {
            matches!(state, idle::State::Watching { .. }) && minutes_left(&next, state) == 30
        };
        becomes(&next, &credentials, moved).await;
        next.clock.advance_ms(28 * MINUTE_MS);
        becomes(&next, &credentials, is_warned).await;
        next.clock.advance_ms(2 * MINUTE_MS);
        is_over(&next, &token).await;
    });
}

/// covers: [SESS-01]
#[test]
fn activity_of_a_session_that_is_unknown_or_over_counts_for_nothing() {
    run(async {
        let fixture = EngineFixture::with_sessions(half_an_hour());
        let (credentials, token) = signed_in(&fixture).await;
        let (other, _) = fixture.begin();
        fixture.engine.record_activity(&other.session);
        fixture.clock.advance_ms(28 * MINUTE_MS);
        becomes(&fixture, &credentials, is_warned).await;
        // It is too late for a report: who is warned answers the warning.
        fixture.engine.record_activity(&credentials.session);
        fixture.clock.advance_ms(2 * MINUTE_MS);
        is_over(&fixture, &token).await;
        fixture.engine.record_activity(&credentials.session);
    });
}

/// covers: [SESS-01, LOGIN-05]
#[test]
fn a_sign_in_lasts_as_long_as_the_configuration_says() {
    run(async {
        let settings = "[installation.access]\nmfa_required = \"nobody\"\n\
            [installation.access.sessions]\nabsolute_hours = 1\nremembered_hours = 2\nidle_minutes = 5\n";
        let place = Place::new().with_settings(settings);
        let server = place.start();
        let mut admin = Browser::visiting(&server).await;
        admin.set_up(&server, ANN, PASSWORD).await;
        let form = json!({"user": ANN, "password": PASSWORD, "type": "login"});
        for (remember, max_age, hours) in [("true", Some("7200"), 2), ("false", None, 1)] {
            let mut browser = Browser::visiting(&server).await;
            let path = format!("ui/auth/login?_spring_security_remember_me={remember}");
            let answer = browser.post(&path, form.clone()).await;
            assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
            let cookie = answer.header("set-cookie").expect("a new cookie").to_owned();
            let age = cookie.split("; ").find_map(|part| part.strip_prefix("Max-Age="));
            assert_eq!(age, max_age);

            let mut tab = Tab::open(&mut browser).await;
            tab.receive_until(|tab| !tab.snapshots.is_empty()).await;
            let state = |machine: &str| {
                let mut all = tab.snapshots.iter().flat_map(|snapshot| {
                    snapshot["machines"].as_array().cloned().unwrap_or_default()
                });
                let found = all.find(|entry| entry["machine"] == machine).expect("a machine");
                found["state"].clone()
            };
            let signed_in: login::State = serde_json::from_value(state("login")).expect("a state");
            let login::State::SignedIn { since, until, .. } = signed_in else {
                panic!("{signed_in:?}")
            };
            assert_eq!(until.ms_since(since), hours * 60 * MINUTE_MS);
            let idle: idle::State = serde_json::from_value(state("idle")).expect("a state");
            let idle::State::Watching { limit: Some(limit) } = idle else { panic!("{idle:?}") };
            assert_eq!(limit.until.ms_since(since), 5 * MINUTE_MS);

            // Nothing answers a report, and nothing is recorded of it.
            tab.start().await;
            tab.send_json(&json!({"type": "activity"})).await;
            let nack = tab.command("idle", json!({"type": "stay"})).await;
            assert_eq!(nack["code"], "not_in_this_state", "{nack}");
            let of_idle = tab.changes.iter().filter(|change| change["machine"] == "idle");
            assert_eq!(of_idle.count(), 1, "only the refusal");
            tab.send_json(&json!({"type": "activity", "at": "2026-01-01T00:00:00Z"})).await;
            assert_eq!(tab.close_code().await, 4501);
        }
    });
}

/// covers: [SESS-01]
#[test]
fn all_tabs_are_warned_of_and_one_answers_for_all() {
    run(async {
        let settings = "[installation.access]\nmfa_required = \"nobody\"\n\
            [installation.access.sessions]\nidle_minutes = 30\n";
        let place = Place::new().with_settings(settings).with_flag("--qa");
        let server = place.start();
        let mut admin = Browser::visiting(&server).await;
        admin.set_up(&server, ANN, PASSWORD).await;
        // The session that puts the clock forward, and the one that is looked at.
        let mut tester = Browser::visiting(&server).await;
        tester.sign_in(ANN, PASSWORD).await;
        let mut browser = Browser::visiting(&server).await;
        browser.sign_in(ANN, PASSWORD).await;
        let mut tabs = [Tab::open(&mut browser).await, Tab::open(&mut browser).await];
        tabs[0].start().await;
        let became = |state: &'static str| {
            move |tab: &Tab| {
                let idle = tab.changes.iter().rev().find(|change| change["machine"] == "idle");
                idle.is_some_and(|change| change["to"] == state)
            }
        };
        for round in 0..2 {
            let forward = json!({"advance_ms": 28 * MINUTE_MS});
            assert_eq!(tester.post("qa/clock", forward).await.status, 200);
            for tab in &mut tabs {
                tab.receive_until(became("warned")).await;
            }
            // The tester's session is warned of as well, and goes on.
            let mut own = Tab::open(&mut tester).await;
            own.start().await;
            assert_eq!(own.command("idle", json!({"type": "stay"})).await["type"], "ack");
            if round == 0 {
                let stay = tabs[1].command("idle", json!({"type": "stay"})).await;
                assert_eq!(stay["type"], "ack", "{stay}");
                for tab in &mut tabs {
                    tab.receive_until(became("watching")).await;
                }
            }
        }
        let forward = json!({"advance_ms": 2 * MINUTE_MS});
        assert_eq!(tester.post("qa/clock", forward).await.status, 200);
        for tab in &mut tabs {
            assert_eq!(tab.close_code().await, 4001);
            let expired =
                tab.changes.iter().find(|change| change["event"]["type"] == "expire_idle");
            let calls = expired.expect("the end of the sign-in")["calls"].to_string();
            assert!(calls.contains("browser.sign_in_again"), "{calls}");
        }
        assert_eq!(browser.get("session/records").await.status, 403);
        assert_eq!(tester.get("session/records").await.status, 200);
    });
}

/// covers: [SESS-01]
#[test]
fn durations_that_are_not_sensible_are_refused_at_the_start() {
    let place = Place::new().with_settings(
        "[installation.access.sessions]\nabsolute_hours = 24\nremembered_hours = 12\n",
    );
    let output = place.start_fails("127.0.0.1:0");
    let printed = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(printed.contains("access.sessions.remembered_hours"), "{printed}");
}
