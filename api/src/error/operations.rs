//! Errors of logs, status and retention of the running services.

use axum::http::StatusCode;
use waybill_platform::logs::{LogsError, NotFound};
use waybill_platform::remote::{RemoteError, RemoteErrorCode};
use waybill_platform::retention::RetentionError;
use waybill_platform::status::StatusError;

use super::{ApiError, capitalised};

impl ApiError {
    /// Converts an error about a log.
    pub fn of_logs(error: &LogsError) -> Self {
        let message = format!("{}.", capitalised(&error.to_string()));
        let (status, field) = match error {
            LogsError::NotRunning { .. } | LogsError::NotFound(NotFound::Service) => {
                (StatusCode::NOT_FOUND, "service")
            }
            LogsError::UnknownNode { .. } | LogsError::NotFound(NotFound::Node) => {
                (StatusCode::NOT_FOUND, "nodeId")
            }
            LogsError::UnknownLog { .. } | LogsError::NotFound(NotFound::Log) => {
                (StatusCode::NOT_FOUND, "id")
            }
            LogsError::BeyondEnd { .. } | LogsError::NotFound(NotFound::Offset) => {
                (StatusCode::RANGE_NOT_SATISFIABLE, "file_size")
            }
            LogsError::Remote(error) => return Self::of_remote(*error),
            LogsError::NotAFile { .. } | LogsError::Unreadable { .. } => {
                tracing::error!(%error, "a log cannot be read");
                return Self::new(StatusCode::SERVICE_UNAVAILABLE, error.code(), message);
            }
        };
        Self::new(status, error.code(), message).at(field)
    }

    /// Converts a failed request to another platform; the message is for administrators.
    pub fn of_remote(error: RemoteError) -> Self {
        let message = format!("{}.", capitalised(&error.to_string()));
        Self::new(StatusCode::SERVICE_UNAVAILABLE, error.code(), message)
    }

    /// 508: this server sent a request to itself, because its configuration names itself as the other platform.
    pub fn request_loop() -> Self {
        Self::new(
            StatusCode::LOOP_DETECTED,
            RemoteErrorCode::RemoteLoop,
            "This server asks itself: its configuration names itself in [remote] url.",
        )
    }

    /// 416: the requested range of a file is not satisfiable.
    pub fn bad_range(size: u64) -> Self {
        let message = format!("The file has {size} bytes, and nothing of the range is in it.");
        Self::new(StatusCode::RANGE_NOT_SATISFIABLE, "bad_range", message)
    }

    /// Converts an error of the status service.
    pub fn of_status(error: &StatusError) -> Self {
        let status = match error {
            StatusError::Unknown | StatusError::RemovedAlready => StatusCode::NOT_FOUND,
            StatusError::Online => StatusCode::CONFLICT,
            StatusError::Remote(error) => return Self::of_remote(*error),
            StatusError::Stream(_) | StatusError::Unreachable | StatusError::Defect(_) => {
                tracing::error!(%error, "the status service failed");
                let message = "The status service does not answer. Its log says more.";
                return Self::unavailable(message);
            }
        };
        Self::new(status, error.code(), format!("{}.", capitalised(&error.to_string())))
    }

    /// Converts an error about the retention setting.
    pub fn of_retention(error: &RetentionError) -> Self {
        match error {
            RetentionError::NotFound => Self::not_found(capitalised(&format!("{error}."))),
            RetentionError::Failed { message } => {
                Self::unavailable(capitalised(&format!("{message}.")))
            }
        }
    }
}
