//! Clients that send without reading: each connection is closed, and uses few resources until then.

use std::time::{Duration, Instant};

use tokio::io::AsyncWriteExt as _;
use tokio::time::timeout;
use waybill_tests::{Browser, Connection, Hello, Place, Server, Tab, run};

use crate::shared;

const ENDS_WITHIN: Duration = Duration::from_secs(60);
/// Maximum memory growth of the server while it closes such a connection.
const GROWTH_KIB_MAX: u64 = 48 * 1_024;

/// Frames of a client are masked; a mask of zeros changes nothing.
fn frame(first: u8, payload: &[u8]) -> Vec<u8> {
    let length = u8::try_from(payload.len()).expect("a short payload");
    let mut frame = vec![first, 0x80 | length, 0, 0, 0, 0];
    frame.extend(payload);
    frame
}

/// The raw connection of a tab that has received its welcome.
async fn connection(server: &Server) -> Connection {
    let mut browser = Browser::visiting(server).await;
    let hello = Hello::of(&mut browser).await;
    Tab::open_with(&browser, &hello).await.into_connection()
}

/// Sends without reading until the server has closed the connection.
async fn flood(mut connection: Connection, frame: &[u8]) {
    let many = frame.repeat(64 * 1_024 / frame.len());
    let flood = async { while connection.write_all(&many).await.is_ok() {} };
    timeout(ENDS_WITHIN, flood).await.expect("the server ends the connection");
}

fn resident_kib(server: &Server) -> u64 {
    let status = format!("/proc/{}/status", server.id());
    let status = std::fs::read_to_string(status).expect("its status");
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).expect("its peak");
    line.split_whitespace().nth(1).and_then(|kib| kib.parse().ok()).expect("a number")
}

/// covers: [PUSH-02]
#[test]
fn a_client_that_sends_pings_without_reading_is_closed_with_bounded_memory() {
    run(async {
        let server = Place::new().start();
        let connection = connection(&server).await;
        let before = resident_kib(&server);
        flood(connection, &frame(0x89, &[7; 125])).await;
        let growth = resident_kib(&server).saturating_sub(before);
        assert!(growth < GROWTH_KIB_MAX, "{growth} KiB");
    });
}

#[test]
fn pongs_and_fragments_are_limited_like_messages() {
    run(async {
        flood(connection(shared()).await, &frame(0x8a, b"")).await;
        // A message that is never completed, in empty fragments.
        let mut begun = connection(shared()).await;
        begun.write_all(&frame(0x01, b"{")).await.expect("it is sent");
        flood(begun, &frame(0x00, b"")).await;
    });
}

#[test]
fn occasional_pings_are_answered() {
    run(async {
        let mut browser = Browser::visiting(shared()).await;
        let mut tab = Tab::open(&mut browser).await;
        let since = Instant::now();
        for number in 0..20 {
            tab.ping(&[number]).await;
        }
        assert!(since.elapsed() < ENDS_WITHIN);
        assert_eq!(tab.go("/login").await["type"], "ack");
    });
}
