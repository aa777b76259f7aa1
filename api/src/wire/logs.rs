//! Queries of service logs, and of searches in them. The responses are types of the platform.

use serde::Deserialize;

/// Selects a log and a part of it. Numbers are texts, so that an invalid one is reported by name.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct LogQuery {
    /// The node id.
    #[serde(rename = "nodeId")]
    pub node: Option<String>,
    /// The log's id.
    pub id: Option<String>,
    /// Where to continue: `file_size` of the previous response.
    pub file_size: Option<String>,
    /// The same, where the path names the node.
    pub offset: Option<String>,
    /// Returns what is before this byte instead.
    pub before: Option<String>,
    /// The generation of the file, as in the previous response.
    pub generation: Option<String>,
}

/// Searches a log. Numbers and times are texts, so that an invalid one is reported by name.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct LogSearchQuery {
    /// The node id.
    #[serde(rename = "nodeId")]
    pub node: Option<String>,
    /// The log's id.
    pub id: Option<String>,
    /// A part of the line, in any case.
    pub q: Option<String>,
    /// Lines of at least this level: `debug`, `info`, `warn` or `error`.
    pub level: Option<String>,
    /// Lines from this time on.
    pub from: Option<String>,
    /// Lines up to this time.
    pub to: Option<String>,
    /// The most matches, at most 500; all are counted.
    pub limit: Option<String>,
}
