//! Permissions in the format of the platform's public API (3.6).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
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
    /// What is granted, by the kind of resource: `artifact` is files in repositories, `build` is builds.
    pub resources: BTreeMap<String, ArtifactPermission>,
}

/// What a permission grants on files in repositories, or on builds.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct ArtifactPermission {
    /// What is granted, and to whom.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actions: Option<PermissionActions>,
    /// The paths, by the key of a repository, or `ANY`, `ANY LOCAL` or `ANY REMOTE`. Of builds, which are paths of their
    /// names and numbers: `artifactory-build-info` for those without a project, the key of a project and `-build-info`,
    /// or `ANY`.
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
