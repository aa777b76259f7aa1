//! The endpoints of OAuth 2.1 and `OpenID` Connect that applications call (APP-02).

use axum::Json;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse as _, Response};
use serde_json::{Value, json};
use url::form_urlencoded;
use waybill_machines::rules::applications::{ApplicationKind, ApplicationScope, scopes_text};
use waybill_machines::rules::routes::{AUTHORIZATION_REQUEST, PATH_BYTES_MAX};
use waybill_platform::Secret;
use waybill_platform::access::{Token, User};
use waybill_platform::applications::{
    ApplicationSignIn, ApplicationToken, CodeExchange, IssuedTokens, StoredApplication,
};
use waybill_platform::streams::ChangeContext;

use super::consent::signed_in_at;
use super::proof::{admit_from, authenticated};
use super::request::{
    AuthorizationRequest, PROMPTS, Refusal, RequestProblem, client_of, request_of,
};
use crate::bearer::user_of_sign_in;
use crate::caller::{RequestSource, token as session_token};
use crate::error::ApiError;
use crate::extract::{FormQuery, Parameters, PathParams};
use crate::redirects::Destination;
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::applications::OauthTokens;

/// Where users consent, with the request behind it.
const CONSENT: &str = "/ui/authorize";
pub(super) const AUTHORIZE: &str = "/access/oauth2/authorize";
pub(super) const TOKEN: &str = "/access/oauth2/token";
pub(super) const REVOKE: &str = "/access/oauth2/revoke";
pub(super) const INTROSPECT: &str = "/access/oauth2/introspect";
pub(super) const USERINFO: &str = "/access/oauth2/userinfo";
pub(super) const KEYS: &str = "/access/oauth2/keys";

