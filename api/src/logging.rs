//! Logging: to standard error, and to the log files of the services.

use std::sync::Arc;

use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _, fmt};
use waybill_platform::logs::{LogLayer, LogSlot};

/// Libraries that log network data at debug or trace level, which may contain secrets. Their level cannot be raised.
const DISCREET: [&str; 5] =
    ["tungstenite=info", "tokio_tungstenite=info", "hyper=info", "axum=info", "rustls=info"];

/// Starts logging to standard error, and to files as soon as the slot has a writer. `WAYBILL_LOG` sets the filter, and
/// `WAYBILL_LOG_FORMAT=json` the format on standard error.
pub fn start() -> anyhow::Result<LogSlot> {
    let wanted = std::env::var("WAYBILL_LOG").unwrap_or_else(|_| "info,sled=warn".to_owned());
    let mut filter = EnvFilter::builder().parse(&wanted).map_err(|error| {
        anyhow::anyhow!("WAYBILL_LOG is not valid: {error}; 'info' and 'debug' are examples")
    })?;
    for directive in DISCREET {
        filter = filter.add_directive(directive.parse()?);
    }
    // Lines that cannot be written are dropped. Reporting that on the same stream would panic.
    let shown = fmt::layer().with_writer(std::io::stderr).log_internal_errors(false);
    let shown = if std::env::var("WAYBILL_LOG_FORMAT").is_ok_and(|format| format == "json") {
        shown.json().boxed()
    } else {
        shown.with_ansi(false).boxed()
    };
    let slot = LogSlot::default();
    let files = LogLayer::new(Arc::clone(&slot));
    tracing_subscriber::registry().with(shown).with(files).with(filter).init();
    Ok(slot)
}
