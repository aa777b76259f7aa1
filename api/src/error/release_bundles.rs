//! Errors about release bundles and looked-up checksums.

use axum::http::StatusCode;
use waybill_machines::rules::release_bundles::ChecksumProblem;
use waybill_platform::release_bundles::BundleError;

use super::{ApiError, capitalised};

impl ApiError {
    /// Converts an error about a checksum.
    pub fn of_checksum(problem: &ChecksumProblem) -> Self {
        Self::bad_request(problem.code(), format!("{problem}.")).at("checksum")
    }

    /// Converts an error of the release bundle service.
    pub fn of_bundle(error: &BundleError) -> Self {
        let message = format!("{}.", capitalised(&error.to_string()));
        match error {
            BundleError::Problem { problem, .. } => {
                Self::bad_request(problem.code(), message).at(problem.field())
            }
            BundleError::PathTwice { .. } => {
                Self::bad_request("bundle_path_twice", message).at("artifacts")
            }
            BundleError::FileAndFolder { .. } => {
                Self::bad_request("bundle_file_and_folder", message).at("artifacts")
            }
            BundleError::Cursor => Self::bad_request("bad_cursor", message).at("after"),
            BundleError::Exists { .. } => {
                Self::new(StatusCode::CONFLICT, "bundle_exists", message).at("version")
            }
            BundleError::ListLost => Self::new(StatusCode::GONE, "bundle_list_lost", message),
            BundleError::Remote(error) => {
                tracing::warn!(service = "distribution", %error, "the other platform cannot be asked");
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "remote_unavailable", error.for_users())
            }
            BundleError::Stream(_)
            | BundleError::Vault(_)
            | BundleError::File { .. }
            | BundleError::Defect(_) => {
                tracing::error!(service = "distribution", %error, "the release bundles' service failed");
                Self::unavailable(
                    "Release bundles cannot be reached at the moment. The log says more.",
                )
            }
        }
    }
}
