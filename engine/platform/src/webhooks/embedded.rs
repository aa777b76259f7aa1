//! Webhooks in the platform journal, a stream each, and a view of them in memory.

use std::collections::{BTreeMap, HashSet};
use std::sync::{Arc, PoisonError, RwLock};

use tokio::sync::{Mutex, watch};
use waybill_journal::Journal;
use waybill_machines::machines::webhook::{Event, State, WebhookDisabled};
use waybill_machines::rules::webhooks::{
    Webhook, WebhookAttempt, WebhookHandler, WebhookMessage, WebhookProblem, check_webhook,
    is_header_value,
};
use waybill_machines::secret::SecretRef;
use waybill_machines::{AnyState, MachineName, Timestamp};

use super::rendering::{MaskedRequest, RenderError, masked, render};
use super::secrets::{self, Completed, GivenSecrets, Read};
use super::{Answer, Sender, StoredWebhook, WEBHOOKS_MAX, WebhookError, WebhookOrigin, Webhooks};
use crate::secret::{Secret, hex, random};
use crate::streams::{ChangeContext, Command, StreamError, Streams};
use crate::vault::{Kind, Vault, VaultError};

/// Prefix of the streams of webhooks.
const PREFIX: &str = "webhook/";

/// The stream of a webhook.
pub(super) fn stream_of(id: &str) -> String {
    format!("{PREFIX}{id}")
}

/// The service. Its methods have to be called within a Tokio runtime.
pub struct EmbeddedWebhooks {
    inner: Arc<Inner>,
}

struct Inner {
    streams: Streams,
    vault: Arc<Vault>,
    sender: Sender,
    origin: WebhookOrigin,
    by_key: RwLock<BTreeMap<String, StoredWebhook>>,
    /// Counts the changes of webhooks.
    changes: watch::Sender<u64>,
    /// Held during a change, so that only one webhook has a key.
    changing: Mutex<()>,
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
        let streams = Streams::new(journal);
        let mut by_key = BTreeMap::new();
        for stream in streams.names(PREFIX) {
            let state = streams.state(&stream, MachineName::Webhook)?;
            if let Some(stored) = stored(&stream[PREFIX.len()..], &state) {
                by_key.insert(stored.settings.key.clone(), stored);
            }
        }
        let (by_key, changing) = (RwLock::new(by_key), Mutex::default());
        let changes = watch::Sender::new(0);
        let inner = Inner { streams, vault, sender, origin, by_key, changes, changing };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// Removes secrets that no webhook names: those of deleted ones, and what a crash left between the vault and the
    /// journal. Blocks on the disk; for the start. Returns how many there were.
    ///
    /// # Errors
    ///
    /// [`VaultError`], if the vault cannot be read.
    pub fn sweep_secrets(&self) -> Result<usize, VaultError> {
        let Inner { streams, vault, .. } = &*self.inner;
        if streams.may_lack_records() {
            return Ok(0);
        }
        let all = self.inner.all();
        let used: HashSet<&SecretRef> =
            all.iter().flat_map(|stored| stored.settings.secrets()).collect();
        let mut unused = vault.names(Kind::Webhook)?;
        unused.retain(|name| !used.contains(name));
        unused.iter().try_for_each(|name| vault.delete(Kind::Webhook, name))?;
        Ok(unused.len())
    }

    /// All webhooks, by key.
    pub(super) fn all(&self) -> Vec<StoredWebhook> {
        self.inner.all()
    }

    /// The webhook with a key and an id; none if it was deleted.
    pub(super) fn with_id(&self, key: &str, id: &str) -> Option<StoredWebhook> {
        self.inner.with_key(key).filter(|webhook| webhook.id == id)
    }

    /// Changes with each change of a webhook.
    pub(super) fn changes(&self) -> watch::Receiver<u64> {
        self.inner.changes.subscribe()
    }

    /// Sends a message once.
    pub(super) async fn attempt(
        &self,
        webhook: &StoredWebhook,
        message: &WebhookMessage,
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
        let _changing = self.inner.changing.lock().await;
        let known = self.with_id(&seen.settings.key, &seen.id);
        if known.is_some_and(|known| known.revision == seen.revision) {
            let context = ChangeContext::system(at);
            self.inner.submit(&seen.id, Event::Disable { reason }, &context).await?;
        }
        Ok(())
    }

