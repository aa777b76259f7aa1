//! The client secrets of providers, in the vault.

use std::sync::Arc;

use waybill_machines::rules::sign_in_providers::SignInProvider;
use waybill_machines::secret::Digest;

use super::{SsoError, StoredProvider};
use crate::marked_secrets::MarkedSecrets;
use crate::secret::Secret;
use crate::vault::{Kind, Vault, VaultError};

/// The client secrets of all providers.
pub(super) struct ClientSecrets(MarkedSecrets);

impl ClientSecrets {
    pub(super) fn new(vault: Arc<Vault>) -> Self {
        Self(MarkedSecrets::new(vault, Kind::SignInProvider, "sso.client_secrets"))
    }

    /// The mark of a secret with the client that it is for.
    pub(super) fn mark(&self, provider: &SignInProvider, secret: &Secret) -> Digest {
        self.0.mark(&given_for(provider), secret)
    }

    /// The secret of a provider; `None` if it has none.
    pub(super) async fn read(&self, stored: &StoredProvider) -> Result<Option<Secret>, SsoError> {
        let Some(mark) = &stored.secret else { return Ok(None) };
        let given_for = given_for(&stored.settings);
        let found = self.0.read::<SsoError>(&stored.id, mark, &given_for).await?;
        found.map(Some).ok_or(SsoError::SecretMissing)
    }

    /// Stores a secret durably.
    pub(super) async fn store(
        &self,
        id: &str,
        mark: &Digest,
        secret: Secret,
    ) -> Result<(), SsoError> {
        self.0.store(id, mark, secret).await
    }

    /// Removes a secret. One that could not be removed is at the next start.
    pub(super) async fn forget(&self, id: &str, mark: &Digest) {
        if let Err(error) = self.0.remove::<SsoError>(id, mark).await {
            tracing::warn!(service = "access", %error, "a client secret could not be removed");
        }
    }

    /// Removes those that no provider has. Returns how many there were.
    pub(super) fn sweep(&self, providers: &[StoredProvider]) -> Result<usize, VaultError> {
        let named = providers.iter().filter_map(|stored| {
            let mark = stored.secret.as_ref()?;
            Some((stored.id.as_str(), mark))
        });
        self.0.sweep(named)
    }
}

/// A secret is for one client of one issuer, whose endpoints follow from the kind.
fn given_for(provider: &SignInProvider) -> [&str; 3] {
    let client_id = provider.protocol.client().map(|client| client.client_id.as_str());
    [provider.kind().as_str(), &provider.issuer, client_id.unwrap_or_default()]
}
