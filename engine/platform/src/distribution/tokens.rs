//! The tokens of targets, in the vault. The mark of a token is that with the address that it was given for.

use std::sync::Arc;

use waybill_machines::secret::Digest;

use super::{StoredTarget, TargetError};
use crate::marked_secrets::MarkedSecrets;
use crate::secret::Secret;
use crate::vault::{Kind, Vault, VaultError};

/// The tokens of all targets.
pub(super) struct TargetTokens(MarkedSecrets);

impl TargetTokens {
    pub(super) fn new(vault: Arc<Vault>) -> Self {
        Self(MarkedSecrets::new(vault, Kind::DistributionTarget, "distribution.tokens"))
    }

    /// The mark of a token with the address that it is for.
    pub(super) fn mark(&self, url: &str, token: &Secret) -> Digest {
        self.0.mark(&[url], token)
    }

    /// The token of a target.
    pub(super) async fn read(&self, stored: &StoredTarget) -> Result<Secret, TargetError> {
        let mark = stored.token.as_ref().ok_or(TargetError::TokenMissing)?;
        let given_for = [stored.settings.url.as_str()];
        let found = self.0.read::<TargetError>(&stored.id, mark, &given_for).await?;
        found.ok_or(TargetError::TokenMissing)
    }

    /// Stores a token durably.
    pub(super) async fn store(
        &self,
        id: &str,
        mark: &Digest,
        token: Secret,
    ) -> Result<(), TargetError> {
        self.0.store(id, mark, token).await
    }

    /// Removes a token. One that could not be removed is at the next start.
    pub(super) async fn forget(&self, id: &str, mark: &Digest) {
        if let Err(error) = self.0.remove::<TargetError>(id, mark).await {
            tracing::warn!(service = "distribution", %error, "the token of a target is removed later");
        }
    }

    /// Removes tokens that no target has. Blocks on the disk. Returns how many there were.
    pub(super) fn sweep(&self, all: &[StoredTarget]) -> Result<usize, VaultError> {
        self.0.sweep(
            all.iter().filter_map(|stored| Some((stored.id.as_str(), stored.token.as_ref()?))),
        )
    }
}

#[cfg(test)]
mod tests {
    use waybill_machines::Timestamp;
    use waybill_machines::rules::distribution::DistributionTarget;

    use super::*;

    fn stored(url: &str, token: Option<Digest>) -> StoredTarget {
        StoredTarget {
            id: "target_0123456789abcdef".into(),
            settings: DistributionTarget {
                key: "europe".into(),
                url: url.into(),
                description: String::new(),
            },
            created_at: Timestamp::from_ms(0),
            created_by: None,
            token,
        }
    }

    /// covers: [HOOK-04]
    #[tokio::test]
    async fn a_token_is_read_for_its_own_address_only() {
        let folder = tempfile::tempdir().unwrap();
        let tokens = TargetTokens::new(Arc::new(Vault::open(folder.path(), None).unwrap()));
        let (here, token) = ("https://europe.example.org", Secret::new("canary"));
        let without = stored(here, None);
        assert!(matches!(tokens.read(&without).await, Err(TargetError::TokenMissing)));
        let mark = tokens.mark(here, &token);
        let kept = stored(here, Some(mark.clone()));
        assert!(matches!(tokens.read(&kept).await, Err(TargetError::TokenMissing)));
        tokens.store(&kept.id, &mark, token.duplicate()).await.unwrap();
        assert_eq!(tokens.read(&kept).await.unwrap().expose(), "canary");
        // As if a record had another address with the mark of before.
        let elsewhere = "https://other.example.org";
        assert_ne!(tokens.mark(elsewhere, &token), mark);
        let moved = stored(elsewhere, Some(mark.clone()));
        assert!(matches!(tokens.read(&moved).await, Err(TargetError::TokenMissing)));
        assert_eq!(tokens.sweep(std::slice::from_ref(&kept)).unwrap(), 0);
        assert_eq!(tokens.sweep(&[]).unwrap(), 1);
        assert!(matches!(tokens.read(&kept).await, Err(TargetError::TokenMissing)));
    }
}
