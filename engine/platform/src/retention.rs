//! Retention of target bundles (RET-01, RET-02): whether it is enabled.

use std::future::{Future, ready};
use std::pin::Pin;

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RetentionError {
    /// The service does not support retention: it answered 404.
    #[error("this platform knows no retention of release bundles")]
    NotFound,
    /// The request failed; another try may help.
    #[error("{message}")]
    Failed {
        /// The reason, as a sentence.
        message: String,
    },
}

/// The future answer of a call.
pub type RetentionAnswer<'a> =
    Pin<Box<dyn Future<Output = Result<bool, RetentionError>> + Send + 'a>>;

/// The service that keeps and drops target bundles.
pub trait Retention: Send + Sync + 'static {
    /// Whether it is enabled. Reading changes nothing.
    fn enabled(&self) -> RetentionAnswer<'_>;
}

/// The implementation in this process: the value of the configuration.
#[derive(Debug, Clone, Copy)]
pub struct ConfiguredRetention {
    /// `installation.target_bundle_retention`.
    pub enabled: bool,
}

impl Retention for ConfiguredRetention {
    fn enabled(&self) -> RetentionAnswer<'_> {
        Box::pin(ready(Ok(self.enabled)))
    }
}
