//! Opens uploaded zip files with bounded memory.
//!
//! What is in a zip file is listed at its end, by a directory that a short record names. Reading it takes memory for
//! each entry, so this reads the record first; and since programs look for it in different ways, a file in which there
//! could be two is rejected.

use std::fs::File;
use std::io::{BufReader, Read as _, Seek as _, SeekFrom};

use zip::ZipArchive;

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
    check_end(&mut file)?;
    ZipArchive::new(BufReader::new(file)).map_err(|_| ZipProblem::Damaged)
}

fn check_end(file: &mut File) -> Result<(), ZipProblem> {
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
    Ok(())
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
}
