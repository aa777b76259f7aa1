//! `waybill`: the server of the console, and the command line around it. The program is `main.rs`; what it knows of its
//! routes can be asked by those who generate documents from it and by tests.

mod allocator;
mod assets;
mod bearer;
mod bundles;
mod caller;
mod cli;
mod config;
mod data;
mod descriptors;
mod error;
mod files;
mod frontends;
mod headers;
mod house;
mod logging;
mod metrics_page;
mod qa;
mod ranges;
mod remote;
mod requests;
mod route;
mod routes;
#[cfg(feature = "schema")]
pub mod schema;
mod sent;
mod serve;
mod server;
mod services;
mod session_trace;
mod shape;
mod signature;
mod socket;
mod status_topic;
mod tls;
mod wire;

use std::process::ExitCode;

pub use route::{Entrance, Log, Route, Who};
pub use shape::{Payload, Shape};

/// What is known of every route, in the order of the table.
pub fn routes() -> &'static [Route] {
    routes::all()
}

/// The program.
pub fn run() -> ExitCode {
    cli::run()
}
