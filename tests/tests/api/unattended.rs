//! The engine without clients: rejections are recorded, deadlines and interrupted calls are handled after a restart,
//! and a failing service leaves no machine waiting.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;
use waybill_engine::{
    Attachment, Body, Clock as _, Command, NackCode, SessionCredentials, SessionToken,
};
use waybill_journal::Journal as _;
use waybill_machines::MachineName;
use waybill_platform::access::MfaPolicy;
use waybill_platform::retention::{Retention, RetentionAnswer};
use waybill_tests::platform::login_form;
use waybill_tests::run;

use crate::engine_fixture::EngineFixture;

pub(crate) const DAY_MS: i64 = 24 * 3_600_000;
const TAB: &str = "t_0123456789abcdef";
/// The states in which start-up is collecting facts.
pub(crate) const STARTING: &[&str] = &["identifying", "gathering", "settling"];

/// The records of a session, read without loading the session.
fn records(fixture: &EngineFixture, credentials: &SessionCredentials) -> Vec<Value> {
    let stored =
        fixture.journal.read(&credentials.session.stream(), 1, 1_000).expect("it can be read");
    stored.iter().map(|record| serde_json::from_str(&record.line).expect("JSON")).collect()
}

/// Waits until the records of a session satisfy a condition.
async fn recorded(
    fixture: &EngineFixture,
    credentials: &SessionCredentials,
    as_needed: impl Fn(&[Value]) -> bool,
) {
    let since = Instant::now();
    while !as_needed(&records(fixture, credentials)) {
        let shown = records(fixture, credentials);
        assert!(since.elapsed() < Duration::from_secs(60), "still {shown:#?}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

async fn propose(
    fixture: &EngineFixture,
    credentials: &SessionCredentials,
    machine: MachineName,
    event: &str,
) -> String {
    let command = Command {
        paid_by: None,
        id: None,
        machine,
        tab: None,
        body: Body::Proposal(event.to_owned()),
        expected: None,
        who: None,
        presented: None,
    };
    let answer = fixture.engine.command(&credentials.session, command).await;
    answer.map_or_else(|nack| nack.code.to_string(), |_| "accepted".to_owned())
}

/// covers: [EVT-02]
#[test]
fn rejections_are_recorded_up_to_a_limit_per_minute() {
    run(async {
        let fixture = EngineFixture::new(MfaPolicy::Optional);
        let (credentials, _) = fixture.begin();
        let refused = || {
            let records = records(&fixture, &credentials);
            records.iter().filter(|record| !record["refused"].is_null()).count()
        };
        let cancel = || propose(&fixture, &credentials, MachineName::Login, r#"{"type":"cancel"}"#);
        // A rejection does not create the stream of a session without records.
        assert_eq!(cancel().await, "not_in_this_state");
        assert!(records(&fixture, &credentials).is_empty());
        fixture.go(&credentials, TAB).await.expect("it is accepted");
        assert_eq!(cancel().await, "not_in_this_state");
        assert_eq!(refused(), 1);
        let records = records(&fixture, &credentials);
        let last = records.last().expect("a record");
        assert_eq!((&last["machine"], &last["event"]["type"]), (&"login".into(), &"cancel".into()));
        assert_eq!(last["refused"]["code"], "not_in_this_state");

        for _ in 0..30 {
            assert_eq!(cancel().await, "not_in_this_state", "it is answered all the same");
        }
        assert_eq!(refused(), 20);
        fixture.clock.advance_ms(59_999);
        cancel().await;
        assert_eq!(refused(), 20, "the minute is not over");
        fixture.clock.advance_ms(1);
        cancel().await;
        assert_eq!(refused(), 21);
    });
}

/// covers: [EVT-06]
#[test]
fn a_deadline_fires_after_a_restart_without_a_client() {
    run(async {
        let before = EngineFixture::new(MfaPolicy::Optional);
        before.user("ann").await;
        let (credentials, _) = before.begin();
        let token = before.log_in(&credentials, "ann").await.1.expect("a cookie");
        // No call is pending that would load the session after the restart.
        before
            .engine
            .settle(&credentials.session, MachineName::Startup, STARTING)
            .await
            .expect("ready");
        let after = before.restarted(before.clock.now());
        let last = |records: &[Value]| records.last().expect("a record")["event"].clone();
        after.clock.advance_ms(DAY_MS / 2 - 1);
        assert_ne!(last(&records(&after, &credentials))["type"], "close");
        after.clock.advance_ms(1);
        recorded(&after, &credentials, |records| last(records)["reason"] == "expired").await;
        // A record is visible in the journal a little before the engine has applied it.
        after.engine.inspect(&credentials.session).await.expect("a state");
        assert!(after.engine.session_of(&token).is_none());
    });
}

/// covers: [EVT-06]
#[test]
fn a_call_interrupted_by_a_crash_ends_without_a_client() {
    run(async {
        let before = EngineFixture::new(MfaPolicy::Optional);
        before.user("ann").await;
        let (credentials, _) = before.begin();
        let form = login_form("ann", crate::PASSWORD);
        // The call can be stored and its answer cannot; then the server stops.
        before.journal.faults().out_of_space_after(1);
        before.engine.log_in(&credentials, form).await.expect_err("the answer was not stored");
        let requested = records(&before, &credentials);
        assert_eq!(requested.last().expect("a record")["to"], "checking");

        let after = before.restarted(before.clock.now());
        recorded(&after, &credentials, |records| records.len() > requested.len()).await;
        let records = records(&after, &credentials);
        let answer = &records[requested.len()];
        assert_eq!(answer["event"]["type"], "access.authenticate");
        assert_eq!(answer["event"]["outcome"], "interrupted");
        assert_eq!(answer["to"], "signed_out");
        assert!(!answer["cause"].is_null(), "{answer}");
    });
}

/// A service that panics.
struct Panics;

impl Retention for Panics {
    fn enabled(&self) -> RetentionAnswer<'_> {
        panic!("this service panics, as the test wants it")
    }
}

/// covers: [EVT-06]
#[test]
fn a_service_that_panics_leaves_no_machine_waiting() {
    run(async {
        let fixture = EngineFixture::with_retention(MfaPolicy::Optional, Arc::new(Panics));
        fixture.user("root").await;
        let (credentials, _) = fixture.begin();
        let token = fixture.log_in(&credentials, "root").await.1.expect("a cookie");
        let credentials = fixture.engine.credentials_of(&token).expect("a valid cookie");
        fixture
            .engine
            .settle(&credentials.session, MachineName::Startup, STARTING)
            .await
            .expect("ready");
        let requested =
            propose(&fixture, &credentials, MachineName::Retention, r#"{"type":"ask"}"#).await;
        assert_eq!(requested, "accepted");
        recorded(&fixture, &credentials, |records| {
            let answer =
                records.iter().find(|record| record["event"]["type"] == "retention.status");
            answer.is_some_and(|answer| answer["event"]["outcome"] == "interrupted")
        })
        .await;
    });
}

/// covers: [LOGIN-02]
#[test]
fn a_tab_is_attached_only_with_the_currently_valid_cookie() {
    run(async {
        let fixture = EngineFixture::new(MfaPolicy::Optional);
        fixture.user("ann").await;
        let (credentials, old) = fixture.begin();
        let new = fixture.log_in(&credentials, "ann").await.1.expect("a cookie");
        // The session was looked up by the old cookie, which was renewed before the socket attached.
        let attach = async |token: &SessionToken| {
            let token = SessionToken::parse(token.expose()).expect("a token");
            let attachment = Attachment { tab: None, resume: None, token };
            fixture.engine.attach(&credentials.session, attachment).await
        };
        let refused = attach(&old).await.map(|_| ()).expect_err("it counts no more");
        assert_eq!(refused.code, NackCode::Reauthorise);
        attach(&new).await.map(|_| ()).expect("this one is valid");
    });
}
