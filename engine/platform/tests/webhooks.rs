//! Webhooks of this process: their secrets, and requests that a receiver really gets.

#![allow(clippy::unwrap_used, reason = "a test may fail so")]

use std::collections::{BTreeMap, BTreeSet};
use std::net::SocketAddr;
use std::sync::Arc;

use tempfile::TempDir;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use waybill_journal::{MemoryJournal, scan_all};
use waybill_machines::Timestamp;
use waybill_machines::rules::webhooks::{
    Webhook, WebhookAnswer, WebhookEventType, WebhookFailure, WebhookFilter, WebhookHandler,
    WebhookMethod, WebhookPatterns, WebhookProblem, WebhookSignature, WebhookVerdict,
};
use waybill_machines::secret::PersonId;
use waybill_outbound::{Outbound, OutboundSettings};
use waybill_platform::Secret;
use waybill_platform::proxies::EmbeddedProxies;
use waybill_platform::streams::ChangeContext;
use waybill_platform::vault::{Kind, Vault};
use waybill_platform::webhooks::{
    EmbeddedWebhooks, GivenSecret, GivenSecrets, Sender, WEBHOOKS_OF_PROJECT_MAX, WebhookError,
    WebhookOrigin, Webhooks as _, test_message,
};
use waybill_stream::Who;

const T0: Timestamp = Timestamp::from_ms(1_700_000_000_000);

struct Fixture {
    journal: Arc<MemoryJournal>,
    vault: Arc<Vault>,
    _folder: TempDir,
}

impl Fixture {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let vault = Arc::new(Vault::open(&folder.path().join("vault"), None).unwrap());
        Self { journal: Arc::new(MemoryJournal::new()), vault, _folder: folder }
    }

    /// The service, which may send to these addresses of this machine.
    fn service(&self, receivers: &[SocketAddr]) -> EmbeddedWebhooks {
        let allow = receivers.iter().map(|address| {
            let network = format!("{}/32:{}", address.ip(), address.port());
            network.parse().unwrap()
        });
        let settings =
            OutboundSettings { allow: allow.collect(), total_ms: 2_000, ..Default::default() };
        let outbound = Outbound::new(settings).unwrap();
        let proxies =
            EmbeddedProxies::open(self.journal.clone(), self.vault.clone(), outbound.clone());
        let sender = Sender::new(outbound, Arc::new(proxies.unwrap()));
        let origin = WebhookOrigin {
            url: "https://waybill.example.org".into(),
            source: "waybill@01HX".into(),
        };
        EmbeddedWebhooks::open(self.journal.clone(), self.vault.clone(), sender, origin).unwrap()
    }

    fn secrets(&self) -> usize {
        self.vault.names(Kind::Webhook).unwrap().len()
    }

    fn records(&self) -> String {
        let records = scan_all(&*self.journal, 0).map(|record| record.unwrap());
        records.map(|record| record.line.to_string()).collect::<Vec<_>>().join("\n")
    }
}

fn context() -> ChangeContext {
    ChangeContext::by(Who::Person(PersonId("p_ann".into())), T0)
}

fn webhook(url: &str) -> Webhook {
    Webhook {
        key: "deploys".into(),
        description: String::new(),
        enabled: true,
        ordered: false,
        project_key: None,
        events: BTreeSet::from([WebhookEventType::ArtifactDeployed]),
        filter: WebhookFilter::Repositories {
            any_local: true,
            any_remote: false,
            ids: BTreeSet::new(),
            patterns: WebhookPatterns::default(),
        },
        url: url.into(),
        proxy: None,
        headers: Vec::new(),
        handler: WebhookHandler::Webhook {
            secret: None,
            earlier_secret: None,
            signature: WebhookSignature::Standard,
            cloud_event: false,
        },
    }
}

fn new(secret: &str) -> GivenSecret {
    GivenSecret::New(Secret::new(secret))
}

fn signing(secret: GivenSecret) -> GivenSecrets {
    GivenSecrets { signing: Some(secret), ..GivenSecrets::default() }
}

/// A receiver of one request, which it answers with this text after its head.
async fn receiver(answer: &'static str) -> (SocketAddr, JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let received = tokio::spawn(async move {
        let (mut socket, _) = listener.accept().await.unwrap();
        let request = request(&mut socket).await;
        socket.write_all(answer.as_bytes()).await.unwrap();
        request
    });
    (address, received)
}

