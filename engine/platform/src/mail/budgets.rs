//! How many mails a user is sent: strangers can cause some of them.

use std::collections::{HashMap, VecDeque};

use waybill_machines::Timestamp;
use waybill_machines::rules::mail::MailKind;
use waybill_machines::secret::PersonId;

const HOUR_MS: i64 = 3_600_000;
/// For how long mails are counted.
pub(super) const DAY_MS: i64 = 24 * HOUR_MS;
/// The most mails to a user in a day.
const A_DAY_MAX: usize = 30;
/// The most mails that strangers can cause, such as links for forgotten passwords, in an hour and in a day.
const BY_STRANGERS_AN_HOUR_MAX: usize = 5;
const BY_STRANGERS_A_DAY_MAX: usize = 20;
/// The most of them that are about accounts waiting for approval: the page of users lists all of these, and half of the
/// day's mails are left for links.
const OF_WAITING_AN_HOUR_MAX: usize = 1;
const OF_WAITING_A_DAY_MAX: usize = BY_STRANGERS_A_DAY_MAX / 2;
/// Beyond so many users, those without a mail of the last day are forgotten.
const PEOPLE_MAX: usize = 10_000;

/// The mails of the last day, by user.
#[derive(Debug, Default)]
pub(super) struct Budgets {
    people: HashMap<PersonId, VecDeque<(Timestamp, MailKind)>>,
}

/// Whether two times are that close, also after a clock that was set back.
const fn is_within(known: Timestamp, at: Timestamp, ms: i64) -> bool {
    at.ms_since(known).saturating_abs() < ms
}

impl Budgets {
    /// Whether a user may be sent another mail.
    pub(super) fn admits(&self, person: &PersonId, kind: MailKind, at: Timestamp) -> bool {
        let Some(sent) = self.people.get(person) else { return true };
        let within = |ms| sent.iter().filter(move |(known, _)| is_within(*known, at, ms));
        let by_strangers = |ms| within(ms).filter(|(_, kind)| kind.is_by_strangers()).count();
        let is_waiting = |kind: MailKind| kind == MailKind::AccountWaiting;
        let of_waiting = |ms| within(ms).filter(|(_, kind)| is_waiting(*kind)).count();
        let is_by_strangers = kind.is_by_strangers();
        within(DAY_MS).count() < A_DAY_MAX
            && !(is_by_strangers && by_strangers(HOUR_MS) >= BY_STRANGERS_AN_HOUR_MAX)
            && !(is_by_strangers && by_strangers(DAY_MS) >= BY_STRANGERS_A_DAY_MAX)
            && !(is_waiting(kind) && of_waiting(HOUR_MS) >= OF_WAITING_AN_HOUR_MAX)
            && !(is_waiting(kind) && of_waiting(DAY_MS) >= OF_WAITING_A_DAY_MAX)
    }

    /// Counts a mail.
    pub(super) fn note(&mut self, person: &PersonId, kind: MailKind, at: Timestamp) {
        if self.people.len() >= PEOPLE_MAX && !self.people.contains_key(person) {
            self.people
                .retain(|_, sent| sent.iter().any(|(known, _)| is_within(*known, at, DAY_MS)));
        }
        let sent = self.people.entry(person.clone()).or_default();
        sent.retain(|(known, _)| is_within(*known, at, DAY_MS));
        sent.push_back((at, kind));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [PASS-01]
    #[test]
    fn a_user_is_sent_a_bounded_number_of_mails() {
        let (ann, bob) = (PersonId("p_ann".into()), PersonId("p_bob".into()));
        let (reset, notice) = (MailKind::ResetPassword, MailKind::NewDevice);
        let at = |ms| Timestamp::from_ms(1_700_000_000_000 + ms);
        let mut budgets = Budgets::default();
        let mut sent = |kind, from: i64, step: i64, times: i64| {
            (0..times).map(|turn| at(from + turn * step)).fold(0, |sent, at| {
                let is_admitted = budgets.admits(&ann, kind, at);
                if is_admitted {
                    budgets.note(&ann, kind, at);
                }
                sent + i64::from(is_admitted)
            })
        };
        assert_eq!(sent(reset, 0, 1_000, 100), 5);
        // An hour later again, until the day is used up.
        assert_eq!(sent(reset, HOUR_MS, HOUR_MS / 10, 100), 15);
        assert_eq!(sent(notice, 12 * HOUR_MS, 1_000, 100), 10);
        assert!(!budgets.admits(&ann, reset, at(12 * HOUR_MS)));
        assert!(budgets.admits(&bob, reset, at(12 * HOUR_MS)));
        assert!(budgets.admits(&ann, reset, at(2 * DAY_MS)));
    }

    /// covers: [PASS-04]
    #[test]
    fn notices_of_accounts_that_wait_leave_room_for_links() {
        let ann = PersonId("p_ann".into());
        let at = |ms| Timestamp::from_ms(1_700_000_000_000 + ms);
        let mut budgets = Budgets::default();
        let mut sent_at = Vec::new();
        for minute in 0..24 * 60 {
            let ms = minute * HOUR_MS / 60;
            if budgets.admits(&ann, MailKind::AccountWaiting, at(ms)) {
                budgets.note(&ann, MailKind::AccountWaiting, at(ms));
                sent_at.push(ms);
            }
        }
        let hourly: Vec<i64> = (0..10).map(|hour| hour * HOUR_MS).collect();
        assert_eq!(sent_at, hourly, "one an hour, and ten a day");
        assert!(budgets.admits(&ann, MailKind::ResetPassword, at(10 * HOUR_MS)));
        assert!(budgets.admits(&ann, MailKind::BreakGlass, at(10 * HOUR_MS)));
        assert!(budgets.admits(&ann, MailKind::AccountWaiting, at(DAY_MS)));
    }
}
