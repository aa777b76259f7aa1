//! Visitors create accounts with the links of mails, where an administrator lets them, and with nothing less.

use serde_json::{Value, json};
use waybill_tests::{Answer, Browser, Request, run};

use super::{
    ADDRESS, ANN, BOB, Fixture, ORIGIN, PASSWORD, accepted, is, link_of, refused, text, visiting,
};
use crate::people::chosen;

const REGISTER: &str = "ui/auth/registration";
const SETTINGS: &str = "access/api/ui/registration";
const USERS: &str = "access/api/ui/users";
const CAROL: &str = "carol.canary@example.net";

/// What an administrator sets, who lets visitors with all addresses create accounts.
fn open() -> Value {
    json!({"enabled": true})
}

async fn asks(browser: &mut Browser, user: &str, email: &str) -> Answer {
    browser.post(REGISTER, json!({"user": user, "email": email})).await
}

async fn checks(browser: &mut Browser, token: &str) -> Answer {
    browser.post("ui/auth/passwordLink/check", json!({"token": token})).await
}

/// The token of a link.
fn token(link: &str) -> &str {
    let (page, token) = link.split_once("#token=").expect("a token");
    assert_eq!(page, format!("{ORIGIN}/ui/login/registration"));
    assert!(token.starts_with("n_"), "{token}");
    token
}

impl Fixture {
    /// A server with a mail server, whose administrator has set this.
    async fn registering(wanted: Value) -> Self {
        let mut fixture = Self::new().await;
        accepted(&fixture.page.put(SETTINGS, wanted).await);
        fixture
    }

    /// Asks for an account as a visitor, and answers the link once it has arrived as the mail of this number.
    async fn asks(&self, user: &str, email: &str, number: usize) -> String {
        let mut visitor = self.visiting().await;
        accepted(&asks(&mut visitor, user, email).await);
        link_of(&self.smtp.arrived(number).await)
    }

    /// The user with a name as administrators see it.
    async fn user(&mut self, name: &str) -> Option<Value> {
        let listed = accepted(&self.page.get(&format!("{USERS}?name={name}")).await);
        listed["users"].as_array().expect("users").first().cloned()
    }
}

/// covers: [PASS-04]
#[test]
fn a_visitor_creates_an_account_with_the_link_of_a_mail() {
    run(async {
        let mut fixture = Fixture::registering(open()).await;
        let all = json!({"name": "everyone", "auto_join": true, "admin": true});
        accepted(&fixture.page.post("access/api/ui/groups", all).await);
        let mut visitor = fixture.visiting().await;
        assert_eq!(visitor.get("session").await.json()["sign_in"]["registration"], true);
        let body = json!({"user": " Carol ", "email": CAROL, "language": "fr"});
        assert_eq!(accepted(&visitor.post(REGISTER, body).await), json!({"sent": true}));
        let mail = fixture.smtp.arrived(1).await;
        assert_eq!(mail["to"], json!([CAROL]));
        assert_eq!(text(&mail["headers"], "content-language"), "fr");
        assert!(
            !text(&mail, "text").contains("carol,"),
            "a name is no text of a stranger's: {mail}"
        );
        let link = link_of(&mail);
        let token = token(&link);

        // There is no account yet, whatever looks at the link.
        assert_eq!(fixture.user("carol").await, None);
        visitor.send(Request::new("GET", link.strip_prefix(ORIGIN).expect("a path"))).await;
        for _ in 0..2 {
            let checked = accepted(&checks(&mut visitor, token).await);
            assert_eq!((text(&checked, "name"), checked["until"].is_string()), ("carol", true));
        }
        let weak = chosen(&mut visitor, token, "password1").await;
        assert_eq!(refused(&weak), is(422, "password_common"));
        assert_eq!(fixture.user("carol").await, None);
        // It is no other link.
        let key = format!("ui/auth/validatetoken?key={token}");
        assert_eq!(refused(&visitor.post(&key, json!({})).await), is(410, "link_refused"));
        for prefix in ["p_", "r_"] {
            let other = token.replacen("n_", prefix, 1);
            assert_eq!(refused(&checks(&mut visitor, &other).await), is(410, "link_dead"));
        }

        let used = chosen(&mut visitor, token, PASSWORD).await;
        assert_eq!(accepted(&used), json!({"next": "login"}));
        assert_eq!(visitor.get("ui/auth/devices").await.status, 401, "it is no sign-in");
        visitor.sign_in("carol", PASSWORD).await;
        let carol = fixture.user("carol").await.expect("an account");
        assert_eq!((&carol["email"], &carol["status"]), (&json!(CAROL), &json!("enabled")));
        let rights = (&carol["effective_admin"], &carol["auditor"], &carol["groups"]);
        assert_eq!(rights, (&json!(false), &json!(false), &json!([])));
        for again in
            [checks(&mut visitor, token).await, chosen(&mut visitor, token, PASSWORD).await]
        {
            assert_eq!(refused(&again), is(410, "link_dead"), "it works once");
        }
    });
}

