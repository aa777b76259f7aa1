//! Jobs of CI providers over HTTP: their tokens are exchanged for access tokens of robots, by rules of administrators.

mod keys;
pub(crate) mod provider;
mod refusals;
mod settings;

use serde_json::{Value, json};
use url::form_urlencoded;
use waybill_tests::{Answer, Browser, Place, Request, run};

use crate::permissions::file;
use crate::signed_in;
use crate::signers::Signer;
use crate::stage::{Client, Stage};
use provider::{AUDIENCE, Provider};

pub(crate) const ISSUERS: &str = "access/api/ui/trusted_issuers";
pub(crate) const EXCHANGE: &str = "/access/api/v1/oidc/token";
const GRANT: &str = "urn:ietf:params:oauth:grant-type:token-exchange";
const ID_TOKEN: &str = "urn:ietf:params:oauth:token-type:id_token";

/// A server that trusts an issuer, and a robot that may read files.
struct Fixture {
    stage: Stage,
    page: Browser,
    provider: Provider,
    robot: String,
}

pub(crate) fn one(name: &str) -> String {
    format!("{ISSUERS}/{name}")
}

pub(crate) fn accepted(answer: &Answer) -> Value {
    assert_eq!(answer.status, 200, "{}", answer.json());
    answer.json()
}

/// A rule for tokens with these claims.
pub(crate) fn rule(name: &str, robot: &str, claims: &Value) -> Value {
    json!({"name": name, "claims": claims, "robot": robot, "expires_in_s": 900})
}

/// The parameters of an exchange.
pub(crate) fn parameters(name: &str, token: &str) -> Value {
    json!({
        "grant_type": GRANT, "subject_token_type": ID_TOKEN, "subject_token": token,
        "provider_name": name,
    })
}

/// Makes a robot, and answers its id.
pub(crate) async fn robot(page: &mut Browser, name: &str) -> String {
    let made = page.post("access/api/ui/robots", json!({"name": name, "token": {}})).await;
    accepted(&made)["user"]["person"].as_str().expect("an id").to_owned()
}

impl Fixture {
    /// A server that knows no issuer yet.
    async fn new() -> Self {
        Self::with("").await
    }

    /// The same with further settings.
    async fn with(settings: &str) -> Self {
        let provider = Provider::start().await;
        let allowed = format!("{}/32:{}", provider.address.ip(), provider.address.port());
        let settings = format!(
            "[outbound]\nallow = [\"{allowed}\"]\n[installation.access]\n\
             mfa_required = \"nobody\"\n{settings}"
        );
        let stage = Stage::at(Place::new().with_settings(&settings)).await;
        let mut page = signed_in(&stage.server).await;
        let robot = robot(&mut page, "ci").await;
        let granted = json!({"actions": {"users": {"ci": ["READ"]}}, "targets": {"files": {}}});
        let permission = json!({"name": "ci", "resources": {"artifact": granted}});
        assert_eq!(page.post("permissions", permission).await.status, 200);
        Self { stage, page, provider, robot }
    }

    /// A server that trusts an issuer, with the key and the rules of that.
    async fn trusting() -> (Self, Signer, [Value; 1]) {
        let mut fixture = Self::new().await;
        let signer = Signer::ec("one");
        fixture.provider.publishes(&[&signer]);
        let rules = [fixture.own_rule()];
        fixture.trusts(&rules).await;
        (fixture, signer, rules)
    }

    /// What trusts the issuer under the name `ci`, with these rules.
    fn wanted(&self, rules: &[Value]) -> Value {
        json!({"name": "ci", "issuer": self.provider.url(), "audience": AUDIENCE, "rules": rules})
    }

    /// A rule for jobs of one repository.
    fn own_rule(&self) -> Value {
        rule("own", &self.robot, &json!({"repository": "acme/app"}))
    }

    async fn trusts(&mut self, rules: &[Value]) -> Value {
        let wanted = self.wanted(rules);
        accepted(&self.page.post(ISSUERS, wanted).await)
    }

