//! What the sign-in page offers (LOGIN-07, LOGIN-08).

use serde::Serialize;
use waybill_platform::access::SignInSettings;

/// What the console's own sign-in page shows.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SignInPage {
    /// Whether the form offers to stay signed in.
    pub can_remember_me: bool,
    /// The address at which users sign in with a provider.
    pub provider_link: Option<String>,
    /// Where signing out leads when the provider keeps a session of its own.
    pub logout_url: Option<String>,
    /// Whether the provider is offered first, and the form behind a link.
    pub external: bool,
    /// The message above the form; empty: none.
    pub message: String,
    /// Whether the message cannot be closed.
    pub message_permanent: bool,
    /// Whether passwords are kept by a plugin of the operator's.
    pub user_plugin: bool,
    /// Whether users can have a link for a new password sent to them.
    pub forgot_password: bool,
    /// Whether visitors can create accounts.
    pub registration: bool,
    /// Whether there are providers that the page offers, which it asks for then.
    pub offers_providers: bool,
    /// The host that passkeys belong to, with which users sign in alone; null if the page offers none.
    pub passkey_host: Option<String>,
    /// Whether a proxy before the server has signed the user in, whom the page offers to sign in as.
    pub proxy_names_user: bool,
}

impl SignInPage {
    /// The page of an installation with these settings, which offers nothing else yet.
    pub fn of(settings: SignInSettings) -> Self {
        Self {
            can_remember_me: settings.can_remember_me,
            provider_link: settings.provider_link,
            logout_url: settings.logout_url,
            external: settings.external,
            message: settings.message,
            message_permanent: settings.message_permanent,
            user_plugin: settings.user_plugin,
            forgot_password: false,
            registration: false,
            offers_providers: false,
            passkey_host: None,
            proxy_names_user: false,
        }
    }
}

/// What the form for signing in offers.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LoginRelatedData {
    /// Whether users can have a link for a new password sent to them.
    pub forgot_password: bool,
    /// Whether users may stay signed in.
    pub can_remember_me: bool,
    /// The address at which users sign in with a provider.
    pub sso_provider_link: Option<String>,
}

/// Whether the sign-in page leads straight to the provider.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AutoRedirect {
    /// Whether it does.
    pub auto_redirect: bool,
}

/// The message on the sign-in page.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LoginDialogSettings {
    /// Its text; empty: none.
    pub content: String,
    /// Whether users cannot close it.
    pub permanent: bool,
}

/// Which way of signing in the page offers first.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LoginVisualMode {
    /// Whether the provider is offered first.
    pub login_is_external: bool,
}

/// Who keeps passwords.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct UserPlugins {
    /// Whether a plugin of the operator's does.
    pub is_user_plugin_enabled: bool,
}

/// Where signing out leads.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LogoutUrl {
    /// The provider's address for it.
    pub logout_url: Option<String>,
}
