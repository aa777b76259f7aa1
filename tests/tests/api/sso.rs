//! Signing in with a provider over HTTP: who gets in, whose account it is, and what leads nowhere.

mod accounts;
mod callbacks;
mod confirm;
mod outages;
pub(crate) mod provider;
mod provisioned;
mod saml;
mod settings;
mod sign_out;
mod strangers;
mod tokens;
mod userinfo;

use serde_json::{Value, json};
use waybill_tests::{Answer, Browser, Place, Server, run};

use crate::groups::user;
use crate::own_account::with_password_of;
use crate::people::administered;
use crate::signers::{Signer, with};
use crate::{ANN, PASSWORD, records};
use provider::{AUTHORIZE, CLIENT, Callback, Provider, SECRET, parameters_of};

pub(crate) const PROVIDERS: &str = "access/api/ui/sign_in_providers";
const BEGIN: &str = "ui/auth/sso/acme/begin";
const LINK: &str = "ui/auth/sso/acme/link";
const IDENTITIES: &str = "ui/auth/identities";
/// Where a browser goes on that has signed in, from where its page leads on, and one that has linked an identity.
const IN: &str = "/ui/login";
const LINKED: &str = "/ui/user_profile";
/// Where a browser goes on that has not signed in, with the code of the reason behind it.
const OUT: &str = "/ui/login?form=true&sso=";

/// A server with a provider, its administrator Ann, and the user Bob with an identity there.
struct Fixture {
    place: Place,
    server: Server,
    ann: Browser,
    bob: String,
    provider: Provider,
}

pub(crate) fn one(name: &str) -> String {
    format!("{PROVIDERS}/{name}")
}

pub(crate) fn accepted(answer: &Answer) -> Value {
    assert_eq!(answer.status, 200, "{}", answer.json());
    answer.json()
}

/// Where an answer leads to.
fn led(answer: &Answer) -> String {
    let text = String::from_utf8_lossy(&answer.body);
    assert_eq!(answer.status, 303, "{text}");
    answer.header("location").expect("a location").to_owned()
}

/// The name of the user who has signed in.
async fn who(browser: &mut Browser) -> String {
    let current = accepted(&browser.get("ui/auth/current").await);
    current["name"].as_str().unwrap_or_default().to_owned()
}

/// What a provider is to be.
fn wanted(provider: &Provider) -> Value {
    json!({
        "name": "acme", "label": "Acme", "kind": "oidc", "issuer": provider.url(),
        "client_id": CLIENT, "client_secret": SECRET,
    })
}

/// An object with other fields.
pub(crate) fn changed(mut object: Value, change: Value) -> Value {
    let Value::Object(fields) = change else { panic!("no object: {change}") };
    object.as_object_mut().expect("an object").extend(fields);
    object
}

/// The settings of a server that may connect to these providers.
fn settings(providers: &[&Provider], mfa_required: &str) -> String {
    let allowed = providers
        .iter()
        .map(|provider| format!("\"{}/32:{}\"", provider.address.ip(), provider.address.port()));
    let allowed = allowed.collect::<Vec<_>>().join(", ");
    format!(
        "[outbound]\nallow = [{allowed}]\n[installation.access]\nmfa_required = \"{mfa_required}\"\n"
    )
}

impl Fixture {
    /// A server that knows a provider, and demands no second factor.
    async fn new() -> Self {
        Self::changed(json!({})).await
    }

    /// The same with other settings of the provider.
    async fn changed(change: Value) -> Self {
        let provider = Provider::start(Signer::ec("one")).await;
        let place = Place::new().with_settings(&settings(&[&provider], "nobody"));
        let (server, mut ann) = administered(&place).await;
        let (bob, _) = user(&server, &mut ann, "bob").await;
        let mut fixture = Self { place, server, ann, bob, provider };
        let wanted = changed(wanted(&fixture.provider), change);
        accepted(&fixture.ann.post(PROVIDERS, wanted).await);
        fixture
    }

    /// The same after a restart, with these providers open to the server, and a second factor for these users.
    fn restarted_with(self, providers: &[&Provider], mfa_required: &str) -> Self {
        let Self { place, server, mut ann, bob, provider } = self;
        server.stop();
        let place = place.with_settings(&settings(providers, mfa_required));
        let server = place.start();
        ann.move_to(&server);
        Self { place, server, ann, bob, provider }
    }

    /// The same, where Bob has linked `bob` of the provider.
    async fn linked() -> Self {
        let mut fixture = Self::new().await;
        fixture.links().await;
        fixture
    }

