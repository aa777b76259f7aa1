//! What signs no client in.

use serde_json::{Value, json};
use waybill_tests::{Browser, Place, Request, run};

use super::{
    CALLS, RESPONSE, accepted, begin, confirm, deny, granted, is_refused, outcome, refused,
    session, token, wrong_code,
};
use crate::{ANN, PASSWORD, own, signed_in};

/// covers: [CLI-01]
#[test]
fn three_wrong_codes_end_a_client_in_whatever_browser_they_are_typed() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let (mut one, mut other) = (signed_in(&server).await, signed_in(&server).await);
        let (session, code) = session(1);
        accepted(&begin(&one, &session).await);
        assert_eq!(outcome(&confirm(&mut one, &session, "ffff").await), wrong_code(2));
        // What cannot be a code costs no try.
        assert_eq!(confirm(&mut one, &session, "1").await.code(), "invalid_code");
        assert_eq!(outcome(&confirm(&mut other, &session, "ffff").await), wrong_code(1));
        accepted(&begin(&one, &session).await);
        let ended = refused("client_login_wrong_codes");
        assert_eq!(outcome(&confirm(&mut one, &session, "ffff").await), ended);
        assert_eq!(outcome(&confirm(&mut other, &session, &code).await), ended);
        is_refused(&token(&server, &session).await, "client_login_wrong_codes");
        is_refused(&begin(&one, &session).await, "client_login_used");
    });
}

/// covers: [CLI-01]
#[test]
fn one_of_two_browsers_grants_a_client_once() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let (mut one, mut other) = (signed_in(&server).await, signed_in(&server).await);
        let (session, code) = session(2);
        accepted(&begin(&one, &session).await);
        let both =
            tokio::join!(confirm(&mut one, &session, &code), confirm(&mut other, &session, &code));
        let mut outcomes = [outcome(&both.0), outcome(&both.1)];
        outcomes.sort_by(|one, other| one.0.cmp(&other.0));
        assert_eq!(outcomes, [granted(), refused("client_login_answered")]);
        // What was granted cannot be denied: the token is revoked in the profile.
        assert_eq!(outcome(&deny(&mut other, &session).await), refused("client_login_answered"));
        let (first, second) = tokio::join!(token(&server, &session), token(&server, &session));
        let mut statuses = [first.status, second.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 400]);
        // A replay of the confirmation grants nothing.
        let replayed = confirm(&mut one, &session, &code).await;
        assert_eq!(outcome(&replayed), refused("client_login_unknown"));
    });
}

/// covers: [CLI-01]
#[test]
fn a_denied_client_learns_that_and_stays_denied() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let mut page = signed_in(&server).await;
        let (session, code) = session(3);
        accepted(&begin(&page, &session).await);
        let denied = ("denied".to_owned(), Value::Null, Value::Null);
        assert_eq!(outcome(&deny(&mut page, &session).await), denied);
        is_refused(&token(&server, &session).await, "client_login_denied");
        let confirmed = confirm(&mut page, &session, &code).await;
        assert_eq!(outcome(&confirmed), refused("client_login_answered"));
    });
}

/// covers: [CLI-01, LOGIN-05]
#[test]
fn only_the_session_of_a_signed_in_user_confirms() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let mut page = signed_in(&server).await;
        let (session, code) = session(4);
        accepted(&begin(&page, &session).await);
        let body = json!({"session": session, "client_name": "JFrog-CLI", "code": code});
        // Without a session, without a sign-in, from another site, and with a token instead.
        let mut stranger = Browser::new(&server);
        assert_eq!(stranger.post(RESPONSE, body.clone()).await.status, 403);
        let mut visitor = Browser::visiting(&server).await;
        assert_eq!(confirm(&mut visitor, &session, &code).await.status, 401);
        let foreign = Request::new("POST", RESPONSE).header("origin", "https://evil.example");
        let foreign = page.send(foreign.json(&body)).await;
        assert_eq!((foreign.status, foreign.code().as_str()), (403, "foreign_origin"));
        let mut beside = Browser::new(&server);
        let bearer = Request::new("POST", RESPONSE)
            .header("authorization", &format!("Bearer waybill_{}", "0".repeat(64)));
        assert_ne!(beside.send(bearer.json(&body)).await.status, 200);
        is_refused(&token(&server, &session).await, "client_login_pending");
        // Each of these cost no try.
        assert_eq!(outcome(&confirm(&mut page, &session, &code).await), granted());
        // A client that has a token signs no other one in with it.
        let given = accepted(&token(&server, &session).await);
        let access = given["access_token"].as_str().expect("a token").to_owned();
        let (other, its_code) = super::session(9);
        accepted(&begin(&page, &other).await);
        let body = json!({"session": other, "client_name": "JFrog-CLI", "code": its_code});
        for path in [RESPONSE.to_owned(), format!("{CALLS}/response")] {
            let request = Request::new("POST", &path)
                .header("authorization", &format!("Bearer {access}"))
                .header("origin", &page.origin);
            let answer = Browser::new(&server).send(request.json(&body)).await;
            assert!(matches!(answer.status, 401 | 403), "{path}: {}", answer.status);
        }
        // Nor does another site at the address of the platform.
        let foreign = Request::new("POST", &format!("{CALLS}/response"))
            .header("origin", "https://evil.example");
        assert_eq!(page.send(foreign.json(&body)).await.code(), "foreign_origin");
        is_refused(&token(&server, &other).await, "client_login_pending");
    });
}

