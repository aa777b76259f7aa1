//! The rules for the versions of packages: their names, tags and what is recorded of them.

use serde::{Deserialize, Serialize};

use super::display_text::is_invisible;
use crate::rejection::{Rejection, RejectionCode};
use crate::secret::Digest;

/// The longest name of a package, in bytes.
pub const PACKAGE_NAME_BYTES_MAX: usize = 256;
/// The longest version, in bytes.
pub const VERSION_BYTES_MAX: usize = 256;
/// The most tags that a version gets when it is published.
pub const TAGS_MAX: usize = 4;
/// The longest tag, in bytes.
pub const TAG_BYTES_MAX: usize = 128;
/// The longest description of a version that is recorded, in bytes. The whole one is in its metadata.
pub const SUMMARY_BYTES_MAX: usize = 400;
/// How long the recorded keywords of a version may be together, in bytes; each counts three more than it has.
pub const KEYWORDS_BYTES_MAX: usize = 300;
/// The longest licence that is recorded, in bytes.
pub const LICENCE_BYTES_MAX: usize = 80;
/// The longest reason of a deprecation or of a yank, in bytes.
pub const REASON_BYTES_MAX: usize = 1_024;

/// The metadata of a version in the form of its package type. It is stored as a blob.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// The SHA-256, by which it is stored.
    pub sha256: Digest,
    /// The size in bytes.
    pub bytes: u64,
}

/// What searches need of a version.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Summary {
    /// What the package is for, in a sentence.
    pub description: String,
    /// Its keywords.
    pub keywords: Vec<String>,
    /// Its licence as its author writes it; empty if it has none.
    pub licence: String,
}

impl Summary {
    /// The summary of texts of any length: what is too long is cut, and invisible characters are left out.
    pub fn cut(description: &str, keywords: &[String], licence: &str) -> Self {
        let mut used = 0;
        let keywords = keywords.iter().map(|keyword| visible(keyword, KEYWORDS_BYTES_MAX));
        let keywords = keywords.filter(|keyword| !keyword.is_empty()).take_while(|keyword| {
            used += keyword_bytes(keyword);
            used <= KEYWORDS_BYTES_MAX
        });
        Self {
            description: visible(description, SUMMARY_BYTES_MAX),
            keywords: keywords.collect(),
            licence: visible(licence, LICENCE_BYTES_MAX),
        }
    }

    fn is_valid(&self) -> bool {
        let texts = [(&self.description, SUMMARY_BYTES_MAX), (&self.licence, LICENCE_BYTES_MAX)];
        let keywords = self.keywords.iter().map(|keyword| keyword_bytes(keyword)).sum::<usize>();
        texts.iter().all(|(text, bytes_max)| is_text(text, *bytes_max))
            && keywords <= KEYWORDS_BYTES_MAX
            && self.keywords.iter().all(|keyword| is_name(keyword, KEYWORDS_BYTES_MAX))
    }
}

/// Why something about a version is not recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PackageProblem {
    /// A name, a version, a tag or a text is too long, empty or has invisible characters.
    Names,
    /// The version exists.
    VersionExists,
    /// The version does not exist.
    VersionMissing,
    /// The tag does not exist.
    TagMissing,
    /// The package exists with another spelling of its name.
    Spelling,
}

impl PackageProblem {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Names, Self::VersionExists, Self::VersionMissing, Self::TagMissing, Self::Spelling];

    /// The stable code.
    pub const fn code(self) -> RejectionCode {
        match self {
            Self::Names => RejectionCode::PackageNames,
            Self::VersionExists => RejectionCode::PackageVersionExists,
            Self::VersionMissing => RejectionCode::PackageVersionMissing,
            Self::TagMissing => RejectionCode::PackageTagMissing,
            Self::Spelling => RejectionCode::PackageSpelling,
        }
    }

    /// The problem as a sentence.
    pub const fn message(self) -> &'static str {
        match self {
            Self::Names => {
                "Names of packages and versions have 1 to 256 bytes, tags 1 to 128, of which a version gets at most 4, and reasons of deprecations at most 1024, without invisible characters"
            }
            Self::VersionExists => {
                "This version exists, and a published version never changes; publish another one"
            }
            Self::VersionMissing => "There is no such version",
            Self::TagMissing => "There is no such tag",
            Self::Spelling => {
                "This package is published with another spelling of its name; keep that one"
            }
        }
    }

    /// The rejection of an event with this problem.
    pub fn rejection(self) -> Rejection {
        Rejection::new(self.code())
    }
}

