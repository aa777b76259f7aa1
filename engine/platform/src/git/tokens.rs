//! The tokens of integrations: given by administrators, stored in the vault, and answered to no user.
//!
//! A token is stored under a name that its record implies: the key of the integration, and the mark of the token with
//! the connection that it was tested with. A record therefore never leads to the token of another connection, whatever
//! a crash leaves behind.

use std::collections::HashSet;
use std::sync::Arc;

use ring::hmac;
use subtle::ConstantTimeEq as _;
use waybill_machines::rules::git::GitFields;
use waybill_machines::secret::{Digest, SecretRef};

use super::{GitError, StoredIntegration};
use crate::keyed::TaskStopped;
use crate::secret::{Secret, hex};
use crate::vault::{Kind, Vault, VaultError};

/// How many digits of a mark are part of a name: 128 bits.
const NAME_DIGITS: usize = 32;

/// The tokens of all integrations.
pub(super) struct Tokens {
    vault: Arc<Vault>,
    key: hmac::Key,
}

impl Tokens {
    pub(super) fn new(vault: Arc<Vault>) -> Self {
        let key = hmac::Key::new(hmac::HMAC_SHA256, &vault.mark_key("git.tokens"));
        Self { vault, key }
    }

    /// The mark of a token with what it connects to. Records have it; without the key of the vault it says nothing
    /// about the token.
    pub(super) fn mark(&self, fields: &GitFields, token: &Secret) -> Digest {
        let GitFields { vendor, url, user_name, .. } = fields;
        let mut context = hmac::Context::with_key(&self.key);
        for part in [vendor.key(), url.as_str(), user_name.as_str(), token.expose()] {
            context.update(&(part.len() as u64).to_be_bytes());
            context.update(part.as_bytes());
        }
        Digest(hex(context.sign().as_ref()))
    }

    /// The token of an integration.
    pub(super) async fn read(&self, stored: &StoredIntegration) -> Result<Secret, GitError> {
        let name = name_of(&stored.key, &stored.token);
        let read = move |vault: &Vault| match vault.get(Kind::Git, &name) {
            Ok(token) => Ok(token.into_text()),
            Err(VaultError::Missing { .. }) => Ok(None),
            Err(error) => Err(error),
        };
        let token = self.with_vault(read).await?.ok_or(GitError::TokenRequired)?;
        // A token of another connection is not sent to this one.
        let is_its_own = is_same(&self.mark(&stored.fields, &token), &stored.token);
        if is_its_own { Ok(token) } else { Err(GitError::TokenRequired) }
    }

    /// Stores a token durably.
    pub(super) async fn store(
        &self,
        key: &str,
        mark: &Digest,
        token: Secret,
    ) -> Result<(), GitError> {
        let name = name_of(key, mark);
        self.with_vault(move |vault| vault.put_at(Kind::Git, &name, token.expose().as_bytes()))
            .await
    }

    /// Removes a token. One that could not be removed is at the next start.
    pub(super) async fn forget(&self, key: &str, mark: &Digest) {
        let name = name_of(key, mark);
        let removed = self.with_vault(move |vault| vault.delete(Kind::Git, &name)).await;
        if let Err(error) = removed {
            tracing::warn!(service = "xray", %error, "the token of an integration is removed later");
        }
    }

    /// Removes tokens that no integration has. Blocks on the disk. Returns how many there were.
    pub(super) fn sweep(&self, all: &[StoredIntegration]) -> Result<usize, VaultError> {
        let used: HashSet<SecretRef> =
            all.iter().map(|stored| name_of(&stored.key, &stored.token)).collect();
        let mut unused = self.vault.names(Kind::Git)?;
        unused.retain(|name| !used.contains(name));
        unused.iter().try_for_each(|name| self.vault.delete(Kind::Git, name))?;
        Ok(unused.len())
    }

    /// Works with the vault on a thread for it.
    async fn with_vault<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Vault) -> Result<T, VaultError> + Send + 'static,
    ) -> Result<T, GitError> {
        let vault = Arc::clone(&self.vault);
        let done = tokio::task::spawn_blocking(move || work(&vault)).await;
        Ok(done.map_err(|_| TaskStopped)??)
    }
}

/// Whether two marks are the same, in a time that does not depend on how much of them agrees.
pub(super) fn is_same(one: &Digest, other: &Digest) -> bool {
    one.0.as_bytes().ct_eq(other.0.as_bytes()).into()
}

fn name_of(key: &str, mark: &Digest) -> SecretRef {
    let digits = mark.0.get(..NAME_DIGITS).unwrap_or(&mark.0);
    SecretRef(format!("{key}-{digits}"))
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
