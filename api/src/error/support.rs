//! Errors about support bundles, and rejections by their machine.

use axum::http::StatusCode;
use waybill_engine::SubmitError;
use waybill_machines::RejectionCode;
use waybill_machines::rules::support::BundleProblem;
use waybill_platform::support::SupportError;

use super::{ApiError, capitalised};

impl ApiError {
    /// Converts an error of the support bundle service.
    pub fn of_support(error: &SupportError) -> Self {
        let (status, code) = match error {
            SupportError::Unknown => (StatusCode::NOT_FOUND, "bundle_unknown"),
            SupportError::InProgress => (StatusCode::CONFLICT, "bundle_in_progress"),
            SupportError::Failed => (StatusCode::CONFLICT, "bundle_failed"),
            SupportError::FileLost => (StatusCode::GONE, "bundle_file_lost"),
            SupportError::NoManifest => (StatusCode::NOT_FOUND, "bundle_no_manifest"),
            SupportError::Remote(error) => return Self::of_remote(*error),
            SupportError::Stream(_) | SupportError::Unavailable(_) => {
                tracing::error!(%error, "the support-bundle service failed");
                return Self::unavailable(
                    "Support bundles cannot be read. The server's log says more.",
                );
            }
        };
        Self::new(status, code, format!("{}.", capitalised(&error.to_string())))
    }

    /// Converts an error about the options of a requested bundle.
    pub fn of_bundle_problem(problem: BundleProblem) -> Self {
        let message = format!("{}.", problem.message());
        Self::bad_request(problem.code(), message).at(problem.field())
    }

    /// 409: the service makes bundles, but does not run here.
    pub fn bundle_service_absent(service: &str) -> Self {
        let message = format!("The service {service} does not run, so it cannot make a bundle.");
        Self::new(StatusCode::CONFLICT, "bundle_service_not_running", message).at("service")
    }

    /// 429: too many bundles are being created.
    pub fn too_many_bundles(most: usize) -> Self {
        let message =
            format!("{most} creations are under way already. Wait until one of them has ended.");
        Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_bundles", message)
    }

    /// Converts an error of submitting an event to an installation machine.
    pub fn of_submit(error: &SubmitError) -> Self {
        match error {
            SubmitError::Refused(refused) => Self::refused(refused.rejection.code),
            SubmitError::RejectedBefore(code) => Self::refused(*code),
            SubmitError::Exceeded(exceeded) => Self::too_many_requests(*exceeded),
            SubmitError::NotRegistered(_) | SubmitError::Stream(_) | SubmitError::Stopping => {
                tracing::error!(%error, "an event could not be submitted to a machine of the installation");
                Self::unavailable("This cannot be stored at the moment. Try again later.")
            }
        }
    }

    fn refused(code: RejectionCode) -> Self {
        match code {
            RejectionCode::BundleUnknown => Self::of_support(&SupportError::Unknown),
            RejectionCode::BundleInProgress => Self::of_support(&SupportError::InProgress),
            RejectionCode::BundleFailed => Self::of_support(&SupportError::Failed),
            _ => {
                let message = "The bundle has changed meanwhile. Reload the page and try again.";
                Self::new(StatusCode::CONFLICT, code, message)
            }
        }
    }
}
