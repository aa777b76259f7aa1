//! Webhooks: what they are, and sending them (HOOK-01 to HOOK-04). Their secrets are in the vault, by names that the
//! settings have.

mod deliveries;
mod embedded;
mod message;
mod rendering;
mod secrets;
mod sending;
mod stored;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use waybill_machines::Timestamp;
use waybill_machines::machines::webhook::{WebhookDisabled, WebhookHistory};
use waybill_machines::rules::webhooks::{Webhook, WebhookAttempt, WebhookMessage, WebhookProblem};
use waybill_outbound::OutboundError;

pub use deliveries::{
    DeliveredFrom, DeliveryAttempt, DeliveryError, DeliverySources, DeliveryStatus, DeliveryStore,
    EmbeddedDeliveries, LastAttempt, ListedDelivery, Owners, RecordError, Standing,
    WebhookDeliveries, is_caused,
};
pub use embedded::EmbeddedWebhooks;
pub use message::{NamedMessage, WebhookOrigin, test_message};
pub use rendering::{HeaderKind, MaskedRequest, RenderError, Rendered, RenderedHeader, render};
pub use secrets::{GivenSecret, GivenSecrets};
pub use sending::Sender;
use stored::stream_of;

use crate::keyed::TaskStopped;
use crate::proxies::ProxyError;
use crate::streams::{ChangeContext, StreamError};
use crate::vault::VaultError;

/// The most webhooks of the installation.
pub const WEBHOOKS_MAX: usize = 1_000;
/// The most webhooks of a project.
pub const WEBHOOKS_OF_PROJECT_MAX: usize = 100;

/// The future answer of a call.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, WebhookError>> + Send + 'a>>;

/// The port for webhooks. A call for a webhook that was seen finds it by its id: another one that has got its key
/// meanwhile is not touched.
pub trait Webhooks: Send + Sync + 'static {
    /// All webhooks, by key.
    fn webhooks(&self) -> Answer<'_, Vec<StoredWebhook>>;

    /// The webhook with this key; `None` if there is none.
    fn webhook(&self, key: String) -> Answer<'_, Option<StoredWebhook>>;

    /// The keys of the webhooks that name a proxy.
    fn sent_through(&self, proxy: &str) -> Vec<String>;

    /// Creates a webhook. Of two with the same key, one is rejected because the key is taken.
    fn create(
        &self,
        new: Webhook,
        secrets: GivenSecrets,
        context: ChangeContext,
    ) -> Answer<'_, StoredWebhook>;

    /// Changes the webhook with the same key. Secrets that are kept stay what they are; with another address there are
    /// none to keep.
    fn change(
        &self,
        wanted: Webhook,
        secrets: GivenSecrets,
        context: ChangeContext,
    ) -> Answer<'_, StoredWebhook>;

    /// Has the deliveries of a webhook wait, or no longer.
    fn pause(
        &self,
        seen: StoredWebhook,
        paused: bool,
        context: ChangeContext,
    ) -> Answer<'_, StoredWebhook>;

    /// Gives a webhook another secret for its signatures.
    fn rotate(
        &self,
        seen: StoredWebhook,
        secret: crate::Secret,
        context: ChangeContext,
    ) -> Answer<'_, StoredWebhook>;

    /// Has the secret before the newest one count no longer.
    fn retire(&self, seen: StoredWebhook, context: ChangeContext) -> Answer<'_, StoredWebhook>;

    /// Deletes a webhook, with its secrets.
    fn delete(&self, seen: StoredWebhook, context: ChangeContext) -> Answer<'_, ()>;

    /// Sends a message once, to a webhook as it would be with these secrets. Nothing of it is recorded.
    fn test(
        &self,
        webhook: Webhook,
        secrets: GivenSecrets,
        message: WebhookMessage,
        at: Timestamp,
    ) -> Answer<'_, WebhookAttempt>;

    /// What a webhook as it would be with these secrets sends of a message: the bytes of the request as text, with its
    /// real signature, and with secrets masked. Nothing is sent.
    fn echo(
        &self,
        webhook: Webhook,
        secrets: GivenSecrets,
        message: WebhookMessage,
        at: Timestamp,
    ) -> Answer<'_, String>;

    /// The request that a webhook makes of a message at present, with its secrets masked.
    ///
    /// # Errors
    ///
    /// [`RenderError`], if it can make none.
    fn masked_request(
        &self,
        webhook: &Webhook,
        message: NamedMessage<'_>,
        at: Timestamp,
    ) -> Result<MaskedRequest, RenderError>;
}

/// A webhook that exists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredWebhook {
    /// Its id, which is never reused.
    pub id: String,
    /// What it sends, where, and when.
    pub settings: Arc<Webhook>,
    /// The number of its revision.
    pub revision: u32,
    /// Whether its deliveries wait.
    pub paused: bool,
    /// Why the platform has disabled it.
    pub disabled: Option<WebhookDisabled>,
    /// When it was created and changed, and by whom.
    pub history: WebhookHistory,
}

/// Why a call has no answer.
#[derive(Debug, thiserror::Error)]
pub enum WebhookError {
    /// The webhook is not valid, or cannot do this.
    #[error("{0}")]
    Problem(WebhookProblem),
    /// The key belongs to another webhook (HOOK-02).
    #[error("This name already exist")]
    KeyTaken,
    /// A secret is to be kept that there is not.
    #[error("There is no secret '{0}' to keep; enter it.")]
    NoSecretToKeep(String),
    /// A secret is empty, too long, or cannot be sent.
    #[error("A secret has 1 to 4096 characters in one line; '{0}' has not.")]
    SecretText(String),
    /// The installation has the most webhooks allowed.
    #[error("There are {WEBHOOKS_MAX} webhooks, which is the most. Delete one first.")]
    TooMany,
    /// The project has the most webhooks allowed.
    #[error("A project has {WEBHOOKS_OF_PROJECT_MAX} webhooks at most. Delete one of them first.")]
    TooManyOfProject,
    /// There is no such webhook.
    #[error("There is no such webhook.")]
    Unknown,
    /// There is no proxy with this key.
    #[error("There is no proxy '{0}'.")]
    NoSuchProxy(String),
    /// Proxies cannot be read.
    #[error(transparent)]
    Proxy(Box<ProxyError>),
    /// Nothing is sent to such an address.
    #[error("Nothing would be sent to this URL: {0}.")]
    Address(#[from] OutboundError),
    /// Nothing can be sent of the event.
    #[error(transparent)]
    Render(#[from] RenderError),
    /// The vault failed.
    #[error(transparent)]
    Vault(#[from] VaultError),
    /// The journal failed.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// A change stopped, which is a bug.
    #[error(transparent)]
    Stopped(#[from] TaskStopped),
}

impl From<ProxyError> for WebhookError {
    fn from(error: ProxyError) -> Self {
        Self::Proxy(Box::new(error))
    }
}
