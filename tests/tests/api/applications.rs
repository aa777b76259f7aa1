//! A third-party application signs users in over HTTP, and does what they let it do.

mod accounts;
mod administrators;
mod authlib;
mod cross_origin;
mod forms;
mod limits;
mod metadata;
mod prompts;
mod refusals;
mod scopes;
mod tokens;
mod tricks;
mod uploads;

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};
use serde_json::{Value, json};
use url::form_urlencoded;
use waybill_tests::{Answer, Browser, Place, Request, run};

use crate::own_account::with_password;
use crate::stage::Stage;
use crate::{ANN, PASSWORD, signed_in};

const INTEGRATION: &str = "access/integration";
const TOKEN: &str = "/access/oauth2/token";
const USERINFO: &str = "/access/oauth2/userinfo";
const CALLBACK: &str = "https://app.example.org/callback?from=waybill";
/// The example of RFC 7636, appendix B.
const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

/// An application that is registered.
struct Application {
    id: String,
    secret: String,
}

const SETTINGS: &str = "[installation.access]\nmfa_required = \"nobody\"\n";

async fn stage() -> Stage {
    Stage::at(Place::new().with_settings(SETTINGS)).await
}

fn wanted(name: &str, kind: &str) -> Value {
    json!({"name": name, "kind": kind, "description": "Shows builds.", "callback_url": CALLBACK})
}

impl Application {
    async fn register(page: &mut Browser, kind: &str) -> Self {
        Self::named(page, "Dashboard", kind).await
    }

    async fn named(page: &mut Browser, name: &str, kind: &str) -> Self {
        let registered = page.post(INTEGRATION, wanted(name, kind)).await;
        assert_eq!(registered.status, 200, "{}", registered.json());
        let registered = registered.json();
        let text = |value: &Value| value.as_str().expect("a text").to_owned();
        Self { id: text(&registered["application"]["id"]), secret: text(&registered["secret"]) }
    }

    /// The address that it sends users to, with other parameters.
    fn url(&self, changes: &[(&str, &str)]) -> String {
        let mut parameters: BTreeMap<&str, &str> = BTreeMap::from([
            ("response_type", "code"),
            ("client_id", self.id.as_str()),
            ("redirect_uri", CALLBACK),
            ("scope", "openid profile offline_access repositories:read"),
            ("state", "s t&te"),
            ("code_challenge", CHALLENGE),
            ("code_challenge_method", "S256"),
            ("nonce", "n0nce"),
        ]);
        parameters.extend(changes.iter().copied());
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(parameters.iter().filter(|(_, value)| !value.is_empty()));
        format!("/access/oauth2/authorize?{}", query.finish())
    }

    /// The code that the user's consent leads to.
    async fn code(&self, page: &mut Browser, changes: &[(&str, &str)]) -> String {
        code_in(text(&self.decide(page, changes, true).await, "redirect"))
    }

    /// The same where the user shows the password.
    async fn code_with_password(&self, page: &mut Browser, changes: &[(&str, &str)]) -> String {
        let path = format!("{INTEGRATION}/authorize/{}/{ANN}", self.id);
        let decided = json!({"url": self.url(changes), "consents": true});
        let decided = with_password(page, "POST", &path, PASSWORD, decided).await;
        assert_eq!(decided.status, 200, "{}", decided.json());
        code_in(text(&decided.json(), "redirect"))
    }

    async fn decide(&self, page: &mut Browser, changes: &[(&str, &str)], consents: bool) -> Value {
        let path = format!("{INTEGRATION}/authorize/{}/{ANN}", self.id);
        let decided = json!({"url": self.url(changes), "consents": consents});
        page.post(&path, decided).await.json()
    }

    async fn post(&self, page: &Browser, path: &str, parameters: &[(&str, &str)]) -> Answer {
        let credentials = STANDARD.encode(format!("{}:{}", self.id, self.secret));
        let request =
            form(path, parameters).header("authorization", &format!("Basic {credentials}"));
        page.beside().send(request).await
    }

    async fn exchange(&self, page: &Browser, code: &str) -> Answer {
        let parameters = [
            ("grant_type", "authorization_code"),
            ("code", code),
            ("code_verifier", VERIFIER),
            ("redirect_uri", CALLBACK),
        ];
        self.post(page, TOKEN, &parameters).await
    }

    async fn refresh(&self, page: &Browser, token: &str) -> Answer {
        self.post(page, TOKEN, &[("grant_type", "refresh_token"), ("refresh_token", token)]).await
    }
}

/// The code of an answer at the callback, whose other parameters are checked.
fn code_in(redirect: &str) -> String {
    let answered = parameters_of(redirect);
    assert_eq!(answered["state"], "s t&te");
    assert!(answered["iss"].starts_with("http://127.0.0.1:"), "{redirect}");
    answered["code"].clone()
}

