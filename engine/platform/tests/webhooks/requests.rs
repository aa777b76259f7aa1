//! Requests that a receiver really gets.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use waybill_machines::rules::webhooks::{
    Webhook, WebhookAnswer, WebhookEventType, WebhookFailure, WebhookHandler, WebhookMethod,
    WebhookSignature, WebhookVerdict,
};
use waybill_platform::webhooks::{EmbeddedWebhooks, GivenSecrets, Webhooks as _, test_message};

use crate::{Fixture, T0, new, signing, webhook};

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
