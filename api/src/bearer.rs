//! Access tokens: a program sends one instead of a session cookie, to routes that accept them.
//!
//! A request with a token has no session and starts none. CSRF checks do not apply to it, because browsers do not add a
//! token by themselves. The rights of the token's owner are read on each call, as they are for a session.

use std::sync::{Arc, OnceLock};

use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use waybill_machines::Timestamp;
use waybill_machines::rules::applications::{ApplicationRights, rights_of};
use waybill_machines::secret::PersonId;
use waybill_platform::access::{HeldToken, Source, Token, TokenHolder, User};
use waybill_platform::applications::ApplicationToken;
use waybill_platform::limits::Account;

use crate::budgets::ConnectionPlace;
use crate::caller::{is_act, source, token};
use crate::challenge::Challenge;
use crate::client_address;
use crate::error::ApiError;
use crate::route::Route;
use crate::state::AppState;

/// The header with an API key, which clients of the platform send. Browsers do not add it by themselves.
const API_KEY: &str = "x-jfrog-art-api";
/// What a client of a registry gets as its token that has no credentials: it reads what everyone may read.
pub const ANONYMOUS: &str = "anonymous";
/// The scope of an access token with which everything can be done that its account may do.
pub const WHOLE_SCOPE: &str = "applied-permissions/user";

/// Set to the token that a request was authenticated with and its owner, for the logs.
#[derive(Debug, Clone, Default)]
pub struct TokenOwner(pub Arc<OnceLock<TokenHolder>>);

/// The content of the `Authorization` header.
enum Credentials {
    /// No credentials for this server: no header, or one for a proxy in front of it.
    Nothing,
    /// Credentials that are not a token of this server.
    Foreign,
    /// Well-formed as a token of this server.
    Token(Token),
}

impl Credentials {
    fn of(headers: &HeaderMap, route: Option<&Route>) -> Self {
        let is_client = route.is_some_and(|route| route.is_for_clients);
        if let Some(key) = headers.get(API_KEY) {
            // With both it is ambiguous which one applies.
            let is_alone = !headers.contains_key(header::AUTHORIZATION);
            let key = key.to_str().ok().filter(|_| is_alone).and_then(Token::parse);
            return key.map_or(Self::Foreign, Self::Token);
        }
        let mut found = headers.get_all(header::AUTHORIZATION).iter();
        let (Some(value), None) = (found.next(), found.next()) else {
            // With several headers it is ambiguous which one applies.
            return if headers.contains_key(header::AUTHORIZATION) {
                Self::Foreign
            } else {
                Self::Nothing
            };
        };
        let text = value.to_str().unwrap_or_default();
        let (scheme, rest) = text.split_once(' ').unwrap_or((text, ""));
        let token = if scheme.eq_ignore_ascii_case("bearer") {
            if rest.trim() == ANONYMOUS && route.is_some_and(asks_for_registry_token) {
                return Self::Nothing;
            }
            Token::parse(rest.trim())
        } else if !is_client {
            return Self::Nothing;
        } else if scheme.eq_ignore_ascii_case("basic") {
            of_basic(rest.trim())
        } else {
            // Cargo sends the token alone.
            Token::parse(text.trim())
        };
        token.map_or(Self::Foreign, Self::Token)
    }
}

fn asks_for_registry_token(route: &Route) -> bool {
    route.challenge == Challenge::Registry
}

/// The token that a request presents, valid or not.
pub fn presented(parts: &Parts) -> Result<Option<Token>, ApiError> {
    Ok(match Credentials::of(&parts.headers, Some(Route::of(parts)?)) {
        Credentials::Token(token) => Some(token),
        Credentials::Nothing | Credentials::Foreign => None,
    })
}

/// The token that is sent as the password of a user. A token names its owner, so any user name will do: clients send
/// `__token__` and others.
fn of_basic(encoded: &str) -> Option<Token> {
    let decoded = String::from_utf8(STANDARD.decode(encoded).ok()?).ok()?;
    Token::parse(decoded.split_once(':')?.1)
}

/// Whose a token is: of a user's own, or of an application that acts for the user.
async fn holder_of(
    token: Token,
    source: Source,
    state: &AppState,
) -> Result<Option<TokenHolder>, ApiError> {
    let (ports, now) = (state.engine.ports(), state.engine.now());
    let Some(held) = ports.applications.holder(&token, now) else {
        // One that has expired is no guess.
        if ports.applications.is_known(&token) {
            return Ok(None);
        }
        return state.access(ports.access_tokens.holder_of_token(token, source, now).await);
    };
    let scope = match rights_of(&held.scopes) {
        ApplicationRights::Nothing => return Ok(None),
        ApplicationRights::Repositories(scope) => Some(scope),
        ApplicationRights::Everything => None,
    };
    let user = user_of_sign_in(state, &held.person, held.began_at).await?;
    let ApplicationToken { person, client, line, .. } = held;
    let token = HeldToken::OfApplication { client, line };
    Ok(user.map(|_| TokenHolder { person, token, scope }))
}

