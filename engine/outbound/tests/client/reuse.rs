//! Connections that deliveries use one after another, and when a new one is opened.

use std::time::Duration;

use crate::rebinding::{Changing, two_that};
use crate::server::{Behaviour, Server, allowing, answering, client, ends, sending};
use waybill_outbound::{Blocked, Method, Outbound, OutboundError, Request, Target};

const OK: &str = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

fn named(host: &str, server: &Server) -> Target {
    let target = format!("http://{host}:{}/hook", server.address.port());
    Target::parse(&target).expect("a target")
}

fn delivery(server: &Server) -> Request {
    Request::new(Method::POST, server.target("/hook")).delivering()
}

async fn status_of(client: &Outbound, request: Request) -> Result<u16, OutboundError> {
    ends(client.send(request)).await.map(|answer| answer.status)
}

/// covers: [HOOK-04]
#[tokio::test]
async fn deliveries_to_one_receiver_use_one_connection() {
    let server = Server::start(answering(OK)).await;
    let client = client(&server);
    for _ in 0..3 {
        assert_eq!(status_of(&client, delivery(&server)).await, Ok(200));
    }
    assert_eq!((server.connections(), server.requests().len()), (1, 3));
    assert!(server.requests().iter().all(|head| !head.contains("connection:")));
    // Other requests have a connection each, which they close.
    for number in 2..4 {
        assert_eq!(status_of(&client, Request::get(server.target("/"))).await, Ok(200));
        assert_eq!(server.connections(), number);
    }
    assert!(server.requests()[4].contains("\r\nconnection: close\r\n"));
    assert_eq!(status_of(&client, delivery(&server)).await, Ok(200));
    assert_eq!(server.connections(), 3);
}

/// covers: [HOOK-04]
#[tokio::test]
async fn an_address_that_is_not_permitted_now_is_not_used_again() {
    let (open, closed) = two_that(answering(OK)).await;
    let names = Changing::new(&[
        &["127.0.0.1"],
        &["127.0.0.2"],
        &["127.0.0.2", "127.0.0.1"],
        &[],
        &["127.0.0.1"],
    ]);
    let client = Outbound::with_resolver(allowing(&[open.address]), names).expect("a client");
    let blocked = Err(OutboundError::Blocked(Blocked::Loopback));
    let no_address = Err(OutboundError::NoAddress);
    for expected in [Ok(200), blocked, blocked, no_address, Ok(200)] {
        let request = Request::get(named("rebound.example", &open)).delivering();
        assert_eq!(status_of(&client, request).await, expected);
    }
    // A request that trusts another server alone is checked without what the configuration allows.
    let other = named("other.example", &open);
    let request = Request::get(named("rebound.example", &open)).delivering().trusting(other);
    assert_eq!(status_of(&client, request).await, blocked);
    assert_eq!((open.connections(), open.requests().len()), (1, 2));
    assert_eq!(closed.connections(), 0);
}

/// covers: [HOOK-04]
#[tokio::test]
async fn a_name_that_leads_elsewhere_is_connected_to_there() {
    let (first, second) = two_that(answering(OK)).await;
    let names = Changing::new(&[&["127.0.0.1"], &["127.0.0.2"], &["127.0.0.1"]]);
    let settings = allowing(&[first.address, second.address]);
    let client = Outbound::with_resolver(settings, names).expect("a client");
    for expected in [(1, 0), (1, 1), (2, 1)] {
        let request = Request::get(named("moved.example", &first)).delivering();
        assert_eq!(status_of(&client, request).await, Ok(200));
        assert_eq!((first.requests().len(), second.requests().len()), expected);
    }
    assert_eq!((first.connections(), second.connections()), (1, 1));
}