    async fn changes(&mut self, field: &str, value: Value, rules: &[Value]) {
        let mut wanted = self.wanted(rules);
        wanted[field] = value;
        accepted(&self.page.put(&one("ci"), wanted).await);
    }

    async fn send(&self, parameters: &Value) -> Answer {
        self.page.beside().send(Request::new("POST", EXCHANGE).json(parameters)).await
    }

    async fn exchange(&self, token: &str) -> Answer {
        self.send(&parameters("ci", token)).await
    }

    /// What an administrator gets who tests a token.
    async fn tested(&mut self, token: &str) -> Value {
        let path = format!("{}/test", one("ci"));
        accepted(&self.page.post(&path, json!({"token": token})).await)
    }

    /// The records of the installation that an auditor sees, the newest first.
    async fn acts(&mut self) -> Vec<Value> {
        let acts = accepted(&self.page.get("audit/acts?limit=200").await);
        acts["records"].as_array().expect("records").clone()
    }

    /// How many exchanges were recorded.
    async fn exchanges(&mut self) -> usize {
        let acts = self.acts().await;
        acts.iter().filter(|record| is_exchange(record)).count()
    }
}

fn is_exchange(record: &Value) -> bool {
    record["machine"] == "trusted_issuer"
        && record["event"]["type"] == "exchange"
        && record["refused"].is_null()
}

/// Refused as OAuth has it, without what of the token it is about.
fn is_refused(answer: &Answer, what: &str) {
    let body = answer.json();
    assert_eq!((answer.status, &body["error"]), (400, &json!("invalid_grant")), "{what}: {body}");
    let sentence = "This token is not exchanged. An administrator can test which rule it matches.";
    assert_eq!(body["error_description"], json!(sentence), "{what}");
    assert!(body.get("access_token").is_none(), "{what}: {body}");
}

/// covers: [ROBOT-02]
#[test]
fn a_job_is_given_a_token_of_the_robot_that_its_claims_choose() {
    run(async {
        let mut fixture = Fixture::new().await;
        let (rsa, ec) = (Signer::rsa("rsa"), Signer::ec("ec"));
        fixture.provider.publishes(&[&rsa, &ec]);
        let other = robot(&mut fixture.page, "tags").await;
        let rules = [
            rule("tags", &other, &json!({"project_path": "acme/*", "ref_type": "tag"})),
            rule(
                "main",
                &fixture.robot,
                &json!({"repository": "acme/app", "ref": "refs/heads/main"}),
            ),
        ];
        let described = fixture.trusts(&rules).await;
        assert_eq!((&described["enabled"], &described["rules"]), (&json!(true), &json!(rules)));

        // A job of GitHub, which sends JSON.
        let answer = fixture.exchange(&rsa.token(&fixture.provider.github())).await;
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        let given = accepted(&answer);
        let expected = json!({
            "access_token": given["access_token"],
            "issued_token_type": "urn:ietf:params:oauth:token-type:access_token",
            "token_type": "Bearer",
            "expires_in": 900,
            "scope": "applied-permissions/user",
            "username": "ci",
        });
        assert_eq!(given, expected);
        let token = given["access_token"].as_str().expect("a token").to_owned();
        let ci = Client::new(&fixture.stage.server, &token);
        assert_eq!(ci.get(&file("team/a.txt")).await.status, 200);
        assert_eq!(ci.delete(&file("team/a.txt")).await.status, 403);
        // No token is had by a token.
        assert_eq!(ci.get("/access/api/v1/tokens").await.status, 403);

        // A job of GitLab, which sends a form.
        let parameters = parameters("ci", &ec.token(&fixture.provider.gitlab()));
        let mut body = form_urlencoded::Serializer::new(String::new());
        for (name, value) in parameters.as_object().expect("parameters") {
            body.append_pair(name, value.as_str().expect("a text"));
        }
        let request = Request::new("POST", EXCHANGE)
            .header("content-type", "application/x-www-form-urlencoded")
            .body(body.finish());
        let answer = fixture.page.beside().send(request).await;
        assert_eq!(accepted(&answer)["username"], json!("tags"));
        assert_eq!(fixture.provider.fetches(), 1);

        // It is listed among the tokens of its robot.
        let listed = accepted(&fixture.page.get("access/api/ui/tokens").await);
        let listed = listed["tokens"].as_array().expect("tokens");
        let of_ci: Vec<_> = listed.iter().filter(|token| token["subject"] == "ci").collect();
        assert_eq!(of_ci[0]["description"], json!("ci: repo:acme/app:ref:refs/heads/main"));
        let lives = of_ci[0]["expiry"].as_i64().zip(of_ci[0]["issued_at"].as_i64());
        assert!(lives.is_some_and(|(expiry, issued_at)| expiry - issued_at <= 900));
    });
}

