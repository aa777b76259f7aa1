//! A group of users, in a stream of its own. The accounts name the groups that they are in.
//!
//! ```text
//! absent --create--> existing --delete--> deleted
//! ```
//!
//! The id of a group is never reused, so that an account which still names a deleted one gains nothing by it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use statig::prelude::*;

use crate::machine::{Context, Machine, Rejection, RejectionCode};
use crate::named;
use crate::rules::groups::{check_group_name, check_group_text};
use crate::rules::projects::ProjectRole;
use crate::time::Timestamp;

use super::account::PROJECTS_MAX;

/// The contents of a group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "GroupProfile"),
    schemars(rename = "GroupProfile")
)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The name, which is unique among the existing groups regardless of case.
    pub name: String,
    /// The description; may be empty.
    pub description: String,
    /// The group's id in another directory; may be empty.
    pub external_id: String,
    /// Whether its members may administer the installation.
    pub admin: bool,
    /// Whether users who are created from now on are in it.
    pub auto_join: bool,
    /// The roles of its members in projects, by the project's key.
    pub projects: BTreeMap<String, ProjectRole>,
    /// When the group was created.
    pub created_at: Timestamp,
    /// The number of edits, with which an editor shows which state was seen.
    pub edits: u64,
    /// When the group itself was last changed, if a program provisions it (SCIM); none if an administrator made it, and
    /// in groups that are older than this field.
    #[serde(default)]
    pub provisioned_at: Option<Timestamp>,
}

/// What is changed in a group with one act; what is not named remains.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "GroupEdit"),
    schemars(rename = "GroupEdit")
)]
#[serde(default, deny_unknown_fields)]
pub struct Edit {
    /// The number of edits that the editor has seen. If there were others meanwhile, this one is rejected.
    pub seen: Option<u64>,
    /// The name, which a program that provisions the group may change. The caller has checked that it is free.
    pub name: Option<String>,
    /// The description.
    pub description: Option<String>,
    /// The group's id in another directory.
    pub external_id: Option<String>,
    /// Whether its members may administer the installation.
    pub admin: Option<bool>,
    /// Whether users who are created from now on are in it.
    pub auto_join: Option<bool>,
}

/// The state of a group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "GroupState"))]
#[serde(tag = "state", rename_all = "snake_case", deny_unknown_fields)]
pub enum State {
    /// The group does not exist yet.
    Absent {},
    /// The group exists.
    Existing {
        /// The contents of the group.
        profile: Profile,
    },
    /// The group was deleted.
    Deleted {
        /// The name that it had.
        name: String,
    },
}
named!(State { Absent = "absent", Existing = "existing", Deleted = "deleted" });

/// The events of a group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(rename = "GroupEvent"))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// The group is created.
    Create {
        /// The name.
        name: String,
        /// The description; may be empty.
        description: String,
        /// The group's id in another directory; may be empty.
        external_id: String,
        /// Whether its members may administer the installation.
        admin: bool,
        /// Whether users who are created from now on are in it.
        auto_join: bool,
        /// Whether a program provisions it (SCIM); false in events that are older than this field.
        #[serde(default)]
        provisioned: bool,
    },
    /// An administrator changes the group, or the program that provisions it.
    Edit {
        /// The change.
        edit: Edit,
    },
    /// The members get a role in a project, another one, or none any longer.
    SetProjectRole {
        /// The key of the project.
        project: String,
        /// The role; none to leave the project.
        role: Option<ProjectRole>,
    },
    /// The group is deleted. Its members lose what they had by it.
    Delete {},
}
named!(Event {
    Create = "create",
    Edit = "edit",
    SetProjectRole = "set_project_role",
    Delete = "delete",
});

/// The group machine.
#[derive(Debug, Default)]
pub struct Group;

#[state_machine(
    initial = "State::Absent {}",
    state(custom, name = "State"),
    superstate(derive(Debug))
)]
impl Group {
    #[state(superstate = "root")]
    fn absent(event: &Event, context: &mut Context) -> Outcome<State> {
        let Event::Create { name, description, external_id, admin, auto_join, provisioned } = event
        else {
            return Super;
        };
        let checked = check_group_name(name)
            .and_then(|()| check_group_text(description))
            .and_then(|()| check_group_text(external_id));
        if let Err(problem) = checked {
            return context.not_allowed(problem.rejection());
        }
        Transition(State::Existing {
            profile: Profile {
                name: name.clone(),
                description: description.clone(),
                external_id: external_id.clone(),
                admin: *admin,
                auto_join: *auto_join,
                projects: BTreeMap::new(),
                created_at: context.at,
                edits: 0,
                provisioned_at: provisioned.then_some(context.at),
            },
        })
    }

