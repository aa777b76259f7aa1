//! Webhooks in the platform journal, a stream each, and a view of them in memory.

mod changing;

use std::collections::HashSet;
use std::sync::Arc;

use tokio::sync::watch;
use waybill_journal::Journal;
use waybill_machines::Timestamp;
use waybill_machines::machines::webhook::{Event, WebhookDisabled};
use waybill_machines::rules::proxies::OutboundProxy;
use waybill_machines::rules::webhooks::{
    Webhook, WebhookAnswer, WebhookAttempt, WebhookHandler, WebhookMessage, WebhookProblem,
    check_webhook, is_header_value,
};
use waybill_machines::secret::SecretRef;
use waybill_outbound::OutboundError;

use super::rendering::{MaskedRequest, RenderError, masked, render, with_signature};
use super::secrets::{self, Completed, GivenSecrets, Read};
use super::stored::refused;
use super::{
    Answer, NamedMessage, Sender, StoredWebhook, WEBHOOKS_MAX, WEBHOOKS_OF_PROJECT_MAX,
    WebhookError, WebhookOrigin, Webhooks,
};
use crate::keyed::{Keyed, StoredByKey, to_completion};
use crate::secret::Secret;
use crate::streams::{ChangeContext, StreamError};
use crate::vault::{Kind, Vault, VaultError};

/// The service. Its methods have to be called within a Tokio runtime.
pub struct EmbeddedWebhooks {
    inner: Arc<Inner>,
}

struct Inner {
    webhooks: Keyed<StoredWebhook>,
    vault: Arc<Vault>,
    sender: Sender,
    origin: WebhookOrigin,
}

impl EmbeddedWebhooks {
    /// Opens the service.
    ///
    /// # Errors
    ///
    /// [`StreamError`], if what is stored cannot be read.
    pub fn open(
        journal: Arc<dyn Journal>,
        vault: Arc<Vault>,
        sender: Sender,
        origin: WebhookOrigin,
    ) -> Result<Self, StreamError> {
        let inner = Inner { webhooks: Keyed::open(journal)?, vault, sender, origin };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// Removes secrets that no webhook names: those of deleted ones, and what a crash left between the vault and the
    /// journal. Blocks on the disk; for the start. Returns how many there were.
    ///
    /// # Errors
    ///
    /// [`VaultError`], if the vault cannot be read.
    pub fn sweep_secrets(&self) -> Result<usize, VaultError> {
        let Inner { webhooks, vault, .. } = &*self.inner;
        if webhooks.may_lack_records() {
            return Ok(0);
        }
        let all = webhooks.all();
        let used: HashSet<&SecretRef> =
            all.iter().flat_map(|stored| stored.settings.secrets()).collect();
        let mut unused = vault.names(Kind::Webhook)?;
        unused.retain(|name| !used.contains(name));
        unused.iter().try_for_each(|name| vault.delete(Kind::Webhook, name))?;
        Ok(unused.len())
    }

    /// All webhooks, by key.
    pub(super) fn all(&self) -> Vec<StoredWebhook> {
        self.inner.webhooks.all()
    }

    /// The webhook with a key and an id; none if it was deleted.
    pub(super) fn with_id(&self, key: &str, id: &str) -> Option<StoredWebhook> {
        self.inner.with_id(key, id)
    }

    /// Changes with each change of a webhook.
    pub(super) fn changes(&self) -> watch::Receiver<u64> {
        self.inner.webhooks.changes()
    }

    /// What requests of a webhook go through now; `None` if they are sent straight.
    pub(super) fn proxy_of(&self, webhook: &StoredWebhook) -> Option<OutboundProxy> {
        self.inner.sender.current_proxy(&webhook.settings)
    }

    /// Sends a message once.
    pub(super) async fn attempt(
        &self,
        webhook: &StoredWebhook,
        message: NamedMessage<'_>,
        at: Timestamp,
    ) -> WebhookAttempt {
        let inner = &self.inner;
        let read = secrets::read(&inner.vault, &webhook.settings).await.unwrap_or_else(|error| {
            tracing::error!(service = "event", %error, "the secrets of a webhook cannot be read");
            Read::default()
        });
        inner.send(&webhook.settings, message, &read, at).await
    }

    /// Disables a webhook on the platform's own account, unless it has changed meanwhile.
    pub(super) async fn disable(
        &self,
        seen: &StoredWebhook,
        reason: WebhookDisabled,
        at: Timestamp,
    ) -> Result<(), WebhookError> {
        let _changing = self.inner.webhooks.lock().await;
        let known = self.with_id(&seen.settings.key, &seen.id);
        if known.is_some_and(|known| known.revision == seen.revision) {
            let context = ChangeContext::system(at);
            self.inner.submit(seen, Event::Disable { reason }, &context).await?;
        }
        Ok(())
    }

    /// Records an event of a webhook.
    fn happens(
        &self,
        seen: StoredWebhook,
        event: Event,
        context: ChangeContext,
    ) -> Answer<'_, StoredWebhook> {
        to_completion(&self.inner, async move |inner| {
            let _changing = inner.webhooks.lock().await;
            let known = inner.current(&seen)?;
            inner.change(&known, event, Vec::new(), &context).await
        })
    }
}

