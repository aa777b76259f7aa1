//! Reads uploaded archives: gzipped tar files.
//!
//! Clients do not read archives all in the same way, so this reads as much as any of them does: each member of the gzip
//! file, what follows the end of the archive, and the names in the headers of entries that give the next entry another
//! name. What could be read in two ways is rejected.

use std::io::{self, Read};

use flate2::read::MultiGzDecoder;
use tar::{Archive, Entry, EntryType};

use super::path_names::folded;

/// How much an archive may have in it: a small one may unpack to any size.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Limits {
    /// The largest archive, unpacked, in bytes.
    pub(super) unpacked_bytes_max: u64,
    /// The most entries.
    pub(super) members_max: usize,
}

/// The limits of package types whose clients have none of their own.
pub(super) const LIMITS: Limits =
    Limits { unpacked_bytes_max: 1_024 * 1_024 * 1_024, members_max: 200_000 };
/// What everything in an archive is a multiple of.
const BLOCK_BYTES: u64 = 512;
/// The longest header that gives another entry its name.
const HEADER_BYTES_MAX: u64 = 64 * 1_024;

/// Why an archive cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum TarballError {
    /// It is another kind of file, or damaged.
    #[error("The file is no gzipped tar archive")]
    Damaged,
    /// Clients would read it in different ways.
    #[error("The file has headers that clients read in different ways; pack it with the client")]
    Ambiguous,
    /// It has too much in it.
    #[error(
        "The file may unpack to at most {} MiB and {} entries",
        .0.unpacked_bytes_max / 1_024 / 1_024,
        .0.members_max
    )]
    TooLarge(Limits),
}

/// An entry of an archive.
pub(super) struct Member<'a, 'b, R: Read> {
    /// Its path, as it is written there.
    pub(super) path: String,
    entry: &'a mut Entry<'b, R>,
}

impl<R: Read> Member<'_, '_, R> {
    /// Its size, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.entry.size()
    }

    /// Whether it is a file.
    pub(super) fn is_file(&self) -> bool {
        self.entry.header().entry_type().is_file()
    }

    /// Whether it is a file or a folder, and no link or device.
    pub(super) fn is_plain(&self) -> bool {
        let kind = self.entry.header().entry_type();
        kind.is_file() || kind.is_dir()
    }

    /// Its text, if it is a file of at most so many bytes.
    pub(super) fn text(&mut self, bytes_max: usize) -> Option<String> {
        let fits = self.entry.size() <= bytes_max as u64;
        let mut text = String::new();
        (self.is_file() && fits && self.entry.read_to_string(&mut text).is_ok()).then_some(text)
    }

    /// The name of what it becomes in the folder of the archive, if it is in that folder itself. Systems differ in
    /// whether case matters.
    pub(super) fn unpacked_name(&self) -> Option<String> {
        let (_, below) = self.path.split_once('/')?;
        let mut parts = below.split('/').filter(|part| !matches!(*part, "" | "."));
        let (name, None) = (parts.next()?, parts.next()) else { return None };
        Some(folded(name))
    }
}

/// Visits the entries of a gzipped archive. Blocks on what it reads.
pub(super) fn visit<R: Read, E: From<TarballError>>(
    limits: Limits,
    zipped: R,
    each: impl FnMut(Member<'_, '_, io::Take<MultiGzDecoder<R>>>) -> Result<(), E>,
) -> Result<(), E> {
    visit_unpacked(limits, MultiGzDecoder::new(zipped), each)
}

fn visit_unpacked<R: Read, E: From<TarballError>>(
    limits: Limits,
    unpacked: R,
    mut each: impl FnMut(Member<'_, '_, io::Take<R>>) -> Result<(), E>,
) -> Result<(), E> {
    let mut archive = Archive::new(unpacked.take(limits.unpacked_bytes_max));
    archive.set_ignore_zeros(true);
    // Raw: a long name would be read as a whole, however long it is.
    let entries = archive.entries().map_err(|_| TarballError::Damaged)?.raw(true);
    let (mut bytes, mut next_name) = (0_u64, None);
    for (number, entry) in entries.enumerate() {
        let mut entry = entry.map_err(|_| too_large_or_damaged(limits, bytes))?;
        if number == limits.members_max {
            return Err(TarballError::TooLarge(limits).into());
        }
        // Everything takes whole blocks.
        let blocks = entry.size().div_ceil(BLOCK_BYTES).saturating_add(1);
        bytes = bytes.saturating_add(blocks.saturating_mul(BLOCK_BYTES));
        if !is_known_form(entry.header().as_bytes()) {
            return Err(TarballError::Ambiguous.into());
        }
        match entry.header().entry_type() {
            EntryType::XHeader => {
                let name = pax_name(&mut entry)?;
                // Clients differ in which of two names counts.
                if name.is_some() && next_name.is_some() {
                    return Err(TarballError::Ambiguous.into());
                }
                next_name = name.or(next_name);
                continue;
            }
            EntryType::GNULongName => {
                let text = text_of(&mut entry)?;
                if next_name.is_some() {
                    return Err(TarballError::Ambiguous.into());
                }
                next_name = Some(text.trim_end_matches('\0').to_owned());
                continue;
            }
            // The target of a link, which is judged by itself.
            EntryType::GNULongLink => continue,
            EntryType::XGlobalHeader => {
                if pax_name(&mut entry)?.is_some() {
                    return Err(TarballError::Ambiguous.into());
                }
                continue;
            }
            _ => {}
        }
        let path = match next_name.take() {
            Some(name) => name,
            None => String::from_utf8_lossy(&entry.path_bytes()).into_owned(),
        };
        // A folder has no data: clients that know this read further entries there.
        let is_file = entry.header().entry_type().is_file();
        let is_clear = if is_file { !path.ends_with('/') } else { entry.size() == 0 };
        if !is_clear {
            return Err(TarballError::Ambiguous.into());
        }
        each(Member { path, entry: &mut entry })?;
    }
    // What is behind the limit was not read.
    let is_whole = archive.into_inner().limit() > 0;
    is_whole.then_some(()).ok_or_else(|| TarballError::TooLarge(limits).into())
}

