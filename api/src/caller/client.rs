//! Package clients and other programs: they authenticate each request with a token, and have no session.

use std::borrow::Cow;
use std::ops::Deref;

use axum::extract::FromRequestParts;
use axum::http::header::HeaderName;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method};
use waybill_engine::principal_of;
use waybill_machines::Timestamp;
use waybill_machines::rules::permissions::Action;
use waybill_machines::secret::PersonId;
use waybill_platform::access::TokenHolder;
use waybill_platform::permissions::{Principal, Rights};
use waybill_platform::repositories::{Location, Overwriting, StoredRepository};
use waybill_platform::streams::ChangeContext;

use super::rights::{Actor, Administered};
use super::{check_services, text};
use crate::bearer;
use crate::error::ApiError;
use crate::route::Route;
use crate::state::AppState;

/// What a browser wants a response for, if it is more than a download.
const ACTIVE: [&str; 10] = [
    "audioworklet",
    "embed",
    "frame",
    "iframe",
    "object",
    "paintworklet",
    "script",
    "serviceworker",
    "sharedworker",
    "style",
];

/// Refuses what was uploaded to a page that would run it, or show it as a part of itself.
///
/// # Errors
///
/// 403, for what a browser says it is for.
pub fn refuse_active(headers: &HeaderMap) -> Result<(), ApiError> {
    let wanted_for = text(headers, HeaderName::from_static("sec-fetch-dest")).unwrap_or_default();
    let is_active = ACTIVE.contains(&wanted_for) || wanted_for.ends_with("worker");
    if is_active { Err(ApiError::not_in_a_page()) } else { Ok(()) }
}

/// A program that presents an access token in the form that its kind of client uses, or one without credentials where
/// everyone may read. The rights are read on each request. Uploaded files must not act on the console, so a session
/// cookie means nothing here, and no browser gets a script, a style or a worker.
#[derive(Debug, Clone)]
pub struct PackageClient {
    /// None for a client without credentials.
    actor: Option<Actor>,
    /// Its token.
    token: Option<TokenHolder>,
    rights: Rights,
    asking: Asking,
}

/// How a client learns that it should send credentials. A browser that was asked would send them by itself from then
/// on, to any page that makes it.
#[derive(Debug, Clone)]
struct Asking(Option<Cow<'static, str>>);

impl Asking {
    fn of(parts: &Parts, state: &AppState) -> Result<Self, ApiError> {
        let mode = HeaderName::from_static("sec-fetch-mode");
        let is_browser = text(&parts.headers, mode).is_some();
        let challenge = Route::of(parts)?.challenge;
        Ok(Self((!is_browser).then(|| challenge.text(parts, state))))
    }

    fn with(&self, error: ApiError) -> ApiError {
        match &self.0 {
            Some(challenge) => error.challenging(challenge.clone()),
            None => error,
        }
    }
}

impl PackageClient {
    /// What the client may do.
    pub const fn rights(&self) -> &Rights {
        &self.rights
    }

    /// Whether the client has sent no credentials.
    pub const fn is_anonymous(&self) -> bool {
        self.actor.is_none()
    }

    /// The client with the rights that it has now, at the end of a request that took long.
    ///
    /// # Errors
    ///
    /// 401 if its token was revoked or has expired since.
    pub async fn again(&self, state: &AppState) -> Result<Self, ApiError> {
        if let Some(token) = &self.token
            && !bearer::is_still_valid(token, state).await?
        {
            return Err(ApiError::token_not_accepted());
        }
        let rights = rights_of(state, self.token.as_ref()).await?;
        Ok(Self { rights, ..self.clone() })
    }

    /// What the client may do where a file is already.
    pub fn overwriting(&self, at: &Location) -> Overwriting {
        self.rights.overwriting(&at.repository, &at.path)
    }

    /// The name of the token's owner; `anonymous` without a token.
    pub async fn user_name(&self, state: &AppState) -> Result<String, ApiError> {
        let Some(token) = &self.token else { return Ok("anonymous".to_owned()) };
        let user = state.engine.ports().accounts.user(token.person.clone()).await;
        let name = state.access(user)?.and_then(|user| user.name);
        name.ok_or_else(ApiError::token_not_accepted)
    }

    /// The client as the author of a change at this time.
    ///
    /// # Errors
    ///
    /// 401 without credentials: each change has an author.
    pub fn context(&self, at: Timestamp) -> Result<ChangeContext, ApiError> {
        let actor = self.actor.as_ref().ok_or_else(|| self.without_token())?;
        Ok(actor.context(at))
    }

    /// Checks that something may be done at a path.
    ///
    /// # Errors
    ///
    /// 403 to clients that may read there; others do not learn what exists.
    pub fn require(
        &self,
        action: Action,
        repository: &StoredRepository,
        path: &str,
    ) -> Result<(), ApiError> {
        let is_allowed = self.rights.allow(action, repository, path);
        is_allowed.then_some(()).ok_or_else(|| self.refused(action, repository, path))
    }

    /// The answer to what may not be done at a path: 403 where the client may read.
    pub fn refused(&self, action: Action, repository: &StoredRepository, path: &str) -> ApiError {
        let is_readable = self.rights.allow(Action::Read, repository, path)
            || self.rights.show_folder(repository, path);
        if is_readable && action != Action::Read {
            ApiError::not_granted(action)
        } else {
            self.hidden()
        }
    }

    /// The answer about what the client may not know: the same whether it exists or not.
    pub fn hidden(&self) -> ApiError {
        match self.actor {
            Some(_) => ApiError::no_such_file(),
            None => self.without_token(),
        }
    }

    /// 401: the client is asked for credentials.
    pub fn without_token(&self) -> ApiError {
        self.asking.with(ApiError::no_token())
    }

    /// The owner of the client's token.
    pub fn person(&self) -> Option<&PersonId> {
        self.token.as_ref().map(|token| &token.person)
    }
}

impl FromRequestParts<AppState> for PackageClient {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        refuse_active(&parts.headers)?;
        let asking = Asking::of(parts, state)?;
        let token = bearer::holder(parts, state).await.map_err(|error| asking.with(error))?;
        let rights = rights_of(state, token.as_ref()).await?;
        let only_reads = matches!(parts.method, Method::GET | Method::HEAD);
        if token.is_none() && !(only_reads && rights.include_everyone()) {
            return Err(asking.with(ApiError::no_token()));
        }
        check_services(parts, state)?;
        let actor = token.as_ref().map(|token| Actor::without_session(token.person.clone()));
        Ok(Self { actor, token, rights, asking })
    }
}

