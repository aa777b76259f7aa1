//! Permissions in the format of the platform's public API (3.6).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::rules::permissions::Action;

/// All permissions.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PublicPermissions {
    /// The permissions, by name.
    pub permissions: Vec<PublicPermissionRow>,
}

/// A permission in a list.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PublicPermissionRow {
    /// The name.
    pub name: String,
    /// The address of the permission's details.
    pub uri: String,
}

/// A permission.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct PublicPermission {
    /// The name.
    pub name: String,
    /// What is granted, by the kind of resource: `artifact` is files in repositories, `build` is builds. `release_bundle`
    /// is recorded for lists of webhooks, and grants nothing: every user who is signed in sees release bundles.
    pub resources: BTreeMap<String, ArtifactPermission>,
}

/// What a permission grants on files in repositories or on builds, or names of release bundles.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct ArtifactPermission {
    /// What is granted, and to whom.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actions: Option<PermissionActions>,
    /// The paths, by the key of a repository, or `ANY`, `ANY LOCAL` or `ANY REMOTE`. Of builds, which are paths of their
    /// names and numbers: `artifactory-build-info` for those without a project, the key of a project and `-build-info`,
    /// or `ANY`. Of release bundles, which are paths of their names and versions: `release-bundles` or `ANY`.
    pub targets: BTreeMap<String, PermissionPatterns>,
}

/// What users and groups may do.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct PermissionActions {
    /// By the names of users; `anonymous` is everyone, also without credentials, and may only read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub users: Option<BTreeMap<String, BTreeSet<Action>>>,
    /// By the names of groups.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups: Option<BTreeMap<String, BTreeSet<Action>>>,
}

/// Patterns of paths: `?` is a character, `*` any number of them within a name, `**` any number of folders.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct PermissionPatterns {
    /// The paths that are included; all if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub include_patterns: Option<Vec<String>>,
    /// The paths that are excluded again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exclude_patterns: Option<Vec<String>>,
}

/// All permissions, on the pages of administrators.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ConsolePermissions {
    /// The permissions, by name.
    pub permissions: Vec<ConsolePermission>,
}

/// A permission on the pages of administrators.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ConsolePermission {
    /// Its id, which is never reused.
    pub id: String,
    /// The name.
    pub name: String,
    /// What it grants on files in repositories. It has no targets if it grants nothing there.
    pub artifact: ArtifactPermission,
    /// What it grants on builds; null if nothing.
    pub build: Option<ArtifactPermission>,
    /// What it names of release bundles; null if nothing.
    pub release_bundle: Option<ArtifactPermission>,
    /// Changes with what it grants. A change names the one that its author has seen.
    pub revision: String,
    /// When it was created.
    pub created_at: Timestamp,
    /// The user who created it; null for the server itself, and for a user who was erased.
    pub created_by: Option<String>,
}

/// What a permission grants on files from now on, and what it names of release bundles.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct PermissionChange {
    /// What it grants.
    pub artifact: ArtifactPermission,
    /// What it names of release bundles: nothing if there are no targets. Without it, that stays as it is.
    pub release_bundle: Option<ArtifactPermission>,
    /// The revision that the author has seen. If it has changed meanwhile, the answer is 409.
    pub revision: String,
}

/// A question for what a user may do.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct EffectiveQuery {
    /// The name of the user; `anonymous` for clients without credentials.
    pub user: String,
    /// The key of the repository.
    pub repository: String,
    /// The path of a file. Everything below a folder if it ends with a slash, and the whole repository if it is empty.
    pub path: Option<String>,
}

/// What a user may do at present.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct EffectiveRights {
    /// Whether the user may sign in. Those who may not have no rights.
    pub enabled: bool,
    /// Each action, and why it is allowed.
    pub rights: Vec<EffectiveRight>,
}

/// Whether an action is allowed.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct EffectiveRight {
    /// The action.
    pub action: Action,
    /// Why it is allowed. It is not if there is nothing.
    pub grounds: Vec<RightGround>,
}

/// Why an action is allowed.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "by", rename_all = "snake_case")]
pub enum RightGround {
    /// The user is an administrator of the installation.
    Administrator {},
    /// The user is an administrator of the repository's project.
    ProjectAdministrator {
        /// The key of the project.
        project: String,
    },
    /// A permission grants it.
    Permission {
        /// Its name.
        name: String,
        /// To whom.
        to: RightGrantedTo,
    },
}

/// To whom a permission grants something.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "of", rename_all = "snake_case")]
pub enum RightGrantedTo {
    /// Everyone, also clients without credentials.
    Everyone {},
    /// The user.
    User {},
    /// A group of the user.
    Group {
        /// Its name.
        name: String,
    },
}