/// covers: [PASS-04]
#[test]
fn nothing_shows_whether_there_is_such_a_user() {
    run(async {
        let mut fixture = Fixture::registering(open()).await;
        let mut visitor = fixture.visiting().await;
        let mut answers = Vec::new();
        for (user, email) in [("carol", CAROL), (BOB, "new@example.net"), ("dan", ADDRESS)] {
            let answer = asks(&mut visitor, user, email).await;
            answers.push((answer.status, answer.json()));
        }
        assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
        assert_eq!(answers[0], (200, json!({"sent": true})));

        // The owner of an address that has an account learns of it, and gets no link.
        let notice = fixture.smtp.arrived_with(BOB, 1).await;
        assert_eq!(notice["to"], json!([ADDRESS]));
        assert!(!text(&notice, "text").contains("#token="), "{notice}");
        // A name that is taken shows when the link is opened.
        let mails = fixture.smtp.at_rest().await;
        assert_eq!(mails.len(), 3, "{mails:?}");
        let of_name = mails.iter().find(|mail| mail["to"] == json!(["new@example.net"]));
        let link = link_of(of_name.expect("a mail"));
        let taken = is(409, "registration_taken");
        assert_eq!(refused(&checks(&mut visitor, token(&link)).await), taken);
        assert_eq!(refused(&chosen(&mut visitor, token(&link), PASSWORD).await), taken);
        fixture.bob().await;

        for (user, email, code) in [
            ("", CAROL, "account_refused"),
            ("anonymous", CAROL, "account_refused"),
            ("carol", "carol", "bad_email"),
            ("carol", "", "bad_email"),
        ] {
            let answer = asks(&mut visitor, user, email).await;
            assert_eq!(refused(&answer), is(422, code), "{user} {email}");
        }
        let listed = fixture.listed().await;
        let kinds: Vec<&str> = listed.iter().map(|mail| text(mail, "kind")).collect();
        assert_eq!(kinds, ["account_exists", "registration", "registration"]);
    });
}

/// covers: [PASS-04]
#[test]
fn only_where_an_administrator_lets_them_and_with_the_addresses_that_are_admitted() {
    run(async {
        let mut fixture = Fixture::new().await;
        let mut visitor = fixture.visiting().await;
        let off = is(409, "registration_off");
        assert_eq!(visitor.get("session").await.json()["sign_in"]["registration"], false);
        assert_eq!(refused(&asks(&mut visitor, "carol", CAROL).await), off);

        let shown = accepted(&fixture.page.get(SETTINGS).await);
        let none = json!({"enabled": false, "domains": [], "approval": false, "can_send": true});
        assert_eq!(shown, none);
        let mut bob = fixture.bob().await;
        assert_eq!(bob.get(SETTINGS).await.status, 403);
        assert_eq!(bob.put(SETTINGS, open()).await.status, 403);
        let wrong = json!({"enabled": true, "domains": ["@example.net"]});
        let answer = fixture.page.put(SETTINGS, wrong).await;
        assert_eq!(refused(&answer), is(400, "registration_settings_invalid"));
        assert_eq!(answer.json()["error"]["field"], "domains");
        let some = json!({"enabled": true, "domains": [" Example.NET ", ""]});
        let set = accepted(&fixture.page.put(SETTINGS, some).await);
        assert_eq!(set["domains"], json!(["example.net"]));

        let domain = is(422, "domain_not_admitted");
        for address in ["carol@example.org", "carol@sub.example.net", "carol@example.net.org"] {
            assert_eq!(refused(&asks(&mut visitor, "carol", address).await), domain, "{address}");
        }
        let link = fixture.asks("carol", CAROL, 1).await;
        // The domain is taken off the list meanwhile.
        let other = json!({"enabled": true, "domains": ["example.org"]});
        accepted(&fixture.page.put(SETTINGS, other).await);
        assert_eq!(refused(&chosen(&mut visitor, token(&link), PASSWORD).await), domain);
        // Registration is turned off meanwhile, and the link is not good again later.
        accepted(&fixture.page.put(SETTINGS, json!({"enabled": false})).await);
        assert_eq!(refused(&checks(&mut visitor, token(&link)).await), off);
        assert_eq!(refused(&chosen(&mut visitor, token(&link), PASSWORD).await), off);
        accepted(&fixture.page.put(SETTINGS, open()).await);
        let dead = is(410, "link_dead");
        assert_eq!(refused(&chosen(&mut visitor, token(&link), PASSWORD).await), dead);
        assert_eq!(fixture.user("carol").await, None);

        accepted(&fixture.page.delete(super::MAIL_SERVER).await);
        assert_eq!(visitor.get("session").await.json()["sign_in"]["registration"], false);
        let answer = asks(&mut visitor, "carol", CAROL).await;
        assert_eq!(refused(&answer), is(409, "no_mail_server"));
    });
}

