//! What issuers are in the journal, and back.

use waybill_machines::machines::trusted_issuer::State;
use waybill_machines::rules::trusted_issuers::{IssuerFault, IssuerProblem};
use waybill_machines::{AnyState, MachineName, Refused, RejectionCode};

use super::{IssuerError, StoredIssuer};
use crate::keyed::StoredByKey;

impl StoredByKey for StoredIssuer {
    const MACHINE: MachineName = MachineName::TrustedIssuer;
    const STREAMS: &'static str = "trusted_issuer/";
    const IDS: &'static str = "issuer";

    fn of(id: &str, state: &AnyState) -> Option<Self> {
        let AnyState::TrustedIssuer(State::Existing { issuer, created_at, created_by }) = state
        else {
            return None;
        };
        Some(Self {
            id: id.to_owned(),
            settings: issuer.clone(),
            created_at: *created_at,
            created_by: created_by.clone(),
        })
    }

    fn id(&self) -> &str {
        &self.id
    }

    fn key(&self) -> String {
        self.settings.name.clone()
    }
}

/// Why the machine refuses a change. What is not valid was refused before.
pub(super) fn refused(refused: &Refused) -> IssuerError {
    match refused.rejection.code {
        RejectionCode::TrustedIssuerFixed => {
            IssuerError::Problem(IssuerProblem::of(IssuerFault::Fixed))
        }
        _ => IssuerError::Unknown,
    }
}
