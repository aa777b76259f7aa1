//! What the events of a webhook are narrowed by: names, and patterns of names and paths.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::NarrowedBy;
use crate::rules::display_text::is_invisible;
use crate::rules::path_patterns::{matches, matches_text};
use crate::rules::repositories::RepositoryClass;

/// The most names of a filter.
pub const WEBHOOK_NAMES_MAX: usize = 200;
/// The most include and exclude patterns, each.
pub const WEBHOOK_PATTERNS_MAX: usize = 50;
/// The longest name or pattern, in bytes.
pub const WEBHOOK_PATTERN_BYTES_MAX: usize = 256;

/// Which events of its domain a webhook is sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "by", rename_all = "snake_case", deny_unknown_fields)]
pub enum WebhookFilter {
    /// By the repository of a file, and its path.
    Repositories {
        /// Whether all local repositories count, also those that are created later.
        any_local: bool,
        /// Whether all remote repositories count, also those that are created later.
        any_remote: bool,
        /// The ids of further repositories.
        ids: BTreeSet<String>,
        /// The patterns of paths.
        patterns: WebhookPatterns,
    },
    /// By the name of a build.
    Builds(WebhookNames),
    /// By the name of a release bundle.
    Bundles(WebhookNames),
    /// All events of the domain.
    All {},
}

/// Names, and patterns of names.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WebhookNames {
    /// Whether every name counts, also those that come later.
    pub any: bool,
    /// The names that count.
    pub names: BTreeSet<String>,
    /// The patterns of names that count too.
    pub patterns: WebhookPatterns,
    /// The environments of which promotions count; all of them if it is empty. Only promotions have one.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub environments: BTreeSet<String>,
}

/// Ant patterns: what any of the first and none of the others matches. Without a first, everything is included.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct WebhookPatterns {
    /// What is included.
    pub includes: Vec<String>,
    /// What is excluded.
    pub excludes: Vec<String>,
}

impl WebhookPatterns {
    fn permit(&self, is_match: impl Fn(&str) -> bool) -> bool {
        let any = |patterns: &[String]| patterns.iter().any(|pattern| is_match(pattern));
        (self.includes.is_empty() || any(&self.includes)) && !any(&self.excludes)
    }

    fn are_valid(&self) -> bool {
        let fits = |patterns: &[String]| {
            patterns.len() <= WEBHOOK_PATTERNS_MAX
                && patterns.iter().all(|pattern| is_text(pattern))
        };
        fits(&self.includes) && fits(&self.excludes)
    }
}

impl WebhookNames {
    /// Whether events about what has this name are sent.
    pub fn has(&self, name: &str) -> bool {
        if self.any || self.names.contains(name) {
            return true;
        }
        !self.patterns.includes.is_empty()
            && self.patterns.permit(|pattern| matches_text(pattern, name))
    }

    /// Whether events about this environment are sent; those about none only if none is chosen.
    pub fn has_environment(&self, environment: Option<&str>) -> bool {
        self.environments.is_empty()
            || environment.is_some_and(|environment| self.environments.contains(environment))
    }

    fn are_valid(&self) -> bool {
        let has_some = self.any || !self.names.is_empty() || !self.patterns.includes.is_empty();
        has_some
            && self.names.len() <= WEBHOOK_NAMES_MAX
            && self.names.iter().all(|name| is_text(name))
            && self.environments.len() <= WEBHOOK_NAMES_MAX
            && self.environments.iter().all(|environment| is_text(environment))
            && self.patterns.are_valid()
    }
}

impl WebhookFilter {
    /// What it narrows by.
    pub const fn narrows_by(&self) -> NarrowedBy {
        match self {
            Self::Repositories { .. } => NarrowedBy::Repositories,
            Self::Builds(_) => NarrowedBy::Builds,
            Self::Bundles(_) => NarrowedBy::Bundles,
            Self::All {} => NarrowedBy::Nothing,
        }
    }

    /// Whether it is narrowed by environments too.
    pub fn names_environments(&self) -> bool {
        match self {
            Self::Builds(names) | Self::Bundles(names) => !names.environments.is_empty(),
            Self::Repositories { .. } | Self::All {} => false,
        }
    }

    /// Whether events in a repository, by its id, are sent as far as their paths permit it.
    pub fn has_repository(&self, repository: &str, class: RepositoryClass) -> bool {
        let Self::Repositories { any_local, any_remote, ids, .. } = self else { return false };
        let is_any = match class {
            RepositoryClass::Local => *any_local,
            RepositoryClass::Remote => *any_remote,
            RepositoryClass::Virtual => false,
        };
        is_any || ids.contains(repository)
    }

    /// Whether events about a file are sent.
    pub fn has_file(&self, repository: &str, class: RepositoryClass, path: &str) -> bool {
        let Self::Repositories { patterns, .. } = self else { return false };
        self.has_repository(repository, class) && patterns.permit(|pattern| matches(pattern, path))
    }

