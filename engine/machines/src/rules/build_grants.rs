//! What permissions grant on builds (BUILD-03). A build is named like a folder with its numbers in it: `shop/**` is all of
//! the build `shop`, and so is `shop` itself.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::grants::{GrantParts, GrantTarget, Grants};
use super::path_patterns::matches;
use super::permissions::{Action, Grantee, has_all_below, is_granted, may_be_below};
use crate::secret::PersonId;

/// The longest key of a project, in bytes.
const PROJECT_BYTES_MAX: usize = 64;

/// The builds of a target.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "of", rename_all = "snake_case", deny_unknown_fields)]
pub enum BuildsOf {
    /// All, also those that are published later.
    Any {},
    /// Those that belong to no project.
    NoProject {},
    /// Those of a project.
    Project {
        /// The key of the project.
        key: String,
    },
}

/// Builds, by patterns of their names and numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BuildTarget {
    /// The builds.
    pub builds: BuildsOf,
    /// The patterns of those that belong to it.
    pub includes: Vec<String>,
    /// The patterns of those that do not belong to it.
    pub excludes: Vec<String>,
}

impl BuildTarget {
    /// Whether it is about the builds of a project, or about those without one.
    pub fn is_of(&self, project: Option<&str>) -> bool {
        match &self.builds {
            BuildsOf::Any {} => true,
            BuildsOf::NoProject {} => project.is_none(),
            BuildsOf::Project { key } => project == Some(key),
        }
    }

    /// Whether a number of a build belongs to it.
    pub fn has(&self, name: &str, number: &str) -> bool {
        let path = format!("{name}/{number}");
        let any = |patterns: &[String]| {
            patterns.iter().any(|pattern| matches(pattern, name) || matches(pattern, &path))
        };
        any(&self.includes) && !any(&self.excludes)
    }

    /// Whether all numbers of a build belong to it, whatever they are.
    pub fn has_all(&self, name: &str) -> bool {
        let is_all = |pattern: &String| matches(pattern, name) || has_all_below(pattern, name);
        let may_exclude = |pattern: &String| matches(pattern, name) || may_be_below(pattern, name);
        self.includes.iter().any(is_all) && !self.excludes.iter().any(may_exclude)
    }

    /// Whether numbers of a build can belong to it.
    pub fn may_have(&self, name: &str) -> bool {
        let may_be = |pattern: &String| matches(pattern, name) || may_be_below(pattern, name);
        let excludes_all =
            |pattern: &String| matches(pattern, name) || has_all_below(pattern, name);
        self.includes.iter().any(may_be) && !self.excludes.iter().any(excludes_all)
    }
}

impl GrantTarget for BuildTarget {
    fn patterns(&self) -> (&[String], &[String]) {
        (&self.includes, &self.excludes)
    }

    fn has_valid_ids(&self) -> bool {
        match &self.builds {
            BuildsOf::Any {} | BuildsOf::NoProject {} => true,
            BuildsOf::Project { key } => (1..=PROJECT_BYTES_MAX).contains(&key.len()),
        }
    }
}

/// What a permission grants on builds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BuildGrants {
    /// The builds that it is about.
    pub targets: Vec<BuildTarget>,
    /// What users may do with them.
    pub users: BTreeMap<PersonId, BTreeSet<Action>>,
    /// What the members of groups may do with them, by the ids of the groups.
    pub groups: BTreeMap<String, BTreeSet<Action>>,
    /// Whether everyone may read them, also without credentials.
    pub anonymous_reads: bool,
}

impl BuildGrants {
    /// Whether it lets someone do something with its targets.
    pub fn grants(&self, grantee: Grantee<'_>, action: Action) -> bool {
        let is_for_everyone = self.anonymous_reads && action == Action::Read;
        is_for_everyone || is_granted(&self.users, &self.groups, grantee, action)
    }
}

impl Grants for BuildGrants {
    type Target = BuildTarget;

    fn parts(&self) -> GrantParts<'_, BuildTarget> {
        let Self { targets, users, groups, anonymous_reads } = self;
        GrantParts { targets, users, groups, anonymous_reads: *anonymous_reads }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(builds: BuildsOf, includes: &[&str], excludes: &[&str]) -> BuildTarget {
        let owned = |patterns: &[&str]| patterns.iter().map(|text| (*text).to_owned()).collect();
        BuildTarget { builds, includes: owned(includes), excludes: owned(excludes) }
    }

    /// covers: [BUILD-03]
    #[test]
    fn a_pattern_names_a_build_or_its_numbers() {
        for (includes, excludes, name, number, has, all, some) in [
            (&["**"][..], &[][..], "a", "1", true, true, true),
            (&["a"], &[], "a", "1", true, true, true),
            (&["a/**"], &[], "a", "1", true, true, true),
            (&["a/**"], &[], "ab", "1", false, false, false),
            (&["a*"], &[], "ab", "1", true, true, true),
            (&["a/1*"], &[], "a", "12", true, false, true),
            (&["a/1*"], &[], "a", "2", false, false, true),
            (&["x/a"], &[], "x/a", "1", true, true, true),
            (&["**"], &["a"], "a", "1", false, false, false),
            (&["**"], &["a/1"], "a", "1", false, false, true),
            (&["**"], &["a/1"], "a", "2", true, false, true),
            (&["**"], &["secret/**"], "secret/a", "1", false, false, false),
        ] {
            let target = target(BuildsOf::Any {}, includes, excludes);
            let case = format!("{includes:?} {excludes:?} {name} {number}");
            assert_eq!(target.has(name, number), has, "{case}");
            assert_eq!(target.has_all(name), all, "{case}");
            assert_eq!(target.may_have(name), some, "{case}");
        }
    }

    /// covers: [BUILD-03]
    #[test]
    fn a_target_is_about_one_project_or_about_none_of_them() {
        let of = |builds| target(builds, &["**"], &[]);
        let shop = BuildsOf::Project { key: "shop".into() };
        for (builds, without, in_shop, in_other) in [
            (BuildsOf::Any {}, true, true, true),
            (BuildsOf::NoProject {}, true, false, false),
            (shop, false, true, false),
        ] {
            let target = of(builds);
            assert_eq!(target.is_of(None), without);
            assert_eq!(target.is_of(Some("shop")), in_shop);
            assert_eq!(target.is_of(Some("other")), in_other);
        }
    }
}
