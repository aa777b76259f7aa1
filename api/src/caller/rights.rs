//! Callers who may change what others use, with the rights that are read on each request.

use std::collections::BTreeMap;
use std::ops::Deref;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use waybill_engine::SessionId;
use waybill_journal::{Cause, RecordRef};
use waybill_machines::Timestamp;
use waybill_machines::secret::PersonId;
use waybill_platform::streams::ChangeContext;
use waybill_stream::Who;

use super::{check_services, identity};
use crate::error::ApiError;
use crate::extract::PathParams;
use crate::state::AppState;

/// Who makes a change: the user, and the session in which it is made.
#[derive(Debug, Clone)]
pub struct Actor {
    /// The user.
    pub person: PersonId,
    /// The newest record of the user's session.
    session_head: Option<RecordRef>,
}

impl Actor {
    /// A program that acts for a user.
    pub(super) const fn without_session(person: PersonId) -> Self {
        Self { person, session_head: None }
    }

    /// A user in a session, whose newest record this is.
    pub(super) const fn in_session(person: PersonId, session_head: Option<RecordRef>) -> Self {
        Self { person, session_head }
    }

    /// The actor of a change at this time. The record of the change names the session and its newest record as its
    /// cause, so that the platform's log can be correlated with the session's, and session scenarios can include the
    /// change.
    pub fn context(&self, at: Timestamp) -> ChangeContext {
        let context = ChangeContext::by(Who::Person(self.person.clone()), at);
        match self.session_head.clone() {
            Some(record) => context.because(Cause { root: record.clone(), record, call: None }),
            None => context,
        }
    }
}

/// An administrator. The role is read on each request, because it may have been revoked since sign-in.
#[derive(Debug)]
pub struct Admin(Actor);

impl Deref for Admin {
    type Target = Actor;

    fn deref(&self) -> &Actor {
        &self.0
    }
}

impl FromRequestParts<AppState> for Admin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let (person, session) = identity(parts, state).await?;
        if !is_admin(state, &person).await? {
            return Err(ApiError::only_admins());
        }
        check_services(parts, state)?;
        Ok(Self(Actor { person, session_head: head_of(session, state) }))
    }
}

/// A user who may read the logs of all users: an auditor or an administrator. The role is read on each request.
#[derive(Debug)]
pub struct Auditor(Actor);

impl Deref for Auditor {
    type Target = Actor;

    fn deref(&self) -> &Actor {
        &self.0
    }
}

impl FromRequestParts<AppState> for Auditor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let (person, session) = identity(parts, state).await?;
        let user = state.access(state.engine.ports().accounts.user(person.clone()).await)?;
        if !user.is_some_and(|user| user.may_audit()) {
            return Err(ApiError::forbidden(
                "not_authorized",
                "Only auditors and administrators may do this.",
            ));
        }
        check_services(parts, state)?;
        Ok(Self(Actor { person, session_head: head_of(session, state) }))
    }
}

/// The newest record of a session.
pub(super) fn head_of(session: Option<SessionId>, state: &AppState) -> Option<RecordRef> {
    let stream = session?.stream();
    let seq = state.engine.journal().head(&stream)?.seq;
    Some(RecordRef { stream: Some(stream), seq })
}

/// A user who may administer the project that the path names as `key`, or an administrator (ROLE-03). The roles are read
/// on each request.
#[derive(Debug)]
pub struct ProjectAdmin {
    /// The key of the project, which exists.
    pub project: String,
    /// The user.
    pub actor: Actor,
}

impl FromRequestParts<AppState> for ProjectAdmin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let (person, session) = identity(parts, state).await?;
        let PathParams(path) =
            PathParams::<BTreeMap<String, String>>::from_request_parts(parts, state).await?;
        let project = path.get("key").cloned().ok_or_else(ApiError::internal)?;
        let user = state.access(state.engine.ports().accounts.user(person.clone()).await)?;
        if !user.is_some_and(|user| user.administers(&project)) {
            // The same for a project that does not exist.
            return Err(ApiError::forbidden(
                "not_authorized",
                "Only administrators of this project may do this.",
            ));
        }
        check_services(parts, state)?;
        let found = state.engine.ports().projects.get(project.clone()).await;
        if found.map_err(|error| ApiError::of_project(&error))?.is_none() {
            return Err(ApiError::not_found("There is no such project."));
        }
        Ok(Self { project, actor: Actor { person, session_head: head_of(session, state) } })
    }
}

/// Whether a user is an enabled administrator at present.
pub async fn is_admin(state: &AppState, person: &PersonId) -> Result<bool, ApiError> {
    let user = state.access(state.engine.ports().accounts.user(person.clone()).await)?;
    Ok(user.is_some_and(|user| user.is_active_admin()))
}
