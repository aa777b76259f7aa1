//! The rules by which downloads of packages are refused or warned of, and what such a rule may say.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::display_text::is_invisible;
use super::path_patterns::matches_text;
use crate::rejection::{Rejection, RejectionCode};

/// The most rules of an installation.
pub const DOWNLOAD_RULES_MAX: usize = 50;
/// How much all rules may have together as JSON, in bytes: a record has them twice.
pub const DOWNLOAD_RULES_BYTES_MAX: usize = 12 * 1024;
/// The longest name of a rule, in characters.
pub const DOWNLOAD_RULE_NAME_CHARS_MAX: usize = 64;
/// The most patterns of repositories of a rule.
pub const DOWNLOAD_RULE_PATTERNS_MAX: usize = 20;
/// The longest pattern, in bytes.
pub const DOWNLOAD_RULE_PATTERN_BYTES_MAX: usize = 64;
/// The most licences of a rule.
pub const DOWNLOAD_RULE_LICENCES_MAX: usize = 100;
/// The longest licence, in bytes.
pub const DOWNLOAD_RULE_LICENCE_BYTES_MAX: usize = 80;
/// The longest age that a rule requires, in hours: a year.
pub const DOWNLOAD_RULE_HOURS_MAX: u32 = 365 * 24;

/// A rule about downloads of packages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DownloadRule {
    /// Its name, which no other rule has. Clients show it.
    pub name: String,
    /// Whether it applies.
    pub enabled: bool,
    /// Patterns of the keys of repositories, in which `?` is one character and `*` any number of them; all if there is
    /// none. It is the repository that has the file, also where a virtual one was asked.
    pub repositories: Vec<String>,
    /// Which versions it is about.
    pub condition: DownloadCondition,
    /// What happens then.
    pub action: DownloadAction,
}

/// Which versions a rule is about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum DownloadCondition {
    /// Versions that a security advisory of this severity, or a higher one, is about.
    Severity {
        /// The lowest severity.
        at_least: DownloadSeverity,
    },
    /// Versions by their licences.
    Licence {
        /// The identifiers of SPDX, perhaps with an exception. A version that offers another licence as well, to choose
        /// from, is not meant.
        refused: BTreeSet<String>,
        /// Whether versions are meant whose licence is missing, or is none that SPDX has an identifier for.
        unknown: bool,
    },
    /// Versions that were published lately. Of remote repositories whose upstream does not say when, it counts when the
    /// server stored the file.
    Age {
        /// The age in hours from which a version is not meant any longer.
        min_hours: u32,
    },
}

/// A severity of security advisories, the lowest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum DownloadSeverity {
    Low,
    Medium,
    High,
    Critical,
}

/// What happens to a download that a rule is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DownloadAction {
    /// The file is sent, with a warning that clients show.
    Warn,
    /// The file is not sent.
    Refuse,
}

/// What a rule is about, without the details.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DownloadRuleKind {
    /// Security advisories, by their severity.
    Severity,
    /// Licences.
    Licence,
    /// The time of publication.
    Age,
}

/// What a version violates that a rule refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DownloadViolationReason {
    /// A security advisory of such a severity is about it.
    Severity,
    /// It has a licence that is refused.
    LicenceRefused,
    /// It has no licence, or none that SPDX has an identifier for.
    LicenceUnknown,
    /// It was published too lately.
    TooNew,
}

impl DownloadViolationReason {
    /// What a rule is about that refuses for this reason.
    pub const fn kind(self) -> DownloadRuleKind {
        match self {
            Self::Severity => DownloadRuleKind::Severity,
            Self::LicenceRefused | Self::LicenceUnknown => DownloadRuleKind::Licence,
            Self::TooNew => DownloadRuleKind::Age,
        }
    }
}

impl DownloadRule {
    /// Whether it applies to files of the repository with a key.
    pub fn applies_to(&self, repository: &str) -> bool {
        let is_named = |pattern: &String| matches_text(pattern, repository);
        self.enabled && (self.repositories.is_empty() || self.repositories.iter().any(is_named))
    }
}

