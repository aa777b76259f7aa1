//! Set-up: creating the first administrator with a link that works once.

use serde::Deserialize;
use waybill_machines::Timestamp;
use waybill_machines::secret::PersonId;

use super::Answer;
use crate::secret::Secret;
use crate::streams::ChangeContext;

/// The port for creating the first administrator.
pub trait Setup: Send + Sync + 'static {
    /// Whether the installation has no administrator yet.
    fn setup_needed(&self) -> Answer<'_, bool>;

    /// A new set-up link while one is needed; older links become invalid.
    fn setup_offer(&self, context: ChangeContext) -> Answer<'_, Option<SetupLink>>;

    /// Until when a link's token is valid; an error if it is not.
    fn setup_check(&self, token: Secret, at: Timestamp) -> Answer<'_, Timestamp>;

    /// Creates the first administrator. The account and the end of the set-up are one change.
    fn setup_claim(&self, claim: SetupClaim, context: ChangeContext) -> Answer<'_, PersonId>;
}

/// A link with which the first administrator is created.
#[derive(Debug)]
pub struct SetupLink {
    /// The token in the link: 64 hex digits.
    pub token: Secret,
    /// The time at which it expires.
    pub until: Timestamp,
}

/// The use of a set-up link.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetupClaim {
    /// The token in the link.
    pub token: Secret,
    /// The administrator's name.
    pub user: String,
    /// The administrator's password.
    pub password: Secret,
}
