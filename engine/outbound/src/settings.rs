//! What an administrator can set about requests to the outside.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::address::Opening;

/// Longer waits only hold places.
const MS_MAX: u64 = 120_000;
const CONCURRENT_MAX: usize = 1_024;

/// The part `[outbound]` of the configuration.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct OutboundSettings {
    /// Networks with their ports that are open besides what is global, such as `10.0.0.0/8:443`.
    pub allow: Vec<Opening>,
    /// Authorities in PEM that are trusted besides the system's.
    pub certificates: Option<PathBuf>,
    /// For resolving, connecting and agreeing on TLS together, in milliseconds.
    pub connect_ms: u64,
    /// For a request with its whole answer, in milliseconds.
    pub total_ms: u64,
    /// How many requests run at once; others wait within their time.
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

/// Why settings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// No time at all, or too much of it.
    #[error("outbound.{0} is between 1 and {MS_MAX} milliseconds")]
    Time(&'static str),
    /// Nothing could run, or everything at once.
    #[error("outbound.concurrent_max is between 1 and {CONCURRENT_MAX}")]
    Concurrent,
    /// The authorities cannot be read.
    #[error("the certificates {} cannot be read: {why}", path.display())]
    Certificates {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
}

impl OutboundSettings {
    /// Whether times and numbers are within what makes sense.
    pub(crate) fn check(&self) -> Result<(), SettingsError> {
        for (name, ms) in [("connect_ms", self.connect_ms), ("total_ms", self.total_ms)] {
            if !(1..=MS_MAX).contains(&ms) {
                return Err(SettingsError::Time(name));
            }
        }
        let fits = (1..=CONCURRENT_MAX).contains(&self.concurrent_max);
        fits.then_some(()).ok_or(SettingsError::Concurrent)
    }
}
