//! The mail server is set up by administrators, and mails reach it over encrypted connections.

use serde_json::json;
use waybill_tests::{Browser, Place, Request, Server, run};

use super::smtp::Smtp;
use super::{
    ANN, FORGOT, Fixture, MAIL_SERVER, PASSWORD, accepted, is, refused, settings, text, visiting,
    wanted,
};
use crate::certificates::{CERTIFICATE, KEY, certificate_is_made};
use crate::tokens::token_of;

const TEST: &str = "access/api/ui/mail/test";
const LOG: &str = "access/api/ui/mail/log";
/// The password at the mail server.
const CANARY: &str = "canary-of-smtp-5512";

/// covers: [PASS-04]
#[test]
fn administrators_set_the_mail_server_up_and_remove_it() {
    run(async {
        let mut fixture = Fixture::bare().await;
        let none = json!({"server": null, "can_send": false});
        assert_eq!(accepted(&fixture.page.get(MAIL_SERVER).await), none);
        let test = json!({"to": "ann@example.org"});
        let untested = fixture.page.post(TEST, test.clone()).await;
        assert_eq!(refused(&untested), is(409, "no_mail_server"));
        assert_eq!(refused(&fixture.page.delete(MAIL_SERVER).await), is(409, "no_mail_server"));
        let mut visitor = fixture.visiting().await;
        let offered = async |visitor: &mut Browser| {
            let form = accepted(&visitor.get("ui/auth/loginRelatedData").await);
            let page = accepted(&visitor.get("session").await);
            [form["forgotPassword"].clone(), page["sign_in"]["forgot_password"].clone()]
        };
        assert_eq!(offered(&mut visitor).await, [json!(false), json!(false)]);
        let unsent = visitor.post(FORGOT, json!({"user": ANN})).await;
        assert_eq!(refused(&unsent), is(409, "no_mail"));

        let port = fixture.smtp.port();
        for (field, value, code, at) in [
            ("host", json!(""), "mail_server_invalid", "host"),
            ("host", json!("mail.example.org/x"), "mail_server_invalid", "host"),
            ("port", json!(0), "mail_server_invalid", "port"),
            ("from", json!("waybill"), "mail_server_invalid", "from"),
            ("from_name", json!("a\r\nBcc: eve@example.org"), "mail_server_invalid", "from_name"),
            ("user", json!("waybill"), "mail_server_invalid", "security"),
            ("password", json!(CANARY), "mail_server_invalid", "password"),
            ("port", json!(1), "mail_server_address", "host"),
        ] {
            let mut wrong = wanted(port);
            wrong[field] = value;
            let answer = fixture.page.put(MAIL_SERVER, wrong).await;
            assert_eq!(refused(&answer), is(400, code), "{field}: {}", answer.json());
            assert_eq!(answer.json()["error"]["field"], at, "{}", answer.json());
        }
        let set = accepted(&fixture.page.put(MAIL_SERVER, wanted(port)).await);
        let mut expected = wanted(port);
        (expected["user"], expected["has_password"]) = (json!(null), json!(false));
        assert_eq!(set, json!({"server": expected, "can_send": true}));
        assert_eq!(offered(&mut visitor).await, [json!(true), json!(true)]);

        let wrong = fixture.page.post(TEST, json!({"to": "ann"})).await;
        assert_eq!(refused(&wrong), is(400, "bad_mail_address"));
        accepted(&fixture.page.post(TEST, test.clone()).await);
        let mail = fixture.smtp.arrived(1).await;
        assert_eq!(mail["to"], json!(["ann@example.org"]));
        assert_eq!((text(&mail, "from"), mail["user"].is_null()), ("waybill@example.org", true));

        // No other user reads or changes it, and no program.
        let added = fixture.place.run(&["user", "add", "eve", "--data", "{data}"]);
        assert!(added.status.success(), "{}", String::from_utf8_lossy(&added.stderr));
        let mut eve = fixture.visiting().await;
        let bearer = format!("Bearer {}", token_of(&fixture.place, ANN, "1h"));
        for (method, path) in
            [("GET", MAIL_SERVER), ("PUT", MAIL_SERVER), ("DELETE", MAIL_SERVER), ("GET", LOG)]
        {
            let body = if method == "PUT" { wanted(port) } else { json!({}) };
            let request = || Request::new(method, path).header("origin", super::ORIGIN).json(&body);
            assert_eq!(eve.send(request()).await.status, 401, "{method} {path}");
            let mut program = Browser::new(&fixture.server);
            let answer = program.send(request().header("authorization", &bearer)).await;
            assert_eq!(refused(&answer), is(403, "no_tokens_here"), "{method} {path}");
        }
        assert_eq!(accepted(&fixture.page.delete(MAIL_SERVER).await), none);
        assert_eq!(offered(&mut visitor).await, [json!(false), json!(false)]);
    });
}

/// A server that sends over an encrypted connection, or does not trust the certificate of the mail server.
async fn over_tls(security: &str, is_trusted: bool) -> Option<(Place, Smtp, Server)> {
    let place = Place::new();
    if !certificate_is_made(&place) {
        return None;
    }
    let [certificate, key] = [CERTIFICATE, KEY].map(|name| place.path(name).display().to_string());
    let smtp = Smtp::start(&place, &[security, &certificate, &key, "waybill", CANARY]).await;
    let trusted =
        if is_trusted { format!("certificates = \"{certificate}\"\n") } else { String::new() };
    let place = place.with_settings(&settings(smtp.port(), &trusted));
    let server = place.start();
    Some((place, smtp, server))
}

