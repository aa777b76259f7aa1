//! What targets are in the journal, and back.

use waybill_machines::machines::distribution_target::State;
use waybill_machines::rules::distribution::DistributionTargetProblem;
use waybill_machines::{AnyState, MachineName, Refused};

use super::{StoredTarget, TargetError};
use crate::keyed::StoredByKey;

impl StoredByKey for StoredTarget {
    const MACHINE: MachineName = MachineName::DistributionTarget;
    const STREAMS: &'static str = "distribution_target/";
    const IDS: &'static str = "target";

    fn of(id: &str, state: &AnyState) -> Option<Self> {
        let AnyState::DistributionTarget(State::Existing { target, token, created_at, created_by }) =
            state
        else {
            return None;
        };
        Some(Self {
            id: id.to_owned(),
            settings: target.clone(),
            created_at: *created_at,
            created_by: created_by.clone(),
            token: token.clone(),
        })
    }

    fn id(&self) -> &str {
        &self.id
    }

    fn key(&self) -> String {
        self.settings.key.clone()
    }
}

/// Why the machine refuses a change. What is not valid was refused before.
pub(super) fn refused(refused: &Refused) -> TargetError {
    let code = refused.rejection.code;
    let known = [DistributionTargetProblem::Fixed, DistributionTargetProblem::TokenKept];
    let problem = known.into_iter().find(|problem| problem.code() == code);
    problem.map_or(TargetError::Unknown, TargetError::Problem)
}
