//! Providers with which users sign in, for administrators.

use axum::Json;
use axum::extract::State;
use waybill_machines::rules::sign_in_providers::{ProviderProblem, SignInProvider};
use waybill_platform::Secret;
use waybill_platform::sso::{GivenClientSecret, SsoError, StoredProvider, TestedProvider};

use crate::caller::{Admin, AdminContext};
use crate::error::ApiError;
use crate::extract::{Body, PathParams};
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::sso::{DescribedSignInProvider, SignInProviders, WantedSignInProvider};

/// `GET access/api/ui/sign_in_providers`.
pub async fn list(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<SignInProviders>, ApiError> {
    let all = state.engine.ports().sign_in_providers.providers().await?;
    let providers = all.into_iter().map(|stored| described(&state, stored)).collect();
    Ok(Json(SignInProviders { providers }))
}

/// `POST access/api/ui/sign_in_providers`.
pub async fn create(
    State(state): State<AppState>,
    admin: Admin,
    Body(wanted): Body<WantedSignInProvider>,
) -> Result<Json<DescribedSignInProvider>, ApiError> {
    let name = wanted.name.as_deref().unwrap_or_default().trim().to_owned();
    let (new, secret) = wanted.named(name);
    let context = admin.context(state.engine.now());
    let providers = &state.engine.ports().sign_in_providers;
    let stored = providers.create(new, given(secret), context).await?;
    Ok(Json(described(&state, stored)))
}

/// `PUT access/api/ui/sign_in_providers/{name}`: replaces what it is.
pub async fn change(
    State(state): State<AppState>,
    admin: Admin,
    PathParams(name): PathParams<String>,
    Body(wanted): Body<WantedSignInProvider>,
) -> Result<Json<DescribedSignInProvider>, ApiError> {
    if wanted.name.as_ref().is_some_and(|wanted| *wanted != name) {
        return Err(ApiError::of_sso(&SsoError::Problem(ProviderProblem::Fixed)));
    }
    let (wanted, secret) = wanted.named(name);
    let context = admin.context(state.engine.now());
    let providers = &state.engine.ports().sign_in_providers;
    let stored = providers.change(wanted, given(secret), context).await?;
    Ok(Json(described(&state, stored)))
}

/// `DELETE access/api/ui/sign_in_providers/{name}`.
pub async fn remove(
    State(state): State<AppState>,
    AdminContext(context): AdminContext,
    PathParams(name): PathParams<String>,
) -> Result<Json<Empty>, ApiError> {
    state.engine.ports().sign_in_providers.delete(name, context).await?;
    Ok(Json(Empty {}))
}

/// `POST access/api/ui/sign_in_providers/{name}/test`: fetches its documents, whether it is enabled or not.
pub async fn test(
    State(state): State<AppState>,
    _: Admin,
    PathParams(name): PathParams<String>,
) -> Result<Json<TestedProvider>, ApiError> {
    Ok(Json(state.engine.ports().sign_in_providers.test(name).await?))
}

fn given(secret: Option<Secret>) -> GivenClientSecret {
    match secret {
        None => GivenClientSecret::Kept,
        Some(secret) if secret.expose().is_empty() => GivenClientSecret::None,
        Some(secret) => GivenClientSecret::New(secret),
    }
}

fn described(state: &AppState, stored: StoredProvider) -> DescribedSignInProvider {
    let has_client_secret = stored.secret.is_some();
    let StoredProvider { settings, created_at, .. } = stored;
    let SignInProvider {
        name,
        label,
        kind,
        issuer,
        client_id,
        scopes,
        groups_claim,
        group_map,
        creates_accounts,
        name_claim,
        amr_satisfies,
        enabled,
        order,
        logo,
    } = settings;
    let link = |path: &str| state.edge.address.link(path);
    DescribedSignInProvider {
        callback: link(&format!("/ui/api/v1/ui/auth/sso/{name}/callback")),
        backchannel_logout: link(&format!("/ui/api/v1/ui/auth/backchannel/{name}")),
        signed_out: link("/ui/login"),
        name,
        label,
        kind,
        issuer,
        client_id,
        has_client_secret,
        scopes,
        groups_claim,
        group_map,
        creates_accounts,
        name_claim,
        amr_satisfies,
        enabled,
        order,
        logo,
        created_at,
    }
}
