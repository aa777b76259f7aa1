//! Answers of authenticators and browsers that are not honest, and answers to other questions: none of them lets anyone
//! in.

use serde_json::{Value, json};
use waybill_tests::{Answer, Authenticator, Browser, run};

use super::{ANSWER, ASK, BOB, Fixture, OWN, accepted, added, answers, asked, origin, own, who};
use crate::own_account::with_password_of;
use crate::people::{ended, outcome};
use crate::{ANN, PASSWORD};

/// The answer is refused with this code, and no user has signed in.
async fn refused(what: &str, mut browser: Browser, answer: &Answer, status: u16, code: &str) {
    assert_eq!(outcome(answer), ended(status, code), "{what}");
    assert_eq!(who(&mut browser).await, "anonymous", "{what}");
    assert_eq!(browser.get(OWN).await.status, 401, "{what}");
}

/// What an authenticator or its browser does wrong.
type Wrong = (&'static str, fn(&mut Authenticator));

const WRONG: [Wrong; 6] = [
    ("another origin", |key| key.origin = "https://waybill.example.org".into()),
    ("another port", |key| key.origin = "http://localhost:1".into()),
    ("the address with a number", |key| key.origin = key.origin.replace("localhost", "127.0.0.1")),
    ("another host", |key| key.signs_for = Some("example.org".into())),
    ("no verification of the user", |key| key.verifies = false),
    ("a frame of another site", |key| key.is_framed = true),
];

/// covers: [LOGIN-05, MFA-01]
#[test]
fn an_answer_from_elsewhere_or_without_verification_signs_no_one_in() {
    run(async {
        let (mut fixture, _) = Fixture::enrolled().await;
        for (what, make_wrong) in WRONG {
            make_wrong(&mut fixture.key);
            let (browser, answer) = fixture.shows().await;
            refused(what, browser, &answer, 401, "passkey_refused").await;
            let mut browser = fixture.owing().await;
            let question = asked(&mut browser, "second_factor").await;
            let answer = answers(&mut browser, fixture.key.show(&question)).await;
            refused(what, browser, &answer, 401, "passkey_refused").await;
            let honest = Authenticator::at(&origin(&fixture.server));
            fixture.key =
                Authenticator { passkeys: std::mem::take(&mut fixture.key.passkeys), ..honest };
        }
        let (mut browser, answer) = fixture.shows().await;
        accepted(&answer);
        assert_eq!(who(&mut browser).await, "bob");
    });
}

/// covers: [MFA-01]
#[test]
fn no_passkey_is_added_by_such_an_answer() {
    run(async {
        let mut fixture = Fixture::new().await;
        for (what, make_wrong) in WRONG {
            let mut key = Authenticator::at(&origin(&fixture.server));
            make_wrong(&mut key);
            let answer = added(&mut fixture.bob, BOB, &mut key, "Wrong").await;
            assert_eq!(outcome(&answer), ended(422, "passkey_refused"), "{what}");
        }
        assert!(own(&mut fixture.bob).await.is_empty());
        // The password alone signs in as before.
        Browser::visiting(&fixture.server).await.sign_in("bob", PASSWORD).await;
    });
}

/// covers: [LOGIN-05]
#[test]
fn a_challenge_is_answered_once_and_in_its_own_session() {
    run(async {
        let (mut fixture, _) = Fixture::enrolled().await;
        // Replayed in the session that it was accepted in, and in another one.
        let mut browser = Browser::visiting(&fixture.server).await;
        let question = asked(&mut browser, "sign_in").await;
        let credential = fixture.key.show(&question);
        accepted(&answers(&mut browser, credential.clone()).await);
        let again = answers(&mut browser, credential.clone()).await;
        assert_eq!(outcome(&again), ended(409, "not_in_this_state"));
        let mut other = Browser::visiting(&fixture.server).await;
        let answer = answers(&mut other, credential.clone()).await;
        refused("no question", other, &answer, 409, "not_in_this_state").await;
        let mut other = Browser::visiting(&fixture.server).await;
        asked(&mut other, "sign_in").await;
        let answer = answers(&mut other, credential).await;
        refused("another question", other, &answer, 422, "passkey_question_unknown").await;

        // The challenge of another session, answered by the owner of the passkey.
        let mut victim = Browser::visiting(&fixture.server).await;
        let mut thief = Browser::visiting(&fixture.server).await;
        let foreign = asked(&mut victim, "sign_in").await;
        asked(&mut thief, "sign_in").await;
        let answer = answers(&mut thief, fixture.key.show(&foreign)).await;
        refused("a foreign challenge", thief, &answer, 422, "passkey_question_unknown").await;

        // An earlier challenge of the same session.
        let mut browser = Browser::visiting(&fixture.server).await;
        let earlier = asked(&mut browser, "sign_in").await;
        asked(&mut browser, "sign_in").await;
        let answer = answers(&mut browser, fixture.key.show(&earlier)).await;
        refused("an earlier one", browser, &answer, 422, "passkey_question_unknown").await;

        // A challenge that the browser says it has asked, and the authenticator has not signed.
        let mut browser = Browser::visiting(&fixture.server).await;
        let question = asked(&mut browser, "sign_in").await;
        let mut credential = fixture.key.show(&foreign);
        let honest = fixture.key.show(&question);
        credential["response"]["clientDataJSON"] = honest["response"]["clientDataJSON"].clone();
        let answer = answers(&mut browser, credential).await;
        refused("a challenge that was not signed", browser, &answer, 401, "passkey_refused").await;
    });
}

/// A challenge of one purpose is none of another.
///
/// covers: [LOGIN-05, MFA-01]
#[test]
fn an_answer_counts_only_for_what_was_asked() {
    run(async {
        let (mut fixture, _) = Fixture::enrolled().await;
        // Signing in alone answers no question after the password of another user.
        let mut browser = Browser::visiting(&fixture.server).await;
        let alone = asked(&mut browser, "sign_in").await;
        assert_eq!(browser.log_in("bob", PASSWORD).await.json()["next"], "otp_required");
        let credential = fixture.key.show(&alone);
        let answer = answers(&mut browser, credential).await;
        // The user has begun to sign in otherwise: that counts.
        assert_eq!(who(&mut browser).await, "anonymous", "{}", answer.json());

        // What was created proves nothing, and what was shown is not added.
        let mut browser = Browser::visiting(&fixture.server).await;
        let question = asked(&mut browser, "sign_in").await;
        let created = json!({"publicKey": {
            "rp": {"id": "localhost"}, "user": {"id": "AAAA"},
            "challenge": question["publicKey"]["challenge"],
        }});
        let mut other = Authenticator::at(&origin(&fixture.server));
        let answer = answers(&mut browser, other.create(&created)).await;
        assert_eq!(answer.status, 422, "{}", answer.json());
        assert_eq!(who(&mut browser).await, "anonymous");
        let asked = with_password_of(&mut fixture.bob, BOB, "POST", OWN, json!({})).await;
        let shown = json!({"publicKey": {
            "rpId": "localhost", "allowCredentials": [],
            "challenge": accepted(&asked)["publicKey"]["challenge"],
        }});
        let answer = answers(&mut fixture.bob, fixture.key.show(&shown)).await;
        assert_ne!(answer.status, 200);
        assert_eq!(own(&mut fixture.bob).await.len(), 1);
    });
}

/// covers: [LOGIN-05, MFA-01]
#[test]
fn a_passkey_of_another_user_is_no_second_factor() {
    run(async {
        let (mut fixture, _) = Fixture::enrolled().await;
        let mut of_ann = Authenticator::at(&origin(&fixture.server));
        accepted(&added(&mut fixture.ann, (ANN, PASSWORD), &mut of_ann, "Hers").await);
        let mut browser = fixture.owing().await;
        let question = asked(&mut browser, "second_factor").await;
        let answer = answers(&mut browser, of_ann.show_any(0, &question)).await;
        refused("of another user", browser, &answer, 401, "passkey_refused").await;

        // Nor does a passkey sign in a user whom its authenticator names.
        let user = fixture.key.passkeys[0].user.clone();
        of_ann.passkeys[0].user = user;
        let mut browser = Browser::visiting(&fixture.server).await;
        let question = asked(&mut browser, "sign_in").await;
        let answer = answers(&mut browser, of_ann.show(&question)).await;
        refused("another user is named", browser, &answer, 401, "passkey_refused").await;
        fixture.key.names_user = false;
        let (browser, answer) = fixture.shows().await;
        refused("no user is named", browser, &answer, 401, "passkey_refused").await;
    });
}

/// covers: [LOGIN-05, MFA-01]
#[test]
fn an_unknown_or_removed_passkey_lets_no_one_in() {
    run(async {
        let (mut fixture, _) = Fixture::enrolled().await;
        let mut stranger = Authenticator::at(&origin(&fixture.server));
        let create = json!({"publicKey": {
            "rp": {"id": "localhost"}, "user": {"id": "AAAA"}, "challenge": "AAAA",
        }});
        stranger.create(&create);
        let mut browser = Browser::visiting(&fixture.server).await;
        let question = asked(&mut browser, "sign_in").await;
        let answer = answers(&mut browser, stranger.show(&question)).await;
        refused("unknown", browser, &answer, 401, "passkey_unknown").await;

        // Removed: the sign-in that has come by it ends, and a question of before is of no use.
        let (mut by_passkey, answer) = fixture.shows().await;
        accepted(&answer);
        let mut waiting = Browser::visiting(&fixture.server).await;
        let question = asked(&mut waiting, "sign_in").await;
        let mut owing = fixture.owing().await;
        let second = asked(&mut owing, "second_factor").await;
        let id = own(&mut fixture.bob).await[0]["id"].as_str().expect("an id").to_owned();
        let one = format!("{OWN}/{id}");
        accepted(&with_password_of(&mut fixture.bob, BOB, "DELETE", &one, json!({})).await);
        by_passkey.visit().await;
        assert_eq!(by_passkey.get(OWN).await.status, 401);
        assert_eq!(who(&mut fixture.bob).await, "bob");
        let answer = answers(&mut waiting, fixture.key.show(&question)).await;
        refused("removed", waiting, &answer, 401, "passkey_unknown").await;
        // The sign-in that waited for the passkey was cancelled.
        let answer = answers(&mut owing, fixture.key.show(&second)).await;
        refused("cancelled", owing, &answer, 409, "not_in_this_state").await;
        // Without a second factor the password is enough again.
        Browser::visiting(&fixture.server).await.sign_in("bob", PASSWORD).await;
    });
}

/// covers: [MFA-01]
#[test]
fn a_counter_that_goes_back_means_a_copy() {
    run(async {
        let (mut fixture, _) = Fixture::enrolled().await;
        let (_, answer) = fixture.shows().await;
        accepted(&answer);
        let newest = fixture.key.passkeys[0].counter;
        for back in [newest - 1, newest, 0] {
            // The next signature has this counter.
            fixture.key.counts = false;
            fixture.key.passkeys[0].counter = back;
            let (browser, answer) = fixture.shows().await;
            refused("alone", browser, &answer, 401, "passkey_copied").await;
            let mut browser = fixture.owing().await;
            let question = asked(&mut browser, "second_factor").await;
            let answer = answers(&mut browser, fixture.key.show(&question)).await;
            refused("as a second factor", browser, &answer, 401, "passkey_copied").await;
        }
        fixture.key.passkeys[0].counter = newest + 1;
        accepted(&fixture.shows().await.1);

        // Of two uses of one state, at the same time, one counts.
        let mut both = Vec::new();
        fixture.key.passkeys[0].counter = newest + 2;
        for _ in 0..2 {
            let mut browser = Browser::visiting(&fixture.server).await;
            let question = asked(&mut browser, "sign_in").await;
            both.push((browser, fixture.key.show(&question)));
        }
        let mut uses = both.into_iter().map(|(mut browser, credential)| {
            tokio::spawn(async move { answers(&mut browser, credential).await.status })
        });
        let (one, two) = (uses.next().expect("a use"), uses.next().expect("a use"));
        let mut statuses = [one.await.expect("an answer"), two.await.expect("an answer")];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 401]);
    });
}

