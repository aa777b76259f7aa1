//! Signing in with an identity provider of SAML over HTTP, in which browsers carry all messages.

mod confirm;
mod logout;
mod peer;
mod refusals;
mod session_end;
mod settings;
mod strangers;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use url::form_urlencoded;
use waybill_tests::{Answer, Browser, Place, Request, Server, run};

use super::{
    BEGIN, IN, LINK, LINKED, PROVIDERS, accepted, changed, code_of, identities, led, one, who,
};
use crate::groups::user;
use crate::own_account::with_password_of;
use crate::people::administered;
use crate::scim::{ProvisioningClient, USER, made, switched_on};
use crate::{ANN, PASSWORD, records};
use peer::{Peer, SSO, Says, Sent};

const ACS: &str = "ui/auth/sso/acme/acs";
const FORM: &str = "application/x-www-form-urlencoded";
/// The class of a user who has shown a second factor there.
const STRONG: &str = "https://refeds.org/profile/mfa";

/// A server with an identity provider, its administrator Ann, and the user Bob.
struct Fixture {
    place: Place,
    server: Server,
    ann: Browser,
    peer: Peer,
}

impl Fixture {
    async fn new() -> Self {
        Self::changed(json!({})).await
    }

    /// The same with other settings of the provider.
    async fn changed(change: Value) -> Self {
        let peer = Peer::new();
        let place = Place::new();
        let (server, mut ann) = administered(&place).await;
        user(&server, &mut ann, "bob").await;
        accepted(&ann.post(PROVIDERS, changed(peer.wanted(), change)).await);
        Self { place, server, ann, peer }
    }

    /// The same after a restart with a second factor for all users.
    fn restarted_with_second_factors(self) -> Self {
        let Self { place, server, mut ann, peer } = self;
        server.stop();
        let place = place.with_settings("[installation.access]\nmfa_required = \"everybody\"\n");
        let server = place.start();
        ann.move_to(&server);
        Self { place, server, ann, peer }
    }

    /// The same, where Bob has linked `bob-id` of the provider.
    async fn linked() -> Self {
        let fixture = Self::new().await;
        let mut browser = Browser::visiting(&fixture.server).await;
        browser.sign_in("bob", PASSWORD).await;
        let sent = fixture.links(&mut browser).await;
        let answer =
            fixture.brings(&fixture.peer.answers(&sent.about("bob-id")), &sent.relay).await;
        assert_eq!(led(&browser.get(&led(&answer)).await), LINKED);
        assert_eq!(identities(&mut browser).await.len(), 1);
        fixture
    }

    /// A user shows the password to link an identity.
    async fn links(&self, browser: &mut Browser) -> Sent {
        let shown = ("bob", PASSWORD);
        let answer = with_password_of(browser, shown, "POST", LINK, json!({})).await;
        Sent::at(accepted(&answer)["url"].as_str().expect("an address"), SSO, "SAMLRequest")
    }

    /// A browser goes to the provider.
    async fn begins(&self, browser: &mut Browser) -> Sent {
        Sent::at(&led(&browser.get(BEGIN).await), SSO, "SAMLRequest")
    }

    /// A form of another site brings an answer, as browsers send it then: without cookies.
    async fn brings(&self, answer: &str, relay: &str) -> Answer {
        brings(&self.server, answer, relay).await
    }

    /// A new browser that comes back from the provider with what it says.
    async fn comes_back(&self, name_id: &str, change: impl FnOnce(&mut Says)) -> (Browser, Answer) {
        let mut browser = Browser::visiting(&self.server).await;
        let sent = self.begins(&mut browser).await;
        let mut says = sent.about(name_id);
        change(&mut says);
        let brought = self.brings(&self.peer.answers(&says), &sent.relay).await;
        let answer = browser.get(&led(&brought)).await;
        (browser, answer)
    }

    /// A new browser in which a user of the provider has signed in.
    async fn signed_in(&self, name_id: &str, session: &str) -> Browser {
        let session = session.to_owned();
        let (browser, answer) = self.comes_back(name_id, |says| says.session = session).await;
        assert_eq!(led(&answer), IN);
        browser
    }
}

async fn brings(server: &Server, answer: &str, relay: &str) -> Answer {
    let answer = STANDARD.encode(answer);
    let mut form = form_urlencoded::Serializer::new(String::new());
    form.append_pair("SAMLResponse", &answer).append_pair("RelayState", relay);
    posts(server, ACS, &form.finish()).await
}

/// A form of another site.
async fn posts(server: &Server, path: &str, form: &str) -> Answer {
    let request = Request::new("POST", path)
        .header("content-type", FORM)
        .header("origin", "https://id.example.org")
        .header("sec-fetch-site", "cross-site")
        .body(form);
    Browser::new(server).send(request).await
}

