//! Passkeys over HTTP: who gets in with one, alone and as a second factor, and whose they are.

mod answers;
mod questions;
mod recovery;
mod settings;

use serde_json::{Value, json};
use waybill_tests::{Answer, Authenticator, Browser, Place, Server, run};

use crate::groups::user;
use crate::own_account::with_password_of;
use crate::people::{administered, ended, outcome};
use crate::{ANN, PASSWORD, records};

const ASK: &str = "ui/auth/passkey/ask";
const ANSWER: &str = "ui/auth/passkey/answer";
const OWN: &str = "ui/auth/passkeys";
const BOB: (&str, &str) = ("bob", PASSWORD);

/// A server with its administrator Ann, and Bob with a browser, an authenticator and his id.
struct Fixture {
    place: Place,
    server: Server,
    ann: Browser,
    bob: Browser,
    person: String,
    key: Authenticator,
}

fn accepted(answer: &Answer) -> Value {
    assert_eq!(answer.status, 200, "{}", answer.json());
    answer.json()
}

/// The settings of a server with these of signing in.
fn settings(of_access: &str) -> String {
    format!("[installation.access]\n{of_access}\n")
}

/// The origin that browsers know as secure on this machine: no passkey belongs to a number.
fn origin(server: &Server) -> String {
    format!("http://localhost:{}", server.address().port())
}

/// A question for a passkey.
async fn asked(browser: &mut Browser, purpose: &str) -> Value {
    accepted(&browser.post(ASK, json!({"purpose": purpose})).await)
}

/// The answer to a question, as the page sends it.
async fn answers(browser: &mut Browser, credential: Value) -> Answer {
    browser.post(ANSWER, json!({"credential": credential})).await
}

/// The name of the user who has signed in.
async fn who(browser: &mut Browser) -> String {
    let current = accepted(&browser.get("ui/auth/current").await);
    current["name"].as_str().unwrap_or_default().to_owned()
}

/// The passkeys of the user who has signed in.
async fn own(browser: &mut Browser) -> Vec<Value> {
    accepted(&browser.get(OWN).await)["passkeys"].as_array().expect("a list").clone()
}

/// A user shows the password, and adds a passkey: what the server has answered.
async fn added(
    browser: &mut Browser,
    user: (&str, &str),
    key: &mut Authenticator,
    name: &str,
) -> Answer {
    let asked = with_password_of(browser, user, "POST", OWN, json!({})).await;
    let credential = key.create(&accepted(&asked));
    browser.post(ANSWER, json!({"credential": credential, "name": name})).await
}

impl Fixture {
    /// A server that demands no second factor.
    async fn new() -> Self {
        Self::with("mfa_required = \"nobody\"").await
    }

    async fn with(of_access: &str) -> Self {
        let place = Place::new().with_settings(&settings(of_access));
        let (server, mut ann) = administered(&place).await;
        let (person, bob) = user(&server, &mut ann, "bob").await;
        let key = Authenticator::at(&origin(&server));
        Self { place, server, ann, bob, person, key }
    }

    /// The same, where Bob has a passkey: the recovery codes that he got with it.
    async fn enrolled() -> (Self, Vec<String>) {
        let mut fixture = Self::new().await;
        let answer = added(&mut fixture.bob, BOB, &mut fixture.key, "My key").await;
        let codes = accepted(&answer)["recovery_codes"].as_array().expect("codes").clone();
        let codes = codes.iter().map(|code| code.as_str().expect("a code").to_owned()).collect();
        (fixture, codes)
    }

    /// The same after a restart with other settings of signing in.
    fn restarted_with(self, of_access: &str) -> Self {
        let Self { place, server, mut ann, mut bob, person, mut key } = self;
        server.stop();
        let place = place.with_settings(&settings(of_access));
        let server = place.start();
        ann.move_to(&server);
        bob.move_to(&server);
        key.origin = origin(&server);
        Self { place, server, ann, bob, person, key }
    }

    /// A new browser in which a passkey is shown on the sign-in page.
    async fn shows(&mut self) -> (Browser, Answer) {
        let mut browser = Browser::visiting(&self.server).await;
        let asked = asked(&mut browser, "sign_in").await;
        let answer = answers(&mut browser, self.key.show(&asked)).await;
        (browser, answer)
    }

    /// A new browser in which Bob has given the password, and owes the second factor.
    async fn owing(&self) -> Browser {
        let mut browser = Browser::visiting(&self.server).await;
        let answer = browser.log_in("bob", PASSWORD).await;
        assert_eq!(accepted(&answer)["next"], "otp_required");
        browser
    }
}

