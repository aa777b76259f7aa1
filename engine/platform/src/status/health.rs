//! The health that a service reports with each heartbeat, and the work whose health is checked.

use std::fmt;
use std::future::{Future, ready};
use std::pin::Pin;
use std::sync::Arc;

use super::pulse::Pulse;

/// The health of a service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Health {
    /// What it depends on works.
    Healthy,
    /// This build has no work for this service; it only sends heartbeats.
    NoWorkYet,
    /// Something that it depends on does not work.
    Unhealthy {
        /// A machine-readable code of the problem.
        code: &'static str,
        /// The same as a sentence.
        message: String,
    },
}

impl Health {
    /// An unhealthy service.
    pub fn unhealthy(code: &'static str, message: impl Into<String>) -> Self {
        Self::Unhealthy { code, message: message.into() }
    }

    /// The machine-readable code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Healthy => "fine",
            Self::NoWorkYet => "no_work_yet",
            Self::Unhealthy { code, .. } => code,
        }
    }

    /// A sentence for users; empty when there is nothing to report.
    pub fn message(&self) -> &str {
        match self {
            Self::Healthy => "",
            Self::NoWorkYet => {
                "This build has no work of this service yet: it only keeps its heartbeat."
            }
            Self::Unhealthy { message, .. } => message,
        }
    }

    /// Whether there is no problem.
    pub const fn is_healthy(&self) -> bool {
        matches!(self, Self::Healthy | Self::NoWorkYet)
    }
}

type Check = dyn Fn() -> Pin<Box<dyn Future<Output = Health> + Send>> + Send + Sync;

/// The work of a service, as far as its supervisor needs to know it.
#[derive(Clone)]
pub struct Work {
    check: Arc<Check>,
    pub(super) micro_services: Vec<(&'static str, Pulse)>,
}

impl fmt::Debug for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.micro_services.iter().map(|(name, _)| name);
        f.debug_list().entries(names).finish()
    }
}

impl Work {
    /// Work whose health is checked with each heartbeat.
    pub fn checked<F>(check: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Health> + Send + 'static,
    {
        Self { check: Arc::new(move || Box::pin(check())), micro_services: Vec::new() }
    }

    /// No work, in this build.
    pub fn not_implemented() -> Self {
        Self::checked(|| ready(Health::NoWorkYet))
    }

    /// Adds a task of the service that sends its own heartbeats.
    #[must_use]
    pub fn with(mut self, name: &'static str, pulse: Pulse) -> Self {
        self.micro_services.push((name, pulse));
        self
    }

    pub(super) async fn health(&self) -> Health {
        (self.check)().await
    }
}
