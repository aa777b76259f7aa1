//! A session that cannot be read is ended by a record of that reason, without affecting other sessions.

use serde_json::{Value, json};
use waybill_engine::{Command, NackCode, SessionToken};
use waybill_journal::{Draft, Group, Journal, Json};
use waybill_machines::machines::login;
use waybill_machines::{MachineName, Timestamp};
use waybill_tests::{Browser, Place, run};

use crate::fixture::Fixture;

const PASSWORD: &str = "correct horse 7 staple";

/// Appends a record that no build wrote: a tab in an unknown state.
async fn spoil(journal: &impl Journal, stream: &str, schema: u64) {
    let head = journal.head(stream);
    let draft = Draft {
        stream: stream.to_owned(),
        machine: "navigation".to_owned(),
        tab: Some("t_spoilt".to_owned()),
        instance: 1,
        event: Json::parse(r#"{"type":"application_failed"}"#.to_owned()).expect("JSON"),
        guards: Vec::new(),
        refused: None,
        from: "unsettled".to_owned(),
        to: "somewhere".to_owned(),
        state: Some(Json::parse(r#"{"state":"somewhere"}"#.to_owned()).expect("JSON")),
        calls: Vec::new(),
        at: Timestamp::from_ms(1_795_317_232_000),
        who: "system".to_owned(),
        cause: None,
        command: None,
        rules: "0123456789abcdef".to_owned(),
        schema,
    };
    let record = draft.seal_after(head).expect("it seals");
    journal.append(Group::of(stream, head, vec![record])).await.expect("it is stored");
}

/// The newest record of a stream.
fn newest(journal: &impl Journal, stream: &str) -> Value {
    let seq = journal.head(stream).expect("records").seq;
    let records = journal.read(stream, seq, 1).expect("a record");
    serde_json::from_str(&records[0].line).expect("JSON")
}

fn log_out(session: &waybill_engine::SessionCredentials) -> Command {
    Command {
        paid_by: None,
        id: None,
        machine: MachineName::Login,
        tab: None,
        body: waybill_engine::Body::Event(Box::new(login::Event::LogOut {}.into())),
        expected: None,
        who: None,
        presented: Some(session.token.clone()),
    }
}

/// covers: [EVT-02, EVT-06]
#[test]
fn an_unreadable_session_is_ended_and_its_cookie_becomes_invalid() {
    run(async {
        for fixture in Fixture::all() {
            let ann = fixture.credentials("ann");
            let stream = ann.session.stream();
            spoil(&fixture.journal("sessions"), &stream, 1).await;
            let revived = fixture.engine();
            // Either the check of all sessions after the start, or this command, detects it first.
            let refused = revived.engine.command(&ann.session, log_out(&ann)).await;
            let code = refused.expect_err("it cannot go on").code;
            assert!(
                [NackCode::SessionUnreadable, NackCode::SessionEnded].contains(&code),
                "{code}"
            );
            let last = newest(revived.sessions.as_ref(), &stream);
            assert_eq!(last["event"], json!({"type": "close", "reason": "unreadable"}));
            assert_eq!(last["who"], "system");
            assert!(revived.engine.credentials_of(&fixture.cookie("ann")).is_none());
            // Other sessions continue, and ending it again succeeds.
            revived.credentials(&fixture, "bob");
            revived.engine.end(&ann.session).await.expect("it has ended");
        }
    });
}

/// A record of a later build does not end the session: the build that wrote it can continue.
#[test]
fn a_session_of_a_later_build_is_left_alone() {
    run(async {
        for fixture in Fixture::all() {
            let ann = fixture.credentials("ann");
            let stream = ann.session.stream();
            spoil(&fixture.journal("sessions"), &stream, 99).await;
            let revived = fixture.engine();
            let refused = revived.engine.command(&ann.session, log_out(&ann)).await;
            let nack = refused.expect_err("it cannot go on");
            assert_eq!(nack.code, NackCode::Unreadable);
            assert!(nack.message.contains("later build"), "{}", nack.message);
            assert!(revived.engine.credentials_of(&fixture.cookie("ann")).is_some());
        }
    });
}

/// covers: [SESS-01]
#[test]
fn over_http_it_gives_a_401_a_new_cookie_and_a_list_without_it() {
    run(async {
        let place = Place::new();
        let server = place.start();
        let mut ann = Browser::visiting(&server).await;
        ann.set_up(&server, "ann", PASSWORD).await;
        ann.sign_in("ann", PASSWORD).await;
        let mut other = Browser::visiting(&server).await;
        other.sign_in("ann", PASSWORD).await;
        let list = other.get("ui/auth/sessions").await.json()["sessions"].clone();
        let rows = list.as_array().expect("a list");
        assert_eq!(rows.len(), 2);
        let spoilt = rows.iter().find(|row| row["current"] == false).expect("the other one");
        let stream = format!("session/{}", spoilt["id"].as_str().expect("an id"));
        assert!(server.stop().success());
        let dir = place.data().join("journal/sessions");
        let options = waybill_journal::durable::DurableOptions::default();
        let journal =
            waybill_journal::durable::DurableJournal::open(&dir, options).expect("it opens");
        spoil(&journal, &stream, 1).await;
        drop(journal);

        let server = place.start();
        for browser in [&mut ann, &mut other] {
            browser.address = server.address();
            browser.origin = format!("http://{}", server.address());
        }
        let before = SessionToken::parse(&ann.token()).is_some();
        assert!(before);
        // Never a 503 for days: 401 at once, or no session if the check after the start has ended it.
        let out = ann.post("ui/auth/logout", json!({})).await;
        assert!([401, 403].contains(&out.status), "{} {}", out.status, out.code());
        let cookie = ann.token();
        ann.visit().await;
        assert_ne!(ann.token(), cookie, "a session that has ended keeps its cookie");
        ann.sign_in("ann", PASSWORD).await;

        let list = other.get("ui/auth/sessions").await.json()["sessions"].clone();
        assert!(!list.to_string().contains(stream.trim_start_matches("session/")), "{list}");
        let revoked = other.post("ui/auth/sessions/revoke", json!({"others": true})).await;
        assert_eq!((revoked.status, revoked.json()["revoked"].clone()), (200, json!(1)));
    });
}
