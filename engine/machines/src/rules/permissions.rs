//! The rules for permissions: what may be done in repositories, at which paths, and by whom. What no permission grants
//! is denied (PERM-01).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::build_grants::BuildGrants;
use super::bundle_grants::BundleGrants;
use super::display_text::is_invisible;
use super::grants::{GrantParts, GrantTarget, Grants, check_grants, check_targets};
use super::groups::check_group_name;
use super::path_patterns::matches;
use super::repositories::RepositoryClass;
use crate::rejection::{Rejection, RejectionCode};
use crate::secret::PersonId;

/// The most targets of a permission.
pub const TARGETS_MAX: usize = 100;
/// The most users and groups of a permission together.
pub const GRANTEES_MAX: usize = 500;
/// The most include and exclude patterns of a target, each.
pub const TARGET_PATTERNS_MAX: usize = 32;
/// The longest pattern, in bytes.
pub const TARGET_PATTERN_BYTES_MAX: usize = 256;
/// The longest id of a repository, in bytes.
const REPOSITORY_ID_BYTES_MAX: usize = 64;

/// What may be done with files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "PermissionAction"),
    schemars(rename = "PermissionAction")
)]
#[serde(rename_all = "UPPERCASE")]
pub enum Action {
    /// Listing and downloading them.
    Read,
    /// Storing new ones.
    Write,
    /// Changing their properties.
    Annotate,
    /// Removing and replacing them.
    Delete,
    /// Changing the settings of their repository. It includes reading.
    Manage,
}

impl Action {
    /// All actions.
    pub const ALL: [Self; 5] =
        [Self::Read, Self::Write, Self::Annotate, Self::Delete, Self::Manage];

    /// Whether this action, when granted, allows another one.
    pub fn includes(self, other: Self) -> bool {
        self == other || (self == Self::Manage && other == Self::Read)
    }
}

/// The repositories of a target.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "PermissionRepositories"),
    schemars(rename = "PermissionRepositories")
)]
#[serde(tag = "of", rename_all = "snake_case", deny_unknown_fields)]
pub enum Repositories {
    /// All, also those that are created later.
    Any {},
    /// All local ones, also those that are created later.
    AnyLocal {},
    /// All remote ones, also those that are created later.
    AnyRemote {},
    /// One.
    One {
        /// Its id, which is never reused: a later repository with the same key gets nothing by it.
        id: String,
    },
}

/// A repository, as far as permissions distinguish it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place<'a> {
    /// Its id.
    pub id: &'a str,
    /// Where it has its files from.
    pub class: RepositoryClass,
}

/// Paths in repositories.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "PermissionTarget"),
    schemars(rename = "PermissionTarget")
)]
#[serde(deny_unknown_fields)]
pub struct Target {
    /// The repositories.
    pub repositories: Repositories,
    /// The patterns of the paths that belong to it.
    pub includes: Vec<String>,
    /// The patterns of the paths that do not belong to it.
    pub excludes: Vec<String>,
}

impl Target {
    /// Whether the target has paths in a repository.
    pub fn is_in(&self, place: Place<'_>) -> bool {
        match &self.repositories {
            Repositories::Any {} => true,
            Repositories::AnyLocal {} => place.class == RepositoryClass::Local,
            Repositories::AnyRemote {} => place.class == RepositoryClass::Remote,
            Repositories::One { id } => id == place.id,
        }
    }

    /// Whether a path belongs to it.
    pub fn has(&self, path: &str) -> bool {
        let any = |patterns: &[String]| patterns.iter().any(|pattern| matches(pattern, path));
        any(&self.includes) && !any(&self.excludes)
    }

    /// Whether all paths below a folder belong to it, whatever their names are.
    pub fn has_all_below(&self, folder: &str) -> bool {
        self.includes.iter().any(|pattern| has_all_below(pattern, folder))
            && !self.excludes.iter().any(|pattern| may_be_below(pattern, folder))
    }

