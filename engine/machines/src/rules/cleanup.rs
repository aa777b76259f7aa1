//! The rules for cleanup policies: what they may remove from repositories, and when (CLEAN-01).

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::display_text::is_invisible;
use super::path_patterns::matches_text;
use super::repositories::PackageType;
use crate::rejection::{Rejection, RejectionCode};

/// The longest key of a policy, in characters.
pub const CLEANUP_KEY_CHARS_MAX: usize = 64;
/// The longest description, in characters.
pub const CLEANUP_DESCRIPTION_CHARS_MAX: usize = 500;
/// The longest schedule, in bytes.
pub const CLEANUP_CRON_BYTES_MAX: usize = 120;
/// The most repositories that a policy names, and that it excludes.
pub const CLEANUP_REPOSITORIES_MAX: usize = 200;
/// The most patterns of packages of each kind.
pub const CLEANUP_PATTERNS_MAX: usize = 50;
/// The longest pattern, in bytes.
pub const CLEANUP_PATTERN_BYTES_MAX: usize = 256;
/// The most days of a criterion: a hundred years.
pub const CLEANUP_DAYS_MAX: u32 = 36_500;
/// The most versions of a package that a policy keeps.
pub const CLEANUP_KEPT_MAX: u32 = 10_000;
/// The longest run, in minutes: a day.
pub const CLEANUP_DURATION_MINUTES_MAX: u32 = 24 * 60;

/// What a cleanup policy removes, and when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CleanupPolicy {
    /// Its unique key.
    pub key: String,
    /// What it is for; may be empty.
    pub description: String,
    /// When it runs by itself, as a cron expression in UTC; empty if it never does.
    pub cron: String,
    /// How long a run may take, in minutes.
    pub duration_minutes: u32,
    /// Whether it runs by itself.
    pub enabled: bool,
    /// Whether what it removes is deleted at once instead of going to the trash.
    pub skips_trash: bool,
    /// The project whose repositories alone it concerns; none for the whole installation.
    pub project_key: Option<String>,
    /// What it removes.
    pub criteria: CleanupCriteria,
}

/// Which versions and files a policy removes: those that all of its criteria apply to.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct CleanupCriteria {
    /// The package types; all if there is none.
    pub package_types: BTreeSet<PackageType>,
    /// The ids of the repositories; none for all local ones.
    pub repositories: Option<BTreeSet<String>>,
    /// The ids of the repositories that are left out.
    pub excluded_repositories: BTreeSet<String>,
    /// Whether repositories that belong to a project are left out, where the policy belongs to none.
    pub leaves_projects_out: bool,
    /// Patterns of names of packages, or of paths of files without versions; all if there is none.
    pub includes: Vec<String>,
    /// Patterns of those that are left out.
    pub excludes: Vec<String>,
    /// Only what was stored so many days ago or earlier.
    pub created_before_days: Option<u32>,
    /// Only what was not downloaded for so many days, nor stored.
    pub unused_days: Option<u32>,
    /// Only versions beside so many newest ones of their package.
    pub keep_last: Option<u32>,
}

impl CleanupCriteria {
    /// Whether packages of a name, or files at a path, are among those that it concerns.
    pub fn names(&self, name: &str) -> bool {
        let has = |patterns: &[String]| {
            patterns.iter().any(|pattern| {
                // A pattern of the platform for everything.
                matches!(pattern.as_str(), "**" | "**/*") || matches_text(pattern, name)
            })
        };
        (self.includes.is_empty() || has(&self.includes)) && !has(&self.excludes)
    }

    /// Whether something depends on age or use. What has no versions is not selected without.
    pub const fn judges_times(&self) -> bool {
        self.created_before_days.is_some() || self.unused_days.is_some()
    }
}

