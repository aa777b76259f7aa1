//! Secrets in the vault that records name by a mark: tokens of Git integrations and of distribution targets, passwords
//! of proxies and of the mail server, the links in mails, and client secrets of sign-in providers.
//!
//! A secret is stored under a name that its record implies: the id of what it belongs to, and the mark of the secret
//! with what it was given for, such as a host and a port. A record therefore never leads to a secret that was given for
//! another host, whatever a crash leaves behind.

use std::collections::HashSet;
use std::sync::Arc;

use ring::hmac;
use waybill_machines::secret::{Digest, SecretRef};

use crate::keyed::TaskStopped;
use crate::secret::{Secret, hex};
use crate::streams::StreamError;
use crate::vault::{Kind, Vault, VaultError};

/// How many digits of a mark are part of a name: 128 bits.
const NAME_DIGITS: usize = 32;

/// A service with such secrets cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The journal cannot be read.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// The vault cannot be read.
    #[error(transparent)]
    Vault(#[from] VaultError),
}

/// The secrets of a kind.
pub(crate) struct MarkedSecrets {
    vault: Arc<Vault>,
    kind: Kind,
    key: hmac::Key,
}

impl MarkedSecrets {
    /// The secrets of a kind, whose marks have a key for this purpose.
    pub(crate) fn new(vault: Arc<Vault>, kind: Kind, purpose: &str) -> Self {
        let key = hmac::Key::new(hmac::HMAC_SHA256, &vault.mark_key(purpose));
        Self { vault, kind, key }
    }

    /// The mark of a secret with what it is given for. Records have it; without the key of the vault it says nothing
    /// about the secret.
    pub(crate) fn mark(&self, given_for: &[&str], secret: &Secret) -> Digest {
        let mut context = hmac::Context::with_key(&self.key);
        for part in given_for.iter().copied().chain([secret.expose()]) {
            context.update(&(part.len() as u64).to_be_bytes());
            context.update(part.as_bytes());
        }
        Digest(hex(context.sign().as_ref()))
    }

    /// The secret with a mark; `None` if the vault does not have it, or it was given for something else.
    pub(crate) async fn read<E>(
        &self,
        id: &str,
        mark: &Digest,
        given_for: &[&str],
    ) -> Result<Option<Secret>, E>
    where
        E: From<VaultError> + From<TaskStopped>,
    {
        let (kind, name) = (self.kind, name_of(id, mark));
        let read = move |vault: &Vault| match vault.get(kind, &name) {
            Ok(secret) => Ok(secret.into_text()),
            Err(VaultError::Missing { .. }) => Ok(None),
            Err(error) => Err(error),
        };
        let secret = self.with_vault(read).await??;
        // Both are marks: how much of them agrees says nothing about the secret.
        Ok(secret.filter(|secret| self.mark(given_for, secret) == *mark))
    }

    /// Stores a secret durably.
    pub(crate) async fn store<E>(&self, id: &str, mark: &Digest, secret: Secret) -> Result<(), E>
    where
        E: From<VaultError> + From<TaskStopped>,
    {
        let (kind, name) = (self.kind, name_of(id, mark));
        let put = move |vault: &Vault| vault.put_at(kind, &name, secret.expose().as_bytes());
        Ok(self.with_vault(put).await??)
    }

    /// Removes a secret durably.
    pub(crate) async fn remove<E>(&self, id: &str, mark: &Digest) -> Result<(), E>
    where
        E: From<VaultError> + From<TaskStopped>,
    {
        let (kind, name) = (self.kind, name_of(id, mark));
        Ok(self.with_vault(move |vault| vault.delete(kind, &name)).await??)
    }

    /// Removes secrets that no record names. Blocks on the disk. Returns how many there were.
    pub(crate) fn sweep<'a>(
        &self,
        named: impl Iterator<Item = (&'a str, &'a Digest)>,
    ) -> Result<usize, VaultError> {
        let used: HashSet<SecretRef> = named.map(|(id, mark)| name_of(id, mark)).collect();
        let mut unused = self.vault.names(self.kind)?;
        unused.retain(|name| !used.contains(name));
        unused.iter().try_for_each(|name| self.vault.delete(self.kind, name))?;
        Ok(unused.len())
    }

    /// Works with the vault on a thread for it.
    async fn with_vault<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Vault) -> Result<T, VaultError> + Send + 'static,
    ) -> Result<Result<T, VaultError>, TaskStopped> {
        let vault = Arc::clone(&self.vault);
        tokio::task::spawn_blocking(move || work(&vault)).await.map_err(|_| TaskStopped)
    }
}

fn name_of(id: &str, mark: &Digest) -> SecretRef {
    let digits = mark.0.get(..NAME_DIGITS).unwrap_or(&mark.0);
    SecretRef(format!("{id}-{digits}"))
}
