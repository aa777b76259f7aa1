//! View-as: an administrator sees the menus and guards of another role, licence or flavour. Only the display changes;
//! every call is authorised by the administrator's own rights.

use serde::{Deserialize, Serialize};

use super::licence::Licence;
use crate::facts::{Facts, User};

/// The role to view as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// A visitor who has not signed in.
    Anonymous,
    /// A user without administration rights.
    User,
    /// A user who may administer projects.
    ProjectAdmin,
    /// An administrator.
    Admin,
}

impl Role {
    /// Every role, in ascending order of rights.
    pub const ALL: [Self; 4] = [Self::Anonymous, Self::User, Self::ProjectAdmin, Self::Admin];

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Anonymous => "anonymous",
            Self::User => "user",
            Self::ProjectAdmin => "project_admin",
            Self::Admin => "admin",
        }
    }
}

/// The kind of an installation besides its licence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Flavour {
    /// Neither lightweight nor cloud.
    Standard,
    /// It has repositories only.
    Lightweight,
    /// It is operated for its customers.
    Cloud,
}

impl Flavour {
    /// Every flavour.
    pub const ALL: [Self; 3] = [Self::Standard, Self::Lightweight, Self::Cloud];

    /// The name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Lightweight => "lightweight",
            Self::Cloud => "cloud",
        }
    }
}

/// The values to view as; a value that is not set stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct View {
    /// The role.
    pub role: Option<Role>,
    /// The licence.
    pub licence: Option<Licence>,
    /// The flavour.
    pub flavour: Option<Flavour>,
}

impl View {
    /// The facts under this view.
    #[must_use]
    pub fn of(self, facts: &Facts) -> Facts {
        let mut facts = facts.clone();
        if let Some(role) = self.role {
            // Onboarding and first steps belong to the administrator and not to the viewed role.
            let person = facts.user.person.take().filter(|_| role != Role::Anonymous);
            facts.user = person.map_or_else(User::anonymous, |person| User {
                manages_projects: matches!(role, Role::ProjectAdmin | Role::Admin),
                ..User::local(person, role == Role::Admin)
            });
        }
        if let Some(licence) = self.licence {
            facts.licence = licence;
        }
        if let Some(flavour) = self.flavour {
            facts.installation.lightweight = flavour == Flavour::Lightweight;
            facts.installation.cloud = flavour == Flavour::Cloud;
        }
        facts
    }
}
