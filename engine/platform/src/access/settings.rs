//! Settings of an installation for signing in.

use serde::{Deserialize, Serialize};
use waybill_machines::facts::SingleSignOn;

/// Who has to use a second factor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MfaPolicy {
    /// Every user. This is the default, since a console that administers supply chains deserves it.
    #[default]
    #[serde(rename = "everybody")]
    AllUsers,
    /// Administrators, and users who have enrolled one.
    Admins,
    /// Users who have enrolled one.
    #[serde(rename = "nobody")]
    Optional,
}

/// Settings of an installation for signing in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AccessSettings {
    /// Who has to use a second factor.
    pub mfa_required: MfaPolicy,
    /// How many time steps a one-time code may be off in either direction: 0 or 1. With 1 a code is valid for up to 90
    /// s, which deviates from ASVS 6.5.5 (30 s); it is for devices whose clock is off.
    pub totp_skew_steps: TotpSkew,
    /// The issuer of the second factor, as the authenticator app shows it.
    pub totp_issuer: String,
    /// Whether visitors may look around without signing in (ROLE-01).
    pub anonymous_allowed: bool,
    /// Whether visitors who have not signed in are kept out of the console, whatever else is allowed (NAV-05).
    pub anonymous_ui_blocked: bool,
    /// What the sign-in page offers.
    pub sign_in: SignInSettings,
}

impl Default for AccessSettings {
    fn default() -> Self {
        Self {
            mfa_required: MfaPolicy::default(),
            totp_skew_steps: TotpSkew::default(),
            totp_issuer: "Waybill".to_owned(),
            anonymous_allowed: false,
            anonymous_ui_blocked: false,
            sign_in: SignInSettings::default(),
        }
    }
}

/// What the sign-in page offers (LOGIN-07, LOGIN-08).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SignInSettings {
    /// Users may stay signed in on a browser.
    pub can_remember_me: bool,
    /// The address at which users sign in with a provider (`ssoProviderLink`).
    pub provider_link: Option<String>,
    /// The sign-in page leads straight to the provider (NAV-12).
    pub auto_redirect: bool,
    /// The page offers the provider first, and the form for name and password behind a link (`loginIsExternal`).
    pub external: bool,
    /// Where signing out leads when the provider keeps a session of its own.
    pub logout_url: Option<String>,
    /// A message above the form. Empty: none.
    pub message: String,
    /// Users cannot close the message.
    pub message_permanent: bool,
    /// Passwords are kept by a plugin of the operator's (`isUserPluginEnabled`), so that no administrator can reset them.
    pub user_plugin: bool,
}

impl Default for SignInSettings {
    fn default() -> Self {
        Self {
            can_remember_me: true,
            provider_link: None,
            auto_redirect: false,
            external: false,
            logout_url: None,
            message: String::new(),
            message_permanent: false,
            user_plugin: false,
        }
    }
}

impl SignInSettings {
    /// What guards know of the provider.
    pub fn single_sign_on(&self) -> SingleSignOn {
        SingleSignOn {
            provider_link: self.provider_link.clone(),
            auto_redirect: self.auto_redirect,
            logout_url: self.logout_url.clone(),
        }
    }
}

/// A number of time steps, 0 or 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum TotpSkew {
    /// Only the current step is valid.
    #[default]
    None,
    /// The previous and the next step are valid as well.
    One,
}

impl TryFrom<u8> for TotpSkew {
    type Error = &'static str;

    fn try_from(steps: u8) -> Result<Self, Self::Error> {
        match steps {
            0 => Ok(Self::None),
            1 => Ok(Self::One),
            _ => Err("totp_skew_steps must be 0 or 1"),
        }
    }
}

impl From<TotpSkew> for u8 {
    fn from(skew: TotpSkew) -> Self {
        match skew {
            TotpSkew::None => 0,
            TotpSkew::One => 1,
        }
    }
}
