//! The public keys of a provider (RFC 7517), of which those that sign with RS256, PS256 or ES256 are used.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use openidconnect::core::{CoreJsonWebKey, CoreJsonWebKeySet, CoreJwsSigningAlgorithm};
use serde::Deserialize;
use serde_json::Value;

use super::fault::ProviderFault;

/// The most keys of a provider.
const KEYS_MAX: usize = 50;
/// The sizes of the modulus of an RSA key, in bytes: 2,048 to 4,096 bits, which the library verifies with.
const RSA_BYTES: std::ops::RangeInclusive<usize> = 256..=512;

#[derive(Deserialize)]
struct KeySet {
    keys: Vec<Value>,
}

/// The algorithms that are accepted. None of them has a shared secret.
pub(super) const fn algorithms() -> [CoreJwsSigningAlgorithm; 3] {
    [
        CoreJwsSigningAlgorithm::RsaSsaPkcs1V15Sha256,
        CoreJwsSigningAlgorithm::RsaSsaPssSha256,
        CoreJwsSigningAlgorithm::EcdsaP256Sha256,
    ]
}

/// The keys of a document that can be used. Others are left out: a provider may have keys for other purposes.
pub(super) fn read_keys(document: &[u8]) -> Result<CoreJsonWebKeySet, ProviderFault> {
    let malformed = |_| ProviderFault::Malformed("its document of keys");
    let KeySet { keys } = serde_json::from_slice(document).map_err(malformed)?;
    if keys.len() > KEYS_MAX {
        return Err(ProviderFault::TooManyKeys);
    }
    let usable = keys.into_iter().filter(is_usable);
    let usable: Vec<CoreJsonWebKey> =
        usable.filter_map(|key| serde_json::from_value(key).ok()).collect();
    if usable.is_empty() {
        return Err(ProviderFault::NoUsableKey);
    }
    Ok(CoreJsonWebKeySet::new(usable))
}

/// Whether a key is one of a size and a curve that are accepted. What it is used for is asked by the library.
fn is_usable(key: &Value) -> bool {
    let text = |field: &str| key.get(field).and_then(Value::as_str);
    match text("kty") {
        Some("RSA") => {
            let modulus = text("n").and_then(|text| URL_SAFE_NO_PAD.decode(text).ok());
            modulus.is_some_and(|bytes| {
                let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
                RSA_BYTES.contains(&(bytes.len() - zeros))
            })
        }
        Some("EC") => text("crv") == Some("P-256"),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn rsa(bytes: usize) -> Value {
        let modulus = URL_SAFE_NO_PAD.encode(vec![0xab; bytes]);
        json!({"kty": "RSA", "kid": "one", "n": modulus, "e": "AQAB"})
    }

    fn read(keys: &[Value]) -> Result<usize, ProviderFault> {
        read_keys(json!({"keys": keys}).to_string().as_bytes()).map(|keys| keys.keys().len())
    }

    /// covers: [SSO-01]
    #[test]
    fn only_keys_of_accepted_sizes_and_curves_are_used() {
        let coordinate = URL_SAFE_NO_PAD.encode([1; 32]);
        let ec = |curve: &str| json!({"kty": "EC", "kid": "two", "crv": curve, "x": coordinate, "y": coordinate});
        assert_eq!(read(&[rsa(256), rsa(512), ec("P-256")]), Ok(3));
        let secret = json!({"kty": "oct", "kid": "three", "k": "AAAA"});
        for refused in [rsa(128), rsa(513), ec("P-384"), secret, json!("a key")] {
            assert_eq!(read(std::slice::from_ref(&refused)), Err(ProviderFault::NoUsableKey));
            assert_eq!(read(&[refused, rsa(256)]), Ok(1));
        }
        assert_eq!(read(&vec![rsa(256); KEYS_MAX + 1]), Err(ProviderFault::TooManyKeys));
        for document in ["", "[]", "<html>"] {
            assert!(read_keys(document.as_bytes()).is_err(), "{document}");
        }
    }
}
