//! Questions for signing in with a passkey alone, which any visitor can have made. Nothing is kept of them: the
//! challenge has a mark of this process and comes back with the answer, so that questions take no place of each other,
//! however many visitors ask for them. What is kept is which of them were answered by a passkey.

use std::collections::{HashSet, VecDeque};
use std::sync::{Mutex, PoisonError};

use ring::hmac;
use waybill_machines::Timestamp;
use waybill_machines::machines::passkey::CEREMONY_MS;
use waybill_machines::secret::Digest;
use waybill_machines::sign_in::PasskeyPurpose;

use super::QUESTIONS_A_MINUTE;
use crate::access::Source;
use crate::secret::random;
use crate::session_flows::{Counts, TooManyBegins};

/// The random bytes with which a challenge begins.
const RANDOM_BYTES: usize = 32;
/// The bytes before the mark: the random ones, and when the question was made.
const MADE_BYTES: usize = RANDOM_BYTES + size_of::<i64>();
/// How many answered questions are known at once. Each has cost the signature of a passkey of a user here.
const ANSWERED_MAX: usize = 10_000;

/// What a question is for. An answer to it is of no use for anything else.
#[derive(Debug, Clone, Copy)]
pub(super) struct AskedFor<'a> {
    /// The id of the session whose browser asks.
    pub(super) session: &'a str,
    /// The host that passkeys belong to.
    pub(super) host: &'a str,
    /// The purpose.
    pub(super) purpose: PasskeyPurpose,
}

/// Makes questions, and recognises them when they are answered.
pub(super) struct SealedQuestions {
    /// Of this process: questions do not outlive it.
    key: hmac::Key,
    begins: Mutex<Counts>,
    answered: Mutex<Answered>,
}

/// The questions that were answered.
#[derive(Default)]
struct Answered {
    known: HashSet<Digest>,
    /// With the time from which each is too old to be answered, the oldest first.
    by_age: VecDeque<(Digest, Timestamp)>,
}

impl Answered {
    fn forget_oldest(&mut self) {
        if let Some((digest, _)) = self.by_age.pop_front() {
            self.known.remove(&digest);
        }
    }
}

impl SealedQuestions {
    pub(super) fn new() -> Self {
        Self {
            key: hmac::Key::new(hmac::HMAC_SHA256, &random::<32>()),
            begins: Mutex::default(),
            answered: Mutex::default(),
        }
    }

    /// Counts a question that is made for an address.
    pub(super) fn count(&self, source: &Source, at: Timestamp) -> Result<(), TooManyBegins> {
        let mut begins = self.begins.lock().unwrap_or_else(PoisonError::into_inner);
        begins.count(source, at, QUESTIONS_A_MINUTE)
    }

    /// Makes the challenge of a question.
    pub(super) fn challenge(&self, wanted: &AskedFor<'_>, at: Timestamp) -> Vec<u8> {
        let mut challenge = random::<RANDOM_BYTES>().to_vec();
        challenge.extend_from_slice(&at.as_ms().to_be_bytes());
        let mark = hmac::sign(&self.key, &marked(wanted, &challenge));
        challenge.extend_from_slice(mark.as_ref());
        challenge
    }

    /// Whether a challenge is one that this process has made for this, and can still be answered. A clock that was set
    /// back prolongs nothing.
    pub(super) fn is_current(
        &self,
        challenge: &[u8],
        wanted: &AskedFor<'_>,
        at: Timestamp,
    ) -> bool {
        let Some((made, mark)) = challenge.split_at_checked(MADE_BYTES) else { return false };
        if hmac::verify(&self.key, &marked(wanted, made), mark).is_err() {
            return false;
        }
        let Some(since) = made.last_chunk::<{ size_of::<i64>() }>() else { return false };
        let since = Timestamp::from_ms(i64::from_be_bytes(*since));
        (0..CEREMONY_MS).contains(&at.ms_since(since))
    }

    /// Takes the answer to a question, once: false if it was answered before. The caller has verified the signature of
    /// a passkey. Where too many were answered, the oldest is forgotten: an answer is never refused for those of
    /// others, and the session of a question takes no second answer either.
    pub(super) fn answer(&self, digest: &Digest, at: Timestamp) -> bool {
        let mut answered = self.answered.lock().unwrap_or_else(PoisonError::into_inner);
        while answered.by_age.front().is_some_and(|(_, until)| *until <= at) {
            answered.forget_oldest();
        }
        if answered.known.contains(digest) {
            return false;
        }
        if answered.by_age.len() >= ANSWERED_MAX {
            answered.forget_oldest();
        }
        answered.known.insert(digest.clone());
        answered.by_age.push_back((digest.clone(), at.plus_ms(CEREMONY_MS)));
        true
    }
}

