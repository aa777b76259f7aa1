//! Errors about security advisories.

use axum::http::StatusCode;
use waybill_platform::scanning::{Report, SOURCE_BYTES_MAX, ScanningError};

use super::{ApiError, capitalised};
use crate::wire::scanning::ScanStatus;

impl ApiError {
    /// 400: documents of SPDX 2.3 have no vulnerabilities.
    pub fn no_vulnerabilities_in_spdx() -> Self {
        let message = "SPDX 2.3 has no vulnerabilities. Leave 'vulnerabilities' out, or ask for the format 'cyclonedx'.";
        Self::bad_request("vulnerabilities_in_spdx", message).at("vulnerabilities")
    }

    /// 503: the installation has no scanning service, or it does not run.
    pub fn xray_unavailable() -> Self {
        let message =
            "Xray is unavailable. An administrator can switch the service on, or start it again.";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "xray_unavailable", message)
    }

    /// Why nothing is compared with advisories, with the words that lists show; none for what says that it is, or that
    /// there are no advisories.
    pub fn of_scan_status(status: ScanStatus) -> Option<Self> {
        match status {
            ScanStatus::Unavailable => Some(Self::xray_unavailable()),
            ScanStatus::LicenceRequired => {
                let message = "Requires an Xray license. An administrator can install one.";
                Some(Self::forbidden("xray_licence_required", message))
            }
            ScanStatus::NotScanned | ScanStatus::Scanned => None,
        }
    }

    /// 404: there is no such component, or the caller may not know.
    pub fn no_such_component() -> Self {
        let message = "There is no such component, or your rights do not include it. An id is a package and a version, \
            such as npm://left-pad:1.3.0.";
        Self::not_found(message)
    }

    /// 413: an import is larger than any export of an ecosystem.
    pub fn advisories_too_large() -> Self {
        let limit = SOURCE_BYTES_MAX / 1_024 / 1_024;
        Self::too_large(format!("An import may have {limit} MiB at most. Split the archive."))
    }

    /// 409: another import is under way.
    pub fn advisories_busy() -> Self {
        let message = "Another import of advisories is under way. Try again when it has ended.";
        Self::new(StatusCode::CONFLICT, "import_under_way", message)
    }

    /// 400: the body ended too early.
    pub fn interrupted_advisories() -> Self {
        let message = "The advisories were not received completely. Send them again.";
        Self::bad_request("interrupted", message)
    }

    /// 400: what was sent has no advisory that can be read.
    pub fn no_advisories(report: &Report) -> Self {
        let reason = report
            .unread_files
            .first()
            .map_or_else(|| "It has no document.".to_owned(), |unread| unread.reason.clone());
        let message = format!("There is no advisory that can be read. {reason}");
        Self::bad_request("no_advisories", message)
    }

    /// Converts an error of the service of advisories.
    pub fn of_scanning(error: &ScanningError) -> Self {
        let message = format!("{}.", capitalised(&error.to_string()));
        match error {
            ScanningError::Full => {
                Self::new(StatusCode::INSUFFICIENT_STORAGE, "advisories_full", message)
            }
            ScanningError::Staged(_) => Self::bad_request("advisories_lost", message),
            ScanningError::Stream(_) | ScanningError::File(_) | ScanningError::Io(_) => {
                tracing::error!(service = "artifactory", %error, "the service of advisories failed");
                Self::unavailable(
                    "Advisories cannot be read or stored at the moment. The log says more.",
                )
            }
            ScanningError::Defect(_) => {
                tracing::error!(service = "artifactory", %error, "the service of advisories failed");
                Self::internal()
            }
        }
    }
}
