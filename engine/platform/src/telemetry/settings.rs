//! The table `[telemetry]` of the configuration.

use serde::{Deserialize, Serialize};
use waybill_outbound::{Target, TargetError};

/// The most spans that may wait, of some 300 bytes each.
const QUEUE_SPANS_MAX: usize = 100_000;

/// Where traces are sent, and how many.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TelemetrySettings {
    /// The base address of a collector that takes OTLP over HTTP, such as `http://127.0.0.1:4318`. Without one nothing
    /// is exported.
    pub endpoint: Option<String>,
    /// How many of a hundred traces are exported.
    pub sampled_percent: u32,
    /// How many spans may wait for the collector.
    pub queue_spans: usize,
}

impl Default for TelemetrySettings {
    fn default() -> Self {
        Self { endpoint: None, sampled_percent: 100, queue_spans: 2_048 }
    }
}

/// Why settings are invalid.
#[derive(Debug, thiserror::Error)]
pub enum TelemetrySettingsError {
    /// The address is none.
    #[error("telemetry.endpoint is not valid")]
    Endpoint(#[from] TargetError),
    /// More than all.
    #[error("telemetry.sampled_percent is between 0 and 100")]
    Percent,
    /// Nothing could wait, or too much.
    #[error("telemetry.queue_spans is between 1 and {QUEUE_SPANS_MAX}")]
    Queue,
}

impl TelemetrySettings {
    /// Where spans are sent, if anywhere.
    pub fn check(&self) -> Result<Option<Target>, TelemetrySettingsError> {
        if self.sampled_percent > 100 {
            return Err(TelemetrySettingsError::Percent);
        }
        if !(1..=QUEUE_SPANS_MAX).contains(&self.queue_spans) {
            return Err(TelemetrySettingsError::Queue);
        }
        let traces = |base: &String| format!("{}/v1/traces", base.trim_end_matches('/'));
        Ok(self.endpoint.as_ref().map(|base| Target::parse(&traces(base))).transpose()?)
    }
}
