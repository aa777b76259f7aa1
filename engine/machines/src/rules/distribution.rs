//! The rules for distributing release bundles to other installations, which are its targets (HOOK-04).

use std::collections::BTreeSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::display_text::is_invisible;
use super::proxies::is_proxy_key;
use super::release_bundles::BundleProblem;
use crate::rejection::{Rejection, RejectionCode};

/// The most targets of an installation.
pub const TARGETS_MAX: usize = 50;
/// The most targets of one distribution.
pub const DISTRIBUTION_TARGETS_MAX: usize = 10;
/// The most distributions that the state of a bundle has. The records of those before them stay.
pub const BUNDLE_DISTRIBUTIONS_MAX: usize = 20;
/// The most targets that the distributions in the state of a bundle have together, since a record must stay small.
pub const BUNDLE_DISTRIBUTION_TARGETS_MAX: usize = 25;
/// The longest path of a file at which a distribution failed, in bytes. A longer one is shortened.
pub const DISTRIBUTION_PATH_BYTES_MAX: usize = 160;
/// The longest address of a target, in bytes.
pub const TARGET_URL_BYTES_MAX: usize = 2_048;
/// The longest description of a target, in characters.
pub const TARGET_DESCRIPTION_CHARS_MAX: usize = 500;
/// The longest token for a target, in bytes.
pub const TARGET_TOKEN_BYTES_MAX: usize = 4_096;

/// Another installation that release bundles are distributed to. Its token is kept apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct DistributionTarget {
    /// Its unique key.
    pub key: String,
    /// The address of the installation, without a slash at its end.
    pub url: String,
    /// What it is, in words.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
}

/// What is wrong with a target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DistributionTargetProblem {
    /// The key cannot be one.
    Key,
    /// The address is not that of a server.
    Url,
    /// The description is too long, or has characters that are not permitted.
    Description,
    /// The token is empty, too long, or has characters that cannot be sent.
    Token,
    /// The key would change.
    Fixed,
    /// The token would be sent to another address than the one that it was given for.
    TokenKept,
}

impl DistributionTargetProblem {
    /// The field that it is about.
    pub const fn field(self) -> &'static str {
        match self {
            Self::Key | Self::Fixed => "key",
            Self::Url => "url",
            Self::Description => "description",
            Self::Token | Self::TokenKept => "token",
        }
    }

    /// The stable code.
    pub const fn code(self) -> RejectionCode {
        match self {
            Self::Fixed => RejectionCode::DistributionTargetFixed,
            Self::TokenKept => RejectionCode::DistributionTargetTokenKept,
            Self::Key | Self::Url | Self::Description | Self::Token => {
                RejectionCode::DistributionTargetInvalid
            }
        }
    }

    /// The rejection of an event with this problem.
    pub fn rejection(self) -> Rejection {
        Rejection::new(self.code()).with("field", self.field())
    }
}

impl fmt::Display for DistributionTargetProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Key => {
                "A key has 2 to 64 letters, digits, hyphens and underscores, and begins with a letter."
            }
            Self::Url => {
                "Enter the address of the other server, such as https://waybill.example.org, without user, parameters and a slash at its end."
            }
            Self::Description => "A description has at most 500 visible characters in one line.",
            Self::Token => {
                "A token has 1 to 4096 letters, digits and signs, and no space."
            }
            Self::Fixed => "The key of a distribution target cannot change.",
            Self::TokenKept => {
                "The address changes: enter the token again, which is not sent to another server."
            }
        })
    }
}

/// Checks a target. Whether it may be connected to is asked when it is saved, and at each request.
///
/// # Errors
///
/// The first [`DistributionTargetProblem`].
pub fn check_target(target: &DistributionTarget) -> Result<(), DistributionTargetProblem> {
    let DistributionTarget { key, url, description } = target;
    if !is_proxy_key(key) {
        return Err(DistributionTargetProblem::Key);
    }
    if !is_base_url(url) {
        return Err(DistributionTargetProblem::Url);
    }
    let chars = description.chars().count();
    if chars > TARGET_DESCRIPTION_CHARS_MAX || description.contains(is_invisible) {
        return Err(DistributionTargetProblem::Description);
    }
    Ok(())
}

/// Whether a text may be the token for a target.
pub fn is_target_token(token: &str) -> bool {
    (1..=TARGET_TOKEN_BYTES_MAX).contains(&token.len())
        && token.bytes().all(|byte| byte.is_ascii_graphic())
}

/// Checks the targets of a distribution.
///
/// # Errors
///
/// [`BundleProblem::Targets`], if there are none, too many, one twice, or one whose key cannot be one.
pub fn check_distribution(targets: &[String]) -> Result<(), BundleProblem> {
    let distinct: BTreeSet<&String> = targets.iter().collect();
    let are_some = (1..=DISTRIBUTION_TARGETS_MAX).contains(&targets.len());
    if !are_some || distinct.len() < targets.len() || !targets.iter().all(|key| is_proxy_key(key)) {
        return Err(BundleProblem::Targets);
    }
    Ok(())
}

/// Checks the path of a file at which a distribution failed.
///
/// # Errors
///
/// [`BundleProblem::Path`], if it is empty or too long, or has characters that are not permitted.
pub fn check_distribution_path(path: &str) -> Result<(), BundleProblem> {
    let fits = (1..=DISTRIBUTION_PATH_BYTES_MAX).contains(&path.len());
    if fits && !path.contains(is_invisible) { Ok(()) } else { Err(BundleProblem::Path) }
}

