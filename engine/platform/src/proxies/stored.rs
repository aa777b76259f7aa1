//! What proxies are in the journal, and back.

use waybill_machines::machines::outbound_proxy::State;
use waybill_machines::rules::proxies::ProxyProblem;
use waybill_machines::{AnyState, MachineName, Refused};

use super::{ProxyError, StoredProxy};
use crate::keyed::StoredByKey;

impl StoredByKey for StoredProxy {
    const MACHINE: MachineName = MachineName::OutboundProxy;
    const STREAMS: &'static str = "outbound_proxy/";
    const IDS: &'static str = "proxy";

    fn of(id: &str, state: &AnyState) -> Option<Self> {
        let AnyState::OutboundProxy(State::Existing { proxy, password, created_at, created_by }) =
            state
        else {
            return None;
        };
        Some(Self {
            id: id.to_owned(),
            settings: proxy.clone(),
            created_at: *created_at,
            created_by: created_by.clone(),
            password: password.clone(),
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
pub(super) fn refused(refused: &Refused) -> ProxyError {
    let code = refused.rejection.code;
    let known = [ProxyProblem::Fixed, ProxyProblem::PasswordKept];
    let problem = known.into_iter().find(|problem| problem.code() == code);
    problem.map_or(ProxyError::Unknown, ProxyError::Problem)
}
