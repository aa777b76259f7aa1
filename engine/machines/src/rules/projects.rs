//! The rules for names of projects, and the default project (ONB-03).

use serde::{Deserialize, Serialize};

use super::display_text::is_invisible;
use crate::rejection::{Rejection, RejectionCode};

/// The key of the default project.
pub const DEFAULT_PROJECT_KEY: &str = "dflt";
/// The name of the default project.
pub const DEFAULT_PROJECT_NAME: &str = "Default Project";
/// The maximum length of a key, in characters.
pub const PROJECT_KEY_CHARS_MAX: usize = 128;
/// The maximum length of a name, in characters.
pub const PROJECT_NAME_CHARS_MAX: usize = 128;
/// The maximum length of a description, in characters.
pub const PROJECT_DESCRIPTION_CHARS_MAX: usize = 1_024;

/// What a member may do in a project (ROLE-03). On the wire it has the name that the platform's public calls use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ProjectRole {
    /// Administers the project: its members and settings.
    ProjectAdmin,
    /// Sees the project.
    Viewer,
}

impl ProjectRole {
    /// All roles.
    pub const ALL: [Self; 2] = [Self::ProjectAdmin, Self::Viewer];

    /// The name in the platform's public calls.
    pub const fn public_name(self) -> &'static str {
        match self {
            Self::ProjectAdmin => "Project Admin",
            Self::Viewer => "Viewer",
        }
    }

    /// The role with this public name.
    pub fn of_public_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.public_name() == name)
    }
}

/// Why a project's key, name or description is invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProjectProblem {
    /// The key does not begin with a lowercase letter, or is empty.
    KeyStart,
    /// The key is too long.
    KeyLength,
    /// The key has a character that is not permitted.
    KeyCharacters,
    /// The name is empty.
    NameMissing,
    /// The name is too long or has invisible characters.
    Name,
    /// The description is too long or has invisible characters.
    Description,
}

impl ProjectProblem {
    /// The stable code.
    pub const fn code(self) -> RejectionCode {
        match self {
            Self::KeyStart => RejectionCode::ProjectKeyStart,
            Self::KeyLength => RejectionCode::ProjectKeyTooLong,
            Self::KeyCharacters => RejectionCode::ProjectKeyCharacters,
            Self::NameMissing => RejectionCode::ProjectNameMissing,
            Self::Name => RejectionCode::ProjectName,
            Self::Description => RejectionCode::ProjectDescription,
        }
    }

    /// The field that the problem refers to.
    pub const fn field(self) -> &'static str {
        match self {
            Self::KeyStart | Self::KeyLength | Self::KeyCharacters => "project_key",
            Self::NameMissing | Self::Name => "display_name",
            Self::Description => "description",
        }
    }

    /// The problem as a sentence.
    pub const fn message(self) -> &'static str {
        match self {
            Self::KeyStart => "Project key must start with a lowercase character",
            Self::KeyLength => "Project key may have at most 128 characters",
            Self::KeyCharacters => "Project key may have letters, digits and dashes only",
            Self::NameMissing => "Project name is missing",
            Self::Name => "Project name may have at most 128 visible characters",
            Self::Description => "Project description may have at most 1024 visible characters",
        }
    }

    /// The rejection of an event with this problem.
    pub fn rejection(self) -> Rejection {
        Rejection::new(self.code()).with("field", self.field())
    }
}

impl std::fmt::Display for ProjectProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.message())
    }
}

/// Checks a key.
pub fn check_key(key: &str) -> Result<(), ProjectProblem> {
    if !key.starts_with(|first: char| first.is_ascii_lowercase()) {
        Err(ProjectProblem::KeyStart)
    } else if key.chars().count() > PROJECT_KEY_CHARS_MAX {
        Err(ProjectProblem::KeyLength)
    } else if !key.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-') {
        Err(ProjectProblem::KeyCharacters)
    } else {
        Ok(())
    }
}

/// Checks name and description.
pub fn check_words(name: &str, description: &str) -> Result<(), ProjectProblem> {
    let unseen = |text: &str| text.chars().any(|letter| is_invisible(letter) && letter != '\n');
    if name.trim().is_empty() {
        Err(ProjectProblem::NameMissing)
    } else if name.chars().count() > PROJECT_NAME_CHARS_MAX || name.chars().any(is_invisible) {
        Err(ProjectProblem::Name)
    } else if description.chars().count() > PROJECT_DESCRIPTION_CHARS_MAX || unseen(description) {
        Err(ProjectProblem::Description)
    } else {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [ONB-03]
    #[test]
    fn a_key_begins_with_a_lowercase_letter_and_has_a_maximum_length() {
        assert_eq!(check_key(DEFAULT_PROJECT_KEY), Ok(()));
        for wrong in ["", "Dflt", "1a", "-a", "ä", " a"] {
            assert_eq!(check_key(wrong), Err(ProjectProblem::KeyStart), "{wrong}");
        }
        let message = "Project key must start with a lowercase character";
        assert_eq!(ProjectProblem::KeyStart.message(), message);
        assert_eq!(check_key(&"a".repeat(128)), Ok(()));
        assert_eq!(check_key(&"a".repeat(129)), Err(ProjectProblem::KeyLength));
        for wrong in ["a/b", "a b", "a.b", "aä", "a_b"] {
            assert_eq!(check_key(wrong), Err(ProjectProblem::KeyCharacters), "{wrong}");
        }
    }

    #[test]
    fn a_name_is_required_and_both_texts_have_a_maximum_length() {
        assert_eq!(check_words(DEFAULT_PROJECT_NAME, ""), Ok(()));
        assert_eq!(check_words(" \t", ""), Err(ProjectProblem::NameMissing));
        assert_eq!(check_words(&"n".repeat(129), ""), Err(ProjectProblem::Name));
        assert_eq!(check_words("a\nb", ""), Err(ProjectProblem::Name));
        assert_eq!(check_words("a\u{202e}b", ""), Err(ProjectProblem::Name));
        assert_eq!(check_words("a", "\u{2066}d"), Err(ProjectProblem::Description));
        assert_eq!(check_words("a", "one\ntwo"), Ok(()));
        assert_eq!(check_words("a", &"d".repeat(1_025)), Err(ProjectProblem::Description));
    }
}
