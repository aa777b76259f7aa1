//! Test helpers: a server process, a headless browser, a tab, one-time codes, the services
//! of the platform.

mod browser;
pub mod codes;
mod http;
pub mod platform;
mod server;
mod tab;

pub use browser::Browser;
pub use http::{Answer, Connection, Request, Tls};
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
