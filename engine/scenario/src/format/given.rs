//! The world of a scenario.

use std::collections::BTreeMap;

use serde::Deserialize;
use waybill_machines::facts::{Facts, Installation, SingleSignOn};
use waybill_machines::machines::login::MfaStatus;
use waybill_machines::rules::features::Feature;
use waybill_machines::rules::licence::Licence;
use waybill_machines::rules::routes::RouteName;
use waybill_machines::rules::versions::Version;
use waybill_platform::access::SessionSettings;

use super::facts::list;
use super::{Answers, Stored};

macro_rules! given {
    ($(
        $(#[doc = $doc:literal])+
        $field:ident $variant:ident: $type:ty = $default:expr, $label:literal $(, $skip:ident)?;
    )+) => {
        /// The world of a scenario: what the services answer unless a step answers otherwise.
        #[derive(Debug, Clone, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(deny_unknown_fields, default)]
        pub struct Given {
            /// The installed licence.
            pub licence: Licence,
            /// Visitors may look around.
            pub anonymous_allowed: bool,
            /// Visitors may not use the console, whatever else is allowed.
            pub anonymous_ui_blocked: bool,
            $($(#[doc = $doc])+ pub $field: $type,)+
            /// The address of the logo that the settings name.
            pub logo_url: String,
            /// The address of a logo that was uploaded.
            pub user_logo: String,
            /// How signing in by another service is set up.
            pub single_sign_on: SingleSignOn,
            /// How long sign-ins last.
            pub sessions: SessionSettings,
            /// Which services are there, each with its version.
            #[cfg_attr(feature = "schema", schemars(with = "BTreeMap<String, String>"))]
            pub services: BTreeMap<String, Version>,
            /// Target bundles are dropped after a while.
            pub target_bundle_retention: bool,
            /// The keys of the projects that there are.
            pub projects: Vec<String>,
            /// The packages that there are.
            pub packages: Vec<GivenPackage>,
            /// Who has an account.
            pub users: Vec<GivenUser>,
            /// Who is signed in when the scenario begins.
            pub signed_in: Option<String>,
            /// The requested path in the first tab's storage.
            pub remembered: Option<Stored>,
            /// Who answers a call that no step answers.
            pub answers: Answers,
        }

        impl Default for Given {
            fn default() -> Self {
                Self {
                    licence: Licence::EnterprisePlus,
                    anonymous_allowed: false,
                    anonymous_ui_blocked: false,
                    $($field: Default::default(),)+
                    logo_url: String::new(),
                    user_logo: String::new(),
                    single_sign_on: SingleSignOn::default(),
                    sessions: SessionSettings::default(),
                    services: BTreeMap::from([("artifactory".into(), Version(7, 55, 0))]),
                    target_bundle_retention: false,
                    projects: Vec::new(),
                    packages: Vec::new(),
                    users: Vec::new(),
                    signed_in: None,
                    remembered: None,
                    answers: Answers::Automatic,
                }
            }
        }

        impl Given {
            /// The facts when the scenario begins, for a visitor.
            pub(crate) fn facts(&self) -> Facts {
                let given = self.clone();
                Facts {
                    anonymous_allowed: given.anonymous_allowed,
                    anonymous_ui_blocked: given.anonymous_ui_blocked,
                    single_sign_on: given.single_sign_on,
                    licence: given.licence,
                    services: list(given.services),
                    installation: Installation { $($field: given.$field,)+ },
                    ..Facts::unknown()
                }
            }
        }
    };
}

waybill_machines::installation_facts!(given);

/// A user with an account.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GivenUser {
    /// The user name.
    pub name: String,
    /// May administer the installation.
    #[serde(default)]
    pub admin: bool,
    /// What a second factor means for them.
    #[serde(default = "no_factor")]
    pub mfa: MfaStatus,
    /// May administer projects, as every administrator may.
    #[serde(default)]
    pub manages_projects: bool,
    /// The keys of these projects; all projects if there are none.
    #[serde(default)]
    pub administers: Vec<String>,
    /// Comes by an OAuth provider.
    #[serde(default)]
    pub oauth_realm: bool,
    /// They have never signed in before.
    #[serde(default)]
    pub first_login: bool,
    /// They have neither finished nor dismissed the onboarding.
    #[serde(default)]
    pub onboarding_owed: bool,
    /// Their password has expired.
    #[serde(default)]
    pub must_change_password: bool,
    /// Their password, where the scenario needs to know it.
    pub password: Option<String>,
}

/// A package with its versions.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GivenPackage {
    /// Its id, such as `npm://shop`.
    pub id: String,
    /// Its type.
    pub package_type: String,
    /// Its versions.
    #[serde(default)]
    pub versions: Vec<GivenVersion>,
}

/// A version of a package.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct GivenVersion {
    /// The version.
    pub name: String,
    /// The name of its lead file.
    #[serde(default)]
    pub lead_file: String,
    /// Whether a build is linked with it.
    #[serde(default)]
    pub has_builds: bool,
}

const fn no_factor() -> MfaStatus {
    MfaStatus::None
}