/// Reads a request with its body.
async fn request(socket: &mut TcpStream) -> String {
    let (mut bytes, mut buffer) = (Vec::new(), [0; 4_096]);
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let length = text.to_lowercase().split("content-length: ").nth(1).map(|rest| {
            let digits = rest.split("\r\n").next().unwrap_or_default();
            digits.parse::<usize>().unwrap()
        });
        let end = text.find("\r\n\r\n").map(|end| end + 4 + length.unwrap_or(0));
        if end.is_some_and(|end| bytes.len() >= end) {
            return String::from_utf8(bytes).unwrap();
        }
        let read = socket.read(&mut buffer).await.unwrap();
        assert!(read > 0, "the request has an end");
        bytes.extend_from_slice(&buffer[..read]);
    }
}

async fn sent(service: &EmbeddedWebhooks, wanted: Webhook, secrets: GivenSecrets) -> WebhookAnswer {
    let event = WebhookEventType::ArtifactDeployed;
    let message = test_message("msg_1".into(), T0, event);
    service.test(wanted, secrets, message, T0).await.unwrap().answer
}

/// covers: [HOOK-01, EVT-08]
#[tokio::test]
async fn secrets_are_in_the_vault_as_long_as_a_webhook_names_them() {
    let fixture = Fixture::new();
    let service = fixture.service(&[]);
    let url = "https://ci.example.org/hook";
    let given = GivenSecrets {
        headers: vec![("Authorization".into(), new("canary-header"))],
        ..signing(new("canary-first"))
    };
    let created = service.create(webhook(url), given, context()).await.unwrap();
    assert_eq!((created.revision, &created.history.owner), (1, &Some(PersonId("p_ann".into()))));
    assert_eq!(fixture.secrets(), 2);

    let rotated =
        service.rotate(created.clone(), Secret::new("canary-second"), context()).await.unwrap();
    assert_eq!((rotated.revision, fixture.secrets()), (2, 3));
    // What is kept stays, the earlier secret too; the header is gone with its secret.
    let kept = service.change(webhook(url), signing(GivenSecret::Kept), context()).await.unwrap();
    assert_eq!((kept.settings.secrets().count(), fixture.secrets()), (2, 2));
    service.retire(kept, context()).await.unwrap();
    assert_eq!(fixture.secrets(), 1);

    // Another address gets none of them.
    let elsewhere = || webhook("https://other.example.org/hook");
    let refused = service.change(elsewhere(), signing(GivenSecret::Kept), context()).await;
    assert!(
        matches!(refused, Err(WebhookError::Problem(WebhookProblem::KeptSecrets))),
        "{refused:?}"
    );
    service.change(elsewhere(), signing(new("canary-third")), context()).await.unwrap();
    assert_eq!(fixture.secrets(), 1);
    let paused = service.pause(created.clone(), true, context()).await.unwrap();
    assert!(paused.paused);

    // A start reads what there is, and removes what a crash has left.
    drop(service);
    fixture.vault.put(Kind::Webhook, b"left").unwrap();
    let service = fixture.service(&[]);
    assert_eq!(service.sweep_secrets().unwrap(), 1);
    let read = service.webhook("deploys".into()).await.unwrap().unwrap();
    assert_eq!((read, fixture.secrets()), (paused, 1));
    service.delete(created, context()).await.unwrap();
    assert_eq!((service.webhooks().await.unwrap().len(), fixture.secrets()), (0, 0));
    assert!(!fixture.records().contains("canary"), "{}", fixture.records());
}

/// covers: [HOOK-03, ROLE-03]
#[tokio::test]
async fn no_secret_of_a_webhook_of_another_project_is_tried() {
    let fixture = Fixture::new();
    let service = fixture.service(&[]);
    let of = |project: Option<&str>| Webhook {
        project_key: project.map(str::to_owned),
        ..webhook("https://ci.example.org/hook")
    };
    service.create(of(Some("red")), signing(new("canary")), context()).await.unwrap();
    let event = WebhookEventType::ArtifactDeployed;
    let message = || test_message("msg_1".into(), T0, event);
    for (project, is_known) in [(Some("red"), true), (Some("blue"), false), (None, false)] {
        let echo = service.echo(of(project), signing(GivenSecret::Kept), message(), T0).await;
        let is_missing = matches!(echo, Err(WebhookError::NoSecretToKeep(_)));
        assert_eq!((echo.is_ok(), is_missing), (is_known, !is_known), "{project:?}");
    }
}

