//! Streams: redirects that are followed, credentials that stay with the first server, and pieces that take too long.

use std::time::Duration;

use crate::server::{Behaviour, Server, allowing, client, ends, sending};
use waybill_outbound::{Authorization, Blocked, Outbound, OutboundError, Request};

const IDLE: Duration = Duration::from_secs(1);
const TOTAL: Duration = Duration::from_secs(30);
const OK: &str = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello";

fn redirecting(location: &str) -> Behaviour {
    sending(&format!("HTTP/1.1 302 Found\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n"))
}

async fn fetched(
    client: &Outbound,
    server: &Server,
    redirects_max: usize,
) -> Result<Vec<u8>, OutboundError> {
    let token = Authorization::bearer("canary-5").expect("a token");
    let request = Request::get(server.target("/a"))
        .authorised_by(token)
        .streamed(IDLE, TOTAL)
        .following(redirects_max);
    ends(async {
        let mut response = client.open(request).await?;
        let mut body = Vec::new();
        while let Some(piece) = response.next().await? {
            body.extend_from_slice(&piece);
        }
        Ok(body)
    })
    .await
}

#[tokio::test]
async fn redirects_are_followed_without_credentials_for_another_server() {
    let last = Server::start(sending(OK)).await;
    let first = Server::start(redirecting(&format!("http://{}/b?c=1", last.address))).await;
    let client = Outbound::new(allowing(&[first.address, last.address])).expect("a client");
    assert_eq!(fetched(&client, &first, 0).await, Err(OutboundError::Redirected));
    assert!(last.requests().is_empty());
    assert_eq!(fetched(&client, &first, 1).await.expect("a body"), b"hello");
    assert!(first.requests()[1].contains("canary-5"));
    let request = last.requests().remove(0);
    assert!(request.starts_with("GET /b?c=1 HTTP/1.1\r\n"), "{request}");
    assert!(!request.contains("canary-5"), "{request}");
}

#[tokio::test]
async fn a_redirect_leads_to_no_other_server_of_the_own_network() {
    let last = Server::start(sending(OK)).await;
    let first = Server::start(redirecting(&format!("http://{}/b", last.address))).await;
    let client = Outbound::new(allowing(&[first.address, last.address])).expect("a client");
    let request = Request::get(first.target("/a")).following(1).trusting(first.target("/"));
    let error = ends(client.send(request)).await.expect_err("an error");
    assert_eq!(error, OutboundError::Blocked(Blocked::Loopback));
    assert_eq!((first.connections(), last.connections()), (1, 0));
}

#[tokio::test]
async fn each_redirect_is_checked_and_none_is_endless() {
    let turning = Server::start(redirecting("/a")).await;
    let end = fetched(&client(&turning), &turning, 5).await;
    assert_eq!((end, turning.connections()), (Err(OutboundError::Redirected), 6));
    assert!(turning.requests().iter().all(|request| request.contains("canary-5")));
    let other = Server::start(sending(OK)).await;
    for (location, error) in [
        (format!("http://{}/", other.address), OutboundError::Blocked(Blocked::Loopback)),
        ("http://169.254.169.254/".to_owned(), OutboundError::Blocked(Blocked::LinkLocal)),
        ("file:///etc/passwd".to_owned(), OutboundError::Redirected),
        ("http://ann:secret@127.0.0.1/".to_owned(), OutboundError::Redirected),
    ] {
        let server = Server::start(redirecting(&location)).await;
        assert_eq!(fetched(&client(&server), &server, 5).await, Err(error), "{location}");
    }
    assert_eq!(other.connections(), 0);
}

#[tokio::test]
async fn a_stream_may_take_long_as_long_as_pieces_arrive() {
    // A piece every 20 ms: all of them take longer than each of the limits.
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n";
    let slow = Server::start(Behaviour::SendsSlowly(head.into(), b"x".to_vec())).await;
    let mut settings = allowing(&[slow.address]);
    settings.total_ms = 1_000;
    let client = Outbound::new(settings).expect("a client");
    assert_eq!(fetched(&client, &slow, 0).await.expect("a body").len(), 100);
    let stalled = Server::start(Behaviour::Stalls(format!("{head}abc").into())).await;
    let client = self::client(&stalled);
    assert_eq!(fetched(&client, &stalled, 0).await, Err(OutboundError::TooSlow));
}
