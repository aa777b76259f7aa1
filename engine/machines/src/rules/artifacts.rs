//! The rules for the paths and properties of files in repositories.

use std::collections::BTreeMap;

use super::display_text::is_invisible;
use crate::rejection::{Rejection, RejectionCode};

/// The longest path of a file, in bytes.
pub const PATH_BYTES_MAX: usize = 1_024;
/// The longest part of a path, in bytes.
pub const PATH_PART_BYTES_MAX: usize = 255;
/// How long the names and values of a file's properties may be together, in bytes.
pub const PROPERTIES_BYTES_MAX: usize = 1_536;

/// The properties of a file: each has one value or several.
pub type Properties = BTreeMap<String, Vec<String>>;

/// Why a file cannot be stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ArtifactProblem {
    /// The path is invalid, or leads out of the repository.
    Path,
    /// The properties are too long, or a name of one is not valid.
    Properties,
    /// Another file is at this path, and may not be replaced.
    Exists,
    /// No file is at this path.
    Missing,
}

impl ArtifactProblem {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Path, Self::Properties, Self::Exists, Self::Missing];

    /// The stable code.
    pub const fn code(self) -> RejectionCode {
        match self {
            Self::Path => RejectionCode::ArtifactPath,
            Self::Properties => RejectionCode::ArtifactProperties,
            Self::Exists => RejectionCode::ArtifactExists,
            Self::Missing => RejectionCode::ArtifactMissing,
        }
    }

    /// The problem as a sentence.
    pub const fn message(self) -> &'static str {
        match self {
            Self::Path => {
                "A path has 1 to 1024 bytes, parts of at most 255 bytes between single slashes, no part . or .., and none of \\ ; and invisible characters"
            }
            Self::Properties => {
                "Properties have at most 1536 bytes together, and their names have 1 to 128 letters, digits and . - _"
            }
            Self::Exists => "Another file is at this path, and this repository does not replace it",
            Self::Missing => "There is no file at this path",
        }
    }

    /// The rejection of an event with this problem.
    pub fn rejection(self) -> Rejection {
        Rejection::new(self.code())
    }
}

impl std::fmt::Display for ArtifactProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.message())
    }
}

/// Checks the path of a file in a repository, or of a folder.
pub fn check_artifact_path(path: &str) -> Result<(), ArtifactProblem> {
    let is_part =
        |part: &str| part.len() <= PATH_PART_BYTES_MAX && !matches!(part.trim(), "" | "." | "..");
    // A semicolon begins the properties in an address.
    let excluded = |letter: char| is_invisible(letter) || matches!(letter, '\\' | ';');
    let fits = path.len() <= PATH_BYTES_MAX;
    if fits && path.split('/').all(is_part) && !path.contains(excluded) {
        Ok(())
    } else {
        Err(ArtifactProblem::Path)
    }
}

/// Checks the properties of a file.
pub fn check_properties(properties: &Properties) -> Result<(), ArtifactProblem> {
    let is_name = |name: &str| {
        let belongs = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
        (1..=128).contains(&name.len()) && name.bytes().all(belongs)
    };
    let is_value = |value: &String| !value.contains(is_invisible);
    let bytes = |(name, values): (&String, &Vec<String>)| {
        name.len() + values.iter().map(String::len).sum::<usize>()
    };
    let fits = properties.iter().map(bytes).sum::<usize>() <= PROPERTIES_BYTES_MAX;
    let are_named = properties
        .iter()
        .all(|(name, values)| is_name(name) && !values.is_empty() && values.iter().all(is_value));
    if fits && are_named { Ok(()) } else { Err(ArtifactProblem::Properties) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_stay_inside_their_repository() {
        for path in ["a", "a/b.txt", "a b/ü+%25", ".npmrc", "a/...", "a:b"] {
            assert_eq!(check_artifact_path(path), Ok(()), "{path}");
        }
        let long = "a".repeat(256);
        let deep = "a/".repeat(512) + "a";
        for path in
            ["", "/a", "a/", "a//b", ".", "a/../b", "a/ ../b", "a\\b", "a;k=v", "a\0", &long, &deep]
        {
            assert_eq!(check_artifact_path(path), Err(ArtifactProblem::Path), "{path}");
        }
    }

    #[test]
    fn properties_have_names_values_and_a_bound() {
        let properties = |name: &str, values: &[&str]| {
            let values = values.iter().map(ToString::to_string).collect();
            check_properties(&Properties::from([(name.to_owned(), values)]))
        };
        assert_eq!(properties("build.name", &["shop", ""]), Ok(()));
        for (name, values) in [("", &["x"][..]), ("a b", &["x"]), ("a", &[]), ("a", &["\u{202e}"])]
        {
            assert_eq!(properties(name, values), Err(ArtifactProblem::Properties), "{name}");
        }
        assert_eq!(properties("a", &[&"x".repeat(1_536)]), Err(ArtifactProblem::Properties));
    }
}
