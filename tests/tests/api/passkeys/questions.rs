//! Questions of visitors, of which the server keeps nothing: however many there are, users sign in with a passkey
//! alone, and an answer is valid for its own question. Asked of the access service itself, since a session takes no
//! answer to a question of another one in the first place.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use tempfile::TempDir;
use waybill_journal::MemoryJournal;
use waybill_machines::Timestamp;
use waybill_machines::machines::passkey::CEREMONY_MS;
use waybill_machines::secret::PersonId;
use waybill_machines::sign_in::{PasskeyCeremony, PasskeyChecked, PasskeyPurpose};
use waybill_platform::access::{
    Administration as _, AskedPasskey, Client, Cost, Embedded, NewCeremony, NewUser, Options,
    Passkeys as _, Source, answered_challenge,
};
use waybill_platform::secret::{PasskeyResponse, Secret};
use waybill_platform::streams::ChangeContext;
use waybill_platform::vault::Vault;
use waybill_tests::{Authenticator, run};

use crate::PASSWORD;

const ORIGIN: &str = "http://localhost:8046";
const AT: Timestamp = Timestamp::from_ms(1_767_225_600_000);
/// A cheap hash: passwords are not what is tested here.
const CHEAP: Cost = Cost { memory_kib: 32, passes: 1, lanes: 1 };
/// More than the server counts or keeps of anything, each from a network of its own.
const STRANGERS: usize = 20_100;

/// The access service with a user who has a passkey.
struct Access {
    service: Embedded,
    person: PersonId,
    key: Authenticator,
    /// The last field: the vault is in it.
    _folder: TempDir,
}

/// A question, and the options with which a browser asks it.
struct Asked {
    ceremony: PasskeyCeremony,
    options: Value,
}

impl Access {
    async fn with_passkey() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let vault = Arc::new(Vault::open(folder.path(), None).expect("a vault"));
        let origins = vec![ORIGIN.to_owned()];
        let options = Options { cost: CHEAP, origins, ..Options::default() };
        let access = Embedded::open(Arc::new(MemoryJournal::new()), vault, options);
        let access = access.expect("the access service");
        let user = NewUser {
            name: "bob".to_owned(),
            password: Some(Secret::new(PASSWORD)),
            ..NewUser::default()
        };
        let person = access.create_user(user, ChangeContext::system(AT)).await.expect("a user");
        let mut key = Authenticator::at(ORIGIN);
        // What is refused here is not refused for its counter.
        key.counts = false;
        let mut fixture = Self { service: access, person: person.person, key, _folder: folder };
        let asked = fixture.ask(PasskeyPurpose::Add, "profile", "192.0.2.1").await;
        let created = fixture.key.create(&asked.options);
        assert_eq!(fixture.check(&asked.ceremony, &created, "profile", AT).await, "added");
        fixture
    }

    async fn ask(&self, purpose: PasskeyPurpose, session: &str, source: &str) -> Asked {
        let person = (purpose != PasskeyPurpose::SignIn).then(|| self.person.clone());
        let new = NewCeremony {
            purpose,
            person: person.clone(),
            session: session.to_owned(),
            source: Source::named(source),
        };
        let asked = self.service.ask_passkey(new, AT).await.expect("a question");
        let AskedPasskey { digest, options } = asked;
        let options: Value = serde_json::from_str(options.expose()).expect("JSON");
        let ceremony = PasskeyCeremony { digest, purpose, person };
        Asked { ceremony, options: json!({"publicKey": options}) }
    }

    /// A question of a visitor, for signing in.
    async fn ask_visitor(&self, session: &str) -> Asked {
        self.ask(PasskeyPurpose::SignIn, session, "192.0.2.1").await
    }

    /// Gives an answer in a session: what has come of it, or the code with which it was refused.
    async fn check(
        &self,
        ceremony: &PasskeyCeremony,
        credential: &Value,
        session: &str,
        at: Timestamp,
    ) -> String {
        let mut credential = credential.clone();
        credential["id"] = credential["rawId"].clone();
        credential["type"] = json!("public-key");
        let credential = Secret::new(credential.to_string());
        let response = PasskeyResponse { credential, name: None };
        let session = Some(session.to_owned());
        let client = Client { session, ..Client::from(Source::named("192.0.2.1")) };
        let context = ChangeContext::system(at);
        let checked = self.service.check_passkey(ceremony.clone(), response, client, context).await;
        match checked.expect("an answer").answer {
            PasskeyChecked::Accepted { person, .. } => {
                assert_eq!(person, self.person);
                "accepted".to_owned()
            }
            PasskeyChecked::Added {} => "added".to_owned(),
            PasskeyChecked::Verified {} => "verified".to_owned(),
            PasskeyChecked::Refused { notice } => notice.code,
            PasskeyChecked::Interrupted {} => "interrupted".to_owned(),
        }
    }
}

/// covers: [LOGIN-05]
#[test]
fn however_many_visitors_ask_a_user_signs_in_with_a_passkey_alone() {
    run(async {
        let mut fixture = Access::with_passkey().await;
        let waiting = fixture.ask_visitor("waiting").await;
        for number in 0..STRANGERS {
            let network = format!("2001:db8:0:{number:x}::/64");
            fixture.ask(PasskeyPurpose::SignIn, &format!("stranger {number}"), &network).await;
        }
        // One who was asked before all of them, and one who comes after them, from another network.
        let newcomer = fixture.ask(PasskeyPurpose::SignIn, "newcomer", "198.51.100.1").await;
        for (asked, session) in [(waiting, "waiting"), (newcomer, "newcomer")] {
            let shown = fixture.key.show(&asked.options);
            let answer = fixture.check(&asked.ceremony, &shown, session, AT).await;
            assert_eq!(answer, "accepted", "{session}");
        }
        // Nor do they take a place of those who have proven a password.
        let second = fixture.ask(PasskeyPurpose::SecondFactor, "second", "198.51.100.1").await;
        let shown = fixture.key.show(&second.options);
        assert_eq!(fixture.check(&second.ceremony, &shown, "second", AT).await, "verified");
    });
}