    /// Runs to completion even when the caller stops waiting.
    fn to_completion<T, F>(
        &self,
        work: impl FnOnce(Arc<Inner>) -> F + Send + 'static,
    ) -> Answer<'_, T>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, WebhookError>> + Send + 'static,
    {
        let inner = Arc::clone(&self.inner);
        Box::pin(async move { tokio::spawn(work(inner)).await.map_err(|_| WebhookError::Stopped)? })
    }

    /// Records an event of the webhook with a key.
    fn happens(
        &self,
        key: String,
        event: Event,
        context: ChangeContext,
    ) -> Answer<'_, StoredWebhook> {
        self.to_completion(async move |inner| {
            let _changing = inner.changing.lock().await;
            let known = inner.with_key(&key).ok_or(WebhookError::Unknown)?;
            inner.change(&known, event, Vec::new(), &context).await
        })
    }
}

impl Webhooks for EmbeddedWebhooks {
    fn webhooks(&self) -> Answer<'_, Vec<StoredWebhook>> {
        Box::pin(std::future::ready(Ok(self.inner.all())))
    }

    fn webhook(&self, key: String) -> Answer<'_, Option<StoredWebhook>> {
        Box::pin(std::future::ready(Ok(self.inner.with_key(&key))))
    }

    fn create(
        &self,
        new: Webhook,
        secrets: GivenSecrets,
        context: ChangeContext,
    ) -> Answer<'_, StoredWebhook> {
        self.to_completion(async move |inner| {
            let Completed { webhook, new } = secrets::completed(new, secrets, None)?;
            // The machine rejects these too; here no stream is made for them.
            check_webhook(&webhook).map_err(WebhookError::Problem)?;
            let _changing = inner.changing.lock().await;
            if inner.with_key(&webhook.key).is_some() {
                return Err(WebhookError::KeyTaken);
            }
            if inner.all().len() >= WEBHOOKS_MAX {
                return Err(WebhookError::TooMany);
            }
            let id = format!("hook_{}", hex(&random::<8>()));
            let by = context.who.person().cloned();
            secrets::store(&inner.vault, new).await?;
            let event = Event::Create { webhook: Box::new(webhook), by };
            inner.submit(&id, event, &context).await?.ok_or(WebhookError::Unknown)
        })
    }

    fn change(
        &self,
        wanted: Webhook,
        secrets: GivenSecrets,
        context: ChangeContext,
    ) -> Answer<'_, StoredWebhook> {
        self.to_completion(async move |inner| {
            let _changing = inner.changing.lock().await;
            let known = inner.with_key(&wanted.key).ok_or(WebhookError::Unknown)?;
            let Completed { webhook, new } =
                secrets::completed(wanted, secrets, Some(&known.settings))?;
            check_webhook(&webhook).map_err(WebhookError::Problem)?;
            let by = context.who.person().cloned();
            let event = Event::Change { webhook: Box::new(webhook), by };
            inner.change(&known, event, new, &context).await
        })
    }

    fn pause(
        &self,
        key: String,
        paused: bool,
        context: ChangeContext,
    ) -> Answer<'_, StoredWebhook> {
        self.happens(key, Event::Pause { paused }, context)
    }

    fn rotate(
        &self,
        key: String,
        secret: Secret,
        context: ChangeContext,
    ) -> Answer<'_, StoredWebhook> {
        self.to_completion(async move |inner| {
            if !is_header_value(secret.expose()) {
                return Err(WebhookError::SecretText("secret".to_owned()));
            }
            let _changing = inner.changing.lock().await;
            let known = inner.with_key(&key).ok_or(WebhookError::Unknown)?;
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

    fn retire(&self, key: String, context: ChangeContext) -> Answer<'_, StoredWebhook> {
        self.happens(key, Event::Retire {}, context)
    }

    fn delete(&self, key: String, context: ChangeContext) -> Answer<'_, ()> {
        self.to_completion(async move |inner| {
            let _changing = inner.changing.lock().await;
            let known = inner.with_key(&key).ok_or(WebhookError::Unknown)?;
            inner.submit(&known.id, Event::Delete {}, &context).await?;
            inner.to_change().remove(&key);
            inner.changes.send_modify(|changes| *changes += 1);
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
            let inner = &self.inner;
            let known = inner.with_key(&webhook.key);
            let known = known.as_ref().map(|known| &*known.settings);
            let Completed { webhook, new } = secrets::completed(webhook, secrets, known)?;
            check_webhook(&webhook).map_err(WebhookError::Problem)?;
            let read = secrets::read(&inner.vault, &webhook).await?.with(new);
            Ok(inner.send(&webhook, &message, &read, at).await)
        })
    }

    fn masked_request(
        &self,
        webhook: &Webhook,
        message: &WebhookMessage,
        at: Timestamp,
    ) -> Result<MaskedRequest, RenderError> {
        masked(webhook, message, &self.inner.origin, at)
    }
}