/// A path as the outcome of a distribution has it: the end of one that is long.
pub fn shortened_path(path: &str) -> String {
    const ELLIPSIS: &str = "…";
    if path.len() <= DISTRIBUTION_PATH_BYTES_MAX {
        return path.to_owned();
    }
    let room = DISTRIBUTION_PATH_BYTES_MAX - ELLIPSIS.len();
    let from = (path.len() - room..=path.len()).find(|at| path.is_char_boundary(*at));
    format!("{ELLIPSIS}{}", from.map_or("", |from| &path[from..]))
}

/// An address with `http` or `https`, a host, and perhaps a port and a path. What is connected to is parsed by the
/// algorithm of browsers; here is refused what would have another meaning there.
fn is_base_url(url: &str) -> bool {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let Some(rest) = rest else { return false };
    let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
    let is_plain = |letter: char| letter.is_ascii_graphic() && !r#"?#@\"<>^`{|}%"#.contains(letter);
    let climbs = |part: &str| matches!(part, "" | "." | "..");
    url.len() <= TARGET_URL_BYTES_MAX
        && rest.chars().all(is_plain)
        && !authority.is_empty()
        && !authority.starts_with(':')
        && (rest == authority || !path.split('/').any(climbs))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target() -> DistributionTarget {
        DistributionTarget {
            key: "europe".into(),
            url: "https://waybill.example.org".into(),
            description: "The one in Europe".into(),
        }
    }

    /// covers: [HOOK-04]
    #[test]
    fn each_field_of_a_target_has_its_problem() {
        assert_eq!(check_target(&target()), Ok(()));
        for key in ["", "a", "1a", "a b", "a/b", "ä1"] {
            let wrong = DistributionTarget { key: key.into(), ..target() };
            assert_eq!(check_target(&wrong), Err(DistributionTargetProblem::Key), "{key}");
        }
        for url in [
            "",
            "waybill.example.org",
            "ftp://waybill.example.org",
            "https://",
            "https://:8046",
            "https://waybill.example.org/",
            "https://waybill.example.org/base/",
            "https://waybill.example.org/../base",
            "https://waybill.example.org//base",
            "https://waybill.example.org?a=b",
            "https://waybill.example.org/base#part",
            "https://ann@waybill.example.org",
            "https://ann:secret@waybill.example.org",
            "https://waybill.example.org\\@evil.example.org",
            "https://waybill.example.org/%2e%2e",
            "https://way bill.example.org",
            "https://waybill.example.org\n",
            "HTTPS://waybill.example.org",
        ] {
            let wrong = DistributionTarget { url: url.into(), ..target() };
            assert_eq!(check_target(&wrong), Err(DistributionTargetProblem::Url), "{url:?}");
        }
        for url in ["http://10.0.0.1:8046", "https://[fd00::1]:8443/a/b", "https://waybill"] {
            let sound = DistributionTarget { url: url.into(), ..target() };
            assert_eq!(check_target(&sound), Ok(()), "{url}");
        }
        let long = format!("https://waybill.example.org/{}", "x".repeat(2_048));
        let wrong = DistributionTarget { url: long, ..target() };
        assert_eq!(check_target(&wrong), Err(DistributionTargetProblem::Url));
        for description in ["two\nlines".to_owned(), "x".repeat(501)] {
            let wrong = DistributionTarget { description, ..target() };
            assert_eq!(check_target(&wrong), Err(DistributionTargetProblem::Description));
        }
    }

    /// covers: [HOOK-04]
    #[test]
    fn a_token_is_one_word_that_a_header_can_have() {
        assert!(is_target_token("abc.DEF-_~+/=") && is_target_token(&"x".repeat(4_096)));
        for wrong in [String::new(), "two words".into(), "a\r\nb".into(), "ü".into()] {
            assert!(!is_target_token(&wrong), "{wrong:?}");
        }
        assert!(!is_target_token(&"x".repeat(4_097)));
    }

    /// covers: [HOOK-04]
    #[test]
    fn a_distribution_has_a_few_targets_each_of_them_once() {
        let keys = |count: usize| (0..count).map(|n| format!("target-{n}")).collect::<Vec<_>>();
        assert_eq!(check_distribution(&keys(1)), Ok(()));
        assert_eq!(check_distribution(&keys(10)), Ok(()));
        let twice = vec!["europe".to_owned(), "europe".to_owned()];
        for wrong in [keys(0), keys(11), twice, vec!["../europe".to_owned()]] {
            assert_eq!(check_distribution(&wrong), Err(BundleProblem::Targets), "{wrong:?}");
        }
    }

    /// covers: [HOOK-04]
    #[test]
    fn a_long_path_keeps_its_end() {
        assert_eq!(shortened_path("generic-local/a.bin"), "generic-local/a.bin");
        let long = format!("generic-local/{}/a.bin", "ü".repeat(200));
        let shortened = shortened_path(&long);
        assert!(shortened.starts_with("…ü") && shortened.ends_with("ü/a.bin"), "{shortened}");
        for path in [long.as_str(), &"x".repeat(161), &"…".repeat(100)] {
            assert_eq!(check_distribution_path(&shortened_path(path)), Ok(()), "{path}");
            assert_eq!(check_distribution_path(path), Err(BundleProblem::Path));
        }
        for wrong in ["", "a\nb"] {
            assert_eq!(check_distribution_path(wrong), Err(BundleProblem::Path), "{wrong:?}");
        }
    }
}
