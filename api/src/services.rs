//! The services of this process: which are enabled, and their health checks.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use waybill_engine::{Clock, Engine};
use waybill_journal::{Health as JournalHealth, Journal};
use waybill_machines::rules::services::ServiceId;
use waybill_machines::rules::versions::Version;
use waybill_platform::services::InstallationSettings;
use waybill_platform::status::{
    Health, Instance, Pulse, Supervisor, SupervisorOptions, Timing, service_id,
};
use waybill_platform::vault::{Kind, Vault};

use crate::components::Contents;
use crate::data::Data;

/// A task that reports several times a second is considered silent after this long.
const SILENT_AFTER_MS: i64 = 5_000;

/// The version of all services of this build.
pub fn version() -> Version {
    env!("CARGO_PKG_VERSION").parse().unwrap_or(Version(0, 0, 0))
}

/// The version of the public interface that a service is compatible with.
pub fn compatible(settings: &InstallationSettings, service: ServiceId) -> Version {
    settings.compatible_versions.get(&service).copied().unwrap_or_else(version)
}

/// The id of the node that this process is.
pub fn node_id(data: &Data, settings: &InstallationSettings) -> String {
    settings.node_id.clone().unwrap_or_else(|| data.instance.clone())
}

/// The services that are enabled in the configuration. None is started yet.
pub fn open(
    data: &Data,
    settings: &InstallationSettings,
    clock: Arc<dyn Clock>,
) -> anyhow::Result<Supervisor> {
    let instances = settings.running().into_iter().map(|(service, number)| Instance {
        service,
        service_id: service_id(&data.instance, service, number),
        compatible: compatible(settings, service),
    });
    let options = SupervisorOptions {
        node_id: node_id(data, settings),
        version: version(),
        instances: instances.collect(),
        timing: Timing::default(),
        now: Arc::new(move || clock.now()),
    };
    Supervisor::open(data.platform.clone(), options).context("the topology cannot be read")
}

/// What the health checks of the services inspect.
#[derive(Clone)]
pub struct HealthSources {
    /// Sessions and their deadlines.
    pub engine: Engine,
    /// The platform's journal.
    pub platform: Arc<dyn Journal>,
    /// Secrets and personal data.
    pub vault: Arc<Vault>,
    /// The data directory.
    pub root: Arc<Path>,
    /// The contents of files.
    pub contents: Contents,
    /// Heartbeat of the accept loop.
    pub accepting: Pulse,
}

impl HealthSources {
    /// A fault of the platform's journal, including a full disk.
    pub fn journal(&self) -> Option<Health> {
        journal_fault(self.platform.as_ref())
    }

    /// A fault of the data directory.
    pub fn root(&self) -> Health {
        match std::fs::metadata(&self.root) {
            Ok(found) if found.is_dir() => Health::Healthy,
            Ok(_) => Health::unhealthy(
                "data_missing",
                "The path of the data directory leads to something else.",
            ),
            Err(error) => {
                let message = format!("The data directory cannot be read: {error}.");
                Health::unhealthy("data_missing", message)
            }
        }
    }

    /// Whether the vault can be read.
    pub fn vault(&self) -> Health {
        match self.vault.names(Kind::LicenceKey) {
            Ok(_) => Health::Healthy,
            Err(error) => {
                tracing::error!(service = "access", %error, "the vault does not answer");
                Health::unhealthy("vault_unreadable", "The vault does not answer.")
            }
        }
    }

    /// The index of streams is readable if it leads to the newest record of a stream.
    pub fn streams(&self) -> Health {
        let Some((stream, head)) = self.platform.streams("", None, 1).into_iter().next() else {
            return Health::Healthy;
        };
        match self.platform.read(&stream, head.seq, 1) {
            Ok(records) if !records.is_empty() => Health::Healthy,
            Ok(_) => {
                Health::unhealthy("index_unreadable", "The index names a record that is not there.")
            }
            Err(error) => {
                tracing::error!(service = "metadata", %error, "the index of streams cannot be read");
                Health::unhealthy("index_unreadable", "The index of streams cannot be read.")
            }
        }
    }

    /// Whether deadlines are watched and sessions can be written.
    pub fn event(&self) -> Health {
        if let Some(fault) = journal_fault(self.engine.journal().as_ref()) {
            return fault;
        }
        if self.engine.deadlines_pulse().is_fresh(self.engine.now(), SILENT_AFTER_MS) {
            return Health::Healthy;
        }
        Health::unhealthy("push_silent", "Deadlines are no longer checked.")
    }

    /// Whether connections are accepted.
    pub fn router(&self) -> Health {
        if self.accepting.is_fresh(self.engine.now(), SILENT_AFTER_MS) {
            return Health::Healthy;
        }
        Health::unhealthy("listener_silent", "The listener no longer accepts connections.")
    }
}

fn journal_fault(journal: &dyn Journal) -> Option<Health> {
    match journal.health() {
        JournalHealth::ReadOnly { why } => Some(Health::unhealthy("journal_read_only", why)),
        JournalHealth::Failed { why } => Some(Health::unhealthy("journal_failed", why)),
        JournalHealth::Writable => None,
    }
}

/// Runs a blocking check on the blocking thread pool.
pub async fn blocking(check: impl FnOnce() -> Health + Send + 'static) -> Health {
    let checked = tokio::task::spawn_blocking(check).await;
    checked.unwrap_or_else(|_| Health::unhealthy("check_failed", "Its check stopped half way."))
}
