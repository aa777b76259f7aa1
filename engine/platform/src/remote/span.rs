//! The span of a request to the other platform, and the header by which that continues the trace.

use waybill_outbound::header::{HeaderName, HeaderValue};
use waybill_outbound::{Method, OutboundError, Request, Target};

use crate::telemetry::{Attribute, Started};

/// The header of W3C Trace Context.
const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");

/// A request that is part of a trace, or of none.
pub(crate) struct RequestSpan {
    started: Option<Started>,
    method: Method,
    host: String,
}

impl RequestSpan {
    pub(crate) fn begin(request: &Request, to: &Target) -> Self {
        Self { started: Started::client(), method: request.method().clone(), host: to.host() }
    }

    /// Adds the header.
    pub(crate) fn named_in(&self, request: Request) -> Request {
        let value = self.started.as_ref().map(Started::traceparent);
        match value.and_then(|value| HeaderValue::try_from(value).ok()) {
            Some(value) => request.with_header(TRACEPARENT, value),
            None => request,
        }
    }

    /// Ends it with the status of the response.
    pub(crate) fn end(self, status: Result<u16, &OutboundError>) {
        let Self { started, method, host } = self;
        let Some(started) = started else { return };
        started.end(|| {
            let method = method.to_string();
            let outcome = match status {
                Ok(status) => Attribute::Status(status),
                Err(_) => Attribute::Error("no_response".to_owned()),
            };
            let has_failed = status.is_err() || status.is_ok_and(|status| status >= 400);
            let attributes =
                vec![Attribute::Method(method.clone()), Attribute::Server(host), outcome];
            (method, has_failed, attributes)
        });
    }
}
