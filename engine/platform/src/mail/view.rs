//! The mails that wait, in memory, and what was sent lately.

use std::collections::BTreeMap;

use waybill_machines::Timestamp;
use waybill_machines::machines::mail_outbox::{Event, OpenMail};
use waybill_machines::rules::mail::{MailId, MailKind, OPEN_MAILS_MAX, OPEN_MAILS_OF_PERSON_MAX};
use waybill_machines::secret::PersonId;

use super::MailError;
use super::budgets::Budgets;
use super::log::Log;
use crate::metric::Metric;

/// How many mails wait that strangers have caused, such as links for forgotten passwords. Other notices and invitations
/// need places too.
const OPEN_BY_STRANGERS_MAX: usize = OPEN_MAILS_MAX / 2;
/// How many of these are about accounts that wait for approval. One account has as many as there are administrators,
/// and links need places too.
const OPEN_OF_WAITING_MAX: usize = OPEN_BY_STRANGERS_MAX / 2;
/// How many mails wait for one user that strangers have caused: notices of what happens to the account need places.
const OPEN_OF_PERSON_BY_STRANGERS_MAX: usize = OPEN_MAILS_OF_PERSON_MAX / 2;

/// What is in memory.
#[derive(Default)]
pub(super) struct View {
    pub open: BTreeMap<String, Waiting>,
    pub budgets: Budgets,
    pub log: Log,
}

/// A mail that has neither been sent nor given up.
#[derive(Debug, Clone)]
pub(super) struct Waiting {
    pub stream: String,
    pub mail: OpenMail,
    /// Whether a task is at it.
    pub is_taken: bool,
}

impl View {
    /// Whether another mail to a user is queued.
    pub(super) fn admits(
        &self,
        person: &PersonId,
        kind: MailKind,
        at: Timestamp,
    ) -> Result<(), MailError> {
        let of_person =
            || self.open.values().filter(move |open| open.mail.person.as_ref() == Some(person));
        let is_by_strangers = |waiting: &&Waiting| waiting.mail.kind.is_by_strangers();
        let is_of_waiting = |waiting: &&Waiting| waiting.mail.kind == MailKind::AccountWaiting;
        let is_full = self.open.len() >= OPEN_MAILS_MAX
            || of_person().count() >= OPEN_MAILS_OF_PERSON_MAX
            || kind.is_by_strangers()
                && (of_person().filter(is_by_strangers).count() >= OPEN_OF_PERSON_BY_STRANGERS_MAX
                    || self.open.values().filter(is_by_strangers).count() >= OPEN_BY_STRANGERS_MAX)
            || kind == MailKind::AccountWaiting
                && self.open.values().filter(is_of_waiting).count() >= OPEN_OF_WAITING_MAX;
        if is_full {
            return Err(MailError::Full);
        }
        self.budgets.admits(person, kind, at).then_some(()).ok_or(MailError::Budget)
    }

    /// Takes a mail that is due, for the caller alone: the one that has waited for longest. While no mail is tried only
    /// those are due that are of no use any longer.
    pub(super) fn take_due(
        &mut self,
        now: Timestamp,
        is_paused: bool,
    ) -> Option<(MailId, Waiting)> {
        let is_due = |waiting: &Waiting| {
            let mail = &waiting.mail;
            let is_tried = !is_paused && mail.not_before <= now;
            !waiting.is_taken && (is_tried || mail.expires_at <= now)
        };
        let due = self.open.iter_mut().filter(|(_, waiting)| is_due(waiting));
        let (id, waiting) = due.min_by_key(|(_, waiting)| waiting.mail.not_before)?;
        waiting.is_taken = true;
        Some((MailId(id.clone()), waiting.clone()))
    }

