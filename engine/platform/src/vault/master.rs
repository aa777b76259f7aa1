//! The master key: 32 random bytes in a file, created once, under which everything else is encrypted.

use std::path::Path;

use super::VaultError;
use super::files;
use super::seal::{KEY_BYTES, KeyBytes};
use crate::secret::random;

/// The environment variable with the path of the master key when it is outside the data directory.
pub const MASTER_KEY_FILE_ENV: &str = "WAYBILL_MASTER_KEY_FILE";

/// A key with fewer distinct bytes was not made by a random source: 32 random bytes have so few with a probability
/// below 2^-100.
const DIFFERENT_BYTES_MIN: usize = 8;

/// Reads the key that the operator configured, or the vault's own, which is created if nothing was ever encrypted here.
pub(super) fn load(
    own: &Path,
    named: Option<&Path>,
    nothing_is_sealed: bool,
) -> Result<KeyBytes, VaultError> {
    let path = named.unwrap_or(own);
    if named.is_some_and(files::others_may_read) {
        // Secrets that are mounted by an orchestrator often are, so this is no reason to fail.
        tracing::warn!(
            "others than its owner may read the file of the master key; narrow its rights"
        );
    }
    match files::read(path)?.map(crate::secret::SecretBytes::new) {
        Some(bytes) => check(bytes.expose()),
        None if named.is_none() && nothing_is_sealed => {
            let key = KeyBytes::new(random());
            files::write_whole(own, key.as_slice())?;
            Ok(key)
        }
        None => Err(VaultError::NoKey),
    }
}

fn check(bytes: &[u8]) -> Result<KeyBytes, VaultError> {
    let key: [u8; KEY_BYTES] =
        bytes.try_into().map_err(|_| VaultError::WeakKey { bytes: bytes.len() })?;
    let different = (0..=u8::MAX).filter(|byte| key.contains(byte)).count();
    if different < DIFFERENT_BYTES_MIN {
        return Err(VaultError::WeakKey { bytes: bytes.len() });
    }
    Ok(KeyBytes::new(key))
}
