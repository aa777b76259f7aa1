//! Operation: health, metrics, slow clients, graceful shutdown.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use waybill_tests::{Browser, Place, Tab, run};

use crate::secrets::free_port;
use crate::{own, records, shared, signed_in};

#[test]
fn health_is_available_without_a_session() {
    run(async {
        let mut browser = Browser::new(shared());
        for (path, body) in [("/livez", "ok\n"), ("/readyz", "ready\n")] {
            let answer = browser.get(path).await;
            assert_eq!(
                (answer.status, String::from_utf8_lossy(&answer.body).as_ref()),
                (200, body)
            );
            assert_eq!(answer.header("set-cookie"), None);
        }
    });
}

#[test]
fn metrics_are_on_a_separate_listener() {
    run(async {
        let address = free_port();
        let place = Place::new().with_settings(&format!("metrics_listen = \"{address}\"\n"));
        let server = place.start();
        let mut browser = Browser::visiting(&server).await;
        let mut tab = Tab::open(&mut browser).await;
        tab.go("/login").await;
        assert_eq!(browser.get("/metrics").await.status, 404);
        let mut prometheus = Browser::new(&server);
        prometheus.address = address;
        let page = prometheus.get("/metrics").await;
        let text = String::from_utf8_lossy(&page.body).into_owned();
        for line in [
            "waybill_sockets_open{by=\"visitors\"} 1",
            "waybill_sessions_open 1",
            "waybill_journal_writable{journal=\"sessions\"} 1",
        ] {
            assert!(text.lines().any(|found| found == line), "{line}: {text}");
        }
        assert_eq!(prometheus.get("session").await.status, 404);
        drop(tab);
        let since = Instant::now();
        loop {
            let text = String::from_utf8_lossy(&prometheus.get("/metrics").await.body).into_owned();
            if text.contains("waybill_sockets_open{by=\"visitors\"} 0") {
                break;
            }
            assert!(since.elapsed() < Duration::from_secs(60), "{text}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    });
}

/// An idle session uses no memory, and concurrent requests that wake it are handled by a single task in one order.
///
/// covers: [PUSH-01]
#[test]
fn an_idle_session_is_unloaded_and_loaded_once_for_concurrent_requests() {
    run(async {
        let address = free_port();
        let settings = format!(
            "metrics_listen = \"{address}\"\n[installation.access]\nmfa_required = \"nobody\"\n"
        );
        let server = own(&Place::new().with_settings(&settings)).await;
        let mut browser = signed_in(&server).await;
        let mut tab = Tab::open(&mut browser).await;
        tab.go("/login").await;
        drop(tab);
        let mut prometheus = Browser::new(&server);
        prometheus.address = address;
        let since = Instant::now();
        loop {
            let page = prometheus.get("/metrics").await.body;
            if String::from_utf8_lossy(&page).contains("waybill_sessions_in_memory 0") {
                break;
            }
            assert!(since.elapsed() < Duration::from_secs(120), "it stays awake");
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
        let before = records(&mut browser).await.len();
        let mut wakers = Vec::new();
        for _ in 0..8 {
            let mut browser = browser.clone();
            wakers.push(tokio::spawn(async move {
                let mut tab = Tab::open(&mut browser).await;
                for _ in 0..5 {
                    assert_eq!(tab.go("/login").await["type"], "ack");
                }
            }));
        }
        for waker in wakers {
            waker.await.expect("it worked");
        }
        let stored = records(&mut browser).await;
        assert_eq!(stored.len(), before + 40);
        assert!(stored.iter().zip(1..).all(|(record, seq): (_, u64)| record["seq"] == seq));
    });
}

/// The lifetime of a connection on which this is sent, followed by one byte per second.
async fn lasts(browser: &Browser, first: String) -> (Duration, String) {
    let since = Instant::now();
    let (mut reader, mut writer) = browser.connect().await.into_split();
    let dripping = tokio::spawn(async move {
        let mut alive = writer.write_all(first.as_bytes()).await.is_ok();
        while alive {
            tokio::time::sleep(Duration::from_secs(1)).await;
            alive = writer.write_all(b"x").await.is_ok();
        }
    });
    let mut text = Vec::new();
    let ended = tokio::time::timeout(Duration::from_secs(60), reader.read_to_end(&mut text)).await;
    dripping.abort();
    assert!(ended.is_ok(), "it was not closed");
    (since.elapsed(), String::from_utf8_lossy(&text).into_owned())
}

#[test]
fn a_slow_client_is_closed_after_ten_seconds() {
    run(async {
        let browser = Browser::visiting(shared()).await;
        let (address, own) = (browser.address, browser.origin.clone());
        let headers = format!("GET /livez HTTP/1.1\r\nhost: {address}\r\nx-slow: ");
        let body = format!(
            "POST /ui/api/v1/ui/auth/login HTTP/1.1\r\nhost: {address}\r\norigin: {own}\r\ncookie: {}\r\n\
             connection: close\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{{",
            browser.cookie_header()
        );
        let (headers, body) = tokio::join!(lasts(&browser, headers), lasts(&browser, body));
        for (time, _) in [&headers, &body] {
            assert!((9..=40).contains(&time.as_secs()), "{time:?}");
        }
        assert!(body.1.starts_with("HTTP/1.1 408"), "{}", body.1);
    });
}

/// covers: [PUSH-01, EVT-02]
#[test]
fn a_graceful_shutdown_closes_sockets_and_loses_nothing() {
    run(async {
        let place = Place::new();
        let server = own(&place).await;
        let mut browser = signed_in(&server).await;
        let mut tabs = Vec::new();
        for _ in 0..5 {
            tabs.push(Tab::open(&mut browser).await);
        }
        // A socket without a hello is closed with a reason, too.
        tabs.push(Tab::connect(&browser).await);
        let answer = tabs[0].go("/login").await;
        let since = Instant::now();
        server.ask_to_stop();
        for tab in &mut tabs {
            assert_eq!(tab.close_code().await, 4000);
        }
        assert!(server.wait().success());
        assert!(since.elapsed() < Duration::from_secs(15), "{:?}", since.elapsed());
        let fsck = place.run(&["fsck", "--data", "{data}"]);
        let output_text = String::from_utf8_lossy(&fsck.stdout).into_owned();
        assert!(
            fsck.status.success() && !output_text.contains("not closed in order"),
            "{output_text}"
        );

        let server = place.start();
        browser.address = server.address();
        let stored = records(&mut browser).await;
        assert!(stored.iter().any(|record| record["seq"] == answer["seq"]));
    });
}

/// A request in progress at shutdown is answered, also if the server had not yet read from its connection.
#[test]
fn requests_in_progress_at_shutdown_are_answered() {
    run(async {
        let server = own(&Place::new()).await;
        let mut logins = Vec::new();
        for _ in 0..6 {
            let browser = Browser::visiting(&server).await;
            let mut connected = browser.connect().await;
            let form = json!({"user": crate::ANN, "password": crate::PASSWORD, "type": "login"});
            let (form, cookies) = (form.to_string(), browser.cookie_header());
            let request = format!(
                "POST /ui/api/v1/ui/auth/login HTTP/1.1\r\nhost: {}\r\norigin: {}\r\ncookie: {cookies}\r\n\
                 content-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{form}",
                browser.address,
                browser.origin,
                form.len()
            );
            // Each of them is sent before the server receives the signal.
            connected.write_all(request.as_bytes()).await.expect("it is connected");
            logins.push(connected);
        }
        let mut connected = Browser::new(&server).connect().await;
        server.ask_to_stop();
        let request = b"GET /livez HTTP/1.1\r\nhost: waybill\r\n\r\n";
        connected.write_all(request).await.expect("it is still connected");
        let mut answer = String::new();
        connected.read_to_string(&mut answer).await.expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer:?}");
        for mut login in logins {
            let mut answer = String::new();
            login.read_to_string(&mut answer).await.expect("an answer");
            let is_answered =
                ["HTTP/1.1 200", "HTTP/1.1 503"].iter().any(|it| answer.starts_with(it));
            assert!(is_answered, "{answer:?}");
        }
        assert!(server.wait().success());
    });
}
