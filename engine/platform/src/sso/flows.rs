//! The ways of users to providers: what proves that a browser comes back from where this server has sent it.

use std::sync::{Mutex, PoisonError};

use waybill_machines::Timestamp;
use waybill_machines::machines::sso::FLOW_MS;
use waybill_machines::secret::Digest;

use super::SsoError;
use crate::access::{PasswordToken, Source};
use crate::giving_way::HeldBy;
use crate::secret::Secret;
use crate::session_flows::{Counts, FlowLimits, Holds, SessionFlows, TooManyBegins};

pub use crate::session_flows::FLOWS_MAX;

/// How many ways may begin from one address in a minute.
pub const BEGINS_A_MINUTE: u32 = 20;
/// How many answers of providers may be brought from one address in a minute.
pub const ANSWERS_A_MINUTE: u32 = 60;
/// How long an answer is held, in milliseconds: its browser is led to fetch the outcome at once.
const HELD_MS: i64 = 60_000;
/// The most bytes of all answers that are held at once.
const HELD_BYTES_MAX: usize = 32 * 1_024 * 1_024;

/// The limits of all ways to providers.
const LIMITS: FlowLimits = FlowLimits { lives_ms: FLOW_MS, begins_a_minute: BEGINS_A_MINUTE };

/// A way to a provider.
#[derive(Debug)]
pub(super) struct Flow {
    /// The id of the provider.
    pub(super) provider: String,
    /// The invitation that is accepted with the identity.
    pub(super) invitation: Option<PasswordToken>,
    /// When the user was sent there.
    pub(super) since: Timestamp,
    /// What shows that the answer belongs to this way.
    pub(super) proof: Proof,
}

/// What shows that the answer of a provider belongs to a way, by its protocol.
#[derive(Debug)]
pub(super) enum Proof {
    /// For a code.
    Code(CodeProof),
    /// For an answer of SAML.
    Saml(SamlProof),
}

/// What a code is exchanged with, and what it has to lead to.
#[derive(Debug)]
pub(super) struct CodeProof {
    /// What the ID token has to have.
    pub(super) nonce: Secret,
    /// What the code is exchanged with (RFC 7636).
    pub(super) verifier: Secret,
    /// Whether the provider says which one it is when a browser comes back (RFC 9207).
    pub(super) names_issuer: bool,
}

/// What an answer of SAML has to answer.
#[derive(Debug)]
pub(super) struct SamlProof {
    /// The id of the request.
    pub(super) request: String,
    /// The answer, once a browser has brought it.
    pub(super) held: Option<Held>,
}

/// An answer that waits for the browser with the cookie of its session.
#[derive(Debug)]
pub(super) struct Held {
    /// The digest of what the browser comes with.
    pub(super) ticket: Digest,
    pub(super) answer: Secret,
    /// Since when it waits.
    pub(super) since: Timestamp,
}

impl Holds for Flow {
    fn held_bytes(&self) -> usize {
        match &self.proof {
            Proof::Saml(SamlProof { held: Some(held), .. }) => held.answer.expose().len(),
            Proof::Saml(_) | Proof::Code(_) => 0,
        }
    }

    fn drop_held(&mut self) {
        if let Proof::Saml(proof) = &mut self.proof {
            proof.held = None;
        }
    }
}

impl Flow {
    /// Lets go of an answer for which no browser has come. One that is late finds none.
    fn let_go(&mut self, at: Timestamp) {
        if let Proof::Saml(proof) = &mut self.proof
            && proof.held.as_ref().is_some_and(|held| at.ms_since(held.since) >= HELD_MS)
        {
            proof.held = None;
        }
    }
}

/// All ways.
pub(super) struct Flows {
    ways: SessionFlows<Flow>,
    answers: Mutex<Counts>,
}

impl Default for Flows {
    fn default() -> Self {
        Self { ways: SessionFlows::new(LIMITS), answers: Mutex::default() }
    }
}

impl Flows {
    /// Counts a way that begins from an address.
    pub(super) fn count(&self, source: &Source, at: Timestamp) -> Result<(), SsoError> {
        Ok(self.ways.count(source, at)?)
    }

    /// Counts an answer that is brought from an address.
    pub(super) fn count_answer(&self, source: &Source, at: Timestamp) -> Result<(), SsoError> {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(answers.count(source, at, ANSWERS_A_MINUTE)?)
    }

    /// Holds the answer of a way until its browser comes for it. A way holds one answer: the first one. Where too much
    /// is held, other answers give way, and their browsers find none.
    pub(super) fn hold(
        &self,
        digest: &Digest,
        provider: &str,
        held: Held,
        at: Timestamp,
    ) -> Result<(), SsoError> {
        // Otherwise one address could fill the place of all with answers that no browser fetches.
        self.ways.each(|way| way.let_go(at));
        self.ways.hold(digest, HELD_BYTES_MAX, at, |way| match way {
            Some(Flow { provider: of, proof: Proof::Saml(proof), .. })
                if of.as_str() == provider && proof.held.is_none() =>
            {
                proof.held = Some(held);
                Ok(())
            }
            _ => Err(SsoError::NoFlow),
        })
    }