/// Why a cleanup policy is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CleanupProblem {
    /// The key is empty, too long, or has a character that is not permitted.
    Key,
    /// The description or the schedule is too long, or has invisible characters.
    Text,
    /// It names no repository, or too many.
    Repositories,
    /// There are too many patterns, or one is empty or too long.
    Patterns,
    /// There is no criterion: it would remove everything.
    Criteria,
    /// A number is out of range.
    Numbers,
    /// A run may take no time, or too long.
    Duration,
    /// The key would change.
    Fixed,
    /// A run of it is in progress.
    Running,
    /// No run of it is in progress.
    NotRunning,
}

impl CleanupProblem {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Key,
        Self::Text,
        Self::Repositories,
        Self::Patterns,
        Self::Criteria,
        Self::Numbers,
        Self::Duration,
        Self::Fixed,
        Self::Running,
        Self::NotRunning,
    ];

    /// The stable code.
    pub const fn code(self) -> RejectionCode {
        match self {
            Self::Key => RejectionCode::CleanupKey,
            Self::Text => RejectionCode::CleanupText,
            Self::Repositories => RejectionCode::CleanupRepositories,
            Self::Patterns => RejectionCode::CleanupPatterns,
            Self::Criteria => RejectionCode::CleanupCriteria,
            Self::Numbers => RejectionCode::CleanupNumbers,
            Self::Duration => RejectionCode::CleanupDuration,
            Self::Fixed => RejectionCode::CleanupFixed,
            Self::Running => RejectionCode::CleanupRunning,
            Self::NotRunning => RejectionCode::CleanupNotRunning,
        }
    }

    /// The field that the problem refers to.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Key | Self::Fixed | Self::Running | Self::NotRunning => "key",
            Self::Text => "description",
            Self::Repositories => "searchCriteria.repos",
            Self::Patterns => "searchCriteria.includedPackages",
            Self::Criteria | Self::Numbers => "searchCriteria",
            Self::Duration => "durationInMinutes",
        }
    }

    /// The rejection of an event with this problem.
    pub fn rejection(self) -> Rejection {
        Rejection::new(self.code()).with("field", self.field())
    }
}

impl std::fmt::Display for CleanupProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Key => {
                "The key of a policy has 1 to 64 lower-case letters, digits, dashes and underscores, and begins with a letter or a digit."
            }
            Self::Text => {
                "A description has at most 500 visible characters, and a schedule at most 120."
            }
            Self::Repositories => {
                "A policy names at most 200 repositories, and at least one that exists, or ** for all."
            }
            Self::Patterns => {
                "A policy has at most 50 patterns of packages of each kind, with 1 to 256 visible characters each."
            }
            Self::Criteria => {
                "A policy without a criterion would remove everything: name createdBeforeInDays, lastDownloadedBeforeInDays or keepLastNVersions."
            }
            Self::Numbers => {
                "Days are 1 to 36500, and the versions that are kept 1 to 10000."
            }
            Self::Duration => "A run takes 1 to 1440 minutes at most.",
            Self::Fixed => "The key of a policy cannot change.",
            Self::Running => {
                "This policy is running. Wait for the end of the run, or cancel it."
            }
            Self::NotRunning => "This policy is not running.",
        })
    }
}

/// Checks a policy.
///
/// # Errors
///
/// [`CleanupProblem`], with what is wrong first.
pub fn check_cleanup_policy(policy: &CleanupPolicy) -> Result<(), CleanupProblem> {
    let CleanupPolicy { key, description, cron, duration_minutes, criteria, .. } = policy;
    if !is_key(key) {
        return Err(CleanupProblem::Key);
    }
    let is_text = |text: &str| !text.contains(is_invisible);
    if description.chars().count() > CLEANUP_DESCRIPTION_CHARS_MAX
        || cron.len() > CLEANUP_CRON_BYTES_MAX
        || !is_text(description)
        || !is_text(cron)
    {
        return Err(CleanupProblem::Text);
    }
    if !(1..=CLEANUP_DURATION_MINUTES_MAX).contains(duration_minutes) {
        return Err(CleanupProblem::Duration);
    }
    check_criteria(criteria)
}

