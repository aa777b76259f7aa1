//! References of log files (LOGV-02).

use serde::{Deserialize, Serialize};

use super::services::ServiceId;

/// A reference of a log file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct LogFile {
    /// The service that writes the log.
    pub service: ServiceId,
    /// The node that the service runs on.
    pub node: String,
    /// The id of the log.
    pub id: String,
}
