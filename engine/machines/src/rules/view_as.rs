//! 'View as': an administrator sees the menus and guards of another role, licence or flavour. Only what is shown
//! changes; every call is authorised by the rights that the administrator really has.

use serde::{Deserialize, Serialize};

use super::licence::Licence;
use crate::facts::{Facts, User};

/// Whose eyes to look with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// A visitor who has not signed in.
    Anonymous,
    /// A user without any administration.
    User,
    /// A user who may administer projects.
    ProjectAdmin,
    /// An administrator.
    Admin,
}

impl Role {
    /// Every role, the least first.
    pub const ALL: [Self; 4] = [Self::Anonymous, Self::User, Self::ProjectAdmin, Self::Admin];

    /// The role as it is written.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Anonymous => "anonymous",
            Self::User => "user",
            Self::ProjectAdmin => "project_admin",
            Self::Admin => "admin",
        }
    }
}

/// What an installation can be besides its licence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Flavour {
    /// Neither of the others.
    Standard,
    /// Repositories only.
    Lightweight,
    /// Run for its customers.
    Cloud,
}

impl Flavour {
    /// Every flavour.
    pub const ALL: [Self; 3] = [Self::Standard, Self::Lightweight, Self::Cloud];

    /// The flavour as it is written.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Lightweight => "lightweight",
            Self::Cloud => "cloud",
        }
    }
}

/// What is looked at with other eyes. What is not said stays as it is.
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
    /// The facts as they look with these eyes.
    #[must_use]
    pub fn of(self, facts: &Facts) -> Facts {
        let mut facts = facts.clone();
        if let Some(role) = self.role {
            // Onboarding and first steps belong to the administrator who looks, not to whom they look as.
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
