//! People who use repositories in the console, with the rights that they have at present.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use waybill_engine::{SessionId, principal_of};
use waybill_machines::Timestamp;
use waybill_machines::rules::permissions::Action;
use waybill_machines::secret::PersonId;
use waybill_platform::permissions::{Principal, Rights};
use waybill_platform::repositories::StoredRepository;
use waybill_platform::streams::ChangeContext;

use super::rights::{Actor, head_of};
use super::{Caller, check_services};
use crate::error::ApiError;
use crate::state::AppState;

/// Someone who reads repositories in the console. Without signing in it is the anonymous visitor, who reads what
/// everyone may read. The same table of rights decides as for package clients.
#[derive(Debug)]
pub struct RepositoryReader {
    /// The user; none before signing in.
    pub person: Option<PersonId>,
    /// What may be read.
    pub rights: Rights,
    /// The session.
    pub session: SessionId,
}

impl FromRequestParts<AppState> for RepositoryReader {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let Caller { credentials } = Caller::from_request_parts(parts, state).await?;
        let person = state.engine.person_of(&credentials.session);
        let rights = rights_in_console(state, person.as_ref()).await?;
        check_services(parts, state)?;
        Ok(Self { person, rights, session: credentials.session })
    }
}

/// A signed-in user who changes something in repositories in the console.
#[derive(Debug)]
pub struct RepositoryUser {
    /// The user.
    pub person: PersonId,
    /// The same as a reader.
    pub reader: RepositoryReader,
    actor: Actor,
}

impl FromRequestParts<AppState> for RepositoryUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let reader = RepositoryReader::from_request_parts(parts, state).await?;
        let person = reader.person.clone().ok_or_else(ApiError::unauthenticated)?;
        let session_head = head_of(Some(reader.session.clone()), state);
        let actor = Actor::in_session(person.clone(), session_head);
        Ok(Self { person, reader, actor })
    }
}

impl RepositoryUser {
    /// What may be done.
    pub const fn rights(&self) -> &Rights {
        &self.reader.rights
    }

    /// The user as the author of a change at this time, because of the session's newest record.
    pub fn context(&self, at: Timestamp) -> ChangeContext {
        self.actor.context(at)
    }

    /// Checks that something may be done at a path.
    ///
    /// # Errors
    ///
    /// 403 to users who may read there; others do not learn what exists.
    pub fn require(
        &self,
        action: Action,
        repository: &StoredRepository,
        path: &str,
    ) -> Result<(), ApiError> {
        let is_allowed = self.rights().allow(action, repository, path);
        is_allowed.then_some(()).ok_or_else(|| self.refused(action, repository, path))
    }

    /// The answer to what may not be done at a path: 403 where the user may read.
    pub fn refused(&self, action: Action, repository: &StoredRepository, path: &str) -> ApiError {
        let is_readable = self.rights().allow(Action::Read, repository, path)
            || self.rights().show_folder(repository, path);
        if is_readable { ApiError::not_granted(action) } else { ApiError::no_such_file() }
    }
}

/// What a user may do in the console at present; what everyone may do without one.
pub async fn rights_in_console(
    state: &AppState,
    person: Option<&PersonId>,
) -> Result<Rights, ApiError> {
    let principal = match person {
        Some(person) => {
            let found = principal_of(&*state.engine.ports().accounts, person).await;
            state.access(found)?.ok_or_else(ApiError::unauthenticated)?
        }
        None => Principal::Anonymous,
    };
    Ok(state.engine.ports().permissions.rights(principal).await?)
}
