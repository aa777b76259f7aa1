//! The services behind the console, with one port each, and the vault for data that the journal must not hold.
//!
//! A port is a trait with value types and an error enum; `embedded` implements it in this process. Changes made through
//! the embedded services become records of the platform journal: they are the audit log, and every view of them can be
//! deleted and rebuilt.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may fail so"))]

pub mod access;
pub mod applications;
pub mod secret;
pub mod streams;
pub mod vault;

pub mod builds;
pub mod cleanup;
pub mod digested_file;
pub mod directories;
pub mod distribution;
pub mod download_rules;
pub mod downloads;
pub mod followed_packages;
pub mod git;
mod giving_way;
pub mod handles;
pub mod keyed;
pub mod licences;
pub mod limits;
pub mod logo;
pub mod logs;
pub mod mail;
mod marked_secrets;
pub mod metric;
pub mod permissions;
pub mod projects;
pub mod proxies;
pub mod readings;
pub mod release_bundles;
pub mod remote;
pub mod repositories;
pub mod retention;
pub mod scanning;
pub mod services;
mod session_flows;
pub mod sso;
pub mod status;
pub mod stored_file;
pub mod support;
pub mod telemetry;
pub mod trace;
pub mod trusted_issuers;
pub mod webhooks;

pub use handles::Handles;
pub use secret::{Credentials, Passwords, Payload, Secret};
pub use streams::{ChangeContext, Streams};
pub use vault::Vault;