/// What the mark of a challenge is of. The lengths keep the parts apart.
fn marked(wanted: &AskedFor<'_>, made: &[u8]) -> Vec<u8> {
    let purpose = format!("{:?}", wanted.purpose);
    let parts = [wanted.session.as_bytes(), wanted.host.as_bytes(), purpose.as_bytes(), made];
    let mut marked = Vec::new();
    for part in parts {
        marked.extend_from_slice(&(part.len() as u64).to_be_bytes());
        marked.extend_from_slice(part);
    }
    marked
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: Timestamp = Timestamp::from_ms(1_767_225_600_000);
    const WANTED: AskedFor<'static> =
        AskedFor { session: "one", host: "waybill.example.org", purpose: PasskeyPurpose::SignIn };

    fn digest(number: usize) -> Digest {
        Digest(format!("{number:064x}"))
    }

    /// covers: [LOGIN-05]
    #[test]
    fn a_question_is_for_one_session_host_and_purpose_and_for_five_minutes() {
        let questions = SealedQuestions::new();
        let challenge = questions.challenge(&WANTED, AT);
        assert_ne!(questions.challenge(&WANTED, AT), challenge);
        for after_ms in [0, CEREMONY_MS - 1] {
            assert!(questions.is_current(&challenge, &WANTED, AT.plus_ms(after_ms)), "{after_ms}");
        }
        for after_ms in [-1, CEREMONY_MS] {
            assert!(!questions.is_current(&challenge, &WANTED, AT.plus_ms(after_ms)), "{after_ms}");
        }
        for other in [
            AskedFor { session: "two", ..WANTED },
            AskedFor { session: "", ..WANTED },
            AskedFor { host: "example.org", ..WANTED },
            AskedFor { purpose: PasskeyPurpose::SecondFactor, ..WANTED },
            // The same bytes, with another border between the parts.
            AskedFor { session: "onew", host: "aybill.example.org", ..WANTED },
        ] {
            assert!(!questions.is_current(&challenge, &other, AT), "{other:?}");
        }
        // Another process has made it.
        assert!(!SealedQuestions::new().is_current(&challenge, &WANTED, AT));
    }

    /// covers: [LOGIN-05]
    #[test]
    fn a_challenge_that_was_changed_is_none() {
        let questions = SealedQuestions::new();
        let challenge = questions.challenge(&WANTED, AT);
        for at in 0..challenge.len() {
            let mut changed = challenge.clone();
            changed[at] ^= 1;
            assert!(!questions.is_current(&changed, &WANTED, AT), "byte {at}");
            assert!(!questions.is_current(&challenge[..at], &WANTED, AT), "{at} bytes");
        }
        let longer = [challenge.as_slice(), &[0]].concat();
        assert!(!questions.is_current(&longer, &WANTED, AT));
        assert!(questions.is_current(&challenge, &WANTED, AT));
    }

    /// covers: [LOGIN-05]
    #[test]
    fn a_question_is_answered_once_and_no_answer_is_refused_for_others() {
        let questions = SealedQuestions::new();
        assert!(questions.answer(&digest(0), AT));
        assert!(!questions.answer(&digest(0), AT.plus_ms(CEREMONY_MS - 1)));
        for number in 1..ANSWERED_MAX + 10 {
            assert!(questions.answer(&digest(number), AT), "{number}");
        }
        let known = || {
            let answered = questions.answered.lock().unwrap();
            assert_eq!(answered.known.len(), answered.by_age.len());
            answered.known.len()
        };
        assert_eq!(known(), ANSWERED_MAX);
        assert!(!questions.answer(&digest(ANSWERED_MAX), AT));
        // Those that are too old to be answered need no place.
        assert!(questions.answer(&digest(ANSWERED_MAX + 10), AT.plus_ms(CEREMONY_MS)));
        assert_eq!(known(), 1);
    }

    /// covers: [LOGIN-05]
    #[test]
    fn questions_of_one_address_keep_no_other_address_out() {
        let questions = SealedQuestions::new();
        let here = Source::named("192.0.2.1");
        for _ in 0..QUESTIONS_A_MINUTE {
            questions.count(&here, AT).unwrap();
        }
        assert_eq!(questions.count(&here, AT), Err(TooManyBegins));
        // More networks than are counted.
        for number in 0..20_100 {
            let network = Source::named(format!("2001:db8:0:{number:x}::/64"));
            assert_eq!(questions.count(&network, AT), Ok(()), "{number}");
        }
        assert_eq!(questions.count(&here, AT), Err(TooManyBegins));
    }
}
