//! What the console's shell and other consoles request of the installation: features, entitlements, notifications.

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::rules::features::Feature;
use waybill_machines::rules::licence::{Entitlement, Licence};

/// Where a page wants to lead.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RedirectQuery {
    /// A path of this server, or a full address.
    #[serde(rename = "redirectTo")]
    pub redirect_to: String,
}

/// Where it may lead.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RedirectTarget {
    /// The full address, which is on one of the allowed hosts.
    pub url: String,
}

/// What instructions for package clients begin with.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SetMeUp {
    /// The address of the platform, with one slash at its end.
    #[serde(rename = "baseUrl")]
    pub base_url: String,
}

/// What the installation supports.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Features {
    /// The full list.
    pub features: Vec<Feature>,
}

/// How far the user is with the onboarding.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct OnboardingStatus {
    /// Whether the user has neither finished nor dismissed it.
    pub onboarding_owed: bool,
    /// Whether this is the user's first session.
    pub first_login: bool,
}

/// What the licence permits.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct LicenceRights {
    /// The licence that counts now.
    pub licence: Licence,
    /// Its level, 0 to 5.
    pub level: u8,
    /// Everything that it permits.
    pub entitlements: Vec<Entitlement>,
}

/// What a higher licence would add.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct UpgradeInfo {
    /// The licence that counts now.
    pub licence: Licence,
    /// When another licence comes to count, which is its end; null where it has none.
    pub valid_through: Option<Timestamp>,
    /// What is missing from it, and which others permit.
    pub missing: Vec<Entitlement>,
}

/// What the user should know at present.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Notifications {
    /// The full list, the most severe first.
    pub notifications: Vec<Notification>,
}

/// A fact that calls for something to be done.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Notification {
    /// What kind of fact it is.
    pub code: NotificationCode,
    /// The fact as a sentence, in English.
    pub message: String,
    /// When it comes true; null if it is true already.
    pub at: Option<Timestamp>,
}

/// The kinds of notifications.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum NotificationCode {
    /// No licence permits to use the console.
    NoLicence,
    /// The licence ends soon.
    LicenceEnds,
}
