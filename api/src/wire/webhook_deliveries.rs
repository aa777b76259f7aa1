//! Deliveries of webhooks as the console lists and shows them.

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::rules::webhooks::{WebhookDomain, WebhookMethod};

/// Which deliveries of a webhook are listed.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct WebhookDeliveriesQuery {
    /// Only those in this state.
    pub state: Option<WebhookDeliveryStatus>,
    /// Only those whose event has this text in its type or its data.
    pub search: Option<String>,
    /// The id after which the list goes on.
    pub after: Option<String>,
    /// How many at most; 100 at most.
    pub limit: Option<usize>,
}

/// The state of a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WebhookDeliveryStatus {
    /// It has failed and is tried again.
    Waiting,
    /// The receiver has it.
    Delivered,
    /// It is not tried again.
    Dead,
    /// It was given up because its webhook changed.
    Cancelled,
}

/// Deliveries of a webhook, the newest first.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WebhookDeliveries {
    /// The deliveries.
    pub deliveries: Vec<ListedWebhookDelivery>,
    /// The id after which the next page begins; none on the last page.
    pub next: Option<String>,
}

/// A delivery in the list.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ListedWebhookDelivery {
    /// Its id.
    pub id: String,
    /// What the event is about.
    pub domain: WebhookDomain,
    /// The type of the event.
    pub event_type: &'static str,
    /// The file, build or release bundle that it is about, as one text.
    pub subject: String,
    /// When the event happened.
    pub happened_at: Timestamp,
    /// The state.
    pub state: WebhookDeliveryStatus,
    /// How often it was sent.
    pub attempts: u32,
    /// When it was sent last.
    pub attempted_at: Option<Timestamp>,
    /// The status of the last answer; none if there was none.
    pub status: Option<u16>,
    /// Why the last attempt failed.
    pub error: Option<String>,
    /// How long the last attempt took, in milliseconds.
    pub took_ms: Option<u64>,
    /// When it is sent again.
    pub retried_at: Option<Timestamp>,
}

/// A delivery with all of its attempts.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DescribedWebhookDelivery {
    /// As it is listed.
    pub delivery: ListedWebhookDelivery,
    /// The id of the message, which is the same at each attempt and each redelivery.
    pub message_id: String,
    /// The trace of the request that has caused the event.
    pub trace_id: Option<String>,
    /// What is sent, with secrets masked; none if the webhook can make no request of the event at present.
    pub request: Option<MaskedWebhookRequest>,
    /// The attempts, the newest first.
    pub attempts: Vec<WebhookDeliveryAttempt>,
}

/// A request as it would be sent now, with secrets masked.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct MaskedWebhookRequest {
    /// The method.
    pub method: WebhookMethod,
    /// The address.
    pub url: String,
    /// The headers; the values of secret ones are masked.
    pub headers: Vec<MaskedWebhookHeader>,
    /// The body; none for GET. Secrets in it are masked.
    pub body: Option<String>,
}

/// A header of such a request.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct MaskedWebhookHeader {
    /// The name.
    pub name: String,
    /// The value, or asterisks.
    pub value: String,
}

/// An attempt to deliver.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WebhookDeliveryAttempt {
    /// When it was made.
    pub at: Timestamp,
    /// How long it took, in milliseconds.
    pub took_ms: u64,
    /// The status of the answer; none if there was none.
    pub status: Option<u16>,
    /// Why it failed.
    pub error: Option<String>,
    /// The beginning of the answer.
    pub answer: Option<String>,
}

/// The delivery that a delivery is sent again as.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct WebhookRedelivery {
    /// Its id.
    pub id: String,
}
