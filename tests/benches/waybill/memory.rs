//! Resident memory of an idle socket, and of a signed-in session.

use std::fs;
use std::time::Duration;

use waybill_tests::{Browser, Place, Server, Tab};

use crate::row;

const SOCKETS: usize = 1_000;
/// So many that the buffer of 4 MiB which the journal's database fills meanwhile, and then replaces, hardly counts.
const SESSIONS: usize = 1_000;
/// This many sign-ins come first and are not measured: the memory of password hashing and the journal's first buffers
/// are allocated once. The measured value is the cost of each further session, including its share of the journal's
/// cache.
const WARM_UP: usize = 100;
const SOCKET_BYTES: f64 = 8.0 * 1024.0;
const SESSION_BYTES: f64 = 25.0 * 1024.0;
const REST_BYTES: f64 = 60.0 * 1024.0 * 1024.0;

/// Visitors may have as many tabs as users here.
const SETTINGS: &str =
    "[limits.session]\ntabs = 64\n[installation.access]\nmfa_required = \"nobody\"\n";

/// Prints three rows.
pub async fn sockets_and_sessions() {
    let server = Place::new().with_settings(SETTINGS).start();
    let mut browser = Browser::visiting(&server).await;
    browser.set_up(&server, "ann", "correct horse battery").await;
    browser.sign_in("ann", "correct horse battery").await;
    settle().await;
    let rest = resident(&server);
    let mebibytes = format!("{:.1} MB", rest / 1024.0 / 1024.0);
    row("resident memory at rest", &mebibytes, "<= 60 MB", rest / REST_BYTES);
    let sockets = many_sockets(&server, rest).await;
    row(
        "idle socket, resident",
        &format!("{:.1} KB", sockets / 1024.0),
        "<= 8 KB",
        sockets / SOCKET_BYTES,
    );
    let sessions = many_sessions(&server).await;
    row(
        "signed-in session with its machines, resident",
        &format!("{:.1} KB", sessions / 1024.0),
        "<= 25 KB",
        sessions / SESSION_BYTES,
    );
}

/// Idle sockets of visitors: fifty per session, the maximum.
async fn many_sockets(server: &Server, rest: f64) -> f64 {
    let mut tabs = Vec::new();
    for _ in 0..SOCKETS / 50 {
        let mut visitor = Browser::visiting(server).await;
        for _ in 0..50 {
            tabs.push(Tab::open(&mut visitor).await);
        }
    }
    settle().await;
    let grown = resident(server) - rest;
    drop(tabs);
    settle().await;
    grown / SOCKETS as f64
}

/// Signed-in sessions with their machines in memory, without a socket.
async fn many_sessions(server: &Server) -> f64 {
    for _ in 0..WARM_UP {
        sign_in(server).await;
    }
    settle().await;
    let before = resident(server);
    for _ in 0..SESSIONS {
        sign_in(server).await;
    }
    (resident(server) - before) / SESSIONS as f64
}

async fn sign_in(server: &Server) {
    let mut browser = Browser::visiting(server).await;
    browser.sign_in("ann", "correct horse battery").await;
}

async fn settle() {
    tokio::time::sleep(Duration::from_millis(1_500)).await;
}

/// The most resident memory of a process since [`forget_peak`], in bytes.
pub fn peak(process: u32) -> f64 {
    status(process, "VmHWM:")
}

/// From now on the peak of a process is what it reaches after this.
pub fn forget_peak(process: u32) {
    // 5 resets the peak: proc_pid_clear_refs(5).
    fs::write(format!("/proc/{process}/clear_refs"), "5").expect("the peak is reset");
}

/// A size that the kernel names in the status of a process, in bytes.
pub fn status(process: u32, name: &str) -> f64 {
    let text = fs::read_to_string(format!("/proc/{process}/status"));
    let text = text.expect("the kernel provides it");
    let line = text.lines().find_map(|line| line.strip_prefix(name)).expect("such a line");
    let kibibytes = line.split_whitespace().next().and_then(|number| number.parse().ok());
    let kibibytes: f64 = kibibytes.expect("a number");
    kibibytes * 1024.0
}

/// The resident memory of a server, in bytes.
pub fn resident(server: &Server) -> f64 {
    let path = format!("/proc/{}/smaps_rollup", server.process());
    let text = fs::read_to_string(path).expect("the kernel provides it");
    let line = text.lines().find(|line| line.starts_with("Rss:")).expect("there is such a line");
    let kibibytes: f64 =
        line.split_whitespace().nth(1).and_then(|n| n.parse().ok()).expect("a number");
    kibibytes * 1024.0
}