    /// Whether paths below a folder can belong to it.
    pub fn may_have_below(&self, folder: &str) -> bool {
        self.includes.iter().any(|pattern| may_be_below(pattern, folder))
            && !self.excludes.iter().any(|pattern| has_all_below(pattern, folder))
    }
}

impl GrantTarget for Target {
    fn patterns(&self) -> (&[String], &[String]) {
        (&self.includes, &self.excludes)
    }

    fn has_valid_ids(&self) -> bool {
        match &self.repositories {
            Repositories::Any {} | Repositories::AnyLocal {} | Repositories::AnyRemote {} => true,
            Repositories::One { id } => (1..=REPOSITORY_ID_BYTES_MAX).contains(&id.len()),
        }
    }
}

fn parts_of(pattern: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = pattern.split('/').filter(|part| !part.is_empty()).collect();
    if pattern.ends_with('/') {
        parts.push("**");
    }
    parts
}

/// Whether a pattern matches every path below a folder.
pub(super) fn has_all_below(pattern: &str, folder: &str) -> bool {
    let parts = parts_of(pattern);
    // `**/*` is any path with a name.
    let ([above @ .., "**", "*"] | [above @ .., "**"]) = parts.as_slice() else { return false };
    matches(&[above, &["**"]].concat().join("/"), folder)
}

/// Whether a pattern can match a path below a folder.
pub(super) fn may_be_below(pattern: &str, folder: &str) -> bool {
    let parts = parts_of(pattern);
    // Most folders are refused by their names: it is asked of each package in a list.
    let names = folder.split('/').filter(|name| !name.is_empty());
    let mut literal = parts.iter().take_while(|part| !part.contains(['*', '?'])).zip(names);
    if literal.any(|(part, name)| *part != name) {
        return false;
    }
    (0..parts.len()).any(|at| {
        // What remains of the pattern is for the path below, or a part of the pattern is for any number of folders.
        matches(&parts[..at].join("/"), folder)
            || (parts[at] == "**" && matches(&parts[..=at].join("/"), folder))
    })
}

/// A permission.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "PermissionSettings"),
    schemars(rename = "PermissionSettings")
)]
#[serde(deny_unknown_fields)]
pub struct Permission {
    /// The name, which is unique regardless of case.
    pub name: String,
    /// The paths that it is about.
    pub targets: Vec<Target>,
    /// What users may do there.
    pub users: BTreeMap<PersonId, BTreeSet<Action>>,
    /// What the members of groups may do there, by the ids of the groups.
    pub groups: BTreeMap<String, BTreeSet<Action>>,
    /// Whether everyone may read there, also without credentials.
    pub anonymous_reads: bool,
    /// What it grants on builds, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub builds: Option<BuildGrants>,
    /// What it names of release bundles, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bundles: Option<Box<BundleGrants>>,
}

/// What it grants on files.
impl Grants for Permission {
    type Target = Target;

    fn parts(&self) -> GrantParts<'_, Target> {
        let Self { targets, users, groups, anonymous_reads, .. } = self;
        GrantParts { targets, users, groups, anonymous_reads: *anonymous_reads }
    }
}

/// Why a permission is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PermissionProblem {
    /// The name is empty, too long, or has a character that is not permitted.
    Name,
    /// There is no target, or there are too many.
    Targets,
    /// A target has no include pattern, too many patterns, or one that is too long.
    Patterns,
    /// Too many users and groups, or one without an action.
    Grantees,
    /// The name would change.
    Fixed,
}

impl PermissionProblem {
    /// The stable code.
    pub const fn code(self) -> RejectionCode {
        match self {
            Self::Name => RejectionCode::PermissionName,
            Self::Targets => RejectionCode::PermissionTargets,
            Self::Patterns => RejectionCode::PermissionPatterns,
            Self::Grantees => RejectionCode::PermissionGrantees,
            Self::Fixed => RejectionCode::PermissionFixed,
        }
    }

    /// The field that the problem refers to.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Name | Self::Fixed => "name",
            Self::Targets | Self::Patterns => "targets",
            Self::Grantees => "actions",
        }
    }

    /// The rejection of an event with this problem.
    pub fn rejection(self) -> Rejection {
        Rejection::new(self.code()).with("field", self.field())
    }
}

