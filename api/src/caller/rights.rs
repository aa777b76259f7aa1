//! Callers who may change what others use, with the rights that are read on each request.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use waybill_engine::{SessionId, principal_of};
use waybill_journal::{Cause, RecordRef};
use waybill_machines::Timestamp;
use waybill_machines::secret::PersonId;
use waybill_platform::permissions::Principal;
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

/// The context of a change by an administrator, whose request has no body that has to be read first.
#[derive(Debug)]
pub struct AdminContext(pub ChangeContext);

impl FromRequestParts<AppState> for AdminContext {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let admin = Admin::from_request_parts(parts, state).await?;
        Ok(Self(admin.context(state.engine.now())))
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

/// What a user administers: the installation, or some of its projects (ROLE-03).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Administered {
    /// The installation with all of its projects.
    Installation,
    /// The projects with these keys, of which there is one at least.
    Projects(BTreeSet<String>),
}

impl Administered {
    /// What a caller administers; none if that is nothing.
    pub(super) fn by(principal: Principal) -> Option<Self> {
        match principal {
            Principal::Administrator => Some(Self::Installation),
            Principal::User { administers, .. } if !administers.is_empty() => {
                Some(Self::Projects(administers))
            }
            Principal::User { .. } | Principal::Anonymous => None,
        }
    }

    /// Whether what belongs to a project, or to none, is a part of it.
    pub fn has(&self, project: Option<&str>) -> bool {
        match self {
            Self::Installation => true,
            Self::Projects(keys) => project.is_some_and(|key| keys.contains(key)),
        }
    }
}

/// A user who may administer the installation, or a project at least. The roles are read on each request, and the call
/// asks what they are about.
#[derive(Debug)]
pub struct AnyAdmin {
    /// The user.
    pub actor: Actor,
    /// What the user administers.
    pub administered: Administered,
}

impl FromRequestParts<AppState> for AnyAdmin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let (person, session) = identity(parts, state).await?;
        let found = principal_of(&*state.engine.ports().accounts, &person).await;
        let administered = state.access(found)?.and_then(Administered::by);
        let administered = administered.ok_or_else(ApiError::only_admins)?;
        check_services(parts, state)?;
        Ok(Self { actor: Actor { person, session_head: head_of(session, state) }, administered })
    }
}

/// Whether a user is an enabled administrator at present.
pub async fn is_admin(state: &AppState, person: &PersonId) -> Result<bool, ApiError> {
    let user = state.access(state.engine.ports().accounts.user(person.clone()).await)?;
    Ok(user.is_some_and(|user| user.is_active_admin()))
}