/// covers: [LOGIN-05]
#[test]
fn a_question_of_a_visitor_is_answered_once_in_its_session_and_within_five_minutes() {
    run(async {
        let mut fixture = Access::with_passkey().await;
        let asked = fixture.ask_visitor("one").await;
        let shown = fixture.key.show(&asked.options);
        for (session, after_ms) in [("two", 0), ("", 0), ("one", CEREMONY_MS), ("one", -1)] {
            let at = AT.plus_ms(after_ms);
            let answer = fixture.check(&asked.ceremony, &shown, session, at).await;
            assert_eq!(answer, "passkey_question_lost", "'{session}' after {after_ms} ms");
        }
        let last = AT.plus_ms(CEREMONY_MS - 1);
        assert_eq!(fixture.check(&asked.ceremony, &shown, "one", last).await, "accepted");
        let again = fixture.check(&asked.ceremony, &shown, "one", last).await;
        assert_eq!(again, "passkey_question_lost");
        let other = fixture.key.show(&asked.options);
        let again = fixture.check(&asked.ceremony, &other, "one", last).await;
        assert_eq!(again, "passkey_question_lost", "with another signature");

        // The answer to an earlier question of the session is none to the newest.
        let earlier = fixture.ask_visitor("one").await;
        let newest = fixture.ask_visitor("one").await;
        let shown = fixture.key.show(&earlier.options);
        let answer = fixture.check(&newest.ceremony, &shown, "one", last).await;
        assert_eq!(answer, "passkey_question_lost", "to an earlier question");
        let shown = fixture.key.show(&newest.options);
        assert_eq!(fixture.check(&newest.ceremony, &shown, "one", last).await, "accepted");

        // Of answers at the same time one is accepted.
        let asked = fixture.ask_visitor("one").await;
        let shown = fixture.key.show(&asked.options);
        let check = || fixture.check(&asked.ceremony, &shown, "one", last);
        let (one, two, three) = tokio::join!(check(), check(), check());
        let mut answers = [one, two, three];
        answers.sort_unstable();
        assert_eq!(answers, ["accepted", "passkey_question_lost", "passkey_question_lost"]);
    });
}

/// covers: [LOGIN-05]
#[test]
fn a_question_of_a_visitor_is_for_its_purpose_and_made_by_the_server() {
    run(async {
        let mut fixture = Access::with_passkey().await;
        let asked = fixture.ask_visitor("one").await;
        let shown = fixture.key.show(&asked.options);
        let person = Some(fixture.person.clone());
        let digest = asked.ceremony.digest.clone();
        for (purpose, person) in [
            (PasskeyPurpose::SecondFactor, person.clone()),
            (PasskeyPurpose::RecoveryCodes, person.clone()),
            (PasskeyPurpose::SignIn, person),
        ] {
            let other = PasskeyCeremony { digest: digest.clone(), purpose, person };
            let answer = fixture.check(&other, &shown, "one", AT).await;
            assert_eq!(answer, "passkey_question_lost", "{purpose:?}");
        }
        // The question of a user signs no one in alone.
        let second = fixture.ask(PasskeyPurpose::SecondFactor, "one", "192.0.2.1").await;
        let shown = fixture.key.show(&second.options);
        let digest = second.ceremony.digest.clone();
        let alone = PasskeyCeremony { digest, ..asked.ceremony.clone() };
        let answer = fixture.check(&alone, &shown, "one", AT).await;
        assert_eq!(answer, "passkey_question_lost");

        // A challenge that the server has not made, though the session should have it and the passkey has signed it.
        let challenge = asked.options["publicKey"]["challenge"].as_str().expect("a challenge");
        let challenge = URL_SAFE_NO_PAD.decode(challenge).expect("base64url");
        let changed = |at: usize| {
            let mut changed = challenge.clone();
            changed[at] ^= 1;
            changed
        };
        let last = challenge.len() - 1;
        for (what, made_up) in [
            ("the random bytes", changed(0)),
            ("the time", changed(39)),
            ("the mark", changed(last)),
            ("a part of it", challenge[..last].to_vec()),
            ("as the library makes them", vec![7; 32]),
        ] {
            fixture.key.signs_challenge = Some(URL_SAFE_NO_PAD.encode(made_up));
            let shown = fixture.key.show(&asked.options);
            let client_data = shown["response"]["clientDataJSON"].as_str().expect("a text");
            let digest = answered_challenge(client_data).expect("a challenge");
            let ceremony = PasskeyCeremony { digest, ..asked.ceremony.clone() };
            let answer = fixture.check(&ceremony, &shown, "one", AT).await;
            assert_eq!(answer, "passkey_question_lost", "{what}");
            // Nor where the session has the question as it was made.
            let answer = fixture.check(&asked.ceremony, &shown, "one", AT).await;
            assert_eq!(answer, "passkey_question_lost", "{what}");
        }
        fixture.key.signs_challenge = None;
        let shown = fixture.key.show(&asked.options);
        assert_eq!(fixture.check(&asked.ceremony, &shown, "one", AT).await, "accepted");
    });
}
