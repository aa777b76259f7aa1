//! The rules for builds: their names and numbers, when they began, and what is recorded of a publication (BUILD-01).

use serde::{Deserialize, Serialize};

use super::display_text::is_invisible;
use super::packages::Document;
use crate::rejection::{Rejection, RejectionCode};
use crate::secret::PersonId;
use crate::time::Timestamp;

/// The longest name of a build, in bytes.
pub const BUILD_NAME_BYTES_MAX: usize = 255;
/// The longest number of a build, in bytes. It is a text: many servers have numbers such as `1.4.0-rc.2`.
pub const BUILD_NUMBER_BYTES_MAX: usize = 128;
/// The longest description of an agent that is recorded, in bytes.
pub const AGENT_BYTES_MAX: usize = 160;
/// The longest status of a promotion, in bytes.
pub const STATUS_BYTES_MAX: usize = 64;
/// The longest comment of a promotion, in bytes.
pub const COMMENT_BYTES_MAX: usize = 500;
/// The most promotions that a run has. The records of those before them stay.
pub const PROMOTIONS_MAX: usize = 20;
/// The longest text of a time: `2026-01-01T00:00:00.000000000+00:00`.
const STARTED_BYTES_MAX: usize = 35;
/// The longest key of a project, in bytes.
const PROJECT_BYTES_MAX: usize = 64;
/// The longest key of a repository, in bytes.
const REPOSITORY_BYTES_MAX: usize = 64;

/// What is recorded of a publication of a build. The build-info itself is in its document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BuildPublication {
    /// The name of the build.
    pub name: String,
    /// The number of this run of it.
    pub number: String,
    /// The key of the project that it belongs to; none if it belongs to no project.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub project: Option<String>,
    /// When the run began, as its server wrote it.
    pub started: String,
    /// The same as a time.
    pub started_at: Timestamp,
    /// The server or program that ran the build; empty if it is not named.
    pub agent: String,
    /// The build-info as it was sent.
    pub document: Document,
    /// What is in the document.
    pub counts: BuildCounts,
}

/// How much a build-info has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BuildCounts {
    /// The number of modules.
    pub modules: u32,
    /// The number of artifacts of all modules.
    pub artifacts: u32,
    /// The number of dependencies of all modules.
    pub dependencies: u32,
}

/// A promotion of a run: the status that it has reached, and where its files are from then on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct BuildPromotion {
    /// The status, such as `staged`; may be empty.
    pub status: String,
    /// Why; may be empty.
    pub comment: String,
    /// The key of the repository that the files of the run were moved or copied to; none if they stayed where they are.
    pub repository: Option<String>,
    /// The user who promoted it; none for the server itself.
    pub by: Option<PersonId>,
    /// When.
    pub at: Timestamp,
}

/// Why a build cannot be published or promoted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BuildProblem {
    /// The name is not valid.
    Name,
    /// The number is not valid.
    Number,
    /// The time at which it began is not valid.
    Started,
    /// The key of the project, or the name of the agent, is not valid.
    Text,
    /// There is no such build.
    Missing,
    /// The status or the comment of a promotion is not valid.
    Promotion,
}

impl BuildProblem {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Name, Self::Number, Self::Started, Self::Text, Self::Missing, Self::Promotion];

    /// The stable code.
    pub const fn code(self) -> RejectionCode {
        match self {
            Self::Name => RejectionCode::BuildName,
            Self::Number => RejectionCode::BuildNumber,
            Self::Started => RejectionCode::BuildStarted,
            Self::Text => RejectionCode::BuildText,
            Self::Missing => RejectionCode::BuildMissing,
            Self::Promotion => RejectionCode::BuildPromotion,
        }
    }

    /// The field that the problem refers to.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Name | Self::Missing => "name",
            Self::Number => "number",
            Self::Started => "started",
            Self::Text => "agent",
            Self::Promotion => "status",
        }
    }

    /// The problem as a sentence.
    pub const fn message(self) -> &'static str {
        match self {
            Self::Name => {
                "The name of a build has 1 to 255 bytes, parts between single slashes, no part . or .., and no invisible characters"
            }
            Self::Number => {
                "The number of a build has 1 to 128 bytes, parts between single slashes, no part . or .., and no invisible characters"
            }
            Self::Started => {
                "The time at which a build began is written as in 2026-01-31T12:00:00.000+0000"
            }
            Self::Text => "The key of a project or the name of an agent is too long",
            Self::Missing => "There is no such build, or your rights do not include it",
            Self::Promotion => {
                "The status of a promotion has at most 64 bytes, its comment at most 500, and neither has invisible characters"
            }
        }
    }

    /// The rejection of an event with this problem.
    pub fn rejection(self) -> Rejection {
        Rejection::new(self.code()).with("field", self.field())
    }
}