/// covers: [HOOK-02]
#[tokio::test]
async fn what_cannot_be_stored_leaves_nothing() {
    let fixture = Fixture::new();
    let service = fixture.service(&[]);
    let url = "https://ci.example.org/hook";
    let create = |wanted, secrets| service.create(wanted, secrets, context());
    for (wanted, secrets) in [
        (webhook("ftp://ci.example.org"), signing(new("a"))),
        (webhook(url), signing(new(""))),
        (webhook(url), signing(new("two\r\nlines"))),
        (webhook(url), signing(GivenSecret::Kept)),
    ] {
        create(wanted, secrets).await.unwrap_err();
    }
    assert_eq!((fixture.secrets(), fixture.records()), (0, String::new()));
    let created = create(webhook(url), GivenSecrets::default()).await.unwrap();
    let taken = create(webhook(url), GivenSecrets::default()).await.unwrap_err();
    assert_eq!(taken.to_string(), "This name already exist");
    // Without a secret there is none to rotate.
    let rotated = service.rotate(created, Secret::new("a"), context()).await;
    assert!(matches!(rotated, Err(WebhookError::Problem(WebhookProblem::NotRotated))));
    assert_eq!(fixture.secrets(), 0);
    // A journal that takes nothing keeps no secret either.
    fixture.journal.faults().out_of_space(true);
    service.change(webhook(url), signing(new("a")), context()).await.unwrap_err();
    assert_eq!(fixture.secrets(), 0);
}

/// covers: [HOOK-02, ROLE-03]
#[tokio::test]
async fn a_project_has_only_so_many_webhooks() {
    let fixture = Fixture::new();
    let service = fixture.service(&[]);
    let create = |number: usize, project: Option<&str>| {
        let wanted = Webhook {
            key: format!("hook-{number}"),
            project_key: project.map(str::to_owned),
            ..webhook("https://1.1.1.1/hook")
        };
        service.create(wanted, GivenSecrets::default(), context())
    };
    let first = create(0, Some("red")).await.unwrap();
    for number in 1..WEBHOOKS_OF_PROJECT_MAX {
        create(number, Some("red")).await.unwrap();
    }
    let refused = create(100, Some("red")).await.unwrap_err();
    let sentence = "A project has 100 webhooks at most. Delete one of them first.";
    assert_eq!(refused.to_string(), sentence);
    // Others are not counted with it, and one that is deleted makes room.
    create(101, Some("blue")).await.unwrap();
    create(102, None).await.unwrap();
    service.delete(first, context()).await.unwrap();
    create(100, Some("red")).await.unwrap();
}

/// covers: [HOOK-02, ROLE-03]
#[tokio::test]
async fn what_is_for_a_deleted_webhook_does_not_reach_another_one_with_its_key() {
    let fixture = Fixture::new();
    let service = fixture.service(&[]);
    let of = |project: &str| Webhook {
        project_key: Some(project.to_owned()),
        ..webhook("https://1.1.1.1/hook")
    };
    let seen = service.create(of("red"), signing(new("a")), context()).await.unwrap();
    service.delete(seen.clone(), context()).await.unwrap();
    let other = service.create(of("blue"), signing(new("b")), context()).await.unwrap();
    for refused in [
        service.pause(seen.clone(), true, context()).await.map(drop),
        service.rotate(seen.clone(), Secret::new("c"), context()).await.map(drop),
        service.retire(seen.clone(), context()).await.map(drop),
        service.delete(seen, context()).await,
    ] {
        assert!(matches!(refused, Err(WebhookError::Unknown)), "{refused:?}");
    }
    assert_eq!(service.webhook("deploys".into()).await.unwrap(), Some(other));
    assert_eq!(fixture.secrets(), 1);
}