    /// Whether it names something, and neither too much nor what cannot be a name.
    pub(super) fn is_valid(&self) -> bool {
        match self {
            Self::Repositories { any_local, any_remote, ids, patterns } => {
                (*any_local || *any_remote || !ids.is_empty())
                    && ids.len() <= WEBHOOK_NAMES_MAX
                    && ids.iter().all(|id| is_text(id))
                    && patterns.are_valid()
            }
            Self::Builds(names) | Self::Bundles(names) => names.are_valid(),
            Self::All {} => true,
        }
    }
}

fn is_text(text: &str) -> bool {
    (1..=WEBHOOK_PATTERN_BYTES_MAX).contains(&text.len()) && !text.contains(is_invisible)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patterns(includes: &[&str], excludes: &[&str]) -> WebhookPatterns {
        let owned = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect();
        WebhookPatterns { includes: owned(includes), excludes: owned(excludes) }
    }

    /// covers: [HOOK-01]
    #[test]
    fn files_are_found_by_repository_and_path() {
        let filter = |any_local, ids: &[&str], patterns| WebhookFilter::Repositories {
            any_local,
            any_remote: false,
            ids: ids.iter().map(|id| (*id).to_owned()).collect(),
            patterns,
        };
        let local = RepositoryClass::Local;
        for (filter, id, class, path, expected) in [
            (filter(true, &[], patterns(&[], &[])), "r1", local, "a/b", true),
            (filter(true, &[], patterns(&[], &[])), "r1", RepositoryClass::Remote, "a/b", false),
            (filter(false, &["r1"], patterns(&[], &[])), "r1", RepositoryClass::Remote, "a", true),
            (filter(false, &["r1"], patterns(&[], &[])), "r2", local, "a", false),
            (filter(true, &[], patterns(&["a/**"], &[])), "r1", local, "b/a", false),
            (filter(true, &[], patterns(&["**"], &["**/*.sha1"])), "r1", local, "a/b.sha1", false),
            (WebhookFilter::All {}, "r1", local, "a", false),
        ] {
            assert_eq!(filter.has_file(id, class, path), expected, "{filter:?} {id} {path}");
        }
    }

    /// covers: [HOOK-01]
    #[test]
    fn names_count_by_themselves_or_by_patterns() {
        let names = |any, names: &[&str], patterns| WebhookNames {
            any,
            names: names.iter().map(|name| (*name).to_owned()).collect(),
            patterns,
            environments: BTreeSet::new(),
        };
        for (names, name, expected) in [
            (names(true, &[], patterns(&[], &[])), "shop", true),
            (names(false, &["shop"], patterns(&[], &[])), "shop", true),
            (names(false, &["shop"], patterns(&[], &[])), "till", false),
            (names(false, &[], patterns(&["sh*"], &["*-test"])), "shop", true),
            (names(false, &[], patterns(&["sh*"], &["*-test"])), "shop-test", false),
        ] {
            assert_eq!(names.has(name), expected, "{names:?} {name}");
        }
    }

    /// covers: [HOOK-02]
    #[test]
    fn a_filter_names_something() {
        let none = WebhookNames::default();
        assert!(!WebhookFilter::Builds(none.clone()).is_valid());
        assert!(WebhookFilter::Builds(WebhookNames { any: true, ..none.clone() }).is_valid());
        let long = patterns(&[&"x".repeat(WEBHOOK_PATTERN_BYTES_MAX + 1)], &[]);
        assert!(
            !WebhookFilter::Bundles(WebhookNames { patterns: long, ..none.clone() }).is_valid()
        );
        let many = vec!["*".to_owned(); WEBHOOK_PATTERNS_MAX + 1];
        let many = WebhookPatterns { includes: many, excludes: Vec::new() };
        assert!(!WebhookFilter::Bundles(WebhookNames { patterns: many, ..none }).is_valid());
    }

    /// What was stored before there were environments counts for all of them, and is stored as it was.
    ///
    /// covers: [HOOK-01]
    #[test]
    fn promotions_count_by_their_environment() {
        let stored =
            r#"{"by":"bundles","any":true,"names":[],"patterns":{"includes":[],"excludes":[]}}"#;
        let filter: WebhookFilter = serde_json::from_str(stored).expect("a filter");
        assert_eq!(serde_json::to_string(&filter).expect("JSON"), stored);
        assert!(!filter.names_environments());
        let WebhookFilter::Bundles(all) = filter else { panic!("it is of bundles") };
        let environments = BTreeSet::from(["DEV".to_owned(), "PROD".to_owned()]);
        let some = WebhookNames { environments, ..all.clone() };
        for (names, environment, expected) in [
            (&all, Some("PROD"), true),
            (&all, None, true),
            (&some, Some("PROD"), true),
            (&some, Some("prod"), false),
            (&some, Some("TEST"), false),
            (&some, None, false),
        ] {
            assert_eq!(names.has_environment(environment), expected, "{names:?} {environment:?}");
        }
        let filter = WebhookFilter::Bundles(some.clone());
        assert!(filter.names_environments() && filter.is_valid());
        let written = serde_json::to_string(&filter).expect("JSON");
        assert_eq!(serde_json::from_str::<WebhookFilter>(&written).ok(), Some(filter));
        let unnamed = WebhookNames { environments: BTreeSet::from([String::new()]), ..some };
        assert!(!WebhookFilter::Bundles(unnamed).is_valid());
    }
}
