//! The public keys of an issuer (RFC 7517), of which those that sign with RS256 or ES256 are used.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey,
};
use serde::Deserialize;
use serde_json::Value;

/// The most keys of an issuer.
const KEYS_MAX: usize = 20;
/// The sizes of the modulus of an RSA key, in bits.
const RSA_BITS: std::ops::RangeInclusive<usize> = 2_048..=8_192;
/// The length of a coordinate of P-256, in bytes.
const COORDINATE_BYTES: usize = 32;

/// How a token is signed. No other algorithm is accepted, and each kind of key is for one alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Algorithm {
    /// RSA with PKCS #1 v1.5 and SHA-256.
    Rs256,
    /// ECDSA with P-256 and SHA-256.
    Es256,
}

impl Algorithm {
    /// The algorithm with this name; `None` if it is not accepted.
    pub(super) fn named(name: &str) -> Option<Self> {
        match name {
            "RS256" => Some(Self::Rs256),
            "ES256" => Some(Self::Es256),
            _ => None,
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Rs256 => "RS256",
            Self::Es256 => "ES256",
        }
    }
}

/// A public key.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Key {
    id: String,
    material: Material,
}

#[derive(Debug, PartialEq, Eq)]
enum Material {
    /// Modulus and exponent, without leading zeros.
    Rsa { modulus: Vec<u8>, exponent: Vec<u8> },
    /// An uncompressed point of P-256.
    P256 { point: Vec<u8> },
}

/// The document of keys is not valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum KeysProblem {
    /// It is no set of keys.
    #[error("the document of keys is no JSON Web Key Set")]
    Malformed,
    /// There are too many.
    #[error("the issuer has more than {KEYS_MAX} keys")]
    TooMany,
    /// No key can be used.
    #[error("the issuer has no key for RS256 or ES256 that can be used")]
    NoneUsable,
}

#[derive(Deserialize)]
struct KeySet {
    keys: Vec<Value>,
}

/// The fields of a key that are read. A private part is not.
#[derive(Deserialize)]
struct WrittenKey {
    kty: String,
    kid: Option<String>,
    alg: Option<String>,
    r#use: Option<String>,
    key_ops: Option<Vec<String>>,
    crv: Option<String>,
    n: Option<String>,
    e: Option<String>,
    x: Option<String>,
    y: Option<String>,
}

/// The keys of a document that can be used. Others are left out: an issuer may have keys for other purposes.
pub(super) fn read_keys(document: &[u8]) -> Result<Vec<Key>, KeysProblem> {
    let KeySet { keys } = serde_json::from_slice(document).map_err(|_| KeysProblem::Malformed)?;
    if keys.len() > KEYS_MAX {
        return Err(KeysProblem::TooMany);
    }
    let keys: Vec<Key> = keys.into_iter().filter_map(Key::of).collect();
    if keys.is_empty() { Err(KeysProblem::NoneUsable) } else { Ok(keys) }
}

impl Key {
    fn of(written: Value) -> Option<Self> {
        let written: WrittenKey = serde_json::from_value(written).ok()?;
        let verifies = written.r#use.as_deref().is_none_or(|usage| usage == "sig")
            && written.key_ops.as_ref().is_none_or(|ops| ops.iter().any(|op| op == "verify"));
        let material = match written.kty.as_str() {
            "RSA" => rsa(&written)?,
            "EC" => p256(&written)?,
            _ => return None,
        };
        let key = Self { id: written.kid.filter(|id| !id.is_empty())?, material };
        let is_of = written.alg.as_deref().is_none_or(|alg| alg == key.algorithm().name());
        (verifies && is_of).then_some(key)
    }

    const fn algorithm(&self) -> Algorithm {
        match self.material {
            Material::Rsa { .. } => Algorithm::Rs256,
            Material::P256 { .. } => Algorithm::Es256,
        }
    }

    /// Whether it is the key that a token names.
    pub(super) fn is_named(&self, id: &str, algorithm: Algorithm) -> bool {
        self.id == id && self.algorithm() == algorithm
    }

    /// Whether it has made a signature.
    pub(super) fn verifies(&self, content: &[u8], signature: &[u8]) -> bool {
        let verified = match &self.material {
            Material::Rsa { modulus, exponent } => {
                let key = RsaPublicKeyComponents { n: modulus, e: exponent };
                key.verify(&RSA_PKCS1_2048_8192_SHA256, content, signature)
            }
            Material::P256 { point } => {
                let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, point);
                key.verify(content, signature)
            }
        };
        verified.is_ok()
    }
}

fn rsa(written: &WrittenKey) -> Option<Material> {
    let (modulus, exponent) = (number(written.n.as_ref()?)?, number(written.e.as_ref()?)?);
    let unused = modulus.first()?.leading_zeros();
    let bits = (modulus.len() * 8).checked_sub(usize::try_from(unused).ok()?)?;
    RSA_BITS.contains(&bits).then_some(Material::Rsa { modulus, exponent })
}

