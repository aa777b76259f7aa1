//! Wrong secrets of applications. A secret has 256 random bits and cannot be guessed; counting the wrong ones keeps a
//! stranger from asking without end, and an application with an old secret from being unnoticed.

use std::sync::{Mutex, PoisonError};

use sha2::{Digest as _, Sha256};
use waybill_machines::Timestamp;

use crate::access::Source;
use crate::access::slow_down::{Attempt, Delayed, Key, Rules, SlowDown};

/// The counts of wrong secrets, in memory only.
pub(super) struct Guesses(Mutex<SlowDown>);

impl Default for Guesses {
    fn default() -> Self {
        // As for invalid access tokens: the right one is never delayed, so that guessing locks no application out.
        Self(Mutex::new(SlowDown::new(Rules::TOKENS)))
    }
}

impl Guesses {
    /// Counts a wrong secret of an application, or answers until when its source has to wait.
    pub(super) fn count(
        &self,
        client: &str,
        source: &Source,
        at: Timestamp,
    ) -> Result<(), Timestamp> {
        let attempt = Attempt::from_source(key(client), key(source.as_str()));
        // The counters are usable even after a panic in another thread.
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match counts.reserve(attempt, at) {
            Ok(_) => Ok(()),
            Err(Delayed::Until(until) | Delayed::NeedsDevice(until)) => Err(until),
        }
    }
}

fn key(text: &str) -> Key {
    Sha256::digest(text.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [APP-02]
    #[test]
    fn wrong_secrets_of_a_source_wait_and_those_of_others_do_not() {
        let (guesses, at) = (Guesses::default(), Timestamp::from_ms(1_000_000));
        let (stranger, other) = (Source::named("192.0.2.1"), Source::named("198.51.100.1"));
        let counted = (0..200).filter(|_| guesses.count("app_1", &stranger, at).is_ok()).count();
        assert!((50..60).contains(&counted), "{counted}");
        assert!(guesses.count("app_1", &stranger, at).is_err());
        assert!(guesses.count("app_1", &other, at).is_ok());
    }
}
