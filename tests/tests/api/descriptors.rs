//! More connections than the server's limit of open files.

use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use waybill_tests::{Place, Server, Tab, run};

use crate::{own, signed_in};

/// HEAD is written within two seconds of a record, so it was written while all connections were open.
const HELD_FOR: Duration = Duration::from_secs(4);
const BACK_WITHIN: Duration = Duration::from_secs(60);

fn limited_to(files: u32) -> Place {
    let script = format!("ulimit -n {files}; exec \"$@\"");
    Place::new().started_by(&["sh", "-c", &script, "sh"])
}

/// Whether a new client gets a response.
async fn is_answered(server: &Server) -> bool {
    let Ok(mut connection) = TcpStream::connect(server.address()).await else { return false };
    let request = b"GET /livez HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    let mut answer = Vec::new();
    // A rejected connection may be reset at any time.
    let _ = connection.write_all(request).await;
    let _ = connection.read_to_end(&mut answer).await;
    answer.starts_with(b"HTTP/1.1 200")
}

#[test]
fn a_flood_of_connections_affects_neither_the_journal_nor_open_sessions() {
    run(async {
        let server = own(&limited_to(256)).await;
        let mut browser = signed_in(&server).await;
        let mut tab = Tab::open(&mut browser).await;
        let mut crowd = Vec::new();
        let since = Instant::now();
        while since.elapsed() < HELD_FOR {
            // Rejected clients connect again.
            for _ in crowd.len()..600 {
                crowd.push(TcpStream::connect(server.address()).await.expect("a connection"));
            }
            assert_eq!(tab.go("/login").await["type"], "ack");
            let mut byte = [0];
            crowd.retain(|one| !matches!(one.try_read(&mut byte), Ok(0)));
        }
        drop(crowd);
        let since = Instant::now();
        while !is_answered(&server).await {
            assert!(since.elapsed() < BACK_WITHIN, "new clients are not served again");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(tab.go("/login").await["type"], "ack");
        assert!(server.stop().success());
    });
}

#[test]
fn a_limit_that_is_too_low_is_reported() {
    let output = limited_to(64).start_fails("127.0.0.1:0");
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("ulimit -n"), "{text}");
}