impl std::fmt::Display for BuildProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.message())
    }
}

/// Checks what is recorded of a publication.
///
/// # Errors
///
/// [`BuildProblem`], for the first field that is not valid.
pub fn check_publication(publication: &BuildPublication) -> Result<(), BuildProblem> {
    let BuildPublication { name, number, project, started, started_at, agent, .. } = publication;
    check_build_name(name)?;
    check_build_number(number)?;
    if started_of(started) != Some(*started_at) {
        return Err(BuildProblem::Started);
    }
    let is_project = |key: &String| (1..=PROJECT_BYTES_MAX).contains(&key.len());
    if !project.as_ref().is_none_or(is_project) || agent.len() > AGENT_BYTES_MAX {
        return Err(BuildProblem::Text);
    }
    Ok(())
}

/// Checks what is recorded of a promotion.
///
/// # Errors
///
/// [`BuildProblem::Promotion`].
pub fn check_promotion(
    status: &str,
    comment: &str,
    repository: Option<&str>,
) -> Result<(), BuildProblem> {
    // A comment may have several lines.
    let excluded = |letter: char| is_invisible(letter) && letter != '\n';
    let is_key = |key: &str| (1..=REPOSITORY_BYTES_MAX).contains(&key.len());
    let is_valid = status.len() <= STATUS_BYTES_MAX
        && !status.contains(is_invisible)
        && comment.len() <= COMMENT_BYTES_MAX
        && !comment.contains(excluded)
        && repository.is_none_or(is_key);
    is_valid.then_some(()).ok_or(BuildProblem::Promotion)
}

/// Checks the name of a build.
///
/// # Errors
///
/// [`BuildProblem::Name`].
pub fn check_build_name(name: &str) -> Result<(), BuildProblem> {
    let is_valid = is_part_of_an_address(name, BUILD_NAME_BYTES_MAX);
    is_valid.then_some(()).ok_or(BuildProblem::Name)
}

/// Checks the number of a build.
///
/// # Errors
///
/// [`BuildProblem::Number`].
pub fn check_build_number(number: &str) -> Result<(), BuildProblem> {
    let is_valid = is_part_of_an_address(number, BUILD_NUMBER_BYTES_MAX);
    is_valid.then_some(()).ok_or(BuildProblem::Number)
}

/// Whether a text can be a part of an address and of a pattern: nothing in it is taken for a step to another folder.
fn is_part_of_an_address(text: &str, bytes_max: usize) -> bool {
    let is_part = |part: &str| !matches!(part.trim(), "" | "." | "..");
    let excluded = |letter: char| is_invisible(letter) || letter == '\\';
    (1..=bytes_max).contains(&text.len())
        && text.trim() == text
        && text.split('/').all(is_part)
        && !text.contains(excluded)
}

/// The time in a build-info: RFC 3339, also with an offset without a colon, as `2026-01-31T12:00:00.000+0100`.
pub fn started_of(text: &str) -> Option<Timestamp> {
    if text.len() > STARTED_BYTES_MAX || !text.is_ascii() {
        return None;
    }
    // The date has dashes too.
    let at = text.get(19..)?.find(['+', '-', 'Z']).map(|at| at + 19)?;
    let (moment, offset) = text.split_at(at);
    let (moment, fraction) = moment.split_once('.').unwrap_or((moment, "0"));
    if !(1..=9).contains(&fraction.len()) || !fraction.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let ms = &format!("{fraction}00")[..3];
    let moment: Timestamp = format!("{moment}.{ms}Z").parse().ok()?;
    Some(moment.plus_ms(-offset_ms(offset)?))
}

