//! What the server keeps in memory of a way on which a browser has been sent, until the browser comes back: to a
//! provider, or to its authenticators. A way belongs to a session, is taken once, and expires; after a restart a user
//! begins again.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use waybill_machines::Timestamp;
use waybill_machines::secret::Digest;

use crate::access::Source;

/// The most ways of a kind at once.
pub const FLOWS_MAX: usize = 10_000;
/// How many addresses are counted.
const SOURCES_MAX: usize = 20_000;
const MINUTE_MS: i64 = 60_000;

/// Why a way does not begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FlowRefused {
    /// There are too many at the moment.
    TooMany,
    /// Too many have begun from the address.
    TooManyBegins,
}

/// How long the ways of a kind last, and how many may begin.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FlowLimits {
    /// How long one lasts, in milliseconds.
    pub(crate) lives_ms: i64,
    /// How many may begin from one address in a minute.
    pub(crate) begins_a_minute: u32,
}

/// All ways of a kind, by the digest of what a browser comes back with.
pub(crate) struct SessionFlows<T> {
    limits: FlowLimits,
    known: Mutex<Known<T>>,
}

struct Kept<T> {
    session: String,
    flow: T,
    until: Timestamp,
}

struct Known<T> {
    flows: HashMap<Digest, Kept<T>>,
    by_session: HashMap<String, Digest>,
    begins: Counts,
}

/// When the minute of an address has begun, and how often something was done from it since.
#[derive(Default)]
pub(crate) struct Counts(HashMap<Source, (Timestamp, u32)>);

impl Counts {
    /// Counts what is done from an address, which may be done so often in a minute.
    pub(crate) fn count(
        &mut self,
        source: &Source,
        at: Timestamp,
        times_max: u32,
    ) -> Result<(), FlowRefused> {
        let is_current = |began: Timestamp| (0..MINUTE_MS).contains(&at.ms_since(began));
        if self.0.len() >= SOURCES_MAX && !self.0.contains_key(source) {
            self.0.retain(|_, (began, _)| is_current(*began));
            if self.0.len() >= SOURCES_MAX {
                return Err(FlowRefused::TooMany);
            }
        }
        let (began, count) = self.0.entry(source.clone()).or_insert((at, 0));
        if !is_current(*began) {
            (*began, *count) = (at, 0);
        }
        if *count >= times_max {
            return Err(FlowRefused::TooManyBegins);
        }
        *count += 1;
        Ok(())
    }
}

impl<T> SessionFlows<T> {
    pub(crate) fn new(limits: FlowLimits) -> Self {
        let known =
            Known { flows: HashMap::new(), by_session: HashMap::new(), begins: Counts::default() };
        Self { limits, known: Mutex::new(known) }
    }

    fn known(&self) -> MutexGuard<'_, Known<T>> {
        // A panic leaves a way that no session leads to at most, until it expires.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a way that begins from an address.
    pub(crate) fn count(&self, source: &Source, at: Timestamp) -> Result<(), FlowRefused> {
        self.known().begins.count(source, at, self.limits.begins_a_minute)
    }

    /// Adds a way, which replaces that of its session.
    pub(crate) fn add(
        &self,
        digest: Digest,
        session: &str,
        flow: T,
        at: Timestamp,
    ) -> Result<(), FlowRefused> {
        let mut known = self.known();
        if let Some(before) = known.by_session.remove(session) {
            known.flows.remove(&before);
        }
        if known.flows.len() >= FLOWS_MAX {
            known.remove_expired(at);
        }
        if known.flows.len() >= FLOWS_MAX {
            return Err(FlowRefused::TooMany);
        }
        known.by_session.insert(session.to_owned(), digest.clone());
        let until = at.plus_ms(self.limits.lives_ms);
        known.flows.insert(digest, Kept { session: session.to_owned(), flow, until });
        Ok(())
    }

    /// Takes a way of a session, once and before it expires.
    pub(crate) fn take(&self, digest: &Digest, session: &str, at: Timestamp) -> Option<T> {
        let mut known = self.known();
        if known.flows.get(digest)?.session != session {
            return None;
        }
        let Kept { flow, until, .. } = known.remove(digest)?;
        (at < until).then_some(flow)
    }

