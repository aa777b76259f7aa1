//! What users let applications do: they are asked, see it, and take it back (APP-02).

use axum::Json;
use axum::extract::State;
use waybill_engine::SessionId;
use waybill_machines::Timestamp;
use waybill_machines::machines::application_grant::{ACCESS_LIVES_MS, GrantEnded, LINE_LIVES_MS};
use waybill_machines::rules::applications::ApplicationScope;
use waybill_machines::secret::PersonId;
use waybill_platform::access::User;
use waybill_platform::applications::{ApplicationError, CodeRequest, StoredApplication};

use super::request::{Refusal, RequestProblem, request_of};
use crate::caller::{MaybeReauthentication, SessionUser};
use crate::error::ApiError;
use crate::extract::{Body, PathParams, QueryParams};
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::applications::{
    ApplicationClient, AuthorizationQuery, AuthorizationRequestShown, Authorize, Authorized,
    UserIntegration, UserIntegrationsQuery,
};

/// `GET access/integration/client/{id}`.
pub async fn client(
    State(state): State<AppState>,
    _: SessionUser,
    PathParams(id): PathParams<String>,
) -> Result<Json<ApplicationClient>, ApiError> {
    Ok(Json(shown(&existing(&state, id).await?)))
}

/// `GET access/integration/validate/{id}?auth_url=`: what an application wants, or why it gets nothing.
pub async fn validate(
    State(state): State<AppState>,
    user: SessionUser,
    PathParams(id): PathParams<String>,
    QueryParams(query): QueryParams<AuthorizationQuery>,
) -> Result<Json<AuthorizationRequestShown>, ApiError> {
    let application = existing(&state, id).await?;
    let request = request_of(&query.auth_url, &application).map_err(|problem| refused(&problem))?;
    let signed_in_at = signed_in_at(&state, &user.credentials.session).await;
    let password_required = request.needs_password(signed_in_at, state.engine.now());
    if password_required {
        let account =
            state.access(state.engine.ports().accounts.user(user.person.clone()).await)?;
        if account.is_some_and(|account| account.external) {
            let sentence =
                "The application asks for your password, and your account has none here.";
            return Err(ApiError::bad_request("login_required", sentence));
        }
    }
    let grants = state.engine.ports().applications.grants_of(user.person).await?;
    let mut grants = grants.into_iter();
    let known = grants.find(|grant| grant.client == application.client);
    let known = known.map(|grant| grant.scopes).unwrap_or_default();
    let new_scopes = request.scopes.difference(&known).copied().collect();
    let is_offline = request.scopes.contains(&ApplicationScope::OfflineAccess);
    let path = request.callback.splitn(4, '/').take(3).collect::<Vec<_>>().join("/");
    Ok(Json(AuthorizationRequestShown {
        client: shown(&application),
        scopes: request.scopes,
        new_scopes,
        callback_origin: path,
        password_required,
        lasts_ms: if is_offline { LINE_LIVES_MS } else { ACCESS_LIVES_MS },
    }))
}

/// `POST access/integration/authorize/{id}/{username}`: the user consents, or does not. Where the request needs the
/// password, that comes in the header.
pub async fn authorize(
    State(state): State<AppState>,
    caller: MaybeReauthentication,
    PathParams((id, username)): PathParams<(String, String)>,
    Body(decision): Body<Authorize>,
) -> Result<Json<Authorized>, ApiError> {
    let user = &caller.user;
    let account = own(&state, &user.person, &username).await?;
    let application = existing(&state, id).await?;
    let issuer = state.edge.address.link("");
    let to = |redirect: String| Ok(Json(Authorized { redirect }));
    let request = match request_of(&decision.url, &application) {
        Ok(request) => request,
        Err(RequestProblem::There(refusal)) => return to(refusal.redirect(&issuer)),
        Err(problem @ RequestProblem::Here(_)) => return Err(refused(&problem)),
    };
    if decision.consents == Some(false) {
        let refusal = request.refused("access_denied", "the user has not consented");
        return to(refusal.redirect(&issuer));
    }
    if request.is_silent {
        let refusal = request.refused("interaction_required", "users are asked on a page");
        return to(refusal.redirect(&issuer));
    }
    let now = state.engine.now();
    let mut signed_in_at = signed_in_at(&state, &user.credentials.session).await;
    if request.needs_password(signed_in_at, now) {
        if account.external {
            let description = "the user has no password here to prove who it is";
            return to(request.refused("login_required", description).redirect(&issuer));
        }
        caller.required(&state)?;
        signed_in_at = Some(now);
    }
    let code_request = CodeRequest {
        client: application.client,
        person: user.person.clone(),
        scopes: request.scopes.clone(),
        callback: request.callback.clone(),
        challenge: request.challenge.clone(),
        nonce: request.nonce.clone(),
        signed_in_at: signed_in_at.filter(|_| request.max_age_ms.is_some() || request.is_login),
    };
    let applications = &state.engine.ports().applications;
    let code = applications.consent(code_request, caller.context).await?;
    to(request.answered(code.expose(), &issuer))
}