impl Webhooks for EmbeddedWebhooks {
    fn webhooks(&self) -> Answer<'_, Vec<StoredWebhook>> {
        Box::pin(std::future::ready(Ok(self.inner.webhooks.all())))
    }

    fn webhook(&self, key: String) -> Answer<'_, Option<StoredWebhook>> {
        Box::pin(std::future::ready(Ok(self.inner.webhooks.get(&key))))
    }

    fn sent_through(&self, proxy: &str) -> Vec<String> {
        let named = |stored: &StoredWebhook| stored.settings.proxy.as_deref() == Some(proxy);
        self.inner.webhooks.filtered(named).iter().map(StoredByKey::key).collect()
    }

    fn create(
        &self,
        new: Webhook,
        secrets: GivenSecrets,
        context: ChangeContext,
    ) -> Answer<'_, StoredWebhook> {
        to_completion(&self.inner, async move |inner| {
            let Completed { webhook, new } = secrets::completed(new, secrets, None)?;
            // The machine rejects these too; here no stream is made for them.
            check_webhook(&webhook).map_err(WebhookError::Problem)?;
            inner.vet(&webhook.url).await?;
            let _held = inner.sender.hold_proxy(&webhook).await?;
            let _changing = inner.webhooks.lock().await;
            if inner.webhooks.get(&webhook.key).is_some() {
                return Err(WebhookError::KeyTaken);
            }
            if inner.webhooks.len() >= WEBHOOKS_MAX {
                return Err(WebhookError::TooMany);
            }
            let is_beside =
                |stored: &StoredWebhook| stored.settings.project_key == webhook.project_key;
            if webhook.project_key.is_some()
                && inner.webhooks.filtered(is_beside).len() >= WEBHOOKS_OF_PROJECT_MAX
            {
                return Err(WebhookError::TooManyOfProject);
            }
            let by = context.who.person().cloned();
            secrets::store(&inner.vault, new).await?;
            let event = Event::Create { webhook: Box::new(webhook), by };
            let created =
                inner.webhooks.create(event, &context).await?.map_err(|error| refused(&error))?;
            created.ok_or(WebhookError::Unknown)
        })
    }

    fn change(
        &self,
        wanted: Webhook,
        secrets: GivenSecrets,
        context: ChangeContext,
    ) -> Answer<'_, StoredWebhook> {
        to_completion(&self.inner, async move |inner| {
            let known = inner.webhooks.get(&wanted.key).ok_or(WebhookError::Unknown)?;
            // One whose address has been closed since can still be paused, disabled and described.
            if known.settings.url != wanted.url {
                inner.vet(&wanted.url).await?;
            }
            let _held = inner.sender.hold_proxy(&wanted).await?;
            let _changing = inner.webhooks.lock().await;
            let known = inner.webhooks.get(&wanted.key).ok_or(WebhookError::Unknown)?;
            let Completed { webhook, new } =
                secrets::completed(wanted, secrets, Some(&known.settings))?;
            check_webhook(&webhook).map_err(WebhookError::Problem)?;
            // The machine rejects this too; here its sentence is known.
            if webhook.project_key != known.settings.project_key {
                return Err(WebhookError::Problem(WebhookProblem::ProjectFixed));
            }
            let by = context.who.person().cloned();
            let event = Event::Change { webhook: Box::new(webhook), by };
            inner.change(&known, event, new, &context).await
        })
    }

    fn pause(
        &self,
        seen: StoredWebhook,
        paused: bool,
        context: ChangeContext,
    ) -> Answer<'_, StoredWebhook> {
        self.happens(seen, Event::Pause { paused }, context)
    }

    fn rotate(
        &self,
        seen: StoredWebhook,
        secret: Secret,
        context: ChangeContext,
    ) -> Answer<'_, StoredWebhook> {
        to_completion(&self.inner, async move |inner| {
            if !is_header_value(secret.expose()) {
                return Err(WebhookError::SecretText("secret".to_owned()));
            }
            let _changing = inner.webhooks.lock().await;
            let known = inner.current(&seen)?;
            // The machine rejects these too; here no secret is stored for them.
            let is_signed =
                matches!(known.settings.handler, WebhookHandler::Webhook { secret: Some(_), .. });
            if !is_signed {
                return Err(WebhookError::Problem(WebhookProblem::NotRotated));
            }
            let name = Vault::new_name();
            let event = Event::Rotate { secret: name.clone() };
            inner.change(&known, event, vec![(name, secret)], &context).await
        })
    }

    fn retire(&self, seen: StoredWebhook, context: ChangeContext) -> Answer<'_, StoredWebhook> {
        self.happens(seen, Event::Retire {}, context)
    }

    fn delete(&self, seen: StoredWebhook, context: ChangeContext) -> Answer<'_, ()> {
        to_completion(&self.inner, async move |inner| {
            let _changing = inner.webhooks.lock().await;
            let known = inner.current(&seen)?;
            inner.submit(&known, Event::Delete {}, &context).await?;
            inner.forget(known.settings.secrets().cloned().collect()).await;
            Ok(())
        })
    }

    fn test(
        &self,
        webhook: Webhook,
        secrets: GivenSecrets,
        message: WebhookMessage,
        at: Timestamp,
    ) -> Answer<'_, WebhookAttempt> {
        Box::pin(async move {
            let (webhook, secrets) = self.inner.as_it_would_be(webhook, secrets).await?;
            Ok(self.inner.send(&webhook, (&message).into(), &secrets, at).await)
        })
    }

    fn echo(
        &self,
        webhook: Webhook,
        secrets: GivenSecrets,
        message: WebhookMessage,
        at: Timestamp,
    ) -> Answer<'_, String> {
        Box::pin(async move {
            let inner = &self.inner;
            let (webhook, secrets) = inner.as_it_would_be(webhook, secrets).await?;
            let rendered =
                with_signature(&webhook, (&message).into(), &inner.origin, &secrets, at)?;
            let written = inner.sender.written(&webhook.url, rendered).await?;
            Ok(String::from_utf8_lossy(&written).into_owned())
        })
    }

    fn masked_request(
        &self,
        webhook: &Webhook,
        message: NamedMessage<'_>,
        at: Timestamp,
    ) -> Result<MaskedRequest, RenderError> {
        masked(webhook, message, &self.inner.origin, at)
    }
}

