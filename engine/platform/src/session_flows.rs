//! What the server keeps in memory of a way on which a browser has been sent, until the browser comes back: to a
//! provider, or to its authenticators. A way belongs to a session, is taken once, and expires; after a restart a user
//! begins again.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use waybill_machines::Timestamp;
use waybill_machines::secret::Digest;

use crate::access::Source;
use crate::giving_way::{Candidate, HeldBy, gives_way};

/// The most ways of a kind at once.
pub const FLOWS_MAX: usize = 10_000;
/// How many addresses are counted.
const SOURCES_MAX: usize = 20_000;
const MINUTE_MS: i64 = 60_000;

/// Too many ways have begun from an address, so that none begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooManyBegins;

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
    by: HeldBy,
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
    /// Counts what is done from an address, which may be done so often in a minute. Where more addresses are active
    /// than can be counted, what is done from further ones is not: strangers with many addresses would keep all others
    /// out. What requests and records cost is limited elsewhere.
    pub(crate) fn count(
        &mut self,
        source: &Source,
        at: Timestamp,
        times_max: u32,
    ) -> Result<(), TooManyBegins> {
        let is_current = |began: Timestamp| (0..MINUTE_MS).contains(&at.ms_since(began));
        if self.0.len() >= SOURCES_MAX && !self.0.contains_key(source) {
            self.0.retain(|_, (began, _)| is_current(*began));
            if self.0.len() >= SOURCES_MAX {
                return Ok(());
            }
        }
        let (began, count) = self.0.entry(source.clone()).or_insert((at, 0));
        if !is_current(*began) {
            (*began, *count) = (at, 0);
        }
        if *count >= times_max {
            return Err(TooManyBegins);
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
    pub(crate) fn count(&self, source: &Source, at: Timestamp) -> Result<(), TooManyBegins> {
        self.known().begins.count(source, at, self.limits.begins_a_minute)
    }

    /// Adds a way, which replaces that of its session. Where all places are taken, another one gives way.
    pub(crate) fn add(&self, digest: Digest, session: &str, by: HeldBy, flow: T, at: Timestamp) {
        let mut known = self.known();
        if let Some(before) = known.by_session.remove(session) {
            known.flows.remove(&before);
        }
        if known.flows.len() >= FLOWS_MAX {
            known.remove_expired(at);
        }
        known.by_session.insert(session.to_owned(), digest.clone());
        let until = at.plus_ms(self.limits.lives_ms);
        known.flows.insert(digest, Kept { session: session.to_owned(), by, flow, until });
        if known.flows.len() > FLOWS_MAX
            && let Some(digest) = known.gives_way(|_| 1)
        {
            known.remove(&digest);
        }
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

/// A way that can hold something for its browser.
pub(crate) trait Holds {
    /// How many bytes it holds.
    fn held_bytes(&self) -> usize;

    /// Drops what it holds.
    fn drop_held(&mut self);
}

impl<T: Holds> SessionFlows<T> {
    /// Lets a way hold something: `hold` is given the way, or none if there is none that has not expired. Where all
    /// together hold more than they may then, what is held by the network that holds the most gives way.
    pub(crate) fn hold<R>(
        &self,
        digest: &Digest,
        bytes_max: usize,
        at: Timestamp,
        hold: impl FnOnce(Option<&mut T>) -> R,
    ) -> R {
        let mut known = self.known();
        let kept = known.flows.get_mut(digest).filter(|kept| at < kept.until);
        let outcome = hold(kept.map(|kept| &mut kept.flow));
        while known.held_bytes() > bytes_max {
            let Some(heaviest) = known.gives_way(T::held_bytes) else { break };
            if let Some(kept) = known.flows.get_mut(&heaviest) {
                kept.flow.drop_held();
            }
        }
        outcome
    }
}

impl<T: Holds> Known<T> {
    fn held_bytes(&self) -> usize {
        self.flows.values().map(|kept| kept.flow.held_bytes()).sum()
    }
}

impl<T> Known<T> {
    /// Which way gives way, by how much each takes of what is limited.
    fn gives_way(&self, takes: impl Fn(&T) -> usize) -> Option<Digest> {
        let candidates = self.flows.iter().map(|(digest, kept)| Candidate {
            key: digest,
            by: kept.by,
            takes: takes(&kept.flow),
            until: kept.until,
        });
        gives_way(candidates.filter(|candidate| candidate.takes > 0)).cloned()
    }

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

    fn visitor(source: &str) -> HeldBy {
        HeldBy::visitor(&Source::named(source))
    }

    /// covers: [SSO-01, MFA-01]
    #[test]
    fn a_way_is_of_one_session_and_taken_once_before_it_expires() {
        let flows = SessionFlows::new(LIMITS);
        let add =
            |number, session| flows.add(digest(number), session, visitor("192.0.2.1"), number, AT);
        add(1, "a");
        assert_eq!(flows.take(&digest(1), "b", AT), None);
        assert_eq!(flows.take(&digest(1), "a", AT.plus_ms(LIMITS.lives_ms - 1)), Some(1));
        assert_eq!(flows.take(&digest(1), "a", AT), None);
        add(2, "a");
        assert_eq!(flows.take(&digest(2), "a", AT.plus_ms(LIMITS.lives_ms)), None);
        // A session has one way.
        add(3, "a");
        add(4, "a");
        assert_eq!(flows.take(&digest(3), "a", AT), None);
        assert_eq!(flows.take(&digest(4), "a", AT), Some(4));
    }

    /// covers: [SSO-01, MFA-01]
    #[test]
    fn ways_and_begins_have_bounds() {
        let flows = SessionFlows::new(LIMITS);
        let add = |number: usize, source: &str, at| {
            flows.add(digest(number), &number.to_string(), visitor(source), number, at);
        };
        let (earlier, later) = (AT.plus_ms(-1), AT.plus_ms(1));
        // Two users came before the strangers of one range, and one comes after them.
        add(0, "198.51.100.1", earlier);
        add(1, "198.51.100.1", earlier);
        for number in 2..FLOWS_MAX {
            add(number, &format!("2001:db8:0:{number:x}::/64"), AT);
        }
        add(FLOWS_MAX, "203.0.113.1", later);
        let known = || flows.known().flows.len();
        let sessions = || flows.known().by_session.len();
        assert_eq!((known(), sessions()), (FLOWS_MAX, FLOWS_MAX));
        for number in [0, 1, FLOWS_MAX] {
            let taken = flows.take(&digest(number), &number.to_string(), later);
            assert_eq!(taken, Some(number));
        }
        assert_eq!((known(), sessions()), (FLOWS_MAX - 3, FLOWS_MAX - 3));
        // Those that have expired make room first.
        for number in FLOWS_MAX + 1..FLOWS_MAX + 4 {
            add(number, "192.0.2.1", later);
        }
        add(FLOWS_MAX + 4, "192.0.2.1", AT.plus_ms(LIMITS.lives_ms));
        assert_eq!((known(), sessions()), (4, 4));
        let here = Source::named("192.0.2.1");
        for _ in 0..LIMITS.begins_a_minute {
            flows.count(&here, AT).unwrap();
        }
        assert_eq!(flows.count(&here, AT), Err(TooManyBegins));
        flows.count(&Source::named("192.0.2.2"), AT).unwrap();
        flows.count(&here, AT.plus_ms(MINUTE_MS)).unwrap();
    }
}
