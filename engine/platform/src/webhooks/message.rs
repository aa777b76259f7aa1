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

/// A message as a request is made of it: with the name of the user that it is about, which is in no record and is
/// looked up each time.
#[derive(Clone, Copy)]
pub struct NamedMessage<'a> {
    /// The message.
    pub message: &'a WebhookMessage,
    /// The name of its user; empty if there is no such account any longer. None if it is about no user.
    pub username: Option<&'a str>,
}

impl<'a> From<&'a WebhookMessage> for NamedMessage<'a> {
    /// A message that is about no user.
    fn from(message: &'a WebhookMessage) -> Self {
        Self { message, username: None }
    }
}

/// A message without meaning, by which an administrator tests a webhook.
pub fn test_message(id: String, at: Timestamp, event: WebhookEventType) -> WebhookMessage {
    let data = WebhookData { test: Some(true), ..WebhookData::default() };
    WebhookMessage { id, at, event, data, trace: None }
}

/// The form of the public API: domain, type and data beside each other.
pub(super) fn plain(named: NamedMessage<'_>, key: &str, origin: &WebhookOrigin) -> Value {
    let message = named.message;
    let mut event = json!({
        "domain": message.event.domain().name(),
        "event_type": message.event.type_name(),
        "data": message.data,
        "subscription_key": key,
        "jpd_origin": origin.url,
        "source": origin.source,
    });
    if let Some(username) = named.username {
        event["data"]["username"] = json!(username);
    }
    event
}

/// The same in an envelope of `CloudEvents` 1.0.
pub(super) fn cloud_event(named: NamedMessage<'_>, key: &str, origin: &WebhookOrigin) -> Value {
    let message = named.message;
    let (domain, event_type) = (message.event.domain().name(), message.event.type_name());
    json!({
        "specversion": "1.0",
        "id": message.id,
        "source": origin.url,
        "type": format!("{domain}.{event_type}"),
        "time": message.at.to_string(),
        "datacontenttype": "application/json",
        "data": plain(named, key, origin),
    })
}
