//! The states and events of the log viewer.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::named;
pub use crate::rules::logs::LogFile;
use crate::rules::services::ServiceId;
use crate::secret::Digest;
use crate::sign_in::Notice;
use crate::time::Timestamp;

/// Whether a service has been selected since the viewer was opened (DET-07).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ServiceChanged {
    /// No service has been selected; selecting a product has no effect yet.
    #[default]
    Initial,
    /// A service has been selected.
    Changed,
}

/// Whether a service runs on several nodes (high availability).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum HaStatus {
    /// It runs on one node.
    Single,
    /// It runs on several nodes.
    Cluster,
}

/// Why text between two reads is missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LogGap {
    /// The file that was read has been replaced by another one.
    Rotated,
    /// The file has become shorter.
    Truncated,
}

/// How far a log has been read. Its text is in no record: it is sent over HTTP or as a topic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LogRead {
    /// The offset at which the next read starts, in bytes.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub file_size: u64,
    /// The generation of the file, which identifies it after a rotation.
    pub generation: String,
    /// When the file was last modified; empty if the file does not exist.
    pub last_update_modified: String,
    /// When the file was read.
    pub last_update_label: String,
    /// Why text before the last read is missing; none if nothing is missing.
    pub gap: Option<LogGap>,
    /// The digest of the text that was read last.
    pub digest: Digest,
}

/// The data of the viewer in every state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "LogView"))]
#[serde(deny_unknown_fields)]
pub struct Viewer {
    /// The services whose logs can be read.
    pub product_list: BTreeSet<ServiceId>,
    /// The nodes of the selected service.
    pub node_list: Vec<String>,
    /// The logs of the selected service.
    pub log_list: Vec<String>,
    /// The selected service; initially the repository service (DET-07).
    pub selected_product: ServiceId,
    /// The selected node.
    pub selected_node: Option<String>,
    /// The selected log.
    pub selected_file: Option<String>,
    /// Whether the selected service runs on several nodes; none until its nodes are known.
    pub ha_status: Option<HaStatus>,
    /// Whether a service has been selected.
    pub service_changed: ServiceChanged,
    /// The interval between two refreshes, in milliseconds; a multiple of 1000.
    pub refresh_ms: u32,
    /// How far the log has been read.
    pub read: Option<LogRead>,
    /// The code of the last read's error, so that it is not notified at each refresh.
    pub failed: Option<String>,
    /// When refreshing pauses, unless there is activity before.
    pub attended_until: Timestamp,
}

impl Default for Viewer {
    fn default() -> Self {
        Self {
            product_list: BTreeSet::new(),
            node_list: Vec::new(),
            log_list: Vec::new(),
            selected_product: ServiceId::Artifactory,
            selected_node: None,
            selected_file: None,
            ha_status: None,
            service_changed: ServiceChanged::Initial,
            refresh_ms: super::log_viewer::REFRESH_MS,
            read: None,
            failed: None,
            attended_until: Timestamp::from_ms(0),
        }
    }
}

/// Why refreshing is paused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "LogPause"))]
#[serde(rename_all = "snake_case")]
pub enum Pause {
    /// The user has paused it.
    User,
    /// The list of logs could not be fetched.
    ConfigError,
    /// The service has been changed, and its product is not selected yet.
    Choosing,
    /// There is no log to show.
    NoLog,
    /// There was no activity for a long time.
    Unattended,
}

/// What follows a read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "LogAfter"))]
#[serde(rename_all = "snake_case")]
pub enum After {
    /// The countdown to the next refresh.
    Count,
    /// Feeding by the topic.
    Live,
    /// A pause.
    Pause,
}

/// The state of the log viewer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "LogViewerState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// The viewer is closed.
    Closed {
        /// The default data.
        viewer: Box<Viewer>,
    },
    /// The logs and nodes of the selected service are being fetched.
    Configuring {
        /// The data of the viewer.
        viewer: Box<Viewer>,
    },
    /// The countdown to the next refresh is running.
    Counting {
        /// The data of the viewer.
        viewer: Box<Viewer>,
        /// When the next refresh is due.
        until: Timestamp,
    },
    /// The log is being read.
    Refreshing {
        /// The data of the viewer.
        viewer: Box<Viewer>,
        /// What follows the read.
        after: After,
    },
    /// A topic feeds the page, so nothing is polled.
    Live {
        /// The data of the viewer.
        viewer: Box<Viewer>,
    },
    /// Refreshing is paused.
    Paused {
        /// The data of the viewer.
        viewer: Box<Viewer>,
        /// Why it is paused.
        why: Pause,
    },
}
named!(State {
    Closed = "closed",
    Configuring = "configuring",
    Counting = "counting",
    Refreshing = "refreshing",
    Live = "live",
    Paused = "paused",
});

