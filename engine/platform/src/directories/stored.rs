//! What directories are in the journal, and back.

use waybill_machines::machines::user_directory::State;
use waybill_machines::rules::user_directories::DirectoryProblem;
use waybill_machines::{AnyState, MachineName, Refused};

use super::{DirectoryError, StoredDirectory};
use crate::keyed::StoredByKey;

impl StoredByKey for StoredDirectory {
    const MACHINE: MachineName = MachineName::UserDirectory;
    const STREAMS: &'static str = "user_directory/";
    const IDS: &'static str = "directory";

    fn of(id: &str, state: &AnyState) -> Option<Self> {
        let AnyState::UserDirectory(State::Existing {
            directory,
            password,
            created_at,
            created_by,
        }) = state
        else {
            return None;
        };
        Some(Self {
            id: id.to_owned(),
            settings: directory.as_ref().clone(),
            password: password.clone(),
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
pub(super) fn refused(refused: &Refused) -> DirectoryError {
    let code = refused.rejection.code;
    let known =
        [DirectoryProblem::Fixed, DirectoryProblem::PasswordKept, DirectoryProblem::Password];
    let problem = known.into_iter().find(|problem| problem.code() == code);
    problem.map_or(DirectoryError::Unknown, DirectoryError::Problem)
}
