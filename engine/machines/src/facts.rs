//! What the guards know about the world: facts as plain data, gathered by the startup machine.

use serde::{Deserialize, Serialize};

use crate::rules::licence::Licence;
use crate::rules::routes::RouteName;
use crate::secret::PersonId;

/// Who is asking, as far as access rules care.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct User {
    /// Nobody has signed in when this is empty.
    pub person: Option<PersonId>,
    /// The user may administer the installation.
    pub admin: bool,
}

impl User {
    /// The visitor who has not signed in.
    pub const fn anonymous() -> Self {
        Self { person: None, admin: false }
    }

    /// Nobody has signed in.
    pub const fn is_anonymous(&self) -> bool {
        self.person.is_none()
    }
}

/// The facts that guards decide on. Each decision's record names the record that they came from.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// Who is asking.
    pub user: User,
    /// Visitors who have not signed in may look around (ROLE-01).
    pub anonymous_allowed: bool,
    /// Visitors who have not signed in may not use the console, whatever else is allowed (NAV-05).
    pub anonymous_ui_blocked: bool,
    /// The installed licence.
    pub licence: Licence,
    /// The installation shows repositories only.
    pub lightweight: bool,
    /// Where the application is to be left for, if anywhere (NAV-04).
    pub external_redirect: Option<String>,
    /// Routes whose menu item is hidden or disabled (NAV-07).
    pub hidden_routes: Vec<RouteName>,
    /// Services that are there, by name.
    pub services: Vec<String>,
}

impl Facts {
    /// A visitor's facts as long as nothing is known: the least that anybody may do.
    pub fn unknown() -> Self {
        Self {
            user: User::anonymous(),
            anonymous_allowed: false,
            anonymous_ui_blocked: false,
            licence: Licence::None,
            lightweight: false,
            external_redirect: None,
            hidden_routes: Vec::new(),
            services: Vec::new(),
        }
    }

    /// ROLE-01: an anonymous user counts only where anonymous access is enabled.
    pub const fn may_use_console(&self) -> bool {
        !self.user.is_anonymous() || (self.anonymous_allowed && !self.anonymous_ui_blocked)
    }
}
