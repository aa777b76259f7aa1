//! The globally unique id of a service of an installation.

use sha2::{Digest as _, Sha256};
use waybill_machines::rules::services::ServiceId;

const LETTERS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
const LENGTH: usize = 26;

/// The id of a service, such as `jfrt@` and 26 letters and digits. It is always the same for the same installation;
/// `number` distinguishes several services of one kind, from 0.
pub fn service_id(instance: &str, service: ServiceId, number: u8) -> String {
    let hash = Sha256::digest(format!("waybill service\0{instance}\0{service}\0{number}"));
    let letters = hash.iter().take(LENGTH).map(|byte| char::from(LETTERS[usize::from(byte % 32)]));
    format!("{}@{}", service.prefix(), letters.collect::<String>())
}

/// Whether a text is the id of a service.
pub fn is_service_id(text: &str) -> bool {
    let is_prefix = |prefix| ServiceId::ALL.iter().any(|service| service.prefix() == prefix);
    text.split_once('@').is_some_and(|(prefix, letters)| {
        is_prefix(prefix)
            && letters.len() == LENGTH
            && letters.bytes().all(|letter| LETTERS.contains(&letter))
    })
}
