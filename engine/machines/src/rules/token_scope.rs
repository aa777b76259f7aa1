//! The rules for the scopes of access tokens (PERM-03).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::permissions::Action;
use super::repositories::check_repository_key;
use crate::rejection::{Rejection, RejectionCode};

/// The most repositories that a scope names.
pub const SCOPE_REPOSITORIES_MAX: usize = 50;

/// The longest that the keys of all scopes of an account are together, in bytes: its records hold them.
pub const SCOPES_BYTES_MAX: usize = 4_096;

/// What a token may be used for: its owner's rights in repositories are cut to it, or it provisions users and groups,
/// and it is for nothing else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TokenScope {
    /// The actions.
    pub actions: BTreeSet<Action>,
    /// The keys of the repositories; all if there is none. A scope only takes away, so that a later repository with the
    /// same key gives nothing that its owner would not have.
    pub repositories: BTreeSet<String>,
    /// Whether it provisions users and groups (SCIM), and is for no repository. Never in scopes that are older than
    /// this field.
    #[serde(default)]
    pub provisions: bool,
}

impl TokenScope {
    /// The scope of a token that provisions users and groups.
    pub const PROVISIONING: Self =
        Self { actions: BTreeSet::new(), repositories: BTreeSet::new(), provisions: true };

    /// How long its keys are together, in bytes.
    pub fn bytes(&self) -> usize {
        self.repositories.iter().map(String::len).sum()
    }

    /// Whether an action in a repository is within the scope.
    pub fn has(&self, action: Action, repository: &str) -> bool {
        let is_named = self.repositories.is_empty() || self.repositories.contains(repository);
        is_named && self.actions.iter().any(|named| named.includes(action))
    }
}

/// A scope has no action, too many repositories, or one whose key is not valid; or it is for both repositories and
/// provisioning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScopeProblem;

impl std::fmt::Display for ScopeProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "the scope of a token has at least one action, and at most {SCOPE_REPOSITORIES_MAX} keys of repositories; one \
             for provisioning has neither"
        )
    }
}

impl ScopeProblem {
    /// The rejection of an event with this problem.
    pub fn rejection(self) -> Rejection {
        Rejection::new(RejectionCode::TokenScope).with("field", "actions")
    }
}

/// Checks a scope.
pub fn check_scope(scope: &TokenScope) -> Result<(), ScopeProblem> {
    let TokenScope { actions, repositories, provisions } = scope;
    if *provisions {
        let has_neither = actions.is_empty() && repositories.is_empty();
        return has_neither.then_some(()).ok_or(ScopeProblem);
    }
    let are_keys = repositories.iter().all(|key| check_repository_key(key).is_ok());
    let fits = !actions.is_empty() && repositories.len() <= SCOPE_REPOSITORIES_MAX;
    (fits && are_keys).then_some(()).ok_or(ScopeProblem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_scope_has_its_actions_in_its_repositories() {
        let scope = |actions: &[Action], keys: &[&str]| TokenScope {
            actions: actions.iter().copied().collect(),
            repositories: keys.iter().map(|key| (*key).to_owned()).collect(),
            provisions: false,
        };
        let reads = scope(&[Action::Read], &["a-b"]);
        assert!(reads.has(Action::Read, "a-b"));
        assert!(!reads.has(Action::Read, "other"));
        assert!(!reads.has(Action::Write, "a-b"));
        assert!(scope(&[Action::Manage], &[]).has(Action::Read, "any"));
        assert_eq!(check_scope(&reads), Ok(()));
        for wrong in [scope(&[], &["a-b"]), scope(&[Action::Read], &["A"])] {
            assert_eq!(check_scope(&wrong), Err(ScopeProblem));
        }
        let keys: Vec<String> = (0..51).map(|at| format!("r{at}")).collect();
        let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
        assert_eq!(check_scope(&scope(&[Action::Read], &keys)), Err(ScopeProblem));
    }

    /// covers: [SCIM-01]
    #[test]
    fn a_scope_for_provisioning_is_for_no_repository() {
        let provisions = TokenScope::PROVISIONING;
        assert_eq!(check_scope(&provisions), Ok(()));
        assert!(!provisions.has(Action::Read, "a-b"));
        let actions = BTreeSet::from([Action::Read]);
        let both = TokenScope { actions, ..TokenScope::PROVISIONING };
        assert_eq!(check_scope(&both), Err(ScopeProblem));
        let repositories = BTreeSet::from(["a-b".to_owned()]);
        let both = TokenScope { repositories, ..TokenScope::PROVISIONING };
        assert_eq!(check_scope(&both), Err(ScopeProblem));
        let older = r#"{"actions": ["READ"], "repositories": []}"#;
        assert!(!serde_json::from_str::<TokenScope>(older).expect("a scope").provisions);
    }
}
