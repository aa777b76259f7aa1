//! Versions of modules, also those that go makes of commits.

use crate::semver::{Grammar, Prefix, Short};
use crate::{Stage, Version};

/// How many digits a time has.
const TIME_DIGITS: usize = 14;

const GRAMMAR: Grammar = Grammar {
    v: Prefix::Always,
    short: Short::Alone,
    allows_zeros: false,
    is_bounded: false,
    is_number: |_| true,
};

pub(crate) fn parse(text: &str) -> Option<Version> {
    let version = GRAMMAR.parse(text)?;
    Some(if is_pseudo(text) { Version { stage: Stage::Commit, ..version } } else { version })
}

/// Whether a version was made of a commit and no tag; those are not listed.
pub fn is_pseudo(version: &str) -> bool {
    let version = version.split('+').next().unwrap_or(version);
    let Some((rest, commit)) = version.rsplit_once('-') else { return false };
    let Some(at) = rest.len().checked_sub(TIME_DIGITS) else { return false };
    let Some((before, time)) = rest.split_at_checked(at) else { return false };
    let is_commit = !commit.is_empty() && commit.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let follows = before.ends_with("-0.")
        || (before.contains('-') && before.ends_with(".0."))
        || before.ends_with(".0.0-");
    is_commit && follows && time.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scheme;

    #[test]
    fn the_latest_version_is_a_release_if_there_is_one() {
        let pseudo = ["v0.0.0-20200101000000-abcdef012345", "v1.2.1-0.20200101000000-abcdef012345"];
        for version in pseudo.into_iter().chain(["v1.2.0-rc.1.0.20200101000000-abcdef012345"]) {
            assert!(is_pseudo(version), "{version}");
        }
        for version in ["v1.0.0", "v1.0.0-rc.1", "v1.0.0-20200101", "v1.0.0-é-a"] {
            assert!(!is_pseudo(version), "{version}");
        }
        let mut versions =
            [pseudo[1], "v1.10.0", "v1.9.0", "v1.11.0-rc.1", pseudo[0], "v2.0.0+incompatible"];
        versions.sort_by(|one, other| Scheme::Go.compare_as_latest(one, other));
        assert_eq!(
            versions,
            [pseudo[0], pseudo[1], "v1.11.0-rc.1", "v1.9.0", "v1.10.0", "v2.0.0+incompatible"]
        );
    }
}