    #[state(superstate = "root")]
    fn existing(event: &Event, profile: &mut Profile, context: &mut Context) -> Outcome<State> {
        match event {
            Event::Edit { edit: changes } => edit(profile, changes, context),
            Event::SetProjectRole { project, role } => {
                set_project_role(profile, project, *role, context)
            }
            Event::Delete {} => Transition(State::Deleted { name: profile.name.clone() }),
            Event::Create { .. } => Super,
        }
    }

    #[state(superstate = "root", local_storage("name: String"))]
    fn deleted() -> Outcome<State> {
        Super
    }

    #[superstate]
    fn root(context: &mut Context) -> Outcome<State> {
        context.refuse_here()
    }
}

fn edit(profile: &mut Profile, edit: &Edit, context: &mut Context) -> Outcome<State> {
    let is_outdated = edit.seen.is_some_and(|seen| seen != profile.edits);
    if context.guard("edited_meanwhile", is_outdated) {
        return context.refuse(Rejection::new(RejectionCode::EditedMeanwhile));
    }
    if let Some(Err(problem)) = edit.name.as_deref().map(check_group_name) {
        return context.not_allowed(problem.rejection());
    }
    for text in [&edit.description, &edit.external_id].into_iter().flatten() {
        if let Err(problem) = check_group_text(text) {
            return context.not_allowed(problem.rejection());
        }
    }
    if let Some(name) = &edit.name {
        profile.name.clone_from(name);
    }
    if let Some(description) = &edit.description {
        profile.description.clone_from(description);
    }
    if let Some(external_id) = &edit.external_id {
        profile.external_id.clone_from(external_id);
    }
    profile.admin = edit.admin.unwrap_or(profile.admin);
    profile.auto_join = edit.auto_join.unwrap_or(profile.auto_join);
    profile.provisioned_at = profile.provisioned_at.map(|_| context.at);
    profile.edits += 1;
    Handled
}

fn set_project_role(
    profile: &mut Profile,
    project: &str,
    role: Option<ProjectRole>,
    context: &mut Context,
) -> Outcome<State> {
    match role {
        Some(role) => profile.projects.insert(project.to_owned(), role),
        None => profile.projects.remove(project),
    };
    if context.guard("too_many_projects", profile.projects.len() > PROJECTS_MAX) {
        let most = PROJECTS_MAX.to_string();
        return context.refuse(Rejection::new(RejectionCode::TooManyProjects).with("most", most));
    }
    Handled
}

impl Machine for Group {
    const NAME: &'static str = "group";
    const TERMINAL: &'static [&'static str] = &["deleted"];

    // Groups are changed by the access service.
    crate::installation_machine!(Group);

    fn examples() -> Vec<Event> {
        let create = |name: &str| Event::Create {
            name: name.into(),
            description: String::new(),
            external_id: String::new(),
            admin: false,
            auto_join: false,
            provisioned: true,
        };
        let renamed =
            |name: &str| Event::Edit { edit: Edit { name: Some(name.into()), ..Edit::default() } };
        let edit = |seen, description: &str| Event::Edit {
            edit: Edit {
                seen,
                description: Some(description.into()),
                admin: Some(true),
                ..Edit::default()
            },
        };
        let role = |role| Event::SetProjectRole { project: "dflt".into(), role };
        vec![
            create("readers"),
            create(""),
            edit(None, "Those who read"),
            edit(None, "\u{202e}"),
            edit(Some(u64::MAX), ""),
            renamed("writers"),
            renamed("a/b"),
            role(Some(ProjectRole::Viewer)),
            role(None),
            Event::Delete {},
        ]
    }

    fn abstract_state(state: &State) -> String {
        let name = crate::machine::Named::name(state);
        match state {
            State::Existing { profile } => {
                format!("{name} admin={} projects={}", profile.admin, profile.projects.len())
            }
            State::Absent {} | State::Deleted { .. } => name.to_owned(),
        }
    }
}
