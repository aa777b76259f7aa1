//! The log files of the services: written by one thread, read by offset, followed as they grow (LOGV-02).
//!
//! They lie in `<data>/log/<service>/` and are telemetry: never journaled, rotated, and gone when their time has come.
//! People are named by their opaque ids in them, since a name in a file could not be erased.

mod audit;
mod embedded;
mod files;
mod follow;
mod layer;
mod line;
mod names;
mod reader;
pub(crate) mod sources;
mod writer;

use std::future::Future;
use std::pin::Pin;
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::rules::services::ServiceId;

use crate::remote::RemoteError;

pub use audit::AuditTrail;
pub use embedded::EmbeddedLogs;
pub use files::Rotation;
pub use follow::{Appended, Follower, Followers};
pub use layer::{LogLayer, LogSlot};
pub use line::{Answered, Audited, access_line, audit_line, inert, request_line};
pub use names::{LogId, LogKind};
pub use reader::{Cursor, Gap, LogReader, Piece, READ_BYTES_MAX, Whole};
pub use writer::LogWriter;

/// How often a log is looked at again, in milliseconds, unless a server says otherwise (LOGV-01).
pub const REFRESH_RATE_MS: u32 = 10_000;

/// An answer as it will be.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, LogsError>> + Send + 'a>>;

/// The port.
pub trait Logs: Send + Sync + 'static {
    /// Which logs a service has, on which nodes. Without a node, that of the node which is asked.
    fn config(&self, service: ServiceId, node: Option<String>) -> Answer<'_, LogConfig>;

    /// What a log holds behind a cursor, at most 256 KiB of it.
    fn data(&self, ask: LogAsk) -> Answer<'_, LogData>;

    /// What a log holds before a place whose generation is known, at most 256 KiB of it; from the beginning of a file
    /// on it is the end of the one that was rotated before it. A platform whose answers say no `from` cannot tell.
    fn earlier(&self, ask: LogAsk) -> Answer<'_, LogData>;
}

/// Which logs there are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LogConfig {
    /// The ids of the service's logs.
    pub logs: Vec<String>,
    /// The nodes that it runs on.
    pub nodes: Vec<String>,
    /// How often to look again, in milliseconds.
    pub refresh_rate_millis: u32,
}

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogAsk {
    /// Whose log.
    pub service: ServiceId,
    /// On which node; without one, on that which is asked.
    pub node: Option<String>,
    /// The log's id.
    pub id: String,
    /// Where to read on.
    pub cursor: Cursor,
}

/// A part of a log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LogData {
    /// The text.
    pub log_content: String,
    /// Where to read on: to be sent as `file_size` the next time.
    pub file_size: u64,
    /// When the file was changed last; empty while there is none.
    pub last_update_modified: String,
    /// When it was read.
    pub last_update_label: String,
    /// What is missing before the text.
    pub gap: Option<Gap>,
    /// Which file it is: to be sent along, so that a file that took its place is noticed.
    pub generation: String,
    /// How long the file is; more than `file_size` where there is more to read.
    pub total_size: u64,
    /// The first byte of the text: before it there is more, or an earlier file. An older platform does not say.
    #[serde(default)]
    pub from: Option<u64>,
    /// Whether anything stands before that byte, in this file or in one that was rotated before it. An older platform
    /// does not say.
    #[serde(default)]
    pub earlier: Option<bool>,
}

/// Why a log cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LogsError {
    /// The service does not run here.
    #[error("the service {service} does not run here, so it has no logs")]
    NotRunning {
        /// Which.
        service: ServiceId,
    },
    /// There is no such node.
    #[error("there is no such node; {service} runs on {}", nodes.join(", "))]
    UnknownNode {
        /// Whose.
        service: ServiceId,
        /// Those that there are.
        nodes: Vec<String>,
    },
    /// The service has no such log.
    #[error("the service {service} has no such log; it has {}", LogId::names(*service).join(", "))]
    UnknownLog {
        /// Which service.
        service: ServiceId,
    },
    /// The offset lies behind the end of the file, and always has.
    #[error("the log has {size} bytes, and file_size lies beyond: begin again with 0")]
    BeyondEnd {
        /// Its length.
        size: u64,
    },
    /// A link, a folder or something else stands in its place.
    #[error(
        "the log {log} is no plain file, and nothing else is opened: remove what stands in its place"
    )]
    NotAFile {
        /// Which.
        log: LogId,
    },
    /// The other platform gave no answer.
    #[error(transparent)]
    Remote(RemoteError),
    /// The other platform has no such thing.
    #[error(transparent)]
    NotThere(NotThere),
    /// The file system refused.
    #[error("{log} cannot be read: {why}")]
    Unreadable {
        /// Which.
        log: LogId,
        /// What it said.
        why: String,
    },
}

impl LogsError {
    /// Names it for programs.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NotRunning { .. } | Self::NotThere(NotThere::Service) => "service_not_running",
            Self::UnknownNode { .. } | Self::NotThere(NotThere::Node) => "unknown_node",
            Self::UnknownLog { .. } | Self::NotThere(NotThere::Log) => "unknown_log",
            Self::BeyondEnd { .. } | Self::NotThere(NotThere::Offset) => "beyond_end",
            Self::NotAFile { .. } | Self::Unreadable { .. } => "log_unreadable",
            Self::Remote(error) => error.code(),
        }
    }
}

/// What another platform does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NotThere {
    /// The service.
    #[error("the service does not run on the other platform, so it has no logs there")]
    Service,
    /// The node.
    #[error("the other platform has no such node")]
    Node,
    /// The log.
    #[error("the service has no such log on the other platform")]
    Log,
    /// So many bytes.
    #[error("the log on the other platform is shorter than file_size: begin again with 0")]
    Offset,
}

/// A moment of the file system, or of the machine's clock.
fn moment(at: SystemTime) -> Timestamp {
    let since = at.duration_since(UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_ms(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
}

/// The machine's own moment, which log lines and the times of files share, whatever clock the engine goes by.
#[allow(
    clippy::disallowed_methods,
    reason = "what is written here is telemetry, and decides nothing"
)]
fn now() -> Timestamp {
    moment(SystemTime::now())
}
