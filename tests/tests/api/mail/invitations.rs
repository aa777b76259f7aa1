//! Users are invited by mail, and the administrator does not learn the link.

use serde_json::json;
use waybill_tests::{Browser, Request, run};

use super::{ANN, Fixture, ORIGIN, PASSWORD, accepted, is, link_of, refused, text};
use crate::people::chosen;
use crate::tokens::token_of;

const USERS: &str = "access/api/ui/users";
const INVITE: &str = "/access/api/v1/users/invite";

fn token(link: &str) -> &str {
    let (page, token) = link.split_once("#token=").expect("a token");
    assert_eq!(page, format!("{ORIGIN}/ui/login/invitation"));
    token
}

/// covers: [PASS-04]
#[test]
fn a_user_who_is_invited_by_mail_signs_in() {
    run(async {
        let mut fixture = Fixture::new().await;
        let address = "carol@example.net";
        let carol =
            json!({"name": "carol", "email": address, "send_mail": true, "language": "ja-JP"});
        let made = accepted(&fixture.page.post(USERS, carol).await);
        let link = &made["link"];
        assert_eq!((&link["link"], &link["mail"]), (&json!(null), &json!(true)));
        assert!(link["until"].is_string() && !made.to_string().contains("token="), "{made}");
        let mail = fixture.smtp.arrived(1).await;
        assert_eq!(mail["to"], json!([address]));
        assert_eq!(text(&mail["headers"], "content-language"), "ja");
        let link = link_of(&mail);
        let mut carol = fixture.visiting().await;
        assert_eq!(chosen(&mut carol, token(&link), PASSWORD).await.status, 200);
        carol.sign_in("carol", PASSWORD).await;

        // A new link by mail replaces the password.
        let own = format!("{USERS}/{}", text(&made["user"], "person"));
        let body = json!({"send_mail": true});
        let again = fixture.page.post(&format!("{own}/passwordLink"), body).await;
        assert_eq!(accepted(&again)["mail"], true);
        let link = link_of(&fixture.smtp.arrived_with("#token=", 2).await);
        assert_eq!(fixture.visiting().await.log_in("carol", PASSWORD).await.status, 401);
        let mut carol = fixture.visiting().await;
        assert_eq!(chosen(&mut carol, token(&link), "a further long one").await.status, 200);
        carol.sign_in("carol", "a further long one").await;

        // As before, if no mail is wanted.
        let shown = accepted(&fixture.page.post(&format!("{own}/passwordLink"), json!({})).await);
        assert_eq!(shown["mail"], false);
        token(text(&shown, "link"));
    });
}

/// covers: [PASS-04]
#[test]
fn an_invitation_that_cannot_be_sent_changes_nothing() {
    run(async {
        let mut fixture = Fixture::new().await;
        let body = json!({"name": "carol", "send_mail": true});
        let answer = fixture.page.post(USERS, body).await;
        assert_eq!(refused(&answer), is(422, "no_email"));
        accepted(&fixture.page.delete(super::MAIL_SERVER).await);
        let body = json!({"name": "carol", "email": "carol@example.net", "send_mail": true});
        let answer = fixture.page.post(USERS, body).await;
        assert_eq!(refused(&answer), is(409, "no_mail_server"));
        let users = accepted(&fixture.page.get(USERS).await);
        let bob = users["users"].as_array().expect("users").iter();
        let bob = bob.filter(|user| user["name"] == super::BOB).collect::<Vec<_>>();
        assert_eq!((&users["total"], bob.len()), (&json!(2), 1));
        let own = format!("{USERS}/{}/passwordLink", text(bob[0], "person"));
        let answer = fixture.page.post(&own, json!({"send_mail": true})).await;
        assert_eq!(refused(&answer), is(409, "no_mail_server"));
        // The password is the one of before.
        fixture.bob().await;
    });
}

/// covers: [PASS-04]
#[test]
fn a_program_invites_a_user_by_the_mail_address() {
    run(async {
        let fixture = Fixture::new().await;
        let bearer = format!("Bearer {}", token_of(&fixture.place, ANN, "1h"));
        let invite = async |email: &str| {
            let body = json!({"invited_email": email, "source": "terraform"});
            let request = Request::new("POST", INVITE).json(&body);
            Browser::new(&fixture.server).send(request.header("authorization", &bearer)).await
        };
        let invited = accepted(&invite("Carol@example.net").await);
        assert_eq!(text(&invited, "username"), "carol@example.net");
        assert!(invited["expires_at"].is_string(), "{invited}");
        let mail = fixture.smtp.arrived(1).await;
        assert_eq!(text(&mail["headers"], "content-language"), "en");
        let mut carol = fixture.visiting().await;
        assert_eq!(chosen(&mut carol, token(&link_of(&mail)), PASSWORD).await.status, 200);
        carol.sign_in("carol@example.net", PASSWORD).await;
        assert_eq!(invite("carol@example.net").await.status, 422, "there is such a user");
        assert_eq!(refused(&invite("carol").await), is(422, "bad_email"));
        let mut bob = fixture.bob().await;
        let request = Request::new("POST", INVITE).header("origin", ORIGIN);
        let answer = bob.send(request.json(&json!({"invited_email": "a@example.net"}))).await;
        assert_eq!(refused(&answer), is(403, "not_authorized"));
        assert_eq!(fixture.smtp.mails().len(), 1);
    });
}