/// What is added to the callback.
fn parameters_of(redirect: &str) -> BTreeMap<String, String> {
    let (callback, query) = redirect.split_at(CALLBACK.len());
    assert_eq!(callback, CALLBACK);
    form_urlencoded::parse(&query.as_bytes()[1..]).into_owned().collect()
}

fn form(path: &str, parameters: &[(&str, &str)]) -> Request {
    let mut body = form_urlencoded::Serializer::new(String::new());
    body.extend_pairs(parameters);
    Request::new("POST", path)
        .header("content-type", "application/x-www-form-urlencoded")
        .body(body.finish())
}

async fn with_token(page: &Browser, path: &str, token: &str) -> Answer {
    let request = Request::new("GET", path).header("authorization", &format!("Bearer {token}"));
    page.beside().send(request).await
}

fn text<'a>(answer: &'a Value, field: &str) -> &'a str {
    answer[field].as_str().unwrap_or_else(|| panic!("{field} is missing in {answer}"))
}

/// covers: [APP-01, DET-06]
#[test]
fn applications_are_kept_by_administrators_and_their_secret_is_shown_once() {
    run(async {
        let stage = stage().await;
        let mut page = signed_in(&stage.server).await;
        for (field, value, sentence) in [
            ("name", "", "This field is mandatory"),
            ("name", "my app", "Name cannot contain spaces or special characters"),
            ("description", " ", "This field is mandatory"),
            ("callback_url", "", "This field is mandatory"),
        ] {
            let mut wrong = wanted("Dashboard", "server");
            wrong[field] = json!(value);
            let refused = page.post(INTEGRATION, wrong).await;
            let error = &refused.json()["error"];
            assert_eq!(
                (refused.status, &error["field"], &error["message"]),
                (400, &json!(field), &json!(sentence))
            );
        }
        for callback in
            ["http://app.example.org/", "https://a@app.example.org/", "https://*.example.org/"]
        {
            let mut wrong = wanted("Dashboard", "server");
            wrong["callback_url"] = json!(callback);
            assert_eq!(page.post(INTEGRATION, wrong).await.status, 400, "{callback}");
        }
        let application = Application::register(&mut page, "server").await;
        assert!(application.secret.starts_with("waybill_app_"));
        let again = page.post(INTEGRATION, wanted("dashboard", "server")).await;
        assert_eq!(again.status, 409);
        let listed = page.get(INTEGRATION).await.json();
        assert_eq!(listed["applications"][0]["callback_url"], json!(CALLBACK));
        assert!(!listed.to_string().contains(&application.secret));
        let names = page.get(&format!("{INTEGRATION}/applications")).await.json();
        assert_eq!(names, json!([{"id": application.id, "name": "Dashboard"}]));
        // Another secret ends the first one.
        let rotated =
            page.post(&format!("{INTEGRATION}/{}/secret", application.id), json!({})).await;
        let rotated =
            Application { secret: text(&rotated.json(), "secret").to_owned(), ..application };
        let parameters = [("token", "x")];
        assert_eq!(rotated.post(&page, "/access/oauth2/revoke", &parameters).await.status, 200);
        let first = Application { secret: application.secret, id: rotated.id.clone() };
        assert_eq!(first.post(&page, "/access/oauth2/revoke", &parameters).await.status, 401);
        let mut bob = Browser::visiting(&stage.server).await;
        assert_eq!(bob.get(INTEGRATION).await.status, 401);
        let removed = page.delete(&format!("{INTEGRATION}/{}", rotated.id)).await;
        assert_eq!(removed.status, 200);
        assert_eq!(page.get(INTEGRATION).await.json(), json!({"applications": []}));
        // Nothing on the disk has a secret.
        let records = stage.place.run(&[
            "audit",
            "show",
            &format!("application/{}", rotated.id),
            "--data",
            "{data}",
        ]);
        let records = String::from_utf8_lossy(&records.stdout).into_owned();
        assert!(!records.contains("waybill_app_"), "{records}");
    });
}

