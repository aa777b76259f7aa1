//! Wheels: zip archives with a `METADATA` in the folder `{name}-{version}.dist-info` (PEP 427).
//!
//! Some clients read the directory at the end of the archive, others its entries one after another. What these could
//! read in two ways is rejected.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufReader, Read as _, Seek as _, SeekFrom};

use waybill_platform::repositories::DOCUMENT_BYTES_MAX;
use zip::ZipArchive;
use zip::read::{ArchiveOffset, Config};

use super::archive::{ArchiveError, is_folder_of, stays_inside};
use super::names::FileName;

/// The most entries of a wheel: those of an archive whose directory needs no second form (ZIP64).
pub(super) const MEMBERS_MAX: u16 = u16::MAX - 1;
/// The largest wheel, unpacked: a small one may unpack to any size.
pub(super) const UNPACKED_BYTES_MAX: u64 = 8 * 1_024 * 1_024 * 1_024;
/// The largest directory of a wheel: it is read into memory.
const DIRECTORY_BYTES_MAX: u32 = 16 * 1_024 * 1_024;
/// The length of the record at the end of an archive without a comment, and what it begins with.
const END_BYTES: usize = 22;
const END: [u8; 4] = *b"PK\x05\x06";
/// What the folder of the metadata ends with.
const DIST_INFO: &str = ".dist-info";
const METADATA: &str = "METADATA";

/// The metadata in a wheel. Blocks on the disk.
pub(super) fn metadata(mut file: File, name: &FileName) -> Result<String, ArchiveError> {
    check_end(&mut file)?;
    let config = Config { archive_offset: ArchiveOffset::Known(0) };
    let archive = ZipArchive::with_config(config, BufReader::new(file));
    let mut archive = archive.map_err(|_| ArchiveError::NoZip)?;
    archive.validate_header_consistency().map_err(|_| ArchiveError::Ambiguous)?;
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
        if !in_folder.insert(path.to_lowercase()) {
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

/// Checks the record at the end before the directory is read, which takes as much memory as it says.
fn check_end(file: &mut File) -> Result<(), ArchiveError> {
    let mut read = || -> std::io::Result<(u64, [u8; END_BYTES])> {
        let mut end = [0; END_BYTES];
        let bytes = file.metadata()?.len();
        let at = file.seek(SeekFrom::Start(bytes.saturating_sub(END_BYTES as u64)))?;
        file.read_exact(&mut end)?;
        file.rewind()?;
        Ok((at, end))
    };
    let (at, end) = read().map_err(|_| ArchiveError::NoZip)?;
    let short = |from: usize| u16::from_le_bytes([end[from], end[from + 1]]);
    let long = |from: usize| u32::from(short(from)) | u32::from(short(from + 2)) << 16;
    if end[..4] != END || short(4) != 0 || short(6) != 0 || short(8) != short(10) {
        return Err(ArchiveError::NoZip);
    }
    if short(10) > MEMBERS_MAX || long(12) > DIRECTORY_BYTES_MAX {
        return Err(ArchiveError::TooLarge);
    }
    // Nothing is between the directory and the end, and nothing before the archive.
    let is_whole = u64::from(long(16)) + u64::from(long(12)) == at && short(20) == 0;
    is_whole.then_some(()).ok_or(ArchiveError::Ambiguous)
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
        assert_eq!(read(&after), Err(ArchiveError::NoZip));
        // One name in the directory, another one in the entry itself.
        let mut renamed = own.clone();
        let at = renamed.windows(OWN.len()).position(|part| part == OWN.as_bytes()).unwrap();
        renamed[at] = b'S';
        assert_eq!(read(&renamed), Err(ArchiveError::Ambiguous));
        // More entries than the directory may have.
        let mut many = own.clone();
        let at = own.len() - END_BYTES;
        many[at + 8..at + 12].fill(0xFF);
        assert_eq!(read(&many), Err(ArchiveError::TooLarge));
        let zeros = "\0".repeat(DOCUMENT_BYTES_MAX + 1);
        assert_eq!(read(&wheel(&[(OWN, &zeros)])), Err(ArchiveError::NoText));
    }
}