impl std::fmt::Display for PackageProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.message())
    }
}

/// Checks the name of a package.
pub fn check_package_name(name: &str) -> Result<(), PackageProblem> {
    is_name(name, PACKAGE_NAME_BYTES_MAX).then_some(()).ok_or(PackageProblem::Names)
}

/// Checks a version.
pub fn check_version(version: &str) -> Result<(), PackageProblem> {
    is_name(version, VERSION_BYTES_MAX).then_some(()).ok_or(PackageProblem::Names)
}

/// Checks a tag.
pub fn check_tag(tag: &str) -> Result<(), PackageProblem> {
    is_name(tag, TAG_BYTES_MAX).then_some(()).ok_or(PackageProblem::Names)
}

/// Checks the reason of a deprecation or of a yank.
pub fn check_reason(reason: &str) -> Result<(), PackageProblem> {
    let is_reason = !reason.is_empty() && is_text(reason, REASON_BYTES_MAX);
    is_reason.then_some(()).ok_or(PackageProblem::Names)
}

/// Checks a version that is published.
pub fn check_publication(
    name: &str,
    version: &str,
    tags: &[String],
    summary: &Summary,
) -> Result<(), PackageProblem> {
    check_package_name(name)?;
    check_version(version)?;
    tags.iter().try_for_each(|tag| check_tag(tag))?;
    (tags.len() <= TAGS_MAX && summary.is_valid()).then_some(()).ok_or(PackageProblem::Names)
}

/// How many bytes a text takes in a record, where some letters are escaped.
fn recorded_bytes(text: &str) -> usize {
    text.len() + text.bytes().filter(|byte| matches!(byte, b'"' | b'\\' | b'\n')).count()
}

/// How many bytes a keyword takes in a record, with its quotes and a comma.
fn keyword_bytes(keyword: &str) -> usize {
    recorded_bytes(keyword) + 3
}

fn is_name(text: &str, bytes_max: usize) -> bool {
    !text.trim().is_empty() && text.len() <= bytes_max && !text.contains(is_invisible)
}

fn is_text(text: &str, bytes_max: usize) -> bool {
    let excluded = |letter: char| letter != '\n' && is_invisible(letter);
    recorded_bytes(text) <= bytes_max && !text.contains(excluded)
}

/// The visible characters of a text, up to a number of bytes.
fn visible(text: &str, bytes_max: usize) -> String {
    let mut kept = String::new();
    for letter in text.trim().chars().filter(|letter| !is_invisible(*letter)) {
        kept.push(letter);
        if recorded_bytes(&kept) > bytes_max {
            kept.pop();
            break;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_is_cut_to_what_may_be_recorded() {
        let keywords: Vec<String> = (0..100).map(|number| format!("word-{number}")).collect();
        let summary = Summary::cut(&"é\u{202e}".repeat(300), &keywords, "MIT\n");
        assert!(summary.is_valid());
        assert_eq!(summary.description.len(), SUMMARY_BYTES_MAX);
        assert_eq!((summary.licence.as_str(), summary.keywords[0].as_str()), ("MIT", "word-0"));
        assert!(summary.keywords.len() < 100);
    }

    #[test]
    fn names_versions_and_tags_have_bounds() {
        let check = |name: &str, version: &str, tags: &[&str]| {
            let tags: Vec<String> = tags.iter().map(ToString::to_string).collect();
            check_publication(name, version, &tags, &Summary::default())
        };
        assert_eq!(check("@acme/shop", "1.0.0", &["latest"]), Ok(()));
        let long = "x".repeat(257);
        for (name, version, tags) in [
            ("", "1", &[][..]),
            (&long, "1", &[]),
            ("a", "", &[]),
            ("a", &long, &[]),
            ("a", "1", &[""]),
            ("a", "1", &[&long]),
            ("a", "1", &["a", "b", "c", "d", "e"]),
            ("a\u{200b}", "1", &[]),
        ] {
            assert_eq!(check(name, version, tags), Err(PackageProblem::Names), "{name} {version}");
        }
        let long = Summary { description: "x".repeat(401), ..Summary::default() };
        assert!(check_publication("a", "1", &[], &long).is_err());
        assert!(check_reason("").is_err());
        assert!(check_reason("use b").is_ok());
    }
}