/// Why rules are invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DownloadRuleProblem {
    /// A name is empty, too long, or has invisible characters.
    Name,
    /// Two rules have the same name.
    NameTaken,
    /// There are too many patterns of repositories, or one is empty or too long.
    Repositories,
    /// There is no licence, there are too many, or one is empty or too long.
    Licences,
    /// An age is out of range.
    Age,
    /// There are too many rules, or they are too long together.
    TooMany,
}

impl DownloadRuleProblem {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Name, Self::NameTaken, Self::Repositories, Self::Licences, Self::Age, Self::TooMany];

    /// The stable code.
    pub const fn code(self) -> RejectionCode {
        match self {
            Self::Name => RejectionCode::DownloadRuleName,
            Self::NameTaken => RejectionCode::DownloadRuleNameTaken,
            Self::Repositories => RejectionCode::DownloadRuleRepositories,
            Self::Licences => RejectionCode::DownloadRuleLicences,
            Self::Age => RejectionCode::DownloadRuleAge,
            Self::TooMany => RejectionCode::TooManyDownloadRules,
        }
    }

    /// The field of a rule that the problem refers to; none if it is about all rules.
    pub const fn field(self) -> Option<&'static str> {
        match self {
            Self::Name | Self::NameTaken => Some("name"),
            Self::Repositories => Some("repositories"),
            Self::Licences => Some("condition.refused"),
            Self::Age => Some("condition.min_hours"),
            Self::TooMany => None,
        }
    }

    /// The rejection of an event with this problem.
    pub fn rejection(self) -> Rejection {
        Rejection::new(self.code())
    }
}

impl std::fmt::Display for DownloadRuleProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Name => "The name of a rule has 1 to 64 visible characters.",
            Self::NameTaken => "Another rule has this name. Choose one that tells them apart.",
            Self::Repositories => {
                "A rule has at most 20 patterns of repositories, with 1 to 64 visible characters each."
            }
            Self::Licences => {
                "A rule about licences has at most 100 identifiers of SPDX, and at least one unless it is about unknown ones."
            }
            Self::Age => "The age that a rule requires is 1 to 8760 hours.",
            Self::TooMany => {
                "There are at most 50 rules, which have 12 KiB together. Combine or shorten some."
            }
        })
    }
}

/// Checks all rules together.
///
/// # Errors
///
/// The place of the first rule that is invalid, and why.
pub fn check_download_rules(rules: &[DownloadRule]) -> Result<(), (usize, DownloadRuleProblem)> {
    let bytes = serde_json::to_vec(rules).map_or(usize::MAX, |text| text.len());
    if rules.len() > DOWNLOAD_RULES_MAX || bytes > DOWNLOAD_RULES_BYTES_MAX {
        return Err((rules.len().saturating_sub(1), DownloadRuleProblem::TooMany));
    }
    let mut names = BTreeSet::new();
    for (at, rule) in rules.iter().enumerate() {
        check_rule(rule).map_err(|problem| (at, problem))?;
        if !names.insert(rule.name.to_lowercase()) {
            return Err((at, DownloadRuleProblem::NameTaken));
        }
    }
    Ok(())
}