/// covers: [HOOK-03, HOOK-04]
#[tokio::test]
async fn a_receiver_gets_what_is_signed() {
    let (address, received) =
        receiver("HTTP/1.1 202 Accepted\r\nContent-Length: 4\r\n\r\nfine").await;
    let fixture = Fixture::new();
    let service = fixture.service(&[address]);
    let url = format!("http://{address}/hook?of=ci");
    let attempt = sent(&service, webhook(&url), signing(new("whsec_c2VjcmV0"))).await;
    assert_eq!(attempt.verdict(), WebhookVerdict::Delivered);
    let expected = WebhookAnswer::Status { status: 202, retry_after_ms: None, text: None };
    assert_eq!(attempt, expected);
    let request = received.await.unwrap();
    assert!(request.starts_with("POST /hook?of=ci HTTP/1.1\r\n"), "{request}");
    for line in [
        "webhook-id: msg_1\r\n",
        "webhook-timestamp: 1700000000\r\n",
        "content-type: application/json\r\n",
    ] {
        assert!(request.contains(line), "{request}");
    }
    assert!(request.contains("\r\nwebhook-signature: v1,"), "{request}");
    assert!(request.ends_with(r#""subscription_key":"deploys"}"#), "{request}");
    // A test is no webhook.
    assert_eq!((fixture.secrets(), fixture.records()), (0, String::new()));
}

/// Webhooks of one receiver share a connection, and each sends its own secret over it.
///
/// covers: [HOOK-04]
#[tokio::test]
async fn one_receiver_gets_everything_over_one_connection() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let received = tokio::spawn(async move {
        // No other connection is accepted.
        let (mut socket, _) = listener.accept().await.unwrap();
        let mut requests = Vec::new();
        while requests.len() < 3 {
            requests.push(request(&mut socket).await);
            let answer = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine";
            socket.write_all(answer).await.unwrap();
        }
        requests
    });
    let fixture = Fixture::new();
    let service = fixture.service(&[address]);
    for path in ["one", "two", "three"] {
        let mut wanted = webhook(&format!("http://{address}/{path}"));
        wanted.handler = WebhookHandler::Webhook {
            secret: None,
            earlier_secret: None,
            signature: WebhookSignature::Plain,
            cloud_event: false,
        };
        let attempt = sent(&service, wanted, signing(new(&format!("secret-{path}")))).await;
        assert_eq!(attempt.verdict(), WebhookVerdict::Delivered);
    }
    for (text, path) in received.await.unwrap().iter().zip(["one", "two", "three"]) {
        assert!(text.starts_with(&format!("POST /{path} HTTP/1.1\r\n")), "{text}");
        assert_eq!(text.matches("secret-").count(), 1, "{text}");
        assert!(text.contains(&format!(": secret-{path}\r\n")), "{text}");
    }
}

/// covers: [HOOK-03]
#[tokio::test]
async fn a_custom_webhook_sends_its_own_payload() {
    let (address, received) =
        receiver("HTTP/1.1 429 Slow\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n").await;
    let fixture = Fixture::new();
    let service = fixture.service(&[address]);
    let payload = Some(r#"{"t": "{{ .secrets.token }}", "d": {{ .data | json }}}"#.to_owned());
    let handler = WebhookHandler::CustomWebhook {
        method: WebhookMethod::Put,
        payload,
        secrets: BTreeMap::new(),
    };
    let wanted = Webhook { handler, ..webhook(&format!("http://{address}/")) };
    let named = BTreeMap::from([("token".to_owned(), new("a\"b"))]);
    let attempt = sent(&service, wanted, GivenSecrets { named, ..GivenSecrets::default() }).await;
    assert_eq!(attempt.verdict(), WebhookVerdict::Again(7_000));
    let request = received.await.unwrap();
    assert!(request.starts_with("PUT / HTTP/1.1\r\n"), "{request}");
    assert!(request.ends_with("\r\n\r\n{\"t\": \"a\\\"b\", \"d\": {\"test\":true}}"), "{request}");
}

/// Receivers inside of the network are not reached, and no redirect leads there.
///
/// covers: [HOOK-03]
#[tokio::test]
async fn addresses_that_are_not_open_are_refused() {
    let fixture = Fixture::new();
    let closed = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let inside = closed.local_addr().unwrap();
    let redirect = format!(
        "HTTP/1.1 307 Elsewhere\r\nLocation: http://{inside}/\r\nContent-Length: 0\r\n\r\n"
    );
    let (address, received) = receiver(redirect.leak()).await;
    let service = fixture.service(&[address]);
    let to = async |url: &str| sent(&service, webhook(url), GivenSecrets::default()).await;
    let is_blocked = WebhookAnswer::None { failure: WebhookFailure::Blocked };
    let blocked = to(&format!("http://{inside}/")).await;
    assert_eq!(blocked, is_blocked);
    for url in [
        "http://169.254.169.254/latest/meta-data",
        "http://[::1]/",
        "http://0x7f000001/",
        "http://10.0.0.1/",
        "http://localhost/",
    ] {
        let attempt = to(url).await;
        assert_eq!(attempt, is_blocked, "{url}");
        assert_eq!(attempt.verdict(), WebhookVerdict::Dead);
    }
    let redirected = to(&format!("http://{address}/")).await;
    assert_eq!(redirected, is_blocked);
    received.await.unwrap();
    let nothing = tokio::time::timeout(std::time::Duration::from_millis(50), closed.accept()).await;
    assert!(nothing.is_err(), "a connection was made");
}
