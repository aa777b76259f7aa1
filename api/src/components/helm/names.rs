//! Names, versions and files of charts.

use semver::Version;

/// The longest name of a chart.
const NAME_BYTES_MAX: usize = 128;
/// The longest version.
const VERSION_BYTES_MAX: usize = 100;
/// What the name of a chart's file ends with.
const EXTENSION: &str = ".tgz";
/// What the name of the signature of a chart's file ends with.
const PROVENANCE: &str = ".tgz.prov";

/// Whether a chart may have this name.
pub(super) fn is_name(name: &str) -> bool {
    let belongs = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    let begins = name.bytes().next().is_some_and(|byte| byte.is_ascii_alphanumeric());
    begins && name.len() <= NAME_BYTES_MAX && name.bytes().all(belongs)
}

/// Whether a version is one of Semantic Versioning 2, perhaps with a `v` before it.
pub(super) fn is_version(version: &str) -> bool {
    version.len() <= VERSION_BYTES_MAX && parsed(version).is_some()
}

/// Whether two texts are one version, as they are for Helm.
pub(super) fn are_same(one: &str, other: &str) -> bool {
    parsed(one).is_some_and(|one| Some(one) == parsed(other))
}

fn parsed(version: &str) -> Option<Version> {
    Version::parse(version.strip_prefix('v').unwrap_or(version)).ok()
}

/// The path of a chart's file in its repository.
pub(super) fn path_of(name: &str, version: &str) -> String {
    format!("{name}-{version}{EXTENSION}")
}

/// Whether a file is the signature of a chart's file.
pub(super) fn is_provenance(file: &str) -> bool {
    file.ends_with(PROVENANCE)
}

/// The chart and the version whose file, or the signature of it, is at a path.
pub(in crate::components) fn version_at(path: &str) -> Option<(String, String)> {
    let file = path.rsplit('/').next()?;
    let (name, version) = of_file(file.strip_suffix(".prov").unwrap_or(file))?;
    Some((name.to_owned(), version.to_owned()))
}

/// The name and the version of the chart in a file. The version begins behind the first dash that a version follows, so
/// that a file is of one chart.
pub(super) fn of_file(file: &str) -> Option<(&str, &str)> {
    let stem = file.strip_suffix(EXTENSION)?;
    let mut splits = stem.match_indices('-').map(|(at, _)| (&stem[..at], &stem[at + 1..]));
    splits.find(|(_, version)| is_version(version)).filter(|(name, _)| is_name(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_of_one_chart() {
        for (file, expected) in [
            ("shop-1.0.0.tgz", Some(("shop", "1.0.0"))),
            ("my-shop-2-1.0.0-rc.1+build.5.tgz", Some(("my-shop-2", "1.0.0-rc.1+build.5"))),
            ("shop-1.0.0-2.0.0.tgz", Some(("shop", "1.0.0-2.0.0"))),
            ("shop.tgz", None),
            ("shop-1.0.tgz", None),
            ("shop-v1.0.0.tgz", Some(("shop", "v1.0.0"))),
            ("shop-vv1.0.0.tgz", None),
            ("-1.0.0.tgz", None),
            ("a/shop-1.0.0.tgz", None),
            ("shop-1.0.0.tgz.prov", None),
            ("shop-1.0.0.zip", None),
        ] {
            assert_eq!(of_file(file), expected, "{file}");
        }
        assert!(is_provenance("shop-1.0.0.tgz.prov"));
    }

    #[test]
    fn a_v_before_a_version_means_nothing() {
        assert!(are_same("v1.0.0", "1.0.0") && !are_same("1.0.0", "1.0.1"));
    }
}
