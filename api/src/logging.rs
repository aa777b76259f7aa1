//! What the program says of itself: on standard error, and in the log files of its services.

use std::sync::Arc;

use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _, fmt};
use waybill_platform::logs::{LogLayer, LogSlot};

/// Libraries that tell, when asked for everything, what came over the wire, and with it what may be a secret. They
/// are never asked.
const DISCREET: [&str; 5] =
    ["tungstenite=info", "tokio_tungstenite=info", "hyper=info", "axum=info", "rustls=info"];

/// Logs go to standard error, and to files as soon as the slot has a writer. `WAYBILL_LOG` says how much, and
/// `WAYBILL_LOG_FORMAT=json` how it looks on standard error.
pub fn start() -> anyhow::Result<LogSlot> {
    let wanted = std::env::var("WAYBILL_LOG").unwrap_or_else(|_| "info,sled=warn".to_owned());
    let mut filter = EnvFilter::builder().parse(&wanted).map_err(|error| {
        anyhow::anyhow!("WAYBILL_LOG is not right: {error}; 'info' and 'debug' are examples")
    })?;
    for directive in DISCREET {
        filter = filter.add_directive(directive.parse()?);
    }
    // What cannot be written is lost. To say so on the same stream would end whatever was going on with a panic.
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
