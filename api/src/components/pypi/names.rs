//! Names of projects and of files, and versions (PEP 427, 440, 503 and 625).

use std::str::FromStr as _;

use pep440_rs::Version;
use waybill_machines::rules::repositories::PackageType;

/// The longest name of a project, in bytes.
const NAME_BYTES_MAX: usize = 128;
/// The longest version, in bytes.
const VERSION_BYTES_MAX: usize = 128;
/// What the names of wheels end with.
pub(super) const WHEEL: &str = ".whl";
/// What the names of source distributions end with.
const SDIST: &str = ".tar.gz";

/// Whether a project may have this name.
pub(super) fn is_name(name: &str) -> bool {
    let belongs = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let is_edge = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric());
    let fits = name.len() <= NAME_BYTES_MAX && name.bytes().all(belongs);
    fits && is_edge(name.bytes().next()) && is_edge(name.bytes().last())
}

/// The name that all spellings of a project's name share.
pub(super) fn normalised(name: &str) -> String {
    waybill_advisories::normalised(PackageType::Pypi, name).into_owned()
}

/// Reads a version.
pub(super) fn version_of(text: &str) -> Option<Version> {
    (text.len() <= VERSION_BYTES_MAX).then(|| Version::from_str(text).ok()).flatten()
}

/// The path of a file in its repository: the name of the project as all spellings share it, the version, and the name
/// of the file.
pub(super) fn path_of(project: &str, version: &str, file: &str) -> String {
    format!("{project}/{version}/{file}")
}

/// The project and the version whose file is at a path.
pub(in crate::components) fn version_at(path: &str) -> Option<(String, String)> {
    let FileName { project, version, .. } = FileName::parse(path.rsplit('/').next()?)?;
    Some((project, version.to_string()))
}

/// The kind of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FileKind {
    /// Installed as it is.
    Wheel,
    /// Built where it is installed.
    Sdist,
}

impl FileKind {
    /// What clients call it in a form.
    pub(super) const fn filetype(self) -> &'static str {
        match self {
            Self::Wheel => "bdist_wheel",
            Self::Sdist => "sdist",
        }
    }
}

/// What the name of a file says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct FileName {
    /// Wheel or source distribution.
    pub(super) kind: FileKind,
    /// The project, as all spellings of its name share it.
    pub(super) project: String,
    /// The version.
    pub(super) version: Version,
    /// The build and what a wheel is for, in lower case; nothing for a source distribution, of which a version has one.
    tags: String,
}

impl FileName {
    /// Reads the name of a file: `{name}-{version}[-{build}]-{python}-{abi}-{platform}.whl` or
    /// `{name}-{version}.tar.gz`. None if it is neither.
    pub(super) fn parse(file: &str) -> Option<Self> {
        let belongs = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.+!".contains(&byte);
        if !file.bytes().all(belongs) {
            return None;
        }
        if let Some(stem) = file.strip_suffix(SDIST) {
            let (name, version) = stem.rsplit_once('-')?;
            return Self::of(FileKind::Sdist, name, version, String::new());
        }
        let parts: Vec<&str> = file.strip_suffix(WHEEL)?.split('-').collect();
        let (name, version, build, tags) = match parts[..] {
            [name, version, python, abi, platform] => {
                (name, version, None, [python, abi, platform])
            }
            [name, version, build, python, abi, platform] => {
                (name, version, Some(build), [python, abi, platform])
            }
            _ => return None,
        };
        let is_build = |build: &str| build.bytes().next().is_some_and(|byte| byte.is_ascii_digit());
        // Clients do not find a wheel whose name has two underscores together.
        if name.contains("__") || tags.contains(&"") || !build.is_none_or(is_build) {
            return None;
        }
        let tags = format!("{}-{}", build.unwrap_or_default(), tags.join("-"));
        Self::of(FileKind::Wheel, name, version, tags.to_ascii_lowercase())
    }

    fn of(kind: FileKind, name: &str, version: &str, tags: String) -> Option<Self> {
        let version = version_of(version)?;
        is_name(name).then(|| Self { kind, project: normalised(name), version, tags })
    }

    /// Whether clients could not choose between two files: of one version, for the same machines.
    pub(super) fn competes_with(&self, other: &Self) -> bool {
        self == other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_spellings_of_a_name_are_one() {
        for name in ["Shop_Core", "shop.core", "SHOP--core", "shop-_.core"] {
            assert!(is_name(name), "{name}");
            assert_eq!(normalised(name), "shop-core", "{name}");
        }
        for name in ["", "-shop", "shop-", "shop core", "shop/core", "ä", &"a".repeat(129)] {
            assert!(!is_name(name), "{name}");
        }
    }

    #[test]
    fn names_of_files_say_project_version_and_kind() {
        let wheel = FileName::parse("Shop_Core-1.0.0-py3-none-any.whl").unwrap();
        assert_eq!((wheel.kind, wheel.project.as_str()), (FileKind::Wheel, "shop-core"));
        assert_eq!(wheel.version, version_of("1.0").unwrap());
        let sdist = FileName::parse("shop-core-1.0rc1.tar.gz").unwrap();
        assert_eq!((sdist.kind, sdist.project.as_str()), (FileKind::Sdist, "shop-core"));
        assert_eq!(sdist.version.to_string(), "1.0rc1");
        for (one, other, competes) in [
            ("shop-1.0-py3-none-any.whl", "SHOP-1.0.0-PY3-none-any.whl", true),
            ("shop-1.0-py3-none-any.whl", "shop-1.0-1-py3-none-any.whl", false),
            ("shop-1.0-py3-none-any.whl", "shop-1.0.tar.gz", false),
            ("shop-1.0.tar.gz", "Shop-1.0.0.tar.gz", true),
            ("shop-1.0.tar.gz", "shop-1.1.tar.gz", false),
        ] {
            let (one, other) = (FileName::parse(one).unwrap(), FileName::parse(other).unwrap());
            assert_eq!(one.competes_with(&other), competes, "{one:?} {other:?}");
        }
        for file in [
            "shop-1.0.zip",
            "shop-1.0.egg",
            "shop-1.0-any.whl",
            "shop-1.0-py3--any.whl",
            "shop-1.0-build-py3-none-any.whl",
            "shop-x-py3-none-any.whl",
            "shop.tar.gz",
            "-1.0.tar.gz",
            "../shop-1.0.tar.gz",
            "shop-1.0.tar.gz\n",
            "shöp-1.0.tar.gz",
        ] {
            assert_eq!(FileName::parse(file), None, "{file}");
        }
    }
}