/// covers: [MFA-01, LOGIN-05]
#[test]
fn a_user_signs_in_with_a_passkey_alone() {
    run(async {
        let (mut fixture, codes) = Fixture::enrolled().await;
        assert_eq!(codes.len(), 10);
        let before = own(&mut fixture.bob).await;
        assert_eq!(before[0]["name"], "My key");
        assert_eq!(before[0]["used_at"], Value::Null);

        let mut browser = Browser::visiting(&fixture.server).await;
        let page = browser.visit().await;
        assert_eq!(page["sign_in"]["passkey_host"], "localhost");
        let question = asked(&mut browser, "sign_in").await;
        let options = &question["publicKey"];
        assert_eq!(options["userVerification"], "required");
        assert_eq!(options["rpId"], "localhost");
        assert_eq!(options["allowCredentials"], json!([]), "it names no passkey of any user");
        let cookie = browser.token();
        let answer = answers(&mut browser, fixture.key.show(&question)).await;
        let body = accepted(&answer);
        assert_eq!((&body["next"], &body["recovery_codes"]), (&json!("signed_in"), &json!([])));
        assert_ne!(browser.token(), cookie, "the cookie is another one");
        assert_eq!(who(&mut browser).await, "bob");
        assert!(own(&mut browser).await[0]["used_at"].is_string());

        // Neither the challenge nor the signature is in the records of the session.
        let text = serde_json::to_string(&records(&mut browser).await).expect("JSON");
        assert!(text.contains("access.check_passkey"), "{text}");
        let challenge = options["challenge"].as_str().expect("a challenge");
        assert!(!text.contains(challenge), "{challenge} in {text}");
        // Ann has none, and signs in with her password all the while.
        let mut ann = Browser::visiting(&fixture.server).await;
        ann.sign_in(ANN, PASSWORD).await;
    });
}

/// covers: [MFA-01, LOGIN-01]
#[test]
fn after_the_password_a_passkey_is_the_second_factor() {
    run(async {
        let (mut fixture, codes) = Fixture::enrolled().await;
        let mut browser = fixture.owing().await;
        assert_eq!(who(&mut browser).await, "anonymous");
        let question = asked(&mut browser, "second_factor").await;
        let allowed = question["publicKey"]["allowCredentials"].as_array().expect("a list").len();
        assert_eq!(allowed, 1, "only those of the user are asked for");
        fixture.key.names_user = false;
        let answer = answers(&mut browser, fixture.key.show(&question)).await;
        assert_eq!(accepted(&answer)["next"], "signed_in");
        assert_eq!(who(&mut browser).await, "bob");

        // Without an app there is no code of one, and a recovery code works once.
        let mut browser = fixture.owing().await;
        let code = browser.post("ui/auth/mfa/verify", json!({"code": "123456"})).await;
        assert_eq!(outcome(&code), ended(422, "no_authenticator_app"));
        let recovery = json!({"recovery_code": codes[0]});
        assert_eq!(browser.post("ui/auth/mfa/verify", recovery.clone()).await.status, 200);
        assert_eq!(who(&mut browser).await, "bob");
        let mut again = fixture.owing().await;
        assert_eq!(again.post("ui/auth/mfa/verify", recovery).await.status, 401);
    });
}

/// covers: [MFA-02, MFA-01]
#[test]
fn where_a_second_factor_is_demanded_a_passkey_is_one() {
    run(async {
        let fixture = Fixture::new().await.restarted_with("mfa_required = \"everybody\"");
        let mut key = Authenticator::at(&origin(&fixture.server));
        let mut browser = Browser::visiting(&fixture.server).await;
        let answer = browser.log_in("bob", PASSWORD).await;
        assert_eq!(accepted(&answer)["next"], "enrol_required");
        // Nothing is added that was asked for otherwise.
        let refused = browser.post(ASK, json!({"purpose": "second_factor"})).await;
        assert_eq!(outcome(&refused), ended(403, "not_allowed"));
        let question = asked(&mut browser, "enrolment").await;
        let credential = key.create(&question);
        let answer = browser.post(ANSWER, json!({"credential": credential, "name": "New"})).await;
        let body = accepted(&answer);
        assert_eq!(body["next"], "signed_in");
        assert_eq!(body["recovery_codes"].as_array().expect("codes").len(), 10);
        assert_eq!(who(&mut browser).await, "bob");
        assert_eq!(own(&mut browser).await[0]["name"], "New");

        // From then on it is asked for, and no other factor is set up in its place.
        let mut browser = fixture.owing().await;
        assert_eq!(browser.get("ui/auth/mfa/enroll").await.status, 403);
        let again = browser.post(ASK, json!({"purpose": "enrolment"})).await;
        assert_eq!(outcome(&again), ended(403, "not_allowed"));
        let question = asked(&mut browser, "second_factor").await;
        accepted(&answers(&mut browser, key.show(&question)).await);
    });
}

/// Two sessions set up a second factor at the same time: the first one counts, and the other adds nothing.
///
/// covers: [MFA-02]
#[test]
fn of_two_enrolments_the_first_counts() {
    run(async {
        let fixture = Fixture::new().await.restarted_with("mfa_required = \"everybody\"");
        let mut first = Authenticator::at(&origin(&fixture.server));
        let mut second = Authenticator::at(&origin(&fixture.server));
        let mut owner = Browser::visiting(&fixture.server).await;
        let mut thief = Browser::visiting(&fixture.server).await;
        for browser in [&mut owner, &mut thief] {
            let answer = browser.log_in("bob", PASSWORD).await;
            assert_eq!(accepted(&answer)["next"], "enrol_required");
        }
        let own_question = asked(&mut owner, "enrolment").await;
        let other_question = asked(&mut thief, "enrolment").await;
        accepted(&answers(&mut owner, first.create(&own_question)).await);
        let late = answers(&mut thief, second.create(&other_question)).await;
        assert_eq!(outcome(&late), ended(422, "already_enrolled"));
        assert_eq!(who(&mut thief).await, "anonymous");
        assert_eq!(own(&mut owner).await.len(), 1);
    });
}