impl Inner {
    fn with_id(&self, key: &str, id: &str) -> Option<StoredWebhook> {
        self.webhooks.get(key).filter(|webhook| webhook.id == id)
    }

    /// A webhook that was seen, as it is now. The caller has locked.
    fn current(&self, seen: &StoredWebhook) -> Result<StoredWebhook, WebhookError> {
        self.with_id(&seen.settings.key, &seen.id).ok_or(WebhookError::Unknown)
    }

    /// An address that is not valid is what `check_webhook` refuses.
    async fn vet(&self, url: &str) -> Result<(), WebhookError> {
        match self.sender.vet(url).await {
            Err(error @ (OutboundError::Blocked(_) | OutboundError::NoAddress)) => {
                Err(error.into())
            }
            _ => Ok(()),
        }
    }

    /// A webhook with the secrets that it would have: the stored ones, and those that are given. One of another project
    /// that has got the key meanwhile gives it none.
    async fn as_it_would_be(
        &self,
        webhook: Webhook,
        secrets: GivenSecrets,
    ) -> Result<(Webhook, Read), WebhookError> {
        let known = self.webhooks.get(&webhook.key);
        let known = known.as_ref().map(|known| &*known.settings);
        let known = known.filter(|known| known.project_key == webhook.project_key);
        let Completed { webhook, new } = secrets::completed(webhook, secrets, known)?;
        check_webhook(&webhook).map_err(WebhookError::Problem)?;
        drop(self.sender.hold_proxy(&webhook).await?);
        let read = secrets::read(&self.vault, &webhook).await?.with(new);
        Ok((webhook, read))
    }

    async fn send(
        &self,
        webhook: &Webhook,
        message: NamedMessage<'_>,
        secrets: &Read,
        at: Timestamp,
    ) -> WebhookAttempt {
        let rendered = render(webhook, message, &self.origin, secrets, at);
        let mut attempt = self.sender.send(webhook, rendered, &secrets.texts()).await;
        // A receiver may repeat the name of a user, which must be in no record.
        if let (Some(_), WebhookAnswer::Status { text, .. }) =
            (message.username, &mut attempt.answer)
        {
            *text = None;
        }
        attempt
    }
}
