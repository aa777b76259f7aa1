//! Streams to mail servers: the rules for requests apply to them.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use waybill_outbound::{Blocked, Endpoint, Outbound, OutboundError};

use crate::rebinding::Changing;
use crate::server::{allowing, ends};
use crate::tls::{Here, certificate, serve_tls};

/// A server that greets everyone.
async fn greeting() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                drop(stream.write_all(b"220 mail.example ESMTP\r\n").await);
                drop(stream.read(&mut [0; 1]).await);
            });
        }
    });
    address
}

fn endpoint(host: &str, port: u16) -> Endpoint {
    Endpoint::in_clear(host, port).expect("a host and a port")
}

/// covers: [PASS-04]
#[tokio::test]
async fn a_stream_leads_to_the_checked_address_alone() {
    let address = greeting().await;
    let (here, port) = ("127.0.0.1", address.port());
    let names = Changing::new(&[&["127.0.0.1"], &["127.0.0.2"], &["127.0.0.1", "127.0.0.2"]]);
    let client = Outbound::with_resolver(allowing(&[address]), names).expect("a client");
    let server = endpoint("mail.example", port);
    let mut stream = ends(client.connect(&server)).await.expect("a stream");
    assert_eq!((stream.peer(), stream.is_encrypted()), (address, false));
    let mut greeted = [0; 3];
    stream.read_exact(&mut greeted).await.expect("a greeting");
    assert_eq!(&greeted, b"220");
    // What the name leads to now, alone and beside the one that is permitted.
    for _ in 0..2 {
        let error = ends(client.connect(&server)).await.expect_err("closed");
        assert_eq!(error, OutboundError::Blocked(Blocked::Loopback));
    }
    let closed = Outbound::new(allowing(&[])).expect("a client");
    let error = ends(closed.connect(&endpoint(here, port))).await.expect_err("closed");
    assert_eq!(error, OutboundError::Blocked(Blocked::Loopback));
}

/// covers: [PASS-04]
#[tokio::test]
async fn secrets_leave_the_network_over_tls_only() {
    let names = Changing::new(&[&["1.1.1.1"]]);
    let client = Outbound::with_resolver(allowing(&[]), names).expect("a client");
    let clear = endpoint("mail.example", 587);
    let error = ends(client.connect(&clear)).await.expect_err("in clear");
    assert_eq!(error, OutboundError::SecretInClear);
    assert_eq!(ends(client.vet_endpoint(&clear)).await, Err(OutboundError::SecretInClear));
    let over_tls = |port| Endpoint::over_tls("mail.example", port).expect("a host and a port");
    for port in [25, 465, 587, 2525] {
        assert_eq!(ends(client.vet_endpoint(&over_tls(port))).await, Ok(()), "{port}");
    }
    for port in [22, 80, 443, 993] {
        let vetted = ends(client.vet_endpoint(&over_tls(port))).await;
        assert_eq!(vetted, Err(OutboundError::Blocked(Blocked::Port)), "{port}");
    }
}

/// covers: [PASS-04]
#[tokio::test]
async fn tls_is_agreed_on_with_the_host_of_the_endpoint() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some((certificate, key)) = certificate(folder.path()) else {
        println!("NOT RUN: there is no openssl to make a certificate with");
        return;
    };
    let address = serve_tls(&certificate, &key).await;
    let mut settings = allowing(&[address]);
    settings.certificates = Some(certificate);
    let client = Outbound::with_resolver(settings, Arc::new(Here)).expect("a client");
    let over_tls = async |host: &str| {
        let server = Endpoint::over_tls(host, address.port()).expect("a host and a port");
        let stream = ends(client.connect(&server)).await?;
        ends(stream.over_tls()).await
    };
    let mut stream = over_tls("inside.example").await.expect("the right name");
    assert!(stream.is_encrypted());
    stream.write_all(b"hello").await.expect("it is sent");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.expect("an answer");
    assert!(answer.ends_with(b"ok"));
    assert_eq!(over_tls("other.example").await.err(), Some(OutboundError::NotTrusted));
    let plain = greeting().await;
    let client = Outbound::new(allowing(&[plain])).expect("a client");
    let stream = ends(client.connect(&endpoint("127.0.0.1", plain.port()))).await.expect("one");
    let error = ends(stream.over_tls()).await.expect_err("no TLS");
    assert!(matches!(error, OutboundError::NotTls | OutboundError::NoAuthorities), "{error}");
}

/// A few streams at once are all that there may be; another one waits for a place, and not for long.
///
/// covers: [PASS-04]
#[tokio::test]
async fn the_number_of_streams_is_bounded() {
    let address = greeting().await;
    let mut settings = allowing(&[address]);
    settings.connect_ms = 500;
    let client = Outbound::new(settings).expect("a client");
    let server = endpoint("127.0.0.1", address.port());
    let mut open = Vec::new();
    for _ in 0..8 {
        open.push(ends(client.connect(&server)).await.expect("a place"));
    }
    assert_eq!(ends(client.connect(&server)).await.err(), Some(OutboundError::Busy));
    open.pop();
    ends(client.connect(&server)).await.expect("the place that became free");
}