impl std::fmt::Display for PermissionProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Name => {
                "A permission name has 1 to 64 visible characters, without slashes, commas and quotes, and does not begin with a dot."
            }
            Self::Targets => "A permission has at most 100 targets of each kind, and at least one.",
            Self::Patterns => {
                "A target has 1 to 32 include patterns and at most 32 exclude patterns. A pattern has at most 255 bytes, as in com/acme/**: without commas, backslashes, empty parts and spaces around parts, and with ** only as a whole part."
            }
            Self::Grantees => {
                "A permission has at most 500 users and groups, each with at least one action."
            }
            Self::Fixed => "The name of a permission cannot change.",
        })
    }
}

/// Checks a permission.
pub fn check_permission(permission: &Permission) -> Result<(), PermissionProblem> {
    let Permission { name, targets, users, groups, builds, bundles, .. } = permission;
    check_group_name(name).map_err(|_| PermissionProblem::Name)?;
    let targets_min = usize::from(builds.is_none() && bundles.is_none());
    check_targets(targets, targets_min)?;
    builds.as_ref().map_or(Ok(()), check_grants)?;
    bundles.as_deref().map_or(Ok(()), check_grants)?;
    if are_grantees(users, groups) { Ok(()) } else { Err(PermissionProblem::Grantees) }
}

/// Whether these can be the users and groups of a permission.
pub(super) fn are_grantees(
    users: &BTreeMap<PersonId, BTreeSet<Action>>,
    groups: &BTreeMap<String, BTreeSet<Action>>,
) -> bool {
    let mut granted = users.values().chain(groups.values());
    users.len() + groups.len() <= GRANTEES_MAX && !granted.any(BTreeSet::is_empty)
}

/// Whether patterns can be those of a target.
pub(super) fn are_patterns(includes: &[String], excludes: &[String]) -> bool {
    let fit = |patterns: &[String]| {
        patterns.len() <= TARGET_PATTERNS_MAX && patterns.iter().all(|pattern| is_pattern(pattern))
    };
    !includes.is_empty() && fit(includes) && fit(excludes)
}

/// Whether a pattern can match the path of a file. One that cannot would exclude nothing, unnoticed.
fn is_pattern(pattern: &str) -> bool {
    let pattern = pattern.strip_suffix('/').unwrap_or(pattern);
    let is_part = |part: &str| {
        let is_wildcard = part == "**" || !part.contains("**");
        is_wildcard && part.trim() == part && !matches!(part, "" | "." | "..")
    };
    let excluded = |letter: char| is_invisible(letter) || matches!(letter, '\\' | ';' | ',');
    pattern.len() < TARGET_PATTERN_BYTES_MAX
        && pattern.split('/').all(is_part)
        && !pattern.contains(excluded)
}

/// Who asks to do something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grantee<'a> {
    /// A client without credentials.
    Anonymous,
    /// A user.
    User {
        /// The user.
        person: &'a PersonId,
        /// The ids of the user's groups.
        groups: &'a BTreeSet<String>,
    },
}

impl Permission {
    /// Whether this permission lets someone do something at its targets.
    pub fn grants(&self, grantee: Grantee<'_>, action: Action) -> bool {
        if self.anonymous_reads && action == Action::Read {
            return true;
        }
        is_granted(&self.users, &self.groups, grantee, action)
    }
}

/// Whether someone is granted an action, as a user or as a member of a group.
pub(super) fn is_granted(
    of_users: &BTreeMap<PersonId, BTreeSet<Action>>,
    of_groups: &BTreeMap<String, BTreeSet<Action>>,
    grantee: Grantee<'_>,
    action: Action,
) -> bool {
    let Grantee::User { person, groups } = grantee else { return false };
    let of_groups = groups.iter().filter_map(|group| of_groups.get(group));
    let mut granted = of_users.get(person).into_iter().chain(of_groups).flatten();
    granted.any(|granted| granted.includes(action))
}

#[cfg(test)]
mod tests;
