//! The key that signs ID tokens, with ES256 (RFC 7518). Its private part is in the vault.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING as ES256, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value, json};

use crate::secret::{SecretBytes, SystemRandom, sha256_hex};
use crate::vault::{Kind, Vault, VaultError};

/// How many digits of the digest of its public part name a key.
const NAME_DIGITS: usize = 16;

/// A key that signs.
pub(super) struct SigningKey {
    pair: EcdsaKeyPair,
    name: String,
}

/// A key cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SigningError {
    /// The vault failed.
    #[error(transparent)]
    Vault(#[from] VaultError),
    /// What the vault has is no key, or the system has no random numbers.
    #[error("the key that signs ID tokens cannot be used; restore the vault from a backup")]
    Unusable,
}

impl SigningKey {
    /// The key of the vault; a new one if it has none. Blocks on the disk.
    pub(super) fn open(vault: &Vault) -> Result<Self, SigningError> {
        let random = SystemRandom::new();
        let stored = vault.names(Kind::ApplicationKey)?.into_iter().next();
        let bytes = match stored {
            Some(name) => vault.get(Kind::ApplicationKey, &name)?,
            None => {
                let document = EcdsaKeyPair::generate_pkcs8(&ES256, &random);
                let document = document.map_err(|_| SigningError::Unusable)?;
                vault.put(Kind::ApplicationKey, document.as_ref())?;
                SecretBytes::new(document.as_ref().to_vec())
            }
        };
        let pair = EcdsaKeyPair::from_pkcs8(&ES256, bytes.expose(), &random);
        let pair = pair.map_err(|_| SigningError::Unusable)?;
        let mut name = sha256_hex(pair.public_key().as_ref());
        name.truncate(NAME_DIGITS);
        Ok(Self { pair, name })
    }

    /// The public keys, as applications fetch them (RFC 7517).
    pub(super) fn public_keys(&self) -> Value {
        // An uncompressed point: a byte for that, and the two coordinates.
        let (x, y) = self.pair.public_key().as_ref()[1..].split_at(32);
        let encode = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        json!({"keys": [{
            "kty": "EC", "crv": "P-256", "alg": "ES256", "use": "sig", "kid": self.name,
            "x": encode(x), "y": encode(y),
        }]})
    }

    /// Claims as a signed token (RFC 7515).
    pub(super) fn sign(&self, claims: &Value) -> Result<String, SigningError> {
        let header = json!({"alg": "ES256", "typ": "JWT", "kid": self.name});
        let encode = |part: &Value| URL_SAFE_NO_PAD.encode(part.to_string());
        let content = format!("{}.{}", encode(&header), encode(claims));
        let signature = self.pair.sign(&SystemRandom::new(), content.as_bytes());
        let signature = signature.map_err(|_| SigningError::Unusable)?;
        Ok(format!("{content}.{}", URL_SAFE_NO_PAD.encode(signature)))
    }
}

#[cfg(test)]
mod tests {
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    use super::*;

    /// covers: [APP-02]
    #[test]
    fn a_token_verifies_with_the_public_key_after_a_restart() {
        let folder = tempfile::tempdir().unwrap();
        let vault = Vault::open(folder.path(), None).unwrap();
        let signed = SigningKey::open(&vault).unwrap().sign(&json!({"sub": "p_ann"})).unwrap();
        drop(vault);
        let vault = Vault::open(folder.path(), None).unwrap();
        let keys = SigningKey::open(&vault).unwrap().public_keys();
        let key = &keys["keys"][0];
        let part = |name: &str| URL_SAFE_NO_PAD.decode(key[name].as_str().unwrap()).unwrap();
        let point = [vec![4], part("x"), part("y")].concat();
        let (content, signature) = signed.rsplit_once('.').unwrap();
        let signature = URL_SAFE_NO_PAD.decode(signature).unwrap();
        let public = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point);
        assert!(public.verify(content.as_bytes(), &signature).is_ok());
        assert!(public.verify(b"other", &signature).is_err());
        let header = URL_SAFE_NO_PAD.decode(content.split('.').next().unwrap()).unwrap();
        let header: Value = serde_json::from_slice(&header).unwrap();
        assert_eq!((&header["alg"], &header["kid"]), (&json!("ES256"), &key["kid"]));
        assert!(!keys.to_string().contains("\"d\""));
    }
}
