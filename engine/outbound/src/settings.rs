//! Settings for requests to other servers.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::address::AllowedEndpoint;

/// Longer waits only hold permits.
const MS_MAX: u64 = 120_000;
const CONCURRENT_MAX: usize = 1_024;

/// The table `[outbound]` of the configuration.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OutboundSettings {
    /// Networks and ports that are allowed besides global addresses, such as `10.0.0.0/8:443`.
    pub allow: Vec<AllowedEndpoint>,
    /// A PEM file of certificate authorities that are trusted besides the system's.
    pub certificates: Option<PathBuf>,
    /// For resolving, connecting and the TLS handshake together, in milliseconds.
    pub connect_ms: u64,
    /// For a request with its complete response, in milliseconds.
    pub total_ms: u64,
    /// How many requests run concurrently; others wait within their time limit.
    pub concurrent_max: usize,
}

impl Default for OutboundSettings {
    fn default() -> Self {
        Self {
            allow: Vec::new(),
            certificates: None,
            connect_ms: 5_000,
            total_ms: 10_000,
            concurrent_max: 32,
        }
    }
}

/// Why settings are invalid.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// A time of zero, or too long.
    #[error("outbound.{0} is between 1 and {MS_MAX} milliseconds")]
    Time(&'static str),
    /// No request could run, or too many.
    #[error("outbound.concurrent_max is between 1 and {CONCURRENT_MAX}")]
    Concurrent,
    /// The certificate authorities cannot be read.
    #[error("the certificates {} cannot be read: {why}", path.display())]
    Certificates {
        /// The configured file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
}

impl OutboundSettings {
    /// Whether times and numbers are within their bounds.
    pub(crate) fn check(&self) -> Result<(), SettingsError> {
        for (name, ms) in [("connect_ms", self.connect_ms), ("total_ms", self.total_ms)] {
            if !(1..=MS_MAX).contains(&ms) {
                return Err(SettingsError::Time(name));
            }
        }
        let is_valid = (1..=CONCURRENT_MAX).contains(&self.concurrent_max);
        is_valid.then_some(()).ok_or(SettingsError::Concurrent)
    }
}