    /// Notes an event that is in a record.
    pub(super) fn note(&mut self, stream: &str, event: &Event, at: Timestamp) {
        self.log.note(event, at);
        match event {
            Event::Queue { id, mail } => {
                if let Some(person) = &mail.person {
                    self.budgets.note(person, mail.kind, at);
                }
                let (stream, mail) = (stream.to_owned(), mail.clone());
                // A test is sent by the task that queues it.
                let is_taken = mail.kind == MailKind::Test;
                self.open.insert(id.clone(), Waiting { stream, mail, is_taken });
            }
            Event::Begin { id } => {
                if let Some(waiting) = self.open.get_mut(id) {
                    waiting.mail.attempts = waiting.mail.attempts.saturating_add(1);
                    waiting.mail.sending = true;
                }
            }
            Event::Deferred { id, not_before, .. } => {
                if let Some(waiting) = self.open.get_mut(id) {
                    waiting.mail.not_before = *not_before;
                    waiting.mail.sending = false;
                    waiting.is_taken = false;
                }
            }
            Event::Sent { id } | Event::Failed { id, .. } | Event::Expired { id } => {
                self.open.remove(id);
            }
        }
        Metric::MailsOpen.set(&[], self.open.len() as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR_MS: i64 = 3_600_000;

    fn at(ms: i64) -> Timestamp {
        Timestamp::from_ms(1_700_000_000_000 + ms)
    }

    fn person(number: usize) -> PersonId {
        PersonId(format!("p_{number}"))
    }

    fn queue(view: &mut View, number: usize, kind: MailKind) {
        queue_to(view, person(number), number, kind);
    }

    fn queue_to(view: &mut View, person: PersonId, number: usize, kind: MailKind) {
        let mail = OpenMail {
            kind,
            person: Some(person),
            content: None,
            language: "en".into(),
            queued_at: at(0),
            expires_at: at(HOUR_MS),
            attempts: 0,
            not_before: at(0),
            sending: false,
        };
        let event = Event::Queue { id: format!("m_{number:032x}"), mail };
        view.note("mail_outbox/2023-11-14", &event, at(0));
    }

    /// covers: [PASS-01, PASS-04]
    #[test]
    fn links_that_strangers_ask_for_leave_places_for_other_mails() {
        let (reset, notice) = (MailKind::ResetPassword, MailKind::PasswordChanged);
        let mut view = View::default();
        for number in 0..OPEN_BY_STRANGERS_MAX {
            assert_eq!(view.admits(&person(number), reset, at(0)), Ok(()));
            queue(&mut view, number, reset);
        }
        for number in OPEN_BY_STRANGERS_MAX..OPEN_MAILS_MAX {
            assert_eq!(view.admits(&person(number), reset, at(0)), Err(MailError::Full));
            assert_eq!(view.admits(&person(number), notice, at(0)), Ok(()));
            queue(&mut view, number, notice);
        }
        let full = view.admits(&person(OPEN_MAILS_MAX), notice, at(0));
        assert_eq!(full, Err(MailError::Full));
    }

    /// covers: [PASS-01, PASS-04]
    #[test]
    fn what_strangers_send_a_user_leaves_places_for_notices() {
        let (asked, notice) = (MailKind::AccountExists, MailKind::PasswordChanged);
        let mut view = View::default();
        for number in 0..OPEN_OF_PERSON_BY_STRANGERS_MAX {
            queue_to(&mut view, person(0), number, asked);
        }
        // By then the budget of an hour is another one.
        let later = at(2 * HOUR_MS);
        assert_eq!(view.admits(&person(0), asked, later), Err(MailError::Full));
        assert_eq!(view.admits(&person(0), notice, later), Ok(()));
        assert_eq!(view.admits(&person(1), asked, later), Ok(()));
    }

    /// covers: [PASS-04]
    #[test]
    fn notices_of_accounts_that_wait_leave_places_for_links() {
        let (notice, reset) = (MailKind::AccountWaiting, MailKind::ResetPassword);
        let mut view = View::default();
        for number in 0..OPEN_OF_WAITING_MAX {
            assert_eq!(view.admits(&person(number), notice, at(0)), Ok(()));
            queue(&mut view, number, notice);
        }
        let next = person(OPEN_OF_WAITING_MAX);
        assert_eq!(view.admits(&next, notice, at(0)), Err(MailError::Full));
        assert_eq!(view.admits(&next, reset, at(0)), Ok(()));
    }

    /// covers: [PASS-04]
    #[test]
    fn while_no_mail_is_tried_mails_expire_all_the_same() {
        let mut view = View::default();
        queue(&mut view, 1, MailKind::PasswordChanged);
        assert!(view.take_due(at(0), true).is_none());
        let taken =
            |view: &mut View, now, is_paused| view.take_due(now, is_paused).map(|(id, _)| id.0);
        let id = format!("m_{:032x}", 1);
        assert_eq!(taken(&mut view, at(HOUR_MS), true).as_ref(), Some(&id));
        assert_eq!(taken(&mut view, at(HOUR_MS), true), None, "it is taken once");
        view.note("", &Event::Sent { id: id.clone() }, at(0));
        queue(&mut view, 1, MailKind::PasswordChanged);
        assert_eq!(taken(&mut view, at(0), false), Some(id));
    }
}