/// covers: [MFA-01, API-05]
#[test]
fn passkeys_are_added_named_and_removed_by_their_user_with_the_password() {
    run(async {
        let (mut fixture, _) = Fixture::enrolled().await;
        let shown = fixture.bob.post(OWN, json!({})).await;
        assert_eq!(outcome(&shown), ended(400, "reauthentication_missing"));
        let wrong = ("bob", "wrong");
        let answer = with_password_of(&mut fixture.bob, wrong, "POST", OWN, json!({})).await;
        assert_eq!(outcome(&answer), ended(401, "wrong_password"));
        let mut visitor = Browser::visiting(&fixture.server).await;
        assert_eq!(visitor.get(OWN).await.status, 401);

        let mut second = Authenticator::at(&origin(&fixture.server));
        second.synchronises = true;
        let answer = added(&mut fixture.bob, BOB, &mut second, "").await;
        assert_eq!(outcome(&answer), ended(422, "passkey_name"));
        let answer = added(&mut fixture.bob, BOB, &mut second, " Phone ").await;
        assert_eq!(accepted(&answer)["recovery_codes"], json!([]), "there are codes already");
        let both = own(&mut fixture.bob).await;
        let names: Vec<&Value> = both.iter().map(|passkey| &passkey["name"]).collect();
        assert_eq!(names, ["My key", "Phone"]);
        assert_eq!(
            (&both[0]["synchronised"], &both[0]["backed_up"]),
            (&json!(false), &json!(false))
        );
        assert_eq!((&both[1]["synchronised"], &both[1]["backed_up"]), (&json!(true), &json!(true)));

        let one = format!("{OWN}/{}", both[0]["id"].as_str().expect("an id"));
        let named = fixture.bob.put(&one, json!({"name": "Old key"})).await;
        accepted(&named);
        for wrong in ["", "  ", "\u{202e}x", &"x".repeat(61)] {
            let answer = fixture.bob.put(&one, json!({"name": wrong})).await;
            assert_eq!(outcome(&answer), ended(400, "passkey_name"), "{wrong:?}");
        }
        // Those of others are out of reach.
        assert_eq!(fixture.ann.put(&one, json!({"name": "Mine"})).await.status, 404);
        let of_ann = with_password_of(&mut fixture.ann, (ANN, PASSWORD), "DELETE", &one, json!({}));
        assert_eq!(of_ann.await.status, 404);
        assert_eq!(own(&mut fixture.bob).await[0]["name"], "Old key");

        assert_eq!(fixture.bob.delete(&one).await.status, 400);
        accepted(&with_password_of(&mut fixture.bob, BOB, "DELETE", &one, json!({})).await);
        assert_eq!(own(&mut fixture.bob).await.len(), 1);
        assert_eq!(who(&mut fixture.bob).await, "bob", "this session goes on");
    });
}

/// covers: [MFA-01]
#[test]
fn a_user_has_ten_passkeys_at_most_and_each_belongs_to_one_account() {
    run(async {
        let (mut fixture, _) = Fixture::enrolled().await;
        // An authenticator that gives a passkey the id of another one.
        let mut copy = Authenticator::at(&origin(&fixture.server));
        for (browser, user) in [(&mut fixture.ann, (ANN, PASSWORD)), (&mut fixture.bob, BOB)] {
            copy.next_id = Some(fixture.key.passkeys[0].id.clone());
            let answer = added(browser, user, &mut copy, "Copy").await;
            assert_eq!(outcome(&answer), ended(422, "passkey_taken"));
        }
        assert!(own(&mut fixture.ann).await.is_empty());
        for number in 1..10 {
            let name = format!("Key {number}");
            accepted(&added(&mut fixture.bob, BOB, &mut fixture.key, &name).await);
        }
        let more = with_password_of(&mut fixture.bob, BOB, "POST", OWN, json!({})).await;
        assert_eq!(outcome(&more), ended(409, "too_many_passkeys"));
        assert_eq!(own(&mut fixture.bob).await.len(), 10);
    });
}

/// covers: [MFA-01]
#[test]
fn passkeys_outlive_a_restart_and_questions_do_not() {
    run(async {
        let (fixture, _) = Fixture::enrolled().await;
        let mut waiting = Browser::visiting(&fixture.server).await;
        let before = asked(&mut waiting, "sign_in").await;
        let mut fixture = fixture.restarted_with("mfa_required = \"nobody\"");
        waiting.move_to(&fixture.server);
        let lost = answers(&mut waiting, fixture.key.show(&before)).await;
        assert_eq!(outcome(&lost), ended(401, "passkey_question_lost"));
        let (mut browser, answer) = fixture.shows().await;
        accepted(&answer);
        assert_eq!(who(&mut browser).await, "bob");
    });
}