/// An offset from UTC: `Z`, `+01:00`, `+0100` or `+01`.
fn offset_ms(offset: &str) -> Option<i64> {
    if offset == "Z" {
        return Some(0);
    }
    let sign = if offset.starts_with('-') { -1 } else { 1 };
    let digits: String = offset[1..].chars().filter(|letter| *letter != ':').collect();
    let is_written = matches!(offset.len() - 1, 2 | 4) || offset.as_bytes().get(3) == Some(&b':');
    if !is_written || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let (hours, minutes) = match digits.len() {
        2 => (digits.parse::<i64>().ok()?, 0),
        4 => (digits[..2].parse::<i64>().ok()?, digits[2..].parse::<i64>().ok()?),
        _ => return None,
    };
    (hours <= 18 && minutes < 60).then_some(sign * (hours * 60 + minutes) * 60_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [BUILD-02]
    #[test]
    fn names_may_have_slashes_spaces_and_percent_signs_and_lead_nowhere_else() {
        for right in
            ["shop", "folder/shop", "My build :: main", "100%", "a%2Fb", "größe", "-", "1,2"]
        {
            assert_eq!(check_build_name(right), Ok(()), "{right:?}");
            assert_eq!(check_build_number(right), Ok(()), "{right:?}");
        }
        let long = "n".repeat(256);
        for wrong in [
            "",
            " a",
            "a ",
            ".",
            "..",
            "a/../b",
            "/a",
            "a/",
            "a//b",
            "a\\b",
            "a\nb",
            "a\u{202e}",
            &long,
        ] {
            assert_eq!(check_build_name(wrong), Err(BuildProblem::Name), "{wrong:?}");
            assert_eq!(check_build_number(wrong), Err(BuildProblem::Number), "{wrong:?}");
        }
    }

    /// covers: [HOOK-04]
    #[test]
    fn a_promotion_has_a_short_status_and_a_comment_of_some_lines() {
        let (status, comment) = ("s".repeat(64), "c".repeat(500));
        for (status, comment, repository) in [
            ("", "", None),
            ("staged", "it passed:\n- all tests", Some("libs-release")),
            (&status, &comment, None),
        ] {
            assert_eq!(check_promotion(status, comment, repository), Ok(()), "{status:?}");
        }
        let (status, comment) = ("s".repeat(65), "c".repeat(501));
        for (status, comment, repository) in [
            (status.as_str(), "", None),
            ("staged", comment.as_str(), None),
            ("two\nlines", "", None),
            ("staged", "\u{202e}", None),
            ("staged", "", Some("")),
        ] {
            let checked = check_promotion(status, comment, repository);
            assert_eq!(checked, Err(BuildProblem::Promotion), "{status:?}");
        }
    }

    /// covers: [BUILD-02]
    #[test]
    fn the_time_of_a_build_is_read_with_its_offset() {
        let noon: Timestamp = "2026-01-31T12:00:00.250Z".parse().expect("a time");
        for text in [
            "2026-01-31T12:00:00.250+0000",
            "2026-01-31T12:00:00.250Z",
            "2026-01-31T13:00:00.250+01:00",
            "2026-01-31T13:00:00.250+01",
            "2026-01-31T06:30:00.250-0530",
            "2026-01-31T12:00:00.250999999Z",
            "2026-01-31T12:00:00.25Z",
        ] {
            assert_eq!(started_of(text), Some(noon), "{text}");
        }
        assert_eq!(started_of("2026-01-31T12:00:00+0000"), Some(noon.plus_ms(-250)));
        for text in [
            "",
            "yesterday",
            "2026-01-31",
            "2026-01-31T12:00:00",
            "2026-01-31T12:00:00.Z",
            "2026-13-31T12:00:00Z",
            "2026-01-31T12:00:00+1",
            "2026-01-31T12:00:00+0:100",
            "2026-01-31T12:00:00+9900",
            "2026-01-31T12:00:00.250+0000 and more",
            "ä026-01-31T12:00:00.250+0000",
        ] {
            assert_eq!(started_of(text), None, "{text}");
        }
    }
}
