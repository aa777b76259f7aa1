//! Keys that sign tokens, and the tokens: those of jobs, and those of users who sign in.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ring::hmac::{HMAC_SHA256, Key, sign};
use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _, RSA_PKCS1_SHA256, RsaKeyPair,
    RsaPublicKeyComponents,
};
use serde_json::{Value, json};

/// A key for tests alone: making one of RSA takes longer than the tests.
const RSA: &str = include_str!("rsa-2048.pkcs8.base64");

/// Base64 as tokens have it.
pub(crate) fn encoded(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// A key that signs tokens.
pub(crate) struct Signer {
    pub(crate) id: String,
    pair: Pair,
}

enum Pair {
    Rsa(Box<RsaKeyPair>),
    Ec(Box<EcdsaKeyPair>),
}

impl Signer {
    /// The one key of RSA.
    pub(crate) fn rsa(id: &str) -> Self {
        let text: String = RSA.split_whitespace().collect();
        let key = STANDARD.decode(text).expect("base64");
        let pair = RsaKeyPair::from_pkcs8(&key).expect("a key");
        Self { id: id.to_owned(), pair: Pair::Rsa(Box::new(pair)) }
    }

    /// A new key of P-256.
    pub(crate) fn ec(id: &str) -> Self {
        let (kind, random) = (&ECDSA_P256_SHA256_FIXED_SIGNING, SystemRandom::new());
        let key = EcdsaKeyPair::generate_pkcs8(kind, &random).expect("a key");
        let pair = EcdsaKeyPair::from_pkcs8(kind, key.as_ref(), &random).expect("a key");
        Self { id: id.to_owned(), pair: Pair::Ec(Box::new(pair)) }
    }

    /// The public key.
    pub(crate) fn jwk(&self) -> Value {
        match &self.pair {
            Pair::Rsa(pair) => {
                let public: RsaPublicKeyComponents<Vec<u8>> = pair.public().into();
                json!({
                    "kty": "RSA", "alg": "RS256", "use": "sig", "kid": self.id,
                    "n": encoded(public.n), "e": encoded(public.e),
                })
            }
            Pair::Ec(pair) => {
                let (x, y) = pair.public_key().as_ref()[1..].split_at(32);
                json!({
                    "kty": "EC", "crv": "P-256", "kid": self.id, "x": encoded(x), "y": encoded(y),
                })
            }
        }
    }

    pub(crate) fn header(&self) -> Value {
        let algorithm = match self.pair {
            Pair::Rsa(_) => "RS256",
            Pair::Ec(_) => "ES256",
        };
        json!({"alg": algorithm, "typ": "JWT", "kid": self.id})
    }

    /// A token with these claims.
    pub(crate) fn token(&self, claims: &Value) -> String {
        self.token_with(&self.header(), claims)
    }

    /// A token with another header.
    pub(crate) fn token_with(&self, header: &Value, claims: &Value) -> String {
        let content = unsigned(header, claims);
        let random = SystemRandom::new();
        let signature = match &self.pair {
            Pair::Rsa(pair) => {
                let mut signature = vec![0; pair.public().modulus_len()];
                let signed =
                    pair.sign(&RSA_PKCS1_SHA256, &random, content.as_bytes(), &mut signature);
                signed.expect("a signature");
                signature
            }
            Pair::Ec(pair) => {
                pair.sign(&random, content.as_bytes()).expect("a signature").as_ref().to_vec()
            }
        };
        format!("{content}.{}", encoded(signature))
    }
}

/// Header and claims of a token, which a signature follows.
pub(crate) fn unsigned(header: &Value, claims: &Value) -> String {
    format!("{}.{}", encoded(header.to_string()), encoded(claims.to_string()))
}

/// The time, in seconds.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).expect("a time after 1970").as_secs()
}

/// An id that no other token has.
pub(crate) fn fresh_id() -> String {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    format!("token-{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Claims with another value, or without the claim if it is null.
pub(crate) fn with(mut claims: Value, claim: &str, value: Value) -> Value {
    if value.is_null() {
        claims.as_object_mut().expect("claims").remove(claim);
    } else {
        claims[claim] = value;
    }
    claims
}

/// The signature of an algorithm with a shared secret, for which the public key is taken.
pub(crate) fn hmac(content: &str, secret: &[u8]) -> String {
    encoded(sign(&Key::new(HMAC_SHA256, secret), content.as_bytes()))
}

/// A claim or a field of a header with another value.
pub(crate) fn changed(mut of: Value, field: &str, value: Value) -> Value {
    of[field] = value;
    of
}
