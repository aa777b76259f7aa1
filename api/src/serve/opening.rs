//! What is opened before the engine starts: log files, what follows the journal, and the services.

use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;
use tokio::runtime::Handle;
use tokio::task::JoinHandle;
use waybill_engine::Clock;
use waybill_outbound::Outbound;
use waybill_platform::downloads::Downloads;
use waybill_platform::logs::{AuditLog, LogSlot, LogWriter};
use waybill_platform::status::Supervisor;
use waybill_platform::telemetry::{Exporter, Identity};

use crate::cli::BadInput;
use crate::component::Opening;
use crate::components::{self, Services};
use crate::config::ConfigFile;
use crate::data::Data;
use crate::public_url::PublicAddress;
use crate::version::VERSION;
use crate::{remote, services};

/// Starts writing log files.
pub fn start_logs(root: &Path, file: &ConfigFile, log_slot: &LogSlot) -> anyhow::Result<LogWriter> {
    let log_writer = LogWriter::start(root, file.logs)
        .with_context(|| format!("log files cannot be written to {}", root.display()))
        .map_err(BadInput::because)?;
    // Only one server runs in a process, so the slot is empty.
    let _ = log_slot.set(log_writer.clone());
    Ok(log_writer)
}

/// Follows downloads, and what remote repositories take in.
pub fn follow_downloads(writer: &LogWriter, clock: Arc<dyn Clock>) -> Arc<Downloads> {
    Arc::new(Downloads::new(writer.clone(), Arc::new(move || clock.now())))
}

/// Starts writing the audit logs.
pub fn follow_changes(data: &Data, writer: &LogWriter, root: &Path) -> JoinHandle<()> {
    tokio::spawn(AuditLog::new(data.platform.clone(), writer.clone(), root).follow())
}

/// Starts to send traces to a collector, if one is configured.
pub fn start_exporter(file: &ConfigFile, data: &Data) -> anyhow::Result<Exporter> {
    let outbound = Outbound::new(file.outbound.clone())?;
    let instance = services::node_id(data, &file.installation);
    let identity = Identity { version: VERSION.to_owned(), instance };
    Ok(Exporter::start(&file.telemetry, outbound, identity)?)
}

/// Opens all services of this configuration.
pub fn open_services(
    data: &Data,
    file: &ConfigFile,
    address: Option<&PublicAddress>,
    supervisor: &Arc<Supervisor>,
    low_priority: &Handle,
) -> anyhow::Result<Services> {
    let outbound = Outbound::new(file.outbound.clone())?;
    let other = remote::platform(file, &outbound)?;
    let other = other.as_ref();
    components::open(&Opening {
        data,
        file,
        supervisor,
        outbound: &outbound,
        other,
        address,
        low_priority,
    })
}
