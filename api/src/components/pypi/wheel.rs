//! Wheels: zip archives with a `METADATA` in the folder `{name}-{version}.dist-info` (PEP 427).
//!
//! Some clients read the directory at the end of the archive, others its entries one after another. What these could
//! read in two ways is rejected.

use std::collections::HashSet;
use std::fs::File;
use std::io::Read as _;

use waybill_platform::repositories::DOCUMENT_BYTES_MAX;

use super::archive::{ArchiveError, is_folder_of};
use super::names::FileName;
use crate::components::path_names::{folded, stays_inside};
use crate::components::zipped;

/// The most entries of a wheel: those of an archive whose directory needs no second form (ZIP64).
pub(super) const MEMBERS_MAX: u16 = u16::MAX - 1;
/// The largest wheel, unpacked: a small one may unpack to any size.
pub(super) const UNPACKED_BYTES_MAX: u64 = 8 * 1_024 * 1_024 * 1_024;
/// What the folder of the metadata ends with.
const DIST_INFO: &str = ".dist-info";
const METADATA: &str = "METADATA";

/// The metadata in a wheel. Blocks on the disk.
pub(super) fn metadata(file: File, name: &FileName) -> Result<String, ArchiveError> {
    let mut archive = zipped::open(file)?;
    let (mut found, mut folders, mut bytes) = (None, HashSet::new(), 0_u64);
    let mut in_folder = HashSet::new();
    for number in 0..archive.len() {
        let entry = archive.by_index_raw(number).map_err(|_| ArchiveError::NoZip)?;
        let path = std::str::from_utf8(entry.name_raw()).map_err(|_| ArchiveError::Ambiguous)?;
        if !stays_inside(path) {
            return Err(ArchiveError::Outside);
        }
        if entry.is_symlink() || entry.encrypted() {
            return Err(ArchiveError::NotPlain);
        }
        bytes = bytes.saturating_add(entry.size());
        if bytes > UNPACKED_BYTES_MAX {
            return Err(ArchiveError::TooLarge);
        }
        let (folder, below) = path.split_once('/').unwrap_or((path, ""));
        if !folder.to_ascii_lowercase().ends_with(DIST_INFO) {
            continue;
        }
        folders.insert(folder.to_owned());
        // Systems differ in whether case matters.
        if !in_folder.insert(folded(path)) {
            return Err(ArchiveError::Ambiguous);
        }
        if below == METADATA {
            found = Some((number, entry.size()));
        }
    }
    let is_own = |folder: &String| {
        folder.strip_suffix(DIST_INFO).is_some_and(|folder| is_folder_of(folder, name))
    };
    let Some((number, size)) = found.filter(|_| folders.len() == 1 && folders.iter().all(is_own))
    else {
        return Err(ArchiveError::NoMetadata(METADATA));
    };
    if size > DOCUMENT_BYTES_MAX as u64 {
        return Err(ArchiveError::NoText);
    }
    let entry = archive.by_index(number).map_err(|_| ArchiveError::NoZip)?;
    let mut text = String::new();
    // One more than is allowed: the size that the archive names need not be true.
    let read = entry.take(DOCUMENT_BYTES_MAX as u64 + 1).read_to_string(&mut text);
    read.map_err(|_| ArchiveError::NoText)?;
    (text.len() as u64 == size).then_some(text).ok_or(ArchiveError::Ambiguous)
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use zip::CompressionMethod;
    use zip::write::{SimpleFileOptions, ZipWriter};

    use super::*;

    const OWN: &str = "shop_core-1.0.dist-info/METADATA";

    fn wheel(entries: &[(&str, &str)]) -> Vec<u8> {
        let mut wheel = ZipWriter::new(std::io::Cursor::new(Vec::new()));
        for (path, text) in entries {
            let options = SimpleFileOptions::default();
            match path.strip_prefix("link:") {
                Some(path) => wheel.add_symlink(path, *text, options).unwrap(),
                None => {
                    let options = options.compression_method(CompressionMethod::Deflated);
                    wheel.start_file(*path, options).unwrap();
                    wheel.write_all(text.as_bytes()).unwrap();
                }
            }
        }
        wheel.finish().unwrap().into_inner()
    }

    fn read(bytes: &[u8]) -> Result<String, ArchiveError> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        metadata(file, &FileName::parse("shop_core-1.0-py3-none-any.whl").unwrap())
    }

    #[test]
    fn there_is_one_metadata_in_the_folder_of_the_version() {
        assert_eq!(read(&wheel(&[("shop/a.py", ""), (OWN, "Name: shop")])).unwrap(), "Name: shop");
        let other = wheel(&[("Shop.Core-1.0.0.dist-info/METADATA", "x")]);
        assert_eq!(read(&other).unwrap(), "x");
        let none = ArchiveError::NoMetadata(METADATA);
        for (entries, error) in [
            (&[("shop/a.py", "")][..], none),
            (&[("other-1.0.dist-info/METADATA", "")], none),
            (&[(OWN, ""), ("other-1.0.dist-info/METADATA", "")], none),
            (&[(OWN, ""), ("Shop_Core-1.0.dist-info/RECORD", "")], none),
            (&[("shop_core-1.0.dist-info/metadata", "")], none),
            (&[(OWN, ""), ("shop_core-1.0.dist-info/metadata", "")], ArchiveError::Ambiguous),
            (&[(OWN, ""), ("../a", "")], ArchiveError::Outside),
            (&[(OWN, ""), ("/a", "")], ArchiveError::Outside),
            (&[(OWN, ""), ("a\\b", "")], ArchiveError::Outside),
            (&[(OWN, ""), ("link:a", "/etc/passwd")], ArchiveError::NotPlain),
        ] {
            assert_eq!(read(&wheel(entries)), Err(error), "{entries:?}");
        }
    }

    #[test]
    fn an_archive_that_clients_read_in_two_ways_is_rejected() {
        let own = wheel(&[(OWN, "Name: shop")]);
        assert_eq!(read(b"no archive, but long enough for one"), Err(ArchiveError::NoZip));
        assert_eq!(read(&own[..own.len() - 1]), Err(ArchiveError::NoZip));
        let (before, after) = ([b"x", &own[..]].concat(), [&own[..], b"x"].concat());
        assert_eq!(read(&before), Err(ArchiveError::Ambiguous));
        assert_eq!(read(&after), Err(ArchiveError::Ambiguous));
        // One name in the directory, another one in the entry itself.
        let mut renamed = own.clone();
        let at = renamed.windows(OWN.len()).position(|part| part == OWN.as_bytes()).unwrap();
        renamed[at] = b'S';
        assert_eq!(read(&renamed), Err(ArchiveError::Ambiguous));
        // More entries than the directory may have.
        let mut many = own.clone();
        let at = own.len() - 22;
        many[at + 8..at + 12].fill(0xFF);
        assert_eq!(read(&many), Err(ArchiveError::TooLarge));
        let zeros = "\0".repeat(DOCUMENT_BYTES_MAX + 1);
        assert_eq!(read(&wheel(&[(OWN, &zeros)])), Err(ArchiveError::NoText));
    }
}
