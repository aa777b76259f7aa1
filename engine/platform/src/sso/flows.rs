//! The ways of users to providers: what proves that a browser comes back from where this server has sent it. All of it
//! is in memory only: after a restart a user begins again.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use waybill_machines::Timestamp;
use waybill_machines::machines::sso::FLOW_MS;
use waybill_machines::secret::Digest;

use super::SsoError;
use crate::access::{PasswordToken, Source};
use crate::secret::Secret;

/// The most ways at once.
pub const FLOWS_MAX: usize = 10_000;
/// How many ways may begin from one address in a minute.
pub const BEGINS_A_MINUTE: u32 = 20;
/// How many addresses are counted.
const SOURCES_MAX: usize = 20_000;
const MINUTE_MS: i64 = 60_000;

/// A way to a provider.
#[derive(Debug)]
pub(super) struct Flow {
    /// The id of the provider.
    pub(super) provider: String,
    /// The session whose browser was sent there.
    pub(super) session: String,
    /// What the ID token has to have.
    pub(super) nonce: Secret,
    /// What the code is exchanged with (RFC 7636).
    pub(super) verifier: Secret,
    /// Whether the provider says which one it is when a browser comes back (RFC 9207).
    pub(super) names_issuer: bool,
    /// The invitation that is accepted with the identity.
    pub(super) invitation: Option<PasswordToken>,
}

/// All ways.
#[derive(Default)]
pub(super) struct Flows(Mutex<Known>);

#[derive(Default)]
struct Known {
    flows: HashMap<Digest, (Flow, Timestamp)>,
    by_session: HashMap<String, Digest>,
    /// When the minute of an address has begun, and how many ways have begun in it.
    begins: HashMap<Source, (Timestamp, u32)>,
}

impl Flows {
    fn known(&self) -> MutexGuard<'_, Known> {
        // A panic leaves a way that no session leads to at most, until it expires.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a way that begins from an address.
    pub(super) fn count(&self, source: &Source, at: Timestamp) -> Result<(), SsoError> {
        let mut known = self.known();
        let is_current = |began: Timestamp| (0..MINUTE_MS).contains(&at.ms_since(began));
        if known.begins.len() >= SOURCES_MAX {
            known.begins.retain(|_, (began, _)| is_current(*began));
        }
        if known.begins.len() >= SOURCES_MAX && !known.begins.contains_key(source) {
            return Err(SsoError::TooManyFlows);
        }
        let (began, count) = known.begins.entry(source.clone()).or_insert((at, 0));
        if !is_current(*began) {
            (*began, *count) = (at, 0);
        }
        if *count >= BEGINS_A_MINUTE {
            return Err(SsoError::TooManyBegins);
        }
        *count += 1;
        Ok(())
    }

    /// Adds a way, which replaces that of its session.
    pub(super) fn add(&self, digest: Digest, flow: Flow, at: Timestamp) -> Result<(), SsoError> {
        let mut known = self.known();
        if let Some(before) = known.by_session.remove(&flow.session) {
            known.flows.remove(&before);
        }
        if known.flows.len() >= FLOWS_MAX {
            known.remove_expired(at);
        }
        if known.flows.len() >= FLOWS_MAX {
            return Err(SsoError::TooManyFlows);
        }
        known.by_session.insert(flow.session.clone(), digest.clone());
        known.flows.insert(digest, (flow, at.plus_ms(FLOW_MS)));
        Ok(())
    }

    /// Takes a way of a session, once and before it expires.
    pub(super) fn take(&self, digest: &Digest, session: &str, at: Timestamp) -> Option<Flow> {
        let mut known = self.known();
        if known.flows.get(digest)?.0.session != session {
            return None;
        }
        let (flow, until) = known.remove(digest)?;
        (at < until).then_some(flow)
    }

    pub(super) fn forget(&self, digest: &Digest) {
        drop(self.known().remove(digest));
    }
}

impl Known {
    fn remove(&mut self, digest: &Digest) -> Option<(Flow, Timestamp)> {
        let removed = self.flows.remove(digest)?;
        self.by_session.remove(&removed.0.session);
        Some(removed)
    }

    fn remove_expired(&mut self, at: Timestamp) {
        self.flows.retain(|_, (_, until)| at < *until);
        let flows = &self.flows;
        self.by_session.retain(|_, digest| flows.contains_key(digest));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: Timestamp = Timestamp::from_ms(1_767_225_600_000);

    fn flow(session: &str) -> Flow {
        Flow {
            provider: "provider_1".into(),
            session: session.into(),
            nonce: Secret::new("n"),
            verifier: Secret::new("v"),
            names_issuer: false,
            invitation: None,
        }
    }

    fn digest(number: usize) -> Digest {
        Digest(format!("{number:064x}"))
    }

    /// covers: [SSO-01]
    #[test]
    fn a_way_is_of_one_session_and_taken_once_within_ten_minutes() {
        let flows = Flows::default();
        flows.add(digest(1), flow("a"), AT).unwrap();
        assert!(flows.take(&digest(1), "b", AT).is_none());
        assert!(flows.take(&digest(1), "a", AT.plus_ms(FLOW_MS - 1)).is_some());
        assert!(flows.take(&digest(1), "a", AT).is_none());
        flows.add(digest(2), flow("a"), AT).unwrap();
        assert!(flows.take(&digest(2), "a", AT.plus_ms(FLOW_MS)).is_none());
        // A session has one way.
        flows.add(digest(3), flow("a"), AT).unwrap();
        flows.add(digest(4), flow("a"), AT).unwrap();
        assert!(flows.take(&digest(3), "a", AT).is_none());
        assert!(flows.take(&digest(4), "a", AT).is_some());
    }

    /// covers: [SSO-01]
    #[test]
    fn ways_and_begins_have_bounds() {
        let flows = Flows::default();
        for number in 0..FLOWS_MAX {
            flows.add(digest(number), flow(&number.to_string()), AT).unwrap();
        }
        let more = flows.add(digest(FLOWS_MAX), flow("more"), AT);
        assert!(matches!(more, Err(SsoError::TooManyFlows)));
        // Those that have expired make room.
        flows.add(digest(FLOWS_MAX), flow("more"), AT.plus_ms(FLOW_MS)).unwrap();
        let here = Source::named("192.0.2.1");
        for _ in 0..BEGINS_A_MINUTE {
            flows.count(&here, AT).unwrap();
        }
        assert!(matches!(flows.count(&here, AT), Err(SsoError::TooManyBegins)));
        flows.count(&Source::named("192.0.2.2"), AT).unwrap();
        flows.count(&here, AT.plus_ms(MINUTE_MS)).unwrap();
    }
}
