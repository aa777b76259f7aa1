//! The states and events of the log viewer.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::named;
pub use crate::rules::logs::LogFile;
use crate::rules::services::ServiceId;
use crate::secret::Digest;
use crate::sign_in::Notice;
use crate::time::Timestamp;

/// Whether a service has been chosen since the viewer was opened (DET-07).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ServiceChanged {
    /// Nobody has chosen one: choosing a product has no effect yet.
    #[default]
    Initial,
    /// Somebody has.
    Changed,
}

/// Whether a service runs on several nodes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum HaStatus {
    /// On one.
    Single,
    /// On several.
    Cluster,
}

/// What lay between two reads and can be read no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LogGap {
    /// Another file has taken the place of the one that was read.
    Rotated,
    /// The file became shorter.
    Truncated,
}

/// How far a log has been read. The text itself is in no record: it travels by HTTP, or as a topic.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LogRead {
    /// Where to read on.
    #[cfg_attr(feature = "schema", ts(type = "number"))]
    pub file_size: u64,
    /// Which file it was.
    pub generation: String,
    /// When the file was changed last; empty while there is none.
    pub last_update_modified: String,
    /// When it was read.
    pub last_update_label: String,
    /// What is missing before what was read.
    pub gap: Option<LogGap>,
    /// Recognises the text that was read last.
    pub digest: Digest,
}

/// What the viewer holds, whatever it is doing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "LogView"))]
#[serde(deny_unknown_fields)]
pub struct Viewer {
    /// The services whose logs can be read.
    pub product_list: BTreeSet<ServiceId>,
    /// The nodes of the selected one.
    pub node_list: Vec<String>,
    /// The logs of the selected one.
    pub log_list: Vec<String>,
    /// The selected service; the repository service at first (DET-07).
    pub selected_product: ServiceId,
    /// The selected node.
    pub selected_node: Option<String>,
    /// The selected log.
    pub selected_file: Option<String>,
    /// Whether the selected service runs on several nodes; not known before its logs are.
    pub ha_status: Option<HaStatus>,
    /// Whether a service has been chosen.
    pub service_changed: ServiceChanged,
    /// How long to wait between two refreshes, in milliseconds: whole seconds.
    pub refresh_ms: u32,
    /// How far the log has been read.
    pub read: Option<LogRead>,
    /// What the last read failed with, so that the same is not notified at each refresh.
    pub failed: Option<String>,
    /// Until when somebody counts as looking; afterwards refreshing pauses.
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
    /// Somebody wanted it.
    User,
    /// Which logs there are could not be found out.
    ConfigError,
    /// A service has been chosen, and nothing of it yet.
    Choosing,
    /// There is no log to show.
    NoLog,
    /// Nobody has looked for a long time.
    Unattended,
}

/// What goes on when a read is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "LogAfter"))]
#[serde(rename_all = "snake_case")]
pub enum After {
    /// The counter counts down.
    Count,
    /// The page is fed by a topic.
    Live,
    /// Nothing.
    Pause,
}

/// What the viewer does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "LogViewerState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// Nobody looks.
    Closed {
        /// What it holds: the defaults.
        viewer: Box<Viewer>,
    },
    /// It finds out which logs the selected service has.
    Configuring {
        /// What it holds.
        viewer: Box<Viewer>,
    },
    /// It counts down to the next refresh.
    Counting {
        /// What it holds.
        viewer: Box<Viewer>,
        /// When the next refresh is due.
        until: Timestamp,
    },
    /// It reads on.
    Refreshing {
        /// What it holds.
        viewer: Box<Viewer>,
        /// What goes on afterwards.
        after: After,
    },
    /// A topic feeds the page, so nothing is polled.
    Live {
        /// What it holds.
        viewer: Box<Viewer>,
    },
    /// It waits for somebody.
    Paused {
        /// What it holds.
        viewer: Box<Viewer>,
        /// Why.
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

/// What came of asking which logs there are.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "LogConfigAnswer")
)]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum Configured {
    /// These.
    Told {
        /// Whose they are.
        service: ServiceId,
        /// The ids of the logs.
        logs: Vec<String>,
        /// The nodes.
        nodes: Vec<String>,
        /// How often to look again, if the server says so.
        refresh_rate_millis: Option<u32>,
    },
    /// It could not be found out.
    Refused {
        /// Whose were asked for.
        service: ServiceId,
        /// Why.
        notice: Notice,
    },
    /// The server stopped meanwhile.
    Interrupted {
        /// Whose were asked for.
        service: ServiceId,
    },
}

/// What came of reading on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "LogDataAnswer")
)]
#[serde(tag = "outcome", rename_all = "snake_case", deny_unknown_fields)]
pub enum Fetched {
    /// So far.
    Told {
        /// Which log.
        file: LogFile,
        /// How far.
        read: LogRead,
    },
    /// It could not be read.
    Refused {
        /// Which log.
        file: LogFile,
        /// Why.
        notice: Notice,
    },
    /// The server stopped meanwhile.
    Interrupted {
        /// Which log.
        file: LogFile,
    },
}

/// What happens to the viewer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "LogViewerEvent")
)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// Somebody opens it.
    Open {
        /// The services whose logs can be read.
        products: BTreeSet<ServiceId>,
    },
    /// Somebody has chosen a service.
    ServiceChanged {},
    /// The product that goes with it.
    SelectProduct {
        /// Which.
        service: ServiceId,
    },
    /// Somebody wants the logs of another node.
    SelectNode {
        /// Which.
        node: String,
    },
    /// Somebody wants another log.
    SelectFile {
        /// Which.
        id: String,
    },
    /// Nothing is to be refreshed.
    Pause {},
    /// It goes on.
    Resume {},
    /// It is refreshed at once.
    RefreshNow {},
    /// A topic feeds the page from now on.
    Feed {},
    /// It does so no more.
    FeedLost {
        /// How far it came.
        #[cfg_attr(feature = "schema", ts(type = "number"))]
        file_size: u64,
        /// Which file it was.
        generation: String,
    },
    /// Everything is as it was at first.
    Reset {},
    /// The counter has come to its end.
    Due {},
    /// Which logs there are is known, or not.
    #[serde(rename = "logs.config")]
    Configured(Configured),
    /// More of the log is known, or not.
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
        /// Which.
        service: ServiceId,
    },
    /// See [`Event::SelectNode`].
    SelectNode {
        /// Which.
        node: String,
    },
    /// See [`Event::SelectFile`].
    SelectFile {
        /// Which.
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
        /// How far it came.
        file_size: u64,
        /// Which file it was.
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
