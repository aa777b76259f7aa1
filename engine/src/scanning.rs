//! Whether the installation compares packages with advisories.

use std::sync::Arc;

use waybill_machines::Timestamp;
use waybill_machines::rules::services::ServiceId;
use waybill_platform::scanning::Database;
use waybill_platform::services::ServiceError;

use crate::Ports;

/// Why an installation compares no packages with advisories. The first reason that applies counts (PKG-03).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotScanning {
    /// It has no scanning service, or that does not run.
    Unavailable,
    /// Its licence does not include scanning.
    LicenceRequired,
}

/// The advisories with which the installation compares packages at a time.
///
/// # Errors
///
/// [`ServiceError`], if services or licences cannot be read.
pub async fn advisories_in_use(
    ports: &Ports,
    at: Timestamp,
) -> Result<Result<Arc<Database>, NotScanning>, ServiceError> {
    let services = ports.topology.services().await?;
    let has_service = services.iter().any(|service| service.name == ServiceId::Xray.as_str());
    if !has_service || ports.topology.works(ServiceId::Xray).is_err() {
        return Ok(Err(NotScanning::Unavailable));
    }
    let licence = ports.licences.effective(at).await?.licence;
    if !licence.includes_scanning() {
        return Ok(Err(NotScanning::LicenceRequired));
    }
    Ok(Ok(ports.scanning.database()))
}
