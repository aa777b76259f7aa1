//! The file of a version: an archive whose `Cargo.toml` is what will be built.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde::Deserialize;
use waybill_platform::repositories::DOCUMENT_BYTES_MAX;

use crate::components::tarball::{self, LIMITS, TarballError};

/// Why a file is not that of a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum ArchiveError {
    /// It cannot be read.
    #[error(transparent)]
    Tarball(#[from] TarballError),
    /// Something is outside of the folder of the crate, where Cargo does not unpack it.
    #[error("The file has something outside of the folder of the crate")]
    OutsideOfFolder,
    /// It has something else than files and folders.
    #[error("The file has links or devices in it; a crate has files and folders only")]
    NotPlain,
    /// It has no manifest.
    #[error("The file has no Cargo.toml in the folder of the crate")]
    NoManifest,
    /// Its manifest is not one of a package.
    #[error("The Cargo.toml in the file is not valid")]
    NotToml,
    /// It is of something else.
    #[error("The Cargo.toml in the file is of another crate or version")]
    AnotherVersion,
}

#[derive(Deserialize)]
struct Manifest {
    package: Package,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
}

/// Checks that a file is an archive with the name and the version that it is published with. Blocks on the disk.
pub(super) fn check(file: &Path, name: &str, version: &str) -> Result<(), ArchiveError> {
    let file = File::open(file).map_err(|_| TarballError::Damaged)?;
    check_archive(file, name, version)
}

fn check_archive(file: impl Read, name: &str, version: &str) -> Result<(), ArchiveError> {
    let folder = format!("{name}-{version}/");
    let mut is_found = false;
    tarball::visit(LIMITS, file, |mut member| {
        if !member.path.starts_with(&folder) {
            return Err(ArchiveError::OutsideOfFolder);
        }
        if !member.is_plain() {
            return Err(ArchiveError::NotPlain);
        }
        if member.unpacked_name().as_deref() == Some("cargo.toml") {
            let text = member.text(DOCUMENT_BYTES_MAX).ok_or(ArchiveError::NotToml)?;
            let manifest: Manifest = toml::from_str(&text).map_err(|_| ArchiveError::NotToml)?;
            if manifest.package.name != name || manifest.package.version != version {
                return Err(ArchiveError::AnotherVersion);
            }
            is_found |= member.path[folder.len()..] == *"Cargo.toml";
        }
        Ok(())
    })?;
    is_found.then_some(()).ok_or(ArchiveError::NoManifest)
}

#[cfg(test)]
mod tests {
    use tar::EntryType;

    use super::*;
    use crate::components::tarball::tests::{archive, zipped};

    const MANIFEST: &str = "[package]\nname = \"shop\"\nversion = \"1.0.0\"\n";
    const OTHER: &str = "[package]\nname = \"shop\"\nversion = \"6.6.6\"\n";

    fn checked(entries: &[(EntryType, &str, &str)]) -> Result<(), ArchiveError> {
        check_archive(&zipped(&[&archive(entries)])[..], "shop", "1.0.0")
    }

    #[test]
    fn the_manifest_in_the_archive_is_that_of_the_version() {
        let file = |path, text| (EntryType::Regular, path, text);
        let own = file("shop-1.0.0/Cargo.toml", MANIFEST);
        assert_eq!(checked(&[own, file("shop-1.0.0/src/Cargo.toml", OTHER)]), Ok(()));
        for (entries, error) in [
            (&[file("shop-1.0.0/Cargo.toml", OTHER)][..], ArchiveError::AnotherVersion),
            (&[own, file("shop-1.0.0/CARGO.toml", OTHER)], ArchiveError::AnotherVersion),
            (&[file("shop-1.0.0/CARGO.TOML", MANIFEST)], ArchiveError::NoManifest),
            (&[file("shop-1.0.0/src/lib.rs", "")], ArchiveError::NoManifest),
            (&[file("shop-1.0.0/Cargo.toml", "[")], ArchiveError::NotToml),
            (&[own, file("other/a", "")], ArchiveError::OutsideOfFolder),
            (&[own, (EntryType::Symlink, "shop-1.0.0/d", "")], ArchiveError::NotPlain),
        ] {
            assert_eq!(checked(entries), Err(error), "{entries:?}");
        }
    }
}
