//! The passwords of proxies, in the vault under names that their records imply: the id of the proxy, and the mark of
//! the password with the host and the port that it was given for. A record therefore never leads to the password of
//! another host, whatever a crash leaves behind.

use std::collections::HashSet;
use std::sync::Arc;

use ring::hmac;
use waybill_machines::rules::proxies::OutboundProxy;
use waybill_machines::secret::{Digest, SecretRef};

use super::{ProxyError, StoredProxy};
use crate::keyed::TaskStopped;
use crate::secret::{Secret, hex};
use crate::vault::{Kind, Vault, VaultError};

/// How many digits of a mark are part of a name: 128 bits.
const NAME_DIGITS: usize = 32;

/// The passwords of all proxies.
pub(super) struct ProxyPasswords {
    vault: Arc<Vault>,
    key: hmac::Key,
}

impl ProxyPasswords {
    pub(super) fn new(vault: Arc<Vault>) -> Self {
        let key = hmac::Key::new(hmac::HMAC_SHA256, &vault.name_key("proxies.passwords"));
        Self { vault, key }
    }

    /// The mark of a password with the host and the port that it is for. Without the key of the vault it says nothing
    /// about the password.
    pub(super) fn mark(&self, proxy: &OutboundProxy, password: &Secret) -> Digest {
        let port = proxy.port.to_string();
        let mut context = hmac::Context::with_key(&self.key);
        for part in [proxy.host.as_str(), port.as_str(), password.expose()] {
            context.update(&(part.len() as u64).to_be_bytes());
            context.update(part.as_bytes());
        }
        Digest(hex(context.sign().as_ref()))
    }

    /// The password of a proxy; `None` if it has none.
    pub(super) async fn read(&self, stored: &StoredProxy) -> Result<Option<Secret>, ProxyError> {
        let Some(mark) = &stored.password else { return Ok(None) };
        let name = name_of(&stored.id, mark);
        let read = move |vault: &Vault| match vault.get(Kind::Proxy, &name) {
            Ok(password) => Ok(password.into_text()),
            Err(VaultError::Missing { .. }) => Ok(None),
            Err(error) => Err(error),
        };
        let password = self.with_vault(read).await?.ok_or(ProxyError::PasswordMissing)?;
        // Both are marks: how much of them agrees says nothing about the password.
        let is_its_own = self.mark(&stored.settings, &password) == *mark;
        if is_its_own { Ok(Some(password)) } else { Err(ProxyError::PasswordMissing) }
    }

    /// Stores a password durably.
    pub(super) async fn store(
        &self,
        id: &str,
        mark: &Digest,
        password: Secret,
    ) -> Result<(), ProxyError> {
        let name = name_of(id, mark);
        let put =
            move |vault: &Vault| vault.put_at(Kind::Proxy, &name, password.expose().as_bytes());
        self.with_vault(put).await
    }

    /// Removes a password. One that could not be removed is at the next start.
    pub(super) async fn forget(&self, id: &str, mark: &Digest) {
        let name = name_of(id, mark);
        let removed = self.with_vault(move |vault| vault.delete(Kind::Proxy, &name)).await;
        if let Err(error) = removed {
            tracing::warn!(service = "event", %error, "the password of a proxy is removed later");
        }
    }

    /// Removes passwords that no proxy has. Blocks on the disk. Returns how many there were.
    pub(super) fn sweep(&self, all: &[StoredProxy]) -> Result<usize, VaultError> {
        let names = all.iter().filter_map(|stored| {
            let mark = stored.password.as_ref()?;
            Some(name_of(&stored.id, mark))
        });
        let used: HashSet<SecretRef> = names.collect();
        let mut unused = self.vault.names(Kind::Proxy)?;
        unused.retain(|name| !used.contains(name));
        unused.iter().try_for_each(|name| self.vault.delete(Kind::Proxy, name))?;
        Ok(unused.len())
    }

    /// Works with the vault on a thread for it.
    async fn with_vault<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Vault) -> Result<T, VaultError> + Send + 'static,
    ) -> Result<T, ProxyError> {
        let vault = Arc::clone(&self.vault);
        let done = tokio::task::spawn_blocking(move || work(&vault)).await;
        Ok(done.map_err(|_| TaskStopped)??)
    }
}

fn name_of(id: &str, mark: &Digest) -> SecretRef {
    let digits = mark.0.get(..NAME_DIGITS).unwrap_or(&mark.0);
    SecretRef(format!("{id}-{digits}"))
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
