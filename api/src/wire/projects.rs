//! Projects and their members.

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::secret::PersonId;

/// A project.
#[allow(clippy::struct_field_names, reason = "the documents name it so")]
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Project {
    /// The project key.
    pub project_key: String,
    /// The display name.
    pub display_name: String,
    /// A free description.
    pub description: String,
    /// When it was created.
    pub created_at: Timestamp,
    /// Who created it; null if it was not created by a user.
    pub created_by: Option<PersonId>,
}

/// A project to create.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct NewProject {
    /// The project key.
    pub project_key: String,
    /// The display name.
    pub display_name: String,
    /// A free description.
    #[serde(default)]
    #[cfg_attr(feature = "schema", ts(optional, as = "Option<String>"))]
    pub description: String,
}

/// The members of a project.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ProjectMembers {
    /// The members, by name.
    pub members: Vec<ProjectMember>,
}

/// A member of a project.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ProjectMember {
    /// The user name; null after it was erased.
    pub name: Option<String>,
    /// The roles: `Project Admin` or `Viewer`.
    pub roles: Vec<String>,
    /// Whether the user may sign in.
    pub enabled: bool,
}

/// The groups whose members have a role in a project.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ProjectGroups {
    /// The groups, by name.
    pub groups: Vec<ProjectGroup>,
}

/// A group whose members have a role in a project.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ProjectGroup {
    /// The name of the group.
    pub name: String,
    /// The roles: `Project Admin` or `Viewer`.
    pub roles: Vec<String>,
    /// The number of its members.
    pub members: usize,
}

/// The roles of a member.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct MemberRoles {
    /// The user name, which has to be that of the path.
    pub name: Option<String>,
    /// The role: `Project Admin` or `Viewer`.
    pub roles: Vec<String>,
}
