//! The file of a version: a gzipped tar archive, whose `package.json` is what will be installed.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use serde::Deserialize;
use tar::{Archive, EntryType};
use waybill_platform::repositories::DOCUMENT_BYTES_MAX;

/// The largest archive, unpacked: a small one may unpack to any size.
const UNPACKED_BYTES_MAX: u64 = 1_024 * 1_024 * 1_024;

/// Why a file is not that of a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum ArchiveError {
    /// It is another kind of file, or damaged.
    #[error("The attached file is no gzipped tar archive with a package.json in its folder")]
    NotAnArchive,
    /// It has too much in it.
    #[error("The attached file may unpack to at most {} MiB", UNPACKED_BYTES_MAX / 1_024 / 1_024)]
    TooLarge,
    /// It is of something else.
    #[error("The package.json in the attached file is of another package or version")]
    AnotherVersion,
}

/// What a `package.json` has to have.
#[derive(Deserialize)]
struct Manifest {
    name: String,
    version: String,
}

/// Checks that a file is an archive of a version: otherwise what is shown of it would not be what is installed. Each
/// `package.json` is looked at, since the last one is unpacked over the others. Blocks on the disk.
pub(super) fn check(file: &Path, name: &str, version: &str) -> Result<(), ArchiveError> {
    let file = File::open(file).map_err(|_| ArchiveError::NotAnArchive)?;
    check_archive(GzDecoder::new(file), name, version)
}

fn check_archive(unpacked: impl Read, name: &str, version: &str) -> Result<(), ArchiveError> {
    let mut archive = Archive::new(unpacked.take(UNPACKED_BYTES_MAX));
    // Raw: a long name would be read as a whole, however long it is.
    let entries = archive.entries().map_err(|_| ArchiveError::NotAnArchive)?.raw(true);
    let (mut is_found, mut is_renamed, mut bytes) = (false, false, 0_u64);
    for entry in entries {
        let entry = entry.map_err(|_| too_large_or(bytes, ArchiveError::NotAnArchive))?;
        let (kind, size) = (entry.header().entry_type(), entry.size());
        bytes = bytes.saturating_add(size).saturating_add(512);
        // The entry before a file may give it another name.
        let was_renamed = is_renamed;
        is_renamed = matches!(kind, EntryType::XHeader | EntryType::GNULongName);
        let is_manifest = entry.path().is_ok_and(|path| {
            path.components().count() == 2
                && path.file_name().is_some_and(|name| name == "package.json")
        });
        if !is_manifest || was_renamed {
            continue;
        }
        if !kind.is_file() || size > DOCUMENT_BYTES_MAX as u64 {
            return Err(ArchiveError::NotAnArchive);
        }
        let manifest: Manifest =
            serde_json::from_reader(entry).map_err(|_| ArchiveError::NotAnArchive)?;
        // npm takes a leading v and build metadata away.
        let inside = manifest.version.trim().trim_start_matches(['v', '=']);
        let inside = inside.split('+').next().unwrap_or_default();
        if manifest.name != name || inside != version {
            return Err(ArchiveError::AnotherVersion);
        }
        is_found = true;
    }
    is_found.then_some(()).ok_or_else(|| too_large_or(bytes, ArchiveError::NotAnArchive))
}

fn too_large_or(bytes: u64, other: ArchiveError) -> ArchiveError {
    if bytes >= UNPACKED_BYTES_MAX { ArchiveError::TooLarge } else { other }
}

#[cfg(test)]
mod tests {
    use tar::{Builder, Header};

    use super::*;

    fn archive(files: &[(&str, &str)]) -> Vec<u8> {
        let mut archive = Builder::new(Vec::new());
        for (path, content) in files {
            let mut header = Header::new_ustar();
            header.set_size(content.len() as u64);
            header.set_mode(0o644);
            archive.append_data(&mut header, path, content.as_bytes()).unwrap();
        }
        archive.into_inner().unwrap()
    }

    fn checked(files: &[(&str, &str)]) -> Result<(), ArchiveError> {
        check_archive(&archive(files)[..], "shop", "1.0.0")
    }

    #[test]
    fn the_manifest_in_the_archive_is_that_of_the_version() {
        let manifest = r#"{"name": "shop", "version": "1.0.0"}"#;
        let other = r#"{"name": "shop", "version": "1.0.1"}"#;
        assert_eq!(checked(&[("package/a.js", ""), ("package/package.json", manifest)]), Ok(()));
        // A dependency that is part of the package is another one.
        let bundled = "package/node_modules/b/package.json";
        assert_eq!(checked(&[("shop/package.json", manifest), (bundled, other)]), Ok(()));
        assert_eq!(
            checked(&[("package/package.json", manifest), ("package/package.json", other)]),
            Err(ArchiveError::AnotherVersion),
        );
        for files in [
            &[][..],
            &[("package.json", manifest)],
            &[("package/package.json", "{}")],
            &[("package/package.json", "[")],
        ] {
            assert_eq!(checked(files), Err(ArchiveError::NotAnArchive), "{files:?}");
        }
        assert_eq!(
            check_archive(&b"no archive"[..], "shop", "1.0.0"),
            Err(ArchiveError::NotAnArchive)
        );
    }

    #[test]
    fn an_archive_that_unpacks_to_too_much_is_rejected() {
        let mut header = Header::new_ustar();
        header.set_path("package/zeros").unwrap();
        header.set_size(UNPACKED_BYTES_MAX);
        header.set_mode(0o644);
        header.set_cksum();
        let zeros = std::io::repeat(0).take(UNPACKED_BYTES_MAX);
        let endless = header.as_bytes().chain(zeros);
        assert_eq!(check_archive(endless, "shop", "1.0.0"), Err(ArchiveError::TooLarge));
    }
}
