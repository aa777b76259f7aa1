//! Support bundles: the speed of packing logs compared with `zip -1`, and the memory it uses.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::json;
use waybill_tests::{Browser, Place, Server};

use crate::memory::resident;
use crate::row;

/// The number of logs, and their total size: half a gigabyte, or `WAYBILL_BENCH_BUNDLE_MB`.
const LOGS: usize = 8;
const MEGABYTES: usize = 512;
/// The required share of the speed of `zip -1`, and the maximum memory above the idle level.
const SPEED: f64 = 0.7;
const MEMORY_BYTES: f64 = 32.0 * 1024.0 * 1024.0;
const SETTINGS: &str =
    "[installation]\nservices = [\"xray\"]\n[installation.access]\nmfa_required = \"nobody\"\n";

/// Prints two rows.
pub async fn beside_zip() {
    let megabytes =
        std::env::var("WAYBILL_BENCH_BUNDLE_MB").ok().and_then(|text| text.parse().ok());
    let megabytes: usize = megabytes.unwrap_or(MEGABYTES);
    let place = Place::new().with_settings(SETTINGS);
    let server = place.start();
    let mut browser = Browser::visiting(&server).await;
    browser.set_up(&server, "ann", "correct horse battery").await;
    browser.sign_in("ann", "correct horse battery").await;
    let logs = written(&place.data().join("log/xray"), megabytes);
    // Once before and once after, because the machine is shared with other processes.
    let before = zipped(&place, &logs);
    let (took, grown) = bundled(&mut browser, &server).await;
    let after = zipped(&place, &logs);
    let what = format!("a bundle of {megabytes} MB of logs, beside `zip -1`");
    match before.zip(after) {
        Some((before, after)) => {
            let ratio = (before + after).as_secs_f64() / 2.0 / took.as_secs_f64();
            let measured = format!("{ratio:.2} of its speed");
            row(&what, &measured, ">= 0.7 of its speed", SPEED / ratio);
        }
        None => println!("{what:<58} {:>22}  install `zip` to compare", format!("{took:.1?}")),
    }
    let measured = format!("{:.1} MB", grown / 1024.0 / 1024.0);
    row("resident memory over rest while it is made", &measured, "<= 32 MB", grown / MEMORY_BYTES);
}

/// Logs as a service writes them: all lines differ.
fn written(folder: &Path, megabytes: usize) -> Vec<PathBuf> {
    let mut seed: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut random = move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        seed
    };
    let bytes = megabytes * 1_000_000 / LOGS;
    let write = |number: usize| {
        let mut text = String::with_capacity(bytes + 256);
        while text.len() < bytes {
            let (one, two) = (random(), random());
            let _ = writeln!(
                text,
                "2026-11-21T{:02}:{:02}:{:02}.{:03}Z [xray ] [INFO ] [{one:016x}] [worker-{}] - scanned p{}/{:08x} in {} ms",
                one % 24,
                one % 60,
                two % 60,
                two % 1_000,
                one % 8,
                two % 97,
                two >> 32,
                one % 3_000,
            );
        }
        let path = folder.join(format!("xray-service.2026-11-21T10-00-{number:02}.log"));
        fs::write(&path, text).expect("a log");
        path
    };
    (0..LOGS).map(write).collect()
}

/// The time that `zip -1` takes, if it is installed.
fn zipped(place: &Place, logs: &[PathBuf]) -> Option<Duration> {
    let archive = place.path("compared.zip");
    let since = Instant::now();
    let done = Command::new("zip").args(["-q", "-1"]).arg(&archive).args(logs).status().ok()?;
    let took = since.elapsed();
    let _ = fs::remove_file(archive);
    done.success().then_some(took)
}

/// The time from the request until the bundle is durable, and the maximum growth of the server's memory.
async fn bundled(browser: &mut Browser, server: &Server) -> (Duration, f64) {
    tokio::time::sleep(Duration::from_secs(2)).await;
    let rest = resident(server);
    let body = json!({"service": "xray", "parameters": {"thread_dump": {"count": 0}}});
    let since = Instant::now();
    assert_eq!(browser.post("ui/userSupport/generateBundle", body).await.status, 200);
    let mut most = rest;
    loop {
        tokio::time::sleep(Duration::from_millis(20)).await;
        most = most.max(resident(server));
        let list = browser.get("ui/userSupport/listBundles").await.json();
        match list["bundles"][0]["status"].as_str() {
            Some("success") => return (since.elapsed(), most - rest),
            Some("in progress") => {}
            other => panic!("the bundle ended as {other:?}: {list}"),
        }
    }
}
