//! Groups of users, for the console.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use waybill_platform::access::Group;

/// All groups.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct Groups {
    /// The groups, by name.
    pub groups: Vec<Group>,
}

/// A group to create.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct NewGroup {
    /// The name.
    pub name: String,
    /// The description.
    pub description: Option<String>,
    /// Whether its members may administer the installation.
    pub admin: Option<bool>,
    /// Whether users who are created from now on are in it.
    pub auto_join: Option<bool>,
}

/// Changes of a group; what is not named remains.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct GroupChanges {
    /// `edits` of the group that the author has seen. If it has changed meanwhile, the answer is 409.
    pub edits: Option<u64>,
    /// The description.
    pub description: Option<String>,
    /// Whether its members may administer the installation.
    pub admin: Option<bool>,
    /// Whether users who are created from now on are in it.
    pub auto_join: Option<bool>,
}

/// Users who join a group, and who leave it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[cfg_attr(feature = "schema", ts(optional_fields))]
pub struct MembersChange {
    /// The names of users who join.
    pub add: Option<BTreeSet<String>>,
    /// The names of users who leave.
    pub remove: Option<BTreeSet<String>>,
}