impl Inner {
    async fn send(
        &self,
        webhook: &Webhook,
        message: &WebhookMessage,
        secrets: &Read,
        at: Timestamp,
    ) -> WebhookAttempt {
        let rendered = render(webhook, message, &self.origin, secrets, at);
        self.sender.send(&webhook.url, rendered, &secrets.texts()).await
    }

    /// Stores new secrets, records an event, and removes the secrets that are not named any longer.
    async fn change(
        &self,
        known: &StoredWebhook,
        event: Event,
        new: Vec<(SecretRef, Secret)>,
        context: &ChangeContext,
    ) -> Result<StoredWebhook, WebhookError> {
        let names: Vec<SecretRef> = new.iter().map(|(name, _)| name.clone()).collect();
        secrets::store(&self.vault, new).await?;
        match self.submit(&known.id, event, context).await {
            Ok(changed) => {
                let changed = changed.ok_or(WebhookError::Unknown)?;
                let named: HashSet<&SecretRef> = changed.settings.secrets().collect();
                let old = known.settings.secrets().filter(|name| !named.contains(name));
                self.forget(old.cloned().collect()).await;
                Ok(changed)
            }
            Err(error) => {
                // What may have been recorded needs its secrets; the next start knows.
                let is_certain = match &error {
                    WebhookError::Stream(error) => error.is_certain(),
                    _ => true,
                };
                if is_certain {
                    self.forget(names).await;
                }
                Err(error)
            }
        }
    }

    /// Removes secrets. Those that could not be removed are at the next start.
    async fn forget(&self, names: Vec<SecretRef>) {
        if let Err(error) = secrets::remove(&self.vault, names).await {
            tracing::warn!(service = "event", %error, "secrets of a webhook are removed later");
        }
    }

    fn to_change(&self) -> std::sync::RwLockWriteGuard<'_, BTreeMap<String, StoredWebhook>> {
        self.by_key.write().unwrap_or_else(PoisonError::into_inner)
    }

    fn all(&self) -> Vec<StoredWebhook> {
        self.by_key.read().unwrap_or_else(PoisonError::into_inner).values().cloned().collect()
    }

    fn with_key(&self, key: &str) -> Option<StoredWebhook> {
        self.by_key.read().unwrap_or_else(PoisonError::into_inner).get(key).cloned()
    }

    /// Records an event that the caller has locked, and takes over what exists after it.
    async fn submit(
        &self,
        id: &str,
        event: Event,
        context: &ChangeContext,
    ) -> Result<Option<StoredWebhook>, WebhookError> {
        let command = Command::new(stream_of(id), event);
        let accepted = self.streams.submit(command, context).await?.map_err(|refused| {
            let code = refused.rejection.code;
            let known = [
                WebhookProblem::Fixed,
                WebhookProblem::KeptSecrets,
                WebhookProblem::NotRotated,
                WebhookProblem::NoEarlierSecret,
            ];
            let problem = known.into_iter().find(|problem| problem.code() == code);
            problem.map_or(WebhookError::Unknown, WebhookError::Problem)
        })?;
        let stored = stored(id, &accepted.state);
        if let Some(stored) = stored.clone() {
            self.to_change().insert(stored.settings.key.clone(), stored);
        }
        self.changes.send_modify(|changes| *changes += 1);
        Ok(stored)
    }
}

/// The webhook of a state; none if it does not exist.
fn stored(id: &str, state: &AnyState) -> Option<StoredWebhook> {
    let AnyState::Webhook(State::Existing { webhook, revision, paused, disabled, history }) = state
    else {
        return None;
    };
    Some(StoredWebhook {
        id: id.to_owned(),
        settings: Arc::new(webhook.as_ref().clone()),
        revision: *revision,
        paused: *paused,
        disabled: *disabled,
        history: history.clone(),
    })
}
