//! The ecosystems of OSV, and how they name packages.

use std::borrow::Cow;

use waybill_machines::rules::repositories::PackageType;

/// What an ecosystem is to us.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ecosystem {
    /// One of a package type.
    Of(PackageType),
    /// One that OSV defines and that has no package type here.
    Other,
    /// One that OSV does not define.
    Unknown,
}

/// The ecosystems that OSV defines and that have no package type here.
const OTHERS: [&str; 45] = [
    "AlmaLinux",
    "Alpaquita",
    "Alpine",
    "Android",
    "BellSoft Hardened Containers",
    "Bioconductor",
    "Bitnami",
    "Chainguard",
    "CleanStart",
    "ConanCenter",
    "CRAN",
    "Debian",
    "Docker Hardened Images",
    "Echo",
    "FreeBSD",
    "GHC",
    "GIT",
    "GitHub Actions",
    "Hackage",
    "Hex",
    "Julia",
    "Kubernetes",
    "Linux",
    "Mageia",
    "MinimOS",
    "NuGet",
    "OSS-Fuzz",
    "Packagist",
    "Photon OS",
    "Pub",
    "Red Hat",
    "Rocky Linux",
    "Root",
    "RubyGems",
    "SUSE",
    "SwiftURL",
    "Ubuntu",
    "VSCode",
    "Wolfi",
    "cpan",
    "opam",
    "openEuler",
    "openSUSE",
    "Homebrew",
    "Azure Linux",
];

impl Ecosystem {
    /// Reads the name of an ecosystem, which may have a release or the address of a registry behind a colon.
    pub fn of(name: &str) -> Self {
        let base = name.split(':').next().unwrap_or(name);
        match base {
            "npm" => Self::Of(PackageType::Npm),
            "PyPI" => Self::Of(PackageType::Pypi),
            "crates.io" => Self::Of(PackageType::Cargo),
            "Go" => Self::Of(PackageType::Go),
            "Maven" => Self::Of(PackageType::Maven),
            other if OTHERS.contains(&other) => Self::Other,
            _ => Self::Unknown,
        }
    }
}

/// The name that all spellings of a package's name share: of Python (PEP 503) and of crates, case and separators do not
/// distinguish names; others are as they are written.
pub fn normalised(package_type: PackageType, name: &str) -> Cow<'_, str> {
    match package_type {
        PackageType::Pypi => {
            let is_normal = |byte: u8| !byte.is_ascii_uppercase() && !matches!(byte, b'_' | b'.');
            let is_edged = name.starts_with('-') || name.ends_with('-') || name.contains("--");
            if name.bytes().all(is_normal) && !is_edged {
                return Cow::Borrowed(name);
            }
            let parts = name.split(['-', '_', '.']).filter(|part| !part.is_empty());
            Cow::Owned(parts.collect::<Vec<_>>().join("-").to_ascii_lowercase())
        }
        PackageType::Cargo => {
            if name.bytes().all(|byte| !byte.is_ascii_uppercase() && byte != b'_') {
                return Cow::Borrowed(name);
            }
            Cow::Owned(name.to_ascii_lowercase().replace('_', "-"))
        }
        PackageType::Npm
        | PackageType::Go
        | PackageType::Maven
        | PackageType::Gradle
        | PackageType::Ivy
        | PackageType::Helm
        | PackageType::Docker
        | PackageType::Generic
        | PackageType::Mysql => Cow::Borrowed(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ecosystems_have_their_package_type() {
        for (name, ecosystem) in [
            ("npm", Ecosystem::Of(PackageType::Npm)),
            ("Maven:https://maven.google.com", Ecosystem::Of(PackageType::Maven)),
            ("Debian:12", Ecosystem::Other),
            ("NPM", Ecosystem::Unknown),
            ("", Ecosystem::Unknown),
        ] {
            assert_eq!(Ecosystem::of(name), ecosystem, "{name}");
        }
    }

    #[test]
    fn spellings_of_a_name_are_one_where_the_ecosystem_says_so() {
        for (package_type, name, expected) in [
            (PackageType::Pypi, "Shop_Core", "shop-core"),
            (PackageType::Pypi, "shop-_.core", "shop-core"),
            (PackageType::Pypi, "shop--core", "shop-core"),
            (PackageType::Cargo, "Serde_JSON", "serde-json"),
            (PackageType::Npm, "@Acme/Shop", "@Acme/Shop"),
            (PackageType::Go, "github.com/Acme/Shop", "github.com/Acme/Shop"),
            (PackageType::Maven, "com.acme:Shop", "com.acme:Shop"),
        ] {
            assert_eq!(normalised(package_type, name), expected, "{name}");
        }
    }
}
