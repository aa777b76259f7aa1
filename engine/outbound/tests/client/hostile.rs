//! Servers that respond badly: each gets its own error, nothing hangs, and nothing is read beyond its limit.

use crate::server::{Behaviour, Server, allowing, client, ends, sending};
use waybill_outbound::header::{self, HeaderValue};
use waybill_outbound::{Authorization, Blocked, Method, Outbound, OutboundError, Request, Target};

const OK: &str = "HTTP/1.1 200 OK\r\n";

async fn error_of(does: Behaviour) -> OutboundError {
    error_within(30_000, does).await
}

async fn error_within(total_ms: u64, does: Behaviour) -> OutboundError {
    let server = Server::start(does).await;
    let mut settings = allowing(&[server.address]);
    settings.total_ms = total_ms;
    let client = Outbound::new(settings).expect("a client");
    ends(client.send(Request::get(server.target("/")))).await.expect_err("an error")
}

#[tokio::test]
async fn a_plain_answer_comes_whole() {
    let server = Server::start(sending(
        "HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello",
    ))
    .await;
    let client = client(&server);
    let token = Authorization::bearer("canary-77").expect("a token");
    let request = Request::new(Method::POST, server.target("/base/?x=1#part"))
        .with_body("application/json", "{}")
        .authorised_by(token);
    assert!(!format!("{request:?}").contains("canary"));
    let answer = ends(client.send(request)).await.expect("an answer");
    assert_eq!((answer.status, &*answer.body), (404, &b"hello"[..]));
    let requests = server.requests().remove(0).to_lowercase();
    assert!(requests.starts_with("post /base/?x=1 http/1.1\r\n"), "{requests}");
    for line in [
        &format!("host: {}", server.address),
        "authorization: bearer canary-77",
        "content-type: application/json",
        "content-length: 2",
        "connection: close",
    ] {
        assert!(requests.contains(&format!("\r\n{line}\r\n")), "{line} in {requests}");
    }
}

