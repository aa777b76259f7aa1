//! What the sign-in page offers, as the documents' calls answer it (LOGIN-07, LOGIN-08). The console's own page gets it
//! with its session.

use axum::Json;
use axum::extract::State;
use waybill_machines::rules::sign_in_providers::ProviderKind;
use waybill_platform::access::SignInSettings;

use crate::caller::Visitor;
use crate::error::ApiError;
use crate::state::AppState;
use crate::wire::sign_in_page::{
    AutoRedirect, LoginDialogSettings, LoginRelatedData, LoginVisualMode, LogoutUrl, UserPlugins,
};

/// The settings of the sign-in page.
pub async fn settings(state: &AppState) -> Result<SignInSettings, ApiError> {
    let settings = state.engine.ports().settings.sign_in().await;
    settings.map_err(|error| ApiError::unavailable(error.to_string()))
}

/// `GET ui/auth/loginRelatedData`, and the access variant.
pub async fn related_data(
    State(state): State<AppState>,
) -> Result<Json<LoginRelatedData>, ApiError> {
    let SignInSettings { can_remember_me, provider_link, .. } = settings(&state).await?;
    let provider_link = provider_link.or_else(|| saml_link(&state));
    Ok(Json(LoginRelatedData {
        forgot_password: state.engine.ports().mail.can_send(),
        can_remember_me,
        sso_provider_link: provider_link,
    }))
}

/// `GET ui/auth/autoRedirect`.
pub async fn auto_redirect(State(state): State<AppState>) -> Result<Json<AutoRedirect>, ApiError> {
    let SignInSettings { auto_redirect, .. } = settings(&state).await?;
    Ok(Json(AutoRedirect { auto_redirect }))
}

/// `GET ui/auth/loginDialogSettings`.
pub async fn dialog_settings(
    State(state): State<AppState>,
) -> Result<Json<LoginDialogSettings>, ApiError> {
    let SignInSettings { message, message_permanent, .. } = settings(&state).await?;
    Ok(Json(LoginDialogSettings { content: message, permanent: message_permanent }))
}

/// `GET ui/auth/loginVisualMode`.
pub async fn visual_mode(State(state): State<AppState>) -> Result<Json<LoginVisualMode>, ApiError> {
    let SignInSettings { external, .. } = settings(&state).await?;
    Ok(Json(LoginVisualMode { login_is_external: external }))
}

/// `GET ui/auth/userPlugins`.
pub async fn user_plugins(State(state): State<AppState>) -> Result<Json<UserPlugins>, ApiError> {
    let SignInSettings { user_plugin, .. } = settings(&state).await?;
    Ok(Json(UserPlugins { is_user_plugin_enabled: user_plugin }))
}

/// `GET ui/auth/saml/logoutUrl`: where the provider of SAML by which the user of the session has signed in ends its
/// sessions (NAV-12), or the address of the settings.
pub async fn logout_url(
    State(state): State<AppState>,
    visitor: Visitor,
) -> Result<Json<LogoutUrl>, ApiError> {
    let SignInSettings { logout_url, .. } = settings(&state).await?;
    let via = match &visitor.caller {
        Some(caller) => state.engine.signed_in_via(caller.session()).await,
        None => None,
    };
    let providers = &state.engine.ports().sign_in_providers;
    let of_provider = via.and_then(|via| providers.logout_address(&via.provider));
    Ok(Json(LogoutUrl { logout_url: of_provider.or(logout_url) }))
}

/// Where signing in begins with the first provider of SAML that the sign-in page offers.
pub fn saml_link(state: &AppState) -> Option<String> {
    let offered = state.engine.ports().sign_in_providers.offered();
    let provider = offered.into_iter().find(|provider| provider.kind == ProviderKind::Saml)?;
    let path = format!("/ui/api/v1/ui/auth/sso/{}/begin", provider.name);
    Some(state.edge.address.base_path().path(&path))
}
