//! What the guards know about the world: facts as plain data, gathered by the startup machine.

mod installation;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use installation::{Described, Fact, INSTALLATION_FACTS, Installation};

use crate::rules::features::Feature;
use crate::rules::licence::Licence;
use crate::rules::projects::ProjectRole;
use crate::rules::versions::Version;
use crate::secret::PersonId;

/// Who is asking, as far as access rules and menus care.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct User {
    /// Empty when no user has signed in.
    pub person: Option<PersonId>,
    /// The user may administer the installation.
    pub admin: bool,
    /// The user may read the logs of all users.
    #[serde(default)]
    pub auditor: bool,
    /// The user may administer projects (MENU-01).
    pub manages_projects: bool,
    /// The keys of these projects (ROLE-03). An empty list is all of them, as for administrators, and in records of
    /// builds that had no such list.
    #[serde(default)]
    pub administers: Vec<String>,
    /// The user came by an OAuth provider, and has no password here (ROLE-02).
    pub oauth_realm: bool,
    /// The user has never been inside before (NAV-13).
    pub first_login: bool,
    /// The user has neither finished nor dismissed the onboarding (NAV-13).
    pub onboarding_owed: bool,
    /// What the user may change of their own account (DET-02).
    pub profile: Profile,
}

/// What a user may change of their own account (DET-02).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The account is kept here, not by another directory.
    pub exists_in_db: bool,
    /// Its fields may be changed by its owner.
    pub updatable: bool,
    /// Changing it asks for the password.
    pub password_required: bool,
    /// It is locked until its owner has shown the password.
    pub unlock_required: bool,
}

impl Profile {
    /// Nothing may be changed: the visitor's, and that of a user who signs in with another service (ROLE-04).
    pub const NONE: Self = Self {
        exists_in_db: false,
        updatable: false,
        password_required: false,
        unlock_required: false,
    };

    /// The owner changes it, after showing the password.
    pub const OWN: Self = Self {
        exists_in_db: true,
        updatable: true,
        password_required: true,
        unlock_required: true,
    };

    /// Only administrators change it (ROLE-04).
    pub const FIXED: Self = Self { updatable: false, ..Self::OWN };
}

impl User {
    /// The visitor who has not signed in.
    pub const fn anonymous() -> Self {
        Self {
            person: None,
            admin: false,
            auditor: false,
            manages_projects: false,
            administers: Vec::new(),
            oauth_realm: false,
            first_login: false,
            onboarding_owed: false,
            profile: Profile::NONE,
        }
    }

    /// A user with an account of this platform's own.
    pub fn local(person: PersonId, admin: bool) -> Self {
        let profile = Profile::OWN;
        Self { person: Some(person), admin, manages_projects: admin, profile, ..Self::anonymous() }
    }

    /// The same user with these roles in projects, by the project's key (ROLE-03).
    #[must_use]
    pub fn with_roles(self, roles: &BTreeMap<String, ProjectRole>) -> Self {
        let is_admin = |(_, role): &(&String, &ProjectRole)| **role == ProjectRole::ProjectAdmin;
        let administers: Vec<_> =
            roles.iter().filter(is_admin).map(|(project, _)| project.clone()).collect();
        if self.admin || administers.is_empty() {
            return self;
        }
        Self { manages_projects: true, administers, ..self }
    }

    /// Whether the user may administer a project (ROLE-03).
    pub fn administers(&self, project: &str) -> bool {
        let is_listed =
            self.administers.is_empty() || self.administers.iter().any(|key| key == project);
        !self.is_anonymous() && (self.admin || (self.manages_projects && is_listed))
    }

    /// Whether the user may read the logs of all users.
    pub const fn may_audit(&self) -> bool {
        !self.is_anonymous() && (self.admin || self.auditor)
    }

    /// No user has signed in.
    pub const fn is_anonymous(&self) -> bool {
        self.person.is_none()
    }
}

/// How signing in by another service is set up (NAV-12). Known before a user has signed in.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct SingleSignOn {
    /// The provider's address, where there is one.
    pub provider_link: Option<String>,
    /// The login page leads straight to the provider.
    pub auto_redirect: bool,
    /// Where logging out leads when the provider keeps a session of its own (SAML).
    pub logout_url: Option<String>,
}

/// A service of the platform that is there.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Service {
    /// Its name: artifactory, access, distribution, xray ...
    pub name: String,
    /// Its version.
    #[cfg_attr(feature = "schema", schemars(with = "String", extend("format" = "version")))]
    pub version: Version,
}

/// The facts that guards decide on. Each decision's record names the record that they came from.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// Who is asking.
    pub user: User,
    /// Visitors who have not signed in may look around (ROLE-01).
    pub anonymous_allowed: bool,
    /// Visitors who have not signed in may not use the console, whatever else is allowed (NAV-05).
    pub anonymous_ui_blocked: bool,
    /// How signing in by another service is set up.
    pub single_sign_on: SingleSignOn,
    /// The installed licence.
    pub licence: Licence,
    /// Services that are there, by name.
    pub services: Vec<Service>,
    /// What kind of installation this is.
    pub installation: Installation,
}

impl Facts {
    /// A visitor's facts as long as nothing is known: the least rights of all.
    pub fn unknown() -> Self {
        Self {
            user: User::anonymous(),
            anonymous_allowed: false,
            anonymous_ui_blocked: false,
            single_sign_on: SingleSignOn::default(),
            licence: Licence::None,
            services: Vec::new(),
            installation: Installation::default(),
        }
    }

    /// ROLE-01: an anonymous user counts only where anonymous access is enabled.
    pub const fn may_use_console(&self) -> bool {
        !self.user.is_anonymous() || (self.anonymous_allowed && !self.anonymous_ui_blocked)
    }

    /// Whether the installation supports a feature.
    pub fn supports(&self, feature: Feature) -> bool {
        self.installation.features.contains(&feature)
    }

    /// The version of a service, where it is there.
    pub fn service(&self, name: &str) -> Option<Version> {
        let mut found = self.services.iter().filter(|service| service.name == name);
        found.next().map(|service| service.version)
    }
}