/// covers: [MFA-01, ROLE-04]
#[test]
fn a_disabled_user_is_not_let_in() {
    run(async {
        let (mut fixture, _) = Fixture::enrolled().await;
        let mut waiting = Browser::visiting(&fixture.server).await;
        let question = asked(&mut waiting, "sign_in").await;
        let user = format!("access/api/ui/users/{}", fixture.person);
        accepted(&fixture.ann.patch(&user, json!({"enabled": false})).await);
        let answer = answers(&mut waiting, fixture.key.show(&question)).await;
        refused("asked before", waiting, &answer, 401, "not_allowed").await;
        let (browser, answer) = fixture.shows().await;
        refused("asked after", browser, &answer, 401, "not_allowed").await;
        accepted(&fixture.ann.patch(&user, json!({"enabled": true})).await);
        let (mut browser, answer) = fixture.shows().await;
        accepted(&answer);
        assert_eq!(who(&mut browser).await, "bob");
    });
}

/// covers: [LOGIN-05]
#[test]
fn what_is_no_answer_is_refused_as_a_request() {
    run(async {
        let (mut fixture, _) = Fixture::enrolled().await;
        let mut browser = Browser::visiting(&fixture.server).await;
        let question = asked(&mut browser, "sign_in").await;
        let good = fixture.key.show(&question);
        let with = |part: &str, value: Value| {
            let mut credential = good.clone();
            credential["response"][part] = value;
            credential
        };
        for (what, credential) in [
            ("no object", json!("x")),
            ("no response", json!({"rawId": "AAAA"})),
            ("no client data", with("clientDataJSON", Value::Null)),
            ("client data that is no base64url", with("clientDataJSON", json!("***"))),
            ("client data without a challenge", with("clientDataJSON", json!("e30"))),
            ("an unknown part", with("more", json!("x"))),
            ("a large part", with("signature", json!("A".repeat(20_000)))),
        ] {
            let answer = answers(&mut browser, credential).await;
            assert_eq!(answer.status, 400, "{what}: {}", answer.json());
        }
        for purpose in ["add", "other", ""] {
            assert_eq!(
                browser.post(ASK, json!({"purpose": purpose})).await.status,
                400,
                "{purpose}"
            );
        }
        // From another site neither is taken.
        let origin = std::mem::replace(&mut browser.origin, "https://evil.example".into());
        assert_eq!(browser.post(ASK, json!({"purpose": "sign_in"})).await.status, 403);
        assert_eq!(browser.post(ANSWER, json!({"credential": good})).await.status, 403);
        browser.origin = origin;
        // None of this has used the question up; what is malformed inside it does.
        for (what, part) in [("signature", "AAAA"), ("authenticatorData", "AAAA")] {
            let question = asked(&mut browser, "sign_in").await;
            let mut credential = fixture.key.show(&question);
            credential["response"][what] = json!(part);
            let answer = answers(&mut browser, credential).await;
            assert_eq!(outcome(&answer), ended(401, "passkey_refused"), "{what}");
        }
        assert_eq!(who(&mut browser).await, "anonymous");
    });
}

/// covers: [LOGIN-05]
#[test]
fn questions_are_limited_by_address() {
    run(async {
        let fixture = Fixture::new().await;
        let mut browser = Browser::visiting(&fixture.server).await;
        let mut limited = None;
        for _ in 0..70 {
            let answer = browser.post(ASK, json!({"purpose": "sign_in"})).await;
            if answer.status != 200 {
                limited = Some(outcome(&answer));
                break;
            }
        }
        assert_eq!(limited, Some(ended(429, "too_many_sign_ins")));
        let mut elsewhere = Browser::visiting(&fixture.server).await;
        assert_eq!(elsewhere.post(ASK, json!({"purpose": "sign_in"})).await.status, 200);
    });
}
