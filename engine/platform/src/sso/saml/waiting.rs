//! Messages that wait for a browser, which takes them to an identity provider.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use waybill_machines::Timestamp;
use waybill_machines::secret::Digest;

use super::Outgoing;
use crate::giving_way::{Candidate, HeldBy, gives_way};

/// The most messages that wait for their browser at once.
const WAITING_MAX: usize = 2_000;
/// How long a message waits, in milliseconds: the browser comes for it at once.
const WAITS_MS: i64 = 30_000;

/// All of them, by the digests of their tickets.
#[derive(Default)]
pub(super) struct Waiting(Mutex<HashMap<Digest, Message>>);

struct Message {
    outgoing: Outgoing,
    by: HeldBy,
    until: Timestamp,
}

impl Waiting {
    fn messages(&self) -> MutexGuard<'_, HashMap<Digest, Message>> {
        // Each change is a single step, so a panic leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a message. Where too many wait, another one gives way.
    pub(super) fn add(&self, ticket: Digest, outgoing: Outgoing, by: HeldBy, at: Timestamp) {
        let mut messages = self.messages();
        if messages.len() >= WAITING_MAX {
            messages.retain(|_, message| at < message.until);
        }
        messages.insert(ticket, Message { outgoing, by, until: at.plus_ms(WAITS_MS) });
        if messages.len() > WAITING_MAX {
            let candidates = messages.iter().map(|(ticket, message)| Candidate {
                key: ticket,
                by: message.by,
                takes: 1,
                until: message.until,
            });
            if let Some(ticket) = gives_way(candidates).cloned() {
                messages.remove(&ticket);
            }
        }
    }

    /// Takes a message, once and before it expires.
    pub(super) fn take(&self, ticket: &Digest, at: Timestamp) -> Option<Outgoing> {
        let message = self.messages().remove(ticket)?;
        (at < message.until).then_some(message.outgoing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::Source;
    use crate::secret::Secret;

    const AT: Timestamp = Timestamp::from_ms(1_767_225_600_000);

    /// covers: [SSO-02]
    #[test]
    fn messages_of_strangers_push_out_no_message_of_others() {
        let waiting = Waiting::default();
        let ticket = |number: usize| Digest(format!("{number:064x}"));
        let add = |number, by, at| {
            let outgoing = Outgoing::Address(Secret::new("https://id.example.org/sso"));
            waiting.add(ticket(number), outgoing, by, at);
        };
        let (user, visitor) = (Source::unknown(), Source::named("198.51.100.1"));
        add(0, HeldBy::user(&user), AT);
        add(1, HeldBy::visitor(&visitor), AT);
        for number in 2..WAITING_MAX + 100 {
            let source = Source::named(format!("2001:db8:0:{number:x}::/64"));
            add(number, HeldBy::visitor(&source), AT.plus_ms(1));
        }
        assert_eq!(waiting.messages().len(), WAITING_MAX);
        let later = AT.plus_ms(WAITS_MS - 1);
        for number in [0, 1] {
            assert!(waiting.take(&ticket(number), later).is_some(), "{number}");
            assert!(waiting.take(&ticket(number), later).is_none(), "{number} again");
        }
        // One that has expired is taken no longer.
        add(WAITING_MAX + 100, HeldBy::user(&user), AT);
        add(WAITING_MAX + 101, HeldBy::user(&user), AT.plus_ms(WAITS_MS));
        assert!(waiting.take(&ticket(WAITING_MAX + 100), AT.plus_ms(WAITS_MS)).is_none());
        assert!(waiting.take(&ticket(WAITING_MAX + 101), AT.plus_ms(WAITS_MS)).is_some());
    }
}
