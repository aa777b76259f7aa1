//! What names a log (LOGV-02).

use serde::{Deserialize, Serialize};

use super::services::ServiceId;

/// A log file: whose, where, which.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LogFile {
    /// Whose.
    pub service: ServiceId,
    /// On which node.
    pub node: String,
    /// Its id.
    pub id: String,
}