/// An auditor finds for which job a robot was given a token, by which rule, and which token that is.
///
/// covers: [ROBOT-02, AUD-06]
#[test]
fn each_exchange_is_a_record_that_the_access_token_names_as_its_cause() {
    run(async {
        let (mut fixture, signer, _) = Fixture::trusting().await;
        let claims = fixture.provider.github();
        let token = signer.token(&claims);
        let given = accepted(&fixture.exchange(&token).await);
        let acts = fixture.acts().await;
        let exchange = acts.iter().find(|record| is_exchange(record)).expect("an exchange");
        let event = &exchange["event"];
        assert_eq!(exchange["who"], json!("system"));
        assert_eq!(
            (&event["rule"], &event["person"], &event["subject"]),
            (&json!("own"), &json!(fixture.robot), &claims["sub"])
        );
        assert_eq!(
            (&event["lives_s"], event["jti"].as_str().map(str::len)),
            (&json!(900), Some(64))
        );
        let name =
            format!("{}#{}", exchange["stream"].as_str().expect("a stream"), exchange["seq"]);
        let stream = format!("user/{}", fixture.robot);
        let made = acts.iter().find(|record| {
            record["stream"] == json!(stream) && record["event"]["type"] == "make_token"
        });
        let made = made.expect("a record of the account");
        assert_eq!(
            (&made["who"], &made["cause"]["record"], &made["cause"]["root"]),
            (&json!("system"), &json!(name), &json!(name))
        );
        // They are found among the sign-ins, and by the robot.
        let by_robot = format!("audit/acts?kind=sign_in&limit=200&user={}", fixture.robot);
        let found = accepted(&fixture.page.get(&by_robot).await);
        assert!(found["records"].as_array().expect("records").iter().any(is_exchange), "{found}");
        assert_eq!(found["names"][&fixture.robot], json!("ci"));
        // The log of changes has the job in one line.
        let log = fixture.stage.place.data().join("log/access/access-audit.log");
        let text = crate::written(&log, "\"subject\":\"repo:acme/app:ref:refs/heads/main\"").await;
        let line = text.lines().find(|line| line.contains("\"subject\"")).expect("a line");
        assert!(line.contains("|U|TIS|") && line.contains("\"rule\":\"own\""), "{line}");
        // Neither token is in a record or a log.
        let Fixture { stage, .. } = fixture;
        let Stage { place, server, .. } = stage;
        assert!(server.stop().success());
        let shown = place.run(&["audit", "show", &stream, "--json", "--data", "{data}"]);
        let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
        assert!(shown.contains("make_token"), "{shown}");
        let access = given["access_token"].as_str().expect("a token");
        let signature = token.rsplit('.').next().expect("a signature");
        let id = claims["jti"].as_str().expect("an id");
        for text in [shown, text, place.log(), place.printed()] {
            assert!(!text.contains(access) && !text.contains(signature), "{text}");
            assert!(!text.contains(&format!("\"{id}\"")), "{text}");
        }
    });
}
