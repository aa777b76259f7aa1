//! The rules for names of release bundles and artifacts, and for checksums (CHK-01).

use serde::{Deserialize, Serialize};

use super::display_text::is_invisible;
use super::repositories::{check_environment, check_repository_key};
use crate::rejection::{Rejection, RejectionCode};

/// The maximum length of a bundle's name, in characters.
pub const BUNDLE_NAME_CHARS_MAX: usize = 128;
/// The maximum length of a bundle's version, in characters.
pub const BUNDLE_VERSION_CHARS_MAX: usize = 64;
/// The maximum length of an artifact's path, in bytes.
pub const ARTIFACT_PATH_BYTES_MAX: usize = 1_024;
/// The maximum number of artifacts in a bundle.
pub const BUNDLE_ARTIFACTS_MAX: usize = 200_000;
/// The most promotions that the state of a bundle has. The records of those before them stay.
pub const BUNDLE_PROMOTIONS_MAX: usize = 20;
/// The maximum number of repositories that a promotion copies files to.
pub const PROMOTION_REPOSITORIES_MAX: usize = 50;
/// The most repositories that the promotions in the state of a bundle have together, since a record must stay small.
pub const BUNDLE_PROMOTION_KEYS_MAX: usize = 200;

/// Why a bundle is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BundleProblem {
    /// The name is invalid.
    Name,
    /// The version is invalid.
    Version,
    /// The path of an artifact is invalid, or leads out of the bundle.
    Path,
    /// The bundle is empty.
    NoArtifacts,
    /// The bundle has too many artifacts.
    TooManyArtifacts,
    /// The total size of the artifacts is too large for an exact number in JSON.
    Size,
    /// The name of the environment of a promotion is invalid.
    Environment,
    /// The repositories of a promotion are none, too many, or have an invalid key.
    Repositories,
    /// The targets of a distribution are none, too many, one of them twice, or have an invalid key.
    Targets,
}

impl BundleProblem {
    /// The stable code.
    pub const fn code(self) -> RejectionCode {
        match self {
            Self::Name => RejectionCode::BundleName,
            Self::Version => RejectionCode::BundleVersion,
            Self::Path => RejectionCode::BundlePath,
            Self::NoArtifacts => RejectionCode::BundleNoArtifacts,
            Self::TooManyArtifacts => RejectionCode::BundleTooManyArtifacts,
            Self::Size => RejectionCode::BundleSize,
            Self::Environment => RejectionCode::BundleEnvironment,
            Self::Repositories => RejectionCode::BundleRepositories,
            Self::Targets => RejectionCode::BundleTargets,
        }
    }

    /// The field that the problem refers to.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Version => "version",
            Self::Path | Self::NoArtifacts | Self::TooManyArtifacts | Self::Size => "artifacts",
            Self::Environment => "environment",
            Self::Repositories => "repositories",
            Self::Targets => "targets",
        }
    }

    /// The problem as a sentence.
    pub const fn message(self) -> &'static str {
        match self {
            Self::Name => {
                "A bundle's name has 1 to 128 letters, digits, dots, dashes and underscores, and begins with a letter or digit"
            }
            Self::Version => {
                "A bundle's version has 1 to 64 letters, digits, dots, dashes, underscores and plus signs, and begins with a letter or digit"
            }
            Self::Path => {
                "An artifact's path has 1 to 1024 bytes, parts between single slashes, no part . or .., no backslash and no invisible characters"
            }
            Self::NoArtifacts => "A bundle has at least one artifact",
            Self::TooManyArtifacts => "A bundle has at most 200000 artifacts",
            Self::Size => "A bundle's artifacts have fewer than 9007199254740992 bytes together",
            Self::Environment => {
                "The name of an environment has 1 to 32 letters, digits, dashes and underscores"
            }
            Self::Repositories => "A promotion copies files to 1 to 50 repositories",
            Self::Targets => "A distribution has 1 to 10 targets, each of them once",
        }
    }

    /// The rejection of an event with this problem.
    pub fn rejection(self) -> Rejection {
        Rejection::new(self.code()).with("field", self.field())
    }
}

impl std::fmt::Display for BundleProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.message())
    }
}

