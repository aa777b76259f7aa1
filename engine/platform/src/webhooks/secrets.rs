//! The secrets of webhooks: given by users, stored in the vault, and shown to no user.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use waybill_machines::rules::webhooks::{
    Webhook, WebhookHandler, WebhookHeader, WebhookHeaderValue, WebhookProblem, is_header_value,
};
use waybill_machines::secret::SecretRef;

use super::WebhookError;
use super::rendering::Secrets;
use crate::keyed::TaskStopped;
use crate::secret::Secret;
use crate::vault::{Kind, Vault, VaultError};

/// The name of the secret for signatures in errors.
const SIGNING: &str = "secret";

/// A secret as a user gives it.
#[derive(Debug)]
pub enum GivenSecret {
    /// The stored one stays.
    Kept,
    /// A new one.
    New(Secret),
}

/// The secrets of a webhook as a user gives them.
#[derive(Debug, Default)]
pub struct GivenSecrets {
    /// The one for signatures; none if there is to be none.
    pub signing: Option<GivenSecret>,
    /// Those that payload and headers of a custom webhook may name.
    pub named: BTreeMap<String, GivenSecret>,
    /// Headers whose values are secrets, by name.
    pub headers: Vec<(String, GivenSecret)>,
}

/// A webhook with the names of all its secrets, and those of them that are new.
pub(super) struct Completed {
    pub(super) webhook: Webhook,
    pub(super) new: Vec<(SecretRef, Secret)>,
}

/// Completes settings, which have no secrets, with those that are given.
///
/// # Errors
///
/// [`WebhookError`], if a secret cannot be one, or if none is there to be kept.
pub(super) fn completed(
    mut webhook: Webhook,
    given: GivenSecrets,
    known: Option<&Webhook>,
) -> Result<Completed, WebhookError> {
    let mut new = Vec::new();
    let mut take = |name: &str, given: GivenSecret, stored: Option<&SecretRef>| match given {
        GivenSecret::Kept => {
            let stored = stored.cloned();
            stored.ok_or_else(|| WebhookError::NoSecretToKeep(name.to_owned()))
        }
        GivenSecret::New(secret) if is_header_value(secret.expose()) => {
            let reference = Vault::new_name();
            new.push((reference.clone(), secret));
            Ok(reference)
        }
        GivenSecret::New(_) => Err(WebhookError::SecretText(name.to_owned())),
    };
    let GivenSecrets { signing, named, headers } = given;
    match &mut webhook.handler {
        WebhookHandler::Webhook { secret, earlier_secret, .. } => {
            let (stored, earlier) = signing_of(known);
            let is_kept = matches!(signing, Some(GivenSecret::Kept));
            *secret = signing.map(|given| take(SIGNING, given, stored)).transpose()?;
            *earlier_secret = earlier.filter(|_| is_kept).cloned();
        }
        WebhookHandler::CustomWebhook { secrets, .. } => {
            for (name, given) in named {
                let reference = take(&name, given, named_of(known, &name))?;
                secrets.insert(name, reference);
            }
        }
    }
    for (name, given) in headers {
        let secret = take(&name, given, header_of(known, &name))?;
        webhook.headers.push(WebhookHeader { name, value: WebhookHeaderValue::Secret { secret } });
    }
    if known.is_some_and(|known| known.url != webhook.url && shares_secrets(known, &webhook)) {
        return Err(WebhookError::Problem(WebhookProblem::KeptSecrets));
    }
    Ok(Completed { webhook, new })
}

fn signing_of(known: Option<&Webhook>) -> (Option<&SecretRef>, Option<&SecretRef>) {
    match known.map(|known| &known.handler) {
        Some(WebhookHandler::Webhook { secret, earlier_secret, .. }) => {
            (secret.as_ref(), earlier_secret.as_ref())
        }
        _ => (None, None),
    }
}

fn named_of<'a>(known: Option<&'a Webhook>, name: &str) -> Option<&'a SecretRef> {
    match &known?.handler {
        WebhookHandler::CustomWebhook { secrets, .. } => secrets.get(name),
        WebhookHandler::Webhook { .. } => None,
    }
}

fn header_of<'a>(known: Option<&'a Webhook>, name: &str) -> Option<&'a SecretRef> {
    let mut headers = known?.headers.iter();
    headers.find(|header| header.name.eq_ignore_ascii_case(name))?.secret()
}

fn shares_secrets(known: &Webhook, wanted: &Webhook) -> bool {
    wanted.secrets().any(|secret| known.secrets().any(|other| other == secret))
}

/// Secrets that were read for one request, and are wiped after it.
#[derive(Default)]
pub(super) struct Read(HashMap<String, Secret>);

impl Read {
    /// Adds secrets that are not stored.
    pub(super) fn with(mut self, new: Vec<(SecretRef, Secret)>) -> Self {
        self.0.extend(new.into_iter().map(|(name, secret)| (name.0, secret)));
        self
    }
}

impl Read {
    /// The secrets themselves, to find them in what a receiver answers.
    pub(super) fn texts(&self) -> Vec<&str> {
        self.0.values().map(Secret::expose).collect()
    }
}

impl Secrets for Read {
    fn get(&self, name: &SecretRef) -> Option<Secret> {
        self.0.get(&name.0).map(Secret::duplicate)
    }
}

/// The stored secrets of a webhook; one that is missing is left out.
///
/// # Errors
///
/// [`VaultError`], if one of them does not open.
pub(super) async fn read(vault: &Arc<Vault>, webhook: &Webhook) -> Result<Read, WebhookError> {
    let names: Vec<SecretRef> = webhook.secrets().cloned().collect();
    if names.is_empty() {
        return Ok(Read::default());
    }
    with_vault(vault, move |vault| {
        let mut read = HashMap::new();
        for name in names {
            match vault.get(Kind::Webhook, &name) {
                Ok(secret) => drop(secret.into_text().map(|text| read.insert(name.0, text))),
                Err(VaultError::Missing { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(Read(read))
    })
    .await
}

/// Stores new secrets under their names.
pub(super) async fn store(
    vault: &Arc<Vault>,
    new: Vec<(SecretRef, Secret)>,
) -> Result<(), WebhookError> {
    with_vault(vault, move |vault| {
        new.iter().try_for_each(|(name, secret)| {
            vault.put_at(Kind::Webhook, name, secret.expose().as_bytes())
        })
    })
    .await
}

/// Removes secrets that no webhook names any longer.
pub(super) async fn remove(vault: &Arc<Vault>, names: Vec<SecretRef>) -> Result<(), WebhookError> {
    with_vault(vault, move |vault| {
        names.iter().try_for_each(|name| vault.delete(Kind::Webhook, name))
    })
    .await
}

/// Works with the vault on a thread for it.
async fn with_vault<T: Send + 'static>(
    vault: &Arc<Vault>,
    work: impl FnOnce(&Vault) -> Result<T, VaultError> + Send + 'static,
) -> Result<T, WebhookError> {
    let vault = Arc::clone(vault);
    let done = tokio::task::spawn_blocking(move || work(&vault)).await;
    Ok(done.map_err(|_| TaskStopped)??)
}
