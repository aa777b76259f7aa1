//! The small services that start-up asks (BOOT-04): settings, licences, topology. Each is a port with
//! an answer of this process that tells what is so, and nothing that is not.

mod configured;
mod settings;

use std::collections::BTreeMap;
use std::future::{Future, ready};
use std::pin::Pin;

use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use waybill_machines::facts::{Installation, Service};
use waybill_machines::rules::services::ServiceId;
use waybill_machines::rules::versions::Version;

pub use configured::Configured;
pub use settings::{ALWAYS_ON, BadSetting, InstallationSettings, SWITCHABLE};

/// Why a service gave no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ServiceError {
    /// It could not be asked; another try may help.
    #[error("the {service} service does not answer; try again later")]
    Unreachable {
        /// Which one.
        service: &'static str,
    },
}

/// A service that is part of this installation and does nothing at the moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotRunning {
    /// Somebody stopped it.
    #[error(
        "the service {0} was stopped: it does its work again once an administrator has started it"
    )]
    Stopped(ServiceId),
    /// It starts again by itself.
    #[error("the service {0} crashed and starts again by itself: try again in a moment")]
    Crashed(ServiceId),
}

/// An answer as it will be.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, ServiceError>> + Send + 'a>>;

/// Which services are there.
pub trait Topology: Send + Sync + 'static {
    /// Their names, each once, by name.
    fn services(&self) -> Answer<'_, Vec<Service>>;

    /// Counts up whenever they may be others than before. As long as nothing runs that could change, never.
    fn changes(&self) -> watch::Receiver<u64> {
        watch::channel(0).1
    }

    /// Whether a service does its work at this moment. One that is not part of this installation is not missed here:
    /// whoever needs it asks for [`Self::services`].
    fn works(&self, service: ServiceId) -> Result<(), NotRunning> {
        let _ = service;
        Ok(())
    }
}

/// How the installation is set up.
pub trait Settings: Send + Sync + 'static {
    /// What everybody may see, before signing in as well.
    fn footer(&self) -> Answer<'_, Footer>;

    /// What only somebody inside the console needs.
    fn console(&self) -> Answer<'_, Installation>;
}

/// The footer of the sign-in page and the console. Texts that are not set are empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Footer {
    /// Tells this server from others of the platform.
    pub server_id: String,
    /// Tells the platform from others.
    pub platform_id: String,
    /// What people call the server.
    pub server_name: String,
    /// The address of the logo to show (MENU-07).
    pub logo_url: String,
    /// The address of a logo that was uploaded, which wins over the other one.
    pub user_logo: String,
}

/// The services of this process, as whoever started them says.
#[derive(Debug)]
pub struct Running {
    services: BTreeMap<String, Version>,
}

impl Running {
    /// Takes the names and versions of what really runs.
    pub fn new(services: impl IntoIterator<Item = (impl Into<String>, Version)>) -> Self {
        Self {
            services: services.into_iter().map(|(name, version)| (name.into(), version)).collect(),
        }
    }
}

impl Topology for Running {
    fn services(&self) -> Answer<'_, Vec<Service>> {
        let service = |(name, version): (&String, &Version)| Service {
            name: name.clone(),
            version: *version,
        };
        Box::pin(ready(Ok(self.services.iter().map(service).collect())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_runs_is_told_by_name() {
        let version = Version(1, 2, 3);
        let running = Running::new([("event", version), ("access", version)]);
        let services = running.services().await.unwrap();
        let names: Vec<&str> = services.iter().map(|service| service.name.as_str()).collect();
        assert_eq!(names, ["access", "event"]);
    }
}
