//! Recording what happens to a webhook, with its secrets: new ones are stored before the record, and those that it does
//! not name any longer are removed after it.

use std::collections::HashSet;

use waybill_machines::machines::webhook::Event;
use waybill_machines::secret::SecretRef;

use super::super::stored::refused;
use super::super::{StoredWebhook, WebhookError, secrets};
use super::Inner;
use crate::secret::Secret;
use crate::streams::ChangeContext;

impl Inner {
    /// Stores new secrets, records an event, and removes the secrets that are not named any longer.
    pub(super) async fn change(
        &self,
        known: &StoredWebhook,
        event: Event,
        new: Vec<(SecretRef, Secret)>,
        context: &ChangeContext,
    ) -> Result<StoredWebhook, WebhookError> {
        let names: Vec<SecretRef> = new.iter().map(|(name, _)| name.clone()).collect();
        secrets::store(&self.vault, new).await?;
        match self.submit(known, event, context).await {
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
    pub(super) async fn forget(&self, names: Vec<SecretRef>) {
        if let Err(error) = secrets::remove(&self.vault, names).await {
            tracing::warn!(service = "event", %error, "secrets of a webhook are removed later");
        }
    }

    /// Records an event of a webhook that the caller has locked.
    pub(super) async fn submit(
        &self,
        known: &StoredWebhook,
        event: Event,
        context: &ChangeContext,
    ) -> Result<Option<StoredWebhook>, WebhookError> {
        self.webhooks.change(known, event, context).await?.map_err(|error| refused(&error))
    }
}
