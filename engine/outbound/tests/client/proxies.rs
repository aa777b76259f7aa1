//! Requests through a proxy: what it is given, and what it is not.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};

use crate::server::{Server, allowing, answering, ends, ip, sending};
use crate::tls::{Here, certificate, serve_tls};
use tokio::io::{AsyncReadExt, AsyncWriteExt, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use waybill_outbound::header::{HeaderName, HeaderValue};
use waybill_outbound::{
    Addresses, Authorization, Blocked, Outbound, OutboundError, Proxy, ProxyFailure, Request,
    Resolve, Target,
};

const OK: &str = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

/// A proxy that makes tunnels, or that answers each request in another way.
struct Tunnels {
    address: SocketAddr,
    heads: Arc<Mutex<Vec<String>>>,
}

impl Tunnels {
    async fn start(refusal: Option<&'static str>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let heads: Arc<Mutex<Vec<String>>> = Arc::default();
        let taken = Arc::clone(&heads);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, refusal, Arc::clone(&taken)));
            }
        });
        Self { address, heads }
    }

    fn heads(&self) -> Vec<String> {
        self.heads.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn proxy(&self) -> Proxy {
        Proxy::at(&self.address.ip().to_string(), self.address.port()).expect("a proxy")
    }
}

async fn serve(
    mut stream: TcpStream,
    refusal: Option<&'static str>,
    heads: Arc<Mutex<Vec<String>>>,
) {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let Ok(byte) = stream.read_u8().await else { return };
        head.push(byte);
    }
    let head = String::from_utf8_lossy(&head).into_owned();
    let target = head.strip_prefix("CONNECT ").and_then(|rest| rest.split(' ').next());
    let target: Option<SocketAddr> = target.and_then(|target| target.parse().ok());
    heads.lock().unwrap_or_else(PoisonError::into_inner).push(head);
    if let Some(refusal) = refusal {
        drop(stream.write_all(refusal.as_bytes()).await);
        drop(stream.shutdown().await);
        return;
    }
    // A name is no address: there is no tunnel to it.
    let Some(target) = target else { return };
    let Ok(mut other) = TcpStream::connect(target).await else {
        drop(stream.write_all(b"HTTP/1.1 502 Bad Gateway\r\n\r\n").await);
        return;
    };
    drop(stream.write_all(b"HTTP/1.1 200 Connection established\r\n\r\n").await);
    drop(copy_bidirectional(&mut stream, &mut other).await);
}

