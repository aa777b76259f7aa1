//! Sessions that should have ended before a start: the last process was killed between a change of what their user
//! signs in with and the ends of the sessions, or their time was over while no server ran.

use std::path::Path;
use std::sync::Arc;

use waybill_engine::{Body, Clock as _, Command, SessionCredentials, SessionToken, SystemClock};
use waybill_journal::{DurableJournal, DurableOptions};
use waybill_machines::MachineName;
use waybill_platform::access::{
    Accounts as _, Administration as _, Embedded, LinkUsed, MfaPolicy, Options, PasswordLinks as _,
};
use waybill_platform::secret::Secret;
use waybill_platform::streams::ChangeContext;
use waybill_platform::vault::Vault;
use waybill_tests::{Place, run};

use crate::engine::soon;
use crate::engine_fixture::EngineFixture;
use crate::saved_index::{file_of, signed_in};
use crate::unattended::DAY_MS;
use crate::{ANN, PASSWORD, own};

/// Which of these cookies open a session.
fn open(fixture: &EngineFixture, tokens: &[&SessionToken]) -> Vec<bool> {
    tokens.iter().map(|token| fixture.engine.session_of(token).is_some()).collect()
}

/// Changes the password in a session.
async fn change_password(fixture: &EngineFixture, credentials: &SessionCredentials) {
    let command = Command {
        paid_by: None,
        id: None,
        machine: MachineName::Password,
        tab: None,
        body: Body::Proposal(r#"{"type":"open"}"#.to_owned()),
        expected: None,
        who: None,
        presented: Some(credentials.token.clone()),
    };
    fixture.engine.command(&credentials.session, command).await.expect("it is accepted");
    let (current, new) = (Secret::new(PASSWORD), Secret::new("another horse 8 staple"));
    let settled = fixture.engine.change_password(credentials, current, new, Vec::new()).await;
    assert_eq!(settled.expect("an answer").state.name(), "changed");
}

/// The new password is recorded, and the ends of the sessions are not recorded.
///
/// covers: [EVT-06]
#[test]
fn a_kill_right_after_a_password_was_changed_leaves_the_session_that_changed_it() {
    run(async {
        let before = EngineFixture::new(MfaPolicy::Optional);
        before.user("ann").await;
        before.user("bob").await;
        let (credentials, here) = signed_in(&before, "ann").await;
        let (_, elsewhere) = signed_in(&before, "ann").await;
        let (_, of_bob) = signed_in(&before, "bob").await;
        let after = before.killed_after(change_password(&before, &credentials), true).await;
        // A server does this before it accepts a connection.
        after.engine.end_left_sessions().await;
        let next = after.restarted(after.clock.now());
        next.engine.end_left_sessions().await;
        for engine in [&after, &next] {
            assert_eq!(open(engine, &[&here, &elsewhere, &of_bob]), [true, false, true]);
        }
    });
}

/// covers: [EVT-06]
#[test]
fn a_kill_right_after_a_link_was_used_leaves_only_sessions_that_come_later() {
    run(async {
        let before = EngineFixture::new(MfaPolicy::Optional);
        let ann = before.user("ann").await;
        let (_, old) = signed_in(&before, "ann").await;
        let choose = async {
            let context = || ChangeContext::system(before.clock.now());
            let link = before.access.allow_password(ann, context()).await.expect("a link");
            let password = Secret::new(PASSWORD);
            let used = before.access.use_password_link(link.token, password, context()).await;
            assert_eq!(used.expect("it works"), LinkUsed::SignIn);
        };
        let after = before.killed_after(choose, true).await;
        after.engine.end_left_sessions().await;
        after.clock.advance_ms(1);
        let (_, new) = signed_in(&after, "ann").await;
        let next = after.restarted(after.clock.now());
        next.engine.end_left_sessions().await;
        for engine in [&after, &next] {
            assert_eq!(open(engine, &[&old, &new]), [false, true]);
        }
    });
}

/// covers: [EVT-06]
#[test]
fn a_kill_right_after_a_new_password_leaves_no_sign_in_that_began_with_the_old_one() {
    run(async {
        let before = EngineFixture::new(MfaPolicy::AllUsers);
        let ann = before.user("ann").await;
        let (credentials, _) = before.begin();
        assert_eq!(before.log_in(&credentials, "ann").await.0.name(), "enrol_required");
        // No call is pending that a start would end as interrupted.
        before.engine.mfa_state(&credentials.session).await.expect("a prepared enrolment");
        let reset = async {
            let context = ChangeContext::system(before.clock.now());
            before.access.reset_password(ann, context).await.expect("reset");
        };
        let after = before.killed_after(reset, true).await;
        after.engine.end_left_sessions().await;
        let login = after.engine.login_state(&credentials.session).await.expect("a state");
        assert_eq!(login.name(), "signed_out");
    });
}

/// The account has no second factor any longer, and the ends of the sessions are not recorded.
///
/// covers: [EVT-06, MFA-01]
#[test]
fn a_kill_right_after_a_second_factor_was_reset_leaves_only_sessions_that_come_later() {
    run(async {
        let before = EngineFixture::new(MfaPolicy::Optional);
        let ann = before.user("ann").await;
        before.user("bob").await;
        let (_, old) = signed_in(&before, "ann").await;
        let (_, of_bob) = signed_in(&before, "bob").await;
        let reset = async {
            let context = ChangeContext::system(before.clock.now());
            before.access.reset_mfa(ann, context).await.expect("reset");
        };
        let after = before.killed_after(reset, true).await;
        after.engine.end_left_sessions().await;
        after.clock.advance_ms(1);
        let (_, new) = signed_in(&after, "ann").await;
        let next = after.restarted(after.clock.now());
        next.engine.end_left_sessions().await;
        for engine in [&after, &next] {
            assert_eq!(open(engine, &[&old, &of_bob, &new]), [false, true, true]);
        }
    });
}

/// The client that has changed it goes away before it has the sessions ended.
///
/// covers: [PASS-03, PASS-04, MFA-01]
#[test]
fn sessions_end_without_the_client_that_has_changed_what_their_user_signs_in_with() {
    run(async {
        let fixture = EngineFixture::new(MfaPolicy::Optional);
        let (ann, access) = (fixture.user("ann").await, &fixture.access);
        let context = || ChangeContext::system(fixture.clock.now());
        // The last one leaves a password that is not known here.
        for what in ["a second factor", "a link", "a password"] {
            let (_, token) = signed_in(&fixture, "ann").await;
            match what {
                "a second factor" => {
                    access.reset_mfa(ann.clone(), context()).await.expect("reset");
                }
                "a link" => {
                    let link = access.allow_password(ann.clone(), context()).await;
                    let (token, password) = (link.expect("a link").token, Secret::new(PASSWORD));
                    let used = access.use_password_link(token, password, context()).await;
                    assert_eq!(used.expect("it works"), LinkUsed::SignIn);
                }
                _ => {
                    access.reset_password(ann.clone(), context()).await.expect("reset");
                }
            }
            soon(what, || fixture.engine.session_of(&token).is_none()).await;
            fixture.clock.advance_ms(1);
        }
    });
}

/// The data directory of a server that was killed between the record of a new password and the ends of the sessions.
///
/// covers: [EVT-06]
#[test]
fn a_server_serves_no_session_from_before_a_new_password() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let mut browser = crate::signed_in(&server).await;
        assert_eq!(browser.get("ui/auth/sessions").await.status, 200);
        server.kill();
        reset_password(&place.data()).await;
        let server = place.start();
        browser.move_to(&server);
        assert_eq!(browser.get("ui/auth/sessions").await.status, 403);
        // In another session no user has signed in.
        assert_eq!(browser.get("session").await.status, 200);
        assert_eq!(browser.get("ui/auth/sessions").await.status, 401);
    });
}