/// covers: [HOOK-04]
#[tokio::test]
async fn another_name_at_the_same_address_has_its_own_connection() {
    let server = Server::start(answering(OK)).await;
    let names = Changing::new(&[&["127.0.0.1"]]);
    let client = Outbound::with_resolver(allowing(&[server.address]), names).expect("a client");
    for _ in 0..2 {
        for host in ["one.example", "two.example"] {
            let request = Request::get(named(host, &server)).delivering();
            assert_eq!(status_of(&client, request).await, Ok(200));
        }
    }
    assert_eq!((server.connections(), server.requests().len()), (2, 4));
}

/// covers: [HOOK-04]
#[tokio::test]
async fn a_connection_that_the_server_closes_is_not_used_again() {
    let closing = [
        // Between two requests, without a word before.
        sending(OK),
        sending("HTTP/1.1 200 OK\r\n\r\nuntil the end"),
        answering("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok"),
        answering("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok"),
        answering("HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 2\r\n\r\nok"),
        // What follows an answer belongs to no request.
        answering("HTTP/1.1 204 None\r\n\r\nHTTP/1.1 500 Other\r\n\r\n"),
    ];
    for does in closing {
        let server = Server::start(does.clone()).await;
        let client = client(&server);
        for number in 1..3 {
            let status = status_of(&client, delivery(&server)).await;
            assert!(matches!(status, Ok(200 | 204)), "{does:?}: {status:?}");
            assert_eq!(server.connections(), number, "{does:?}");
            // Until the client has seen the end of the connection.
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
}

/// covers: [HOOK-04]
#[tokio::test]
async fn a_request_over_a_dead_connection_is_sent_once_more_if_that_is_the_same() {
    let server = Server::start(Behaviour::AnswersOnce(OK.into())).await;
    let client = client(&server);
    let get = || Request::get(server.target("/hook")).delivering();
    for (number, connections) in [(1, 1), (3, 2), (5, 3)] {
        assert_eq!(status_of(&client, get()).await, Ok(200));
        assert_eq!((server.requests().len(), server.connections()), (number, connections));
    }
    // The server may have acted on it: its sender decides whether to send it again.
    let failed = status_of(&client, delivery(&server)).await;
    assert_eq!(failed, Err(OutboundError::Disconnected));
    assert_eq!((server.requests().len(), server.connections()), (6, 3));
    assert_eq!(status_of(&client, delivery(&server)).await, Ok(200));
    assert_eq!(server.connections(), 4);
}

/// covers: [HOOK-04]
#[tokio::test]
async fn a_body_that_is_not_read_to_its_end_closes_the_connection() {
    let long = format!("HTTP/1.1 200 OK\r\nContent-Length: 20000\r\n\r\n{}", "x".repeat(20_000));
    let begun = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel";
    for (does, finished) in [
        // It is short, but dropped.
        (answering(OK), false),
        (answering(&long), true),
        (Behaviour::Stalls(begun.into()), true),
    ] {
        let server = Server::start(does.clone()).await;
        let client = client(&server);
        for number in 1..3 {
            let response = ends(client.open(delivery(&server))).await.expect("a head");
            if finished {
                ends(response.finish()).await;
            } else {
                drop(response);
            }
            assert_eq!(server.connections(), number, "{does:?}");
        }
    }
    // What is short is read for the connection's sake.
    let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n";
    let server = Server::start(answering(chunked)).await;
    let client = client(&server);
    for _ in 0..2 {
        let response = ends(client.open(delivery(&server))).await.expect("a head");
        ends(response.finish()).await;
    }
    assert_eq!((server.connections(), server.requests().len()), (1, 2));
}

/// covers: [HOOK-04]
#[tokio::test]
async fn only_so_many_connections_to_a_receiver_are_kept() {
    let server = Server::start(answering(OK)).await;
    let client = client(&server);
    for connections in [6, 8] {
        let mut responses = Vec::new();
        for _ in 0..6 {
            responses.push(ends(client.open(delivery(&server))).await.expect("a head"));
        }
        for response in responses {
            ends(response.finish()).await;
        }
        assert_eq!(server.connections(), connections);
    }
}