/// covers: [APP-02, DET-06]
#[test]
fn an_application_signs_a_user_in_and_is_locked_out_when_that_is_revoked() {
    run(async {
        let stage = stage().await;
        let mut page = signed_in(&stage.server).await;
        let application = Application::register(&mut page, "server").await;
        let metadata = page.get("/.well-known/openid-configuration").await.json();
        let issuer = text(&metadata, "issuer").to_owned();
        assert_eq!(metadata["token_endpoint"], json!(format!("{issuer}{TOKEN}")));
        // Who asks for everything that is listed does not ask for this.
        assert!(!metadata["scopes_supported"].to_string().contains("administration"));
        // The browser is led to the page that asks the user.
        let url = application.url(&[]);
        let led = page.get(&url).await;
        let place = led.header("location").expect("an address").to_owned();
        assert!(led.status == 303 && place.starts_with("/ui/authorize?auth_url="), "{place}");
        let query: String = form_urlencoded::byte_serialize(url.as_bytes()).collect();
        let validate = format!("{INTEGRATION}/validate/{}?auth_url={query}", application.id);
        let asked = page.get(&validate).await.json();
        assert_eq!(asked["client"]["name"], json!("Dashboard"));
        assert_eq!(asked["callback_origin"], json!("https://app.example.org"));
        assert_eq!(asked["new_scopes"], asked["scopes"]);
        // Without consent there is no code.
        let refused = application.decide(&mut page, &[], false).await;
        assert!(text(&refused, "redirect").contains("error=access_denied"), "{refused}");

        let code = application.code(&mut page, &[]).await;
        let issued = application.exchange(&page, &code).await;
        assert_eq!((issued.status, issued.header("cache-control")), (200, Some("no-store")));
        let issued = issued.json();
        let access = text(&issued, "access_token").to_owned();
        assert_eq!(text(&issued, "scope"), "openid profile offline_access repositories:read");
        // The ID token verifies with the published key, and is for this application and this sign-in.
        let claims = verified(
            &page.get(text(&metadata, "jwks_uri").trim_start_matches(&issuer)).await.json(),
            text(&issued, "id_token"),
        );
        assert_eq!(
            (&claims["iss"], &claims["aud"], &claims["nonce"]),
            (&json!(issuer), &json!(application.id), &json!("n0nce"))
        );
        let info = with_token(&page, USERINFO, &access).await.json();
        assert_eq!((&info["sub"], &info["preferred_username"]), (&claims["sub"], &json!(ANN)));
        assert_eq!(info.get("email"), None);
        let posted =
            Request::new("POST", USERINFO).header("authorization", &format!("bearer {access}"));
        assert_eq!(page.beside().send(posted).await.json(), info);
        // It reads as Ann may, and does nothing else, although she is an administrator.
        assert_eq!(with_token(&page, "/artifactory/files/team/a.txt", &access).await.status, 200);
        let put = Request::new("PUT", "/artifactory/files/new.txt").body("x");
        let put = put.header("authorization", &format!("Bearer {access}"));
        assert_eq!(page.beside().send(put).await.status, 403);
        assert_eq!(with_token(&page, "/access/api/v2/users", &access).await.status, 403);
        let introspected = application
            .post(&page, "/access/oauth2/introspect", &[("token", &access)])
            .await
            .json();
        assert_eq!(
            (&introspected["active"], &introspected["username"]),
            (&json!(true), &json!(ANN))
        );
        // Ann sees it.
        let mine = format!("{INTEGRATION}/authorization/{ANN}");
        let listed = page.get(&mine).await.json();
        assert_eq!(
            (&listed[0]["username"], &listed[0]["client_id"]),
            (&json!(ANN), &json!(application.id))
        );
        assert_eq!(page.get(&format!("{mine}?internal=true")).await.json(), json!([]));
        assert_eq!(page.get(&format!("{INTEGRATION}/authorization/bob")).await.status, 403);
        // A second sign-in asks for nothing new.
        assert_eq!(page.get(&validate).await.json()["new_scopes"], json!([]));
        // She revokes it, and it is locked out at once, its refresh token too.
        let revoke = format!("{INTEGRATION}/authorization/{}/{ANN}", application.id);
        assert_eq!(page.delete(&revoke).await.status, 200);
        assert_eq!(with_token(&page, USERINFO, &access).await.status, 401);
        assert_eq!(with_token(&page, "/artifactory/files/team/a.txt", &access).await.status, 401);
        let refresh = application.refresh(&page, text(&issued, "refresh_token")).await;
        assert_eq!((refresh.status, &refresh.json()["error"]), (400, &json!("invalid_grant")));
        assert_eq!(page.get(&mine).await.json(), json!([]));
        assert_eq!(page.delete(&revoke).await.status, 404);
    });
}

/// The claims of a token that a key of the set verifies.
fn verified(keys: &Value, token: &str) -> Value {
    let key = &keys["keys"][0];
    let decoded = |text: &str| URL_SAFE_NO_PAD.decode(text).expect("base64url");
    let point = [vec![4], decoded(text(key, "x")), decoded(text(key, "y"))].concat();
    let (content, signature) = token.rsplit_once('.').expect("a signature");
    let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point);
    key.verify(content.as_bytes(), &decoded(signature)).expect("a valid signature");
    let claims = content.split_once('.').expect("claims").1;
    serde_json::from_slice(&decoded(claims)).expect("JSON")
}
