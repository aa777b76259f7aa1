//! Accounts here that a directory knows too, and acts for which users without a password here show that of the
//! directory.

use serde_json::json;
use waybill_tests::{Browser, run};

use super::slapd::{self, password_of};
use super::{Fixture, accepted, current, settings_for};
use crate::PASSWORD;
use crate::groups::user;
use crate::own_account::with_password_of;
use crate::people::{chosen, created, ended, outcome};

const LINK: &str = "ui/auth/directories/link";
const IDENTITIES: &str = "ui/auth/identities";

/// covers: [SSO-02]
#[test]
fn a_user_links_the_entry_of_a_directory_and_signs_in_with_either_password() {
    run(async {
        let Some(mut fixture) = Fixture::new().await else { return };
        let mut bob = Browser::visiting(&fixture.server).await;
        bob.sign_in("bob", PASSWORD).await;
        let entry = json!({"user": "bob", "password": password_of("bob")});
        let missing = bob.post(LINK, entry.clone()).await;
        assert_eq!(outcome(&missing), ended(400, "reauthentication_missing"));
        let wrong = json!({"user": "bob", "password": "wrong"});
        let shown = ("bob", PASSWORD);
        let answer = with_password_of(&mut bob, shown, "POST", LINK, wrong).await;
        assert_eq!(outcome(&answer), ended(409, "identity_refused"));
        accepted(&with_password_of(&mut bob, shown, "POST", LINK, entry.clone()).await);
        let again = with_password_of(&mut bob, shown, "POST", LINK, entry).await;
        assert_eq!(outcome(&again), ended(409, "identity_refused"));
        // From now on the directory is asked for the name, after the password here.
        for password in [PASSWORD, &password_of("bob")] {
            let (mut browser, status, code) = fixture.signs_in("bob", password).await;
            assert_eq!((status, code.as_str()), (200, ""));
            assert_eq!(current(&mut browser).await["name"], json!("bob"));
        }
        // An entry belongs to one account.
        let (_, mut dora) = user(&fixture.server, &mut fixture.ann, "dora").await;
        let entry = json!({"user": "bob", "password": password_of("bob")});
        let shown = ("dora", PASSWORD);
        let taken = with_password_of(&mut dora, shown, "POST", LINK, entry.clone()).await;
        assert_eq!(outcome(&taken), ended(409, "identity_refused"));
        // An account without a password here has the identity that it was made for.
        let mut carol = fixture.signed_in("carol").await;
        let password = password_of("carol");
        let answer = with_password_of(&mut carol, ("carol", &password), "POST", LINK, entry).await;
        assert_eq!(outcome(&answer), ended(403, "account_fixed"));
    });
}

/// The password here is right then, and may not sign its user in: the directory decides, also where both are the same.
///
/// covers: [SSO-02]
#[test]
fn where_administrators_alone_have_passwords_a_linked_user_signs_in_with_that_of_the_directory() {
    run(async {
        let same = "the same password twice";
        let entry = slapd::user("gina", 41, "gina@example.org").replace(&password_of("gina"), same);
        let Some(mut fixture) = Fixture::with(json!({}), &entry).await else { return };
        let (person, token) = created(&mut fixture.ann, "gina").await;
        let mut gina = Browser::visiting(&fixture.server).await;
        assert_eq!(chosen(&mut gina, &token, same).await.status, 200);
        gina.sign_in("gina", same).await;
        let mut bob = Browser::visiting(&fixture.server).await;
        bob.sign_in("bob", PASSWORD).await;
        for (browser, name, here, there) in
            [(&mut gina, "gina", same, same), (&mut bob, "bob", PASSWORD, &*password_of("bob"))]
        {
            let entry = json!({"user": name, "password": there});
            accepted(&with_password_of(browser, (name, here), "POST", LINK, entry).await);
        }
        let Fixture { place, server, mut ann, slapd } = fixture;
        assert!(server.stop().success());
        let settings = settings_for(&place, &[slapd.port()], "nobody");
        let place = place.with_settings(&(settings + "local_passwords = \"admins\"\n"));
        let server = place.start();
        ann.move_to(&server);
        let mut fixture = Fixture { place, server, ann, slapd };
        let (mut gina, status, code) = fixture.signs_in("gina", same).await;
        assert_eq!((status, code.as_str()), (200, ""));
        assert_eq!(current(&mut gina).await["name"], json!("gina"));
        let (_, status, code) = fixture.signs_in("bob", &password_of("bob")).await;
        assert_eq!((status, code.as_str()), (200, ""));
        // The password here is as good as any wrong one, and does not give the attempts back either.
        let mut stranger = Browser::visiting(&fixture.server).await;
        let mut codes = Vec::new();
        for _ in 0..12 {
            codes.push(stranger.log_in("bob", PASSWORD).await.code());
        }
        assert_eq!(codes[0], "invalid_credentials", "{codes:?}");
        assert!(codes.iter().any(|code| code == "slow_down"), "{codes:?}");
        assert_eq!(current(&mut stranger).await["name"], json!("anonymous"));
        // An account that an administrator has disabled does not pass.
        let path = format!("access/api/ui/users/{person}");
        accepted(&fixture.ann.patch(&path, json!({"enabled": false})).await);
        let (mut refused, status, _) = fixture.signs_in("gina", same).await;
        assert_eq!((status, &current(&mut refused).await["name"]), (401, &json!("anonymous")));
        // Without the directory she is refused as its other users are, and not for a wrong password.
        accepted(&fixture.ann.patch(&path, json!({"enabled": true})).await);
        let Fixture { place, server, slapd, ann } = fixture;
        drop(slapd);
        let mut visitor = Browser::visiting(&server).await;
        for _ in 0..12 {
            let refused = visitor.log_in("gina", same).await;
            assert_eq!((refused.status, &*refused.code()), (503, "directory_unavailable"));
        }
        drop((place, ann));
    });
}