/// covers: [PASS-04]
#[test]
fn a_name_may_be_taken_before_the_link_is_used() {
    run(async {
        let mut fixture = Fixture::registering(open()).await;
        let link = fixture.asks("carol", CAROL, 1).await;
        let mut visitor = fixture.visiting().await;
        accepted(&checks(&mut visitor, token(&link)).await);
        let made = fixture.page.post(USERS, json!({"name": "carol"})).await;
        accepted(&made);
        let taken = is(409, "registration_taken");
        assert_eq!(refused(&checks(&mut visitor, token(&link)).await), taken);
        assert_eq!(refused(&chosen(&mut visitor, token(&link), PASSWORD).await), taken);
        // With another name the same address gets another link.
        let link = fixture.asks("carol.2", CAROL, 2).await;
        let used = chosen(&mut visitor, token(&link), PASSWORD).await;
        assert_eq!(accepted(&used)["next"], "login");
        visitor.sign_in("carol.2", PASSWORD).await;
    });
}

/// covers: [PASS-04]
#[test]
fn an_administrator_approves_or_refuses_where_it_is_set() {
    run(async {
        let mut fixture = Fixture::registering(json!({"enabled": true, "approval": true})).await;
        let mut visitor = fixture.visiting().await;
        let link = fixture.asks("carol", CAROL, 1).await;
        let used = chosen(&mut visitor, token(&link), PASSWORD).await;
        assert_eq!(accepted(&used), json!({"next": "approval"}));
        assert_eq!(visitor.log_in("carol", PASSWORD).await.code(), "invalid_credentials");
        let waiting = accepted(&fixture.page.get(&format!("{USERS}?status=pending")).await);
        assert_eq!((&waiting["total"], &waiting["users"][0]["name"]), (&json!(1), &json!("carol")));
        let carol = format!("{USERS}/{}", text(&waiting["users"][0], "person"));
        accepted(&fixture.page.patch(&carol, json!({"enabled": true})).await);
        let approved = fixture.smtp.arrived_with("approved", 1).await;
        assert_eq!(approved["to"], json!([CAROL]));
        visitor.sign_in("carol", PASSWORD).await;

        // The name and the address of one that is refused are free again.
        let link = fixture.asks("dan", "dan@example.net", 3).await;
        let mut dan = fixture.visiting().await;
        assert_eq!(accepted(&chosen(&mut dan, token(&link), PASSWORD).await)["next"], "approval");
        let waits = fixture.user("dan").await.expect("an account");
        assert_eq!((&waits["status"], &waits["pending"]), (&json!("pending"), &json!(true)));
        let path = format!("{USERS}/{}", text(&waits, "person"));
        let answer = accepted(&fixture.page.patch(&path, json!({"enabled": false})).await);
        assert_eq!((&answer["status"], &answer["email"]), (&json!("disabled"), &json!(null)));
        assert!(text(&answer, "name").starts_with("dan.removed-"), "{answer}");
        assert_eq!(dan.log_in("dan", PASSWORD).await.code(), "invalid_credentials");
        let link = fixture.asks("dan", "dan@example.net", 4).await;
        accepted(&checks(&mut dan, token(&link)).await);
    });
}

