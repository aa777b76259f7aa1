//! Codes that an application exchanges for tokens: good for one use within a minute, and in memory only. A code that is
//! used twice may have been copied. A code that another application presents is as good as before (RFC 6749, 4.1.3).

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest::{SHA256, digest};
use waybill_machines::Timestamp;
use waybill_machines::secret::{Digest, PersonId};

use super::{ApplicationSignIn, CodeRequest};
use crate::secret::{Secret, hex, random, sha256_hex};

/// How long a code is good for.
const LIVES_MS: i64 = 60_000;
/// How long a used code is known, so that its second use is noticed.
const KNOWN_MS: i64 = 10 * 60_000;
/// The most codes in memory, and of one user: further ones end the oldest.
const CODES_MAX: usize = 10_000;
const OF_USER_MAX: usize = 20;
/// The lengths of a verifier (RFC 7636).
const VERIFIER: std::ops::RangeInclusive<usize> = 43..=128;

/// The codes of all users.
#[derive(Default)]
pub(super) struct Codes(Mutex<HashMap<Digest, Code>>);

struct Code {
    request: CodeRequest,
    made_at: Timestamp,
    /// The line of tokens that it was used for.
    used_for: Option<String>,
}

/// What presenting a code leads to.
pub(super) enum Presented {
    /// It is good, this once.
    Good(CodeRequest),
    /// It was presented before, so it may have been copied.
    Reused {
        /// The user.
        person: PersonId,
        /// The line of tokens that it has led to, if the rest of that request was good.
        line: String,
    },
    /// It is unknown, too old, or of another application.
    Unknown,
}

impl Codes {
    fn all(&self) -> MutexGuard<'_, HashMap<Digest, Code>> {
        // Each change is a single step, so a panic leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes a code.
    pub(super) fn make(&self, request: CodeRequest, at: Timestamp) -> Secret {
        let code = Secret::new(hex(&random::<32>()));
        let mut all = self.all();
        all.retain(|_, code| at.ms_since(code.made_at) < KNOWN_MS);
        let of_user = |code: &Code| code.request.person == request.person;
        if all.values().filter(|code| of_user(code)).count() >= OF_USER_MAX {
            remove_oldest(&mut all, of_user);
        }
        if all.len() >= CODES_MAX {
            remove_oldest(&mut all, |_| true);
        }
        all.insert(digest_of(&code), Code { request, made_at: at, used_for: None });
        code
    }

    /// Whose a code of an application is, used or not. It is not spent by that.
    pub(super) fn sign_in_of(&self, code: &Secret, client: &str) -> Option<ApplicationSignIn> {
        let (all, code) = (self.all(), digest_of(code));
        let known = all.get(&code).filter(|known| known.request.client == client)?;
        Some(ApplicationSignIn { person: known.request.person.clone(), began_at: known.made_at })
    }

    /// Takes a code of an application for a line of tokens. It is good for one use: whatever is wrong with that use,
    /// there is no other.
    pub(super) fn take(&self, code: &Secret, client: &str, line: &str, at: Timestamp) -> Presented {
        let (mut all, code) = (self.all(), digest_of(code));
        let known = all.get_mut(&code).filter(|known| known.request.client == client);
        let Some(known) = known else { return Presented::Unknown };
        if let Some(line) = &known.used_for {
            return Presented::Reused { person: known.request.person.clone(), line: line.clone() };
        }
        if at.ms_since(known.made_at) > LIVES_MS {
            // It led to nothing, so its second use is no sign of a copy: the application was slow.
            all.remove(&code);
            return Presented::Unknown;
        }
        known.used_for = Some(line.to_owned());
        Presented::Good(known.request.clone())
    }

    /// Forgets the codes of an application and a user, or of all users: what they consented to was revoked, and if they
    /// consent again, that is for another code.
    pub(super) fn forget(&self, client: &str, person: Option<&PersonId>) {
        self.all().retain(|_, code| {
            let is_theirs = person.is_none_or(|person| code.request.person == *person);
            code.request.client != client || !is_theirs
        });
    }
}

fn remove_oldest(all: &mut HashMap<Digest, Code>, is_meant: impl Fn(&Code) -> bool) {
    let meant = all.iter().filter(|(_, code)| is_meant(code));
    let oldest = meant.min_by_key(|(_, code)| code.made_at).map(|(digest, _)| digest.clone());
    oldest.and_then(|digest| all.remove(&digest));
}

/// A code has 256 random bits, so one fast hash is enough.
fn digest_of(code: &Secret) -> Digest {
    Digest(sha256_hex(code.expose().as_bytes()))
}

/// Whether a text can be the challenge of a verifier by S256, the only method (RFC 7636).
pub fn is_challenge(text: &str) -> bool {
    URL_SAFE_NO_PAD.decode(text).is_ok_and(|bytes| bytes.len() == 32)
}

