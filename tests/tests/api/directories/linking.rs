//! Accounts here that a directory knows too, and acts for which users without a password here show that of the
//! directory.

use serde_json::json;
use waybill_tests::{Browser, run};

use super::slapd::password_of;
use super::{Fixture, accepted, current};
use crate::PASSWORD;
use crate::groups::user;
use crate::own_account::with_password_of;
use crate::people::{ended, outcome};

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
