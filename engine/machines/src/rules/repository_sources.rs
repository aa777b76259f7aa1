//! Where remote and virtual repositories have their files from.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::display_text::is_invisible;
use super::path_patterns::{matches, patterns_of};
use super::repositories::{PATTERNS_BYTES_MAX, Repository, RepositoryClass, RepositoryProblem};
use crate::secret::SecretRef;

/// The longest address of another server, in bytes.
const URL_BYTES_MAX: usize = 2_048;
/// The longest time for which something is taken to be as it was, in seconds: 30 days.
const PERIOD_S_MAX: u32 = 30 * 24 * 3_600;
/// The most repositories that are joined.
const MEMBERS_MAX: usize = 32;
/// The longest name of a user of an upstream, in bytes.
const USER_BYTES_MAX: usize = 256;
/// The longest id of a repository, in bytes.
const ID_BYTES_MAX: usize = 64;

/// The repository of another server that a remote repository has its files from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Upstream {
    /// Its address.
    pub url: String,
    /// Whether it is not asked, so that only what is kept is served.
    pub offline: bool,
    /// For how long what may change, such as the index of a package, is served without asking again, in seconds.
    pub fresh_s: u32,
    /// For how long what it does not have is not asked for again, in seconds.
    pub missing_s: u32,
    /// Whether names that it has are asked of no other remote repository of the same virtual one.
    pub has_priority: bool,
    /// Who asks it; none if it answers without credentials.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub credentials: Option<Credentials>,
}

/// The credentials that an upstream gets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "UpstreamCredentials"),
    schemars(rename = "UpstreamCredentials")
)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    /// The user; empty for a token, which is a password by itself.
    pub user: String,
    /// The password or token in the vault.
    pub password: SecretRef,
}

impl Upstream {
    /// The settings of a new remote repository.
    pub const fn of(url: String) -> Self {
        Self {
            url,
            offline: false,
            fresh_s: 600,
            missing_s: 60,
            has_priority: false,
            credentials: None,
        }
    }
}

/// The repositories that a virtual repository joins.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Members {
    /// Their ids, which are never reused, in the order in which they are asked.
    pub repositories: Vec<String>,
    /// The id of the local repository that takes what is uploaded.
    pub deploys_to: Option<String>,
    /// The patterns of the names that no remote repository is asked for, separated by commas.
    pub reserved: String,
}

impl Members {
    /// Whether no remote repository may be asked for a name.
    pub fn reserve(&self, name: &str) -> bool {
        patterns_of(&self.reserved).any(|pattern| matches(pattern, name))
    }
}

/// Checks that a repository has the sources of its class, and that they are valid.
pub(super) fn check_sources(repository: &Repository) -> Result<(), RepositoryProblem> {
    let Repository { class, upstream, members, .. } = repository;
    if upstream.is_some() != (*class == RepositoryClass::Remote) {
        return Err(RepositoryProblem::Upstream);
    }
    if members.is_some() != (*class == RepositoryClass::Virtual) {
        return Err(RepositoryProblem::Members);
    }
    let fits = upstream.as_ref().is_none_or(is_upstream);
    fits.then_some(()).ok_or(RepositoryProblem::Upstream)?;
    let fits = members.as_ref().is_none_or(are_members);
    fits.then_some(()).ok_or(RepositoryProblem::Members)
}

fn is_upstream(upstream: &Upstream) -> bool {
    let Upstream { url, fresh_s, missing_s, .. } = upstream;
    let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let has_host = host.is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/'));
    let is_plain = url.chars().all(|letter| !letter.is_control() && !letter.is_whitespace());
    let is_short = url.len() <= URL_BYTES_MAX;
    let is_user = |user: &String| user.len() <= USER_BYTES_MAX && !user.contains(is_invisible);
    let is_known = upstream.credentials.as_ref().is_none_or(|known| is_user(&known.user));
    has_host
        && is_plain
        && is_short
        && is_known
        && *fresh_s <= PERIOD_S_MAX
        && *missing_s <= PERIOD_S_MAX
}

fn are_members(members: &Members) -> bool {
    let Members { repositories, deploys_to, reserved } = members;
    let different: BTreeSet<_> = repositories.iter().collect();
    let is_id = |id: &String| (1..=ID_BYTES_MAX).contains(&id.len());
    (1..=MEMBERS_MAX).contains(&repositories.len())
        && different.len() == repositories.len()
        && repositories.iter().all(is_id)
        && deploys_to.as_ref().is_none_or(|id| repositories.contains(id))
        && reserved.len() <= PATTERNS_BYTES_MAX
        && !reserved.chars().any(char::is_control)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(ids: &[&str]) -> Members {
        Members {
            repositories: ids.iter().map(|id| (*id).to_owned()).collect(),
            ..Members::default()
        }
    }

    #[test]
    fn an_upstream_is_an_address_of_the_web() {
        for (url, expected) in [
            ("https://registry.example.org", true),
            ("http://127.0.0.1:4873/npm/", true),
            ("https://", false),
            ("https:///path", false),
            ("ftp://example.org", false),
            ("registry.example.org", false),
            ("https://example.org/a b", false),
            ("", false),
        ] {
            assert_eq!(is_upstream(&Upstream::of(url.to_owned())), expected, "{url}");
        }
        let upstream = Upstream::of("https://example.org".to_owned());
        assert!(!is_upstream(&Upstream { fresh_s: PERIOD_S_MAX + 1, ..upstream.clone() }));
        assert!(!is_upstream(&Upstream { missing_s: u32::MAX, ..upstream }));
    }

    #[test]
    fn members_are_different_and_uploads_go_to_one_of_them() {
        assert!(are_members(&members(&["a", "b"])));
        assert!(!are_members(&members(&[])));
        assert!(!are_members(&members(&["a", "a"])));
        assert!(!are_members(&members(&["a", ""])));
        let to = |id: &str| Members { deploys_to: Some(id.to_owned()), ..members(&["a", "b"]) };
        assert!(are_members(&to("b")));
        assert!(!are_members(&to("c")));
    }

    #[test]
    fn reserved_names_are_those_of_its_patterns() {
        let members = Members { reserved: "@acme/**, acme-*".to_owned(), ..Members::default() };
        for (name, expected) in
            [("@acme/ui", true), ("acme-core", true), ("acme", false), ("left-pad", false)]
        {
            assert_eq!(members.reserve(name), expected, "{name}");
        }
    }
}
