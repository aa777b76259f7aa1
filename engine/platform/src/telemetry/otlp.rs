//! Spans as OTLP in JSON (`ExportTraceServiceRequest`): ids are hex digits, and 64-bit numbers are texts.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use super::{Attribute, Identity, Span, SpanKind};

/// The status of a span that failed.
const STATUS_ERROR: u8 = 2;

/// The body of a request to a collector.
pub(super) fn body(identity: &Identity, spans: &[Span]) -> Vec<u8> {
    let Identity { version, instance } = identity;
    let resource = [
        text("service.name", "waybill"),
        text("service.version", version),
        text("service.instance.id", instance),
    ];
    let spans: Vec<Value> = spans.iter().map(span).collect();
    let scope = json!({ "scope": { "name": "waybill", "version": version }, "spans": spans });
    let resource = json!({ "resource": { "attributes": resource }, "scopeSpans": [scope] });
    json!({ "resourceSpans": [resource] }).to_string().into_bytes()
}

fn span(span: &Span) -> Value {
    let mut value = json!({
        "traceId": span.trace.whole_digits(),
        "spanId": span.id.to_string(),
        "name": span.name,
        "kind": match span.kind {
            SpanKind::Server => 2,
            SpanKind::Client => 3,
        },
        "startTimeUnixNano": nanoseconds(span.began),
        "endTimeUnixNano": nanoseconds(span.ended),
        "attributes": span.attributes.iter().map(attribute).collect::<Vec<_>>(),
    });
    if let Some(parent) = span.parent {
        value["parentSpanId"] = parent.to_string().into();
    }
    if span.has_failed {
        value["status"] = json!({ "code": STATUS_ERROR });
    }
    value
}

fn attribute(attribute: &Attribute) -> Value {
    match attribute {
        Attribute::Method(method) => text("http.request.method", method),
        Attribute::Route(route) => text("http.route", route),
        Attribute::Status(status) => {
            let value = json!({ "intValue": status.to_string() });
            json!({ "key": "http.response.status_code", "value": value })
        }
        Attribute::Server(host) => text("server.address", host),
        Attribute::Machine(machine) => text("waybill.machine", machine),
        Attribute::Error(code) => text("error.type", code),
    }
}

fn text(key: &str, value: &str) -> Value {
    json!({ "key": key, "value": { "stringValue": value } })
}

fn nanoseconds(at: SystemTime) -> String {
    at.duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos().to_string()
}
