//! Test helpers: a server process, a headless browser, a tab, one-time codes, the services
//! of the platform, packages, servers of Git vendors, programs of others.

mod authenticator;
mod browser;
pub mod codes;
pub mod git_server;
mod http;
mod message;
pub mod npm;
mod peer;
pub mod platform;
mod server;
mod tab;
pub mod tools;

pub use authenticator::{Authenticator, SoftPasskey};
pub use browser::Browser;
pub use http::{Answer, Connection, Request, Tls};
pub use message::{Received, Reply};
pub use peer::Peer;
pub use server::{Place, Server, waybill};
pub use tab::{Hello, Tab};

/// Runs a test on a multi-threaded runtime, as the server does.
///
/// # Panics
/// If there can be no runtime.
pub fn run<F: Future<Output = ()>>(work: F) {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .expect("a runtime")
        .block_on(work);
}

/// What a test needs of this machine. If it is missing, the output of the test says why it does not run.
#[must_use]
pub fn or_not_run<T>(needed: Option<T>, why_not: &str) -> Option<T> {
    if needed.is_none() {
        println!("NOT RUN: {why_not}");
        eprintln!("NOT RUN: {why_not}");
    }
    needed
}

/// Whether a test can run on this machine. If not, the output of the test says why.
#[must_use]
pub fn can_run(is_possible: bool, why_not: &str) -> bool {
    or_not_run(is_possible.then_some(()), why_not).is_some()
}