/// `GET /.well-known/openid-configuration`, and `oauth-authorization-server`.
pub async fn metadata(State(state): State<AppState>) -> Response {
    let link = |path: &str| state.edge.address.link(path);
    // An application that asks for everything that is listed must not ask for this by that.
    let is_listed = |scope: &&ApplicationScope| **scope != ApplicationScope::Administration;
    let scopes: Vec<&str> =
        ApplicationScope::ALL.iter().filter(is_listed).map(|scope| scope.name()).collect();
    let methods = ["client_secret_basic", "client_secret_post", "none"];
    let metadata = json!({
        "issuer": link(""),
        "authorization_endpoint": link(AUTHORIZE),
        "token_endpoint": link(TOKEN),
        "revocation_endpoint": link(REVOKE),
        "introspection_endpoint": link(INTROSPECT),
        "userinfo_endpoint": link(USERINFO),
        "jwks_uri": link(KEYS),
        "scopes_supported": scopes,
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "prompt_values_supported": PROMPTS,
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "token_endpoint_auth_methods_supported": methods,
        "revocation_endpoint_auth_methods_supported": methods,
        "introspection_endpoint_auth_methods_supported": &methods[..2],
        "code_challenge_methods_supported": ["S256"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["ES256"],
        "claims_supported": [
            "sub", "iss", "aud", "exp", "iat", "nonce", "auth_time", "name", "preferred_username",
            "email", "email_verified",
        ],
        "authorization_response_iss_parameter_supported": true,
        "request_parameter_supported": false,
        "request_uri_parameter_supported": false,
    });
    Json(metadata).into_response()
}

/// `GET /.well-known/oauth-authorization-server/{path}` at the root of the host, where programs ask for the metadata of
/// an issuer below a path (RFC 8414, 3.1).
///
/// # Errors
///
/// If the server is not below that path.
pub async fn metadata_of_path(
    state: State<AppState>,
    PathParams(path): PathParams<String>,
) -> Result<Response, ApiError> {
    let own = state.edge.address.base_path().path("");
    if own.strip_prefix('/') != Some(path.as_str()) {
        return Err(ApiError::not_found("The server is not below this path."));
    }
    Ok(metadata(state).await)
}

/// `GET /access/oauth2/keys`.
pub async fn keys(State(state): State<AppState>) -> Response {
    Json(state.engine.ports().applications.public_keys()).into_response()
}

/// `GET /access/oauth2/authorize`: leads the browser to the page that asks the user, or back to the application if its
/// request cannot be granted.
///
/// # Errors
///
/// If the request is longer than an address of the console may be, and names no callback.
pub async fn authorize(
    State(state): State<AppState>,
    headers: HeaderMap,
    RawQuery(query): RawQuery,
) -> Result<Response, ApiError> {
    led(&state, &headers, &query.unwrap_or_default()).await
}

/// `POST /access/oauth2/authorize`: the same with the parameters as a form, which an application may choose (`OpenID`
/// Connect, 3.1.2.1). Pages of other origins send it by design, and it changes nothing, as `GET` does not: the user
/// decides on the page that the answer leads to.
///
/// # Errors
///
/// The same, and if the body is no form.
pub async fn authorize_by_form(
    State(state): State<AppState>,
    headers: HeaderMap,
    FormQuery(query): FormQuery,
) -> Result<Response, ApiError> {
    led(&state, &headers, &query).await
}

/// Where the browser goes on with a request, always by `GET` (303).
async fn led(state: &AppState, headers: &HeaderMap, query: &str) -> Result<Response, ApiError> {
    let client = client_of(query).unwrap_or_default();
    let applications = &state.engine.ports().applications;
    let known = applications.application(client.clone()).await?;
    let back = |refusal: &Refusal| {
        Destination::elsewhere(&refusal.redirect(&state.edge.address.link(""))).map(|to| to.led())
    };
    let request = match known.map(|known| request_of(query, &known)) {
        Some(Ok(request)) => Some(request),
        Some(Err(RequestProblem::There(refusal))) => return back(&refusal),
        // The page says what is wrong.
        Some(Err(RequestProblem::Here(_))) | None => None,
    };
    if let Some(request) = request.as_ref().filter(|request| request.is_silent) {
        return back(&not_silently(state, headers, request, &client).await?);
    }
    let mut address = form_urlencoded::Serializer::new(String::new());
    address.append_pair(AUTHORIZATION_REQUEST, query);
    address.append_pair("client_id", &client);
    let page = format!("{CONSENT}?{}", address.finish());
    if page.len() > PATH_BYTES_MAX {
        if let Some(request) = request {
            let description = "the request is too long; its state may be shorter";
            return back(&request.refused("invalid_request", description));
        }
        let sentence = "The request of the application is too long; its state may be shorter.";
        return Err(ApiError::bad_request("invalid_request", sentence));
    }
    Ok(Destination::own(&state.edge.address, &page)?.led())
}

/// Why a request is not granted without a page (`OpenID` Connect, 3.1.2.6): each sign-in takes the user's consent.
async fn not_silently(
    state: &AppState,
    headers: &HeaderMap,
    request: &AuthorizationRequest,
    client: &str,
) -> Result<Refusal, ApiError> {
    let session = session_token(headers, &state.cookie_name());
    let session = session.and_then(|token| state.engine.session_of(&token));
    let person = session.as_ref().and_then(|session| state.engine.person_of(session));
    let Some((session, person)) = session.zip(person) else {
        return Ok(request.refused("login_required", "no user has signed in"));
    };
    let signed_in_at = signed_in_at(state, &session).await;
    if request.needs_password(signed_in_at, state.engine.now()) {
        return Ok(request.refused("login_required", "the user has to show the password"));
    }
    let grants = state.engine.ports().applications.grants_of(person).await?;
    let has_consented = grants
        .iter()
        .any(|grant| grant.client == client && request.scopes.is_subset(&grant.scopes));
    Ok(if has_consented {
        request.refused("interaction_required", "users are asked at each sign-in")
    } else {
        request.refused("consent_required", "the user has not consented to this")
    })
}

/// `POST /access/oauth2/token`: a code or a refresh token is exchanged for tokens.
pub async fn token(
    State(state): State<AppState>,
    RequestSource(source): RequestSource,
    headers: HeaderMap,
    mut form: Parameters,
) -> Result<Response, ApiError> {
    let application = authenticated(&state, &source, &headers, &mut form).await?;
    let (applications, now) = (&state.engine.ports().applications, state.engine.now());
    let context = ChangeContext::system(now);
    let issued = match form.required("grant_type")?.as_str() {
        "authorization_code" => {
            let exchange = CodeExchange {
                client: application.client.clone(),
                code: Secret::new(form.required("code")?),
                verifier: Secret::new(form.required("code_verifier")?),
                // Not required of clients of OAuth 2.1 (10.2): the verifier is the proof.
                callback: form.take("redirect_uri"),
            };
            let sign_in = applications.sign_in_of_code(&exchange.client, &exchange.code);
            still_counts(&state, sign_in).await?;
            applications.exchange(exchange, context).await
        }
        "refresh_token" => {
            let token = Secret::new(form.required("refresh_token")?);
            let sign_in = applications.sign_in_of_token(&application.client, &token);
            still_counts(&state, sign_in).await?;
            applications.refresh(application.client.clone(), token, context).await
        }
        _ => {
            let sentence = "grant_type has to be authorization_code or refresh_token.";
            return Err(ApiError::bad_request("unsupported_grant_type", sentence));
        }
    };
    let issued = issued?;
    let id_token = id_token(&state, &application, &issued)?;
    let tokens = OauthTokens {
        access_token: issued.access.expose().to_owned(),
        token_type: "Bearer",
        expires_in: issued.access_until.ms_since(now) / 1_000,
        refresh_token: issued.refresh.as_ref().map(|token| token.expose().to_owned()),
        id_token,
        scope: scopes_text(&issued.scopes),
    };
    Ok(not_stored(Json(tokens)))
}

/// `POST /access/oauth2/revoke` (RFC 7009): ends the sign-in that a token belongs to, and says nothing about others.
pub async fn revoke(
    State(state): State<AppState>,
    RequestSource(source): RequestSource,
    headers: HeaderMap,
    mut form: Parameters,
) -> Result<Response, ApiError> {
    let application = authenticated(&state, &source, &headers, &mut form).await?;
    let token = Secret::new(form.required("token")?);
    let context = ChangeContext::system(state.engine.now());
    let applications = &state.engine.ports().applications;
    applications.end(application.client, token, context).await?;
    Ok(not_stored(Json(Empty {})))
}

/// `POST /access/oauth2/introspect` (RFC 7662): what an access token of the application is good for.
pub async fn introspect(
    State(state): State<AppState>,
    RequestSource(source): RequestSource,
    headers: HeaderMap,
    mut form: Parameters,
) -> Result<Response, ApiError> {
    let application = authenticated(&state, &source, &headers, &mut form).await?;
    if application.settings.kind != ApplicationKind::Server {
        return Err(ApiError::invalid_client());
    }
    let token = Token::parse(&form.required("token")?);
    let now = state.engine.now();
    let held = token.and_then(|token| state.engine.ports().applications.holder(&token, now));
    let held = held.filter(|held| held.client == application.client);
    let user = match &held {
        Some(held) => user_of_sign_in(&state, &held.person, held.began_at).await?,
        None => None,
    };
    let Some((held, user)) = held.zip(user) else {
        return Ok(not_stored(Json(json!({"active": false}))));
    };
    Ok(not_stored(Json(json!({
        "active": true,
        "client_id": held.client,
        "sub": held.person.0,
        "username": user.name,
        "scope": scopes_text(&held.scopes),
        "token_type": "Bearer",
        "exp": held.until.as_ms() / 1_000,
        "iss": state.edge.address.link(""),
    }))))
}

/// `GET` or `POST /access/oauth2/userinfo`: who has signed in, as far as the user has consented to that.
pub async fn userinfo(
    State(state): State<AppState>,
    RequestSource(source): RequestSource,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let value = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let bearer = value.and_then(|value| value.split_once(' '));
    let bearer = bearer.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"));
    // Who shows none is asked for one, and learns of no error (RFC 6750, 3.1).
    let (_, token) = bearer.ok_or_else(ApiError::token_not_accepted)?;
    let token = Token::parse(token.trim()).ok_or_else(ApiError::invalid_token)?;
    let (ports, now) = (state.engine.ports(), state.engine.now());
    let Some(held) = ports.applications.holder(&token, now) else {
        // One that was never given out may be a guess, which is counted as elsewhere.
        if !ports.applications.is_known(&token) && !ports.access_tokens.is_known(&token) {
            state.access(ports.access_tokens.holder_of_token(token, source, now).await)?;
        }
        return Err(ApiError::invalid_token());
    };
    admit_from(&state, &held.client, &source)?;
    let user = user_of_sign_in(&state, &held.person, held.began_at).await?;
    let user = user.ok_or_else(ApiError::invalid_token)?;
    if !held.scopes.contains(&ApplicationScope::Openid) {
        return Err(ApiError::insufficient_scope());
    }
    Ok(not_stored(Json(claims_of(&held, &user))))
}

fn claims_of(held: &ApplicationToken, user: &User) -> Value {
    let mut claims = json!({"sub": held.person.0});
    if held.scopes.contains(&ApplicationScope::Profile) {
        claims["name"] = json!(user.name);
        claims["preferred_username"] = json!(user.name);
    }
    if held.scopes.contains(&ApplicationScope::Email) && user.email.is_some() {
        // An administrator or the user has written it, and no mail was answered.
        claims["email"] = json!(user.email);
        claims["email_verified"] = json!(false);
    }
    claims
}

/// Who has signed in, for the application alone. After a refresh there is none: no user has signed in then.
fn id_token(
    state: &AppState,
    application: &StoredApplication,
    issued: &IssuedTokens,
) -> Result<Option<String>, ApiError> {
    let Some(request) = &issued.request else { return Ok(None) };
    if !issued.scopes.contains(&ApplicationScope::Openid) {
        return Ok(None);
    }
    let issued_at = state.engine.now().as_ms() / 1_000;
    let mut claims = json!({
        "iss": state.edge.address.link(""),
        "sub": issued.person.0,
        "aud": application.client,
        "iat": issued_at,
        "exp": issued.access_until.as_ms() / 1_000,
    });
    if let Some(nonce) = &request.nonce {
        claims["nonce"] = json!(nonce);
    }
    if let Some(at) = request.signed_in_at {
        claims["auth_time"] = json!(at.as_ms() / 1_000);
    }
    let signed = state.engine.ports().applications.sign(&claims);
    signed.map(Some).map_err(|error| {
        tracing::error!(service = "access", %error, "an ID token was not signed");
        ApiError::unavailable("Tokens cannot be signed at the moment. The log says more.")
    })
}

/// Checks that a code or a refresh token is of a user who may sign in, before it is spent.
async fn still_counts(
    state: &AppState,
    sign_in: Option<ApplicationSignIn>,
) -> Result<(), ApiError> {
    let Some(ApplicationSignIn { person, began_at }) = sign_in else { return Ok(()) };
    let user = user_of_sign_in(state, &person, began_at).await?;
    let sentence = "The user may no longer sign in.";
    user.map(drop).ok_or_else(|| ApiError::bad_request("invalid_grant", sentence))
}

/// Tokens are for the application alone.
fn not_stored(body: impl axum::response::IntoResponse) -> Response {
    crate::headers::not_stored(body).into_response()
}
