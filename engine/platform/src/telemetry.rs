//! Traces for a collector of OpenTelemetry: spans of requests, commands and requests to other servers, sent with the
//! outbound client as OTLP over HTTP. Off unless an address is configured.
//!
//! Spans wait in a bounded queue. What does not fit, or is not delivered, is dropped and counted: a collector that is
//! slow or away costs no request anything.

mod exporter;
mod otlp;
mod settings;

use std::borrow::Cow;
use std::sync::OnceLock;
use std::time::{Instant, SystemTime};

use tokio::sync::mpsc::Sender;

use crate::metric::Metric;
use crate::trace::{self, Parent, SpanId, Trace};

pub use exporter::{Exporter, Identity};
pub use settings::{TelemetrySettings, TelemetrySettingsError};

/// The queue of this process, while it exports.
static QUEUE: OnceLock<Queue> = OnceLock::new();

/// Where spans wait.
#[derive(Debug)]
struct Queue {
    spans: Sender<Span>,
    sampled_percent: u32,
}

impl Queue {
    /// Whether a trace is exported: not if the caller does not record it, and else by its id, so that other servers
    /// with the same part decide alike.
    fn takes(&self, trace: &Trace) -> bool {
        trace.parent().is_none_or(|parent| parent.is_sampled)
            && is_within(trace, self.sampled_percent)
    }

    fn push(&self, span: Span) {
        if self.spans.try_send(span).is_err() {
            Metric::SpansDropped.count(&["queue_full"]);
        }
    }
}

/// Whether a trace is among so many of a hundred.
fn is_within(trace: &Trace, percent: u32) -> bool {
    let digits = trace.whole_digits();
    let low = digits.get(16..).and_then(|digits| u64::from_str_radix(digits, 16).ok());
    (u128::from(low.unwrap_or_default()) * 100) >> 64 < u128::from(percent)
}

/// On which side of a request a span is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SpanKind {
    /// A request or a command of a client.
    Server,
    /// A request to another server.
    Client,
}

/// An attribute, by the semantic conventions of OpenTelemetry. There are none for paths, addresses and names of users:
/// collectors are no place for them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Attribute {
    /// `http.request.method`
    Method(String),
    /// `http.route`: the path of the route table.
    Route(&'static str),
    /// `http.response.status_code`
    Status(u16),
    /// `server.address`: the host of another server.
    Server(String),
    /// `waybill.machine`: the machine that a command is for.
    Machine(String),
    /// `error.type`: a code.
    Error(String),
}

/// A finished piece of work.
#[derive(Debug)]
struct Span {
    trace: Trace,
    id: SpanId,
    parent: Option<SpanId>,
    kind: SpanKind,
    name: Cow<'static, str>,
    began: SystemTime,
    ended: SystemTime,
    attributes: Vec<Attribute>,
    has_failed: bool,
}

/// A piece of work that has begun.
#[derive(Debug)]
pub struct Started {
    trace: Trace,
    id: SpanId,
    kind: SpanKind,
    began: SystemTime,
    since: Instant,
    is_sampled: bool,
}

impl Started {
    /// What a client has asked for.
    pub fn server(trace: Trace) -> Self {
        Self::begin(trace, SpanKind::Server)
    }

    /// A request to another server, if this task is part of a trace.
    pub fn client() -> Option<Self> {
        Some(Self::begin(trace::current()?, SpanKind::Client))
    }

    #[allow(
        clippy::disallowed_methods,
        reason = "spans are telemetry: no decision and no record has these times"
    )]
    fn begin(trace: Trace, kind: SpanKind) -> Self {
        let is_sampled = QUEUE.get().is_some_and(|queue| queue.takes(&trace));
        let (began, since) = (SystemTime::now(), Instant::now());
        Self { trace, id: SpanId::fresh(), kind, began, since, is_sampled }
    }

    /// The trace, in which this work is the parent of what is done next.
    pub fn trace(&self) -> Trace {
        let is_sampled = self.is_sampled;
        self.trace.clone().with_parent(Parent { span: self.id, is_sampled })
    }

    /// The header that names this work to another server.
    pub fn traceparent(&self) -> String {
        self.trace.traceparent(self.id, self.is_sampled)
    }

    /// Ends the work. The name and the attributes are made only for a trace that is exported.
    pub fn end<N: Into<Cow<'static, str>>>(
        self,
        result: impl FnOnce() -> (N, bool, Vec<Attribute>),
    ) {
        let Some(queue) = QUEUE.get().filter(|_| self.is_sampled) else { return };
        let (name, has_failed, attributes) = result();
        let Self { trace, id, kind, began, since, .. } = self;
        let parent = trace.parent().map(|parent| parent.span);
        // By the monotonic clock: a step of the wall clock does not make it negative.
        let ended = began + since.elapsed();
        let name = name.into();
        queue.push(Span { trace, id, parent, kind, name, began, ended, attributes, has_failed });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_the_traces_is_exported_by_their_ids() {
        let traces: Vec<Trace> = (0..2_000).map(|_| Trace::fresh()).collect();
        let part = |percent| traces.iter().filter(|trace| is_within(trace, percent)).count();
        assert_eq!((part(0), part(100)), (0, traces.len()));
        assert!((300..700).contains(&part(25)), "{}", part(25));
        let whole = Trace::parse("4bf92f3577b34da6ffffffffffffffff").unwrap();
        assert!(is_within(&whole, 100) && !is_within(&whole, 99));
    }
}
