//! Opens uploaded zip files with bounded memory.
//!
//! What is in a zip file is listed at its end, by a directory that a short record names. Reading it takes memory for
//! each entry, so this reads the record first; and since programs look for it in different ways, a file in which there
//! could be two is rejected.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufReader, Read as _, Seek as _, SeekFrom};

use zip::ZipArchive;
use zip::read::{ArchiveOffset, Config};

/// What an entry of the directory begins with, and how long it is without its name and what follows.
const ENTRY: &[u8; 4] = b"PK\x01\x02";
const ENTRY_BYTES: usize = 46;
/// The extra field with another name (Info-ZIP Unicode Path).
const UNICODE_PATH: u16 = 0x7075;
/// What the record at the end begins with.
const END: &[u8; 4] = b"PK\x05\x06";
/// What precedes it in files with a second, larger record.
const LARGE: &[u8; 4] = b"PK\x06\x07";
/// How long the record is without its comment, in bytes.
const END_BYTES: usize = 22;
/// How long what precedes it is, in bytes.
const LARGE_BYTES: usize = 20;
/// The longest comment, in bytes.
const COMMENT_BYTES_MAX: usize = 0xffff;
/// The largest directory, in bytes.
const DIRECTORY_BYTES_MAX: u64 = 16 * 1_024 * 1_024;

/// Why a zip file cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum ZipProblem {
    /// It is another kind of file, or damaged.
    #[error("The file is no zip archive, or damaged")]
    Damaged,
    /// Programs would read it in different ways.
    #[error("The zip archive can be read in different ways; pack it again, without data around it")]
    Ambiguous,
    /// It has too many entries.
    #[error(
        "The zip archive has too many entries: at most 65534, whose names take at most {} MiB",
        DIRECTORY_BYTES_MAX / 1_024 / 1_024
    )]
    TooLarge,
}

/// A zip file whose entries can be read.
pub(super) type Zipped = ZipArchive<BufReader<File>>;

/// Opens a zip file. Blocks on the disk.
pub(super) fn open(mut file: File) -> Result<Zipped, ZipProblem> {
    let directory = directory(&mut file)?;
    check_names(&directory)?;
    let config = Config { archive_offset: ArchiveOffset::Known(0) };
    let zipped = ZipArchive::with_config(config, BufReader::new(file));
    let mut zipped = zipped.map_err(|_| ZipProblem::Damaged)?;
    // Some programs read the directory, others the entries one after another.
    zipped.validate_header_consistency().map_err(|_| ZipProblem::Ambiguous)?;
    Ok(zipped)
}

/// Checks that each entry has one name, and no other entry has it.
fn check_names(directory: &[u8]) -> Result<(), ZipProblem> {
    let (mut rest, mut names) = (directory, HashSet::new());
    while !rest.is_empty() {
        let head = rest.get(..ENTRY_BYTES).filter(|head| head.starts_with(ENTRY));
        let head = head.ok_or(ZipProblem::Damaged)?;
        let length = |from: usize| usize::from(u16::from_le_bytes([head[from], head[from + 1]]));
        let (name_bytes, extra_bytes, comment_bytes) = (length(28), length(30), length(32));
        let extra_at = ENTRY_BYTES + name_bytes;
        let name = rest.get(ENTRY_BYTES..extra_at).ok_or(ZipProblem::Damaged)?;
        let extra = rest.get(extra_at..extra_at + extra_bytes).ok_or(ZipProblem::Damaged)?;
        if !names.insert(name) || names_again(extra) {
            return Err(ZipProblem::Ambiguous);
        }
        rest = rest.get(extra_at + extra_bytes + comment_bytes..).ok_or(ZipProblem::Damaged)?;
    }
    Ok(())
}

/// Whether the extra fields of an entry have another name for it, which some programs take.
fn names_again(mut extra: &[u8]) -> bool {
    while let [kind_low, kind_high, length_low, length_high, rest @ ..] = extra {
        if u16::from_le_bytes([*kind_low, *kind_high]) == UNICODE_PATH {
            return true;
        }
        let length = usize::from(u16::from_le_bytes([*length_low, *length_high]));
        extra = rest.get(length..).unwrap_or_default();
    }
    false
}

