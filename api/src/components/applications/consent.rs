//! What users let applications do: they are asked, see it, and take it back (APP-02).

use axum::Json;
use axum::extract::State;
use waybill_machines::machines::application_grant::GrantEnded;
use waybill_machines::secret::PersonId;
use waybill_platform::access::User;
use waybill_platform::applications::{ApplicationError, CodeRequest, StoredApplication};

use super::admin::answered;
use super::request::{AuthorizationRequest, RequestProblem, redirect, request_of};
use crate::caller::SessionUser;
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
    let grants = state.engine.ports().applications.grants_of(user.person).await;
    let mut grants = answered(grants)?.into_iter();
    let known = grants.find(|grant| grant.client == application.client);
    let known = known.map(|grant| grant.scopes).unwrap_or_default();
    let new_scopes = request.scopes.difference(&known).copied().collect();
    let path = request.callback.splitn(4, '/').take(3).collect::<Vec<_>>().join("/");
    Ok(Json(AuthorizationRequestShown {
        client: shown(&application),
        scopes: request.scopes,
        new_scopes,
        callback_origin: path,
    }))
}

/// `POST access/integration/authorize/{id}/{username}`: the user consents, or does not.
pub async fn authorize(
    State(state): State<AppState>,
    user: SessionUser,
    PathParams((id, username)): PathParams<(String, String)>,
    Body(decision): Body<Authorize>,
) -> Result<Json<Authorized>, ApiError> {
    own(&state, &user.person, &username).await?;
    let application = existing(&state, id).await?;
    let issuer = state.edge.address.link("");
    let request = match request_of(&decision.url, &application) {
        Ok(request) => request,
        Err(RequestProblem::There { callback, error, description, state }) => {
            let parameters = [
                ("error", Some(error)),
                ("error_description", Some(description)),
                ("state", state.as_deref()),
                ("iss", Some(&issuer)),
            ];
            return Ok(Json(Authorized { redirect: redirect(&callback, &parameters) }));
        }
        Err(problem @ RequestProblem::Here(_)) => return Err(refused(&problem)),
    };
    let AuthorizationRequest { callback, scopes, state: echo, challenge, nonce } = request;
    let parameters = |code: Option<&str>, error: Option<&str>| {
        redirect(
            &callback,
            &[("code", code), ("error", error), ("state", echo.as_deref()), ("iss", Some(&issuer))],
        )
    };
    if decision.consents == Some(false) {
        return Ok(Json(Authorized { redirect: parameters(None, Some("access_denied")) }));
    }
    let context = state.engine.context_in(&user.credentials.session, &user.person);
    let request = CodeRequest {
        client: application.client,
        person: user.person.clone(),
        scopes,
        callback: callback.clone(),
        challenge,
        nonce,
    };
    let code = answered(state.engine.ports().applications.consent(request, context).await)?;
    Ok(Json(Authorized { redirect: parameters(Some(code.expose()), None) }))
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
    for grant in answered(applications.grants_of(user.person).await)? {
        let Some(known) = answered(applications.application(grant.client.clone()).await)? else {
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
    answered(applications.revoke(user.person, id, GrantEnded::ByUser, context).await)?;
    Ok(Json(Empty {}))
}

async fn existing(state: &AppState, id: String) -> Result<StoredApplication, ApiError> {
    let found = answered(state.engine.ports().applications.application(id).await)?;
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
        RequestProblem::There { error, description, .. } => ApiError::bad_request(
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
