//! Errors of the services for licences, the logo and projects.

use axum::http::StatusCode;
use waybill_platform::licences::{KeyError, LicenceError};
use waybill_platform::logo::LogoError;
use waybill_platform::projects::ProjectError;

use super::{ApiError, capitalised};

impl ApiError {
    /// 409: the web server is to be another one than follows from the configuration.
    pub fn web_server_is_derived(field: &str, source: &str) -> Self {
        let message = format!(
            "'{field}' comes from {source}, and is not changed here. Leave it out, or send it as it is."
        );
        Self::new(StatusCode::CONFLICT, "web_server_is_derived", message).at(field)
    }

    /// Converts an error of the licence service.
    pub fn of_licence(error: &LicenceError) -> Self {
        let message = format!("{}.", capitalised(&error.to_string()));
        match error {
            LicenceError::Key(KeyError::TooLong) => {
                let code = KeyError::TooLong.code();
                Self::new(StatusCode::PAYLOAD_TOO_LARGE, code, message).at("licenseKey")
            }
            LicenceError::Key(key) => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, key.code(), message).at("licenseKey")
            }
            LicenceError::Expired { .. } => {
                let status = StatusCode::UNPROCESSABLE_ENTITY;
                Self::new(status, "licence_expired", message).at("licenseKey")
            }
            LicenceError::NoneInstalled => {
                Self::new(StatusCode::CONFLICT, "licence_none_installed", message)
            }
            LicenceError::Stream(_) | LicenceError::Vault(_) | LicenceError::Defect(_) => {
                tracing::error!(%error, "the licence service failed");
                Self::unavailable("The licence service does not answer. Its log says more.")
            }
        }
    }

    /// Converts an error of the logo service.
    pub fn of_logo(error: &LogoError) -> Self {
        let (status, code) = match error {
            LogoError::Empty => (StatusCode::UNPROCESSABLE_ENTITY, "logo_empty"),
            LogoError::TooLarge => (StatusCode::PAYLOAD_TOO_LARGE, "logo_too_large"),
            LogoError::Markup => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "logo_markup"),
            LogoError::UnknownFormat => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "logo_unknown_format"),
            LogoError::BadSize { .. } => (StatusCode::UNPROCESSABLE_ENTITY, "logo_bad_size"),
            LogoError::NoneUploaded => (StatusCode::CONFLICT, "logo_none_uploaded"),
            LogoError::Stream(_) | LogoError::File(_) | LogoError::Defect(_) => {
                tracing::error!(%error, "the logo's service failed");
                let message = "The logo's service does not answer. Its log says more.";
                return Self::unavailable(message);
            }
        };
        Self::new(status, code, format!("{}.", capitalised(&error.to_string())))
    }

    /// Converts an error of the project service.
    pub fn of_project(error: &ProjectError) -> Self {
        let message = error.to_string();
        match error {
            ProjectError::Problem(problem) => {
                Self::bad_request(problem.code(), message).at(problem.field())
            }
            ProjectError::KeyTaken => {
                Self::new(StatusCode::CONFLICT, "project_key_taken", message).at("project_key")
            }
            ProjectError::Stream(_) | ProjectError::Defect(_) => {
                tracing::error!(%error, "the projects service failed");
                Self::unavailable("Projects cannot be reached at the moment. Try again later.")
            }
        }
    }
}
