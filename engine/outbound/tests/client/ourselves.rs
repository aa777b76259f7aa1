//! Global addresses of this machine itself: a network namespace provides them.

use std::net::SocketAddr;
use std::process::Command;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::time::timeout;
use waybill_outbound::{Blocked, Outbound, OutboundError, Proxy, ProxyFailure, Request, Target};

use crate::server::{Server, allowing, ends, sending};

/// Set for the test that runs inside the network namespace.
const INSIDE: &str = "WAYBILL_TEST_INSIDE";
/// The kernel connects to the second address from the first one: both are in one network.
const ADDRESSES: [&str; 3] = ["8.8.8.8:8046", "8.8.8.9:8046", "[2001:4860:4860::8888]:8046"];
const SCRIPT: &str = "ip link set lo up && ip addr add 8.8.8.8/24 dev lo && ip addr add 8.8.8.9/24 dev lo && \
    ip -6 addr add 2001:4860:4860::8888/128 dev lo nodad && echo entered && exec \"$@\"";
/// How long no connection comes.
const QUIET: Duration = Duration::from_millis(200);

#[tokio::test]
async fn a_global_address_of_this_machine_is_closed() {
    if std::env::var_os(INSIDE).is_none() {
        return enter();
    }
    let blocked = OutboundError::Blocked(Blocked::Loopback);
    for address in ADDRESSES {
        let address: SocketAddr = address.parse().expect("an address");
        let client = Outbound::new(allowing(&[])).expect("a client");
        let target = Target::parse(&format!("http://{address}/")).expect("a target");
        // It is refused when it is saved, and without a connection when it is requested.
        assert_eq!(ends(client.vet(&target, false)).await, Err(blocked), "{address}");
        let listener = TcpListener::bind(address).await.expect("a free port");
        let error = ends(client.send(Request::get(target.clone()))).await.expect_err("ourselves");
        assert_eq!(error, blocked, "{address}");
        // Nor is it a proxy, or what a proxy is asked for.
        let proxy = Proxy::at(&address.ip().to_string(), address.port()).expect("a proxy");
        let of_proxy = OutboundError::Proxy(ProxyFailure::Blocked(Blocked::Loopback));
        assert_eq!(ends(client.vet_proxy(&proxy)).await, Err(of_proxy), "{address}");
        let outside = Target::parse("http://1.1.1.1/").expect("a target");
        let request = Request::get(outside).through(proxy);
        assert_eq!(ends(client.send(request)).await.expect_err("ourselves"), of_proxy, "{address}");
        let other = Proxy::at("1.1.1.1", 3128).expect("a proxy");
        let request = Request::get(target).through(other);
        assert_eq!(ends(client.send(request)).await.expect_err("ourselves"), blocked, "{address}");
        assert!(timeout(QUIET, listener.accept()).await.is_err(), "{address} is connected to");
        drop(listener);
        let server = Server::start_at(address, sending("HTTP/1.1 200 OK\r\n\r\n")).await;
        let open = Outbound::new(allowing(&[address])).expect("a client");
        assert_eq!(ends(open.vet(&server.target("/"), false)).await, Ok(()));
        let answer = ends(open.send(Request::get(server.target("/")))).await;
        answer.expect("an administrator opened it");
    }
    println!("it ran inside");
}

/// Runs this test again in a network namespace that has the addresses.
fn enter() {
    let output = Command::new("unshare")
        .args(["--net", "--map-root-user", "sh", "-c", SCRIPT, "sh"])
        .arg(std::env::current_exe().expect("this test"))
        .args(["a_global_address_of_this_machine_is_closed", "--nocapture"])
        .env(INSIDE, "1")
        .output();
    let text = output.as_ref().map_or_else(ToString::to_string, |output| {
        String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into()
    });
    if text.contains("entered") {
        assert!(text.contains("it ran inside"), "{text}");
    } else {
        let is_ci = std::env::var_os("CI").is_some();
        let is_meant = std::env::var_os("WAYBILL_WITHOUT_NAMESPACES").is_some();
        assert!(!is_ci || is_meant, "a network of its own cannot be made here: {text}");
        println!("NOT RUN: a network of its own cannot be made here: {text}");
    }
}
