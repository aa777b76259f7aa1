//! The steps of the account machine that concern access tokens.

use statig::prelude::*;

use super::account_profile::{AccessToken, ApiKey, Profile, TOKENS_MAX};
use super::account_types::State;
use crate::machine::{Context, Rejection, RejectionCode};
use crate::rules::token_scope::{SCOPES_BYTES_MAX, TokenScope, check_scope};
use crate::secret::SecretRef;

/// Adds a token, and discards the expired ones.
pub(super) fn make_token(
    profile: &mut Profile,
    id: &str,
    token: AccessToken,
    context: &mut Context,
) -> Outcome<State> {
    match add(profile, id, token, context) {
        Ok(()) => Handled,
        Err(rejection) => context.refuse(rejection),
    }
}

/// Adds the token of an API key. The one before is revoked by this.
pub(super) fn make_api_key(
    profile: &mut Profile,
    id: &str,
    token: AccessToken,
    secret: &SecretRef,
    context: &mut Context,
) -> Outcome<State> {
    if let Some(replaced) = profile.api_key.take() {
        profile.tokens.remove(&replaced.token);
    }
    if let Err(rejection) = add(profile, id, token, context) {
        return context.refuse(rejection);
    }
    profile.api_key = Some(ApiKey { token: id.to_owned(), secret: secret.clone() });
    Handled
}

fn add(
    profile: &mut Profile,
    id: &str,
    token: AccessToken,
    context: &mut Context,
) -> Result<(), Rejection> {
    if context.guard("token_expired", token.until <= context.at) {
        return Err(Rejection::new(RejectionCode::TokenExpired));
    }
    if let Some(Err(problem)) = token.scope.as_ref().map(check_scope) {
        context.guard("scope_not_allowed", true);
        return Err(problem.rejection());
    }
    if context.guard("token_id_taken", profile.tokens.contains_key(id)) {
        return Err(Rejection::new(RejectionCode::TokenIdTaken));
    }
    profile.tokens.retain(|_, token| token.until > context.at);
    if context.guard("too_many_tokens", profile.tokens.len() >= TOKENS_MAX) {
        return Err(Rejection::new(RejectionCode::TooManyTokens));
    }
    let scopes = profile.tokens.values().chain([&token]).filter_map(|token| token.scope.as_ref());
    let scopes_bytes: usize = scopes.map(TokenScope::bytes).sum();
    if context.guard("scopes_too_large", scopes_bytes > SCOPES_BYTES_MAX) {
        return Err(Rejection::new(RejectionCode::TokenScopesTooLarge));
    }
    profile.tokens.insert(id.to_owned(), token);
    Ok(())
}

/// Revokes a token, and the API key if it is the one of that.
pub(super) fn revoke_token(
    profile: &mut Profile,
    id: &str,
    context: &mut Context,
) -> Result<(), Rejection> {
    if context.guard("no_such_token", profile.tokens.remove(id).is_none()) {
        return Err(Rejection::new(RejectionCode::NoSuchToken));
    }
    if profile.api_key.as_ref().is_some_and(|key| key.token == id) {
        profile.api_key = None;
    }
    Ok(())
}
