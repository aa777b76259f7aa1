//! The rules for names and descriptions of groups.

use super::display_text::is_invisible;
use crate::rejection::{Rejection, RejectionCode};

/// The maximum length of a group's name, in characters.
pub const GROUP_NAME_CHARS_MAX: usize = 64;
/// The maximum length of a description and of an external id, in characters.
pub const GROUP_TEXT_CHARS_MAX: usize = 1_024;
/// Characters that a name may not have, because it is a segment of paths and of lists.
const RESERVED: [char; 4] = ['/', '\\', ',', '"'];

/// Why a group's texts are invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GroupProblem {
    /// The name is empty, too long, or has a character that is not permitted.
    Name,
    /// The description or the external id is too long or has invisible characters.
    Description,
}

impl std::fmt::Display for GroupProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Name => {
                "A group name has 1 to 64 visible characters, without slashes, commas and quotes."
            }
            Self::Description => "A description has at most 1024 characters, all of them visible.",
        })
    }
}

impl GroupProblem {
    /// The rejection of an event with this problem.
    pub fn rejection(self) -> Rejection {
        match self {
            Self::Name => Rejection::new(RejectionCode::GroupName).with("field", "name"),
            Self::Description => {
                Rejection::new(RejectionCode::GroupDescription).with("field", "description")
            }
        }
    }
}

/// Checks the name of a group, which is already without surrounding space.
///
/// # Errors
///
/// [`GroupProblem::Name`].
pub fn check_group_name(name: &str) -> Result<(), GroupProblem> {
    let length = name.chars().count();
    let is_bad = |letter: char| is_invisible(letter) || RESERVED.contains(&letter);
    let is_valid = (1..=GROUP_NAME_CHARS_MAX).contains(&length)
        && name.trim() == name
        && !name.starts_with('.')
        && !name.chars().any(is_bad);
    is_valid.then_some(()).ok_or(GroupProblem::Name)
}

/// Checks a description or an external id.
///
/// # Errors
///
/// [`GroupProblem::Description`].
pub fn check_group_text(text: &str) -> Result<(), GroupProblem> {
    let is_unseen = |letter: char| is_invisible(letter) && letter != '\n';
    let is_valid = text.chars().count() <= GROUP_TEXT_CHARS_MAX && !text.chars().any(is_unseen);
    is_valid.then_some(()).ok_or(GroupProblem::Description)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_visible_bounded_and_a_segment_of_a_path() {
        for valid in ["a", "readers", "Release managers", "Müller & Söhne", &"n".repeat(64)] {
            assert_eq!(check_group_name(valid), Ok(()), "{valid}");
        }
        for wrong in ["", " a", "a ", "a/b", "a,b", "..", "a\u{202e}b", "a\nb", &"n".repeat(65)] {
            assert_eq!(check_group_name(wrong), Err(GroupProblem::Name), "{wrong}");
        }
        assert_eq!(check_group_text("one\ntwo"), Ok(()));
        assert_eq!(check_group_text(&"d".repeat(1_025)), Err(GroupProblem::Description));
    }
}
