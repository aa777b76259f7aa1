//! The passwords by which remote repositories read from their upstreams: in the vault, and named by the settings.

use std::collections::HashSet;
use std::sync::Arc;

use waybill_machines::rules::repository_sources::Credentials;
use waybill_outbound::Authorization;

use super::{EmbeddedUpstreams, Shared};
use crate::repositories::{RepositoryError, UpstreamError};
use crate::vault::{Kind, Vault, VaultError};

impl EmbeddedUpstreams {
    /// Removes passwords that no repository names: those of repositories that were deleted, and what a crash left
    /// between the vault and the journal. Blocks on the disk; for the start.
    ///
    /// # Errors
    ///
    /// [`RepositoryError`], if the vault cannot be read.
    pub fn sweep_passwords(&self) -> Result<usize, RepositoryError> {
        let Shared { inner, vault, .. } = &*self.shared;
        if inner.streams.may_lack_records() {
            return Ok(0);
        }
        let upstreams =
            inner.table().all().into_iter().filter_map(|stored| stored.settings.upstream);
        let used: HashSet<_> =
            upstreams.filter_map(|upstream| Some(upstream.credentials?.password)).collect();
        let mut unused = vault.names(Kind::UpstreamPassword)?;
        unused.retain(|name| !used.contains(name));
        unused.iter().try_for_each(|name| vault.delete(Kind::UpstreamPassword, name))?;
        Ok(unused.len())
    }
}

impl Shared {
    /// Works with the vault on a thread for it.
    pub(super) async fn with_vault<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Vault) -> Result<T, VaultError> + Send + 'static,
    ) -> Result<T, RepositoryError> {
        let vault = Arc::clone(&self.vault);
        let done = tokio::task::spawn_blocking(move || work(&vault)).await;
        let done = done.map_err(|_| RepositoryError::Defect("working with the vault stopped"))?;
        Ok(done?)
    }

    /// The header with the credentials of an upstream.
    pub(super) async fn authorization(
        &self,
        known: &Credentials,
    ) -> Result<Authorization, RepositoryError> {
        let name = known.password.clone();
        let password =
            self.with_vault(move |vault| vault.get(Kind::UpstreamPassword, &name)).await?;
        let password =
            std::str::from_utf8(password.expose()).map_err(|_| UpstreamError::Refused)?;
        let header = if known.user.is_empty() {
            Authorization::bearer(password)
        } else {
            Authorization::basic(&known.user, password)
        };
        Ok(header.map_err(|_| UpstreamError::Refused)?)
    }
}
