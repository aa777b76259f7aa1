//! Errors about the use of packages.

use axum::http::StatusCode;
use waybill_platform::followed_packages::FollowingError;

use super::{ApiError, capitalised};

impl ApiError {
    /// 400: more days are asked for than are kept.
    pub fn days_out_of_range(most: u32) -> Self {
        let message = format!("'days' must be a number from 1 to {most}.");
        Self::bad_request("days_out_of_range", message).at("days")
    }

    /// Converts an error of the service of followed packages.
    pub fn of_following(error: &FollowingError) -> Self {
        let message = format!("{}.", capitalised(&error.to_string()));
        match error {
            FollowingError::TooMany { most } => {
                let message = format!(
                    "You follow {most} packages, which is the most. Stop following one first."
                );
                Self::new(StatusCode::CONFLICT, "too_many_followed", message)
            }
            FollowingError::TooLong => Self::bad_request("package_id_too_long", message),
            FollowingError::Stream(_) => {
                tracing::error!(service = "artifactory", %error, "the service of followed packages failed");
                Self::unavailable(
                    "What you follow cannot be read or stored at the moment. The log says more.",
                )
            }
            FollowingError::Defect(_) => {
                tracing::error!(service = "artifactory", %error, "the service of followed packages failed");
                Self::internal()
            }
        }
    }
}
