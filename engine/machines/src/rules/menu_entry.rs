//! What an item of a menu is made of.

use serde::Serialize;

use super::routes::RouteName;
use crate::facts::Facts;

/// The action of an item without a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "MenuAction"),
    schemars(rename = "MenuAction")
)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Action {
    GettingStarted,
    CloudSubscription,
    QuickRepository,
    SetMeUp,
    SwitchUi,
    ChangePassword,
    LogOut,
    KeyboardShortcuts,
    Documentation,
    LearningCenter,
}

/// A badge beside an item's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "MenuBadge"),
    schemars(rename = "MenuBadge")
)]
#[serde(rename_all = "snake_case")]
pub enum Badge {
    /// The feature is not finished yet.
    Beta,
}

/// Why the advanced menu disables an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "MenuLack"),
    schemars(rename = "MenuLack")
)]
#[serde(rename_all = "snake_case")]
pub enum DisabledReason {
    /// The service behind the item does not run.
    ServiceMissing,
    /// The licence does not permit it.
    LicenceTooLow,
    /// It is disabled in this installation (NAV-07).
    SwitchedOff,
    /// A guard redirects to another place.
    LeadsElsewhere,
}

impl DisabledReason {
    /// Every reason.
    pub const ALL: [Self; 4] =
        [Self::ServiceMissing, Self::LicenceTooLow, Self::SwitchedOff, Self::LeadsElsewhere];
}

/// The effect of choosing an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// It navigates to a route.
    Route(RouteName),
    /// It performs an action on the current page.
    Action(Action),
}

/// One item of a menu.
#[derive(Debug, Clone, Copy)]
pub struct Entry {
    /// The id, which is the key of its text.
    pub id: &'static str,
    /// The name of its icon in the icon set.
    pub icon: &'static str,
    /// The effect of choosing it.
    pub target: Target,
    /// The heading that the item belongs to.
    pub group: Option<&'static str>,
    /// The badge beside its text.
    pub badge: Option<Badge>,
    /// Whether the item requires a licence.
    pub licence_required: bool,
    /// Whether the item exists only in cloud installations.
    pub cloud_only: bool,
    /// Whether the item is for administrators only.
    pub admin_only: bool,
    /// Whether the item requires browsing of artifacts.
    pub needs_set_me_up: bool,
    /// Whether the item belongs to the new onboarding.
    pub new_onboarding: bool,
    /// Whether the item leads to the page for the selected project.
    pub of_project: bool,
    /// Whether these facts hide the item.
    pub hidden: fn(&Facts) -> bool,
    /// What these facts lack for the item.
    pub lacks: fn(&Facts) -> Option<DisabledReason>,
}