/// `GET access/integration/authorization/{username}?internal=`: what the caller lets applications do.
pub async fn grants(
    State(state): State<AppState>,
    user: SessionUser,
    PathParams(username): PathParams<String>,
    QueryParams(query): QueryParams<UserIntegrationsQuery>,
) -> Result<Json<Vec<UserIntegration>>, ApiError> {
    own(&state, &user.person, &username).await?;
    if query.internal == Some(true) {
        return Ok(Json(Vec::new()));
    }
    let applications = &state.engine.ports().applications;
    let mut all = Vec::new();
    for grant in applications.grants_of(user.person).await? {
        let Some(known) = applications.application(grant.client.clone()).await? else {
            continue;
        };
        all.push(UserIntegration {
            username: username.clone(),
            client_id: grant.client,
            name: known.settings.name,
            scopes: grant.scopes,
            consented_at: grant.consented_at,
        });
    }
    Ok(Json(all))
}

/// `DELETE access/integration/authorization/{id}/{username}`: the caller takes it back.
pub async fn revoke(
    State(state): State<AppState>,
    user: SessionUser,
    PathParams((id, username)): PathParams<(String, String)>,
) -> Result<Json<Empty>, ApiError> {
    own(&state, &user.person, &username).await?;
    let context = state.engine.context_in(&user.credentials.session, &user.person);
    let applications = &state.engine.ports().applications;
    applications.revoke(user.person, id, GrantEnded::ByUser, context).await?;
    Ok(Json(Empty {}))
}

/// When the user of a session has signed in, if that is known.
pub(super) async fn signed_in_at(state: &AppState, session: &SessionId) -> Option<Timestamp> {
    state.engine.inspect(session).await.ok()?.signed_in_at()
}

pub(super) async fn existing(state: &AppState, id: String) -> Result<StoredApplication, ApiError> {
    let found = state.engine.ports().applications.application(id).await?;
    found.ok_or_else(|| ApiError::of_application(&ApplicationError::Unknown))
}

/// No user decides for others: the name in the path is the caller's.
async fn own(state: &AppState, person: &PersonId, username: &str) -> Result<User, ApiError> {
    let user = state.access(state.engine.ports().accounts.user(person.clone()).await)?;
    let message = "What applications may do is decided by each user alone.";
    user.filter(|user| user.name.as_deref() == Some(username))
        .ok_or_else(|| ApiError::forbidden("not_your_integrations", message))
}

fn refused(problem: &RequestProblem) -> ApiError {
    match problem {
        RequestProblem::Here(sentence) => ApiError::bad_request("authorization_request", *sentence),
        RequestProblem::There(Refusal { error, description, .. }) => ApiError::bad_request(
            *error,
            format!("The application asks in a wrong way: {description}."),
        ),
    }
}

fn shown(application: &StoredApplication) -> ApplicationClient {
    ApplicationClient {
        client_id: application.client.clone(),
        name: application.settings.name.clone(),
        description: application.settings.description.clone(),
        kind: application.settings.kind,
    }
}
