//! The tokens of integrations: given by administrators, stored in the vault, and answered to no user. The mark of a
//! token is that with the connection that it was tested with. The secrets of hooks are beside them.

use std::iter;
use std::sync::Arc;

use subtle::ConstantTimeEq as _;
use waybill_machines::rules::git::{GitFields, GitHook};
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

    /// The mark of the secret of a hook with what it is for.
    pub(super) fn hook_mark(
        &self,
        fields: &GitFields,
        repository: &str,
        secret: &Secret,
    ) -> Digest {
        self.0.mark(&hook_of(fields, repository), secret)
    }

    /// The secret of a hook; `None` if the vault does not have it.
    pub(super) async fn hook_secret(
        &self,
        stored: &StoredIntegration,
        repository: &str,
        mark: &Digest,
    ) -> Result<Option<Secret>, GitError> {
        let hook = hook_of(&stored.fields, repository);
        self.0.read::<GitError>(&stored.key, mark, &hook).await
    }

    /// Stores a token, or the secret of a hook, durably.
    pub(super) async fn store(
        &self,
        key: &str,
        mark: &Digest,
        token: Secret,
    ) -> Result<(), GitError> {
        self.0.store(key, mark, token).await
    }

    /// Removes a token, or the secret of a hook. One that could not be removed is at the next start.
    pub(super) async fn forget(&self, key: &str, mark: &Digest) {
        if let Err(error) = self.0.remove::<GitError>(key, mark).await {
            tracing::warn!(service = "xray", %error, "a secret of an integration is removed later");
        }
    }

    /// Removes tokens and secrets of hooks that no integration has. Blocks on the disk. Returns how many there were.
    pub(super) fn sweep(&self, all: &[StoredIntegration]) -> Result<usize, VaultError> {
        self.0.sweep(all.iter().flat_map(marks_of))
    }
}

/// What a token is given for.
fn connection_of(fields: &GitFields) -> [&str; 3] {
    [fields.vendor.key(), &fields.url, &fields.user_name]
}

/// What the secret of a hook is for.
fn hook_of<'a>(fields: &'a GitFields, repository: &'a str) -> [&'a str; 5] {
    let [vendor, url, user] = connection_of(fields);
    [vendor, url, user, "hook", repository]
}

/// The marks of all secrets of an integration, with its key.
fn marks_of(stored: &StoredIntegration) -> impl Iterator<Item = (&str, &Digest)> {
    let hooks = stored.hooks.iter().flat_map(|hooks| hooks.repositories.values());
    let of_hooks = hooks.filter_map(|hook| match hook {
        GitHook::Registered { secret, .. } => Some(secret),
        GitHook::Failed { .. } => None,
    });
    iter::once(&stored.token).chain(of_hooks).map(move |mark| (stored.key.as_str(), mark))
}

/// Whether two marks are the same, in a time that does not depend on how much of them agrees.
pub(super) fn is_same(one: &Digest, other: &Digest) -> bool {
    one.0.as_bytes().ct_eq(other.0.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use waybill_machines::Timestamp;
    use waybill_machines::rules::git::{GitHooks, Vendor};

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
            hooks: None,
            scans: BTreeMap::new(),
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

    /// covers: [INT-07]
    #[tokio::test]
    async fn the_secret_of_a_hook_is_read_for_its_repository_while_a_record_names_it() {
        let folder = tempfile::tempdir().unwrap();
        let tokens = Tokens::new(Arc::new(Vault::open(folder.path(), None).unwrap()));
        let (fields, token, secret) = (fields(), Secret::new("token"), Secret::new("canary"));
        let mut kept = stored(fields.clone(), tokens.mark(&fields, &token));
        tokens.store(&kept.key, &kept.token, token).await.unwrap();
        let mark = tokens.hook_mark(&fields, "acme/shop", &secret);
        tokens.store(&kept.key, &mark, secret).await.unwrap();
        let (id, vendor_id) = ("5f".to_owned(), "1".to_owned());
        let hook = GitHook::Registered { id, vendor_id, secret: mark.clone() };
        let mut hooks = GitHooks::at("https://waybill.example.org/", None);
        hooks.repositories.insert("acme/shop".to_owned(), hook);
        kept.hooks = Some(hooks);
        assert_eq!(tokens.sweep(std::slice::from_ref(&kept)).unwrap(), 0);
        let read = tokens.hook_secret(&kept, "acme/shop", &mark).await.unwrap();
        assert_eq!(read.unwrap().expose(), "canary");
        assert!(tokens.hook_secret(&kept, "acme/web", &mark).await.unwrap().is_none());
        kept.hooks = None;
        assert_eq!(tokens.sweep(std::slice::from_ref(&kept)).unwrap(), 1);
        assert!(tokens.hook_secret(&kept, "acme/shop", &mark).await.unwrap().is_none());
        assert_eq!(tokens.read(&kept).await.unwrap().expose(), "token");
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