/// Whether all clients read the fields of a header alike: it is of ustar, of GNU, or of the form before them.
fn is_known_form(header: &[u8; 512]) -> bool {
    let magic = &header[257..265];
    let is_star = header.ends_with(b"tar\0");
    let is_of_ustar = magic == b"ustar\x0000" || magic == b"ustar  \0";
    // Where the first part of a path is in ustar, others have nothing, or what few clients read.
    let has_prefix = header[345..500].iter().any(|byte| *byte != 0);
    let may_have_prefix = magic == b"ustar\x0000";
    (is_of_ustar || !magic.starts_with(b"ustar")) && (may_have_prefix || !has_prefix) && !is_star
}

/// The name that a header gives to the next entry. One that gives it another size is rejected: whether it counts
/// depends on the client.
fn pax_name<R: Read>(entry: &mut Entry<'_, R>) -> Result<Option<String>, TarballError> {
    let text = text_of(entry)?;
    let mut rest = text.as_str();
    let mut name = None;
    while let Some((length, _)) = rest.split_once(' ') {
        let record = length.parse().ok().and_then(|length: usize| rest.get(..length));
        let record = record.ok_or(TarballError::Ambiguous)?;
        let field = record.get(length.len() + 1..).and_then(|field| field.strip_suffix('\n'));
        let (key, value) =
            field.and_then(|field| field.split_once('=')).ok_or(TarballError::Ambiguous)?;
        match key {
            "path" if name.is_some() => return Err(TarballError::Ambiguous),
            "path" => name = Some(value.to_owned()),
            "size" => return Err(TarballError::Ambiguous),
            // Clients that know sparse files take another name and size from these.
            sparse if sparse.starts_with("GNU.sparse.") => return Err(TarballError::Ambiguous),
            _ => {}
        }
        rest = &rest[record.len()..];
    }
    Ok(name)
}

fn text_of<R: Read>(entry: &mut Entry<'_, R>) -> Result<String, TarballError> {
    let mut text = String::new();
    if entry.size() > HEADER_BYTES_MAX || entry.read_to_string(&mut text).is_err() {
        return Err(TarballError::Ambiguous);
    }
    Ok(text)
}

