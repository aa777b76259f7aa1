//! The passwords of proxies, in the vault. The mark of a password is that with the host and the port that it was given
//! for.

use std::sync::Arc;

use waybill_machines::rules::proxies::OutboundProxy;
use waybill_machines::secret::Digest;

use super::{ProxyError, StoredProxy};
use crate::marked_secrets::MarkedSecrets;
use crate::secret::Secret;
use crate::vault::{Kind, Vault, VaultError};

/// The passwords of all proxies.
pub(super) struct ProxyPasswords(MarkedSecrets);

impl ProxyPasswords {
    pub(super) fn new(vault: Arc<Vault>) -> Self {
        Self(MarkedSecrets::new(vault, Kind::Proxy, "proxies.passwords"))
    }

    /// The mark of a password with the host and the port that it is for.
    pub(super) fn mark(&self, proxy: &OutboundProxy, password: &Secret) -> Digest {
        self.0.mark(&[proxy.host.as_str(), proxy.port.to_string().as_str()], password)
    }

    /// The password of a proxy; `None` if it has none.
    pub(super) async fn read(&self, stored: &StoredProxy) -> Result<Option<Secret>, ProxyError> {
        let Some(mark) = &stored.password else { return Ok(None) };
        let (host, port) = (stored.settings.host.as_str(), stored.settings.port.to_string());
        let found = self.0.read::<ProxyError>(&stored.id, mark, &[host, port.as_str()]).await?;
        found.map(Some).ok_or(ProxyError::PasswordMissing)
    }

    /// Stores a password durably.
    pub(super) async fn store(
        &self,
        id: &str,
        mark: &Digest,
        password: Secret,
    ) -> Result<(), ProxyError> {
        self.0.store(id, mark, password).await
    }

    /// Removes a password. One that could not be removed is at the next start.
    pub(super) async fn forget(&self, id: &str, mark: &Digest) {
        if let Err(error) = self.0.remove::<ProxyError>(id, mark).await {
            tracing::warn!(service = "event", %error, "the password of a proxy is removed later");
        }
    }

    /// Removes passwords that no proxy has. Blocks on the disk. Returns how many there were.
    pub(super) fn sweep(&self, all: &[StoredProxy]) -> Result<usize, VaultError> {
        self.0.sweep(
            all.iter().filter_map(|stored| Some((stored.id.as_str(), stored.password.as_ref()?))),
        )
    }
}

#[cfg(test)]
mod tests {
    use waybill_machines::Timestamp;

    use super::*;

    fn settings() -> OutboundProxy {
        OutboundProxy {
            key: "corporate".into(),
            host: "proxy.example.org".into(),
            port: 3128,
            user_name: Some("waybill".into()),
            for_webhooks: false,
        }
    }

    fn stored(settings: OutboundProxy, password: Option<Digest>) -> StoredProxy {
        StoredProxy {
            id: "proxy_0123456789abcdef".into(),
            settings,
            created_at: Timestamp::from_ms(0),
            created_by: None,
            password,
        }
    }

    /// covers: [HOOK-05]
    #[tokio::test]
    async fn a_password_is_read_for_its_own_host_and_port_only() {
        let folder = tempfile::tempdir().unwrap();
        let passwords = ProxyPasswords::new(Arc::new(Vault::open(folder.path(), None).unwrap()));
        let (settings, password) = (settings(), Secret::new("canary"));
        assert!(passwords.read(&stored(settings.clone(), None)).await.unwrap().is_none());
        let mark = passwords.mark(&settings, &password);
        let kept = stored(settings.clone(), Some(mark.clone()));
        assert!(matches!(passwords.read(&kept).await, Err(ProxyError::PasswordMissing)));
        passwords.store(&kept.id, &mark, password.duplicate()).await.unwrap();
        let read = passwords.read(&kept).await.unwrap().unwrap();
        assert_eq!(read.expose(), "canary");
        // As if a record had another host or port with the mark of before.
        for moved in [
            OutboundProxy { host: "other.example.org".into(), ..settings.clone() },
            OutboundProxy { port: 8080, ..settings.clone() },
        ] {
            assert_ne!(passwords.mark(&moved, &password), mark);
            let moved = stored(moved, Some(mark.clone()));
            assert!(matches!(passwords.read(&moved).await, Err(ProxyError::PasswordMissing)));
        }
        // Another user at the same proxy may have the same password.
        let other = OutboundProxy { user_name: Some("other".into()), ..settings };
        assert_eq!(passwords.mark(&other, &password), mark);
        assert_eq!(passwords.sweep(std::slice::from_ref(&kept)).unwrap(), 0);
        assert_eq!(passwords.sweep(&[]).unwrap(), 1);
        assert!(matches!(passwords.read(&kept).await, Err(ProxyError::PasswordMissing)));
    }
}
