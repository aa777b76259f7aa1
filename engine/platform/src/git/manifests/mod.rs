//! Dependency manifests: files that pin versions of packages.

mod cargo;
mod go;
mod npm;
mod python;

use std::collections::BTreeSet;

use waybill_advisories::normalised;
use waybill_machines::rules::repositories::PackageType;
use waybill_versions::Scheme;

use super::ManifestPackage;

/// The longest name of a package.
const NAME_BYTES_MAX: usize = 500;
/// The file is not what its name says.
const NOT_READABLE: &str = "The content of this file is not what its name says.";

/// The kind of a dependency manifest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ManifestKind {
    /// `package-lock.json` of npm.
    NpmLock,
    /// `Cargo.lock` of Cargo.
    CargoLock,
    /// `requirements.txt` of pip.
    PipRequirements,
    /// `poetry.lock` of Poetry.
    PoetryLock,
    /// `go.mod` of go.
    GoMod,
    /// `go.sum` of go.
    GoSum,
}

impl ManifestKind {
    /// All kinds.
    pub const ALL: [Self; 6] = [
        Self::NpmLock,
        Self::CargoLock,
        Self::PipRequirements,
        Self::PoetryLock,
        Self::GoMod,
        Self::GoSum,
    ];

    /// The name in the platform's public calls.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::NpmLock => "npm_lock",
            Self::CargoLock => "cargo_lock",
            Self::PipRequirements => "pip_requirements",
            Self::PoetryLock => "poetry_lock",
            Self::GoMod => "go_mod",
            Self::GoSum => "go_sum",
        }
    }

    /// The name of the file.
    pub const fn file_name(self) -> &'static str {
        match self {
            Self::NpmLock => "package-lock.json",
            Self::CargoLock => "Cargo.lock",
            Self::PipRequirements => "requirements.txt",
            Self::PoetryLock => "poetry.lock",
            Self::GoMod => "go.mod",
            Self::GoSum => "go.sum",
        }
    }

    /// The type of the packages that it pins.
    pub const fn package_type(self) -> PackageType {
        match self {
            Self::NpmLock => PackageType::Npm,
            Self::CargoLock => PackageType::Cargo,
            Self::PipRequirements | Self::PoetryLock => PackageType::Pypi,
            Self::GoMod | Self::GoSum => PackageType::Go,
        }
    }

    /// The kind of a file in a repository. Manifests of installed packages are none of the repository.
    pub(super) fn of_path(path: &str) -> Option<Self> {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let is_installed = folder.split('/').any(|part| part == "node_modules");
        Self::ALL.into_iter().find(|kind| kind.file_name() == name && !is_installed)
    }

    /// The versions of packages that a file pins, each once. Names are as advisories spell them.
    ///
    /// # Errors
    ///
    /// A sentence about why it cannot be read. It has no text of the file.
    pub(super) fn read(self, content: &[u8]) -> Result<Vec<ManifestPackage>, &'static str> {
        let text = std::str::from_utf8(content).map_err(|_| NOT_READABLE)?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let pinned = match self {
            Self::NpmLock => npm::lock(text),
            Self::CargoLock => cargo::lock(text),
            Self::PipRequirements => Some(python::requirements(text)),
            Self::PoetryLock => python::poetry_lock(text),
            Self::GoMod => Some(go::module(text)),
            Self::GoSum => Some(go::sums(text)),
        };
        let package_type = self.package_type();
        let pinned = pinned.ok_or(NOT_READABLE)?.into_iter();
        let packages: BTreeSet<ManifestPackage> = pinned
            .filter(|pinned| is_package(package_type, pinned))
            .map(|Pinned { name, version }| ManifestPackage {
                package_type,
                name: normalised(package_type, &name).into_owned(),
                version,
            })
            .collect();
        Ok(packages.into_iter().collect())
    }
}

/// A version of a package as a manifest writes it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Pinned {
    name: String,
    version: String,
}

impl Pinned {
    fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self { name: name.into(), version: version.into() }
    }
}

/// Whether it can be the version of a package: addresses and branches of repositories are none.
fn is_package(package_type: PackageType, pinned: &Pinned) -> bool {
    let Pinned { name, version } = pinned;
    let is_name = (1..=NAME_BYTES_MAX).contains(&name.len())
        && !name.chars().any(|letter| letter.is_whitespace() || letter.is_control());
    is_name && Scheme::of(package_type).is_some_and(|scheme| scheme.is_valid(version))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_their_names() {
        for kind in ManifestKind::ALL {
            assert_eq!(ManifestKind::of_path(kind.file_name()), Some(kind));
            let nested = format!("web/app/{}", kind.file_name());
            assert_eq!(ManifestKind::of_path(&nested), Some(kind));
        }
        for other in [
            "Cargo.toml",
            "go.mod/x",
            "node_modules/a/package-lock.json",
            "x-package-lock.json",
            "",
        ] {
            assert_eq!(ManifestKind::of_path(other), None, "{other}");
        }
    }

    #[test]
    fn packages_are_spelt_as_advisories_do_and_are_there_once() {
        let read = |kind: ManifestKind, text: &str| {
            let packages = kind.read(text.as_bytes()).unwrap();
            let packages = packages.into_iter().map(|one| format!("{} {}", one.name, one.version));
            packages.collect::<Vec<_>>()
        };
        let text = "\u{feff}Shop_Core==1.0\nshop.core==1.0\nother==not-a-version-at-all!\n";
        assert_eq!(read(ManifestKind::PipRequirements, text), ["shop-core 1.0"]);
        let lock = "[[package]]\nname = \"Serde_JSON\"\nversion = \"1.0.0\"\n\
            source = \"registry+https://github.com/rust-lang/crates.io-index\"\n";
        assert_eq!(read(ManifestKind::CargoLock, lock), ["serde-json 1.0.0"]);
    }

    #[test]
    fn a_file_that_cannot_be_read_is_not_repeated() {
        for kind in [ManifestKind::NpmLock, ManifestKind::CargoLock, ManifestKind::PoetryLock] {
            for content in [&b"{ canary"[..], b"\xff\xfe"] {
                assert_eq!(kind.read(content), Err(NOT_READABLE), "{kind:?}");
            }
        }
    }
}
