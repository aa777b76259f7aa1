//! Secret values: they can be used, but not printed, accidentally compared or serialized.

use std::fmt;
use std::fs::Metadata;
use std::os::unix::fs::PermissionsExt as _;

/// Random bytes of the system, for signatures that a library makes with a source of its own.
pub(crate) use ring::rand::SystemRandom;
use serde::{Deserialize, Deserializer};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

use crate::access::ReservedAttempt;
use crate::mail::Language;

/// Whether all users of this machine can open a file, which then keeps no secret. Its group may: that is how services
/// are given their secrets.
pub fn others_may_open(file: &Metadata) -> bool {
    file.permissions().mode() & 0o007 != 0
}

/// A secret text. It is wiped when dropped, prints as `[secret]`, and has no `Serialize`: code that writes it somewhere
/// has to call [`Secret::expose`].
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(as = "String"), schemars(with = "String"))]
pub struct Secret(Zeroizing<String>);

impl Secret {
    /// A secret from a text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(Zeroizing::new(text.into()))
    }

    /// The text.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// A copy, for an owner of its own.
    #[must_use]
    pub fn duplicate(&self) -> Self {
        Self::new(self.expose())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[secret]")
    }
}

/// Requests contain secrets in their JSON bodies.
impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::new)
    }
}

/// Secret bytes, with the same properties.
pub struct SecretBytes(Zeroizing<Vec<u8>>);

impl SecretBytes {
    /// A secret from bytes.
    pub fn new(bytes: Vec<u8>) -> Self {
        Self(Zeroizing::new(bytes))
    }

    /// The bytes.
    pub fn expose(&self) -> &[u8] {
        &self.0
    }

    /// The bytes as text, if they are UTF-8.
    pub fn into_text(self) -> Option<Secret> {
        std::str::from_utf8(&self.0).ok().map(Secret::new)
    }
}

impl fmt::Debug for SecretBytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[secret]")
    }
}

/// A user name and a password, as they were typed. The name is kept as a secret as well, since people type passwords
/// into the wrong field.
#[derive(Debug)]
pub struct Credentials {
    /// The user name.
    pub user: Secret,
    /// The password.
    pub password: Secret,
}

/// The passwords for a change of password.
#[derive(Debug)]
pub struct Passwords {
    /// The current one.
    pub current: Secret,
    /// The new one.
    pub new: Secret,
}

/// What a provider with which users sign in has sent back with the browser.
#[derive(Debug)]
pub struct SignInCode {
    /// The code.
    pub code: Secret,
    /// Which provider says that it is (RFC 9207).
    pub iss: Option<String>,
}

/// What an authenticator has answered.
#[derive(Debug)]
pub struct PasskeyResponse {
    /// The credential, as JSON that a browser makes of it.
    pub credential: Secret,
    /// What the user calls a new passkey.
    pub name: Option<Secret>,
}

/// The secrets that a one-use handle can refer to.
#[derive(Debug)]
pub enum Payload {
    /// For `access.authenticate`, as it was judged before it is recorded.
    Credentials(Credentials, ReservedAttempt),
    /// For `access.confirm_enrolment`, `access.verify_code`, `access.verify_recovery` and `access.grant_client_login`.
    Code(Secret),
    /// For `access.change_password`.
    Passwords(Passwords),
    /// For `git.test`, `git.create` and `git.update`.
    GitToken(Secret),
    /// For `access.forgot_password`.
    Account {
        /// The user name or the mail address, as it was typed.
        typed: Secret,
        /// The language in which the mail is written; that of the installation if there is none.
        language: Option<Language>,
    },
    /// For `access.check_reset_key`: the token in a link, as it was opened.
    ResetLink(Secret),
    /// For `access.reset_password`.
    ResetPassword {
        /// The token in the link.
        token: Secret,
        /// The new password.
        password: Secret,
    },
    /// For `access.exchange_code`.
    SignInCode(SignInCode),
    /// For `access.check_passkey`.
    Passkey(PasskeyResponse),
    /// For `access.authenticate`: the user whom a proxy before this server has signed in.
    ProxyUser(Secret),
}

/// Random bytes from the system.
///
/// # Panics
/// If the system has no random source: without it no operation of this server is secure, so it stops.
pub fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system supplies random bytes");
    bytes
}

/// Lower-case hex digits of bytes.
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let pairs = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    pairs.map(|nibble| char::from(DIGITS[usize::from(nibble)])).collect()
}

/// The SHA-256 of bytes in hex: enough to recognise a token of many random bits, useless for forging it.
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Parses lower-case hex digits; `None` when the text is anything else.
pub fn unhex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let nibble = |digit: u8| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    };
    let digits = text.as_bytes();
    if digits.len() != 2 * N {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = nibble(pair[0])? << 4 | nibble(pair[1])?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_prints_a_secret() {
        let canary = "canary-7f31";
        let payloads = [
            Payload::Credentials(
                Credentials { user: Secret::new(canary), password: Secret::new(canary) },
                ReservedAttempt::default(),
            ),
            Payload::Code(Secret::new(canary)),
            Payload::Passwords(Passwords {
                current: Secret::new(canary),
                new: Secret::new(canary),
            }),
            Payload::GitToken(Secret::new(canary)),
            Payload::Account { typed: Secret::new(canary), language: Some(Language::German) },
            Payload::ResetLink(Secret::new(canary)),
            Payload::ResetPassword { token: Secret::new(canary), password: Secret::new(canary) },
            Payload::SignInCode(SignInCode { code: Secret::new(canary), iss: None }),
            Payload::Passkey(PasskeyResponse {
                credential: Secret::new(canary),
                name: Some(Secret::new(canary)),
            }),
            Payload::ProxyUser(Secret::new(canary)),
        ];
        for payload in payloads {
            let printed = format!("{payload:?} {payload:#?}");
            assert!(!printed.contains(canary) && printed.contains("[secret]"), "{printed}");
        }
        assert_eq!(format!("{:?}", SecretBytes::new(canary.into())), "[secret]");
    }

    #[test]
    fn hex_goes_both_ways() {
        let bytes: [u8; 5] = [0, 1, 0xab, 0xff, 0x7f];
        assert_eq!(hex(&bytes), "0001abff7f");
        assert_eq!(unhex(&hex(&bytes)), Some(bytes));
        assert_eq!(unhex::<5>("0001ABFF7F"), None);
        assert_eq!(unhex::<4>("0001abff7f"), None);
    }
}