#[tokio::test]
async fn slow_servers_time_out() {
    let drip = |head: &str, piece: &str| Behaviour::SendsSlowly(head.into(), piece.into());
    let hangs = |text: &str| Behaviour::Stalls(text.into());
    for does in [
        hangs(""),
        hangs("HTTP/1.1 2"),
        hangs("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel"),
        drip("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "1\r\nx\r\n"),
        drip("HTTP/1.1 200 OK\r\nX: ", "x"),
        drip("", "HTTP/1.1 102 Processing\r\n\r\n"),
    ] {
        assert_eq!(error_within(700, does.clone()).await, OutboundError::TooSlow, "{does:?}");
    }
}

#[tokio::test]
async fn an_incomplete_response_is_an_error() {
    for text in [
        "",
        "HTTP/1.1 200 OK\r\nContent-Le",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n",
    ] {
        assert_eq!(error_of(sending(text)).await, OutboundError::Disconnected, "{text}");
    }
}

#[tokio::test]
async fn endless_bodies_end_at_the_limit() {
    let chunk = format!("1000\r\n{}\r\n", "x".repeat(0x1000));
    let chunked = format!("{OK}Transfer-Encoding: chunked\r\n\r\n");
    let large = OutboundError::TooLarge { bytes_max: waybill_outbound::BODY_BYTES_MAX };
    for does in [
        Behaviour::Repeats(chunked.into(), chunk.into()),
        Behaviour::Repeats(format!("{OK}\r\n").into(), vec![0; 4_096]),
        // Only announced: the client does not wait for a byte of it.
        Behaviour::Stalls(format!("{OK}Content-Length: 65537\r\n\r\n").into()),
        Behaviour::Stalls(format!("{OK}Content-Length: 4611686018427387904\r\n\r\n").into()),
    ] {
        assert_eq!(error_of(does).await, large);
    }
}

#[tokio::test]
async fn too_many_headers_are_not_read() {
    let headers = |count: usize| -> String {
        let lines: Vec<_> = (0..count).map(|number| format!("X-{number}: x\r\n")).collect();
        lines.concat()
    };
    let (many, hundred) = (headers(10_000), headers(101));
    for does in [
        sending(&format!("{OK}{many}\r\n")),
        sending(&format!("{OK}{hundred}\r\n")),
        sending(&format!("{OK}X: {}\r\n\r\n", "x".repeat(40_000))),
        Behaviour::Repeats(OK.into(), b"X: x\r\n".to_vec()),
        Behaviour::Repeats(OK.into(), b"xxxxxxxxxxxxxxxxxxxxxxxxxxxx".to_vec()),
    ] {
        assert_eq!(error_of(does).await, OutboundError::HeadTooLarge);
    }
}

#[tokio::test]
async fn an_invalid_response_is_an_error() {
    for text in [
        "SSH-2.0-OpenSSH_9.2\r\n\r\n",
        "<html>no HTTP at all</html>\r\n\r\n",
        "HTTP/1.1 2000 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
        "HTTP/1.1 200 OK\r\nbad header\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n",
        "\0\0\0\0\r\n\r\n",
    ] {
        assert_eq!(error_of(sending(text)).await, OutboundError::NotHttp, "{text}");
    }
}

#[tokio::test]
async fn no_redirect_is_followed() {
    let inside = Server::start(sending("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")).await;
    for status in [301, 302, 303, 307, 308] {
        let away = format!(
            "HTTP/1.1 {status} Moved\r\nLocation: http://{}/\r\nContent-Length: 0\r\n\r\n",
            inside.address
        );
        let server = Server::start(sending(&away)).await;
        // Not even to an address that is allowed: only the requested address is contacted.
        let client = Outbound::new(allowing(&[server.address, inside.address])).expect("a client");
        let error = ends(client.send(Request::get(server.target("/")))).await;
        assert_eq!(error.expect_err("an error"), OutboundError::Redirected);
    }
    assert_eq!(inside.connections(), 0);
}

#[tokio::test]
async fn a_body_is_streamed_within_its_limit() {
    let chunk = format!("1000\r\n{}\r\n", "x".repeat(0x1000));
    let server = Server::start(Behaviour::Repeats(
        format!("{OK}Transfer-Encoding: chunked\r\n\r\n").into(),
        chunk.into(),
    ))
    .await;
    let request = Request::get(server.target("/")).with_body_limit(1_000_000);
    let mut response = ends(client(&server).open(request)).await.expect("a head");
    let mut taken = 0;
    let error = loop {
        match ends(response.next()).await {
            Ok(piece) => taken += piece.expect("it never ends").len(),
            Err(error) => break error,
        }
    };
    assert_eq!(error, OutboundError::TooLarge { bytes_max: 1_000_000 });
    assert!((900_000..=1_000_000).contains(&taken), "{taken}");
}

#[tokio::test]
async fn only_so_many_run_at_once_and_places_come_back() {
    let server = Server::start(Behaviour::Stalls(Vec::new())).await;
    let mut settings = allowing(&[server.address]);
    (settings.concurrent_max, settings.total_ms) = (2, 500);
    let client = Outbound::new(settings).expect("a client");
    let ask = || client.send(Request::get(server.target("/")));
    let (a, b, c, d) = ends(Box::pin(async { tokio::join!(ask(), ask(), ask(), ask()) })).await;
    let mut errors = [a, b, c, d].map(|answer| format!("{:?}", answer.expect_err("an error")));
    errors.sort();
    assert_eq!(errors, ["Busy", "Busy", "TooSlow", "TooSlow"]);
    assert_eq!(server.connections(), 2);
    // A caller that gives up releases its permit as well.
    for _ in 0..4 {
        assert!(tokio::time::timeout(std::time::Duration::from_millis(10), ask()).await.is_err());
    }
    assert_eq!(ends(ask()).await.expect_err("an error"), OutboundError::TooSlow);
}

#[tokio::test]
async fn what_is_closed_is_never_connected_to() {
    let server = Server::start(sending("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")).await;
    let port = server.address.port();
    let blocked = Outbound::new(allowing(&[])).expect("a client");
    for host in ["127.0.0.1", "127.1", "0x7f000001", "2130706433", "localhost", "[::ffff:7f00:1]"] {
        let target = Target::parse(&format!("http://{host}:{port}/")).expect(host);
        let error = ends(blocked.send(Request::get(target))).await.expect_err(host);
        assert!(
            matches!(error, OutboundError::Blocked(Blocked::Loopback | Blocked::Translated)),
            "{host}: {error}"
        );
    }
    assert_eq!(server.connections(), 0);
    let metadata = Target::parse("http://169.254.169.254/latest/meta-data/").expect("a target");
    let error = ends(blocked.send(Request::get(metadata))).await.expect_err("closed");
    assert_eq!(error, OutboundError::Blocked(Blocked::LinkLocal));
}

#[tokio::test]
async fn a_closed_port_and_an_unknown_name_are_errors() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = free.local_addr().expect("an address");
    drop(free);
    let client = Outbound::new(allowing(&[address])).expect("a client");
    let target = Target::parse(&format!("http://{address}/")).expect("a target");
    let error = ends(client.send(Request::get(target))).await.expect_err("no server");
    assert_eq!(error, OutboundError::NotConnected);
    let target = Target::parse("http://no-such-name.invalid/").expect("a target");
    let error = ends(client.send(Request::get(target))).await.expect_err("no name");
    assert!(matches!(error, OutboundError::NoAddress | OutboundError::TooSlow), "{error}");
}

#[tokio::test]
async fn headers_that_say_where_a_request_ends_are_not_the_callers() {
    let server = Server::start(sending("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")).await;
    for name in [header::HOST, header::TRANSFER_ENCODING, header::AUTHORIZATION] {
        let request =
            Request::get(server.target("/")).with_header(name, HeaderValue::from_static("x"));
        let error = ends(client(&server).send(request)).await.expect_err("refused");
        assert_eq!(error, OutboundError::Unsendable);
    }
    assert!(server.requests().is_empty());
}

#[test]
fn no_error_for_users_reveals_the_network() {
    let all = [
        OutboundError::NoAddress,
        OutboundError::Blocked(Blocked::Private),
        OutboundError::NotConnected,
        OutboundError::NotTrusted,
        OutboundError::Disconnected,
        OutboundError::NotHttp,
    ];
    let sentences: Vec<_> = all.iter().map(|error| error.for_users()).collect();
    assert!(sentences.iter().all(|sentence| *sentence == sentences[0]));
}