    /// Lets a way hold more than it does, unless all of them together held too much then: how much more, and how much
    /// they may hold. What holds it is given the way, if there is one that has not expired.
    pub(crate) fn hold<R>(
        &self,
        digest: &Digest,
        (more, most): (usize, usize),
        at: Timestamp,
        held: impl Fn(&T) -> usize,
        hold: impl FnOnce(Option<&mut T>) -> R,
    ) -> Result<R, FlowRefused> {
        let mut known = self.known();
        let fits = |known: &Known<T>| {
            let all: usize = known.flows.values().map(|kept| held(&kept.flow)).sum();
            all.saturating_add(more) <= most
        };
        if !fits(&known) {
            known.remove_expired(at);
        }
        if !fits(&known) {
            return Err(FlowRefused::TooMany);
        }
        let kept = known.flows.get_mut(digest).filter(|kept| at < kept.until);
        Ok(hold(kept.map(|kept| &mut kept.flow)))
    }

    /// Changes all ways.
    pub(crate) fn each(&self, mut change: impl FnMut(&mut T)) {
        for kept in self.known().flows.values_mut() {
            change(&mut kept.flow);
        }
    }

    pub(crate) fn forget(&self, digest: &Digest) {
        drop(self.known().remove(digest));
    }
}

impl<T> Known<T> {
    fn remove(&mut self, digest: &Digest) -> Option<Kept<T>> {
        let removed = self.flows.remove(digest)?;
        self.by_session.remove(&removed.session);
        Some(removed)
    }

    fn remove_expired(&mut self, at: Timestamp) {
        self.flows.retain(|_, kept| at < kept.until);
        let flows = &self.flows;
        self.by_session.retain(|_, digest| flows.contains_key(digest));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: Timestamp = Timestamp::from_ms(1_767_225_600_000);
    const LIMITS: FlowLimits = FlowLimits { lives_ms: 10 * MINUTE_MS, begins_a_minute: 20 };

    fn digest(number: usize) -> Digest {
        Digest(format!("{number:064x}"))
    }

    /// covers: [SSO-01, MFA-01]
    #[test]
    fn a_way_is_of_one_session_and_taken_once_before_it_expires() {
        let flows = SessionFlows::new(LIMITS);
        flows.add(digest(1), "a", 1, AT).unwrap();
        assert_eq!(flows.take(&digest(1), "b", AT), None);
        assert_eq!(flows.take(&digest(1), "a", AT.plus_ms(LIMITS.lives_ms - 1)), Some(1));
        assert_eq!(flows.take(&digest(1), "a", AT), None);
        flows.add(digest(2), "a", 2, AT).unwrap();
        assert_eq!(flows.take(&digest(2), "a", AT.plus_ms(LIMITS.lives_ms)), None);
        // A session has one way.
        flows.add(digest(3), "a", 3, AT).unwrap();
        flows.add(digest(4), "a", 4, AT).unwrap();
        assert_eq!(flows.take(&digest(3), "a", AT), None);
        assert_eq!(flows.take(&digest(4), "a", AT), Some(4));
    }

    /// covers: [SSO-01, MFA-01]
    #[test]
    fn ways_and_begins_have_bounds() {
        let flows = SessionFlows::new(LIMITS);
        for number in 0..FLOWS_MAX {
            flows.add(digest(number), &number.to_string(), number, AT).unwrap();
        }
        let more = flows.add(digest(FLOWS_MAX), "more", 0, AT);
        assert_eq!(more, Err(FlowRefused::TooMany));
        // Those that have expired make room.
        flows.add(digest(FLOWS_MAX), "more", 0, AT.plus_ms(LIMITS.lives_ms)).unwrap();
        let here = Source::named("192.0.2.1");
        for _ in 0..LIMITS.begins_a_minute {
            flows.count(&here, AT).unwrap();
        }
        assert_eq!(flows.count(&here, AT), Err(FlowRefused::TooManyBegins));
        flows.count(&Source::named("192.0.2.2"), AT).unwrap();
        flows.count(&here, AT.plus_ms(MINUTE_MS)).unwrap();
    }
}
