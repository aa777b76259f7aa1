//! What an item of a menu is made of.

use serde::Serialize;

use super::routes::RouteName;
use crate::facts::{Facts, Installation};

/// The action of an item without a route. Earlier builds had one for Getting Started, which is a page now.
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

impl Action {
    /// The address outside the console that the action leads to, if one is configured (MENU-08).
    pub fn address(self, installation: &Installation) -> Option<&str> {
        match self {
            Self::Documentation => installation.documentation_url.as_deref(),
            Self::LearningCenter => installation.learning_center_url.as_deref(),
            Self::CloudSubscription => installation.account_portal_url.as_deref(),
            _ => None,
        }
    }

    /// Whether the feature behind the action comes in a later release.
    pub const fn comes_later(self) -> bool {
        matches!(self, Self::SetMeUp)
    }
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
    /// The feature comes in a later release; until then its page says so.
    Later,
}

/// What an item lacks: the advanced menu shows it disabled, the others leave it out.
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
    /// The configuration has no address for it.
    AddressMissing,
}

impl DisabledReason {
    /// Every reason.
    pub const ALL: [Self; 5] = [
        Self::ServiceMissing,
        Self::LicenceTooLow,
        Self::SwitchedOff,
        Self::LeadsElsewhere,
        Self::AddressMissing,
    ];
}

/// The effect of choosing an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// It navigates to a route.
    Route(RouteName),
    /// It performs an action on the current page, or leads to a configured address.
    Action(Action),
}

impl Target {
    /// Whether the feature behind the item comes in a later release.
    pub fn comes_later(self) -> bool {
        match self {
            Self::Route(route) => route.route().comes_later,
            Self::Action(action) => action.comes_later(),
        }
    }
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
    /// Whether the item is left out as long as its feature comes in a later release (MENU-08). The sidebars show such
    /// items, with a badge.
    pub only_if_built: bool,
    /// Whether these facts hide the item.
    pub hidden: fn(&Facts) -> bool,
    /// What these facts lack for the item.
    pub lacks: fn(&Facts) -> Option<DisabledReason>,
}
