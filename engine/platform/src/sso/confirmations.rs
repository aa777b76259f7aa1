//! Users who have signed in at a provider once more, before an act for which a session alone is not enough (ROLE-02).
//! It is in memory only: after a restart a user does so again.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use waybill_machines::Timestamp;
use waybill_machines::secret::PersonId;

/// How long a user may take for the act, in milliseconds.
const WITHIN_MS: i64 = 5 * 60_000;
/// The most users who are about to act.
const CONFIRMATIONS_MAX: usize = 10_000;

/// Who has confirmed in which session, and until when that is good.
#[derive(Default)]
pub(super) struct Confirmations(Mutex<HashMap<String, (PersonId, Timestamp)>>);

impl Confirmations {
    /// The user of a session has signed in once more.
    pub(super) fn add(&self, session: String, person: PersonId, at: Timestamp) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= CONFIRMATIONS_MAX {
            known.retain(|_, (_, until)| at < *until);
        }
        if known.len() < CONFIRMATIONS_MAX || known.contains_key(&session) {
            known.insert(session, (person, at.plus_ms(WITHIN_MS)));
        }
    }

    /// Whether the user of a session has, for one act.
    pub(super) fn take(&self, session: &str, person: &PersonId, at: Timestamp) -> bool {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.remove(session).is_some_and(|(owner, until)| {
            let left_ms = until.ms_since(at);
            // A clock that was set back prolongs nothing.
            owner == *person && (1..=WITHIN_MS).contains(&left_ms)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: Timestamp = Timestamp::from_ms(1_767_225_600_000);

    /// covers: [ROLE-02]
    #[test]
    fn a_confirmation_is_for_one_act_of_one_user_in_one_session_and_for_five_minutes() {
        let (ann, bob) = (PersonId("p_ann".into()), PersonId("p_bob".into()));
        let known = Confirmations::default();
        let add = || known.add("s".into(), ann.clone(), AT);
        add();
        assert!(!known.take("other", &ann, AT));
        assert!(known.take("s", &ann, AT) && !known.take("s", &ann, AT));
        for (person, at) in [(&bob, AT), (&ann, AT.plus_ms(WITHIN_MS)), (&ann, AT.plus_ms(-1))] {
            add();
            assert!(!known.take("s", person, at), "{person:?} {at:?}");
        }
        add();
        assert!(known.take("s", &ann, AT.plus_ms(WITHIN_MS - 1)));
    }
}
