//! What all kinds of grants of a permission have in common: targets with patterns of what belongs to them, and what
//! users and groups may do there.

use std::collections::{BTreeMap, BTreeSet};

use super::permissions::{Action, PermissionProblem, TARGETS_MAX, are_grantees, are_patterns};
use crate::secret::PersonId;

/// Resources of one kind, by patterns of their names.
pub trait GrantTarget {
    /// The patterns of those that belong to it, and of those that do not.
    fn patterns(&self) -> (&[String], &[String]);

    /// Whether the ids and keys that it has can be those of resources.
    fn has_valid_ids(&self) -> bool {
        true
    }
}

/// What a permission grants on resources of one kind.
pub trait Grants {
    /// The resources that it is about.
    type Target: GrantTarget;

    /// Its parts, which each kind has.
    fn parts(&self) -> GrantParts<'_, Self::Target>;
}

/// The parts of what a permission grants on resources of one kind.
#[derive(Debug)]
pub struct GrantParts<'g, Target> {
    /// The resources that it is about.
    pub targets: &'g [Target],
    /// What users may do with them.
    pub users: &'g BTreeMap<PersonId, BTreeSet<Action>>,
    /// What the members of groups may do with them, by the ids of the groups.
    pub groups: &'g BTreeMap<String, BTreeSet<Action>>,
    /// Whether everyone may read them, also without credentials.
    pub anonymous_reads: bool,
}

/// Checks what a permission grants on resources of one kind.
///
/// # Errors
///
/// [`PermissionProblem`], for the first part that is not valid.
pub fn check_grants<G: Grants>(grants: &G) -> Result<(), PermissionProblem> {
    let GrantParts { targets, users, groups, .. } = grants.parts();
    check_targets(targets, 1)?;
    if are_grantees(users, groups) { Ok(()) } else { Err(PermissionProblem::Grantees) }
}

/// Checks the targets of one kind, of which there must be a number.
pub(super) fn check_targets<T: GrantTarget>(
    targets: &[T],
    targets_min: usize,
) -> Result<(), PermissionProblem> {
    let is_number = (targets_min..=TARGETS_MAX).contains(&targets.len());
    if !is_number || !targets.iter().all(T::has_valid_ids) {
        return Err(PermissionProblem::Targets);
    }
    let has_patterns = |target: &T| {
        let (includes, excludes) = target.patterns();
        are_patterns(includes, excludes)
    };
    if targets.iter().all(has_patterns) { Ok(()) } else { Err(PermissionProblem::Patterns) }
}
