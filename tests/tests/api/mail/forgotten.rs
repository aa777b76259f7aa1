//! A forgotten password is replaced with the link of a mail, and with nothing less.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use waybill_tests::{Answer, Browser, Request, run};

use super::{
    ADDRESS, ANN, BOB, FORGOT, Fixture, ORIGIN, PASSWORD, accepted, is, link_of, refused, settings,
    text, visiting,
};
use crate::{comparable, written};

const NEW: &str = "seven blue staples 9";

/// The key of a link.
fn key(link: &str) -> &str {
    let (page, key) = link.split_once("?key=").expect("a key");
    assert_eq!(page, format!("{ORIGIN}/ui/login/reset-password"));
    assert!(key.starts_with("r_"), "{key}");
    key
}

async fn checks(browser: &mut Browser, key: &str) -> Answer {
    browser.post(&format!("ui/auth/validatetoken?key={key}"), json!({})).await
}

async fn replaces(browser: &mut Browser, key: &str, body: Value) -> Answer {
    browser.post(&format!("ui/auth/resetpassword?key={key}"), body).await
}

/// All that is in the files of a folder.
fn contents(folder: &Path) -> String {
    let entries =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let texts = entries.map(|path| {
        if path.is_dir() {
            return contents(&path);
        }
        String::from_utf8_lossy(&fs::read(path).expect("a file")).into_owned()
    });
    texts.collect()
}

/// covers: [PASS-01, PASS-02]
#[test]
fn a_forgotten_password_is_replaced_with_the_link_of_a_mail() {
    run(async {
        let fixture = Fixture::new().await;
        let mut bob = fixture.bob().await;
        let mut visitor = fixture.visiting().await;
        let body = json!({"user": BOB, "language": "fr"});
        assert_eq!(accepted(&visitor.post(FORGOT, body).await), json!({"sent": true}));
        let mail = fixture.smtp.arrived(1).await;
        assert_eq!(mail["to"], json!([ADDRESS]));
        assert_eq!(text(&mail, "type"), "multipart/alternative");
        assert_eq!(text(&mail["headers"], "content-language"), "fr");
        assert!(text(&mail, "html").contains("lang=\"fr\""), "{mail}");
        let link = link_of(&mail);
        let key = key(&link);

        // Until the link is used everything is as it was.
        assert_eq!(bob.get("ui/auth/devices").await.status, 200);
        assert_eq!(fixture.visiting().await.log_in(BOB, PASSWORD).await.status, 200);
        let invited = json!({"token": key});
        let answer = visitor.post("ui/auth/passwordLink/check", invited).await;
        assert_eq!(refused(&answer), is(410, "link_dead"), "it is no invitation");

        // A key is checked in the session that sets the password.
        let new = json!({"password": NEW});
        let unchecked = replaces(&mut visitor, key, new.clone()).await;
        assert_eq!(refused(&unchecked), is(422, "key_not_checked"));
        let checked = accepted(&checks(&mut visitor, key).await);
        assert_eq!((text(&checked, "user"), checked["until"].is_string()), (BOB, true));
        let mut other = fixture.visiting().await;
        let elsewhere = replaces(&mut other, key, new.clone()).await;
        assert_eq!(refused(&elsewhere), is(422, "key_not_checked"));
        let another = format!("{}{}", &key[..key.len() - 1], u8::from(key.ends_with('0')));
        let changed = replaces(&mut visitor, &another, new.clone()).await;
        assert_eq!(refused(&changed), is(422, "key_not_checked"));
        let body = json!({"user": "eve", "password": NEW});
        assert_eq!(refused(&replaces(&mut visitor, key, body).await), is(422, "wrong_user"));
        let weak = replaces(&mut visitor, key, json!({"password": "password1"})).await;
        assert_eq!(refused(&weak), is(422, "password_common"));
        assert_eq!(weak.json()["error"]["field"], "password", "{}", weak.json());

        let body = json!({"user": "Bob", "password": NEW});
        let replaced = replaces(&mut visitor, key, body).await;
        assert_eq!(accepted(&replaced), json!({"next": "login"}));
        assert_eq!(visitor.get("ui/auth/devices").await.status, 401, "it is no sign-in");
        assert_eq!(bob.get("ui/auth/devices").await.status, 403, "all sessions have ended");
        let mut later = fixture.visiting().await;
        assert_eq!(later.log_in(BOB, PASSWORD).await.code(), "invalid_credentials");
        later.sign_in(BOB, NEW).await;
        assert_eq!(refused(&checks(&mut other, key).await), is(410, "link_refused"));
        let again = replaces(&mut visitor, key, json!({"password": "a further long one"})).await;
        assert_eq!(refused(&again), is(422, "key_not_checked"), "it works once");
    });
}

/// covers: [PASS-01]
#[test]
fn nothing_shows_whether_there_is_such_an_account() {
    run(async {
        let mut fixture = Fixture::new().await;
        let robot = json!({"name": "ci", "token": {}});
        accepted(&fixture.page.post("access/api/ui/robots", robot).await);
        let mut visitor = fixture.visiting().await;
        let mut answers = Vec::new();
        for user in [BOB, "carol", "ci", crate::ANN, ADDRESS, "carol@example.net", ""] {
            let answer = visitor.post(FORGOT, json!({"user": user})).await;
            answers.push((answer.status, comparable(answer.json())));
            // The machine says the same.
            let state = accepted(&visitor.get("session/records?limit=200").await);
            assert!(!state.to_string().contains("refused\":{"), "{user}: {state}");
        }
        let (first, others) = answers.split_first().expect("answers");
        assert_eq!(first.0, 200);
        assert!(others.iter().all(|answer| answer == first), "{answers:?}");
        // By name and by address; the administrator has no address.
        fixture.smtp.arrived(2).await;
        let mails = fixture.smtp.at_rest().await;
        let to: Vec<_> = mails.iter().map(|mail| mail["to"].clone()).collect();
        assert_eq!(to, [json!([ADDRESS]), json!([ADDRESS])]);
    });
}

