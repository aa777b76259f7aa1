//! The key by which this server signs what it sends to identity providers, with RSA and SHA-256: few of them take
//! anything else. Its private part is in the vault, and its certificate is made of it.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::signature::{KeyPair as _, RSA_PKCS1_SHA256, RsaKeyPair};
use rsa::RsaPrivateKey;
use rsa::pkcs8::EncodePrivateKey as _;
use rsa::rand_core::{CryptoRng, Error, RngCore};

use super::SamlError;
use super::der::own_certificate;
use crate::secret::{SecretBytes, SystemRandom, sha256_hex};
use crate::vault::{Kind, Vault};

const KEY_BITS: usize = 2_048;
/// How many digits of the digest of the public part are the serial number of the certificate.
const SERIAL_DIGITS: usize = 16;

/// The key.
pub(super) struct Key {
    pair: RsaKeyPair,
    certificate: String,
}

impl Key {
    /// The key of the vault; a new one if it has none, which takes a while. Blocks on the disk.
    pub(super) fn open(vault: &Vault) -> Result<Self, SamlError> {
        let stored = vault.names(Kind::SamlKey)?.into_iter().next();
        let bytes = match stored {
            Some(name) => vault.get(Kind::SamlKey, &name)?,
            None => {
                let made = made()?;
                vault.put(Kind::SamlKey, made.expose())?;
                made
            }
        };
        Self::read(bytes.expose())
    }

    /// A key of PKCS #8.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, SamlError> {
        let pair = RsaKeyPair::from_pkcs8(bytes).map_err(|_| SamlError::Key)?;
        let public = pair.public_key().as_ref();
        let serial = sha256_hex(public);
        let sign = |content: &[u8]| signature(&pair, content).ok();
        let certificate =
            own_certificate(public, &serial.as_bytes()[..SERIAL_DIGITS], "Waybill", sign);
        let certificate = STANDARD.encode(certificate.ok_or(SamlError::Key)?);
        Ok(Self { pair, certificate })
    }

    /// Its certificate in base64, as metadata have it.
    pub(super) fn certificate(&self) -> &str {
        &self.certificate
    }

    /// A signature in base64.
    pub(super) fn sign(&self, content: &[u8]) -> Result<String, SamlError> {
        Ok(STANDARD.encode(signature(&self.pair, content)?))
    }
}

fn signature(pair: &RsaKeyPair, content: &[u8]) -> Result<Vec<u8>, SamlError> {
    let mut signature = vec![0; pair.public().modulus_len()];
    let signed = pair.sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), content, &mut signature);
    signed.map_err(|_| SamlError::Key)?;
    Ok(signature)
}

/// A new private key.
fn made() -> Result<SecretBytes, SamlError> {
    let key = RsaPrivateKey::new(&mut System, KEY_BITS).map_err(|_| SamlError::Key)?;
    let document = key.to_pkcs8_der().map_err(|_| SamlError::Key)?;
    Ok(SecretBytes::new(document.as_bytes().to_vec()))
}

/// The random source of the system, for a library that takes one.
struct System;

impl RngCore for System {
    fn next_u32(&mut self) -> u32 {
        u32::from_le_bytes(crate::secret::random())
    }

    fn next_u64(&mut self) -> u64 {
        u64::from_le_bytes(crate::secret::random())
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        for part in bytes.chunks_mut(32) {
            let random = crate::secret::random::<32>();
            part.copy_from_slice(&random[..part.len()]);
        }
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        self.fill_bytes(bytes);
        Ok(())
    }
}

impl CryptoRng for System {}

#[cfg(test)]
mod tests {
    use ring::signature::{RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey};

    use super::super::der::key_of_certificate;
    use super::*;

    /// covers: [SSO-02]
    #[test]
    fn a_new_key_is_kept_and_its_certificate_has_its_public_part() {
        let folder = tempfile::tempdir().unwrap();
        let vault = Vault::open(folder.path(), None).unwrap();
        let first = Key::open(&vault).unwrap();
        let again = Key::open(&vault).unwrap();
        assert_eq!(first.certificate(), again.certificate());
        let certificate = STANDARD.decode(first.certificate()).unwrap();
        let public = key_of_certificate(&certificate).unwrap();
        let signature = STANDARD.decode(again.sign(b"content").unwrap()).unwrap();
        let public = UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, public);
        assert!(public.verify(b"content", &signature).is_ok());
        assert!(public.verify(b"other", &signature).is_err());
    }
}