/// covers: [SSO-02, ROLE-02, API-05]
#[test]
fn a_user_without_a_password_here_confirms_acts_with_that_of_the_directory() {
    run(async {
        let Some(fixture) = Fixture::new().await else { return };
        let mut carol = fixture.signed_in("carol").await;
        let key = "ui/userApiKey/carol";
        let missing = carol.post(key, json!({})).await;
        assert_eq!(outcome(&missing), ended(400, "reauthentication_missing"));
        let wrong = with_password_of(&mut carol, ("carol", "wrong"), "POST", key, json!({})).await;
        assert_eq!(outcome(&wrong), ended(401, "wrong_password"));
        let password = password_of("carol");
        let shown = ("carol", password.as_str());
        let made = with_password_of(&mut carol, shown, "POST", key, json!({})).await;
        assert_eq!(made.status, 200, "{}", made.json());
        // The password of another user of the directory proves nothing.
        let password = password_of("dave");
        let other = with_password_of(&mut carol, ("dave", &password), "POST", key, json!({})).await;
        assert_eq!(other.status, 403);
        // The identity of an account without a password stays.
        let own = accepted(&carol.get(IDENTITIES).await);
        let id = own["identities"][0]["id"].as_str().expect("an id").to_owned();
        let path = format!("{IDENTITIES}/{id}");
        let last = with_password_of(&mut carol, shown, "DELETE", &path, json!({})).await;
        assert_eq!(outcome(&last), ended(403, "account_fixed"));
    });
}

/// A device that the account here knows is none of the account whose password is guessed.
///
/// covers: [SSO-02, LOGIN-05]
#[test]
fn guesses_of_a_user_who_links_count_as_those_of_strangers() {
    run(async {
        let Some(fixture) = Fixture::new().await else { return };
        let mut bob = Browser::visiting(&fixture.server).await;
        bob.sign_in("bob", PASSWORD).await;
        for _ in 0..6 {
            let entry = json!({"user": "carol", "password": "wrong"});
            let answer = with_password_of(&mut bob, ("bob", PASSWORD), "POST", LINK, entry).await;
            assert!((400..=499).contains(&answer.status), "{}", answer.json());
        }
        // From the same address a stranger has no more attempts.
        let mut beside = bob.beside();
        beside.visit().await;
        assert_eq!(beside.log_in("carol", "wrong").await.code(), "slow_down");
    });
}

/// covers: [SSO-02]
#[test]
fn a_directory_that_is_away_proves_no_entry_wrong() {
    run(async {
        let Some(fixture) = Fixture::new().await else { return };
        let Fixture { place, server, slapd, ann } = fixture;
        let mut bob = Browser::visiting(&server).await;
        bob.sign_in("bob", PASSWORD).await;
        drop(slapd);
        let entry = json!({"user": "bob", "password": password_of("bob")});
        let answer = with_password_of(&mut bob, ("bob", PASSWORD), "POST", LINK, entry).await;
        assert_eq!(outcome(&answer), ended(503, "directory_unavailable"));
        drop((place, ann));
    });
}