/// The command fails between its record and the ends of the sessions, since their journal is in use.
///
/// covers: [EVT-06, MFA-01]
#[test]
fn a_second_factor_that_a_command_has_reset_leaves_no_session_although_the_command_fails() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let mut browser = crate::signed_in(&server).await;
        assert_eq!(browser.get("ui/auth/sessions").await.status, 200);
        server.stop();
        let sessions = journal(&place.data(), "sessions");
        let failed = place.run(&["user", "reset-mfa", ANN, "--data", "{data}"]);
        assert!(!failed.status.success(), "{}", String::from_utf8_lossy(&failed.stdout));
        drop(sessions);
        let server = place.start();
        browser.move_to(&server);
        assert_eq!(browser.get("ui/auth/sessions").await.status, 403);
    });
}

/// A journal of a data directory that is not in use.
fn journal(data: &Path, name: &str) -> DurableJournal {
    let options = DurableOptions { preallocate: false, ..DurableOptions::default() };
    DurableJournal::open(&data.join("journal").join(name), options).expect("a journal")
}

/// Resets the password of the administrator in a data directory that is not in use, and does nothing else.
async fn reset_password(data: &Path) {
    let journal = journal(data, "platform");
    let vault = Vault::open(&data.join("vault"), None).expect("a vault");
    let access = Embedded::open(Arc::new(journal), Arc::new(vault), Options::default());
    let access = access.expect("the access service");
    let ann = access.person_named(ANN).await.expect("an answer").expect("the administrator");
    let context = ChangeContext::system(SystemClock.now());
    access.reset_password(ann, context).await.expect("reset");
}

/// covers: [SESS-01, EVT-06]
#[test]
fn a_sign_in_that_ran_out_while_no_server_ran_is_not_served() {
    run(async {
        for is_saved in [false, true] {
            let before = EngineFixture::new(MfaPolicy::Optional);
            before.user("ann").await;
            let (_, token) = signed_in(&before, "ann").await;
            if is_saved {
                before.engine.save_index(&file_of(&before), true).await.expect("saved");
            }
            let end = before.clock.now().plus_ms(DAY_MS / 2);
            let early = before.restarted(end.plus_ms(-1));
            assert_eq!(open(&early, &[&token]), [true]);
            // From the beginning, and before its end is recorded.
            let late = before.restarted(end);
            assert_eq!(open(&late, &[&token]), [false]);
            soon("its end is recorded", || late.engine.counts().0 == 0).await;
        }
    });
}
