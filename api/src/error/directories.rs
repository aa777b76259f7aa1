//! Errors about directories that check passwords.

use axum::http::StatusCode;
use waybill_platform::directories::DirectoryError;

use super::ApiError;

impl ApiError {
    /// Converts an error of the service of directories.
    pub fn of_directory(error: &DirectoryError) -> Self {
        let message = error.to_string();
        match error {
            DirectoryError::Problem(problem) => {
                Self::bad_request(problem.code(), message).at(problem.field())
            }
            DirectoryError::Address(_) => {
                Self::bad_request("user_directory_address", message).at("host")
            }
            DirectoryError::NameTaken => {
                Self::new(StatusCode::CONFLICT, "user_directory_name_taken", message).at("name")
            }
            DirectoryError::TooMany => {
                Self::new(StatusCode::CONFLICT, "too_many_user_directories", message)
            }
            DirectoryError::Unknown => Self::not_found(message),
            DirectoryError::Failed(_) => {
                Self::new(StatusCode::SERVICE_UNAVAILABLE, "user_directory_unavailable", message)
            }
            DirectoryError::Access(_)
            | DirectoryError::Stream(_)
            | DirectoryError::Vault(_)
            | DirectoryError::Stopped(_) => {
                tracing::error!(service = "access", %error, "the service of directories failed");
                Self::unavailable(
                    "Directories cannot be read or changed at the moment. The log says more.",
                )
            }
        }
    }
}
