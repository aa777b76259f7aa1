//! An issuer of tokens on loopback: its `OpenID` configuration, its keys, and the tokens of its jobs.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::{TcpListener, TcpStream};
use waybill_tests::Received;

use crate::served::served;
use crate::signers::{Signer, fresh_id, now};

/// Whom the tokens are for.
pub(crate) const AUDIENCE: &str = "https://waybill.example.org";
const CONFIGURATION: &str = "/.well-known/openid-configuration";
const KEYS: &str = "/keys";

#[derive(Default)]
struct Shared {
    /// The answers to the two requests, as JSON, or as they are.
    configuration: Vec<u8>,
    keys: Vec<u8>,
    asked: Vec<String>,
    is_down: bool,
    /// Where all requests are redirected to.
    location: Option<String>,
}

/// The server of an issuer. Clones are the same one.
#[derive(Clone)]
pub(crate) struct Provider {
    pub(super) address: SocketAddr,
    shared: Arc<Mutex<Shared>>,
}

impl Provider {
    pub(super) async fn start() -> Self {
        Self::on(TcpListener::bind("127.0.0.1:0").await.expect("a free port"))
    }

    /// The same with a socket that listens already, such as one of another network namespace.
    pub(crate) fn on(listener: TcpListener) -> Self {
        let shared: Arc<Mutex<Shared>> = Arc::default();
        let address = served(listener, &shared, serve);
        let provider = Self { address, shared };
        provider.configured(&provider.configuration());
        provider
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub(super) fn configuration(&self) -> Value {
        json!({"issuer": self.url(), "jwks_uri": format!("{}{KEYS}", self.url()), "more": [1]})
    }

    pub(crate) fn configured(&self, configuration: &Value) {
        self.shared().configuration = configuration.to_string().into_bytes();
    }

    /// Publishes these keys.
    pub(crate) fn publishes(&self, signers: &[&Signer]) {
        let keys: Vec<_> = signers.iter().map(|signer| signer.jwk()).collect();
        self.publishes_document(json!({"keys": keys}).to_string());
    }

    pub(super) fn publishes_document(&self, document: impl Into<Vec<u8>>) {
        self.shared().keys = document.into();
    }

    pub(super) fn is_down(&self, is_down: bool) {
        self.shared().is_down = is_down;
    }

    /// Redirects all requests.
    pub(crate) fn redirects(&self, location: Option<&str>) {
        self.shared().location = location.map(str::to_owned);
    }

    /// How often its keys were fetched.
    pub(super) fn fetches(&self) -> usize {
        self.shared().asked.iter().filter(|path| *path == KEYS).count()
    }

    /// How many requests came.
    pub(crate) fn requests(&self) -> usize {
        self.shared().asked.len()
    }

    /// The claims of a job as GitHub Actions writes them.
    pub(crate) fn github(&self) -> Value {
        json!({
            "iss": self.url(),
            "aud": AUDIENCE,
            "sub": "repo:acme/app:ref:refs/heads/main",
            "jti": fresh_id(),
            "iat": now(),
            "nbf": now() - 300,
            "exp": now() + 300,
            "ref": "refs/heads/main",
            "ref_type": "branch",
            "ref_protected": "true",
            "sha": "0123456789abcdef0123456789abcdef01234567",
            "repository": "acme/app",
            "repository_id": "74",
            "repository_owner": "acme",
            "repository_owner_id": "65",
            "repository_visibility": "private",
            "run_id": "42",
            "run_number": "7",
            "run_attempt": "1",
            "actor": "ann",
            "actor_id": "12",
            "workflow": "release",
            "workflow_ref": "acme/app/.github/workflows/release.yml@refs/heads/main",
            "job_workflow_ref": "acme/app/.github/workflows/release.yml@refs/heads/main",
            "event_name": "push",
            "head_ref": "",
            "base_ref": "",
            "runner_environment": "github-hosted",
        })
    }

    /// The claims of a job as GitLab writes them.
    pub(super) fn gitlab(&self) -> Value {
        json!({
            "iss": self.url(),
            "aud": [AUDIENCE, "https://vault.example.org"],
            "sub": "project_path:acme/tools/app:ref_type:tag:ref:v1.2.0",
            "jti": fresh_id(),
            "iat": now(),
            "nbf": now() - 5,
            "exp": now() + 3_600,
            "namespace_id": "72",
            "namespace_path": "acme/tools",
            "project_id": "20",
            "project_path": "acme/tools/app",
            "user_id": "1",
            "user_login": "ann",
            "user_email": "ann@example.org",
            "user_identities": [{"provider": "github", "extern_uid": "2435223452345"}],
            "pipeline_id": "574",
            "pipeline_source": "push",
            "job_id": "302",
            "ref": "v1.2.0",
            "ref_type": "tag",
            "ref_path": "refs/tags/v1.2.0",
            "ref_protected": "true",
            "groups_direct": ["acme/tools", "acme/release"],
            "environment_protected": false,
            "runner_id": 1,
            "runner_environment": "self-hosted",
            "project_visibility": "private",
        })
    }
}

async fn serve(mut stream: TcpStream, shared: Arc<Mutex<Shared>>) {
    let Some(received) = Received::read(&mut stream).await else { return };
    let answer = {
        let mut shared = shared.lock().unwrap_or_else(PoisonError::into_inner);
        shared.asked.push(received.path.clone());
        let (status, body) = match received.path.as_str() {
            _ if shared.is_down => (503, Vec::new()),
            _ if shared.location.is_some() => (302, Vec::new()),
            CONFIGURATION => (200, shared.configuration.clone()),
            KEYS => (200, shared.keys.clone()),
            _ => (404, Vec::new()),
        };
        let location = shared.location.iter().map(|location| format!("Location: {location}\r\n"));
        let head = format!(
            "HTTP/1.1 {status} Status\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n{}\r\n",
            body.len(),
            location.collect::<String>()
        );
        [head.into_bytes(), body].concat()
    };
    let _ = stream.write_all(&answer).await;
    let _ = stream.shutdown().await;
}
