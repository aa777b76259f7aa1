//! What permissions name of release bundles (HOOK-05). It is recorded and shown, and webhooks choose from its patterns.
//! It decides nothing: every user who is signed in sees all release bundles. A bundle is named like a folder with its
//! versions in it: `shop/**` is all of the bundle `shop`, and so is `shop` itself.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::grants::{GrantParts, GrantTarget, Grants};
use super::permissions::Action;
use crate::secret::PersonId;

/// The release bundles of a target.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "of", rename_all = "snake_case", deny_unknown_fields)]
pub enum BundlesOf {
    /// All, also those that are imported later.
    Any {},
    /// Those that belong to no project: all of them in this release.
    NoProject {},
}

/// Release bundles, by patterns of their names and versions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BundleTarget {
    /// The release bundles.
    pub bundles: BundlesOf,
    /// The patterns of those that belong to it.
    pub includes: Vec<String>,
    /// The patterns of those that do not belong to it.
    pub excludes: Vec<String>,
}

impl GrantTarget for BundleTarget {
    fn patterns(&self) -> (&[String], &[String]) {
        (&self.includes, &self.excludes)
    }
}

/// What a permission names of release bundles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BundleGrants {
    /// The release bundles that it is about.
    pub targets: Vec<BundleTarget>,
    /// What is recorded for users.
    pub users: BTreeMap<PersonId, BTreeSet<Action>>,
    /// What is recorded for the members of groups, by the ids of the groups.
    pub groups: BTreeMap<String, BTreeSet<Action>>,
    /// Whether reading is recorded for everyone.
    pub anonymous_reads: bool,
}

impl Grants for BundleGrants {
    type Target = BundleTarget;

    fn parts(&self) -> GrantParts<'_, BundleTarget> {
        let Self { targets, users, groups, anonymous_reads } = self;
        GrantParts { targets, users, groups, anonymous_reads: *anonymous_reads }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::grants::check_grants;
    use crate::rules::permissions::PermissionProblem;

    fn grants(includes: &[&str], excludes: &[&str]) -> BundleGrants {
        let owned = |patterns: &[&str]| patterns.iter().map(|text| (*text).to_owned()).collect();
        let target = BundleTarget {
            bundles: BundlesOf::Any {},
            includes: owned(includes),
            excludes: owned(excludes),
        };
        BundleGrants {
            targets: vec![target],
            users: BTreeMap::new(),
            groups: BTreeMap::new(),
            anonymous_reads: false,
        }
    }

    /// covers: [HOOK-05]
    #[test]
    fn patterns_of_release_bundles_are_those_of_permissions() {
        for valid in [grants(&["**"], &[]), grants(&["shop/**", "till-?"], &["shop/1.*"])] {
            assert_eq!(check_grants(&valid), Ok(()), "{valid:?}");
        }
        for wrong in [grants(&[], &[]), grants(&["a,b"], &[]), grants(&["**"], &["/a"])] {
            let problem = Err(PermissionProblem::Patterns);
            assert_eq!(check_grants(&wrong), problem, "{wrong:?}");
        }
        let none = BundleGrants { targets: Vec::new(), ..grants(&["**"], &[]) };
        assert_eq!(check_grants(&none), Err(PermissionProblem::Targets));
        let groups = BTreeMap::from([("g_1".to_owned(), BTreeSet::new())]);
        let idle = BundleGrants { groups, ..grants(&["**"], &[]) };
        assert_eq!(check_grants(&idle), Err(PermissionProblem::Grantees));
    }
}
