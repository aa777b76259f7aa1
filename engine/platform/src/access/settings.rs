//! What an installation can set about signing in.

use serde::{Deserialize, Serialize};

/// When a second factor is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MfaPolicy {
    /// Of everybody. This is the default: a console that administers supply chains is worth it.
    #[default]
    Everybody,
    /// Of administrators, and of those who enrolled one.
    Admins,
    /// Of those who enrolled one.
    Nobody,
}

/// What an installation can set about signing in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct AccessSettings {
    /// When a second factor is asked for.
    pub mfa_required: MfaPolicy,
    /// How many time steps a one-time code may be off to either side: 0, or 1. With 1 a code lives
    /// for up to 90 s, which deviates from ASVS 6.5.5 (30 s); it is for devices without a right clock.
    pub totp_skew_steps: TotpSkew,
    /// Who issued the second factor, as the authenticator app shows it.
    pub totp_issuer: String,
    /// Visitors who have not signed in may look around (ROLE-01).
    pub anonymous_allowed: bool,
    /// Visitors who have not signed in may not use the console, whatever else is allowed (NAV-05).
    pub anonymous_ui_blocked: bool,
}

impl Default for AccessSettings {
    fn default() -> Self {
        Self {
            mfa_required: MfaPolicy::default(),
            totp_skew_steps: TotpSkew::default(),
            totp_issuer: "Waybill".to_owned(),
            anonymous_allowed: false,
            anonymous_ui_blocked: false,
        }
    }
}

/// A number of time steps, 0 or 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub enum TotpSkew {
    /// Only the current step counts.
    #[default]
    None,
    /// The step before and the one after count as well.
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
