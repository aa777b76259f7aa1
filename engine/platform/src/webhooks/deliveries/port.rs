//! The port by which the console and programs see deliveries, and send one again.

use std::future::Future;
use std::pin::Pin;

use waybill_machines::Timestamp;
use waybill_machines::rules::webhooks::WebhookAttempt;

use super::{LastAttempt, ListedDelivery, RecordError};
use crate::streams::ChangeContext;
use crate::webhooks::{StoredWebhook, WebhookError};

/// The future answer of a call.
pub(super) type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, DeliveryError>> + Send + 'a>>;

/// The port for deliveries.
pub trait WebhookDeliveries: Send + Sync + 'static {
    /// Deliveries of a webhook that a filter permits, the newest first, after the one with an id: `limit` at most.
    fn list(
        &self,
        webhook: &StoredWebhook,
        after: Option<&str>,
        limit: usize,
        is_wanted: &dyn Fn(&ListedDelivery) -> bool,
    ) -> Vec<ListedDelivery>;

    /// A delivery with its attempts.
    fn delivery(&self, webhook: &StoredWebhook, id: String) -> Answer<'_, DeliveredFrom>;

    /// Sends a message again, as another delivery. Answers its id.
    fn redeliver(
        &self,
        webhook: &StoredWebhook,
        id: String,
        context: ChangeContext,
    ) -> Answer<'_, String>;

    /// How the deliveries of a webhook are going.
    fn status(&self, webhook: &StoredWebhook) -> DeliveryStatus;
}

/// How the deliveries of a webhook are going.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeliveryStatus {
    /// How many have failed and wait.
    pub waiting: usize,
    /// Until when its receiver is left alone, since it does not answer.
    pub receiver_retried_at: Option<Timestamp>,
    /// The newest attempt.
    pub last: Option<LastAttempt>,
}

/// A delivery with its attempts.
#[derive(Debug, Clone)]
pub struct DeliveredFrom {
    /// As it is listed.
    pub listed: ListedDelivery,
    /// The attempts, the newest first.
    pub attempts: Vec<DeliveryAttempt>,
}

/// An attempt of a delivery.
#[derive(Debug, Clone)]
pub struct DeliveryAttempt {
    /// When it was recorded.
    pub at: Timestamp,
    /// What came of it.
    pub attempt: WebhookAttempt,
}

/// Why a call has no answer.
#[derive(Debug, thiserror::Error)]
pub enum DeliveryError {
    /// There is no such delivery, or it is too old.
    #[error("There is no such delivery, or it is too old to be listed.")]
    Unknown,
    /// It waits, and will be sent again without being asked for.
    #[error("This delivery is waiting, and is sent again by itself.")]
    Waiting,
    /// The webhook sends nothing at present.
    #[error("The webhook is disabled; enable it first.")]
    Disabled,
    /// It was not recorded.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The webhook cannot be read.
    #[error(transparent)]
    Webhook(#[from] WebhookError),
    /// Its journal cannot be read.
    #[error("the journal of the delivery cannot be read: {0}")]
    Read(String),
}
