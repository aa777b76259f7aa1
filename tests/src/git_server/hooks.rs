//! The hooks of a server: registered and removed by its API, and what is sent to their addresses.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde_json::{Value, json};
use tokio::net::TcpStream;
use url::Url;
use waybill_machines::rules::git::Vendor;
use waybill_platform::secret::hex;

use super::repository::Repository;
use super::site::Site;
use crate::http::{Answer, exchange};
use crate::message::{Received, Reply};

/// A hook that was registered.
#[derive(Debug, Clone)]
pub struct Hook {
    /// Its id at the vendor.
    pub id: String,
    /// The repository.
    pub repository: String,
    /// The address that is sent to.
    pub address: String,
    /// The secret that is signed with.
    pub secret: String,
}

/// What a hook reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Report {
    /// Something was pushed.
    Push,
    /// The vendor tries the address.
    Ping,
}

/// The hooks of a server.
#[derive(Debug, Clone, Default)]
pub(super) struct Hooks(Arc<Mutex<Kept>>);

#[derive(Debug, Default)]
struct Kept {
    all: Vec<Hook>,
    registered: u32,
}

impl Hooks {
    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn all(&self) -> Vec<Hook> {
        self.lock().all.clone()
    }
}

/// Whether a request changes hooks.
pub(super) fn is_about(request: &Received) -> bool {
    let is_hooks = |part: Option<&str>| matches!(part, Some("hooks" | "webhooks"));
    let mut parts = request.path.rsplit('/');
    match request.method.as_str() {
        "POST" => is_hooks(parts.next()),
        "DELETE" => is_hooks(parts.nth(1)),
        _ => false,
    }
}

/// Answers a request about the hooks of a repository; `rest` is the path behind these.
pub(super) fn answer(
    vendor: Vendor,
    site: &Site,
    repository: &Repository,
    rest: &[&str],
    request: &Received,
) -> Reply {
    let mut kept = site.hooks.lock();
    match (request.method.as_str(), rest) {
        ("POST", []) => {
            let body: Value = serde_json::from_str(&request.body).unwrap_or_default();
            let Some((address, secret)) = wanted(vendor, &body) else {
                return Reply::json(422, &json!({"message": "Validation Failed"}));
            };
            kept.registered += 1;
            let number = kept.registered;
            let (id, answer) = described(vendor, number, &address);
            let repository = repository.name.clone();
            kept.all.push(Hook { id, repository, address, secret });
            Reply::json(201, &answer)
        }
        ("DELETE", [id]) => {
            let before = kept.all.len();
            kept.all.retain(|hook| hook.id != *id || hook.repository != repository.name);
            let status = if kept.all.len() < before { 204 } else { 404 };
            Reply::text(status, "")
        }
        _ => Reply::text(405, "Method Not Allowed"),
    }
}

/// The address and the secret of a hook for pushes, as its vendor describes it.
fn wanted(vendor: Vendor, body: &Value) -> Option<(String, String)> {
    let (address, secret, is_for_pushes) = match vendor {
        Vendor::Github => {
            let config = &body["config"];
            let is_json = config["content_type"] == "json" && body["name"] == "web";
            let is_for_pushes = is_json && body["events"] == json!(["push"]);
            (&config["url"], &config["secret"], is_for_pushes)
        }
        Vendor::Gitlab => (&body["url"], &body["token"], body["push_events"] == true),
        Vendor::BitbucketCloud => {
            let is_named = body["description"].is_string() && body["active"] == true;
            let is_for_pushes = is_named && body["events"] == json!(["repo:push"]);
            (&body["url"], &body["secret"], is_for_pushes)
        }
        Vendor::BitbucketServer => {
            let is_named = body["name"].is_string() && body["active"] == true;
            let is_for_pushes = is_named && body["events"] == json!(["repo:refs_changed"]);
            (&body["url"], &body["configuration"]["secret"], is_for_pushes)
        }
    };
    let (address, secret) = (address.as_str()?, secret.as_str()?);
    let is_address = Url::parse(address).is_ok_and(|url| url.has_host());
    let is_hook = is_for_pushes && is_address && !secret.is_empty();
    is_hook.then(|| (address.to_owned(), secret.to_owned()))
}

/// The id of a hook, and the answer to its registration. No vendor answers the secret.
fn described(vendor: Vendor, number: u32, address: &str) -> (String, Value) {
    let id = number.to_string();
    match vendor {
        Vendor::Github => {
            let config = json!({"url": address, "content_type": "json", "secret": "********"});
            let answer = json!({
                "type": "Repository", "id": number, "name": "web", "active": true,
                "events": ["push"], "config": config,
            });
            (id, answer)
        }
        Vendor::Gitlab => {
            let answer = json!({"id": number, "url": address, "push_events": true});
            (id, answer)
        }
        Vendor::BitbucketCloud => {
            let id = format!("{{00000000-0000-4000-8000-{number:012}}}");
            let answer = json!({"type": "webhook_subscription", "uuid": id, "url": address});
            (id, answer)
        }
        Vendor::BitbucketServer => {
            let answer = json!({
                "id": number, "name": "Waybill", "url": address, "active": true,
                "events": ["repo:refs_changed"], "configuration": {},
            });
            (id, answer)
        }
    }
}

/// Sends a report to the address of a hook, as its vendor does, signed with a secret.
///
/// # Panics
/// If the address is not one, or there is no server.
pub(super) async fn report(vendor: Vendor, hook: &Hook, report: Report, secret: &str) -> Answer {
    let url = Url::parse(&hook.address).expect("an address");
    let authority = url.authority().to_owned();
    let body = json!({
        "ref": "refs/heads/main",
        "repository": {"full_name": hook.repository},
    });
    let body = body.to_string();
    let mut head = format!(
        "POST {} HTTP/1.1\r\nHost: {authority}\r\nContent-Type: application/json\r\nConnection: close\r\n\
         Content-Length: {}\r\n",
        url.path(),
        body.len()
    );
    for (name, value) in headers(vendor, report, secret, body.as_bytes()) {
        head += &format!("{name}: {value}\r\n");
    }
    let stream = TcpStream::connect(authority).await.expect("the server listens");
    exchange(stream, [head.as_bytes(), b"\r\n", body.as_bytes()].concat().as_slice()).await
}

/// The headers that name the event and sign the body.
fn headers(
    vendor: Vendor,
    report: Report,
    secret: &str,
    body: &[u8],
) -> [(&'static str, String); 2] {
    let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, secret.as_bytes());
    let signature = format!("sha256={}", hex(ring::hmac::sign(&key, body).as_ref()));
    let is_push = report == Report::Push;
    let event = |push: &str, ping: &str| if is_push { push } else { ping }.to_owned();
    match vendor {
        Vendor::Github => {
            [("X-GitHub-Event", event("push", "ping")), ("X-Hub-Signature-256", signature)]
        }
        Vendor::Gitlab => [
            ("X-Gitlab-Event", event("Push Hook", "Tag Push Hook")),
            ("X-Gitlab-Token", secret.to_owned()),
        ],
        Vendor::BitbucketCloud => {
            [("X-Event-Key", event("repo:push", "repo:updated")), ("X-Hub-Signature", signature)]
        }
        Vendor::BitbucketServer => [
            ("X-Event-Key", event("repo:refs_changed", "diagnostics:ping")),
            ("X-Hub-Signature", signature),
        ],
    }
}