/// Leads every name to the same addresses.
struct Named(Vec<&'static str>);

impl Resolve for Named {
    fn resolve<'a>(&'a self, _host: &'a str) -> Addresses<'a> {
        let addresses = self.0.iter().map(|text| ip(text)).collect();
        Box::pin(std::future::ready(Ok(addresses)))
    }
}

fn client(allowed: &[SocketAddr], addresses: &[&'static str]) -> Outbound {
    let resolver = Arc::new(Named(addresses.to_vec()));
    Outbound::with_resolver(allowing(allowed), resolver).expect("a client")
}

fn named(port: u16) -> Target {
    Target::parse(&format!("http://hooks.example:{port}/in?a=b")).expect("a target")
}

/// covers: [HOOK-04, HOOK-05]
#[tokio::test]
async fn a_proxy_is_given_the_checked_address_and_never_the_name() {
    let (server, tunnels) = (Server::start(sending(OK)).await, Tunnels::start(None).await);
    let client = client(&[server.address, tunnels.address], &["127.0.0.1"]);
    let credentials = Authorization::basic("waybill", "canary").expect("credentials");
    let proxy = tunnels.proxy().authorised_by(credentials);
    let request = Request::get(named(server.address.port()))
        .authorised_by(Authorization::bearer("target-token").expect("a token"))
        .through(proxy);
    let answer = ends(client.send(request)).await.expect("an answer");
    assert_eq!((answer.status, &answer.body[..]), (200, b"ok".as_slice()));
    let address = server.address;
    let expected = format!(
        "CONNECT {address} HTTP/1.1\r\nHost: {address}\r\nProxy-Authorization: Basic d2F5YmlsbDpjYW5hcnk=\r\n\r\n"
    );
    assert_eq!(tunnels.heads(), [expected]);
    // The target has its own name, its own credentials, and none of the proxy.
    let [head] = <[String; 1]>::try_from(server.requests()).expect("one request");
    assert!(head.starts_with("GET /in?a=b HTTP/1.1\r\nhost: hooks.example:"), "{head}");
    assert!(head.contains("Bearer target-token"), "{head}");
    assert!(!head.to_lowercase().contains("proxy"), "{head}");
}

/// covers: [HOOK-04, HOOK-05]
#[tokio::test]
async fn tls_with_the_target_is_inside_of_the_tunnel() {
    let folder = tempfile::tempdir().expect("a folder");
    let Some((certificate, key)) = certificate(folder.path()) else {
        println!("NOT RUN: there is no openssl to make a certificate with");
        return;
    };
    let (address, tunnels) = (serve_tls(&certificate, &key).await, Tunnels::start(None).await);
    let mut settings = allowing(&[address, tunnels.address]);
    settings.certificates = Some(certificate);
    let client = Outbound::with_resolver(settings, Arc::new(Here)).expect("a client");
    let ask = async |host: &str| {
        let target = format!("https://{host}:{}/", address.port());
        let target = Target::parse(&target).expect("a target");
        let request = Request::get(target).through(tunnels.proxy());
        ends(client.send(request)).await.map(|answer| answer.status)
    };
    assert_eq!(ask("inside.example").await, Ok(200));
    assert_eq!(ask("other.example").await, Err(OutboundError::NotTrusted));
    let asked = format!("CONNECT {address} HTTP/1.1\r\n");
    assert!(tunnels.heads().iter().all(|head| head.starts_with(&asked)), "{:?}", tunnels.heads());
}

/// covers: [HOOK-04, HOOK-05]
#[tokio::test]
async fn a_proxy_leads_to_no_address_that_is_closed() {
    let (server, tunnels) = (Server::start(sending(OK)).await, Tunnels::start(None).await);
    let port = server.address.port();
    let ask = async |allowed: &[SocketAddr], addresses: &[&'static str]| {
        let request = Request::get(named(port)).through(tunnels.proxy());
        ends(client(allowed, addresses).send(request)).await.expect_err("it is closed")
    };
    // The proxy is open, the target is not.
    let error = ask(&[tunnels.address], &["127.0.0.1"]).await;
    assert_eq!(error, OutboundError::Blocked(Blocked::Loopback));
    let error = ask(&[tunnels.address], &["169.254.169.254"]).await;
    assert_eq!(error, OutboundError::Blocked(Blocked::LinkLocal));
    // The target is open, the proxy is not.
    let error = ask(&[server.address], &["127.0.0.1"]).await;
    assert_eq!(error, OutboundError::Proxy(ProxyFailure::Blocked(Blocked::Loopback)));
    assert_eq!((tunnels.heads().len(), server.connections()), (0, 0));
}

/// covers: [HOOK-04, HOOK-05]
#[tokio::test]
async fn a_tunnel_is_used_again_through_the_same_proxy_only() {
    let (server, tunnels) = (Server::start(answering(OK)).await, Tunnels::start(None).await);
    let client = client(&[server.address, tunnels.address], &["127.0.0.1"]);
    let delivered = async |proxy: Option<Proxy>| {
        let request = Request::get(named(server.address.port())).delivering();
        let request = match proxy {
            Some(proxy) => request.through(proxy),
            None => request,
        };
        ends(client.send(request)).await.expect("an answer");
        (tunnels.heads().len(), server.connections())
    };
    let with = |password: &str| {
        let credentials = Authorization::basic("waybill", password).expect("credentials");
        Some(tunnels.proxy().authorised_by(credentials))
    };
    // Without a proxy, through one, and with other credentials for it.
    assert_eq!(delivered(None).await, (0, 1));
    assert_eq!(delivered(Some(tunnels.proxy())).await, (1, 2));
    assert_eq!(delivered(with("first")).await, (2, 3));
    assert_eq!(delivered(with("second")).await, (3, 4));
    for again in [None, Some(tunnels.proxy()), with("first"), with("second")] {
        assert_eq!(delivered(again).await, (3, 4));
    }
    assert_eq!(server.requests().len(), 8);
}

/// covers: [HOOK-04]
#[tokio::test]
async fn what_a_proxy_refuses_is_no_answer_of_the_target() {
    let answers = [
        ("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n", ProxyFailure::Credentials),
        ("HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno", ProxyFailure::Refused),
        ("HTTP/1.1 301 Moved\r\nLocation: http://10.0.0.1/\r\n\r\n", ProxyFailure::Refused),
        ("220 mail.example.org\r\n\r\n", ProxyFailure::Refused),
        ("HTTP/1.1 200", ProxyFailure::NotConnected),
        ("", ProxyFailure::NotConnected),
    ];
    for (answer, expected) in answers {
        let tunnels = Tunnels::start(Some(answer)).await;
        let client = client(&[tunnels.address], &["93.184.215.14"]);
        let request = Request::get(named(80)).through(tunnels.proxy());
        let error = ends(client.send(request)).await.expect_err(answer);
        assert_eq!(error, OutboundError::Proxy(expected), "{answer}");
        assert!(!error.for_users().to_lowercase().contains("proxy"), "{error}");
    }
    // A head without an end is not read for ever.
    let endless: &'static str = Box::leak("x".repeat(64 * 1_024).into_boxed_str());
    let tunnels = Tunnels::start(Some(endless)).await;
    let client = client(&[tunnels.address], &["93.184.215.14"]);
    let request = Request::get(named(80)).through(tunnels.proxy());
    let error = ends(client.send(request)).await.expect_err("it is no head");
    assert_eq!(error, OutboundError::Proxy(ProxyFailure::Refused));
}

/// covers: [HOOK-04]
#[tokio::test]
async fn the_next_address_is_tried_where_a_proxy_reaches_one_not() {
    let (server, tunnels) = (Server::start(sending(OK)).await, Tunnels::start(None).await);
    let port = server.address.port();
    // No server listens at the second address of this machine.
    let silent = SocketAddr::new(ip("127.0.0.9"), port);
    let allowed = [server.address, silent, tunnels.address];
    let request = Request::get(named(port)).through(tunnels.proxy());
    ends(client(&allowed, &["127.0.0.9", "127.0.0.1"]).send(request)).await.expect("an answer");
    assert_eq!((tunnels.heads().len(), server.connections()), (2, 1));
}

/// covers: [HOOK-04, HOOK-05]
#[tokio::test]
async fn no_secret_is_sent_in_clear_through_a_proxy_outside() {
    let inside: SocketAddr = "127.0.0.9:8080".parse().expect("an address");
    // No packet leaves this machine: it is refused before the proxy is connected to.
    let get = || {
        let target = Target::parse(&format!("http://{inside}/")).expect("a target");
        Request::get(target).through(Proxy::at("93.184.215.14", 443).expect("a proxy"))
    };
    let refused = async |request: Request| {
        ends(client(&[inside], &[]).send(request)).await.expect_err("it is refused")
    };
    let bearer = || Authorization::bearer("canary").expect("a token");
    let error = refused(get().authorised_by(bearer())).await;
    assert_eq!(error, OutboundError::SecretInClear);
    let mut value = HeaderValue::from_static("canary");
    value.set_sensitive(true);
    let error = refused(get().with_header(HeaderName::from_static("x-token"), value)).await;
    assert_eq!(error, OutboundError::SecretInClear);
}

/// covers: [HOOK-05]
#[tokio::test]
async fn a_proxy_that_cannot_be_used_is_found_when_it_is_saved() {
    let at = |host: &str| Proxy::at(host, 3128).expect("a proxy");
    let vetted = async |addresses: &[&'static str], proxy: Proxy| {
        ends(client(&[], addresses).vet_proxy(&proxy)).await.map_err(|error| match error {
            OutboundError::Proxy(failure) => failure,
            other => panic!("{other}"),
        })
    };
    let basic = || Authorization::basic("ann", "canary").expect("credentials");
    assert_eq!(vetted(&["93.184.215.14"], at("proxy.example.org")).await, Ok(()));
    let inside = vetted(&["10.0.0.1"], at("proxy.example.org")).await;
    assert_eq!(inside, Err(ProxyFailure::Blocked(Blocked::Private)));
    let in_clear = at("proxy.example.org").authorised_by(basic());
    let in_clear = vetted(&["93.184.215.14"], in_clear).await;
    assert_eq!(in_clear, Err(ProxyFailure::PasswordInClear));
    // A name that has no address yet is accepted, unless it can only be one of this network.
    assert_eq!(vetted(&[], at("proxy.example.org")).await, Ok(()));
    assert_eq!(vetted(&[], at("proxy")).await, Err(ProxyFailure::NotConnected));
}
