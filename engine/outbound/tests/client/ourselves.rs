//! A global address of this machine itself: a network namespace provides it.

use std::process::Command;

use waybill_outbound::{Blocked, Outbound, OutboundError, Request};

use crate::server::{Server, allowing, ends, sending};

/// Set for the test that runs inside the network namespace.
const INSIDE: &str = "WAYBILL_TEST_INSIDE";
const ADDRESS: &str = "8.8.8.8:8046";

#[tokio::test]
async fn a_global_address_of_this_machine_is_closed() {
    if std::env::var_os(INSIDE).is_none() {
        return enter();
    }
    let server =
        Server::start_at(ADDRESS.parse().expect("one"), sending("HTTP/1.1 200 OK\r\n\r\n")).await;
    let blocked = Outbound::new(allowing(&[])).expect("a client");
    let error = ends(blocked.send(Request::get(server.target("/")))).await.expect_err("ourselves");
    assert_eq!(error, OutboundError::Blocked(Blocked::Loopback));
    assert!(server.requests().is_empty(), "no request was sent");
    let open = Outbound::new(allowing(&[server.address])).expect("a client");
    ends(open.send(Request::get(server.target("/")))).await.expect("an administrator opened it");
    println!("it ran inside");
}

/// Runs this test again in a network namespace that has the address.
fn enter() {
    let script =
        "ip link set lo up && ip addr add 8.8.8.8/32 dev lo && echo entered && exec \"$@\"";
    let output = Command::new("unshare")
        .args(["--net", "--map-root-user", "sh", "-c", script, "sh"])
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
        println!("NOT RUN: a network of its own cannot be made here: {text}");
    }
}
