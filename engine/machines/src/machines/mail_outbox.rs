//! The mails that were queued on a day, in a stream of that day (PASS-01, PASS-04).
//!
//! ```text
//! a mail: queue --> open --begin--> being sent --sent--> (counted)
//!                   open <--deferred--/   \--failed, expired--> (counted)
//! ```
//!
//! A mail is handed to the server after this was recorded, so that none is sent unrecorded. A record has neither the
//! address, which is looked up when the mail is sent, nor what the mail says, whose secret is in the vault under a
//! mark.

use std::collections::BTreeMap;

use statig::prelude::*;

pub use super::mail_outbox_types::{Event, OpenMail, State};
use crate::machine::{Context, Machine, Rejection, RejectionCode};
use crate::rules::mail::{
    MailFailure, MailKind, OPEN_MAILS_MAX, OPEN_MAILS_OF_PERSON_MAX, is_mail_id,
};
use crate::secret::{Digest, PersonId};
use crate::time::Timestamp;

/// The machine of outboxes.
#[derive(Debug, Default)]
pub struct MailOutbox;

#[state_machine(
    initial = "State::Absent {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl MailOutbox {
    #[state(superstate = "root")]
    fn absent(event: &Event, context: &mut Context) -> Outcome<State> {
        let Event::Queue { id, mail } = event else { return no_such_mail(context) };
        let mut open = BTreeMap::new();
        if let Err(rejection) = queue(&mut open, id, mail, context) {
            return context.refuse(rejection);
        }
        Transition(State::Day { open, sent: 0, failed: 0, expired: 0 })
    }

    #[state(superstate = "root")]
    fn day(
        open: &mut BTreeMap<String, OpenMail>,
        sent: &mut u32,
        failed: &mut u32,
        expired: &mut u32,
        event: &Event,
        context: &mut Context,
    ) -> Outcome<State> {
        match event {
            Event::Queue { id, mail } => {
                if let Err(rejection) = queue(open, id, mail, context) {
                    return context.refuse(rejection);
                }
            }
            Event::Begin { id } => {
                let Some(mail) = open.get_mut(id) else { return no_such_mail(context) };
                if let Err(rejection) = begin(mail, context) {
                    return context.refuse(rejection);
                }
            }
            Event::Sent { id } => {
                let Some(mail) = open.get(id) else { return no_such_mail(context) };
                if context.guard("not_begun", !mail.sending) {
                    return context.refuse(Rejection::new(RejectionCode::MailNotBegun));
                }
                open.remove(id);
                *sent = sent.saturating_add(1);
            }
            Event::Deferred { id, not_before, .. } => {
                let Some(mail) = open.get_mut(id) else { return no_such_mail(context) };
                mail.not_before = *not_before;
                mail.sending = false;
            }
            Event::Failed { id, .. } => {
                if open.remove(id).is_none() {
                    return no_such_mail(context);
                }
                *failed = failed.saturating_add(1);
            }
            Event::Expired { id } => {
                if open.remove(id).is_none() {
                    return no_such_mail(context);
                }
                *expired = expired.saturating_add(1);
            }
        }
        Handled
    }

    #[superstate]
    fn root(context: &mut Context) -> Outcome<State> {
        context.refuse_here()
    }
}

fn no_such_mail(context: &mut Context) -> Outcome<State> {
    context.guard("no_such_mail", true);
    context.refuse(Rejection::new(RejectionCode::NoSuchMail))
}

/// Adds a mail, which was not handed to the server yet.
fn queue(
    open: &mut BTreeMap<String, OpenMail>,
    id: &str,
    mail: &OpenMail,
    context: &mut Context,
) -> Result<(), Rejection> {
    let is_new = is_mail_id(id) && !mail.sending && mail.attempts == 0;
    if context.guard("not_new", !is_new || open.contains_key(id)) {
        return Err(Rejection::new(RejectionCode::MailNotNew));
    }
    if context.guard("full", open.len() >= OPEN_MAILS_MAX) {
        let most = OPEN_MAILS_MAX.to_string();
        return Err(Rejection::new(RejectionCode::TooManyMails).with("most", most));
    }
    let is_of = |other: &&OpenMail| mail.person.is_some() && other.person == mail.person;
    let of_person = open.values().filter(is_of).count();
    if context.guard("too_many_of_person", of_person >= OPEN_MAILS_OF_PERSON_MAX) {
        let most = OPEN_MAILS_OF_PERSON_MAX.to_string();
        return Err(Rejection::new(RejectionCode::TooManyMails).with("most", most));
    }
    open.insert(id.to_owned(), mail.clone());
    Ok(())
}