/// The directory, of which there is one.
fn directory(file: &mut File) -> Result<Vec<u8>, ZipProblem> {
    let damaged = |_| ZipProblem::Damaged;
    let size = file.seek(SeekFrom::End(0)).map_err(damaged)?;
    let tail_bytes = size.min((LARGE_BYTES + END_BYTES + COMMENT_BYTES_MAX) as u64);
    file.seek(SeekFrom::Start(size - tail_bytes)).map_err(damaged)?;
    let mut tail = Vec::new();
    file.read_to_end(&mut tail).map_err(damaged)?;
    file.rewind().map_err(damaged)?;
    let mut ends = tail.windows(END.len()).enumerate().filter(|(_, bytes)| bytes == END);
    let (at, _) = ends.next().ok_or(ZipProblem::Damaged)?;
    if ends.next().is_some() {
        return Err(ZipProblem::Ambiguous);
    }
    let end = tail.get(at..at + END_BYTES).ok_or(ZipProblem::Damaged)?;
    let short = |from: usize| u16::from_le_bytes([end[from], end[from + 1]]);
    let long = |from: usize| {
        u64::from(u32::from_le_bytes([end[from], end[from + 1], end[from + 2], end[from + 3]]))
    };
    let is_last = at + END_BYTES + usize::from(short(20)) == tail.len();
    let is_of_one_disk = short(4) == 0 && short(6) == 0 && short(8) == short(10);
    let begins_at = size - tail_bytes + at as u64;
    let (directory_bytes, directory_at) = (long(12), long(16));
    let is_large = at >= LARGE_BYTES && tail[at - LARGE_BYTES..].starts_with(LARGE);
    if is_large || short(10) == u16::MAX || directory_bytes > DIRECTORY_BYTES_MAX {
        return Err(ZipProblem::TooLarge);
    }
    // Nothing is between the directory and the record, or after it, or before the first entry.
    if !is_last || !is_of_one_disk || directory_at + directory_bytes != begins_at {
        return Err(ZipProblem::Ambiguous);
    }
    let mut directory = Vec::new();
    file.seek(SeekFrom::Start(directory_at)).map_err(damaged)?;
    file.take(directory_bytes).read_to_end(&mut directory).map_err(damaged)?;
    file.rewind().map_err(damaged)?;
    Ok(directory)
}

#[cfg(test)]
pub(super) mod tests {
    use std::io::Write as _;

    use zip::ZipWriter;
    use zip::write::SimpleFileOptions;

    use super::*;

    /// A zip file with these entries; those that end with a slash are folders.
    pub(in crate::components) fn zip(entries: &[(&str, &[u8])]) -> Vec<u8> {
        let mut archive = ZipWriter::new(std::io::Cursor::new(Vec::new()));
        for (name, content) in entries {
            if name.ends_with('/') {
                archive.add_directory(*name, SimpleFileOptions::default()).unwrap();
            } else {
                archive.start_file(*name, SimpleFileOptions::default()).unwrap();
                archive.write_all(content).unwrap();
            }
        }
        archive.finish().unwrap().into_inner()
    }

    /// A file with these bytes.
    pub(in crate::components) fn file(bytes: &[u8]) -> File {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(bytes).unwrap();
        file
    }

    #[test]
    fn a_zip_file_has_one_directory_at_its_end() {
        let opened = |bytes: &[u8]| open(file(bytes)).map(|zipped| zipped.len());
        let good = zip(&[("a", b"1"), ("b/", b"")]);
        assert_eq!(opened(&good), Ok(2));
        let end = good.len() - END_BYTES;
        let mut commented = good.clone();
        commented[end + 20] = 3;
        commented.extend(b"abc");
        assert_eq!(opened(&commented), Ok(2));
        // Another record in the comment, which some programs find first.
        let mut hidden = good.clone();
        hidden[end + 20] = 22;
        hidden.extend_from_slice(&good[end..]);
        assert_eq!(opened(&hidden), Err(ZipProblem::Ambiguous));
        let changed = |at: usize, byte: u8| {
            let mut bytes = good.clone();
            bytes[at] = byte;
            opened(&bytes)
        };
        assert_eq!(opened(b"no archive"), Err(ZipProblem::Damaged));
        assert_eq!(opened(b""), Err(ZipProblem::Damaged));
        assert_eq!(opened(&good[..end + 10]), Err(ZipProblem::Damaged));
        assert_eq!(opened(&[&good[..], b"more"].concat()), Err(ZipProblem::Ambiguous));
        assert_eq!(opened(&[b"before", &good[..]].concat()), Err(ZipProblem::Ambiguous));
        assert_eq!(opened(&[&good[..], &good[..]].concat()), Err(ZipProblem::Ambiguous));
        assert_eq!(changed(end + 8, 1), Err(ZipProblem::Ambiguous));
        assert_eq!(changed(end + 15, 0xff), Err(ZipProblem::TooLarge));
        let large = [&good[..end], LARGE, &[0; 16], &good[end..]].concat();
        assert_eq!(opened(&large), Err(ZipProblem::TooLarge));
    }

    #[test]
    fn each_entry_has_one_name_of_its_own() {
        let opened = |bytes: &[u8]| open(file(bytes)).map(|zipped| zipped.len());
        let good = zip(&[("aa", b"1"), ("bb", b"2")]);
        let renamed = |from: &[u8], to: u8, times: usize| {
            let mut bytes = good.clone();
            for _ in 0..times {
                let at = bytes.windows(2).rposition(|name| name == from).unwrap();
                bytes[at..at + 2].fill(to);
            }
            opened(&bytes)
        };
        // The same name twice, and another one in the directory than in the entry itself.
        assert_eq!(renamed(b"bb", b'a', 2), Err(ZipProblem::Ambiguous));
        assert_eq!(renamed(b"bb", b'c', 1), Err(ZipProblem::Ambiguous));
        assert!(names_again(b"\x0a\x00\x01\x00x\x75\x70\x01\x00y"));
        assert!(!names_again(b"\x0a\x00\x01\x00x") && !names_again(b"\x75"));
    }
}
