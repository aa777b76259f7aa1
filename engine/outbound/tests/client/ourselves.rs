//! A global address that this very machine has: a network of its own gives it one.

use std::process::Command;

use waybill_outbound::{Closed, Outbound, OutboundError, Request};

use crate::server::{Server, ends, opening, says};

/// Set for the test that runs inside the other network.
const INSIDE: &str = "WAYBILL_TEST_INSIDE";
const OURS: &str = "8.8.8.8:8046";

#[tokio::test]
async fn an_address_of_our_own_is_no_way_out() {
    if std::env::var_os(INSIDE).is_none() {
        return enter();
    }
    let server =
        Server::start_at(OURS.parse().expect("one"), says("HTTP/1.1 200 OK\r\n\r\n")).await;
    let closed = Outbound::new(opening(&[])).expect("a client");
    let error = ends(closed.send(Request::get(server.target("/")))).await.expect_err("ourselves");
    assert_eq!(error, OutboundError::Closed(Closed::Loopback));
    assert!(server.asked().is_empty(), "not a byte was sent");
    let open = Outbound::new(opening(&[server.address])).expect("a client");
    ends(open.send(Request::get(server.target("/")))).await.expect("an administrator opened it");
    println!("it ran inside");
}

/// Runs this test again in a network of its own, where the address is ours.
fn enter() {
    let script =
        "ip link set lo up && ip addr add 8.8.8.8/32 dev lo && echo entered && exec \"$@\"";
    let output = Command::new("unshare")
        .args(["--net", "--map-root-user", "sh", "-c", script, "sh"])
        .arg(std::env::current_exe().expect("this test"))
        .args(["an_address_of_our_own_is_no_way_out", "--nocapture"])
        .env(INSIDE, "1")
        .output();
    let said = output.as_ref().map_or_else(ToString::to_string, |output| {
        String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into()
    });
    if said.contains("entered") {
        assert!(said.contains("it ran inside"), "{said}");
    } else {
        println!("NOT RUN: a network of its own cannot be made here: {said}");
    }
}
