//! Attempts after the mail server itself has failed. Of many mails that wait each attempt would fail too, and be
//! recorded with all that wait.

use std::sync::{Mutex, MutexGuard, PoisonError};

use waybill_machines::Timestamp;
use waybill_machines::rules::mail::MailFailure;

/// For how long no mail is tried after each failure in a row; the last time applies to all others.
const PAUSED_MS: [i64; 3] = [60_000, 5 * 60_000, 15 * 60_000];

/// Whether mails are tried.
#[derive(Debug, Default)]
pub(super) struct Pause(Mutex<Paused>);

#[derive(Debug, Default)]
struct Paused {
    /// Failures of the server in a row.
    failures: usize,
    until: Option<Timestamp>,
}

/// Whether an attempt says that the server takes mails, or that it takes none for now; `None` if it says neither.
const fn is_serving(attempt: Result<(), MailFailure>) -> Option<bool> {
    match attempt {
        Ok(()) | Err(MailFailure::Refused { .. } | MailFailure::Temporary { .. }) => Some(true),
        Err(
            MailFailure::NotConfigured {}
            | MailFailure::Unreachable {}
            | MailFailure::Tls {}
            | MailFailure::Authentication {},
        ) => Some(false),
        Err(MailFailure::AddressMissing {} | MailFailure::Budget {}) => None,
    }
}

impl Paused {
    fn is_at(&self, now: Timestamp) -> bool {
        let [.., longest] = PAUSED_MS;
        // Longer than that, it was begun before the clock was set back.
        self.until.is_some_and(|until| (1..=longest).contains(&until.ms_since(now)))
    }
}

impl Pause {
    fn paused(&self) -> MutexGuard<'_, Paused> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether no mail is tried at a time.
    pub(super) fn is_at(&self, now: Timestamp) -> bool {
        self.paused().is_at(now)
    }

    /// Whether the server has failed last, so that a single mail shows whether it is back.
    pub(super) fn is_failing(&self) -> bool {
        self.paused().failures > 0
    }

    /// Notes what has come of an attempt.
    pub(super) fn note(&self, attempt: Result<(), MailFailure>, now: Timestamp) {
        let Some(is_serving) = is_serving(attempt) else { return };
        let mut paused = self.paused();
        if is_serving {
            *paused = Paused::default();
        } else if !paused.is_at(now) {
            // Attempts at the same time fail together, and are one failure.
            let pause = PAUSED_MS.get(paused.failures).or(PAUSED_MS.last()).copied();
            paused.until = Some(now.plus_ms(pause.unwrap_or_default()));
            paused.failures = paused.failures.saturating_add(1);
        }
    }

    /// Has mails tried at once: the settings of the server have changed.
    pub(super) fn end(&self) {
        *self.paused() = Paused::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [PASS-04]
    #[test]
    fn mails_wait_longer_for_a_server_that_keeps_failing() {
        let (pause, unreachable) = (Pause::default(), Err(MailFailure::Unreachable {}));
        let mut now = Timestamp::from_ms(1_700_000_000_000);
        let set_back = now.plus_ms(-24 * 3_600_000);
        for paused_ms in [60_000, 300_000, 900_000, 900_000] {
            assert!(!pause.is_at(now));
            for _ in 0..4 {
                pause.note(unreachable, now);
            }
            assert!(pause.is_at(now) && pause.is_failing() && !pause.is_at(set_back));
            now = now.plus_ms(paused_ms - 1);
            assert!(pause.is_at(now));
            now = now.plus_ms(1);
        }
        for answered in [Ok(()), Err(MailFailure::Temporary { code: 451 })] {
            pause.note(unreachable, now);
            assert!(pause.is_at(now));
            pause.note(answered, now);
            assert!(!pause.is_at(now) && !pause.is_failing());
        }
        pause.note(unreachable, now);
        pause.note(Err(MailFailure::AddressMissing {}), now);
        assert!(pause.is_at(now), "the server was not asked");
        pause.end();
        assert!(!pause.is_at(now) && !pause.is_failing());
    }
}
