//! The log files of the services: written by one thread, read by offset, followed as they grow (LOGV-02).
//!
//! They are stored in `<data>/log/<service>/` and are telemetry: never journaled, rotated, and removed when they are
//! old. Users appear in them under their opaque ids, since a name in a file could not be erased.

mod audit;
mod density;
mod embedded;
mod files;
mod follow;
mod layer;
mod line;
mod names;
mod parsed;
mod reader;
pub(crate) mod sources;
mod writer;

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::rules::services::ServiceId;

use crate::remote::{RemoteError, RemoteErrorCode};

pub use audit::AuditLog;
pub use density::{Bucket, Density};
pub use embedded::EmbeddedLogs;
pub use files::Rotation;
pub(crate) use files::rotated;
pub use follow::{Appended, Follower, Followers};
pub use layer::{LogLayer, LogSlot};
pub use line::{Answered, AuditEntry, access_line, audit_line, inert, request_line};
pub(crate) use line::{LINE_BYTES_MAX, is_active};
pub use names::{LogId, LogKind};
pub use parsed::Level;
pub(crate) use parsed::time_of;
pub use reader::{
    Cursor, Found, Gap, LogReader, MATCHES_MAX, Match, Piece, READ_BYTES_MAX, Search, WholeFile,
};
pub use writer::LogWriter;

/// How often clients poll a log, in milliseconds, unless a server says otherwise (LOGV-01).
pub const REFRESH_RATE_MS: u32 = 10_000;

/// The future answer of a call.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, LogsError>> + Send + 'a>>;

/// The port.
pub trait Logs: Send + Sync + 'static {
    /// The logs of a service and its nodes. Without a node, the logs of the one that answers.
    fn config(&self, service: ServiceId, node: Option<String>) -> Answer<'_, LogConfig>;

    /// The content of a log after a cursor, at most 256 KiB of it.
    fn data(&self, ask: LogRequest) -> Answer<'_, LogData>;

    /// The content of a log before an offset in a known generation, at most 256 KiB of it; at the beginning of a file
    /// this is the end of the one that was rotated before it. A platform that returns no `from` does not support it.
    fn earlier(&self, ask: LogRequest) -> Answer<'_, LogData>;

    /// Searches a log with the files that were rotated; bounded in bytes and in time.
    fn search(&self, ask: LogSearchRequest) -> Answer<'_, Found>;
}

/// A request to search a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogSearchRequest {
    /// The service whose log it is.
    pub service: ServiceId,
    /// The node; without it, the one that answers.
    pub node: Option<String>,
    /// The log's id.
    pub id: String,
    /// What is searched for.
    pub search: Search,
}

/// The logs of a service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LogConfig {
    /// The ids of the service's logs.
    pub logs: Vec<String>,
    /// The nodes that the service runs on.
    pub nodes: Vec<String>,
    /// How often to poll, in milliseconds.
    pub refresh_rate_millis: u32,
}

/// A request for a part of a log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogRequest {
    /// The service whose log it is.
    pub service: ServiceId,
    /// The node; without it, the one that answers.
    pub node: Option<String>,
    /// The log's id.
    pub id: String,
    /// Where to continue.
    pub cursor: Cursor,
}

/// A part of a log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LogData {
    /// The text.
    pub log_content: String,
    /// Where to continue: the `file_size` of the next request.
    pub file_size: u64,
    /// When the file was last modified; empty while there is none.
    pub last_update_modified: String,
    /// When it was read.
    pub last_update_label: String,
    /// What is missing before the text.
    pub gap: Option<Gap>,
    /// The generation of the file: sent back, so that a replaced file is noticed.
    pub generation: String,
    /// The length of the file; more than `file_size` when there is more to read.
    pub total_size: u64,
    /// The offset of the first byte of the text. An older platform does not send it.
    #[serde(default)]
    pub from: Option<u64>,
    /// Whether there is content before that byte, in this file or in one that was rotated before it. An older platform
    /// does not send it.
    #[serde(default)]
    pub earlier: Option<bool>,
}

/// Why a log cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LogsError {
    /// The service does not run here.
    #[error("the service {service} does not run here, so it has no logs")]
    NotRunning {
        /// The requested service.
        service: ServiceId,
    },
    /// There is no such node.
    #[error("there is no such node; {service} runs on {}", nodes.join(", "))]
    UnknownNode {
        /// The requested service.
        service: ServiceId,
        /// The existing nodes.
        nodes: Vec<String>,
    },
    /// The service has no such log.
    #[error("the service {service} has no such log; it has {}", LogId::names(*service).join(", "))]
    UnknownLog {
        /// The requested service.
        service: ServiceId,
    },
    /// The offset is after the end of the file, which was never longer.
    #[error("the log has {size} bytes, and file_size lies beyond: begin again with 0")]
    BeyondEnd {
        /// Its length in bytes.
        size: u64,
    },
    /// A link, a folder or something else has the name of the log.
    #[error(
        "the log {log} is no plain file, and nothing else is opened: remove what stands in its place"
    )]
    NotAFile {
        /// The log.
        log: LogId,
    },
    /// The call of the other platform failed.
    #[error(transparent)]
    Remote(RemoteError),
    /// The other platform does not have it.
    #[error(transparent)]
    NotFound(NotFound),
    /// An error of the file system.
    #[error("{log} cannot be read: {why}")]
    Unreadable {
        /// The log.
        log: LogId,
        /// The error message.
        why: String,
    },
}

impl LogsError {
    /// The machine-readable code of the error.
    pub const fn code(&self) -> LogsErrorCode {
        match self {
            Self::NotRunning { .. } | Self::NotFound(NotFound::Service) => {
                LogsErrorCode::ServiceNotRunning
            }
            Self::UnknownNode { .. } | Self::NotFound(NotFound::Node) => LogsErrorCode::UnknownNode,
            Self::UnknownLog { .. } | Self::NotFound(NotFound::Log) => LogsErrorCode::UnknownLog,
            Self::BeyondEnd { .. } | Self::NotFound(NotFound::Offset) => LogsErrorCode::BeyondEnd,
            Self::NotAFile { .. } | Self::Unreadable { .. } => LogsErrorCode::LogUnreadable,
            Self::Remote(error) => LogsErrorCode::Remote(error.code()),
        }
    }
}

/// The code of a [`LogsError`], as browsers receive it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LogsErrorCode {
    /// The service does not run.
    ServiceNotRunning,
    /// There is no such node.
    UnknownNode,
    /// There is no such log.
    UnknownLog,
    /// The offset is after the end of the log.
    BeyondEnd,
    /// The file cannot be read.
    LogUnreadable,
    /// The other platform cannot be asked.
    #[serde(untagged)]
    Remote(RemoteErrorCode),
}

impl fmt::Display for LogsErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// What another platform does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotFound {
    /// The service.
    #[error("the service does not run on the other platform, so it has no logs there")]
    Service,
    /// The node.
    #[error("the other platform has no such node")]
    Node,
    /// The log.
    #[error("the service has no such log on the other platform")]
    Log,
    /// That many bytes.
    #[error("the log on the other platform is shorter than file_size: begin again with 0")]
    Offset,
}

/// A time of the file system, or of the machine's clock.
fn moment(at: SystemTime) -> Timestamp {
    let since = at.duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_ms(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// The machine's own time, which log lines and file times share, whatever clock the engine uses.
#[allow(
    clippy::disallowed_methods,
    reason = "what is written here is telemetry, and decides nothing"
)]
fn now() -> Timestamp {
    moment(SystemTime::now())
}