/// The rights that the owner of a token has at present, cut to its scope; those of everyone without one.
async fn rights_of(state: &AppState, token: Option<&TokenHolder>) -> Result<Rights, ApiError> {
    let principal = match token {
        Some(token) => principal(state, &token.person).await?,
        None => Principal::Anonymous,
    };
    let rights = state.engine.ports().permissions.rights(principal).await?;
    Ok(rights.within(token.and_then(|token| token.scope.clone())))
}

/// Whom permissions name, for a user who exists and is not locked.
pub(super) async fn principal(state: &AppState, person: &PersonId) -> Result<Principal, ApiError> {
    let found = principal_of(&*state.engine.ports().accounts, person).await;
    state.access(found)?.ok_or_else(ApiError::token_not_accepted)
}

/// A program of an administrator.
#[derive(Debug)]
pub struct AdminClient(Actor);

impl Deref for AdminClient {
    type Target = Actor;

    fn deref(&self) -> &Actor {
        &self.0
    }
}

impl FromRequestParts<AppState> for AdminClient {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let client = PackageClient::from_request_parts(parts, state).await?;
        let is_admin = client.rights.is_admin();
        let actor = client.actor.filter(|_| is_admin);
        actor.map(Self).ok_or_else(ApiError::only_admins)
    }
}

/// A program of a user who may administer the installation, or a project at least.
#[derive(Debug)]
pub struct AnyAdminClient {
    /// The user.
    pub actor: Actor,
    /// What the user administers.
    pub administered: Administered,
}

impl FromRequestParts<AppState> for AnyAdminClient {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let client = PackageClient::from_request_parts(parts, state).await?;
        let administered = match &client.token {
            Some(_) if client.rights.is_admin() => Some(Administered::Installation),
            // A token with a scope is for repositories, and administers nothing.
            Some(token) if token.scope.is_none() => {
                Administered::by(principal(state, &token.person).await?)
            }
            _ => None,
        };
        match (client.actor, administered) {
            (Some(actor), Some(administered)) => Ok(Self { actor, administered }),
            _ => Err(ApiError::only_admins()),
        }
    }
}
