//! Settings of an installation for signing in.

use serde::{Deserialize, Serialize};
use waybill_machines::facts::SingleSignOn;
use waybill_machines::sign_in::SignInTerms;

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

/// What passkeys are accepted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PasskeyPolicy {
    /// To sign in with a passkey alone, and as a second factor. This is the default: an authenticator verifies its user
    /// each time, so that a passkey is two factors.
    #[default]
    Alone,
    /// As a second factor after a password or a provider.
    SecondFactor,
    /// For nothing. Those that accounts have are kept.
    Off,
}

/// Who may sign in with a password of this installation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LocalPasswords {
    /// Every user who has one.
    #[default]
    #[serde(rename = "everybody")]
    AllUsers,
    /// Administrators alone, so that an installation whose providers and directories are out of reach can be repaired.
    /// Each such sign-in is recorded, and all administrators are notified of it.
    Admins,
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
    /// What passkeys are accepted for.
    pub passkeys: PasskeyPolicy,
    /// Whether visitors may look around without signing in (ROLE-01).
    pub anonymous_allowed: bool,
    /// Whether visitors who have not signed in are kept out of the console, whatever else is allowed (NAV-05).
    pub anonymous_ui_blocked: bool,
    /// Who may sign in with a password of this installation.
    pub local_passwords: LocalPasswords,
    /// Whether a user whom a proxy of `sso_proxies` names, and who is not known here, gets a new account.
    pub sso_proxies_create_accounts: bool,
    /// What the sign-in page offers.
    pub sign_in: SignInSettings,
    /// How long sign-ins last.
    pub sessions: SessionSettings,
}

impl Default for AccessSettings {
    fn default() -> Self {
        Self {
            mfa_required: MfaPolicy::default(),
            totp_skew_steps: TotpSkew::default(),
            totp_issuer: "Waybill".to_owned(),
            passkeys: PasskeyPolicy::default(),
            anonymous_allowed: false,
            anonymous_ui_blocked: false,
            local_passwords: LocalPasswords::default(),
            sso_proxies_create_accounts: false,
            sign_in: SignInSettings::default(),
            sessions: SessionSettings::default(),
        }
    }
}

/// How long sign-ins last (SESS-01): the table `[installation.access.sessions]` of the configuration. It counts for
/// sign-ins from then on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct SessionSettings {
    /// A sign-in ends after so many hours, whatever its user does: 1 to 168.
    pub absolute_hours: u16,
    /// The same where the user stays signed in on a browser: more than `absolute_hours`, and at most 720.
    pub remembered_hours: u16,
    /// A sign-in ends after so many minutes without activity in any of its tabs: 5 to 1440; none without such a limit.
    pub idle_minutes: Option<u16>,
}

impl Default for SessionSettings {
    fn default() -> Self {
        Self { absolute_hours: 12, remembered_hours: 168, idle_minutes: None }
    }
}

impl SessionSettings {
    /// The terms of a sign-in that begins now.
    pub fn terms(&self, remember: bool) -> SignInTerms {
        let hours = if remember { self.remembered_hours } else { self.absolute_hours };
        SignInTerms {
            lasts_minutes: u32::from(hours) * 60,
            idle_minutes: self.idle_minutes.map(u32::from),
        }
    }

    /// The setting that cannot work, and what it has to be.
    pub(crate) fn problem(self) -> Option<(&'static str, &'static str)> {
        if !(1..=168).contains(&self.absolute_hours) {
            return Some(("access.sessions.absolute_hours", "must be 1 to 168"));
        }
        if self.remembered_hours <= self.absolute_hours || self.remembered_hours > 720 {
            let wanted = "must be more than absolute_hours, and at most 720";
            return Some(("access.sessions.remembered_hours", wanted));
        }
        if self.idle_minutes.is_some_and(|minutes| !(5..=1_440).contains(&minutes)) {
            return Some(("access.sessions.idle_minutes", "must be 5 to 1440"));
        }
        None
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

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [SESS-01]
    #[test]
    fn sign_ins_last_as_long_as_is_sensible() {
        let problem = |json: &str| {
            let settings: SessionSettings = serde_json::from_str(json).expect("settings");
            settings.problem().map(|(setting, _)| setting)
        };
        for json in [
            "{}",
            r#"{"absolute_hours":1,"remembered_hours":2,"idle_minutes":5}"#,
            r#"{"absolute_hours":168,"remembered_hours":720,"idle_minutes":1440}"#,
        ] {
            assert_eq!(problem(json), None, "{json}");
        }
        for (json, setting) in [
            (r#"{"absolute_hours":0}"#, "absolute_hours"),
            (r#"{"absolute_hours":169,"remembered_hours":720}"#, "absolute_hours"),
            (r#"{"absolute_hours":24,"remembered_hours":24}"#, "remembered_hours"),
            (r#"{"remembered_hours":721}"#, "remembered_hours"),
            (r#"{"idle_minutes":4}"#, "idle_minutes"),
            (r#"{"idle_minutes":1441}"#, "idle_minutes"),
        ] {
            assert_eq!(problem(json), Some(&*format!("access.sessions.{setting}")), "{json}");
        }
    }

    #[test]
    fn without_settings_a_sign_in_lasts_as_it_always_has() {
        let terms = SessionSettings::default().terms(false);
        assert_eq!(terms, SignInTerms { lasts_minutes: 12 * 60, idle_minutes: None });
        assert_eq!(SessionSettings::default().terms(true).lasts_minutes, 7 * 24 * 60);
    }
}
