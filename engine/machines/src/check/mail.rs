//! Invariants of the mail server and of the outbox.

use std::collections::BTreeMap;

use super::{Finding, finding};
use crate::chart;
use crate::machines::mail_outbox::{Event, OpenMail, State as Outbox};
use crate::machines::mail_server::State as Server;
use crate::registry::{AnyEvent, AnyState, MachineName};
use crate::rules::mail::MailSecurity;

pub(super) fn findings() -> [Finding; 3] {
    [a_password_stays_at_its_server(), no_password_in_clear(), a_mail_ends_once()]
}

/// PASS-04: a password that was given for one host, port and user is sent to no other.
fn a_password_stays_at_its_server() -> Finding {
    let exploration = chart::explore(MachineName::MailServer);
    let violations = exploration.steps.iter().filter_map(|step| {
        let (
            AnyState::MailServer(Server::Existing { server: before, password: known }),
            AnyState::MailServer(Server::Existing { server, password: Some(password) }),
        ) = (&*step.from, &step.to)
        else {
            return None;
        };
        let is_kept = known.as_ref() == Some(password);
        (is_kept && !before.is_at(server))
            .then(|| format!("{} takes it to {}", step.event.name(), server.host))
    });
    let checked = exploration.steps.len();
    finding("the password of a mail server is sent to no other server", checked, violations)
}

/// PASS-04: a password has a user, and both are sent over encrypted connections only.
fn no_password_in_clear() -> Finding {
    let exploration = chart::explore(MachineName::MailServer);
    let violations = exploration.steps.iter().filter_map(|step| match &step.to {
        AnyState::MailServer(Server::Existing { server, password })
            if (server.user.is_some() && server.security == MailSecurity::None)
                || (server.user.is_none() && password.is_some()) =>
        {
            Some(format!("{} leads to {server:?}", step.event.name()))
        }
        _ => None,
    });
    let checked = exploration.steps.len();
    finding("the password of a mail server is never sent in clear", checked, violations)
}

/// PASS-04: a mail that was queued is open until it ends, it ends once, only one that was begun is sent, and one that
/// has ended is never open again.
fn a_mail_ends_once() -> Finding {
    let exploration = chart::explore(MachineName::MailOutbox);
    let violations = exploration.steps.iter().filter_map(|step| {
        let (AnyState::MailOutbox(from), AnyState::MailOutbox(to)) = (&*step.from, &step.to) else {
            return None;
        };
        let AnyEvent::MailOutbox(event) = &*step.event else { return None };
        (!is_kept(from, event, to)).then(|| format!("{} leads to {to:?}", step.event.name()))
    });
    let checked = exploration.steps.len();
    finding("a mail ends once, and is sent only after it was begun", checked, violations)
}

/// The open mails, and how many were sent, have failed and have expired.
fn parts(state: &Outbox) -> (BTreeMap<&str, &OpenMail>, [u32; 3]) {
    match state {
        Outbox::Absent {} => (BTreeMap::new(), [0; 3]),
        Outbox::Day { open, sent, failed, expired } => {
            let open = open.iter().map(|(id, mail)| (id.as_str(), mail)).collect();
            (open, [*sent, *failed, *expired])
        }
    }
}

fn is_kept(from: &Outbox, event: &Event, to: &Outbox) -> bool {
    let (known, [mut sent, mut failed, mut expired]) = parts(from);
    // What the event names, as it was before.
    let before = |id: &String| known.get(id.as_str()).copied();
    let begun = match event {
        Event::Begin { id } => before(id).map(|mail| OpenMail {
            attempts: mail.attempts + 1,
            sending: true,
            ..mail.clone()
        }),
        Event::Deferred { id, not_before, .. } => before(id).map(|mail| OpenMail {
            not_before: *not_before,
            sending: false,
            ..mail.clone()
        }),
        _ => None,
    };
    let mut open = known.clone();
    match event {
        Event::Queue { id, mail } => {
            if mail.sending || open.insert(id, mail).is_some() {
                return false;
            }
        }
        Event::Begin { id } | Event::Deferred { id, .. } => {
            let Some(mail) = &begun else { return false };
            open.insert(id, mail);
        }
        Event::Sent { id } => {
            if !open.remove(id.as_str()).is_some_and(|mail| mail.sending) {
                return false;
            }
            sent += 1;
        }
        Event::Failed { id, .. } => {
            if open.remove(id.as_str()).is_none() {
                return false;
            }
            failed += 1;
        }
        Event::Expired { id } => {
            if open.remove(id.as_str()).is_none() {
                return false;
            }
            expired += 1;
        }
    }
    parts(to) == (open, [sent, failed, expired])
}
