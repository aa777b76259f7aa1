//! `waybill`: the server of the console, and the command line around it.

mod allocator;
mod assets;
mod availability;
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
mod routes;
mod sent;
mod serve;
mod server;
mod services;
mod session_trace;
mod socket;
mod status_topic;
mod tls;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
