//! A permission: created under a name, changed, and deleted, in a stream of its own.
//!
//! ```text
//! absent --create--> existing --change--> existing --delete--> deleted
//! ```
//!
//! The stream is named by an id that is never reused. The service ensures that only one existing permission has a name.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine};
use crate::named;
use crate::rules::build_grants::{BuildGrants, BuildTarget, BuildsOf};
use crate::rules::bundle_grants::{BundleGrants, BundleTarget, BundlesOf};
use crate::rules::permissions::{
    Action, Permission as Settings, PermissionProblem, Repositories, Target, check_permission,
};
use crate::secret::PersonId;
use crate::time::Timestamp;

/// The state of a permission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "PermissionState")
)]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// The permission does not exist.
    Absent {},
    /// The permission exists.
    Existing {
        /// What it grants.
        permission: Settings,
        /// When it was created.
        created_at: Timestamp,
        /// The user who created it; none if the server did.
        created_by: Option<PersonId>,
    },
    /// The permission was deleted. Its name is free for another one.
    Deleted {
        /// The name that it had.
        name: String,
    },
}
named!(State { Absent = "absent", Existing = "existing", Deleted = "deleted" });

/// The events of a permission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "PermissionEvent")
)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The permission is created.
    Create {
        /// What it grants.
        permission: Settings,
        /// The user who creates it; none for the server.
        by: Option<PersonId>,
    },
    /// What it grants changes. The name stays.
    Change {
        /// What it grants from now on.
        permission: Settings,
    },
    /// The permission is deleted.
    Delete {},
}
named!(Event { Create = "create", Change = "change", Delete = "delete" });

/// The permission machine.
#[derive(Debug, Default)]
pub struct Permission;

crate::settings_machine! {
    impl Permission {
        #[state(local_storage("permission: Settings"))]
        fn existing(permission: &Settings);
        #[state(local_storage("name: String"))]
        fn deleted();

        create { permission } if check_permission(permission)
            => existing { permission: permission.clone() };
        change { permission: wanted } if check_change(permission, wanted)
            => existing { permission: wanted.clone() };
        delete => deleted { name: permission.name.clone() };
    }
}

fn check_change(known: &Settings, wanted: &Settings) -> Result<(), PermissionProblem> {
    if known.name == wanted.name { check_permission(wanted) } else { Err(PermissionProblem::Fixed) }
}

impl Machine for Permission {
    const NAME: &'static str = "permission";
    const TERMINAL: &'static [&'static str] = &["deleted"];

    // Permissions are changed over HTTP.
    crate::installation_machine!(Permission);

    /// Without what is granted, which no decision depends on.
    fn abstract_state(state: &State) -> String {
        match state {
            State::Absent {} => "absent".to_owned(),
            State::Existing { permission, .. } => format!("existing {}", permission.name),
            State::Deleted { name } => format!("deleted {name}"),
        }
    }

    fn examples() -> Vec<Event> {
        let permission = |name: &str, includes: &str| Settings {
            name: name.into(),
            targets: vec![Target {
                repositories: Repositories::One { id: "r1".into() },
                includes: vec![includes.into()],
                excludes: Vec::new(),
            }],
            users: [(PersonId("p_ann".into()), [Action::Read].into())].into(),
            groups: [("g_1".into(), [Action::Write, Action::Delete].into())].into(),
            anonymous_reads: false,
            builds: None,
            bundles: None,
        };
        let create = |name: &str| Event::Create {
            permission: permission(name, "**"),
            by: Some(PersonId("p_ann".into())),
        };
        let change =
            |name: &str, includes: &str| Event::Change { permission: permission(name, includes) };
        let of_builds = |includes: &str| Event::Change {
            permission: Settings {
                targets: Vec::new(),
                builds: Some(BuildGrants {
                    targets: vec![BuildTarget {
                        builds: BuildsOf::Project { key: "shop".into() },
                        includes: vec![includes.into()],
                        excludes: Vec::new(),
                    }],
                    users: [(PersonId("p_ann".into()), [Action::Read].into())].into(),
                    groups: BTreeMap::new(),
                    anonymous_reads: false,
                }),
                ..permission("shop", "**")
            },
        };
        let of_bundles = |includes: &str| Event::Change {
            permission: Settings {
                targets: Vec::new(),
                bundles: Some(Box::new(BundleGrants {
                    targets: vec![BundleTarget {
                        bundles: BundlesOf::NoProject {},
                        includes: vec![includes.into()],
                        excludes: Vec::new(),
                    }],
                    users: [(PersonId("p_ann".into()), [Action::Read].into())].into(),
                    groups: BTreeMap::new(),
                    anonymous_reads: false,
                })),
                ..permission("shop", "**")
            },
        };
        vec![
            create("shop"),
            create("a/b"),
            change("shop", "com/acme/**"),
            change("shop", ""),
            change("other", "**"),
            of_builds("shop/**"),
            of_builds(""),
            of_bundles("shop/**"),
            of_bundles(""),
            Event::Delete {},
        ]
    }
}