fn is_name(text: &str, chars_max: usize, further: &[u8]) -> bool {
    let belongs = |byte: u8| byte.is_ascii_alphanumeric() || further.contains(&byte);
    text.len() <= chars_max
        && text.bytes().next().is_some_and(|first| first.is_ascii_alphanumeric())
        && text.bytes().all(belongs)
}

/// Checks name and version.
pub fn check_name(name: &str, version: &str) -> Result<(), BundleProblem> {
    if !is_name(name, BUNDLE_NAME_CHARS_MAX, b"._-") {
        Err(BundleProblem::Name)
    } else if !is_name(version, BUNDLE_VERSION_CHARS_MAX, b"._-+") {
        Err(BundleProblem::Version)
    } else {
        Ok(())
    }
}

/// Checks the path of an artifact. Unpacking a bundle must not write outside of the target directory.
pub fn check_path(path: &str) -> Result<(), BundleProblem> {
    let climbs = |part: &str| matches!(part.trim(), "" | "." | "..");
    let unseen = |letter: char| is_invisible(letter) || letter == '\\';
    let fits = path.len() <= ARTIFACT_PATH_BYTES_MAX;
    if !fits || path.split('/').any(climbs) || path.contains(unseen) {
        return Err(BundleProblem::Path);
    }
    Ok(())
}

/// Checks the number of artifacts.
pub const fn check_count(artifacts: usize) -> Result<(), BundleProblem> {
    match artifacts {
        0 => Err(BundleProblem::NoArtifacts),
        1..=BUNDLE_ARTIFACTS_MAX => Ok(()),
        _ => Err(BundleProblem::TooManyArtifacts),
    }
}

/// Checks what is recorded of a promotion.
pub fn check_bundle_promotion(
    environment: &str,
    repositories: &[String],
) -> Result<(), BundleProblem> {
    if check_environment(environment).is_err() {
        return Err(BundleProblem::Environment);
    }
    let are_keys = repositories.iter().all(|key| check_repository_key(key).is_ok());
    if !(1..=PROMOTION_REPOSITORIES_MAX).contains(&repositories.len()) || !are_keys {
        return Err(BundleProblem::Repositories);
    }
    Ok(())
}

/// The algorithm of a checksum, which its length determines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum ChecksumKind {
    Sha256,
    Sha1,
    Md5,
}

impl ChecksumKind {
    /// Every kind.
    pub const ALL: [Self; 3] = [Self::Sha256, Self::Sha1, Self::Md5];

    /// The number of hex digits.
    pub const fn digits(self) -> usize {
        match self {
            Self::Sha256 => 64,
            Self::Sha1 => 40,
            Self::Md5 => 32,
        }
    }

    /// Its name on the wire.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Sha256 => "sha256",
            Self::Sha1 => "sha1",
            Self::Md5 => "md5",
        }
    }
}

/// A checksum: lowercase hex digits of one of three lengths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checksum {
    /// The algorithm.
    pub kind: ChecksumKind,
    /// The hex digits.
    pub digits: String,
}

/// Why a text is not a valid checksum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChecksumProblem {
    /// The text is empty.
    Empty,
    /// A character is not a hex digit.
    Characters {
        /// The position of the character, starting with 1.
        position: usize,
    },
    /// No algorithm has this number of digits.
    Length {
        /// The number of digits.
        digits: usize,
    },
}

impl ChecksumProblem {
    /// The stable code.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Empty => "checksum_empty",
            Self::Characters { .. } => "checksum_characters",
            Self::Length { .. } => "checksum_length",
        }
    }
}

impl std::fmt::Display for ChecksumProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Empty => f.write_str("There is no checksum"),
            Self::Characters { position } => write!(
                f,
                "A checksum has the digits 0 to 9 and the letters a to f only; character {position} is none of them"
            ),
            Self::Length { digits } => write!(
                f,
                "A checksum has 64 (SHA-256), 40 (SHA-1) or 32 (MD5) digits; this has {digits}"
            ),
        }
    }
}

impl std::str::FromStr for Checksum {
    type Err = ChecksumProblem;

