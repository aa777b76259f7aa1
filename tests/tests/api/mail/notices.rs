//! Users are notified of what happens to their accounts.

use serde_json::json;
use waybill_tests::{Tab, run};

use super::{
    ADDRESS, ANN, BOB, Fixture, MAIL_SERVER, PASSWORD, accepted, settings, text, visiting, wanted,
};

/// covers: [PASS-04]
#[test]
fn a_user_is_notified_of_a_new_device_and_a_new_password() {
    run(async {
        let mut fixture = Fixture::new().await;
        let mut bob = fixture.bob().await;
        assert!(fixture.smtp.at_rest().await.is_empty(), "the first device of a new account");
        let mut other = fixture.bob().await;
        let device = fixture.smtp.arrived(1).await;
        assert_eq!(device["to"], json!([ADDRESS]));
        assert!(text(&device, "text").contains("new device"), "{device}");
        other.post("ui/auth/logout", json!({})).await;
        other.visit().await;
        other.sign_in(BOB, PASSWORD).await;

        let new = "seven blue staples 9";
        let mut tab = Tab::open(&mut bob).await;
        assert_eq!(tab.command("password", json!({"type": "open"})).await["type"], "ack");
        let change = json!({"user": BOB, "current": PASSWORD, "new": new});
        accepted(&bob.post("ui/auth/changePassword", change).await);
        let changed = fixture.smtp.arrived(2).await;
        assert!(text(&changed, "text").contains("was changed"), "{changed}");
        for mail in [&device, &changed] {
            assert!(!text(mail, "text").contains("http"), "notices have no link: {mail}");
        }
        assert_eq!(fixture.smtp.at_rest().await.len(), 2, "a known device is no news");
        let kinds: Vec<_> =
            fixture.listed().await.iter().map(|mail| mail["kind"].clone()).collect();
        assert_eq!(kinds, [json!("password_changed"), json!("new_device")]);
    });
}

/// covers: [PASS-04, SSO-02]
#[test]
fn administrators_are_notified_of_a_sign_in_with_a_password_where_users_sign_in_elsewhere() {
    run(async {
        let mut fixture = Fixture::bare().await;
        let server = wanted(fixture.smtp.port());
        accepted(&fixture.page.put(MAIL_SERVER, server).await);
        let users = accepted(&fixture.page.get("access/api/ui/users").await);
        let person = text(&users["users"][0], "person").to_owned();
        let mail = json!({"email": "ann.canary@example.net"});
        let path = format!("access/api/ui/users/{person}");
        accepted(&fixture.page.patch(&path, mail).await);
        let Fixture { place, server, smtp, .. } = fixture;
        assert!(server.stop().success());
        let closed = settings(smtp.port(), "") + "local_passwords = \"admins\"\n";
        let place = place.with_settings(&closed);
        let server = place.start();
        let mut page = visiting(&server).await;
        page.sign_in(ANN, PASSWORD).await;
        let notice = smtp.arrived_with("with a password of the installation", 1).await;
        assert_eq!(notice["to"], json!(["ann.canary@example.net"]));
        assert!(!text(&notice, "text").contains("http"), "notices have no link: {notice}");
    });
}