/// covers: [SSO-02, LOGIN-05]
#[test]
fn a_user_signs_in_with_the_identity_that_was_linked() {
    run(async {
        let mut fixture = Fixture::linked().await;
        let mut browser = Browser::visiting(&fixture.server).await;
        let listed = accepted(&browser.get("ui/auth/oauthProviders").await);
        assert_eq!((&listed[0]["type"], &listed[0]["icon"]), (&json!("saml"), &json!("saml")));
        let page = accepted(&browser.get("ui/auth/loginRelatedData").await);
        assert_eq!(page["ssoProviderLink"], json!(format!("/ui/api/v1/{BEGIN}")));
        let ways = accepted(&browser.get("ui/auth/externalLogins").await);
        let expected = json!({"crowd": false, "ldap": false, "saml": true, "httpSso": false});
        assert_eq!(ways, expected);
        let before = browser.token();
        let sent = fixture.begins(&mut browser).await;
        let service = format!("{}/ui/api/v1/ui/auth/sso/acme", browser.origin);
        assert_eq!(sent.attribute("AssertionConsumerServiceURL"), format!("{service}/acs"));
        assert_eq!(sent.element("saml:Issuer"), format!("{service}/metadata"));
        assert_eq!(sent.attribute("Destination"), SSO);

        // The answer comes without the cookie, signs no user in, and is fetched with the cookie by a `GET`.
        let brought =
            fixture.brings(&fixture.peer.answers(&sent.about("bob-id")), &sent.relay).await;
        assert_eq!(brought.header("set-cookie"), None);
        let callback = led(&brought);
        assert!(callback.starts_with("/ui/api/v1/ui/auth/sso/acme/callback?state="), "{callback}");
        assert_eq!(who(&mut browser).await, "anonymous");
        assert_eq!(led(&browser.get(&callback).await), IN);
        assert_ne!(browser.token(), before, "the cookie is another one");
        assert_eq!(who(&mut browser).await, "bob");

        // Nothing of the sign-in is in the records of the session.
        let text = serde_json::to_string(&records(&mut browser).await).expect("JSON");
        assert!(text.contains("access.exchange_code"), "{text}");
        let id = sent.attribute("ID");
        for secret in [sent.relay.as_str(), id.as_str()] {
            assert!(!text.contains(secret), "{secret} in {text}");
        }
        assert_eq!(who(&mut fixture.ann).await, ANN);
    });
}

/// covers: [SSO-02]
#[test]
fn a_request_in_a_form_waits_for_its_browser_once() {
    run(async {
        let mut fixture = Fixture::linked().await;
        let mut wanted = fixture.peer.wanted();
        wanted["saml"]["binding"] = json!("post");
        accepted(&fixture.ann.put(&one("acme"), wanted).await);
        let mut browser = Browser::visiting(&fixture.server).await;
        let origin = browser.origin.clone();
        let location = led(&browser.get(BEGIN).await);
        let path = location.strip_prefix(&origin).expect("an address of this server").to_owned();
        assert!(path.starts_with("/ui/api/v1/ui/auth/sso/acme/send?ticket="), "{path}");
        let page = browser.get(&path).await;
        let html = String::from_utf8_lossy(&page.body).into_owned();
        assert_eq!(
            (page.status, page.header("content-type")),
            (200, Some("text/html; charset=utf-8"))
        );
        let policy = page.header("content-security-policy").expect("a policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'sha256-"), "{policy}");
        assert!(html.contains(&format!("<form method=\"post\" action=\"{SSO}\">")), "{html}");
        let value = |name: &str| {
            let begin = format!("name=\"{name}\" value=\"");
            let rest = html.split_once(&begin).expect("a field").1;
            rest.split('"').next().unwrap_or_default().to_owned()
        };
        let text = STANDARD.decode(value("SAMLRequest"));
        let text = String::from_utf8(text.expect("base64")).expect("a text");
        assert!(text.contains("<ds:SignatureValue>"), "{text}");
        let sent = Sent { text, relay: value("RelayState") };
        let brought =
            fixture.brings(&fixture.peer.answers(&sent.about("bob-id")), &sent.relay).await;
        assert_eq!(led(&browser.get(&led(&brought)).await), IN);
        assert_eq!(who(&mut browser).await, "bob");
        // It is gone.
        let mut other = Browser::visiting(&fixture.server).await;
        assert_eq!(code_of(&other.get(&path).await, "again"), "sign_in_flow_unknown");
    });
}

