//! The passwords that this installation has at directories, in the vault.

use std::sync::Arc;

use waybill_machines::rules::user_directories::UserDirectory;
use waybill_machines::secret::Digest;

use super::{DirectoryError, StoredDirectory};
use crate::marked_secrets::MarkedSecrets;
use crate::secret::Secret;
use crate::vault::{Kind, Vault, VaultError};

/// The passwords at all directories.
pub(super) struct Passwords(MarkedSecrets);

impl Passwords {
    pub(super) fn new(vault: Arc<Vault>) -> Self {
        Self(MarkedSecrets::new(vault, Kind::UserDirectory, "directories.passwords"))
    }

    /// The mark of a password with the server and the name that it is for.
    pub(super) fn mark(&self, directory: &UserDirectory, password: &Secret) -> Digest {
        self.0.mark(&given_for(directory).each_ref().map(String::as_str), password)
    }

    /// The password at a directory; `None` if there is none, or the vault does not have it.
    pub(super) async fn read(
        &self,
        stored: &StoredDirectory,
    ) -> Result<Option<Secret>, DirectoryError> {
        let Some(mark) = &stored.password else { return Ok(None) };
        let given_for = given_for(&stored.settings);
        let given_for = given_for.each_ref().map(String::as_str);
        self.0.read::<DirectoryError>(&stored.id, mark, &given_for).await
    }

    /// Stores a password durably.
    pub(super) async fn store(
        &self,
        id: &str,
        mark: &Digest,
        password: Secret,
    ) -> Result<(), DirectoryError> {
        self.0.store(id, mark, password).await
    }

    /// Removes a password. One that could not be removed is at the next start.
    pub(super) async fn forget(&self, id: &str, mark: &Digest) {
        if let Err(error) = self.0.remove::<DirectoryError>(id, mark).await {
            tracing::warn!(service = "access", %error, "a password at a directory could not be removed");
        }
    }

    /// Removes those that no directory has. Returns how many there were.
    pub(super) fn sweep(&self, directories: &[StoredDirectory]) -> Result<usize, VaultError> {
        let named = directories.iter().filter_map(|stored| {
            let mark = stored.password.as_ref()?;
            Some((stored.id.as_str(), mark))
        });
        self.0.sweep(named)
    }
}

/// A password is for one server and one name there.
fn given_for(directory: &UserDirectory) -> [String; 3] {
    let server = &directory.server;
    let account = server.account().unwrap_or_default().to_owned();
    [server.kind().to_owned(), server.address(), account]
}