    /// Changes the provider.
    async fn changes(&mut self, change: Value) {
        let wanted = changed(wanted(&self.provider), change);
        accepted(&self.ann.put(&one("acme"), wanted).await);
    }

    /// The provider publishes other keys, which the server does not know to be others until an administrator saves.
    async fn publishes(&mut self, signers: &[&Signer]) {
        self.provider.publishes(signers);
        self.changes(json!({"label": "Other keys"})).await;
    }

    /// Bob links `bob` of the provider, and is still signed in.
    async fn links(&mut self) -> Browser {
        let mut browser = Browser::visiting(&self.server).await;
        browser.sign_in("bob", PASSWORD).await;
        let callback = self.link(&mut browser, "bob", "bob").await;
        assert_eq!(led(&browser.get(&callback.path()).await), LINKED);
        assert_eq!(identities(&mut browser).await.len(), 1);
        browser
    }

    /// A user shows the password, and signs in at the provider to link that identity.
    async fn link(&self, browser: &mut Browser, name: &str, subject: &str) -> Callback {
        let shown = (name, PASSWORD);
        let answer = with_password_of(browser, shown, "POST", LINK, json!({})).await;
        let url = accepted(&answer)["url"].as_str().expect("an address").to_owned();
        self.provider.authorizes(&url, &Provider::user(subject))
    }

    /// A browser goes to the provider, and its user signs in there.
    async fn at_provider(&self, browser: &mut Browser, user: &Value) -> Callback {
        let location = led(&browser.get(BEGIN).await);
        self.provider.authorizes(&location, user)
    }

    /// A new browser that comes back from the provider with what this makes of the callback.
    async fn comes_back(
        &self,
        user: &Value,
        change: impl FnOnce(Callback) -> Callback,
    ) -> (Browser, Answer) {
        let mut browser = Browser::visiting(&self.server).await;
        let callback = change(self.at_provider(&mut browser, user).await);
        let answer = browser.get(&callback.path()).await;
        (browser, answer)
    }

    /// A new browser in which a user of the provider has signed in.
    async fn signed_in(&self, user: &Value) -> Browser {
        let (mut browser, answer) = self.comes_back(user, |callback| callback).await;
        assert_eq!(led(&answer), IN);
        assert_ne!(who(&mut browser).await, "anonymous");
        browser
    }

    /// A user of the provider does not get in; answers the code of the notice.
    async fn is_refused(&self, user: &Value, what: &str) -> String {
        let (browser, answer) = self.comes_back(user, |callback| callback).await;
        refused(browser, &answer, what).await
    }
}

/// The browser is led to the sign-in page, and no user has signed in; answers the code of the notice there.
async fn refused(mut browser: Browser, answer: &Answer, what: &str) -> String {
    assert_eq!(who(&mut browser).await, "anonymous", "{what}");
    code_of(answer, what)
}

/// The code of the notice on the sign-in page to which an answer leads.
fn code_of(answer: &Answer, what: &str) -> String {
    let location = led(answer);
    let code = location.strip_prefix(OUT).unwrap_or_else(|| panic!("{what}: {location}"));
    assert!(!code.is_empty(), "{what}");
    code.to_owned()
}

/// The identities of the user who has signed in.
async fn identities(browser: &mut Browser) -> Vec<Value> {
    let listed = accepted(&browser.get(IDENTITIES).await);
    listed["identities"].as_array().expect("a list").clone()
}

