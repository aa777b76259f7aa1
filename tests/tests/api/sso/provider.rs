//! A provider of sign-in on loopback: what it publishes, whom it signs in, and how it goes wrong.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use ring::digest::{SHA256, digest};
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};
use url::{Url, form_urlencoded};
use waybill_tests::{Received, Reply};

use crate::served::served;
use crate::signers::{Signer, encoded, fresh_id, now};

/// How the provider knows this server.
pub(crate) const CLIENT: &str = "waybill";
pub(crate) const SECRET: &str = "a secret of the provider's";

pub(crate) const CONFIGURATION: &str = "/.well-known/openid-configuration";
pub(crate) const KEYS: &str = "/keys";
pub(crate) const TOKEN: &str = "/token";
pub(crate) const AUTHORIZE: &str = "/authorize";
pub(crate) const LOGOUT: &str = "/logout";
pub(crate) const USERINFO: &str = "/userinfo";

/// Makes an ID token of claims.
type Makes = Arc<dyn Fn(&Value) -> String + Send + Sync>;

/// What was issued for a code.
struct Issued {
    callback: String,
    challenge: String,
    claims: Value,
    is_used: bool,
}

struct Shared {
    configuration: Value,
    keys: Value,
    makes: Makes,
    codes: BTreeMap<String, Issued>,
    /// Whom an access token is about.
    users: BTreeMap<String, Value>,
    asked: Vec<Received>,
    /// What it answers at a path instead.
    instead: BTreeMap<String, Reply>,
    delay: Duration,
}

/// A provider. Clones are the same one.
#[derive(Clone)]
pub(crate) struct Provider {
    pub(crate) address: SocketAddr,
    shared: Arc<Mutex<Shared>>,
}

/// Where the provider sends a browser to after a sign-in.
#[derive(Debug, Clone)]
pub(crate) struct Callback {
    path: String,
    parameters: Vec<(String, String)>,
}

impl Provider {
    /// A provider that signs with this key.
    pub(crate) async fn start(signer: Signer) -> Self {
        Self::on(TcpListener::bind("127.0.0.1:0").await.expect("a free port"), signer)
    }