/// covers: [PASS-04]
#[test]
fn mails_go_over_tls_with_a_password_that_stays_secret() {
    run(async {
        for security in ["starttls", "tls"] {
            let Some((place, smtp, server)) = over_tls(security, true).await else { return };
            let mut page = visiting(&server).await;
            page.set_up(&server, ANN, PASSWORD).await;
            page.sign_in(ANN, PASSWORD).await;
            let mut wanted = wanted(smtp.port());
            wanted["security"] = json!(security);
            wanted["user"] = json!("waybill");
            wanted["password"] = json!("another password");
            accepted(&page.put(MAIL_SERVER, wanted.clone()).await);
            let test = json!({"to": "ann@example.org", "language": "de"});
            let answer = page.post(TEST, test.clone()).await;
            assert_eq!(refused(&answer), is(502, "mail_not_sent"));
            let sentence = answer.json()["error"]["message"].to_string();
            assert!(sentence.contains("does not accept the user"), "{sentence}");

            wanted["password"] = json!(CANARY);
            let set = accepted(&page.put(MAIL_SERVER, wanted.clone()).await);
            assert_eq!(set["server"]["has_password"], true);
            // Another name of the sender keeps it.
            wanted.as_object_mut().expect("an object").remove("password");
            wanted["from_name"] = json!("Wäybill");
            let kept = accepted(&page.put(MAIL_SERVER, wanted.clone()).await);
            assert_eq!(kept["server"]["has_password"], true);
            accepted(&page.post(TEST, test).await);
            let mail = smtp.arrived(1).await;
            assert_eq!((&mail["encrypted"], &mail["user"]), (&json!(true), &json!("waybill")));
            let headers = &mail["headers"];
            assert_eq!(headers["subject"], "Testnachricht");
            assert!(text(headers, "from").contains("Wäybill"), "{headers}");
            assert_eq!(headers["auto-submitted"], "auto-generated");

            // Another user at the server has no password yet.
            wanted["user"] = json!("other");
            let other = accepted(&page.put(MAIL_SERVER, wanted).await);
            assert_eq!(other["server"]["has_password"], false);
            let shown = accepted(&page.get(MAIL_SERVER).await).to_string();
            assert!(!shown.contains(CANARY), "{shown}");
            assert!(server.stop().success());
            let stream = ["audit", "show", "mail_server/main", "--json", "--data", "{data}"];
            let printed = place.run(&stream);
            let printed = String::from_utf8_lossy(&printed.stdout).into_owned();
            assert!(printed.contains("127.0.0.1") && !printed.contains(CANARY), "{printed}");
        }
    });
}

/// covers: [PASS-04]
#[test]
fn a_mail_server_that_cannot_be_trusted_gets_nothing() {
    run(async {
        for security in ["starttls", "tls"] {
            let Some((_place, smtp, server)) = over_tls(security, false).await else { return };
            let mut page = visiting(&server).await;
            page.set_up(&server, ANN, PASSWORD).await;
            page.sign_in(ANN, PASSWORD).await;
            let mut wanted = wanted(smtp.port());
            wanted["security"] = json!(security);
            wanted["user"] = json!("waybill");
            wanted["password"] = json!(CANARY);
            accepted(&page.put(MAIL_SERVER, wanted).await);
            let answer = page.post(TEST, json!({"to": "ann@example.org"})).await;
            assert_eq!(refused(&answer), is(502, "mail_not_sent"));
            let sentence = answer.json()["error"]["message"].to_string();
            assert!(sentence.contains("cannot be encrypted"), "{sentence}");
            assert!(smtp.mails().is_empty());
        }
        // One that offers no encryption is not sent to in clear.
        let mut fixture = Fixture::bare().await;
        let mut wanted = wanted(fixture.smtp.port());
        wanted["security"] = json!("starttls");
        accepted(&fixture.page.put(MAIL_SERVER, wanted).await);
        let answer = fixture.page.post(TEST, json!({"to": "ann@example.org"})).await;
        assert_eq!(refused(&answer), is(502, "mail_not_sent"));
        assert!(fixture.smtp.mails().is_empty());
    });
}

/// covers: [PASS-04]
#[test]
fn what_the_server_does_is_listed_without_its_words() {
    run(async {
        let mut fixture = Fixture::bare().await;
        let server = wanted(fixture.smtp.port());
        accepted(&fixture.page.put(MAIL_SERVER, server).await);
        let to = "canary-of-a-recipient@example.net";
        for (mode, failure) in [
            ("refuse", json!({"type": "refused", "code": 550})),
            ("defer", json!({"type": "temporary", "code": 451})),
            ("drop", json!({"type": "unreachable"})),
        ] {
            fixture.smtp.now(mode);
            let answer = fixture.page.post(TEST, json!({"to": to})).await;
            assert_eq!(refused(&answer), is(502, "mail_not_sent"), "{mode}");
            assert!(!answer.json().to_string().contains(to), "{}", answer.json());
            let listed = fixture.listed().await;
            let newest = &listed[0];
            assert_eq!((&newest["state"], &newest["failure"]), (&json!("failed"), &failure));
            assert_eq!((&newest["kind"], &newest["person"]), (&json!("test"), &json!(null)));
        }
        fixture.smtp.now("accept");
        accepted(&fixture.page.post(TEST, json!({"to": to})).await);
        let listed = fixture.listed().await;
        assert_eq!((&listed[0]["state"], listed.len()), (&json!("sent"), 4));
        assert_eq!(listed[0]["failure"], json!(null));
        assert!(!json!(listed).to_string().contains(to));
        assert!(!fixture.place.log().contains(to), "{}", fixture.place.log());
    });
}
