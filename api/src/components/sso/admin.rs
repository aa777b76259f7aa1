//! Providers with which users sign in, for administrators.

use axum::Json;
use axum::extract::State;
use waybill_machines::rules::sign_in_providers::{Protocol, ProviderProblem, SignInProvider};
use waybill_platform::Secret;
use waybill_platform::sso::{
    GivenClientSecret, SamlMetadata, SsoError, StoredProvider, TestedProvider,
};

use crate::caller::{Admin, AdminContext};
use crate::error::ApiError;
use crate::extract::{Body, PathParams};
use crate::state::AppState;
use crate::wire::Empty;
use crate::wire::sso::{
    DescribedSignInProvider, PublishedMetadata, SignInProviders, WantedSignInProvider,
};

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
    let (new, secret) = wanted.named(name).map_err(SsoError::Problem)?;
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
    let (wanted, secret) = wanted.named(name).map_err(SsoError::Problem)?;
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

/// `POST access/api/ui/sign_in_provider_metadata`: what the metadata of an identity provider of SAML say, for the form.
/// Nothing is saved.
pub async fn read_metadata(
    State(state): State<AppState>,
    _: Admin,
    Body(published): Body<PublishedMetadata>,
) -> Result<Json<SamlMetadata>, ApiError> {
    Ok(Json(state.engine.ports().sign_in_providers.read_metadata(&published.metadata)?))
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
    let kind = settings.kind();
    let SignInProvider {
        name,
        label,
        protocol,
        issuer,
        groups_claim,
        group_map,
        creates_accounts,
        name_claim,
        amr_satisfies,
        enabled,
        order,
        logo,
    } = settings;
    let link = |path: &str| state.edge.address.link(&format!("/ui/api/v1/ui/auth/{path}"));
    let (client_id, scopes, saml, callback, logout) = match protocol {
        Protocol::Saml(saml) => {
            let at = |what: &str| link(&format!("sso/{name}/{what}"));
            (at("metadata"), Vec::new(), Some(saml), at("acs"), at("logout"))
        }
        Protocol::Oidc(client)
        | Protocol::Github(client)
        | Protocol::Gitlab(client)
        | Protocol::Bitbucket(client)
        | Protocol::Google(client) => {
            let callback = link(&format!("sso/{name}/callback"));
            let logout = link(&format!("backchannel/{name}"));
            (client.client_id, client.scopes, None, callback, logout)
        }
    };
    DescribedSignInProvider {
        callback,
        backchannel_logout: logout,
        signed_out: state.edge.address.link("/ui/login"),
        name,
        label,
        kind,
        issuer,
        client_id,
        saml,
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