    /// The same with a socket that listens already, such as one of another network namespace.
    pub(crate) fn on(listener: TcpListener, signer: Signer) -> Self {
        let shared = Arc::new(Mutex::new(Shared {
            configuration: Value::Null,
            keys: Value::Null,
            makes: Arc::new(|_| String::new()),
            codes: BTreeMap::new(),
            users: BTreeMap::new(),
            asked: Vec::new(),
            instead: BTreeMap::new(),
            delay: Duration::ZERO,
        }));
        let address = served(listener, &shared, serve);
        let provider = Self { address, shared };
        provider.configured(provider.configuration());
        provider.signs_with(signer);
        provider
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        locked(&self.shared)
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The whole address of one of its paths.
    pub(crate) fn link(&self, path: &str) -> String {
        format!("{}{path}", self.url())
    }

    /// What it publishes about itself.
    pub(crate) fn configuration(&self) -> Value {
        json!({
            "issuer": self.url(),
            "authorization_endpoint": self.link(AUTHORIZE),
            "token_endpoint": self.link(TOKEN),
            "userinfo_endpoint": self.link(USERINFO),
            "jwks_uri": self.link(KEYS),
            "end_session_endpoint": self.link(LOGOUT),
            "scopes_supported": ["openid", "profile", "email", "groups"],
            "response_types_supported": ["code"],
            "grant_types_supported": ["authorization_code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["ES256", "RS256"],
            "token_endpoint_auth_methods_supported": ["client_secret_basic", "client_secret_post"],
            "code_challenge_methods_supported": ["S256"],
            "authorization_response_iss_parameter_supported": true,
            "backchannel_logout_supported": true,
            "backchannel_logout_session_supported": true,
        })
    }

    /// Publishes something else about itself.
    pub(crate) fn configured(&self, configuration: Value) {
        self.shared().configuration = configuration;
    }

    /// From now on it publishes this key alone, and signs with it.
    pub(crate) fn signs_with(&self, signer: Signer) {
        self.publishes(&[&signer]);
        self.makes(move |claims| signer.token(claims));
    }

    /// Publishes these keys.
    pub(crate) fn publishes(&self, signers: &[&Signer]) {
        let keys: Vec<_> = signers.iter().map(|signer| signer.jwk()).collect();
        self.shared().keys = json!({"keys": keys});
    }

    /// Makes ID tokens in another way.
    pub(crate) fn makes(&self, makes: impl Fn(&Value) -> String + Send + Sync + 'static) {
        self.shared().makes = Arc::new(makes);
    }

    /// Answers this at a path.
    pub(crate) fn answers(&self, path: &str, reply: Reply) {
        self.shared().instead.insert(path.to_owned(), reply);
    }

    /// Answers as it should again, and at once.
    pub(crate) fn recovers(&self) {
        let mut shared = self.shared();
        shared.instead.clear();
        shared.delay = Duration::ZERO;
    }

    /// Answers nothing for a while.
    pub(crate) fn waits(&self, delay: Duration) {
        self.shared().delay = delay;
    }

    /// How many requests came for a path.
    pub(crate) fn requests(&self, path: &str) -> usize {
        self.shared().asked.iter().filter(|asked| asked.path == path).count()
    }

    /// The requests that came for a path.
    pub(crate) fn asked(&self, path: &str) -> Vec<Received> {
        let shared = self.shared();
        shared.asked.iter().filter(|asked| asked.path == path).cloned().collect()
    }

    /// The claims about a user, without what belongs to a sign-in.
    pub(crate) fn user(subject: &str) -> Value {
        json!({
            "sub": subject,
            "preferred_username": subject,
            "name": "A user of the provider",
            "email": format!("{subject}@example.org"),
            "email_verified": true,
        })
    }

    /// A user signs in at the address to which this server has sent the browser.
    pub(crate) fn authorizes(&self, location: &str, user: &Value) -> Callback {
        let wanted = parameters_of(location, &self.link(AUTHORIZE));
        assert_eq!(wanted["response_type"], "code", "{location}");
        assert_eq!(wanted["client_id"], CLIENT, "{location}");
        assert_eq!(wanted["code_challenge_method"], "S256", "{location}");
        assert!(wanted["scope"].split(' ').any(|scope| scope == "openid"), "{location}");
        for secret in ["state", "nonce", "code_challenge"] {
            assert!(wanted[secret].len() >= 22, "{secret} in {location}");
        }
        let mut claims = user.clone();
        let of_sign_in = json!({
            "iss": self.url(),
            "aud": CLIENT,
            "iat": now(),
            "exp": now() + 300,
            "auth_time": now(),
            "nonce": wanted["nonce"],
            "sid": fresh_id(),
        });
        let of_sign_in = of_sign_in.as_object().expect("claims").clone();
        claims.as_object_mut().expect("claims").extend(of_sign_in);
        let code = format!("code-{}", fresh_id());
        let issued = Issued {
            callback: wanted["redirect_uri"].clone(),
            challenge: wanted["code_challenge"].clone(),
            claims,
            is_used: false,
        };
        self.shared().codes.insert(code.clone(), issued);
        Callback::at(
            &wanted["redirect_uri"],
            &[("code", &code), ("state", &wanted["state"]), ("iss", &self.url())],
        )
    }

    /// The user does not sign in there.
    pub(crate) fn denies(&self, location: &str) -> Callback {
        let wanted = parameters_of(location, &self.link(AUTHORIZE));
        Callback::at(
            &wanted["redirect_uri"],
            &[("error", "access_denied"), ("state", &wanted["state"]), ("iss", &self.url())],
        )
    }
}

impl Callback {
    fn at(callback: &str, parameters: &[(&str, &str)]) -> Self {
        let path = Url::parse(callback).expect("an address").path().to_owned();
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        Self { path, parameters: parameters.iter().map(owned).collect() }
    }

    /// What the browser requests.
    pub(crate) fn path(&self) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(&self.parameters);
        format!("{}?{}", self.path, query.finish())
    }

    /// The value of a parameter.
    pub(crate) fn value(&self, name: &str) -> String {
        let mut found = self.parameters.iter().filter(|(found, _)| found == name);
        found.next().map(|(_, value)| value.clone()).unwrap_or_default()
    }

    /// The same without a parameter.
    pub(crate) fn without(mut self, name: &str) -> Self {
        self.parameters.retain(|(found, _)| found != name);
        self
    }

    /// The same with another value of a parameter.
    pub(crate) fn with(self, name: &str, value: &str) -> Self {
        let mut callback = self.without(name);
        callback.parameters.push((name.to_owned(), value.to_owned()));
        callback
    }

    /// The same at another path.
    pub(crate) fn at_path(mut self, path: &str) -> Self {
        path.clone_into(&mut self.path);
        self
    }
}

/// The parameters of an address, which has to begin with this one.
pub(crate) fn parameters_of(location: &str, of: &str) -> BTreeMap<String, String> {
    let (before, _) = location.split_once('?').expect("parameters");
    assert_eq!(before, of);
    let url = Url::parse(location).expect("an address");
    url.query_pairs().into_owned().collect()
}

impl Shared {
    fn answer(&mut self, received: &Received) -> Reply {
        match (received.method.as_str(), received.path.as_str()) {
            ("GET", CONFIGURATION) => Reply::json(200, &self.configuration),
            ("GET", KEYS) => Reply::json(200, &self.keys),
            ("POST", TOKEN) => self.exchange(received),
            ("GET", USERINFO) => {
                let token = received.token_of("bearer").unwrap_or_default();
                let user = self.users.get(token);
                user.map_or_else(|| Reply::text(401, "Unauthorized"), |user| Reply::json(200, user))
            }
            _ => Reply::text(404, "Not Found"),
        }
    }