    /// Adds a way, which replaces that of its session. Where all places are taken, another one gives way.
    pub(super) fn add(&self, digest: Digest, session: &str, by: HeldBy, flow: Flow, at: Timestamp) {
        self.ways.add(digest, session, by, flow, at);
    }

    /// Takes a way of a session, once and before it expires.
    pub(super) fn take(&self, digest: &Digest, session: &str, at: Timestamp) -> Option<Flow> {
        self.ways.take(digest, session, at)
    }

    pub(super) fn forget(&self, digest: &Digest) {
        self.ways.forget(digest);
    }
}

impl From<TooManyBegins> for SsoError {
    fn from(_: TooManyBegins) -> Self {
        Self::TooManyBegins
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: Timestamp = Timestamp::from_ms(1_767_225_600_000);

    fn flow() -> Flow {
        Flow {
            provider: "provider_1".into(),
            invitation: None,
            proof: Proof::Code(CodeProof {
                nonce: Secret::new("n"),
                verifier: Secret::new("v"),
                names_issuer: false,
            }),
            since: AT,
        }
    }

    fn saml() -> Flow {
        let proof = Proof::Saml(SamlProof { request: "_1".into(), held: None });
        Flow { proof, ..flow() }
    }

    fn held(bytes: usize) -> Held {
        Held { ticket: digest(7), answer: Secret::new("a".repeat(bytes)), since: AT }
    }

    fn digest(number: usize) -> Digest {
        Digest(format!("{number:064x}"))
    }

    fn visitor(source: &str) -> HeldBy {
        HeldBy::visitor(&Source::named(source))
    }

    /// Whether a way that is taken holds an answer.
    fn is_held(flows: &Flows, number: usize, session: &str, at: Timestamp) -> bool {
        let taken = flows.take(&digest(number), session, at).unwrap();
        taken.held_bytes() > 0
    }

    /// covers: [SSO-02]
    #[test]
    fn a_way_of_saml_holds_one_answer_of_its_provider_until_it_is_taken_or_expires() {
        let flows = Flows::default();
        let hold = |number, provider, at| flows.hold(&digest(number), provider, held(1), at);
        flows.add(digest(1), "a", visitor("192.0.2.1"), saml(), AT);
        flows.add(digest(2), "b", visitor("192.0.2.1"), flow(), AT);
        assert!(matches!(hold(1, "provider_2", AT), Err(SsoError::NoFlow)));
        assert!(matches!(hold(2, "provider_1", AT), Err(SsoError::NoFlow)));
        assert!(matches!(hold(3, "provider_1", AT), Err(SsoError::NoFlow)));
        assert!(matches!(hold(1, "provider_1", AT.plus_ms(FLOW_MS)), Err(SsoError::NoFlow)));
        hold(1, "provider_1", AT).unwrap();
        assert!(matches!(hold(1, "provider_1", AT), Err(SsoError::NoFlow)));
        let taken = flows.take(&digest(1), "a", AT).unwrap();
        assert!(matches!(taken.proof, Proof::Saml(SamlProof { held: Some(_), .. })));
        assert!(matches!(hold(1, "provider_1", AT), Err(SsoError::NoFlow)));
    }

    /// covers: [SSO-02]
    #[test]
    fn what_is_held_has_bounds() {
        let flows = Flows::default();
        let (quarter, at_last) = (HELD_BYTES_MAX / 4, AT.plus_ms(HELD_MS - 1));
        let hold = |number, bytes, at| {
            flows.hold(&digest(number), "provider_1", Held { since: at, ..held(bytes) }, at)
        };
        // A user's answer came first, and strangers of one range bring large ones.
        flows.add(digest(0), "user", visitor("198.51.100.1"), saml(), AT);
        hold(0, 1, AT).unwrap();
        for number in 1..=4 {
            let by = visitor(&format!("2001:db8:0:{number:x}::/64"));
            flows.add(digest(number), &number.to_string(), by, saml(), AT.plus_ms(1));
            hold(number, quarter, AT.plus_ms(1)).unwrap();
        }
        let of_stranger = |number: &usize| is_held(&flows, *number, &number.to_string(), at_last);
        assert_eq!((1..=4).filter(of_stranger).count(), 3);
        assert!(is_held(&flows, 0, "user", at_last));

        // Answers for which no browser has come are let go, and others are not.
        for (number, session) in [(5, "a"), (6, "b"), (7, "c")] {
            flows.add(digest(number), session, visitor("192.0.2.1"), saml(), AT);
        }
        hold(5, 1, AT).unwrap();
        hold(6, 1, AT.plus_ms(1)).unwrap();
        hold(7, 1, AT.plus_ms(HELD_MS)).unwrap();
        assert!(!is_held(&flows, 5, "a", AT.plus_ms(HELD_MS)));
        assert!(is_held(&flows, 6, "b", AT.plus_ms(HELD_MS)));
        let here = Source::named("192.0.2.1");
        for _ in 0..ANSWERS_A_MINUTE {
            flows.count_answer(&here, AT).unwrap();
        }
        assert!(matches!(flows.count_answer(&here, AT), Err(SsoError::TooManyBegins)));
        flows.count(&here, AT).unwrap();
    }
}