/// Where administrators alone sign in with a password here, others get no link for one, and nothing shows that.
///
/// covers: [PASS-01, PASS-02, SSO-02]
#[test]
fn no_link_is_sent_to_users_whose_password_is_not_accepted() {
    run(async {
        let mut fixture = Fixture::new().await;
        let users = accepted(&fixture.page.get("access/api/ui/users").await);
        let mut users = users["users"].as_array().expect("users").iter();
        let ann = users.find(|user| user["name"] == json!(ANN)).expect("the administrator");
        let path = format!("access/api/ui/users/{}", text(ann, "person"));
        let address = "ann.canary@example.net";
        accepted(&fixture.page.patch(&path, json!({"email": address})).await);
        let before = fixture.forgets(1).await;
        let Fixture { place, server, smtp, .. } = fixture;
        assert!(server.stop().success());
        let closed = settings(smtp.port(), "") + "local_passwords = \"admins\"\n";
        let place = place.with_settings(&closed);
        let server = place.start();
        let mut visitor = visiting(&server).await;
        // A link of before does not work either.
        assert_eq!(refused(&checks(&mut visitor, key(&before)).await), is(410, "link_refused"));
        let mut answers = Vec::new();
        for user in [BOB, ADDRESS, "carol", ANN] {
            let answer = visitor.post(FORGOT, json!({"user": user})).await;
            answers.push((answer.status, comparable(answer.json())));
        }
        let (first, others) = answers.split_first().expect("answers");
        assert_eq!(first.0, 200);
        assert!(others.iter().all(|answer| answer == first), "{answers:?}");
        // The requests are answered one after another, and hers is the last.
        smtp.arrived(2).await;
        let to: Vec<_> = smtp.at_rest().await.iter().map(|mail| mail["to"].clone()).collect();
        assert_eq!(to, [json!([ADDRESS]), json!([address])]);
    });
}

/// covers: [PASS-01, PASS-02]
#[test]
fn only_the_newest_link_works_and_no_more_than_a_few_are_sent() {
    run(async {
        let mut fixture = Fixture::new().await;
        let first = fixture.forgets(1).await;
        let mut newest = first.clone();
        for number in 2..=5 {
            newest = fixture.forgets(number).await;
        }
        for _ in 0..3 {
            let mut visitor = fixture.visiting().await;
            accepted(&visitor.post(FORGOT, json!({"user": BOB})).await);
        }
        assert_eq!(fixture.smtp.at_rest().await.len(), 5, "5 in an hour");
        let mut visitor = fixture.visiting().await;
        let replaced = checks(&mut visitor, key(&first)).await;
        assert_eq!(refused(&replaced), is(410, "link_refused"));
        // The requests that no mail was sent for have not taken it away.
        accepted(&checks(&mut visitor, key(&newest)).await);

        // An administrator sees that mails were sent, and to whom of the users.
        let listed = fixture.listed().await;
        assert_eq!(listed.len(), 5);
        for mail in &listed {
            assert_eq!((&mail["kind"], &mail["name"]), (&json!("reset_password"), &json!(BOB)));
            assert_eq!((&mail["state"], &mail["attempts"]), (&json!("sent"), &json!(1)));
        }
    });
}

/// covers: [PASS-01, PASS-02]
#[test]
fn neither_keys_nor_addresses_are_in_logs_and_records() {
    run(async {
        let fixture = Fixture::new().await;
        let link = fixture.forgets(1).await;
        let key = key(&link);
        let mut visitor = fixture.visiting().await;
        // As a browser opens the link.
        let path = link.strip_prefix(ORIGIN).expect("a path");
        visitor.send(Request::new("GET", path)).await;
        accepted(&checks(&mut visitor, key).await);
        accepted(&replaces(&mut visitor, key, json!({"password": NEW})).await);
        visitor.post(FORGOT, json!({"user": ADDRESS})).await;
        fixture.smtp.arrived(3).await;

        let log = fixture.place.data().join("log/access/access-request.log");
        let lines = written(&log, "ui/auth/resetpassword?…").await;
        assert!(lines.contains("ui/auth/validatetoken?…"), "{lines}");
        assert!(fixture.server.stop().success());
        let listed = fixture.place.run(&["audit", "list", "--platform", "--data", "{data}"]);
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        let streams = listed.split_whitespace().filter(|word| {
            ["mail_outbox/", "mail_server/", "user/"].iter().any(|prefix| word.starts_with(prefix))
        });
        let mut records = String::new();
        for stream in streams {
            let shown = fixture.place.run(&["audit", "show", stream, "--json", "--data", "{data}"]);
            records += &String::from_utf8_lossy(&shown.stdout);
        }
        assert!(records.contains("\"begin\"") && records.contains("allow_password"), "{records}");
        let secrets = [key, NEW];
        assert!(secrets.iter().all(|secret| !records.contains(secret)), "{records}");
        let logs = contents(&fixture.place.data().join("log")) + &fixture.place.log();
        for canary in secrets.into_iter().chain([ADDRESS]) {
            assert!(!logs.contains(canary), "{canary} is in a log");
        }
        let outbox = records.lines().filter(|line| line.contains("mail_outbox"));
        assert!(outbox.into_iter().all(|line| !line.contains(ADDRESS)), "{records}");
        let raw = contents(&fixture.place.data().join("journal"));
        assert!(!raw.contains(ADDRESS) && !raw.contains(key), "the journal has one of them");
    });
}