    /// The tokens for a code, which is good once, for its client, its callback and its verifier.
    fn exchange(&mut self, received: &Received) -> Reply {
        let refused = |error: &str| Reply::json(400, &json!({"error": error}));
        let form: BTreeMap<String, String> =
            form_urlencoded::parse(received.body.as_bytes()).into_owned().collect();
        let field = |name: &str| form.get(name).cloned().unwrap_or_default();
        let shown =
            received.basic().unwrap_or_else(|| (field("client_id"), field("client_secret")));
        if shown.0 != CLIENT || ![SECRET.to_owned(), escaped(SECRET)].contains(&shown.1) {
            return Reply::json(401, &json!({"error": "invalid_client"}));
        }
        if field("grant_type") != "authorization_code" {
            return refused("unsupported_grant_type");
        }
        let Some(issued) = self.codes.get_mut(&field("code")) else {
            return refused("invalid_grant");
        };
        let challenge = encoded(digest(&SHA256, field("code_verifier").as_bytes()));
        if issued.is_used
            || issued.callback != field("redirect_uri")
            || issued.challenge != challenge
        {
            return refused("invalid_grant");
        }
        issued.is_used = true;
        let access = format!("access-{}", fresh_id());
        let answer = json!({
            "access_token": access,
            "token_type": "Bearer",
            "expires_in": 300,
            "id_token": (self.makes)(&issued.claims),
        });
        self.users.insert(access, issued.claims.clone());
        Reply::json(200, &answer).with_header("Cache-Control", "no-store")
    }
}

/// As a form has it, which is how Basic credentials of OAuth are written (RFC 6749, 2.3.1).
fn escaped(text: &str) -> String {
    form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

fn locked(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

async fn serve(mut stream: TcpStream, shared: Arc<Mutex<Shared>>) {
    let Some(received) = Received::read(&mut stream).await else { return };
    let (reply, delay) = {
        let mut shared = locked(&shared);
        let instead = shared.instead.get(&received.path).cloned();
        let reply = instead.unwrap_or_else(|| shared.answer(&received));
        shared.asked.push(received);
        (reply, shared.delay)
    };
    tokio::time::sleep(delay).await;
    let _ = stream.write_all(&reply.bytes()).await;
    let _ = stream.shutdown().await;
}
