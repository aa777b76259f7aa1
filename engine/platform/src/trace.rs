//! The trace: one id that connects a user's click with all of its effects.
//!
//! A browser or another server sends it with its request, or it is part of the id of a command from the socket.
//! Responses carry it, records name it in their `command`, and log lines written meanwhile repeat it.

mod parent;

use std::fmt;
use std::future::Future;
use std::hash::{Hash, Hasher};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest as _, Sha256};
use waybill_machines::By;
use waybill_stream::Who;

use crate::access::Source;
use crate::secret::{hex, random};

pub use parent::{Parent, SpanId};

/// The shortest trace, in hex digits.
const DIGITS_MIN: usize = 16;
/// The longest one.
const DIGITS_MAX: usize = 32;
/// Prefix of the ids of commands.
const COMMAND: &str = "c_";

tokio::task_local! {
    static CURRENT: Trace;
}

/// A trace: 16 to 32 lower-case hex digits. It also holds the address that its request or message came from, who acts,
/// once that is known, and the span that is the parent of what is done next.
#[derive(Debug, Clone)]
pub struct Trace {
    digits: String,
    address: Option<IpAddr>,
    parent: Option<Parent>,
    actor: Arc<Mutex<Option<Actor>>>,
}

/// Who acts, and by which means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// On whose behalf.
    pub who: Who,
    /// The means, as records name them.
    pub by: By,
}

/// Only the digits are compared.
impl PartialEq for Trace {
    fn eq(&self, other: &Self) -> bool {
        self.digits == other.digits
    }
}

impl Eq for Trace {}

impl Hash for Trace {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.digits.hash(state);
    }
}

impl Trace {
    /// A new random trace.
    pub fn fresh() -> Self {
        Self::of_digits(hex(&random::<8>()))
    }

    fn of_digits(digits: String) -> Self {
        Self { digits, address: None, parent: None, actor: Arc::default() }
    }

    /// Sets who acts, for this trace and all copies of it. A visitor becomes a user by signing in.
    pub fn set_actor(&self, actor: Actor) {
        *self.actor.lock().unwrap_or_else(PoisonError::into_inner) = Some(actor);
    }

    /// The same trace with another actor, of which the trace itself learns nothing.
    #[must_use]
    pub fn with_actor(&self, actor: Actor) -> Self {
        Self { actor: Arc::new(Mutex::new(Some(actor))), ..self.clone() }
    }

    /// Who acts; `None` for what the server does by itself, and before a request is authenticated.
    pub fn actor(&self) -> Option<Actor> {
        self.actor.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The means of the act.
    pub fn by(&self) -> Option<By> {
        self.actor().map(|actor| actor.by)
    }

    /// Whether it is, or may become, one of an act in a session: no other act is known of it.
    pub fn may_act_in(&self, session: &str) -> bool {
        match self.by() {
            Some(By::Session { session: acting, .. }) => acting == session,
            Some(By::Token { .. } | By::CommandLine { .. }) => false,
            None => true,
        }
    }

    /// Sets the address of the client, if it is known.
    #[must_use]
    pub fn with_address(mut self, address: Option<IpAddr>) -> Self {
        self.address = address;
        self
    }

    /// Makes a span the parent of what is done next.
    #[must_use]
    pub fn with_parent(mut self, parent: Parent) -> Self {
        self.parent = Some(parent);
        self
    }

    /// The span that this is part of, if it is known.
    pub const fn parent(&self) -> Option<Parent> {
        self.parent
    }

    /// The address of the client that sent the request or message, if this process knows it. A session may be used from
    /// several at the same time.
    pub const fn address(&self) -> Option<IpAddr> {
        self.address
    }

    /// The same, as limits and log files know it.
    pub fn source(&self) -> Option<Source> {
        self.address.map(Source::from)
    }

    /// Parses a trace sent by a client.
    pub fn parse(text: &str) -> Option<Self> {
        let has_valid_length = (DIGITS_MIN..=DIGITS_MAX).contains(&text.len());
        (has_valid_length && text.bytes().all(|byte| byte.is_ascii_hexdigit()))
            .then(|| Self::of_digits(text.to_ascii_lowercase()))
    }

    /// The trace of a command: the one in its id, or one derived from the id.
    pub fn of_command(id: &str) -> Self {
        let named = id.strip_prefix(COMMAND).and_then(|rest| rest.split('_').next());
        let named = named.and_then(Self::parse);
        named.unwrap_or_else(|| {
            Self::of_digits(hex(&Sha256::digest(id.as_bytes())[..DIGITS_MIN / 2]))
        })
    }

    /// An id for a command of this trace. A request may lead to several commands, which must not be taken for
    /// repetitions.
    pub fn command_id(&self) -> String {
        format!("{COMMAND}{self}_{}", hex(&random::<4>()))
    }

    /// How a record of the platform refers to it.
    pub fn record_id(&self) -> String {
        format!("{COMMAND}{self}")
    }
}

impl fmt::Display for Trace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.digits)
    }
}

/// The trace of the current task; `None` for what the server does on its own.
pub fn current() -> Option<Trace> {
    CURRENT.try_with(Clone::clone).ok()
}

/// Runs a future as part of a trace.
pub async fn within<T>(trace: Option<Trace>, work: impl Future<Output = T>) -> T {
    match trace {
        Some(trace) => CURRENT.scope(trace, work).await,
        None => work.await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_hex_digits_of_a_fitting_number_are_a_trace() {
        assert_eq!(
            Trace::parse("9F2C0000aaaa1111").map(|trace| trace.to_string()).as_deref(),
            Some("9f2c0000aaaa1111")
        );
        for wrong in ["", "9f2c", "9f2c0000aaaa111\n", "zzzzzzzzzzzzzzzz", &"a".repeat(33)] {
            assert_eq!(Trace::parse(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn the_ids_of_commands_name_their_trace() {
        let trace = Trace::fresh();
        assert_eq!(Trace::of_command(&trace.command_id()), trace);
        assert_eq!(Trace::of_command(&trace.record_id()), trace);
        assert_ne!(trace.command_id(), trace.command_id());
        assert_eq!(Trace::of_command("mine"), Trace::of_command("mine"));
    }

    #[test]
    fn a_trace_of_one_session_is_none_of_another() {
        let trace = Trace::fresh();
        assert!(trace.may_act_in("a") && trace.may_act_in("b"));
        let by = By::Session { session: "a".to_owned(), address: None };
        trace.set_actor(Actor { who: Who::Anonymous, by });
        assert!(trace.may_act_in("a") && !trace.may_act_in("b"));
        let by = By::Token { token: "t".to_owned(), address: None };
        assert!(!trace.with_actor(Actor { who: Who::Anonymous, by }).may_act_in("a"));
    }

    #[tokio::test]
    async fn what_is_done_within_a_trace_knows_it_and_nothing_else_does() {
        let trace = Trace::fresh();
        let seen = within(Some(trace.clone()), async { current() }).await;
        assert_eq!((seen, current()), (Some(trace), None));
    }
}
