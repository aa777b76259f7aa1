//! The forms in which an event is sent.

use serde_json::{Value, json};
use waybill_machines::Timestamp;
use waybill_machines::rules::webhooks::{WebhookData, WebhookEventType, WebhookMessage};

/// Where messages come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookOrigin {
    /// The address of the installation.
    pub url: String,
    /// The service and the installation, such as `waybill@01HX…`.
    pub source: String,
}

/// A message without meaning, by which an administrator tests a webhook.
pub fn test_message(id: String, at: Timestamp, event: WebhookEventType) -> WebhookMessage {
    let data = WebhookData { test: Some(true), ..WebhookData::default() };
    WebhookMessage { id, at, event, data, trace: None }
}

/// The form of the public API: domain, type and data beside each other.
pub(super) fn plain(message: &WebhookMessage, key: &str, origin: &WebhookOrigin) -> Value {
    json!({
        "domain": message.event.domain().name(),
        "event_type": message.event.type_name(),
        "data": message.data,
        "subscription_key": key,
        "jpd_origin": origin.url,
        "source": origin.source,
    })
}

/// The same in an envelope of `CloudEvents` 1.0.
pub(super) fn cloud_event(message: &WebhookMessage, key: &str, origin: &WebhookOrigin) -> Value {
    let (domain, event_type) = (message.event.domain().name(), message.event.type_name());
    json!({
        "specversion": "1.0",
        "id": message.id,
        "source": origin.url,
        "type": format!("{domain}.{event_type}"),
        "time": message.at.to_string(),
        "datacontenttype": "application/json",
        "data": plain(message, key, origin),
    })
}
