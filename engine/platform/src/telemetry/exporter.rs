//! The task that sends spans to the collector.

use std::time::Duration;

use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use waybill_outbound::{Method, Outbound, OutboundError, Request, Target};

use super::{QUEUE, Queue, Span, TelemetrySettings, TelemetrySettingsError, otlp};
use crate::metric::Metric;

/// Spans of one request to the collector.
const BATCH_SPANS: usize = 512;
/// How long the first span of a batch waits for others.
const LINGER: Duration = Duration::from_secs(1);
/// Time for one request, and for the last one of a server that stops.
const SEND_WITHIN: Duration = Duration::from_secs(5);

/// Who exports, as the collector shows it.
#[derive(Debug, Clone)]
pub struct Identity {
    /// The version of this server.
    pub version: String,
    /// The node.
    pub instance: String,
}

/// The export of this process until it stops, or that there is none.
pub struct Exporter(Option<Running>);

struct Running {
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Exporter {
    /// Starts to export, if a collector is configured. There is one export in a process.
    pub fn start(
        settings: &TelemetrySettings,
        outbound: Outbound,
        identity: Identity,
    ) -> Result<Self, TelemetrySettingsError> {
        let Some(target) = settings.check()? else { return Ok(Self(None)) };
        let (spans, queued) = mpsc::channel(settings.queue_spans);
        let sampled_percent = settings.sampled_percent;
        if QUEUE.set(Queue { spans, sampled_percent }).is_err() {
            return Ok(Self(None));
        }
        let (stop, stopped) = oneshot::channel();
        let collector = Collector { target, outbound, identity, was_reached: true };
        let task = tokio::spawn(collector.export(queued, stopped));
        Ok(Self(Some(Running { stop, task })))
    }

    /// Sends what still waits, for a short time.
    pub async fn finish(self) {
        let Some(Running { stop, task }) = self.0 else { return };
        let _ = stop.send(());
        let _ = tokio::time::timeout(SEND_WITHIN, task).await;
    }
}

struct Collector {
    target: Target,
    outbound: Outbound,
    identity: Identity,
    was_reached: bool,
}

/// Why a batch was not taken.
#[derive(Debug, thiserror::Error)]
enum NotTaken {
    #[error(transparent)]
    Outbound(#[from] OutboundError),
    #[error("it answered with the status {0}")]
    Status(u16),
}

impl Collector {
    async fn export(
        mut self,
        mut queued: mpsc::Receiver<Span>,
        mut stopped: oneshot::Receiver<()>,
    ) {
        let mut batch = Vec::with_capacity(BATCH_SPANS);
        loop {
            tokio::select! {
                _ = queued.recv_many(&mut batch, BATCH_SPANS) => {}
                _ = &mut stopped => break,
            }
            let is_full = batch.len() == BATCH_SPANS;
            if !is_full && tokio::time::timeout(LINGER, &mut stopped).await.is_ok() {
                break;
            }
            while batch.len() < BATCH_SPANS
                && let Ok(span) = queued.try_recv()
            {
                batch.push(span);
            }
            self.deliver(&mut batch).await;
        }
        queued.close();
        self.deliver(&mut batch).await;
        while queued.recv_many(&mut batch, BATCH_SPANS).await > 0 {
            self.deliver(&mut batch).await;
        }
    }

    /// Sends a batch. One that is not taken is dropped: there is no room to keep many.
    async fn deliver(&mut self, batch: &mut Vec<Span>) {
        if batch.is_empty() {
            return;
        }
        let number = batch.len() as u64;
        match self.send(batch).await {
            Ok(()) => {
                Metric::SpansExported.counter(&[]).increment(number);
                if !self.was_reached {
                    tracing::info!("the collector of traces takes spans again");
                }
                self.was_reached = true;
            }
            Err(error) => {
                Metric::SpansDropped.counter(&["not_delivered"]).increment(number);
                // Once, until it is reached again.
                if self.was_reached {
                    tracing::warn!(%error, "the collector of traces does not take spans; they are dropped");
                }
                self.was_reached = false;
            }
        }
        batch.clear();
    }

    async fn send(&self, spans: &[Span]) -> Result<(), NotTaken> {
        let body = otlp::body(&self.identity, spans);
        let request = Request::new(Method::POST, self.target.clone())
            .with_body("application/json", body)
            .within(SEND_WITHIN);
        let answer = self.outbound.send(request).await?;
        if (200..300).contains(&answer.status) {
            Ok(())
        } else {
            Err(NotTaken::Status(answer.status))
        }
    }
}