/// covers: [SSO-02]
#[test]
fn accounts_are_linked_and_made_by_the_same_rules_as_with_other_providers() {
    run(async {
        let mut fixture = Fixture::linked().await;
        let (browser, answer) = fixture.comes_back("carol-id", |_| {}).await;
        assert_eq!(super::refused(browser, &answer, "a stranger").await, "identity_unknown");
        // Name ids are compared as they are, and neither a name nor a mail address leads to an account.
        for name_id in ["Bob-id", "bob-id2", "bob", "bob@example.org"] {
            let (browser, answer) = fixture
                .comes_back(name_id, |says| {
                    says.attributes =
                        vec![("uid", vec!["bob".into()]), ("mail", vec!["bob@example.org".into()])];
                })
                .await;
            assert_eq!(super::refused(browser, &answer, name_id).await, "identity_unknown");
        }
        accepted(&fixture.ann.post("access/api/ui/groups", json!({"name": "Builders"})).await);
        let creating = json!({
            "creates_accounts": true, "name_claim": "uid", "groups_claim": "groups",
            "group_map": {"dev": "Builders"},
        });
        accepted(&fixture.ann.put(&one("acme"), changed(fixture.peer.wanted(), creating)).await);
        let (mut carol, answer) = fixture
            .comes_back("carol-id", |says| {
                says.attributes =
                    vec![("uid", vec!["carol".into()]), ("groups", vec!["dev".into(), "x".into()])];
            })
            .await;
        assert_eq!((led(&answer).as_str(), who(&mut carol).await.as_str()), (IN, "carol"));
        let groups = |listed: Value| {
            let users = listed["users"].as_array().expect("a list").clone();
            users.iter().find(|user| user["name"] == "carol").expect("a user")["groups"].clone()
        };
        let listed = accepted(&fixture.ann.get("access/api/ui/users?name=carol").await);
        assert_eq!(groups(listed), json!(["Builders"]));
        // A name that an account has is not given again.
        let (browser, answer) = fixture
            .comes_back("other-id", |says| {
                says.attributes = vec![("uid", vec!["bob".into()])];
            })
            .await;
        assert_eq!(super::refused(browser, &answer, "a taken name").await, "identity_refused");
    });
}

/// covers: [SSO-02, LOGIN-01]
#[test]
fn a_second_factor_is_owed_unless_the_provider_has_asked_for_one() {
    run(async {
        let change =
            json!({"creates_accounts": true, "name_claim": "uid", "amr_satisfies": [STRONG]});
        let fixture = Fixture::changed(change).await.restarted_with_second_factors();
        let (mut weak, answer) = fixture.comes_back("carol", |_| {}).await;
        assert!(led(&answer).starts_with("/ui/"), "{}", led(&answer));
        assert_eq!(who(&mut weak).await, "anonymous");
        assert_eq!(weak.get("ui/auth/mfa/enroll").await.status, 200);
        let (mut strong, answer) =
            fixture.comes_back("carol", |says| says.class = STRONG.to_owned()).await;
        assert_eq!((led(&answer).as_str(), who(&mut strong).await.as_str()), (IN, "carol"));
    });
}

/// covers: [SSO-02]
#[test]
fn no_record_and_no_log_has_an_answer_or_whose_it_is() {
    run(async {
        let fixture = Fixture::linked().await;
        let mut browser = Browser::visiting(&fixture.server).await;
        let sent = fixture.begins(&mut browser).await;
        let callback =
            led(&fixture.brings(&fixture.peer.answers(&sent.about("bob-id")), &sent.relay).await);
        assert_eq!(led(&browser.get(&callback).await), IN);
        accepted(&browser.post("ui/auth/logout", json!({})).await);
        let ticket = callback.split("code=").nth(1).expect("a ticket").to_owned();
        let Fixture { place, server, .. } = fixture;
        assert!(server.stop().success());
        let mut texts = vec![place.log(), place.printed()];
        for service in ["access", "artifactory"] {
            let folder = place.data().join("log").join(service);
            let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
            texts.extend(files.filter_map(|file| std::fs::read_to_string(file.path()).ok()));
        }
        for text in &texts {
            for secret in ["bob-id", ticket.as_str(), sent.relay.as_str()] {
                assert!(!text.contains(secret), "{secret} in {text}");
            }
        }
    });
}

/// covers: [SCIM-03, SSO-02]
#[test]
fn a_provisioned_user_signs_in_with_the_name_id_that_the_external_id_is() {
    run(async {
        let mut fixture = Fixture::new().await;
        let settings = json!({"enabled": true, "provider": "acme"});
        let token = switched_on(&mut fixture.ann, settings).await;
        let client = ProvisioningClient::new(&fixture.server, &token);
        let carol = json!({"schemas": [USER], "userName": "carol", "externalId": "carol-id"});
        made(&client.sends("POST", "/Users", &carol).await);
        let mut browser = fixture.signed_in("carol-id", "one").await;
        assert_eq!(who(&mut browser).await, "carol");
        let (browser, answer) = fixture.comes_back("carol", |_| {}).await;
        assert_eq!(super::refused(browser, &answer, "her name").await, "identity_unknown");
    });
}