/// A mail that is being sent begins again after a crash.
fn begin(mail: &mut OpenMail, context: &mut Context) -> Result<(), Rejection> {
    if context.guard("not_due", context.at < mail.not_before) {
        return Err(Rejection::new(RejectionCode::MailNotDue).with("until", mail.not_before));
    }
    if context.guard("expired", context.at >= mail.expires_at) {
        return Err(Rejection::new(RejectionCode::MailExpired).with("until", mail.expires_at));
    }
    mail.attempts = mail.attempts.saturating_add(1);
    mail.sending = true;
    Ok(())
}

/// A mail of the examples.
fn example() -> OpenMail {
    OpenMail {
        kind: MailKind::ResetPassword,
        person: Some(PersonId("p_ann".into())),
        content: Some(Digest("c".repeat(64))),
        language: "en".into(),
        queued_at: Timestamp::from_ms(0),
        // Far off, so that it is of use whenever the machine is explored.
        expires_at: Timestamp::from_ms(4_102_444_800_000),
        attempts: 0,
        not_before: Timestamp::from_ms(0),
        sending: false,
    }
}

impl Machine for MailOutbox {
    const NAME: &'static str = "mail_outbox";
    const TERMINAL: &'static [&'static str] = &["day"];

    // The server queues and sends.
    crate::installation_machine!(MailOutbox);

    /// Without numbers above one; further mails and attempts are decided like the first ones.
    fn abstract_state(state: &State) -> String {
        match state {
            State::Absent {} => "absent".to_owned(),
            State::Day { open, sent, failed, expired } => {
                let mails = open.iter().map(|(id, mail)| {
                    format!("{id} {} {} {}", mail.attempts.min(1), mail.sending, mail.not_before)
                });
                let mails: Vec<String> = mails.collect();
                let [sent, failed, expired] = [sent, failed, expired].map(|count| (*count).min(1));
                format!("day {} {sent} {failed} {expired}", mails.join(", "))
            }
        }
    }

    fn examples() -> Vec<Event> {
        let id = |letter: &str| format!("m_{}", letter.repeat(32));
        let mail = example();
        let (one, other) = (id("1"), id("2"));
        let notice = OpenMail {
            kind: MailKind::PasswordChanged,
            content: None,
            expires_at: Timestamp::from_ms(0),
            ..mail.clone()
        };
        let begun = OpenMail { attempts: 1, sending: true, ..mail.clone() };
        let later = Timestamp::from_ms(4_070_908_800_000);
        vec![
            Event::Queue { id: one.clone(), mail: mail.clone() },
            Event::Queue { id: other.clone(), mail: notice },
            Event::Queue { id: other.clone(), mail: begun },
            Event::Queue { id: "1".into(), mail },
            Event::Begin { id: one.clone() },
            Event::Begin { id: other.clone() },
            Event::Sent { id: one.clone() },
            Event::Sent { id: other.clone() },
            Event::Deferred {
                id: one.clone(),
                not_before: later,
                reason: MailFailure::Temporary { code: 451 },
            },
            Event::Failed { id: one.clone(), reason: MailFailure::Refused { code: 550 } },
            Event::Failed { id: other.clone(), reason: MailFailure::AddressMissing {} },
            Event::Expired { id: one },
            Event::Expired { id: other },
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::decide;

    fn mail(person: &str) -> OpenMail {
        OpenMail { person: Some(PersonId(person.into())), ..example() }
    }

    fn full(mails: usize, person: impl Fn(usize) -> String) -> State {
        let mails = (0..mails).map(|number| (format!("m_{number:032x}"), mail(&person(number))));
        State::Day { open: mails.collect(), sent: 0, failed: 0, expired: 0 }
    }

    fn queued(state: &State, person: &str) -> Result<(), RejectionCode> {
        let event = Event::Queue { id: format!("m_{}", "f".repeat(32)), mail: mail(person) };
        let decided = decide::<MailOutbox>(state, &event, Timestamp::from_ms(0));
        decided.map(drop).map_err(|refused| refused.rejection.code)
    }

    /// covers: [PASS-01]
    #[test]
    fn only_so_many_mails_are_open() {
        let others = |number: usize| format!("p_{number}");
        assert_eq!(queued(&full(OPEN_MAILS_MAX - 1, others), "p_ann"), Ok(()));
        let refused = Err(RejectionCode::TooManyMails);
        assert_eq!(queued(&full(OPEN_MAILS_MAX, others), "p_ann"), refused);
        let of_ann = full(OPEN_MAILS_OF_PERSON_MAX, |_| "p_ann".to_owned());
        assert_eq!(queued(&of_ann, "p_ann"), refused);
        assert_eq!(queued(&of_ann, "p_bob"), Ok(()));
    }
}
