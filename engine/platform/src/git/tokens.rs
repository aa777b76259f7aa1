//! The tokens of integrations: given by administrators, stored in the vault, and answered to no user. The mark of a
//! token is that with the connection that it was tested with.

use std::sync::Arc;

use subtle::ConstantTimeEq as _;
use waybill_machines::rules::git::GitFields;
use waybill_machines::secret::Digest;

use super::{GitError, StoredIntegration};
use crate::marked_secrets::MarkedSecrets;
use crate::secret::Secret;
use crate::vault::{Kind, Vault, VaultError};

/// The tokens of all integrations.
pub(super) struct Tokens(MarkedSecrets);

impl Tokens {
    pub(super) fn new(vault: Arc<Vault>) -> Self {
        Self(MarkedSecrets::new(vault, Kind::Git, "git.tokens"))
    }

    /// The mark of a token with what it connects to.
    pub(super) fn mark(&self, fields: &GitFields, token: &Secret) -> Digest {
        self.0.mark(&connection_of(fields), token)
    }

    /// The token of an integration. One of another connection is not sent to this one.
    pub(super) async fn read(&self, stored: &StoredIntegration) -> Result<Secret, GitError> {
        let connection = connection_of(&stored.fields);
        let token = self.0.read::<GitError>(&stored.key, &stored.token, &connection).await?;
        token.ok_or(GitError::TokenRequired)
    }

    /// Stores a token durably.
    pub(super) async fn store(
        &self,
        key: &str,
        mark: &Digest,
        token: Secret,
    ) -> Result<(), GitError> {
        self.0.store(key, mark, token).await
    }

    /// Removes a token. One that could not be removed is at the next start.
    pub(super) async fn forget(&self, key: &str, mark: &Digest) {
        if let Err(error) = self.0.remove::<GitError>(key, mark).await {
            tracing::warn!(service = "xray", %error, "the token of an integration is removed later");
        }
    }

    /// Removes tokens that no integration has. Blocks on the disk. Returns how many there were.
    pub(super) fn sweep(&self, all: &[StoredIntegration]) -> Result<usize, VaultError> {
        self.0.sweep(all.iter().map(|stored| (stored.key.as_str(), &stored.token)))
    }
}

/// What a token is given for.
fn connection_of(fields: &GitFields) -> [&str; 3] {
    [fields.vendor.key(), &fields.url, &fields.user_name]
}

/// Whether two marks are the same, in a time that does not depend on how much of them agrees.
pub(super) fn is_same(one: &Digest, other: &Digest) -> bool {
    one.0.as_bytes().ct_eq(other.0.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use waybill_machines::Timestamp;
    use waybill_machines::rules::git::Vendor;

    use super::*;

    fn fields() -> GitFields {
        GitFields {
            vendor: Vendor::Gitlab,
            name: "Shop".into(),
            url: "https://git.example.org".into(),
            user_name: "ann".into(),
        }
    }

    fn stored(fields: GitFields, token: Digest) -> StoredIntegration {
        StoredIntegration {
            key: "git_0123456789abcdef".into(),
            fields,
            products: BTreeSet::new(),
            repositories: BTreeSet::new(),
            created_at: Timestamp::from_ms(0),
            created_by: None,
            updated_at: Timestamp::from_ms(0),
            token,
        }
    }

    /// covers: [INT-07]
    #[tokio::test]
    async fn a_token_is_read_for_the_connection_it_was_tested_with_only() {
        let folder = tempfile::tempdir().unwrap();
        let tokens = Tokens::new(Arc::new(Vault::open(folder.path(), None).unwrap()));
        let (fields, token) = (fields(), Secret::new("glpat-canary"));
        let mark = tokens.mark(&fields, &token);
        let kept = stored(fields.clone(), mark.clone());
        assert!(matches!(tokens.read(&kept).await, Err(GitError::TokenRequired)));
        tokens.store(&kept.key, &mark, token.duplicate()).await.unwrap();
        assert_eq!(tokens.read(&kept).await.unwrap().expose(), "glpat-canary");
        // As if a record had another address with the mark of before.
        let moved = GitFields { url: "https://other.example.org".into(), ..fields.clone() };
        let moved = stored(moved, mark.clone());
        assert!(matches!(tokens.read(&moved).await, Err(GitError::TokenRequired)));
        assert_eq!(tokens.sweep(std::slice::from_ref(&kept)).unwrap(), 0);
        assert_eq!(tokens.sweep(&[]).unwrap(), 1);
        assert!(matches!(tokens.read(&kept).await, Err(GitError::TokenRequired)));
    }

    #[test]
    fn marks_differ_in_all_but_the_name() {
        let folder = tempfile::tempdir().unwrap();
        let tokens = Tokens::new(Arc::new(Vault::open(folder.path(), None).unwrap()));
        let token = Secret::new("token");
        let mark = tokens.mark(&fields(), &token);
        assert_eq!(mark.0.len(), 64);
        let renamed = GitFields { name: "Other".into(), ..fields() };
        assert_eq!(tokens.mark(&renamed, &token), mark);
        for other in [
            GitFields { vendor: Vendor::Github, ..fields() },
            GitFields { url: "https://git.example.com".into(), ..fields() },
            GitFields { user_name: "bob".into(), ..fields() },
        ] {
            assert_ne!(tokens.mark(&other, &token), mark);
        }
        assert_ne!(tokens.mark(&fields(), &Secret::new("other")), mark);
    }
}
