//! What is asked of the logs of services. What they answer is the platform's own.

use serde::Deserialize;

/// Which log, and which part of it. Numbers come as texts, so that a wrong one is named.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct LogQuery {
    /// On which node.
    #[serde(rename = "nodeId")]
    pub node: Option<String>,
    /// The log's id.
    pub id: Option<String>,
    /// Where to read on: `file_size` of the answer before.
    pub file_size: Option<String>,
    /// The same where the path names the node.
    pub offset: Option<String>,
    /// What stands before this byte is wanted instead.
    pub before: Option<String>,
    /// Which file it was, as the answer before named it.
    pub generation: Option<String>,
}
