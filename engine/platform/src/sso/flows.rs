//! The ways of users to providers: what proves that a browser comes back from where this server has sent it.

use waybill_machines::machines::sso::FLOW_MS;

use super::SsoError;
use crate::access::PasswordToken;
use crate::secret::Secret;
use crate::session_flows::{FlowLimits, FlowRefused};

pub use crate::session_flows::FLOWS_MAX;

/// How many ways may begin from one address in a minute.
pub const BEGINS_A_MINUTE: u32 = 20;

/// The limits of all ways to providers.
pub(super) const LIMITS: FlowLimits =
    FlowLimits { lives_ms: FLOW_MS, begins_a_minute: BEGINS_A_MINUTE };

/// A way to a provider.
#[derive(Debug)]
pub(super) struct Flow {
    /// The id of the provider.
    pub(super) provider: String,
    /// What the ID token has to have.
    pub(super) nonce: Secret,
    /// What the code is exchanged with (RFC 7636).
    pub(super) verifier: Secret,
    /// Whether the provider says which one it is when a browser comes back (RFC 9207).
    pub(super) names_issuer: bool,
    /// The invitation that is accepted with the identity.
    pub(super) invitation: Option<PasswordToken>,
}

impl From<FlowRefused> for SsoError {
    fn from(refused: FlowRefused) -> Self {
        match refused {
            FlowRefused::TooMany => Self::TooManyFlows,
            FlowRefused::TooManyBegins => Self::TooManyBegins,
        }
    }
}
