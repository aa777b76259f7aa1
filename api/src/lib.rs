//! `waybill`: the console server and its command line. The binary is `main.rs`; the library exposes the route table to
//! document generators and tests.

mod allocator;
mod assets;
mod backup;
mod bearer;
mod budgets;
mod bundles;
mod caller;
mod challenge;
mod cli;
mod client_address;
mod comparisons;
mod component;
mod components;
mod config;
mod cross_origin;
mod data;
mod descriptors;
mod download_rules;
mod downloads;
mod error;
mod extract;
mod files;
mod frontends;
mod headers;
mod import;
mod local;
mod logging;
mod low_priority;
mod metrics_page;
mod owner;
mod proxy_protocol;
mod public_url;
mod qa;
mod ranges;
mod redirects;
mod reload;
mod remote;
mod requests;
mod route;
mod routes;
#[cfg(feature = "schema")]
pub mod schema;
mod scrub;
mod serve;
mod server;
mod server_acts;
mod services;
mod session_trace;
mod shape;
mod signature;
mod socket;
mod sso_proxies;
mod state;
mod status_topic;
mod systemd;
mod tls;
mod version;
mod visitors;
mod wire;

use std::process::ExitCode;

pub use route::{AccessEvent, Log, Route, Who};
pub use shape::{Payload, Shape};

/// All routes, in the order of the route table.
pub fn routes() -> &'static [Route] {
    routes::all()
}

/// The names of the commands and options of the command line.
#[cfg(feature = "schema")]
pub fn command_line() -> Vec<String> {
    cli::names()
}

/// `waybill chart matrix` for a configuration file.
///
/// # Errors
/// If the file cannot be read or is not valid.
#[cfg(feature = "schema")]
pub async fn who_gets_where(config: &std::path::Path) -> anyhow::Result<String> {
    let facts = cli::chart::facts_of(Some(config)).await?;
    Ok(waybill_machines::matrix::to_markdown(&facts))
}

/// Runs the command line.
pub fn run() -> ExitCode {
    cli::run()
}
