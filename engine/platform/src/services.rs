//! The small services that start-up queries (BOOT-04): settings, licences, topology. Each is a port with an
//! implementation in this process that returns only actual values.

mod configured;
mod package_pages;
mod settings;

use std::collections::BTreeMap;
use std::future::{Future, ready};
use std::pin::Pin;

use serde::{Deserialize, Serialize};
use tokio::sync::watch;
use waybill_machines::facts::{Installation, Service};
use waybill_machines::rules::services::ServiceId;
use waybill_machines::rules::versions::Version;

use crate::access::{SessionSettings, SignInSettings};

pub use configured::Configured;
pub use package_pages::PackagePages;
pub use settings::{ALWAYS_ON, BadSetting, InstallationSettings, SWITCHABLE};

/// Why a service gave no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ServiceError {
    /// It could not be reached; another try may help.
    #[error("the {service} service does not answer; try again later")]
    Unreachable {
        /// The name of the service.
        service: &'static str,
    },
}

/// A service of this installation that is not running.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotRunning {
    /// An administrator stopped it.
    #[error(
        "the service {0} was stopped: it does its work again once an administrator has started it"
    )]
    Stopped(ServiceId),
    /// It crashed, and is restarted automatically.
    #[error("the service {0} crashed and is restarting; try again in a moment")]
    Crashed(ServiceId),
}

/// The future answer of a call.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, ServiceError>> + Send + 'a>>;

/// The services of the installation.
pub trait Topology: Send + Sync + 'static {
    /// Their names, without duplicates, by name.
    fn services(&self) -> Answer<'_, Vec<Service>>;

    /// Is incremented whenever the services may have changed. The default never is.
    fn changes(&self) -> watch::Receiver<u64> {
        watch::channel(0).1
    }

    /// Whether a service is running. One that is not part of this installation is not an error here: for that there is
    /// [`Self::services`].
    fn works(&self, service: ServiceId) -> Result<(), NotRunning> {
        let _ = service;
        Ok(())
    }
}

/// The settings of the installation.
pub trait Settings: Send + Sync + 'static {
    /// Settings that every visitor may see, even before signing in.
    fn footer(&self) -> Answer<'_, Footer>;

    /// Settings that only users of the console need.
    fn console(&self) -> Answer<'_, Installation>;

    /// How many rows the pages of packages have (PKG-06).
    fn package_pages(&self) -> Answer<'_, PackagePages>;

    /// What the sign-in page offers.
    fn sign_in(&self) -> Answer<'_, SignInSettings>;

    /// How long sign-ins last.
    fn sessions(&self) -> Answer<'_, SessionSettings>;

    /// How many bytes may be downloaded in a month; none without a quota (PKG-03).
    fn monthly_transfer_bytes(&self) -> Answer<'_, Option<u64>>;
}

/// The footer of the sign-in page and the console. Texts that are not set are empty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Footer {
    /// The id of this server within the platform.
    pub server_id: String,
    /// The id of the platform.
    pub platform_id: String,
    /// The display name of the server.
    pub server_name: String,
    /// The address of the logo (MENU-07).
    pub logo_url: String,
    /// The address of an uploaded logo, which takes precedence over `logo_url`.
    pub user_logo: String,
}

/// The services of this process, as given at its start.
#[derive(Debug)]
pub struct Running {
    services: BTreeMap<String, Version>,
}

impl Running {
    /// Takes the names and versions of the services that are actually running.
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
    async fn running_services_are_listed_by_name() {
        let version = Version(1, 2, 3);
        let running = Running::new([("event", version), ("access", version)]);
        let services = running.services().await.unwrap();
        let names: Vec<&str> = services.iter().map(|service| service.name.as_str()).collect();
        assert_eq!(names, ["access", "event"]);
    }
}
