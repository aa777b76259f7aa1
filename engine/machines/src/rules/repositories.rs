//! The rules for repositories: their keys, classes, patterns and texts.

use serde::{Deserialize, Serialize};

use super::display_text::is_invisible;
use super::path_patterns::{matches, patterns_of};
use super::repository_sources::{Members, Upstream, check_sources};
use crate::rejection::{Rejection, RejectionCode};

pub use super::package_types::PackageType;

/// The shortest key, in characters.
pub const KEY_CHARS_MIN: usize = 2;
/// The longest key, in characters.
pub const KEY_CHARS_MAX: usize = 64;
/// The longest description or notes, in characters.
pub const REPOSITORY_TEXT_CHARS_MAX: usize = 500;
/// The longest include or exclude patterns, in bytes.
pub const PATTERNS_BYTES_MAX: usize = 512;
/// The most environments of a repository.
pub const ENVIRONMENTS_MAX: usize = 8;
/// The longest name of an environment, in bytes.
pub const ENVIRONMENT_BYTES_MAX: usize = 32;
/// Keys that are part of the addresses of other calls.
const RESERVED_KEYS: [&str; 5] = ["api", "v2", "ui", "list", "webapp"];

/// Where a repository has its files from.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RepositoryClass {
    /// From those who upload them.
    #[default]
    Local,
    /// From a repository of another server, whose files it keeps.
    Remote,
    /// From other repositories of this server.
    Virtual,
}

impl RepositoryClass {
    /// All classes.
    pub const ALL: [Self; 3] = [Self::Local, Self::Remote, Self::Virtual];

    /// The name in the platform's public calls.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Local => "local",
            Self::Remote => "remote",
            Self::Virtual => "virtual",
        }
    }
}

/// What is recorded of the downloads of a repository.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "DownloadAudit")
)]
#[cfg_attr(feature = "schema", schemars(rename = "DownloadAudit"))]
#[serde(rename_all = "snake_case")]
pub enum Audit {
    /// Counts, each minute.
    #[default]
    Counts,
    /// Each download as well, before its first byte is sent.
    Full,
}

impl Audit {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Counts, Self::Full];

    /// The name in the platform's public calls.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Counts => "counts",
            Self::Full => "full",
        }
    }

    #[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes it so")]
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// A repository as an administrator wants it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "RepositorySettings"),
    schemars(rename = "RepositorySettings")
)]
#[serde(deny_unknown_fields)]
pub struct Repository {
    /// The key, by which addresses name it.
    pub key: String,
    /// Where it has its files from.
    pub class: RepositoryClass,
    /// The kind of its packages.
    pub package_type: PackageType,
    /// What it is for, as its users see it.
    pub description: String,
    /// What only its administrators see.
    pub notes: String,
    /// The patterns of the paths that it may hold, separated by commas.
    pub includes: String,
    /// The patterns of the paths that it may not hold, separated by commas.
    pub excludes: String,
    /// The project that it belongs to.
    pub project_key: Option<String>,
    /// The environments that it belongs to.
    pub environments: Vec<String>,
    /// How many bytes its files may have together; without limit if none.
    pub quota_bytes: Option<u64>,
    /// Where a remote repository has its files from; none of other classes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub upstream: Option<Upstream>,
    /// What a virtual repository joins; none of other classes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub members: Option<Members>,
    /// What is recorded of downloads. Those of a virtual repository are downloads of its members.
    #[serde(default, skip_serializing_if = "Audit::is_default")]
    pub audit: Audit,
}

impl Repository {
    /// Whether it may hold a file at this path.
    pub fn takes(&self, path: &str) -> bool {
        let any = |patterns: &str| patterns_of(patterns).any(|pattern| matches(pattern, path));
        any(&self.includes) && !any(&self.excludes)
    }
}

/// Why a repository is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RepositoryProblem {
    /// The key has another form.
    Key,
    /// The key is part of other addresses.
    KeyReserved,
    /// The description or the notes are too long or have invisible characters.
    Text,
    /// The patterns are too long, or there is none of what may be held.
    Patterns,
    /// There are too many environments, or a name of one is not valid.
    Environments,
    /// The quota is too large for an exact number in JSON, or zero.
    Quota,
    /// The key, the class or the package type would change.
    Fixed,
    /// The address of the other server is not valid, or not that of a remote repository.
    Upstream,
    /// The repositories that are joined are not valid, or not those of a virtual repository.
    Members,
    /// The downloads of a virtual repository are those of its members.
    Audit,
}

impl RepositoryProblem {
    /// The stable code.
    pub const fn code(self) -> RejectionCode {
        match self {
            Self::Key => RejectionCode::RepositoryKey,
            Self::KeyReserved => RejectionCode::RepositoryKeyReserved,
            Self::Text => RejectionCode::RepositoryText,
            Self::Patterns => RejectionCode::RepositoryPatterns,
            Self::Environments => RejectionCode::RepositoryEnvironments,
            Self::Quota => RejectionCode::RepositoryQuota,
            Self::Fixed => RejectionCode::RepositoryFixed,
            Self::Upstream => RejectionCode::RepositoryUpstream,
            Self::Members => RejectionCode::RepositoryMembers,
            Self::Audit => RejectionCode::RepositoryAudit,
        }
    }

