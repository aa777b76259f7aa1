//! Sessions of a released build continue under this one: their cookies are valid, and their machines accept new events.

use std::time::{Duration, Instant};

use waybill_engine::{Attachment, Body, Command, SessionCredentials, SessionToken};
use waybill_journal::Journal;
use waybill_machines::machines::{navigation, support_bundle};
use waybill_machines::{AnyState, MachineName};
use waybill_platform::secret::Secret;
use waybill_tests::platform::login_form;
use waybill_tests::{codes, run};

use crate::fixture::{Fixture, ReopenedEngine};

/// Navigates a tab of a session, and returns the resulting state.
async fn go(
    revived: &ReopenedEngine,
    fixture: &Fixture,
    browser: &str,
    path: &str,
) -> navigation::State {
    let credentials = revived.credentials(fixture, browser);
    let token = fixture.cookie(browser);
    let attachment = Attachment { tab: None, resume: None, token };
    let attached = revived.engine.attach(&credentials.session, attachment).await.expect("a tab");
    let event = serde_json::json!({"type": "go", "path": path, "trigger": "link"}).to_string();
    let command = Command {
        paid_by: None,
        id: None,
        machine: MachineName::Navigation,
        tab: Some(attached.tab.clone()),
        body: Body::Proposal(event),
        expected: None,
        who: None,
        presented: Some(credentials.token.clone()),
    };
    let seq = revived.engine.command(&credentials.session, command).await.expect("it is accepted");
    let records = revived.sessions.read(&credentials.session.stream(), seq, 1).expect("a record");
    let view = records[0].view().expect("a record");
    assert!(!view.event.contains("\"facts\":"), "a record repeats the facts: {}", view.event);
    let json = view.state.expect("it was accepted");
    match MachineName::Navigation.recorded_state(view.schema, json).expect("a state") {
        AnyState::Navigation(state) => state,
        other => panic!("{other:?}"),
    }
}

fn route(state: &navigation::State) -> String {
    match state {
        navigation::State::Settled { place, .. } => serde_json::to_value(place.route)
            .expect("a name")
            .as_str()
            .unwrap_or_default()
            .to_owned(),
        _ => "nowhere".to_owned(),
    }
}

/// covers: [EVT-02, EVT-06]
#[test]
fn signed_in_users_stay_signed_in_and_continue() {
    run(async {
        for fixture in Fixture::all() {
            let revived = fixture.engine();
            let ann = go(&revived, &fixture, "ann", "/admin/management/users").await;
            assert_eq!(route(&ann), "admin.management.users", "{}: ann is an admin", fixture.name);
            let bob = go(&revived, &fixture, "bob", "/admin/management/users").await;
            assert_ne!(
                route(&bob),
                "admin.management.users",
                "{}: bob is no administrator",
                fixture.name
            );
            go(&revived, &fixture, "visitor", "/packages").await;
            assert!(revived.engine.credentials_of(&fixture.cookie("bob_signed_out")).is_none());
        }
    });
}

/// covers: [EVT-06, MFA-01]
#[test]
fn a_pending_sign_in_can_be_completed() {
    run(async {
        for fixture in Fixture::all() {
            let revived = fixture.engine();
            let credentials = revived.credentials(&fixture, "ann_owes_a_code");
            assert_eq!(revived.login(&credentials).await, "otp_required");
            // The time step after the one in which the build was killed: no code of it was used.
            revived.clock.advance_ms(60_000);
            let secret = fixture.description["second_factor"]["secret"].as_str().expect("a secret");
            let seconds = u64::try_from(revived.now().as_ms() / 1_000).expect("after 1970");
            let code = Secret::new(codes::at(secret, seconds));
            revived
                .engine
                .submit_code(&credentials, code, false, Vec::new())
                .await
                .expect("the code is valid");
            assert_eq!(revived.login(&credentials).await, "signed_in");

            let carol = revived.credentials(&fixture, "carol_must_change_her_password");
            assert_eq!(revived.login(&carol).await, "password_expired");
        }
    });
}

/// covers: [EVT-06]
#[test]
fn calls_in_progress_end_as_interrupted() {
    run(async {
        for fixture in Fixture::all() {
            let revived = fixture.engine();
            let credentials =
                revived.credentials(&fixture, "cut_off_while_the_password_was_checked");
            assert_eq!(revived.login(&credentials).await, "signed_out");
            let (retried, token) =
                log_in(&revived, &credentials, "bob", fixture.password("bob")).await;
            assert_eq!((retried.name(), token.is_some()), ("signed_in", true));
            settles(&revived).await;
        }
    });
}

async fn log_in(
    revived: &ReopenedEngine,
    credentials: &SessionCredentials,
    user: &str,
    password: &str,
) -> (AnyState, Option<SessionToken>) {
    let form = login_form(user, password);
    let settled = revived.engine.log_in(credentials, form).await.expect("an answer");
    (settled.login, settled.token)
}

/// The pending support bundle is completed.
async fn settles(revived: &ReopenedEngine) {
    let since = Instant::now();
    loop {
        let bundles = revived.engine.snapshots("support_bundle/").expect("bundles");
        let is_under_way = |state: &AnyState| {
            matches!(state, AnyState::SupportBundle(support_bundle::State::Creating { .. }))
        };
        if !bundles.is_empty() && !bundles.iter().any(|bundle| is_under_way(&bundle.state)) {
            return;
        }
        assert!(since.elapsed() < Duration::from_secs(30), "{bundles:?}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
