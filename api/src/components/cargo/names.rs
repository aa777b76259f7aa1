//! Names and versions of crates.

use semver::Version;
use waybill_machines::rules::repositories::PackageType;

/// The longest name of a crate.
const NAME_BYTES_MAX: usize = 64;

/// Whether a crate may be published under this name.
pub(super) fn is_name(name: &str) -> bool {
    let belongs = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    let begins = name.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic());
    begins && name.len() <= NAME_BYTES_MAX && name.bytes().all(belongs)
}

/// The name that all spellings of a crate's name share.
pub(super) fn canonical(name: &str) -> String {
    waybill_advisories::normalised(PackageType::Cargo, name).into_owned()
}

/// The path of a version's file in its repository.
pub(super) fn path_of(name: &str, version: &str) -> String {
    format!("{name}/{name}-{version}.crate")
}

/// The crate and the version whose file is at a path.
pub(in crate::components) fn version_at(path: &str) -> Option<(String, String)> {
    let (name, file) = path.split_once('/')?;
    let version = file.strip_suffix(".crate")?.strip_prefix(name)?.strip_prefix('-')?;
    number(version)?;
    Some((name.to_owned(), version.to_owned()))
}

/// The spelling of a crate's name in the path of a file.
pub(super) fn spelling(path: &str) -> &str {
    path.split('/').next().unwrap_or(path)
}

/// A version without build metadata, which Cargo ignores. None if it is not valid.
pub(super) fn number(version: &str) -> Option<Version> {
    let version = Version::parse(version).ok()?;
    Some(Version { build: semver::BuildMetadata::EMPTY, ..version })
}

/// Whether two versions are the same for Cargo.
pub(super) fn are_same(one: &str, other: &str) -> bool {
    number(one).is_some_and(|one| Some(one) == number(other))
}

/// The folder of the index, and of the file of a crate on some servers: `se/rd` of `serde`. The name is ASCII.
pub(super) fn prefix_of(name: &str) -> String {
    match name.len() {
        0..=2 => name.len().to_string(),
        3 => format!("3/{}", &name[..1]),
        _ => format!("{}/{}", &name[..2], &name[2..4]),
    }
}

/// The name in a path of the index, such as `se/rd/serde`, which is in lower case.
pub(super) fn of_index_path(path: &str) -> Option<&str> {
    let name = path.rsplit('/').next().filter(|name| is_name(name))?;
    let expected = format!("{}/{name}", prefix_of(name));
    (path == expected && name == name.to_ascii_lowercase()).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_one_path_in_the_index() {
        for path in ["1/a", "2/ab", "3/a/abc", "ab/cd/abcd", "se/rd/serde", "my/-c/my-crate"] {
            assert_eq!(of_index_path(path), path.rsplit('/').next(), "{path}");
        }
        for path in ["a", "a/a", "3/b/abc", "ab/ce/abcd", "Ab/cd/Abcd", "ab/cd/../abcd", "", "1/1"]
        {
            assert_eq!(of_index_path(path), None, "{path}");
        }
    }

    #[test]
    fn spellings_of_a_name_and_of_a_version_are_one() {
        assert_eq!(canonical("My_Crate"), canonical("my-crate"));
        assert!(are_same("1.0.0+a", "1.0.0+b") && !are_same("1.0.0-a", "1.0.0-b"));
        for name in ["", "1a", "-a", "a.b", "a b", "ä", &"a".repeat(65)] {
            assert!(!is_name(name), "{name}");
        }
    }
}