const fn too_large_or_damaged(limits: Limits, bytes: u64) -> TarballError {
    if bytes >= limits.unpacked_bytes_max {
        TarballError::TooLarge(limits)
    } else {
        TarballError::Damaged
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::GzEncoder;
    use tar::{Builder, Header};

    use super::*;

    /// An archive with these entries.
    pub(in crate::components) fn archive(entries: &[(EntryType, &str, &str)]) -> Vec<u8> {
        let mut archive = Builder::new(Vec::new());
        for (kind, path, content) in entries {
            let mut header = Header::new_ustar();
            header.set_size(content.len() as u64);
            header.set_mode(0o644);
            header.set_entry_type(*kind);
            archive.append_data(&mut header, path, content.as_bytes()).unwrap();
        }
        archive.into_inner().unwrap()
    }

    /// A gzip file with these members.
    pub(in crate::components) fn zipped(members: &[&[u8]]) -> Vec<u8> {
        let mut all = Vec::new();
        for member in members {
            let mut zipped = GzEncoder::new(&mut all, Compression::fast());
            zipped.write_all(member).unwrap();
            zipped.finish().unwrap();
        }
        all
    }

    /// A record of a pax header.
    fn pax(field: &str) -> String {
        // The length counts itself, here with two digits.
        let length = field.len() + 4;
        assert!((10..100).contains(&length));
        format!("{length} {field}\n")
    }

    /// The names of the files in the folder of an archive, and their contents.
    fn read(zipped: &[u8]) -> Result<Vec<(String, String)>, TarballError> {
        let mut found = Vec::new();
        visit(LIMITS, zipped, |mut member| {
            if let Some(name) = member.unpacked_name() {
                found.push((name, member.text(99).unwrap_or_default()));
            }
            Ok::<(), TarballError>(())
        })?;
        Ok(found)
    }

    fn of(entries: &[(EntryType, &str, &str)]) -> Result<Vec<(String, String)>, TarballError> {
        read(&zipped(&[&archive(entries)]))
    }

    #[test]
    fn what_clients_read_differently_is_read_as_each_of_them_does() {
        let pair = |name: &str, text: &str| (name.to_owned(), text.to_owned());
        let (own, x) = ((EntryType::Regular, "p/a", "1"), EntryType::XHeader);
        let other = (EntryType::Regular, "p/x", "2");
        let both = Ok(vec![pair("a", "1"), pair("a", "2")]);
        let renaming = pax("path=p/a");
        assert_eq!(of(&[own, (x, "pax", &renaming), other]), both);
        let long = (EntryType::GNULongName, "././@LongLink", "p/a\0");
        assert_eq!(of(&[own, long, other]), both);
        for path in ["p//a", "p/./a", "q/A"] {
            assert_eq!(of(&[own, (EntryType::Regular, path, "2")]), both, "{path}");
        }
        assert_eq!(of(&[(x, "pax", &pax("size=0")), own]), Err(TarballError::Ambiguous));
        let sparse = pax("GNU.sparse.name=p/a");
        assert_eq!(of(&[own, (x, "pax", &sparse), other]), Err(TarballError::Ambiguous));
        let folder = (EntryType::Directory, "p/b/", "hidden");
        assert_eq!(of(&[own, folder]), Err(TarballError::Ambiguous));
        let named = pax("path=p/folder/");
        assert_eq!(of(&[own, (x, "pax", &named), other]), Err(TarballError::Ambiguous));
        let mut odd = archive(&[own]);
        odd[263..265].fill(b' ');
        let sum: u32 = odd[..512].iter().map(|byte| u32::from(*byte)).sum();
        let sum = sum - odd[148..156].iter().map(|byte| u32::from(*byte)).sum::<u32>() + 8 * 32;
        odd[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        assert_eq!(read(&zipped(&[&odd])), Err(TarballError::Ambiguous));
        let two_names = format!("{renaming}{}", pax("path=p/another"));
        assert_eq!(of(&[own, (x, "pax", &two_names), other]), Err(TarballError::Ambiguous));
        let twice = of(&[own, long, (x, "pax", &renaming), other]);
        assert_eq!(twice, Err(TarballError::Ambiguous));
        let global = (EntryType::XGlobalHeader, "pax", renaming.as_str());
        assert_eq!(of(&[global, own]), Err(TarballError::Ambiguous));
        let comment = pax("comment=abc");
        let global = (EntryType::XGlobalHeader, "pax_global_header", comment.as_str());
        assert_eq!(of(&[global, own]), Ok(vec![pair("a", "1")]));
        assert_eq!(of(&[(x, "pax", &pax("mtime=1.5")), own]), Ok(vec![pair("a", "1")]));
        assert_eq!(
            of(&[(EntryType::Regular, "p/b/a", "2"), (EntryType::Regular, "a", "2")]),
            Ok(vec![])
        );
        // What is behind the end of an archive, and in the next member of the file.
        let (first, second) = (archive(&[own]), archive(&[(EntryType::Regular, "p/a", "2")]));
        assert_eq!(read(&zipped(&[&[&first[..], &second[..]].concat()])), both);
        assert_eq!(read(&zipped(&[&first, &second])), both);
        assert_eq!(read(b"no archive"), Err(TarballError::Damaged));
    }

    #[test]
    fn an_archive_that_unpacks_to_too_much_is_rejected() {
        let mut header = Header::new_ustar();
        header.set_path("p/zeros").unwrap();
        header.set_size(LIMITS.unpacked_bytes_max);
        header.set_mode(0o644);
        header.set_cksum();
        let zeros = io::repeat(0).take(LIMITS.unpacked_bytes_max);
        let endless = header.as_bytes().chain(zeros);
        let visited = visit_unpacked(LIMITS, endless, |_| Ok::<(), TarballError>(()));
        assert_eq!(visited, Err(TarballError::TooLarge(LIMITS)));
        let many: Vec<_> =
            (0..=LIMITS.members_max).map(|_| (EntryType::Regular, "p/a", "")).collect();
        assert_eq!(of(&many), Err(TarballError::TooLarge(LIMITS)));
    }
}