/// covers: [PASS-04]
#[test]
fn administrators_are_notified_of_an_account_that_waits_and_not_of_each() {
    run(async {
        let mut fixture = Fixture::registering(json!({"enabled": true, "approval": true})).await;
        let ann = fixture.user(ANN).await.expect("the administrator");
        let own = json!({"email": "ann.canary@example.net"});
        let path = format!("{USERS}/{}", text(&ann, "person"));
        accepted(&fixture.page.patch(&path, own).await);
        // Bob, an administrator who is disabled and one without an address are sent nothing.
        for (name, email) in [("dora", Some("dora@example.net")), ("eve", None)] {
            let new = json!({"name": name, "email": email, "admin": true});
            accepted(&fixture.page.post(USERS, new).await);
        }
        let dora = fixture.user("dora").await.expect("an account");
        let path = format!("{USERS}/{}", text(&dora, "person"));
        accepted(&fixture.page.patch(&path, json!({"enabled": false})).await);

        let mut visitor = fixture.visiting().await;
        let link = fixture.asks("carol", CAROL, 1).await;
        let used = chosen(&mut visitor, token(&link), PASSWORD).await;
        assert_eq!(accepted(&used)["next"], "approval");
        let notice = fixture.smtp.arrived(2).await;
        assert_eq!(notice["to"], json!(["ann.canary@example.net"]));
        let words = text(&notice, "text");
        assert!(words.contains("carol,") && words.contains(CAROL), "{notice}");
        let carol = fixture.user("carol").await.expect("an account");
        let page = format!("{ORIGIN}/ui/admin/management/users?user={}", text(&carol, "person"));
        assert_eq!(link_of(&notice), page);

        // A second account within the hour is on the page alone.
        let link = fixture.asks("dan", "dan@example.net", 3).await;
        let mut dan = fixture.visiting().await;
        assert_eq!(accepted(&chosen(&mut dan, token(&link), PASSWORD).await)["next"], "approval");
        assert_eq!(fixture.smtp.at_rest().await.len(), 3);
        let kinds: Vec<Value> =
            fixture.listed().await.iter().map(|mail| mail["kind"].clone()).collect();
        let expected = ["registration", "account_waiting", "registration"];
        assert_eq!(kinds, expected.map(Value::from));
        let waiting = accepted(&fixture.page.get(&format!("{USERS}?status=pending")).await);
        assert_eq!(waiting["total"], json!(2));

        // Neither the name nor the address is in a record of the mail.
        let Fixture { place, server, .. } = fixture;
        assert!(server.stop().success());
        let listed = place.run(&["audit", "list", "--platform", "--data", "{data}"]);
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        let is_meant = |word: &&str| word.starts_with("mail_outbox/");
        let mut records = String::new();
        for stream in listed.split_whitespace().filter(is_meant) {
            let shown = place.run(&["audit", "show", stream, "--json", "--data", "{data}"]);
            records += &String::from_utf8_lossy(&shown.stdout);
        }
        assert!(records.contains("\"account_waiting\""), "{records}");
        assert!(!records.contains("carol") && !records.contains("canary"), "{records}");
    });
}

/// covers: [PASS-04]
#[test]
fn only_the_newest_link_of_an_address_works_and_a_few_are_sent() {
    run(async {
        let mut fixture = Fixture::registering(open()).await;
        let first = fixture.asks("carol", CAROL, 1).await;
        let mut newest = first.clone();
        for number in 2..=5 {
            newest = fixture.asks("carol", "Carol.Canary@example.net", number).await;
        }
        let mut visitor = fixture.visiting().await;
        for _ in 0..2 {
            accepted(&asks(&mut visitor, "carol", CAROL).await);
        }
        assert_eq!(fixture.smtp.at_rest().await.len(), 5, "5 in an hour");
        assert_eq!(refused(&checks(&mut visitor, token(&first)).await), is(410, "link_dead"));
        // The requests that no mail was sent for have not taken it away, and neither does a crash.
        accepted(&checks(&mut visitor, token(&newest)).await);
        for _ in 0..18 {
            accepted(&asks(&mut visitor, "carol", CAROL).await);
        }
        let answer = asks(&mut visitor, "carol", CAROL).await;
        assert_eq!(refused(&answer), is(429, "slow_down"), "20 of an address of the network");
        assert_eq!(fixture.listed().await.len(), 5);

        let Fixture { place, server, .. } = fixture;
        server.kill();
        let server = place.start();
        let mut visitor = visiting(&server).await;
        let (one, other) = {
            let (mut left, mut right) = (visiting(&server).await, visiting(&server).await);
            tokio::join!(
                chosen(&mut left, token(&newest), PASSWORD),
                chosen(&mut right, token(&newest), PASSWORD)
            )
        };
        assert!(
            (one.status == 200) != (other.status == 200),
            "of two uses one creates the account"
        );
        visitor.sign_in("carol", PASSWORD).await;

        // Neither names, addresses nor tokens are in records.
        assert!(server.stop().success());
        let listed = place.run(&["audit", "list", "--platform", "--data", "{data}"]);
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        let is_meant = |word: &&str| word.starts_with("registration");
        let mut records = String::new();
        for stream in listed.split_whitespace().filter(is_meant) {
            let shown = place.run(&["audit", "show", stream, "--json", "--data", "{data}"]);
            records += &String::from_utf8_lossy(&shown.stdout);
        }
        assert!(records.contains("\"ask\"") && records.contains("\"use\""), "{records}");
        for canary in ["carol", "canary", token(&newest), token(&first)] {
            assert!(!records.contains(canary), "{canary}: {records}");
        }
    });
}
