//! A small authenticator in software: passkeys by ES256, as an honest browser answers with them, and as one does that
//! is not honest.

use std::sync::atomic::{AtomicU64, Ordering};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

/// The user was there.
const PRESENT: u8 = 0x01;
/// The authenticator has verified the user, by a PIN or a finger.
const VERIFIED: u8 = 0x04;
/// The passkey may be on several devices.
const BACKUP_ELIGIBLE: u8 = 0x08;
/// The passkey is backed up.
const BACKED_UP: u8 = 0x10;
/// There is a public key in what the authenticator says.
const HAS_KEY: u8 = 0x40;

/// A passkey.
pub struct SoftPasskey {
    /// Its id.
    pub id: Vec<u8>,
    /// The id of its user, as the server has named it.
    pub user: String,
    /// How often it has signed.
    pub counter: u32,
    pair: EcdsaKeyPair,
}

/// An authenticator, with the browser that it is used by.
pub struct Authenticator {
    /// The passkeys, the oldest first.
    pub passkeys: Vec<SoftPasskey>,
    /// The origin of the page.
    pub origin: String,
    /// The host that it signs for, in the place of the one that is asked for.
    pub signs_for: Option<String>,
    /// The challenge that it signs, in the place of the one that is asked.
    pub signs_challenge: Option<String>,
    /// Whether it verifies its user.
    pub verifies: bool,
    /// Whether it counts its signatures.
    pub counts: bool,
    /// Whether its passkeys are synchronised and backed up.
    pub synchronises: bool,
    /// Whether it names the user of a passkey.
    pub names_user: bool,
    /// The page is in a frame of another site.
    pub is_framed: bool,
    /// The id of the next passkey, in the place of a fresh one.
    pub next_id: Option<Vec<u8>>,
}

impl Authenticator {
    /// An honest one, for pages of this origin.
    pub fn at(origin: &str) -> Self {
        Self {
            passkeys: Vec::new(),
            origin: origin.to_owned(),
            signs_for: None,
            signs_challenge: None,
            verifies: true,
            counts: true,
            synchronises: false,
            names_user: true,
            is_framed: false,
            next_id: None,
        }
    }

    /// Creates a passkey: the credential for the server.
    ///
    /// # Panics
    /// If these are no options, or the machine has no random numbers.
    pub fn create(&mut self, options: &Value) -> Value {
        let options = &options["publicKey"];
        let random = SystemRandom::new();
        let kind = &ECDSA_P256_SHA256_ASN1_SIGNING;
        let key = EcdsaKeyPair::generate_pkcs8(kind, &random).expect("a key");
        let pair = EcdsaKeyPair::from_pkcs8(kind, key.as_ref(), &random).expect("a key");
        let passkey = SoftPasskey {
            id: self.next_id.take().unwrap_or_else(fresh_id),
            user: options["user"]["id"].as_str().expect("a user").to_owned(),
            counter: u32::from(self.counts),
            pair,
        };
        let host = options["rp"]["id"].as_str().expect("a host");
        let mut data = self.says(host, passkey.counter, HAS_KEY);
        data.extend([0; 16]);
        let length = u16::try_from(passkey.id.len()).expect("a short id");
        data.extend(length.to_be_bytes());
        data.extend(&passkey.id);
        data.extend(cose_key(passkey.pair.public_key().as_ref()));
        let client_data = self.client_data("webauthn.create", options);
        let credential = json!({
            "rawId": encoded(&passkey.id),
            "response": {
                "clientDataJSON": encoded(client_data),
                "attestationObject": encoded(attestation(&data)),
            },
        });
        self.passkeys.push(passkey);
        credential
    }

    /// Shows a passkey: one of those that are asked for, or the newest.
    ///
    /// # Panics
    /// If it has none of them, or these are no options.
    pub fn show(&mut self, options: &Value) -> Value {
        let options = &options["publicKey"];
        let allowed = options["allowCredentials"].as_array().expect("a list");
        let allowed: Vec<&str> = allowed.iter().filter_map(|one| one["id"].as_str()).collect();
        let is_allowed = |passkey: &SoftPasskey| {
            allowed.is_empty() || allowed.contains(&encoded(&passkey.id).as_str())
        };
        let at = self.passkeys.iter().rposition(is_allowed).expect("a passkey that is asked for");
        self.show_this(at, options)
    }

    /// Shows a passkey, whichever is asked for.
    ///
    /// # Panics
    /// If there is no such passkey, or these are no options.
    pub fn show_any(&mut self, at: usize, options: &Value) -> Value {
        self.show_this(at, &options["publicKey"])
    }

    fn show_this(&mut self, at: usize, options: &Value) -> Value {
        if self.counts {
            self.passkeys[at].counter += 1;
        }
        let passkey = &self.passkeys[at];
        let host = options["rpId"].as_str().expect("a host");
        let data = self.says(host, passkey.counter, 0);
        let client_data = self.client_data("webauthn.get", options);
        let hash = Sha256::digest(&client_data);
        let signed = [data.as_slice(), hash.as_slice()].concat();
        let signature = passkey.pair.sign(&SystemRandom::new(), &signed).expect("a signature");
        let mut response = json!({
            "clientDataJSON": encoded(client_data),
            "authenticatorData": encoded(data),
            "signature": encoded(signature),
        });
        if self.names_user {
            response["userHandle"] = json!(passkey.user);
        }
        json!({"rawId": encoded(&passkey.id), "response": response})
    }

    fn says(&self, host: &str, counter: u32, more: u8) -> Vec<u8> {
        let host = self.signs_for.as_deref().unwrap_or(host);
        let verified = if self.verifies { VERIFIED } else { 0 };
        let backup = if self.synchronises { BACKUP_ELIGIBLE | BACKED_UP } else { 0 };
        let mut data = Sha256::digest(host).to_vec();
        data.push(PRESENT | verified | backup | more);
        data.extend(counter.to_be_bytes());
        data
    }

    fn client_data(&self, kind: &str, options: &Value) -> Vec<u8> {
        let asked = options["challenge"].as_str().expect("a challenge");
        let challenge = self.signs_challenge.as_deref().unwrap_or(asked);
        let client_data = json!({
            "type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": self.is_framed,
        });
        client_data.to_string().into_bytes()
    }
}

fn encoded(bytes: impl AsRef<[u8]>) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// An id that no other passkey of this test has.
fn fresh_id() -> Vec<u8> {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    Sha256::digest(format!("{} {number}", std::process::id())).as_slice()[..24].to_vec()
}

/// A public key of P-256 in CBOR (RFC 9053, 7.1.1).
fn cose_key(point: &[u8]) -> Vec<u8> {
    let (x, y) = point[1..].split_at(32);
    let mut key = vec![0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20];
    key.extend(x);
    key.extend([0x22, 0x58, 0x20]);
    key.extend(y);
    key
}

/// An attestation of the format `none` in CBOR (Web Authentication, 8.7).
fn attestation(data: &[u8]) -> Vec<u8> {
    let text = |text: &str| {
        let length = u8::try_from(text.len()).expect("a short text");
        [&[0x60 | length][..], text.as_bytes()].concat()
    };
    let mut object = vec![0xa3];
    object.extend(text("fmt"));
    object.extend(text("none"));
    object.extend(text("attStmt"));
    object.push(0xa0);
    object.extend(text("authData"));
    object.push(0x59);
    object.extend(u16::try_from(data.len()).expect("a short text").to_be_bytes());
    object.extend(data);
    object
}