    /// Surrounding white space, which often comes with copying, and the case of the letters are ignored.
    fn from_str(text: &str) -> Result<Self, ChecksumProblem> {
        let text = text.trim();
        if text.is_empty() {
            return Err(ChecksumProblem::Empty);
        }
        if let Some(at) = text.chars().position(|letter| !letter.is_ascii_hexdigit()) {
            return Err(ChecksumProblem::Characters { position: at + 1 });
        }
        let kind = ChecksumKind::ALL.into_iter().find(|kind| kind.digits() == text.len());
        let kind = kind.ok_or(ChecksumProblem::Length { digits: text.len() })?;
        Ok(Self { kind, digits: text.to_ascii_lowercase() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_versions_have_only_portable_characters() {
        assert_eq!(check_name("shop", "1.0.0"), Ok(()));
        assert_eq!(check_name("Shop_2-x.y", "1.0.0-rc.1+build.5"), Ok(()));
        for wrong in ["", ".", "..", "../etc", "a/b", "-a", "a b", "ä", "a\0", "a+b"] {
            assert_eq!(check_name(wrong, "1"), Err(BundleProblem::Name), "{wrong:?}");
        }
        for wrong in ["", "..", "1/2", "+1", "1 0", "1\n"] {
            assert_eq!(check_name("shop", wrong), Err(BundleProblem::Version), "{wrong:?}");
        }
        assert_eq!(check_name(&"n".repeat(128), &"1".repeat(64)), Ok(()));
        assert_eq!(check_name(&"n".repeat(129), "1"), Err(BundleProblem::Name));
        assert_eq!(check_name("n", &"1".repeat(65)), Err(BundleProblem::Version));
    }

    #[test]
    fn a_path_cannot_lead_out_of_its_bundle() {
        for right in ["a", "a/b.tgz", "dist/größe.txt", "a b/c", "..a/b..", "…"] {
            assert_eq!(check_path(right), Ok(()), "{right:?}");
        }
        let long = "x".repeat(1_025);
        for wrong in [
            "",
            "/",
            "/a",
            "a/",
            "a//b",
            ".",
            "..",
            "../a",
            "a/../b",
            "a/./b",
            "a\\b",
            "a\nb",
            "a\u{202e}gpj.exe",
            "\u{feff}",
            " ",
            "a/ /b",
            ".. /a",
            &long,
        ] {
            assert_eq!(check_path(wrong), Err(BundleProblem::Path), "{wrong:?}");
        }
    }

    /// covers: [HOOK-04]
    #[test]
    fn a_promotion_has_the_name_of_an_environment_and_some_repositories() {
        let keys = |count: usize| (0..count).map(|n| format!("npm-{n}")).collect::<Vec<_>>();
        assert_eq!(check_bundle_promotion("PROD", &keys(1)), Ok(()));
        assert_eq!(check_bundle_promotion("dev_2-x", &keys(50)), Ok(()));
        for wrong in ["", "two words", "ä", "a/b", &"e".repeat(33)] {
            let checked = check_bundle_promotion(wrong, &keys(1));
            assert_eq!(checked, Err(BundleProblem::Environment), "{wrong:?}");
        }
        for wrong in [keys(0), keys(51), vec!["../npm".to_owned()]] {
            let checked = check_bundle_promotion("PROD", &wrong);
            assert_eq!(checked, Err(BundleProblem::Repositories), "{wrong:?}");
        }
    }

    /// covers: [CHK-01]
    #[test]
    fn a_checksums_length_determines_its_kind_and_an_invalid_one_is_explained() {
        for kind in ChecksumKind::ALL {
            let digits = "aB".repeat(kind.digits() / 2);
            let read: Checksum = format!(" {digits}\n").parse().expect("a checksum");
            assert_eq!((read.kind, read.digits), (kind, digits.to_lowercase()));
        }
        let problem = |text: &str| text.parse::<Checksum>().expect_err("none");
        assert_eq!(problem(" "), ChecksumProblem::Empty);
        assert_eq!(problem("abc"), ChecksumProblem::Length { digits: 3 });
        assert_eq!(problem(&"a".repeat(65)), ChecksumProblem::Length { digits: 65 });
        assert_eq!(problem("abcg"), ChecksumProblem::Characters { position: 4 });
        assert_eq!(problem("ä"), ChecksumProblem::Characters { position: 1 });
        assert!(problem("abc").to_string().contains("this has 3"));
    }
}
