//! Cookies and sessions: what a cookie gives access to, and for how long.

use std::time::Duration;

use serde_json::json;
use waybill_tests::{Browser, Place, Tab, run};

use crate::{ANN, PASSWORD, own, records, shared, signed_in};

/// covers: [LOGIN-05]
#[test]
fn the_cookie_changes_with_the_rights_and_the_old_one_is_invalid() {
    run(async {
        let mut browser = Browser::visiting(shared()).await;
        let mut planted = browser.clone();
        let mut tab = Tab::open(&mut browser).await;
        let (before, epoch) = (browser.token(), tab.welcome["epoch"].clone());
        tab.go("/login").await;
        let mut planted_tab = Tab::open(&mut planted).await;
        browser.sign_in(ANN, PASSWORD).await;
        assert_ne!(browser.token(), before);
        // A client that knows the old cookie, for example by planting it, is not signed in.
        for tab in [&mut tab, &mut planted_tab] {
            assert_eq!(tab.close_code().await, 4001);
            let received = serde_json::to_string(&tab.changes).expect("JSON");
            assert!(
                !received.contains("sign_in") && !received.contains(r#""value""#),
                "{received}"
            );
        }
        assert_eq!(planted.get("session/records").await.status, 403);
        assert_eq!(planted.get("ui/auth/current").await.json()["name"], "anonymous");
        assert_eq!(planted.token(), before);
        // Another tab that still sends it gets no new session, whose cookie could overwrite the new one.
        let response = planted.get("session").await;
        assert_eq!((response.status, response.code().as_str()), (409, "cookie_being_renewed"));
        assert_eq!((response.header("set-cookie"), planted.token()), (None, before));
        let mut refused = Tab::connect(&planted).await;
        let hello = waybill_tests::Hello::of(&mut browser).await;
        refused.send_json(&hello.0).await;
        assert_eq!(refused.close_code().await, 4001);
        // The session itself continues: the same log, which the tab resumes.
        let resumed = Tab::resume(&mut browser, &tab).await;
        assert_eq!(
            (&resumed.welcome["epoch"], &resumed.welcome["resumed"]),
            (&epoch, &json!(true))
        );
        assert_eq!(resumed.welcome["name"], ANN);
    });
}

/// covers: [LOGIN-05]
#[test]
fn a_sign_in_lasts_a_week_unless_the_form_says_otherwise() {
    run(async {
        let form = json!({"user": ANN, "password": PASSWORD, "type": "login"});
        let week = Some("604800");
        let remember = "_spring_security_remember_me";
        for (query, max_age) in [
            (String::new(), week),
            (format!("?{remember}=true"), week),
            (format!("?{remember}=false"), None),
        ] {
            let mut browser = Browser::visiting(shared()).await;
            let answer = browser.post(&format!("ui/auth/login{query}"), form.clone()).await;
            assert_eq!(answer.status, 200, "{}", String::from_utf8_lossy(&answer.body));
            let cookie = answer.header("set-cookie").expect("a new cookie").to_owned();
            let age = cookie.split("; ").find_map(|part| part.strip_prefix("Max-Age="));
            assert_eq!(age, max_age, "{query}");
        }
    });
}

/// covers: [EVT-08]
#[test]
fn a_session_id_is_not_a_credential() {
    run(async {
        let mut browser = signed_in(shared()).await;
        let sessions = browser.get("ui/auth/sessions").await.json();
        let sessions = sessions["sessions"].as_array().expect("sessions").clone();
        let token = browser.token();
        let text = serde_json::to_string(&sessions).expect("JSON");
        assert!(!text.contains(&token));
        assert_eq!(sessions.iter().filter(|session| session["current"] == true).count(), 1);
        let everything = serde_json::to_string(&records(&mut browser).await).expect("JSON");
        assert!(!everything.contains(&token));
        let name = browser.session_cookie();
        for session in &sessions {
            let id = session["id"].as_str().expect("an id");
            for value in
                [id.to_owned(), id.replace('-', ""), format!("{:0>64}", id.replace('-', ""))]
            {
                browser.cookies.insert(name.clone(), value);
                assert_eq!(browser.get("session/records").await.status, 403);
            }
        }
    });
}

/// covers: [LOGIN-06]
#[test]
fn logging_out_ends_every_tab_and_the_next_session_is_another() {
    run(async {
        let mut browser = signed_in(shared()).await;
        let mut tabs = [Tab::open(&mut browser).await, Tab::open(&mut browser).await];
        let mut old = browser.clone();
        assert_eq!(browser.post("ui/auth/logout", json!({})).await.status, 200);
        for tab in &mut tabs {
            assert_eq!(tab.close_code().await, 4001);
            let last = tab.changes.last().expect("a change");
            assert_eq!((&last["machine"], &last["to"]), (&json!("session"), &json!("closed")));
        }
        assert_eq!(old.get("session/records").await.status, 403);
        assert_ne!(browser.token(), old.token());
        let fresh = Tab::resume(&mut browser, &tabs[0]).await;
        assert_ne!(fresh.welcome["epoch"], tabs[0].welcome["epoch"]);
        assert_eq!(fresh.welcome["resumed"], false);
        assert!(records(&mut browser).await.is_empty());
    });
}

/// covers: [SESS-01]
#[test]
fn revoking_the_others_closes_their_sockets() {
    run(async {
        let server = own(&Place::new()).await;
        let mut here = signed_in(&server).await;
        let mut kept = Tab::open(&mut here).await;
        let mut others = Vec::new();
        for _ in 0..5 {
            let mut browser = signed_in(&server).await;
            let tab = Tab::open(&mut browser).await;
            others.push((browser, tab));
        }
        let answer = here.post("ui/auth/sessions/revoke", json!({"others": true})).await;
        assert_eq!(answer.json()["revoked"], 5);
        for (_, tab) in &mut others {
            assert_eq!(tab.close_code().await, 4001);
        }
        for (browser, _) in &mut others {
            assert_eq!(browser.get("ui/auth/sessions").await.status, 403);
        }
        kept.receive_for(Duration::from_millis(200)).await;
        assert_eq!(kept.closed, None);
        let list = here.get("ui/auth/sessions").await.json();
        assert_eq!(list["sessions"].as_array().map(Vec::len), Some(1));
        assert_eq!(list["sessions"][0]["address"], here.source().to_string());
    });
}

#[test]
fn only_own_sessions_can_be_revoked() {
    run(async {
        let server = own(&Place::new()).await;
        let (mut one, mut other) = (signed_in(&server).await, signed_in(&server).await);
        let mut stranger = Browser::visiting(&server).await;
        let list = other.get("ui/auth/sessions").await.json();
        let current = list["sessions"].as_array().expect("sessions").iter();
        let id =
            current.clone().find(|session| session["current"] == true).expect("one")["id"].clone();
        assert_eq!(stranger.post("ui/auth/sessions/revoke", json!({"id": id})).await.status, 401);
        assert_eq!(stranger.get("ui/auth/sessions").await.status, 401);
        let nobodys = json!({"id": "00000000-0000-7000-8000-000000000000"});
        assert_eq!(one.post("ui/auth/sessions/revoke", nobodys).await.status, 404);
        for body in [json!({}), json!({"id": id, "others": true}), json!({"others": false})] {
            assert_eq!(one.post("ui/auth/sessions/revoke", body).await.status, 400);
        }
        assert_eq!(
            one.post("ui/auth/sessions/revoke", json!({"id": id})).await.json()["revoked"],
            1
        );
        assert_eq!(other.get("ui/auth/sessions").await.status, 403);
        assert_eq!(one.get("ui/auth/sessions").await.status, 200);
    });
}

/// covers: [PASS-03]
#[test]
fn changing_the_password_ends_the_other_sessions() {
    run(async {
        let server = own(&Place::new()).await;
        let (mut here, mut other) = (signed_in(&server).await, signed_in(&server).await);
        let mut tab = Tab::open(&mut here).await;
        let mut elsewhere = Tab::open(&mut other).await;
        tab.settle("/packages").await;
        assert_eq!(tab.command("password", json!({"type": "open"})).await["type"], "ack");
        let new = "another horse 8 staple";
        let wrong = json!({"current": "not the password", "new": new});
        assert_eq!(here.post("ui/auth/changePassword", wrong).await.status, 401);
        let answer =
            here.post("ui/auth/changePassword", json!({"current": PASSWORD, "new": new})).await;
        assert_eq!(answer.status, 200, "{}", answer.json());
        assert_eq!(elsewhere.close_code().await, 4001);
        assert_eq!(other.get("ui/auth/sessions").await.status, 403);
        assert_eq!(here.get("ui/auth/sessions").await.status, 200);
        let mut again = Browser::visiting(&server).await;
        assert_eq!(again.log_in(ANN, PASSWORD).await.status, 401);
        again.sign_in(ANN, new).await;
    });
}

/// The user was disabled, or got a new password, while the server was stopped: earlier sessions must not be usable
/// after its start.
///
#[test]
fn account_changes_on_the_command_line_end_its_sessions() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        server.stop();
        let added = place.run(&["user", "add", "bob", "--admin", "--data", "{data}"]);
        assert!(added.status.success(), "{}", String::from_utf8_lossy(&added.stderr));
        for change in ["reset-password", "disable"] {
            let server = place.start();
            let mut browser = signed_in(&server).await;
            let mut tab = Tab::open(&mut browser).await;
            tab.go("/login").await;
            server.stop();
            let done = place.run(&["user", change, ANN, "--data", "{data}"]);
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
            let server = place.start();
            browser.address = server.address();
            assert_eq!(browser.get("session/records").await.status, 403, "{change}");
            assert_eq!(browser.get("ui/auth/current").await.json()["name"], "anonymous");
            server.stop();
            if change == "reset-password" {
                // Restores the password that the other half of this test signs in with.
                let text = String::from_utf8_lossy(&done.stdout).into_owned();
                let temporary = text.trim().rsplit(' ').next().expect("a password").to_owned();
                let server = place.start();
                let mut browser = Browser::visiting(&server).await;
                assert_eq!(
                    browser.log_in(ANN, &temporary).await.json()["next"],
                    "password_expired"
                );
                let body = json!({"user": ANN, "current": temporary, "new": PASSWORD});
                assert_eq!(browser.post("ui/auth/changePassword", body).await.status, 200);
                server.stop();
            }
        }
    });
}
