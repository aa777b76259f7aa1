//! What a service says of itself with each heartbeat, and the work that lets it say so.

use std::fmt;
use std::future::{Future, ready};
use std::pin::Pin;
use std::sync::Arc;

use super::pulse::Pulse;

/// How a service is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Health {
    /// What it stands on answers.
    Healthy,
    /// There is no work of this service in this build; it keeps its heartbeat and nothing else.
    NoWorkYet,
    /// Something that it stands on does not answer.
    Unhealthy {
        /// Names what is wrong.
        code: &'static str,
        /// The same as a sentence.
        message: String,
    },
}

impl Health {
    /// Something is wrong.
    pub fn unhealthy(code: &'static str, message: impl Into<String>) -> Self {
        Self::Unhealthy { code, message: message.into() }
    }

    /// Names it for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Healthy => "fine",
            Self::NoWorkYet => "no_work_yet",
            Self::Unhealthy { code, .. } => code,
        }
    }

    /// What there is to say of it.
    pub fn message(&self) -> &str {
        match self {
            Self::Healthy => "",
            Self::NoWorkYet => {
                "This build has no work of this service yet: it only keeps its heartbeat."
            }
            Self::Unhealthy { message, .. } => message,
        }
    }

    /// Nothing is wrong.
    pub const fn is_healthy(&self) -> bool {
        matches!(self, Self::Healthy | Self::NoWorkYet)
    }
}

type Check = dyn Fn() -> Pin<Box<dyn Future<Output = Health> + Send>> + Send + Sync;

/// What a service does, as far as its supervisor has to know.
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
    /// Work whose health is found out by asking what it stands on, with each heartbeat.
    pub fn checked<F>(check: impl Fn() -> F + Send + Sync + 'static) -> Self
    where
        F: Future<Output = Health> + Send + 'static,
    {
        Self { check: Arc::new(move || Box::pin(check())), micro_services: Vec::new() }
    }

    /// None, in this build.
    pub fn none_yet() -> Self {
        Self::checked(|| ready(Health::NoWorkYet))
    }

    /// With a task that belongs to the service and beats by itself.
    #[must_use]
    pub fn with(mut self, name: &'static str, pulse: Pulse) -> Self {
        self.micro_services.push((name, pulse));
        self
    }

    pub(super) async fn health(&self) -> Health {
        (self.check)().await
    }
}
