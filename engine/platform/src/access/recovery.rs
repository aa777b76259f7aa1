//! Recovery codes, for users who have lost the device of the second factor.
//!
//! A code has 50 random bits and is stored as a salted SHA-256. A slow hash adds nothing here: the codes are random, so
//! there is no dictionary; the file is encrypted as well; and online guessing is slowed down. 2^50 trials of a fast
//! hash on ten codes would still cost months on many machines, for codes that become invalid as soon as their owner
//! resets them.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use waybill_machines::machines::account::RECOVERY_CODES;

use crate::secret::{Secret, SecretBytes, random};

const SALT_BYTES: usize = 16;
const DIGEST_BYTES: usize = 32;
const LETTERS: usize = 10;
/// 32 characters, five bits each, without those that look alike (i, l, o, u).
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// New codes, and the bytes to store: the salt, then a digest per code.
pub(super) fn new_codes() -> (Vec<Secret>, SecretBytes) {
    let codes: Vec<Secret> = (0..RECOVERY_CODES).map(|_| new_code()).collect();
    let salt = random::<SALT_BYTES>();
    let mut stored = salt.to_vec();
    for code in &codes {
        stored.extend(digest(&salt, &plain(code.expose())));
    }
    (codes, SecretBytes::new(stored))
}

/// Groups of five random letters; four of them are a password that is typed once.
pub(super) fn new_groups(groups: usize) -> Secret {
    let group = || {
        let letters = random::<5>();
        letters.map(|byte| char::from(ALPHABET[usize::from(byte & 31)])).iter().collect::<String>()
    };
    Secret::new((0..groups).map(|_| group()).collect::<Vec<_>>().join("-"))
}

fn new_code() -> Secret {
    new_groups(2)
}

/// The index of the typed code, from 0. Every stored digest is compared, whichever matches.
pub(super) fn matching(stored: &SecretBytes, typed: &str) -> Option<u8> {
    let typed = plain(typed);
    let (salt, digests) = stored.expose().split_at_checked(SALT_BYTES)?;
    let wanted = digest(salt, &typed);
    let mut found = None;
    for (number, digest) in (0..RECOVERY_CODES).zip(digests.chunks_exact(DIGEST_BYTES)) {
        if bool::from(digest.ct_eq(&wanted)) {
            found = Some(number);
        }
    }
    found.filter(|_| typed.len() == LETTERS)
}

/// Ignores case, spaces and hyphens, and maps characters that look alike to one.
fn plain(typed: &str) -> String {
    let letters = typed.chars().filter(|c| c.is_alphanumeric());
    letters
        .map(|c| match c.to_ascii_lowercase() {
            'o' => '0',
            'i' | 'l' => '1',
            other => other,
        })
        .collect()
}

fn digest(salt: &[u8], code: &str) -> [u8; DIGEST_BYTES] {
    let mut hash = Sha256::new();
    hash.update(salt);
    hash.update(code.as_bytes());
    hash.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_code_is_found_however_it_is_typed() {
        let (codes, stored) = new_codes();
        assert_eq!(codes.len(), usize::from(RECOVERY_CODES));
        for (number, code) in (0..).zip(&codes) {
            let code = code.expose();
            assert_eq!(code.len(), 11);
            assert_eq!(code.as_bytes()[5], b'-');
            for typed in [
                code.to_owned(),
                code.to_uppercase(),
                code.replace('-', ""),
                format!(" {} ", code.replace('-', " ")),
                code.replace('0', "O").replace('1', "l"),
            ] {
                assert_eq!(matching(&stored, &typed), Some(number), "{typed}");
            }
        }
    }

    #[test]
    fn nothing_else_is_a_code_and_no_code_is_stored() {
        let (codes, stored) = new_codes();
        let (others, _) = new_codes();
        for typed in ["", "-", "abcde", &codes[0].expose()[..10], others[0].expose()] {
            assert_eq!(matching(&stored, typed), None, "{typed}");
        }
        for code in &codes {
            let code = plain(code.expose());
            assert!(!stored.expose().windows(code.len()).any(|window| window == code.as_bytes()));
        }
    }
}
