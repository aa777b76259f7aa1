//! What integrations are in the journal, and back.

use waybill_machines::machines::git_connection::State;
use waybill_machines::{AnyState, MachineName, Refused, RejectionCode};

use super::{GitError, StoredIntegration};
use crate::keyed::StoredByKey;

impl StoredByKey for StoredIntegration {
    const MACHINE: MachineName = MachineName::GitConnection;
    const STREAMS: &'static str = "git_connection/";
    const IDS: &'static str = "git";

    fn of(id: &str, state: &AnyState) -> Option<Self> {
        let AnyState::GitConnection(State::Connected {
            fields,
            products,
            repositories,
            token,
            created_at,
            created_by,
            updated_at,
            hooks,
            scans,
        }) = state
        else {
            return None;
        };
        Some(Self {
            key: id.to_owned(),
            fields: fields.clone(),
            products: products.clone(),
            repositories: repositories.clone(),
            created_at: *created_at,
            created_by: created_by.clone(),
            updated_at: *updated_at,
            hooks: hooks.clone(),
            scans: scans.clone(),
            token: token.clone(),
        })
    }

    fn id(&self) -> &str {
        &self.key
    }

    fn key(&self) -> String {
        self.key.clone()
    }
}

/// Why a machine refuses a change.
pub(super) fn refused(refused: &Refused) -> GitError {
    match refused.rejection.code {
        RejectionCode::GitVendorFixed => GitError::VendorFixed,
        RejectionCode::GitToken => GitError::TokenRequired,
        RejectionCode::GitNotScanned => GitError::NotScanned,
        _ => GitError::Unknown,
    }
}
