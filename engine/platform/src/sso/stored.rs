//! What providers are in the journal, and back.

use waybill_machines::machines::sign_in_provider::State;
use waybill_machines::rules::sign_in_providers::ProviderProblem;
use waybill_machines::{AnyState, MachineName, Refused};

use super::{SsoError, StoredProvider};
use crate::keyed::StoredByKey;

impl StoredByKey for StoredProvider {
    const MACHINE: MachineName = MachineName::SignInProvider;
    const STREAMS: &'static str = "sign_in_provider/";
    const IDS: &'static str = "provider";

    fn of(id: &str, state: &AnyState) -> Option<Self> {
        let AnyState::SignInProvider(State::Existing { provider, secret, created_at, created_by }) =
            state
        else {
            return None;
        };
        Some(Self {
            id: id.to_owned(),
            settings: provider.as_ref().clone(),
            secret: secret.clone(),
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
pub(super) fn refused(refused: &Refused) -> SsoError {
    let code = refused.rejection.code;
    let known = [ProviderProblem::Fixed, ProviderProblem::SecretKept];
    let problem = known.into_iter().find(|problem| problem.code() == code);
    problem.map_or(SsoError::Unknown, SsoError::Problem)
}
