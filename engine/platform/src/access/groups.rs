//! Groups of users: what they have in common, and who is in them.

use std::collections::BTreeMap;

use serde::Serialize;
use waybill_machines::Timestamp;
use waybill_machines::rules::groups::GroupProblem;
use waybill_machines::rules::projects::ProjectRole;

use super::Answer;
use crate::streams::ChangeContext;

/// The maximum number of groups of the installation.
pub const GROUPS_OF_INSTALLATION_MAX: usize = 1_000;

/// The port for groups. A group is found by its name in any case. Members are added and removed through
/// [`super::Administration::edit_user`].
pub trait Groups: Send + Sync + 'static {
    /// Every group, by name.
    fn groups(&self) -> Answer<'_, Vec<Group>>;

    /// The group with this name; `None` if there is none.
    fn group(&self, name: &str) -> Answer<'_, Option<Group>>;

    /// Creates a group.
    fn create_group(&self, new: NewGroup, context: ChangeContext) -> Answer<'_, Group>;

    /// Changes a group.
    fn edit_group(
        &self,
        name: String,
        edit: GroupChanges,
        context: ChangeContext,
    ) -> Answer<'_, Group>;

    /// Gives the members of a group a role in a project (ROLE-03), or takes it. The caller has checked that there is
    /// such a project.
    fn set_group_role(
        &self,
        name: String,
        project: String,
        role: Option<ProjectRole>,
        context: ChangeContext,
    ) -> Answer<'_, Group>;

    /// Deletes a group. Its members lose what they had by it.
    fn delete_group(&self, name: String, context: ChangeContext) -> Answer<'_, ()>;
}

/// A group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Group {
    /// The opaque id, by which records refer to it.
    pub id: String,
    /// The name.
    pub name: String,
    /// The description; may be empty.
    pub description: String,
    /// The group's id in another directory; may be empty.
    pub external_id: String,
    /// Whether its members may administer the installation.
    pub admin: bool,
    /// Whether users who are created from now on are in it.
    pub auto_join: bool,
    /// Whether a program provisions the group (SCIM).
    pub provisioned: bool,
    /// The roles of its members in projects, by the project's key.
    pub projects: BTreeMap<String, ProjectRole>,
    /// The number of its members.
    pub members: usize,
    /// When the group was created.
    pub created_at: Timestamp,
    /// The number of edits, with which an edit says which state it was made for.
    pub edits: u64,
}

impl Group {
    /// Whether it gives administration to its members: of the installation, or of a project.
    pub fn gives_administration(&self) -> bool {
        self.admin || has_project_admin(&self.projects)
    }
}

/// Whether one of these roles administers a project.
pub(super) fn has_project_admin(roles: &BTreeMap<String, ProjectRole>) -> bool {
    roles.values().any(|role| *role == ProjectRole::ProjectAdmin)
}

/// A group to be created.
#[derive(Debug, Clone, Default)]
pub struct NewGroup {
    /// The name.
    pub name: String,
    /// The description; may be empty.
    pub description: String,
    /// The group's id in another directory; may be empty.
    pub external_id: String,
    /// Whether its members may administer the installation.
    pub admin: bool,
    /// Whether users who are created from now on are in it.
    pub auto_join: bool,
}

/// Changes of a group; what is not named remains.
#[derive(Debug, Clone, Default)]
pub struct GroupChanges {
    /// The number of edits that the author has seen.
    pub seen: Option<u64>,
    /// The description.
    pub description: Option<String>,
    /// The group's id in another directory.
    pub external_id: Option<String>,
    /// Whether its members may administer the installation.
    pub admin: Option<bool>,
    /// Whether users who are created from now on are in it.
    pub auto_join: Option<bool>,
}

/// Why a group cannot be made or changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum GroupRefused {
    /// There is no such group.
    #[error("There is no such group.")]
    Unknown,
    /// Names are unique, regardless of case.
    #[error("There is a group with this name already. Choose another name.")]
    NameTaken,
    /// The name or another text is invalid.
    #[error("{0}")]
    Problem(GroupProblem),
    /// The installation has the most groups allowed.
    #[error("There are {GROUPS_OF_INSTALLATION_MAX} groups, which is the most. Delete one first.")]
    TooMany,
    /// Another administrator has changed the group meanwhile.
    #[error(
        "Another administrator has changed this group meanwhile. Reload it, and make your change again."
    )]
    EditedMeanwhile,
    /// The members would have roles in too many projects.
    #[error("The members of this group have roles in 100 projects, which is the most.")]
    TooManyProjects,
    /// No administrator would be left.
    #[error(
        "Without this group there would be no administrator who may sign in. Make a user an administrator first."
    )]
    LastAdmin,
}
