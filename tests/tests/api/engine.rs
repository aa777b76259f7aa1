//! The engine without sockets, on a manually advanced clock and a journal whose disk can fill up.

use std::time::{Duration, Instant};

use futures_util::FutureExt as _;
use waybill_engine::{Attached, Clock as _, NackCode, Received, Sent};
use waybill_journal::Journal as _;
use waybill_machines::machines::{login, startup};
use waybill_machines::rules::licence::Licence;
use waybill_machines::{AnyState, MachineName};
use waybill_platform::access::{
    AccessError, Administration as _, Client, MfaPolicy, Setup as _, SetupRefused, Source,
};
use waybill_platform::handles::HANDLES_MAX;
use waybill_platform::licences::{Key, Licences as _};
use waybill_platform::secret::Secret;
use waybill_platform::streams::ChangeContext;
use waybill_tests::platform::login_form;
use waybill_tests::run;

use crate::PASSWORD;
use crate::engine_fixture::EngineFixture;

const DAY_MS: i64 = 24 * 3_600_000;

/// Waits until a condition holds, in real time, although the engine's clock is stopped.
pub(crate) async fn soon(what: &str, holds: impl Fn() -> bool) {
    let since = Instant::now();
    while !holds() {
        assert!(since.elapsed() < Duration::from_secs(60), "{what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[test]
fn a_setup_link_expires_to_the_millisecond() {
    run(async {
        let fixture = EngineFixture::new(MfaPolicy::Optional);
        let offer = fixture.access.setup_offer(ChangeContext::system(fixture.clock.now())).await;
        let link = offer.expect("an answer").expect("a link");
        let check = || fixture.access.setup_check(link.token.duplicate(), fixture.clock.now());
        fixture.clock.advance_ms(link.until.ms_since(fixture.clock.now()) - 1);
        assert_eq!(check().await.expect("it works"), link.until);
        fixture.clock.advance_ms(1);
        let refused = check().await.expect_err("it has expired");
        assert!(matches!(refused, AccessError::Setup(SetupRefused::Expired)), "{refused}");
        assert!(refused.to_string().len() > 20, "{refused}");
    });
}

/// covers: [PUSH-02]
#[test]
fn a_tab_that_does_not_read_is_notified_and_resumes_without_loss() {
    run(async {
        let fixture = EngineFixture::new(MfaPolicy::Optional);
        let (credentials, token) = fixture.begin();
        let mut slow = fixture.attach(&token, None).await.expect("a tab");
        for _ in 0..300 {
            fixture.go(&credentials, "t_0123456789abcdef").await.expect("it is accepted");
        }
        assert!(matches!(slow.outbox.receive().await, Received::Lagged));
        fixture.engine.detach(&credentials.session, slow.number).await;
        let back = fixture.attach(&token, Some(0)).await.expect("a tab");
        assert!(back.resumed);
        let text: String = back.backlog.iter().map(ToString::to_string).collect();
        for seq in 1..=back.seq {
            assert_eq!(text.matches(&format!("\"seq\":{seq},")).count(), 1, "{seq}");
        }
    });
}

/// covers: [EVT-02, EVT-06]
#[test]
fn an_answer_that_cannot_be_stored_is_reported_and_stored_when_there_is_space() {
    run(async {
        let fixture = EngineFixture::new(MfaPolicy::Optional);
        fixture.user("ann").await;
        let (credentials, _) = fixture.begin();
        let form = login_form("ann", "a wrong password");
        // The call can be stored, and its answer cannot.
        fixture.journal.faults().out_of_space_after(1);
        let nack = fixture.engine.log_in(&credentials, form).await.expect_err("it was not stored");
        assert!(fixture.journal.head(&credentials.session.stream()).is_some());
        assert!(nack.temporary, "{nack:?}");
        let refused = fixture.go(&credentials, "t_0123456789abcdef").await.expect_err("no room");
        assert!(refused.temporary);
        fixture.journal.faults().out_of_space(false);
        let state =
            fixture.engine.settle(&credentials.session, MachineName::Login, &["checking"]).await;
        assert_eq!(state.expect("it went on").name(), "signed_out");
    });
}

/// covers: [EVT-02]
#[test]
fn a_sign_in_for_which_there_is_no_place_is_refused_before_it_is_recorded() {
    run(async {
        let fixture = EngineFixture::new(MfaPolicy::Optional);
        fixture.user("ann").await;
        let (credentials, _) = fixture.begin();
        let sign_in = &fixture.engine.ports().sign_in;
        let (now, mut held) = (fixture.clock.now(), Vec::new());
        for source in ["one", "another"] {
            let client = Client::from(Source::named(source));
            // Attempts on one account are delayed first.
            let names = (0..).map(|number| Secret::new(format!("nobody-{number}")));
            held.extend(names.map_while(|name| sign_in.reserve(&name, &client, now).ok()));
        }
        let refused = fixture.engine.log_in(&credentials, login_form("ann", PASSWORD)).await;
        let busy = refused.expect_err("no place is left");
        assert_eq!((busy.code, busy.wait), (NackCode::Busy, Some(Duration::from_secs(2))));
        assert_eq!(fixture.journal.head(&credentials.session.stream()), None);
        drop(held);
        let (state, _) = fixture.log_in(&credentials, "ann").await;
        assert_eq!(state.name(), "signed_in");
    });
}

/// covers: [SESS-01]
#[test]
fn an_expired_session_ends_and_its_tabs_are_closed() {
    run(async {
        let fixture = EngineFixture::new(MfaPolicy::Optional);
        fixture.user("ann").await;
        let (credentials, _) = fixture.begin();
        let (state, token) = fixture.log_in(&credentials, "ann").await;
        assert_eq!(state.name(), "signed_in");
        let token = token.expect("a new cookie");
        let mut tab = fixture.attach(&token, None).await.expect("a tab");
        fixture.clock.advance_ms(DAY_MS / 2 - 1);
        tokio::time::sleep(Duration::from_millis(500)).await;
        assert!(fixture.engine.session_of(&token).is_some());
        fixture.clock.advance_ms(1);
        soon("the cookie is dead", || fixture.engine.session_of(&token).is_none()).await;
        loop {
            match tab.outbox.receive().await {
                Received::Message(Sent::Text { .. }) => {}
                Received::Message(Sent::Reauthorise) => break,
                other => panic!("{other:?}"),
            }
        }
        let refused = fixture.go(&credentials, "t_0123456789abcdef").await.expect_err("it is over");
        assert_eq!(refused.code, NackCode::SessionEnded);
    });
}

/// covers: [LOGIN-05]
#[test]
fn a_request_with_the_old_cookie_does_not_get_the_new_rights() {
    run(async {
        let fixture = EngineFixture::new(MfaPolicy::Optional);
        fixture.user("ann").await;
        let (planted, old) = fixture.begin();
        fixture.log_in(&planted, "ann").await;
        // Looked up before the cookie was renewed, and submitted afterwards.
        for refused in [
            fixture.go(&planted, "t_0123456789abcdef").await.map(|_| ()),
            fixture.engine.log_out(&planted).await.map(|_| ()),
        ] {
            assert_eq!(
                refused.expect_err("the cookie is no longer valid").code,
                NackCode::Reauthorise
            );
        }
        assert!(fixture.engine.credentials_of(&old).is_none());
        assert_eq!(
            fixture.engine.login_state(&planted.session).await.expect("it").name(),
            "signed_in"
        );
    });
}

/// covers: [LOGIN-05, MFA-01]
#[test]
fn disabling_a_user_ends_sessions_and_a_reset_ends_a_pending_sign_in() {
    run(async {
        let fixture = EngineFixture::new(MfaPolicy::Optional);
        fixture.user("root").await;
        let ann = fixture.user("ann").await;
        let (credentials, _) = fixture.begin();
        let token = fixture.log_in(&credentials, "ann").await.1.expect("a cookie");
        let context = ChangeContext::system(fixture.clock.now());
        fixture.access.set_enabled(ann, false, context).await.expect("disabled");
        soon("the session has ended", || fixture.engine.session_of(&token).is_none()).await;

        let fixture = EngineFixture::new(MfaPolicy::AllUsers);
        let bob = fixture.user("bob").await;
        let (credentials, _) = fixture.begin();
        assert_eq!(fixture.log_in(&credentials, "bob").await.0.name(), "enrol_required");
        // The password that was verified has been replaced since.
        fixture
            .access
            .reset_password(bob, ChangeContext::system(fixture.clock.now()))
            .await
            .expect("reset");
        let settled =
            fixture.engine.settle(&credentials.session, MachineName::Login, &["enrol_required"]);
        assert_eq!(settled.await.expect("it moved").name(), "signed_out");
    });
}

/// A process is killed after a user was disabled, and the next one starts.
fn leaves_no_session(has_room: bool) {
    run(async {
        let before = EngineFixture::new(MfaPolicy::Optional);
        before.user("root").await;
        let ann = before.user("ann").await;
        before.user("bob").await;
        let mut tokens = Vec::new();
        for name in ["ann", "bob"] {
            let (credentials, _) = before.begin();
            tokens.push(before.log_in(&credentials, name).await.1.expect("a cookie"));
        }
        let disable = async {
            let context = ChangeContext::system(before.clock.now());
            before.access.set_enabled(ann, false, context).await.expect("disabled");
        };
        let after = before.killed_after(disable, has_room).await;
        // A server does this before it accepts a connection.
        after.engine.end_left_sessions().await;
        let open = tokens.iter().map(|token| after.engine.session_of(token).is_some());
        assert_eq!(open.collect::<Vec<_>>(), [false, true]);
    });
}

/// The account is recorded as disabled, and the ends of its sessions are not recorded.
///
/// covers: [EVT-06, SCIM-03]
#[test]
fn a_kill_right_after_a_user_was_disabled_leaves_no_session() {
    leaves_no_session(true);
}

/// Their end cannot be recorded then; the start does not wait for it.
///
/// covers: [EVT-06, SCIM-03]
#[test]
fn a_start_on_a_full_disk_leaves_no_session_of_a_disabled_user_either() {
    leaves_no_session(false);
}

/// covers: [EVT-06, SCIM-03]
#[test]
fn a_user_who_is_enabled_again_gets_no_session_of_before_back() {
    run(async {
        let before = EngineFixture::new(MfaPolicy::Optional);
        before.user("root").await;
        let ann = before.user("ann").await;
        let (credentials, _) = before.begin();
        let old = before.log_in(&credentials, "ann").await.1.expect("a cookie");
        // This session begins before, and Ann signs in to it afterwards.
        let (visitor, visited) = before.begin();
        before.go(&visitor, "t_0123456789abcdef").await.expect("it is accepted");
        before.clock.advance_ms(1_000);
        let change = async {
            for is_enabled in [false, true] {
                let context = ChangeContext::system(before.clock.now());
                before.access.set_enabled(ann.clone(), is_enabled, context).await.expect("changed");
            }
        };
        let after = before.killed_after(change, true).await;
        after.engine.end_left_sessions().await;
        assert!(after.engine.session_of(&old).is_none());
        // The process that goes on ends it too, although Ann may sign in again when it looks.
        soon("the session has ended", || before.engine.session_of(&old).is_none()).await;

        after.clock.advance_ms(1_000);
        let credentials = after.engine.credentials_of(&visited).expect("a session");
        let new = after.log_in(&credentials, "ann").await.1.expect("a cookie");
        let next = after.restarted(after.clock.now());
        next.engine.end_left_sessions().await;
        assert!(next.engine.session_of(&new).is_some());
    });
}

#[test]
fn rejected_steps_leave_no_secret_that_waits() {
    run(async {
        let fixture = EngineFixture::new(MfaPolicy::Optional);
        fixture.user("ann").await;
        let (credentials, _) = fixture.begin();
        for _ in 0..=HANDLES_MAX {
            let code = Secret::new("123456");
            let nack = fixture.engine.submit_code(&credentials, code, false, Vec::new()).await;
            assert_ne!(nack.expect_err("no sign-in is pending").code, NackCode::Busy);
        }
        let (login, _) = fixture.log_in(&credentials, "ann").await;
        assert!(matches!(login, AnyState::Login(login::State::SignedIn { .. })), "{login:?}");
    });
}

#[test]
fn a_step_of_the_wall_clock_delays_no_new_session() {
    run(async {
        let fixture = EngineFixture::new(MfaPolicy::Optional);
        let begin = || (0..50).for_each(|_| drop(fixture.begin()));
        begin();
        for step_ms in [-600_000, 86_400_000, -86_400_000] {
            fixture.clock.advance_ms(step_ms);
            begin();
        }
    });
}

/// covers: [EVT-06]
#[test]
fn sessions_without_sign_in_expire_after_a_day() {
    run(async {
        let fixture = EngineFixture::new(MfaPolicy::Optional);
        let (credentials, token) = fixture.begin();
        fixture.go(&credentials, "t_0123456789abcdef").await.expect("it is accepted");
        fixture.clock.advance_ms(DAY_MS);
        soon("the session has ended", || fixture.engine.session_of(&token).is_none()).await;
        assert_eq!(fixture.engine.counts().0, 0);
        // A session without records expires without a record.
        let (idle, _) = fixture.begin();
        fixture.clock.advance_ms(DAY_MS);
        fixture.begin();
        assert_eq!(fixture.engine.counts().0, 1);
        let refused = fixture.go(&idle, "t_0123456789abcdef").await.expect_err("it is forgotten");
        assert_eq!(refused.code, NackCode::SessionEnded);
        assert!(fixture.journal.head(&idle.session.stream()).is_none());
    });
}

/// covers: [LIC-01, NAV-08]
#[test]
fn a_licence_expires_in_open_sessions_at_its_end_time() {
    run(async {
        let fixture = EngineFixture::new(MfaPolicy::Optional);
        fixture.user("root").await;
        let (credentials, _) = fixture.begin();
        let (_, token) = fixture.log_in(&credentials, "root").await;
        let token = token.expect("a cookie");
        let mut tab = fixture.attach(&token, None).await.expect("a tab");
        let effective = || async {
            let moving = &["identifying", "gathering", "settling"];
            let session = &credentials.session;
            let state = fixture.engine.settle(session, MachineName::Startup, moving).await;
            match state.expect("a state") {
                AnyState::Startup(startup::State::Ready { facts, .. }) => Some(facts.licence),
                _ => None,
            }
        };
        assert_eq!(effective().await, Some(Licence::Oss));
        let end = fixture.clock.now().plus_ms(DAY_MS / 4);
        let key = Key::new(Licence::Enterprise, None, Some(end)).expect("a key");
        let context = ChangeContext::system(fixture.clock.now());
        fixture
            .licences
            .install(key.to_text().into_bytes(), context)
            .await
            .expect("it is installed");
        let received = |tab: &mut Attached| {
            let mut received = String::new();
            while let Some(Received::Message(Sent::Text { json, .. })) =
                tab.outbox.receive().now_or_never()
            {
                received.push_str(&json);
            }
            received
        };
        let comes = |licence| {
            let effective = &effective;
            async move {
                let since = Instant::now();
                while effective().await != Some(licence) {
                    assert!(
                        since.elapsed() < Duration::from_secs(60),
                        "{licence:?} does not count"
                    );
                    tokio::time::sleep(Duration::from_millis(5)).await;
                }
            }
        };
        comes(Licence::Enterprise).await;
        fixture.clock.advance_ms(end.ms_since(fixture.clock.now()) - 1);
        tokio::time::sleep(Duration::from_millis(600)).await;
        assert_eq!(effective().await, Some(Licence::Enterprise));
        fixture.clock.advance_ms(1);
        comes(Licence::None).await;
        let received = received(&mut tab);
        assert_eq!(received.matches(r#""type":"facts_changed""#).count(), 2, "{received}");
    });
}
