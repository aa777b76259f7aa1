//! Authenticated encryption: XChaCha20-Poly1305 with a random nonce, bound to the place where the bytes are stored.
//!
//! The place is the associated data, so that an encrypted value that is copied to another place, or replaces another
//! one, cannot be decrypted there.

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use super::VaultError;
use crate::secret::{SecretBytes, random};

/// Length of a key in bytes.
pub(super) const KEY_BYTES: usize = 32;
/// Length in bytes of the nonce before the encrypted bytes.
pub(super) const NONCE_BYTES: usize = 24;
/// How many bytes longer the result is than the input.
pub(super) const OVERHEAD_BYTES: usize = NONCE_BYTES + 16;

/// A key, wiped when dropped.
pub(super) type KeyBytes = Zeroizing<[u8; KEY_BYTES]>;

/// Where encrypted bytes are stored: their kind, a field, a name, and the version of the layout.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub kind: &'a str,
    pub field: &'a str,
    pub name: &'a str,
}

const LAYOUT_VERSION: u8 = 1;

impl Place<'_> {
    /// An unambiguous encoding of the place: every part is preceded by its length.
    fn associated(&self) -> Vec<u8> {
        let mut bytes = b"waybill vault".to_vec();
        bytes.push(LAYOUT_VERSION);
        for part in [self.kind, self.field, self.name] {
            bytes.extend((part.len() as u64).to_be_bytes());
            bytes.extend(part.as_bytes());
        }
        bytes
    }
}

pub(super) fn seal(key: &KeyBytes, place: Place<'_>, plain: &[u8]) -> Result<Vec<u8>, VaultError> {
    let nonce = random::<NONCE_BYTES>();
    let cipher = XChaCha20Poly1305::new(&Key::from(**key));
    let payload = Payload { msg: plain, aad: &place.associated() };
    let sealed = cipher.encrypt(&XNonce::from(nonce), payload);
    let sealed = sealed.map_err(|_| VaultError::TooLarge)?;
    Ok([nonce.as_slice(), &sealed].concat())
}

/// Decrypts bytes; `None` when they were encrypted with another key, for another place, or were changed.
pub(super) fn open(key: &KeyBytes, place: Place<'_>, sealed: &[u8]) -> Option<SecretBytes> {
    let (nonce, sealed) = sealed.split_first_chunk::<NONCE_BYTES>()?;
    let cipher = XChaCha20Poly1305::new(&Key::from(**key));
    let payload = Payload { msg: sealed, aad: &place.associated() };
    cipher.decrypt(&XNonce::from(*nonce), payload).ok().map(SecretBytes::new)
}

/// Derives a key for one purpose from the master key. The master key is uniformly random, so one hash with the purpose
/// in front is enough.
pub(super) fn derive(master: &KeyBytes, purpose: &str) -> KeyBytes {
    let mut hash = Sha256::new();
    hash.update(b"waybill vault key v1\0");
    hash.update(purpose.as_bytes());
    hash.update([0]);
    hash.update(master.as_slice());
    Zeroizing::new(hash.finalize().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLACE: Place<'static> = Place { kind: "password", field: "hash", name: "s_1" };

    #[test]
    fn what_is_sealed_opens_at_its_place_only() {
        let key = KeyBytes::new(random());
        let sealed = seal(&key, PLACE, b"canary").unwrap();
        assert_eq!(sealed.len(), 6 + OVERHEAD_BYTES);
        assert!(!sealed.windows(6).any(|window| window == b"canary"));
        assert_eq!(open(&key, PLACE, &sealed).unwrap().expose(), b"canary");
        for other in [
            Place { kind: "totp", ..PLACE },
            Place { field: "", ..PLACE },
            Place { name: "s_2", ..PLACE },
            Place { kind: "passwordhash", field: "", ..PLACE },
        ] {
            assert!(open(&key, other, &sealed).is_none());
        }
        assert!(open(&KeyBytes::new(random()), PLACE, &sealed).is_none());
    }

    #[test]
    fn every_changed_byte_is_noticed() {
        let key = KeyBytes::new(random());
        let sealed = seal(&key, PLACE, b"x").unwrap();
        for at in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert!(open(&key, PLACE, &changed).is_none(), "byte {at}");
            assert!(open(&key, PLACE, &sealed[..at]).is_none(), "cut at {at}");
        }
    }

    #[test]
    fn keys_for_two_purposes_differ() {
        let master = KeyBytes::new(random());
        assert_ne!(*derive(&master, "a"), *derive(&master, "b"));
        assert_eq!(*derive(&master, "a"), *derive(&master, "a"));
    }
}