/// A number in big-endian bytes, without leading zeros.
fn number(text: &str) -> Option<Vec<u8>> {
    let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
    let begin = bytes.iter().position(|byte| *byte != 0)?;
    Some(bytes[begin..].to_vec())
}

fn p256(written: &WrittenKey) -> Option<Material> {
    if written.crv.as_deref() != Some("P-256") {
        return None;
    }
    let coordinate = |text: Option<&String>| {
        let bytes = URL_SAFE_NO_PAD.decode(text?).ok()?;
        (bytes.len() == COORDINATE_BYTES).then_some(bytes)
    };
    let point =
        [vec![4], coordinate(written.x.as_ref())?, coordinate(written.y.as_ref())?].concat();
    Some(Material::P256 { point })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn encoded(bytes: &[u8]) -> String {
        URL_SAFE_NO_PAD.encode(bytes)
    }

    fn rsa_key(bytes: usize, first: u8) -> Value {
        let mut modulus = vec![0xab; bytes];
        modulus[0] = first;
        json!({"kty": "RSA", "kid": "one", "n": encoded(&modulus), "e": "AQAB"})
    }

    fn ec_key() -> Value {
        json!({"kty": "EC", "kid": "two", "crv": "P-256", "x": encoded(&[1; 32]), "y": encoded(&[2; 32])})
    }

    fn read(keys: &[Value]) -> Result<usize, KeysProblem> {
        read_keys(json!({"keys": keys}).to_string().as_bytes()).map(|keys| keys.len())
    }

    /// covers: [ROBOT-02]
    #[test]
    fn only_keys_for_signatures_of_both_algorithms_are_used() {
        assert_eq!(read(&[rsa_key(256, 0xff), ec_key()]), Ok(2));
        // A leading zero is no part of the number.
        assert_eq!(read(&[rsa_key(257, 0), rsa_key(1_024, 0x80)]), Ok(2));
        let with = |mut key: Value, field: &str, value: Value| {
            key[field] = value;
            key
        };
        let sound = || rsa_key(256, 0xff);
        for refused in [
            rsa_key(256, 0x7f),
            rsa_key(128, 0xff),
            rsa_key(1_025, 0xff),
            with(sound(), "use", json!("enc")),
            with(sound(), "alg", json!("RS512")),
            with(sound(), "alg", json!("ES256")),
            with(sound(), "alg", json!("HS256")),
            with(sound(), "key_ops", json!(["sign"])),
            with(sound(), "kid", json!("")),
            with(sound(), "kid", json!(null)),
            with(sound(), "n", json!("")),
            with(sound(), "e", json!("AA")),
            with(sound(), "n", json!("no base64!")),
            with(sound(), "kty", json!("oct")),
            with(ec_key(), "crv", json!("P-384")),
            with(ec_key(), "crv", json!(null)),
            with(ec_key(), "alg", json!("RS256")),
            with(ec_key(), "x", json!(encoded(&[1; 31]))),
            with(ec_key(), "y", json!(null)),
            json!({"kty": "oct", "kid": "three", "k": "AAAA"}),
            json!("a key"),
        ] {
            assert_eq!(
                read(std::slice::from_ref(&refused)),
                Err(KeysProblem::NoneUsable),
                "{refused}"
            );
            assert_eq!(read(&[refused, ec_key()]), Ok(1));
        }
        for sound in [
            with(sound(), "use", json!("sig")),
            with(sound(), "alg", json!("RS256")),
            with(sound(), "key_ops", json!(["verify"])),
            with(ec_key(), "alg", json!("ES256")),
        ] {
            assert_eq!(read(std::slice::from_ref(&sound)), Ok(1), "{sound}");
        }
    }

    /// covers: [ROBOT-02]
    #[test]
    fn a_document_of_keys_has_a_bound() {
        assert_eq!(read(&[]), Err(KeysProblem::NoneUsable));
        assert_eq!(read(&vec![ec_key(); KEYS_MAX]), Ok(KEYS_MAX));
        assert_eq!(read(&vec![ec_key(); KEYS_MAX + 1]), Err(KeysProblem::TooMany));
        for document in ["", "[]", "{}", r#"{"keys": {}}"#, "<html>"] {
            assert_eq!(read_keys(document.as_bytes()), Err(KeysProblem::Malformed), "{document}");
        }
    }

    /// covers: [ROBOT-02]
    #[test]
    fn a_key_is_for_one_algorithm() {
        let keys = json!({"keys": [rsa_key(256, 0xff), ec_key()]}).to_string();
        let keys = read_keys(keys.as_bytes()).unwrap();
        assert!(keys[0].is_named("one", Algorithm::Rs256));
        assert!(!keys[0].is_named("one", Algorithm::Es256));
        assert!(!keys[0].is_named("two", Algorithm::Rs256));
        assert!(keys[1].is_named("two", Algorithm::Es256));
        assert!(!keys[0].verifies(b"content", &[0; 256]) && !keys[1].verifies(b"", &[0; 64]));
        for name in ["none", "None", "HS256", "RS384", "PS256", "ES384", "EdDSA", "rs256", ""] {
            assert_eq!(Algorithm::named(name), None, "{name}");
        }
    }
}