fn check_rule(rule: &DownloadRule) -> Result<(), DownloadRuleProblem> {
    let DownloadRule { name, repositories, condition, .. } = rule;
    let is_visible = |text: &str| !text.contains(is_invisible);
    let is_name = name.trim() == name
        && (1..=DOWNLOAD_RULE_NAME_CHARS_MAX).contains(&name.chars().count())
        && is_visible(name);
    if !is_name {
        return Err(DownloadRuleProblem::Name);
    }
    let is_pattern = |pattern: &String| {
        (1..=DOWNLOAD_RULE_PATTERN_BYTES_MAX).contains(&pattern.len()) && is_visible(pattern)
    };
    if repositories.len() > DOWNLOAD_RULE_PATTERNS_MAX || !repositories.iter().all(is_pattern) {
        return Err(DownloadRuleProblem::Repositories);
    }
    match condition {
        DownloadCondition::Severity { .. } => Ok(()),
        DownloadCondition::Licence { refused, unknown } => {
            let is_licence = |licence: &String| {
                (1..=DOWNLOAD_RULE_LICENCE_BYTES_MAX).contains(&licence.len())
                    && is_visible(licence)
            };
            let fits = refused.len() <= DOWNLOAD_RULE_LICENCES_MAX
                && (*unknown || !refused.is_empty())
                && refused.iter().all(is_licence);
            fits.then_some(()).ok_or(DownloadRuleProblem::Licences)
        }
        DownloadCondition::Age { min_hours } => {
            let fits = (1..=DOWNLOAD_RULE_HOURS_MAX).contains(min_hours);
            fits.then_some(()).ok_or(DownloadRuleProblem::Age)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(name: &str, condition: DownloadCondition) -> DownloadRule {
        let repositories = vec!["npm-*".to_owned()];
        let action = DownloadAction::Refuse;
        DownloadRule { name: name.into(), enabled: true, repositories, condition, action }
    }

    fn age(min_hours: u32) -> DownloadCondition {
        DownloadCondition::Age { min_hours }
    }

    fn licence(refused: &[&str], unknown: bool) -> DownloadCondition {
        let refused = refused.iter().map(ToString::to_string).collect();
        DownloadCondition::Licence { refused, unknown }
    }

    #[test]
    fn rules_have_bounds() {
        use DownloadRuleProblem as Problem;
        let check = |rule: DownloadRule| check_download_rules(&[rule]).map_err(|(_, why)| why);
        assert_eq!(check(rule("No GPL", licence(&["GPL-3.0-only"], false))), Ok(()));
        assert_eq!(check(rule("Known", licence(&[], true))), Ok(()));
        assert_eq!(check(rule("None", licence(&[], false))), Err(Problem::Licences));
        assert_eq!(check(rule("Empty", licence(&[""], false))), Err(Problem::Licences));
        for hours in [0, DOWNLOAD_RULE_HOURS_MAX + 1] {
            assert_eq!(check(rule("Age", age(hours))), Err(Problem::Age));
        }
        for name in ["", " a", "a\nb", &"a".repeat(65)] {
            assert_eq!(check(rule(name, age(1))), Err(Problem::Name), "{name:?}");
        }
        for pattern in ["", &"a".repeat(65)] {
            let wrong = DownloadRule { repositories: vec![pattern.into()], ..rule("a", age(1)) };
            assert_eq!(check(wrong), Err(Problem::Repositories), "{pattern:?}");
        }
    }

    #[test]
    fn the_whole_list_has_bounds_and_each_name_once() {
        use DownloadRuleProblem as Problem;
        let many = |count: usize| -> Vec<DownloadRule> {
            (0..count).map(|number| rule(&number.to_string(), age(1))).collect()
        };
        assert_eq!(check_download_rules(&many(DOWNLOAD_RULES_MAX)), Ok(()));
        let too_many = check_download_rules(&many(DOWNLOAD_RULES_MAX + 1));
        assert_eq!(too_many, Err((DOWNLOAD_RULES_MAX, Problem::TooMany)));
        let long = |rule: DownloadRule| DownloadRule {
            repositories: (0..20).map(|at| format!("{at:064}")).collect(),
            ..rule
        };
        let too_long: Vec<_> = many(10).into_iter().map(long).collect();
        assert_eq!(check_download_rules(&too_long), Err((9, Problem::TooMany)));
        let twice = [rule("One", age(1)), rule("one", age(2))];
        assert_eq!(check_download_rules(&twice), Err((1, Problem::NameTaken)));
    }

    #[test]
    fn a_rule_applies_to_repositories_by_pattern_while_it_is_enabled() {
        let of_npm = rule("a", age(1));
        assert!(of_npm.applies_to("npm-local"));
        assert!(!of_npm.applies_to("pypi-local"));
        assert!(!DownloadRule { enabled: false, ..of_npm.clone() }.applies_to("npm-local"));
        assert!(DownloadRule { repositories: Vec::new(), ..of_npm }.applies_to("pypi-local"));
    }
}