/// covers: [CLI-01, PASS-03]
#[test]
fn a_user_whose_password_has_expired_confirms_nothing() {
    run(async {
        let place = Place::new();
        own(&place).await.stop();
        let reset = place.run(&["user", "reset-password", ANN, "--data", "{data}"]);
        let printed = String::from_utf8_lossy(&reset.stdout).into_owned();
        let temporary = printed.trim().rsplit(' ').next().expect("a password");
        let server = place.start();
        let mut page = Browser::visiting(&server).await;
        assert_eq!(page.log_in(ANN, temporary).await.json()["next"], "password_expired");
        let (session, code) = session(10);
        accepted(&begin(&page, &session).await);
        assert_eq!(confirm(&mut page, &session, &code).await.status, 401);
        assert_eq!(deny(&mut page, &session).await.status, 401);
        is_refused(&token(&server, &session).await, "client_login_pending");
    });
}

/// covers: [CLI-01, MFA-01]
#[test]
fn a_user_who_owes_a_second_factor_confirms_nothing() {
    run(async {
        let place = Place::new().with_settings("");
        let server = place.start();
        let mut page = Browser::visiting(&server).await;
        page.set_up(&server, ANN, PASSWORD).await;
        assert_eq!(page.log_in(ANN, PASSWORD).await.json()["next"], "enrol_required");
        let (session, code) = session(5);
        accepted(&begin(&page, &session).await);
        assert_eq!(confirm(&mut page, &session, &code).await.status, 401);
        assert_eq!(deny(&mut page, &session).await.status, 401);
        is_refused(&token(&server, &session).await, "client_login_pending");
    });
}

/// covers: [CLI-01]
#[test]
fn a_restart_ends_the_clients_that_wait_and_revokes_what_was_not_fetched() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let mut page = signed_in(&server).await;
        let ((waiting, code), (granted_one, its_code)) = (session(6), session(7));
        for session in [&waiting, &granted_one] {
            accepted(&begin(&page, session).await);
        }
        assert_eq!(outcome(&confirm(&mut page, &granted_one, &its_code).await), granted());
        assert!(server.stop().success());
        let server = place.start();
        page.move_to(&server);
        for session in [&waiting, &granted_one] {
            is_refused(&token(&server, session).await, "client_login_unknown");
        }
        let confirmed = confirm(&mut page, &waiting, &code).await;
        assert_eq!(outcome(&confirmed), refused("client_login_unknown"));
        let listed = accepted(&page.get("ui/auth/tokens").await);
        assert_eq!(listed["tokens"], json!([]));
        // The client begins again.
        accepted(&begin(&page, &waiting).await);
        assert_eq!(outcome(&confirm(&mut page, &waiting, &code).await), granted());
    });
}

/// covers: [CLI-01]
#[test]
fn strangers_at_one_address_take_no_places_of_others() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let stranger = Browser::new(&server);
        for number in 0..50 {
            accepted(&begin(&stranger, &session(0x100 + number).0).await);
        }
        let refused = begin(&stranger, &session(0x200).0).await;
        assert_eq!(refused.status, 429, "{}", refused.json());
        let elsewhere = Browser::new(&server);
        accepted(&begin(&elsewhere, &session(0x200).0).await);
        // Nor do they take over a session that they have heard of.
        is_refused(&begin(&elsewhere, &session(0x100).0).await, "client_login_used");
    });
}

/// covers: [CLI-01]
#[test]
fn what_is_not_well_formed_is_refused_beside_its_field() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let mut page = signed_in(&server).await;
        for wrong in ["", "5b0c0c1e", "5b0c0c1e-5f1d-4ee1-9f0f-0d2a4b3c1d2", "..%2f.."] {
            let answer = begin(&page, wrong).await;
            assert_eq!((answer.status, answer.code().as_str()), (400, "invalid_client_session"));
            let answer = confirm(&mut page, wrong, "1d2e").await;
            assert_eq!((answer.status, answer.code().as_str()), (400, "invalid_client_session"));
        }
        let (session, code) = session(8);
        for name in ["", "   ", &"x".repeat(65), "JFrog\u{202e}CLI"] {
            let answer = json!({"session": session, "client_name": name, "code": code});
            let answer = page.post(RESPONSE, answer).await;
            assert_eq!((answer.status, answer.code().as_str()), (400, "invalid_client_name"));
        }
        for (both, code) in [(true, Some(&code)), (false, None)] {
            let answer =
                json!({"session": session, "client_name": "x", "code": code, "deny": both});
            assert_eq!(page.post(RESPONSE, answer).await.code(), "malformed_body");
        }
        let unknown = json!({"session": session, "user": "ann"});
        let request = Request::new("POST", &format!("{CALLS}/request")).json(&unknown);
        assert_eq!(page.beside().send(request).await.status, 400);
    });
}
