//! Events of `tracing` as lines of service logs: the field `service` selects the log.

use std::fmt::Write as _;
use std::sync::{Arc, OnceLock};

use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::Context;
use waybill_machines::rules::services::ServiceId;

use super::line::service_line;
use super::names::{LogId, LogKind};
use super::now;
use super::writer::LogWriter;
use crate::trace;

/// Where the layer finds its writer: logging begins before the data directory is open. Earlier events are written to
/// standard error only.
pub type LogSlot = Arc<OnceLock<LogWriter>>;

/// Sends every event to the service log that its field `service` names, and those without one to the log of the
/// repository service.
#[derive(Clone)]
pub struct LogLayer {
    slot: LogSlot,
}

impl LogLayer {
    /// A layer that writes once the slot is filled.
    pub const fn new(slot: LogSlot) -> Self {
        Self { slot }
    }
}

impl<S: Subscriber> Layer<S> for LogLayer {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        let Some(writer) = self.slot.get() else { return };
        let mut content = Content::default();
        event.record(&mut content);
        let service = content.service.unwrap_or(ServiceId::Artifactory);
        let trace = trace::current();
        let (level, target) = (event.metadata().level().as_str(), event.metadata().target());
        let message = format!("{}{}", content.message, content.fields);
        let at = now();
        let line = service_line(at, service, level, trace.as_ref(), target, &message);
        writer.write(LogId::new(service, LogKind::Service), line);
    }
}

/// The content of an event.
#[derive(Default)]
struct Content {
    service: Option<ServiceId>,
    message: String,
    fields: String,
}

impl Visit for Content {
    fn record_str(&mut self, field: &Field, value: &str) {
        if field.name() == "service"
            && let Ok(service) = value.parse()
        {
            self.service = Some(service);
        } else {
            self.record_debug(field, &value);
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn std::fmt::Debug) {
        match field.name() {
            "message" => {
                let _ = write!(self.message, "{value:?}");
            }
            // `service = %id` is recorded as a debug value, with the text of the id.
            "service" if self.take_service(value) => {}
            name => {
                let _ = write!(self.fields, " {name}={value:?}");
            }
        }
    }
}

impl Content {
    fn take_service(&mut self, value: &dyn std::fmt::Debug) -> bool {
        self.service = format!("{value:?}").parse().ok();
        self.service.is_some()
    }
}

#[cfg(test)]
mod tests {
    use tracing_subscriber::layer::SubscriberExt as _;

    use super::super::Rotation;
    use super::*;
    use crate::trace::Trace;

    /// covers: [LOGV-02]
    #[tokio::test]
    async fn events_go_to_the_log_of_their_service_with_the_trace_of_their_request() {
        let root = tempfile::tempdir().unwrap();
        let slot = LogSlot::default();
        let subscriber = tracing_subscriber::registry().with(LogLayer::new(Arc::clone(&slot)));
        let guard = tracing::subscriber::set_default(subscriber);
        tracing::info!("before there is a file");
        let writer = LogWriter::start(root.path(), Rotation::default()).unwrap();
        let _ = slot.set(writer.clone());
        let trace = Trace::parse("9f2c0000aaaa1111");
        trace::within(trace, async {
            tracing::info!(service = "xray", count = 3, "scanned\nforged");
            tracing::warn!(service = %ServiceId::Event, "told");
            tracing::error!(service = "nobody's", "mine");
        })
        .await;
        drop(guard);
        writer.flush();
        let read = |service: &str| {
            let path = root.path().join(service).join(format!("{service}-service.log"));
            std::fs::read_to_string(path).unwrap()
        };
        let xray = read("xray");
        assert!(xray.contains("[jfxr ] [INFO ] [9f2c0000aaaa1111] ["), "{xray}");
        assert!(xray.ends_with("] - scanned\\nforged count=3\n"), "{xray}");
        assert!(read("event").ends_with("] - told\n"));
        let rest = read("artifactory");
        assert!(rest.ends_with("] - mine service=\"nobody's\"\n"), "{rest}");
        assert_eq!(rest.lines().count(), 1);
    }
}
