//! A server that ends in the middle of sending, and one that was restored from a backup.

use std::time::Instant;

use serde_json::{Value, json};
use waybill_tests::{Browser, Place, run};

use super::smtp::{EVERY, WITHIN};
use super::{ANN, BOB, FORGOT, Fixture, PASSWORD, accepted, link_of, settings, text, visiting};

fn message_id(mail: &Value) -> &str {
    text(&mail["headers"], "message-id")
}

/// The newest mail, once an administrator sees that it is in a state after so many attempts.
async fn listed_as(page: &mut Browser, state: &str, attempts: u64) -> Value {
    let since = Instant::now();
    loop {
        let listed = accepted(&page.get("access/api/ui/mail/log").await);
        let mail = &listed["mails"][0];
        if mail["state"] == state && mail["attempts"] == attempts {
            return mail.clone();
        }
        assert!(since.elapsed() < WITHIN, "{listed}");
        tokio::time::sleep(EVERY).await;
    }
}

/// covers: [PASS-04]
#[test]
fn a_mail_of_a_killed_server_is_sent_again_under_the_same_id() {
    run(async {
        let fixture = Fixture::new().await;
        fixture.smtp.now("hang");
        let mut visitor = fixture.visiting().await;
        accepted(&visitor.post(FORGOT, json!({"user": BOB})).await);
        let first = fixture.smtp.arrived(1).await;
        let Fixture { place, server, smtp, .. } = fixture;
        server.kill();
        smtp.now("accept");
        let server = place.start();
        let second = smtp.arrived(2).await;
        assert_eq!(message_id(&first), message_id(&second), "it is known as the same mail");
        assert!(message_id(&first).ends_with("@example.org>"), "{first}");
        let link = link_of(&second);
        assert_eq!(link, link_of(&first));
        let mut visitor = visiting(&server).await;
        let key = link.split_once("?key=").expect("a key").1;
        let checked = visitor.post(&format!("ui/auth/validatetoken?key={key}"), json!({})).await;
        assert_eq!(accepted(&checked)["user"], BOB);
        assert_eq!(smtp.at_rest().await.len(), 2);
        let mut page = visiting(&server).await;
        page.sign_in(ANN, PASSWORD).await;
        listed_as(&mut page, "sent", 2).await;
    });
}

/// covers: [PASS-04]
#[test]
fn mails_that_waited_are_given_up_by_a_restore() {
    run(async {
        let mut fixture = Fixture::new().await;
        fixture.smtp.now("defer");
        let mut visitor = fixture.visiting().await;
        accepted(&visitor.post(FORGOT, json!({"user": BOB})).await);
        let mail = listed_as(&mut fixture.page, "waiting", 1).await;
        assert_eq!(mail["failure"], json!({"type": "temporary", "code": 451}));
        let Fixture { place, server, smtp, .. } = fixture;
        assert!(server.stop().success());
        let to = place.path("backup").display().to_string();
        let done = |place: &Place, command: [&str; 2]| {
            let output = place.run(&[command[0], command[1], "--json", "--data", "{data}"]);
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            serde_json::from_slice::<Value>(&output.stdout).expect("JSON")
        };
        done(&place, ["backup", &to]);
        let restored = Place::new().with_settings(&settings(smtp.port(), ""));
        assert_eq!(done(&restored, ["restore", &to])["mails"], 1);
        smtp.now("accept");
        let server = restored.start();
        assert!(smtp.at_rest().await.is_empty());
        let mut page = visiting(&server).await;
        page.sign_in(ANN, PASSWORD).await;
        let listed = accepted(&page.get("access/api/ui/mail/log").await);
        assert_eq!(listed["mails"][0]["state"], "expired");
        // And the link that it would have had is of no use.
        assert_eq!(accepted(&page.get("access/api/ui/mail/server").await)["can_send"], true);
    });
}