fn check_criteria(criteria: &CleanupCriteria) -> Result<(), CleanupProblem> {
    let CleanupCriteria { repositories, excluded_repositories, includes, excludes, .. } = criteria;
    let named = repositories.as_ref().map_or(1, BTreeSet::len);
    if !(1..=CLEANUP_REPOSITORIES_MAX).contains(&named)
        || excluded_repositories.len() > CLEANUP_REPOSITORIES_MAX
    {
        return Err(CleanupProblem::Repositories);
    }
    let is_pattern = |pattern: &String| {
        (1..=CLEANUP_PATTERN_BYTES_MAX).contains(&pattern.len()) && !pattern.contains(is_invisible)
    };
    let fit = |all: &[String]| all.len() <= CLEANUP_PATTERNS_MAX && all.iter().all(is_pattern);
    if !fit(includes) || !fit(excludes) {
        return Err(CleanupProblem::Patterns);
    }
    if !criteria.judges_times() && criteria.keep_last.is_none() {
        return Err(CleanupProblem::Criteria);
    }
    let days = [criteria.created_before_days, criteria.unused_days];
    let fits = |max: u32| move |number: &u32| (1..=max).contains(number);
    let are_days = days.iter().flatten().all(fits(CLEANUP_DAYS_MAX));
    let is_kept = criteria.keep_last.iter().all(fits(CLEANUP_KEPT_MAX));
    if are_days && is_kept { Ok(()) } else { Err(CleanupProblem::Numbers) }
}

fn is_key(key: &str) -> bool {
    let is_letter = |letter: u8| letter.is_ascii_lowercase() || letter.is_ascii_digit();
    (1..=CLEANUP_KEY_CHARS_MAX).contains(&key.len())
        && key.bytes().next().is_some_and(is_letter)
        && key.bytes().all(|letter| is_letter(letter) || matches!(letter, b'-' | b'_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(criteria: CleanupCriteria) -> CleanupPolicy {
        CleanupPolicy {
            key: "old-builds".into(),
            description: String::new(),
            cron: String::new(),
            duration_minutes: 60,
            enabled: true,
            skips_trash: false,
            project_key: None,
            criteria,
        }
    }

    #[test]
    fn a_policy_has_a_criterion_and_bounds() {
        let check = |criteria| check_cleanup_policy(&policy(criteria));
        let keep = |keep_last| CleanupCriteria { keep_last, ..CleanupCriteria::default() };
        assert_eq!(check(keep(Some(3))), Ok(()));
        assert_eq!(check(keep(None)), Err(CleanupProblem::Criteria));
        assert_eq!(check(keep(Some(0))), Err(CleanupProblem::Numbers));
        let none = CleanupCriteria { repositories: Some(BTreeSet::new()), ..keep(Some(1)) };
        assert_eq!(check(none), Err(CleanupProblem::Repositories));
        let empty = CleanupCriteria { includes: vec![String::new()], ..keep(Some(1)) };
        assert_eq!(check(empty), Err(CleanupProblem::Patterns));
        for key in ["", "-a", "A", "a/b", &"a".repeat(65)] {
            let wrong = CleanupPolicy { key: key.into(), ..policy(keep(Some(1))) };
            assert_eq!(check_cleanup_policy(&wrong), Err(CleanupProblem::Key), "{key}");
        }
    }

    #[test]
    fn patterns_are_of_names() {
        let criteria = CleanupCriteria {
            includes: vec!["@acme/*".into()],
            excludes: vec!["*/shop".into()],
            ..CleanupCriteria::default()
        };
        assert!(criteria.names("@acme/web"));
        assert!(!criteria.names("@acme/shop"));
        assert!(!criteria.names("left-pad"));
        assert!(
            CleanupCriteria { includes: vec!["**".into()], ..CleanupCriteria::default() }
                .names("a/b")
        );
    }
}