/// The answer to fetching the logs of a service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "LogConfigAnswer")
)]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum Configured {
    /// The logs and nodes are known.
    #[serde(rename = "told")]
    Received {
        /// The service.
        service: ServiceId,
        /// The ids of its logs.
        logs: Vec<String>,
        /// Its nodes.
        nodes: Vec<String>,
        /// The interval between two refreshes, in milliseconds, if the server specifies one.
        refresh_rate_millis: Option<u32>,
    },
    /// The logs could not be fetched.
    Refused {
        /// The service.
        service: ServiceId,
        /// The reason.
        notice: Notice,
    },
    /// The server stopped before the result was known.
    Interrupted {
        /// The service.
        service: ServiceId,
    },
}

/// The answer to reading a log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "LogDataAnswer")
)]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum Fetched {
    /// The log has been read.
    #[serde(rename = "told")]
    Received {
        /// The log.
        file: LogFile,
        /// How far it has been read.
        read: LogRead,
    },
    /// The log could not be read.
    Refused {
        /// The log.
        file: LogFile,
        /// The reason.
        notice: Notice,
    },
    /// The server stopped before the result was known.
    Interrupted {
        /// The log.
        file: LogFile,
    },
}

/// The events of the log viewer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "LogViewerEvent")
)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The user opens the viewer.
    Open {
        /// The services whose logs can be read.
        products: BTreeSet<ServiceId>,
    },
    /// The user changes the service.
    ServiceChanged {},
    /// The page selects the product of the changed service.
    SelectProduct {
        /// The service to select.
        service: ServiceId,
    },
    /// The user selects a node.
    SelectNode {
        /// The node.
        node: String,
    },
    /// The user selects a log.
    SelectFile {
        /// The id of the log.
        id: String,
    },
    /// The user pauses refreshing.
    Pause {},
    /// The user resumes refreshing.
    Resume {},
    /// The user refreshes at once.
    RefreshNow {},
    /// A topic begins to feed the page.
    Feed {},
    /// The topic has ceased to feed the page.
    FeedLost {
        /// How far the topic has read, in bytes.
        #[cfg_attr(feature = "schema", ts(type = "number"))]
        file_size: u64,
        /// The generation of the file that the topic has read.
        generation: String,
    },
    /// The page is left; the viewer returns to its defaults.
    Reset {},
    /// The countdown has ended.
    Due {},
    /// The answer to fetching the logs of a service.
    #[serde(rename = "logs.config")]
    Configured(Configured),
    /// The answer to reading a log.
    #[serde(rename = "logs.data")]
    Fetched(Fetched),
}
named!(Event {
    Open = "open",
    ServiceChanged = "service_changed",
    SelectProduct = "select_product",
    SelectNode = "select_node",
    SelectFile = "select_file",
    Pause = "pause",
    Resume = "resume",
    RefreshNow = "refresh_now",
    Feed = "feed",
    FeedLost = "feed_lost",
    Reset = "reset",
    Due = "due",
    Configured = "logs.config",
    Fetched = "logs.data",
});

/// What a tab may propose.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Proposal {
    /// See [`Event::Open`].
    Open {},
    /// See [`Event::ServiceChanged`].
    ServiceChanged {},
    /// See [`Event::SelectProduct`].
    SelectProduct {
        /// The service to select.
        service: ServiceId,
    },
    /// See [`Event::SelectNode`].
    SelectNode {
        /// The node.
        node: String,
    },
    /// See [`Event::SelectFile`].
    SelectFile {
        /// The id of the log.
        id: String,
    },
    /// See [`Event::Pause`].
    Pause {},
    /// See [`Event::Resume`].
    Resume {},
    /// See [`Event::RefreshNow`].
    RefreshNow {},
    /// See [`Event::Feed`].
    Feed {},
    /// See [`Event::FeedLost`].
    FeedLost {
        /// How far the topic has read, in bytes.
        file_size: u64,
        /// The generation of the file that the topic has read.
        generation: String,
    },
    /// See [`Event::Reset`].
    Reset {},
}
named!(Proposal {
    Open = "open",
    ServiceChanged = "service_changed",
    SelectProduct = "select_product",
    SelectNode = "select_node",
    SelectFile = "select_file",
    Pause = "pause",
    Resume = "resume",
    RefreshNow = "refresh_now",
    Feed = "feed",
    FeedLost = "feed_lost",
    Reset = "reset",
});
