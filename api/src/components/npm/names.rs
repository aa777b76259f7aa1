//! Names, versions and tags of npm.

use semver::{Version, VersionReq};

/// The longest name with its scope.
const NAME_BYTES_MAX: usize = 214;
/// Names that are part of other addresses or folders.
const RESERVED: [&str; 2] = ["node_modules", "favicon.ico"];

/// Whether a package may be published under this name: lower-case letters, digits and `-._~` in one or, with a scope,
/// two parts, neither of which begins with a dot or an underscore.
pub(super) fn is_name(name: &str) -> bool {
    let belongs =
        |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-._~".contains(&byte);
    let is_part = |part: &str| {
        !part.is_empty() && !part.starts_with(['.', '_', '-']) && part.bytes().all(belongs)
    };
    let is_valid = match name.strip_prefix('@').map(|scoped| scoped.split_once('/')) {
        Some(parts) => parts.is_some_and(|(scope, rest)| is_part(scope) && is_part(rest)),
        None => is_part(name) && !RESERVED.contains(&name),
    };
    is_valid && name.len() <= NAME_BYTES_MAX
}

/// The largest number of a version that JavaScript has exactly.
const NUMBER_MAX: u64 = (1 << 53) - 1;

/// Whether a version may be published: complete, and without the build metadata that npm takes away.
pub(super) fn is_version(text: &str) -> bool {
    let fits = |version: &Version| {
        let numbers = [version.major, version.minor, version.patch];
        version.build.is_empty() && numbers.iter().all(|number| *number <= NUMBER_MAX)
    };
    Version::parse(text).is_ok_and(|version| fits(&version))
}

/// Whether a tag differs from all versions and ranges.
pub(super) fn is_tag(tag: &str) -> bool {
    let belongs = |letter: char| letter.is_alphanumeric() || "-._~".contains(letter);
    // npm reads versions and ranges loosely: with zeros before numbers, and with a v before all of them.
    let plain = tag.trim_start_matches(['v', 'V']);
    let begins = plain.chars().next().is_some_and(char::is_alphabetic);
    begins && tag.chars().all(belongs) && VersionReq::parse(plain).is_err()
}

/// The path of a version's file in its repository.
pub(super) fn path_of(name: &str, version: &str) -> String {
    let last = name.rsplit('/').next().unwrap_or(name);
    path_of_file(name, &format!("{last}-{version}.tgz"))
}

/// The package and the version whose file is at a path.
pub(in crate::components) fn version_at(path: &str) -> Option<(String, String)> {
    let (name, file) = path.split_once("/-/")?;
    let last = name.rsplit('/').next()?;
    let version = file.strip_suffix(".tgz")?.strip_prefix(last)?.strip_prefix('-')?;
    Version::parse(version).ok()?;
    Some((name.to_owned(), version.to_owned()))
}

/// The path of a file of a package.
pub(super) fn path_of_file(name: &str, file: &str) -> String {
    format!("{}/{file}", folder_of(name))
}

/// The folder of the files of a package.
pub(super) fn folder_of(name: &str) -> String {
    format!("{name}/-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_that_npm_publishes() {
        for name in ["shop", "@acme/shop", "a.b_c-d~e", "7"] {
            assert!(is_name(name), "{name}");
        }
        let long = "a".repeat(215);
        for name in [
            "",
            "Shop",
            "@acme",
            "@acme/",
            "@/a",
            "a/b",
            ".a",
            "_a",
            "a b",
            "@a/b/c",
            "node_modules",
            &long,
        ] {
            assert!(!is_name(name), "{name}");
        }
    }

    #[test]
    fn a_version_is_complete_and_a_tag_is_none() {
        assert!(is_version("1.0.0-rc.1"));
        for text in
            ["1", "1.0", "v1.0.0", "01.0.0", "1.0.0+linux", "9007199254740992.0.0", "latest", ""]
        {
            assert!(!is_version(text), "{text}");
        }
        for tag in ["latest", "next-7", "release"] {
            assert!(is_tag(tag), "{tag}");
        }
        for tag in
            ["", "1.0.0", "v1", "V1", "v", "01.0.0", "-", "1.x", "x", "X", "a b", "^1", "a/b"]
        {
            assert!(!is_tag(tag), "{tag}");
        }
    }

    #[test]
    fn a_file_is_named_by_the_version() {
        assert_eq!(path_of("@acme/shop", "1.0.0"), "@acme/shop/-/shop-1.0.0.tgz");
    }
}