/// The user of a sign-in to an application, if it still counts.
pub async fn user_of_sign_in(
    state: &AppState,
    person: &PersonId,
    began_at: Timestamp,
) -> Result<Option<User>, ApiError> {
    let user = state.access(state.engine.ports().accounts.user(person.clone()).await)?;
    Ok(user.filter(|user| user.counts_sign_in(began_at)))
}

/// Whether a token that was valid at the beginning of a request still is.
pub async fn is_still_valid(holder: &TokenHolder, state: &AppState) -> Result<bool, ApiError> {
    let (ports, now) = (state.engine.ports(), state.engine.now());
    let person = &holder.person;
    match &holder.token {
        HeldToken::Own { id } => {
            let tokens = state.access(ports.access_tokens.tokens_of(person.clone()).await)?;
            Ok(tokens.iter().any(|token| token.id == *id && now < token.until))
        }
        HeldToken::OfApplication { client, line } => {
            let Some(ongoing) = ports.applications.sign_in(person, client, line, now) else {
                return Ok(false);
            };
            // An administrator may have narrowed meanwhile what the application may do.
            let is_permitted = match rights_of(&ongoing.scopes) {
                ApplicationRights::Nothing => false,
                ApplicationRights::Repositories(scope) => holder.scope.as_ref() == Some(&scope),
                ApplicationRights::Everything => true,
            };
            Ok(is_permitted && user_of_sign_in(state, person, ongoing.began_at).await?.is_some())
        }
    }
}

/// The token of a request that will be counted for the token's owner, or for its address if the token is refused.
pub fn counted(headers: &HeaderMap, route: Option<&Route>) -> Option<Token> {
    match Credentials::of(headers, route) {
        Credentials::Token(token) if route.is_some_and(|route| route.tokens) => Some(token),
        _ => None,
    }
}

/// The owner of the token that a request presents, and what the token is for; none if it presents none, so that its
/// session applies. A token with a scope is for repositories alone, or for provisioning alone.
pub async fn holder(parts: &Parts, state: &AppState) -> Result<Option<TokenHolder>, ApiError> {
    let route = Route::of(parts)?;
    let accepts_tokens = route.tokens;
    let has_session =
        !route.is_for_clients && token(&parts.headers, &state.cookie_name()).is_some();
    let token = match Credentials::of(&parts.headers, Some(route)) {
        Credentials::Nothing => return Ok(None),
        // A proxy that authenticates users may forward its own token together with our session cookie.
        Credentials::Foreign if has_session || !accepts_tokens => return Ok(None),
        Credentials::Foreign => return Err(ApiError::token_not_accepted()),
        Credentials::Token(_) if has_session => return Err(ApiError::two_credentials()),
        Credentials::Token(_) if !accepts_tokens => return Err(ApiError::no_tokens_here()),
        Credentials::Token(token) => token,
    };
    let address = client_address::of(&parts.extensions);
    let budgets = state.engine.budgets();
    let Some(holder) = holder_of(token, source(address), state).await? else {
        let visitor = Account::Visitor(source(address));
        budgets.request(&visitor).map_err(ApiError::too_many_requests)?;
        return Err(ApiError::token_not_accepted());
    };
    let TokenHolder { person, token, scope } = &holder;
    if let Some(connection) = ConnectionPlace::of(&parts.extensions) {
        connection.0.belongs_to(person);
    }
    let account = Account::Person(person.clone());
    budgets.request(&account).map_err(ApiError::too_many_requests)?;
    match (scope, route.is_provisioning) {
        (Some(scope), true) if scope.provisions => {}
        (_, true) => return Err(ApiError::token_does_not_provision()),
        (Some(scope), false) if scope.provisions => return Err(ApiError::token_only_provisions()),
        (Some(_), false) if !route.is_for_clients => return Err(ApiError::token_with_scope()),
        (_, false) => {}
    }
    if is_act(parts) {
        state.engine.acts_with_token(token.id().to_owned(), person.clone()).await;
    }
    if let Some(TokenOwner(token_owner)) = parts.extensions.get::<TokenOwner>() {
        // The owner is determined once per request.
        let _ = token_owner.set(holder.clone());
    }
    Ok(Some(holder))
}