/// Whether a verifier is the one of a challenge.
pub(super) fn verifies(verifier: &Secret, challenge: &str) -> bool {
    let verifier = verifier.expose();
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    if !VERIFIER.contains(&verifier.len()) || !verifier.bytes().all(is_allowed) {
        return false;
    }
    let expected = URL_SAFE_NO_PAD.encode(digest(&SHA256, verifier.as_bytes()));
    // Both are digests: how much of them agrees says nothing about the verifier.
    expected == challenge
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(person: &str, client: &str) -> CodeRequest {
        CodeRequest {
            client: client.to_owned(),
            person: PersonId(person.to_owned()),
            scopes: [waybill_machines::rules::applications::ApplicationScope::Openid].into(),
            callback: "https://app.example.org/callback".to_owned(),
            challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM".to_owned(),
            nonce: None,
            signed_in_at: None,
        }
    }

    /// covers: [APP-02]
    #[test]
    fn a_code_is_good_for_one_use_of_its_application_within_a_minute() {
        let (codes, at) = (Codes::default(), Timestamp::from_ms(1_000_000));
        let code = codes.make(request("p_ann", "app_1"), at);
        let sign_in = codes.sign_in_of(&code, "app_1").expect("a sign-in");
        assert_eq!((sign_in.person.0.as_str(), sign_in.began_at), ("p_ann", at));
        assert!(matches!(codes.take(&code, "app_1", "l_1", at), Presented::Good(_)));
        let Presented::Reused { line, .. } = codes.take(&code, "app_1", "l_2", at) else {
            panic!("it was used before")
        };
        assert_eq!(line, "l_1");
        let late = codes.make(request("p_ann", "app_1"), at);
        for _ in 0..2 {
            let taken = codes.take(&late, "app_1", "l_1", at.plus_ms(LIVES_MS + 1));
            assert!(matches!(taken, Presented::Unknown));
        }
        // Another application neither uses nor spends it.
        let stolen = codes.make(request("p_ann", "app_1"), at);
        assert!(codes.sign_in_of(&stolen, "app_2").is_none());
        assert!(matches!(codes.take(&stolen, "app_2", "l_1", at), Presented::Unknown));
        assert!(matches!(codes.take(&stolen, "app_1", "l_1", at), Presented::Good(_)));
        assert!(matches!(codes.take(&stolen, "app_2", "l_1", at), Presented::Unknown));
        let never = Secret::new("0".repeat(64));
        assert!(matches!(codes.take(&never, "app_1", "l_1", at), Presented::Unknown));
    }

    /// covers: [APP-02]
    #[test]
    fn codes_of_what_was_revoked_are_forgotten() {
        let (codes, at) = (Codes::default(), Timestamp::from_ms(1_000_000));
        let make = |person, client| codes.make(request(person, client), at);
        let (own, elsewhere) = (make("p_ann", "app_1"), make("p_ann", "app_2"));
        let (of_bob, of_carol) = (make("p_bob", "app_1"), make("p_carol", "app_2"));
        let is_good =
            |code, client| matches!(codes.take(code, client, "l", at), Presented::Good(_));
        codes.forget("app_1", Some(&PersonId("p_ann".to_owned())));
        assert!(!is_good(&own, "app_1"));
        assert!(is_good(&of_bob, "app_1"));
        assert!(is_good(&elsewhere, "app_2"));
        codes.forget("app_2", None);
        assert!(!is_good(&of_carol, "app_2"));
    }

    /// covers: [APP-02]
    #[test]
    fn codes_have_a_bound_for_each_user() {
        let (codes, at) = (Codes::default(), Timestamp::from_ms(1_000_000));
        let of_bob = codes.make(request("p_bob", "app_1"), at);
        let made: Vec<_> = (0..=OF_USER_MAX)
            .map(|number| {
                let at = at.plus_ms(i64::try_from(number).expect("a small number"));
                codes.make(request("p_ann", "app_1"), at)
            })
            .collect();
        let later = at.plus_ms(100);
        assert!(matches!(codes.take(&made[0], "app_1", "l_1", later), Presented::Unknown));
        assert!(matches!(codes.take(&made[1], "app_1", "l_1", later), Presented::Good(_)));
        assert!(matches!(codes.take(&of_bob, "app_1", "l_1", later), Presented::Good(_)));
    }

    /// The example of RFC 7636, appendix B.
    ///
    /// covers: [APP-02]
    #[test]
    fn a_verifier_is_compared_by_its_digest() {
        let verifier = Secret::new("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
        let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
        assert!(is_challenge(challenge) && verifies(&verifier, challenge));
        assert!(!verifies(&Secret::new("x".repeat(43)), challenge));
        assert!(!verifies(&Secret::new(challenge), challenge));
        for short in ["", "a", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw"] {
            assert!(!is_challenge(short), "{short}");
        }
        assert!(!verifies(&Secret::new("a b".repeat(20)), challenge));
    }
}