/// covers: [SSO-01, LOGIN-05]
#[test]
fn a_user_signs_in_with_the_identity_that_was_linked() {
    run(async {
        let mut fixture = Fixture::new().await;
        let mut linking = fixture.links().await;
        assert_eq!(who(&mut linking).await, "bob");
        let own = identities(&mut linking).await;
        assert_eq!((&own[0]["provider"], &own[0]["label"]), (&json!("acme"), &json!("Acme")));

        // The page has a button for the provider, and its address leads there.
        let mut browser = Browser::visiting(&fixture.server).await;
        let listed = accepted(&browser.get("ui/auth/oauthProviders").await);
        let button = json!({
            "name": "acme", "type": "oidc", "url": listed[0]["url"], "icon": "oidc",
            "label": "Acme",
        });
        assert_eq!(listed, json!([button]));
        let url = listed[0]["url"].as_str().expect("an address");
        assert_eq!(url, format!("/ui/api/v1/{BEGIN}"));
        let before = browser.token();
        let location = led(&browser.get(url).await);
        let wanted = parameters_of(&location, &fixture.provider.link(AUTHORIZE));
        let callback = format!("{}/ui/api/v1/ui/auth/sso/acme/callback", browser.origin);
        assert_eq!(wanted["redirect_uri"], callback);

        let user = Provider::user("bob");
        let callback = fixture.provider.authorizes(&location, &user);
        let answer = browser.get(&callback.path()).await;
        assert_eq!(led(&answer), IN);
        assert_ne!(browser.token(), before, "the cookie is another one");
        assert_eq!(who(&mut browser).await, "bob");
        let current = accepted(&browser.get("ui/auth/current").await);
        assert_eq!((&current["admin"], &current["realm"]), (&json!(false), &json!("internal")));

        // Nothing of the sign-in is in the records of the session.
        let text = serde_json::to_string(&records(&mut browser).await).expect("JSON");
        assert!(text.contains("access.exchange_code"), "{text}");
        for secret in ["code", "state"] {
            assert!(!text.contains(&callback.value(secret)), "{secret} in {text}");
        }
        for secret in ["nonce", "code_challenge"] {
            assert!(!text.contains(&wanted[secret]), "{secret} in {text}");
        }
        // Ann signs in with her password all the while.
        assert_eq!(who(&mut fixture.ann).await, ANN);
    });
}

/// The log, the records and what the server printed have no secret of a sign-in and not whose it is.
///
/// covers: [SSO-01]
#[test]
fn no_record_and_no_log_has_secrets_of_a_sign_in_or_its_subject() {
    run(async {
        let mut fixture = Fixture::new().await;
        let subject = "subject-4711";
        let mut linking = Browser::visiting(&fixture.server).await;
        linking.sign_in("bob", PASSWORD).await;
        let linked = fixture.link(&mut linking, "bob", subject).await;
        assert_eq!(led(&linking.get(&linked.path()).await), LINKED);
        let user = Provider::user(subject);
        let mut browser = Browser::visiting(&fixture.server).await;
        let callback = fixture.at_provider(&mut browser, &user).await;
        assert_eq!(led(&browser.get(&callback.path()).await), IN);
        let acts = accepted(&fixture.ann.get("audit/acts?limit=200").await).to_string();
        assert!(acts.contains("sign_in_provider"), "{acts}");
        let Fixture { place, server, bob, .. } = fixture;
        assert!(server.stop().success());
        let stream = format!("user/{bob}");
        let shown = place.run(&["audit", "show", &stream, "--json", "--data", "{data}"]);
        let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
        let mut texts = vec![acts, shown, place.log(), place.printed()];
        for service in ["access", "artifactory"] {
            let folder = place.data().join("log").join(service);
            let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
            texts.extend(files.filter_map(|file| std::fs::read_to_string(file.path()).ok()));
        }
        let mut secrets = vec![subject.to_owned(), SECRET.to_owned()];
        for callback in [&linked, &callback] {
            secrets.extend([callback.value("code"), callback.value("state")]);
        }
        for text in &texts {
            for secret in &secrets {
                assert!(!text.contains(secret.as_str()), "{secret} in {text}");
            }
        }
    });
}

/// covers: [SSO-01, LOGIN-01]
#[test]
fn a_second_factor_is_owed_after_a_provider_unless_it_has_asked_for_one() {
    run(async {
        let change = json!({"amr_satisfies": ["otp"], "creates_accounts": true});
        let fixture = Fixture::changed(change).await;
        let provider = fixture.provider.clone();
        let fixture = fixture.restarted_with(&[&provider], "everybody");
        let weak = Provider::user("carol");
        let (mut browser, answer) = fixture.comes_back(&weak, |callback| callback).await;
        assert!(led(&answer).starts_with("/ui/"), "{}", led(&answer));
        assert_eq!(who(&mut browser).await, "anonymous");
        assert_eq!(browser.get("ui/auth/mfa/enroll").await.status, 200);
        assert_eq!(browser.get(IDENTITIES).await.status, 401);
        for (what, claim, value) in [
            ("another value", "amr", json!(["pwd"])),
            ("a text that has it", "amr", json!("otp-later")),
            ("an object", "amr", json!({"otp": true})),
        ] {
            let user = with(weak.clone(), claim, value);
            let (mut browser, answer) = fixture.comes_back(&user, |callback| callback).await;
            assert_eq!(answer.status, 303, "{what}");
            assert_eq!(who(&mut browser).await, "anonymous", "{what}");
        }
        let strong = with(weak, "amr", json!(["pwd", "otp"]));
        let mut browser = fixture.signed_in(&strong).await;
        assert_eq!(who(&mut browser).await, "carol");
    });
}
