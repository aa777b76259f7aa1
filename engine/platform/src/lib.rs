//! The services behind the console, one port each, and the vault for what the journal must not hold.
//!
//! A port is a trait with value types and an error enum; `embedded` is its answer in this process.
//! What the embedded services are told becomes records of the platform journal: who changed what is
//! audit, and every view can be deleted and is built again.

#![cfg_attr(test, allow(clippy::unwrap_used, reason = "a test may fail so"))]

pub mod access;
pub mod secret;
pub mod streams;
pub mod vault;

pub mod handles;
pub mod licences;
pub mod logo;
pub mod logs;
pub mod projects;
pub mod release_bundles;
pub mod remote;
pub mod retention;
pub mod services;
pub mod status;
pub mod support;
pub mod trace;

pub use handles::Handles;
pub use secret::{Credentials, Passwords, Payload, Secret};
pub use streams::{Act, Streams};
pub use vault::Vault;