    /// The field that the problem refers to.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Key | Self::KeyReserved | Self::Fixed => "key",
            Self::Text => "description",
            Self::Patterns => "includesPattern",
            Self::Environments => "environments",
            Self::Quota => "quotaBytes",
            Self::Upstream => "url",
            Self::Members => "repositories",
            Self::Audit => "audit",
        }
    }

    /// The problem as a sentence.
    pub const fn message(self) -> &'static str {
        match self {
            Self::Key => {
                "A repository key has 2 to 64 lowercase letters, digits, dots, dashes and underscores, and begins with a letter or digit"
            }
            Self::KeyReserved => {
                "This key is part of other addresses of the platform; choose another one"
            }
            Self::Text => "Description and notes may have at most 500 visible characters each",
            Self::Patterns => {
                "Include patterns have 1 to 512 characters and exclude patterns at most 512, such as **/* or com/acme/**, separated by commas"
            }
            Self::Environments => {
                "A repository has at most 8 environments, whose names have 1 to 32 letters, digits, dashes and underscores"
            }
            Self::Quota => "A quota is a number of bytes from 1 to 9007199254740991",
            Self::Fixed => "The key, the class and the package type of a repository cannot change",
            Self::Upstream => {
                "A remote repository has the address of another one, which begins with https:// or http:// and has at most 2048 bytes; files are fresh, or known to be missing, for at most 30 days"
            }
            Self::Members => {
                "A virtual repository joins 1 to 32 others, each of them once, and uploads go to one of them"
            }
            Self::Audit => {
                "Downloads are recorded as the repositories say that have the files; set it for those that a virtual repository joins"
            }
        }
    }

    /// The rejection of an event with this problem.
    pub fn rejection(self) -> Rejection {
        Rejection::new(self.code()).with("field", self.field())
    }
}

impl std::fmt::Display for RepositoryProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.message())
    }
}

/// Checks the key of a repository. It is a part of the path of everything in it.
pub fn check_repository_key(key: &str) -> Result<(), RepositoryProblem> {
    let alphanumeric = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let fits = (KEY_CHARS_MIN..=KEY_CHARS_MAX).contains(&key.len());
    let starts = key.bytes().next().is_some_and(alphanumeric);
    if !fits || !starts || !key.bytes().all(|byte| alphanumeric(byte) || b"._-".contains(&byte)) {
        return Err(RepositoryProblem::Key);
    }
    if RESERVED_KEYS.contains(&key) { Err(RepositoryProblem::KeyReserved) } else { Ok(()) }
}

/// Checks the name of an environment.
pub fn check_environment(name: &str) -> Result<(), RepositoryProblem> {
    let belongs = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
    let fits = (1..=ENVIRONMENT_BYTES_MAX).contains(&name.len());
    if fits && name.bytes().all(belongs) { Ok(()) } else { Err(RepositoryProblem::Environments) }
}

/// Checks a repository.
pub fn check_repository(repository: &Repository) -> Result<(), RepositoryProblem> {
    let Repository { key, description, notes, includes, excludes, environments, .. } = repository;
    check_repository_key(key)?;
    let is_text = |text: &str| {
        let visible = |letter: char| letter == '\n' || !is_invisible(letter);
        text.chars().count() <= REPOSITORY_TEXT_CHARS_MAX && text.chars().all(visible)
    };
    let is_pattern = |text: &str| text.len() <= PATTERNS_BYTES_MAX && !text.contains(is_invisible);
    let is_name = |name: &String| check_environment(name).is_ok();
    if !is_text(description) || !is_text(notes) {
        return Err(RepositoryProblem::Text);
    }
    if patterns_of(includes).next().is_none() || !is_pattern(includes) || !is_pattern(excludes) {
        return Err(RepositoryProblem::Patterns);
    }
    if environments.len() > ENVIRONMENTS_MAX || !environments.iter().all(is_name) {
        return Err(RepositoryProblem::Environments);
    }
    check_sources(repository)?;
    if repository.class == RepositoryClass::Virtual && repository.audit == Audit::Full {
        return Err(RepositoryProblem::Audit);
    }
    match repository.quota_bytes {
        Some(0 | 0x0020_0000_0000_0000..) => Err(RepositoryProblem::Quota),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_one_part_of_a_path_and_none_of_the_platforms_own() {
        for key in ["npm-local", "a1", "0.x_y"] {
            assert_eq!(check_repository_key(key), Ok(()), "{key}");
        }
        for key in ["", "a", "A-b", "-ab", "a/b", "a b", "..", "é1", &"a".repeat(65)] {
            assert_eq!(check_repository_key(key), Err(RepositoryProblem::Key), "{key}");
        }
        assert_eq!(check_repository_key("api"), Err(RepositoryProblem::KeyReserved));
    }
}
