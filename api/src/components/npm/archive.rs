//! The file of a version: a gzipped tar archive, whose `package.json` is what will be installed.
//!
//! Clients do not read archives all in the same way, so this reads as much as any of them does: each member of the gzip
//! file, what follows the end of the archive, and the names in the headers of entries that give the next entry another
//! name. What could be read in two ways is rejected.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use flate2::read::MultiGzDecoder;
use serde_json::value::RawValue;
use tar::{Archive, Entry, EntryType};
use waybill_platform::repositories::DOCUMENT_BYTES_MAX;

/// The largest archive, unpacked: a small one may unpack to any size.
const UNPACKED_BYTES_MAX: u64 = 1_024 * 1_024 * 1_024;
/// The longest header that gives another entry its name.
const HEADER_BYTES_MAX: u64 = 64 * 1_024;
/// The scripts that run when a package is installed.
const INSTALL_SCRIPTS: [&str; 3] = ["preinstall", "install", "postinstall"];

/// What an archive has that clients have to know before they install it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Contents {
    /// Whether it fixes the versions of its dependencies.
    pub(super) has_shrinkwrap: bool,
    /// Whether something of it runs when it is installed.
    pub(super) has_install_script: bool,
}

/// Why a file is not that of a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum ArchiveError {
    /// It is another kind of file, or damaged.
    #[error("The attached file is no gzipped tar archive with a package.json in its folder")]
    NotAnArchive,
    /// Clients would read it in different ways.
    #[error("The attached file has headers that clients read in different ways; pack it with npm")]
    Ambiguous,
    /// Its manifest is no JSON object with a name and a version.
    #[error("The package.json in the attached file is not valid JSON with a name and a version")]
    NotJson,
    /// It has too much in it.
    #[error("The attached file may unpack to at most {} MiB", UNPACKED_BYTES_MAX / 1_024 / 1_024)]
    TooLarge,
    /// It is of something else.
    #[error("The package.json in the attached file is of another package or version")]
    AnotherVersion,
}

/// Checks that a file is an archive of a version: otherwise what is shown of it would not be what is installed. Each
/// `package.json` is looked at, since the last one is unpacked over the others. Blocks on the disk.
pub(super) fn check(file: &Path, name: &str, version: &str) -> Result<Contents, ArchiveError> {
    let file = File::open(file).map_err(|_| ArchiveError::NotAnArchive)?;
    check_archive(MultiGzDecoder::new(file), name, version)
}

fn check_archive(unpacked: impl Read, name: &str, version: &str) -> Result<Contents, ArchiveError> {
    let mut archive = Archive::new(unpacked.take(UNPACKED_BYTES_MAX));
    archive.set_ignore_zeros(true);
    // Raw: a long name would be read as a whole, however long it is.
    let entries = archive.entries().map_err(|_| ArchiveError::NotAnArchive)?.raw(true);
    let (mut contents, mut is_found, mut bytes) = (Contents::default(), false, 0_u64);
    let mut next_name = None;
    for entry in entries {
        let mut entry = entry.map_err(|_| too_large_or_damaged(bytes))?;
        let kind = entry.header().entry_type();
        bytes = bytes.saturating_add(entry.size()).saturating_add(512);
        match kind {
            EntryType::XHeader => {
                next_name = pax_name(&mut entry)?.or(next_name);
                continue;
            }
            EntryType::GNULongName => {
                let text = text_of(&mut entry)?;
                next_name = Some(text.trim_end_matches('\0').to_owned());
                continue;
            }
            EntryType::XGlobalHeader if pax_name(&mut entry)?.is_some() => {
                return Err(ArchiveError::Ambiguous);
            }
            _ => {}
        }
        let named = next_name.take();
        let path = match named {
            Some(name) => name,
            None => String::from_utf8_lossy(&entry.path_bytes()).into_owned(),
        };
        match installed_as(&path).as_deref() {
            Some("package.json") => {
                if !kind.is_file() {
                    return Err(ArchiveError::NotAnArchive);
                }
                contents.has_install_script |= check_manifest(&mut entry, name, version)?;
                is_found = true;
            }
            Some("npm-shrinkwrap.json") => contents.has_shrinkwrap = true,
            Some("binding.gyp") => contents.has_install_script = true,
            _ => {}
        }
    }
    is_found.then_some(contents).ok_or_else(|| too_large_or_damaged(bytes))
}

/// The name of a file in the folder of the installed package, if it is in that folder itself. Systems differ in whether
/// case matters.
fn installed_as(path: &str) -> Option<String> {
    let (_, below) = path.split_once('/')?;
    let mut parts = below.split('/').filter(|part| !matches!(*part, "" | "."));
    let (name, None) = (parts.next()?, parts.next()) else { return None };
    Some(name.to_uppercase().to_lowercase())
}

/// The name that a header gives to the next entry. One that gives it another size is rejected: whether it counts
/// depends on the client.
fn pax_name<R: Read>(entry: &mut Entry<'_, R>) -> Result<Option<String>, ArchiveError> {
    let text = text_of(entry)?;
    let mut rest = text.as_str();
    let mut name = None;
    while let Some((length, _)) = rest.split_once(' ') {
        let record = length.parse().ok().and_then(|length: usize| rest.get(..length));
        let record = record.ok_or(ArchiveError::Ambiguous)?;
        let field = record.get(length.len() + 1..).and_then(|field| field.strip_suffix('\n'));
        let (key, value) =
            field.and_then(|field| field.split_once('=')).ok_or(ArchiveError::Ambiguous)?;
        match key {
            "path" => name = Some(value.to_owned()),
            "size" => return Err(ArchiveError::Ambiguous),
            _ => {}
        }
        rest = &rest[record.len()..];
    }
    Ok(name)
}

fn text_of<R: Read>(entry: &mut Entry<'_, R>) -> Result<String, ArchiveError> {
    let mut text = String::new();
    if entry.size() > HEADER_BYTES_MAX || entry.read_to_string(&mut text).is_err() {
        return Err(ArchiveError::Ambiguous);
    }
    Ok(text)
}

/// Checks a manifest; whether it has scripts that run when the package is installed.
fn check_manifest<R: Read>(
    entry: &mut Entry<'_, R>,
    name: &str,
    version: &str,
) -> Result<bool, ArchiveError> {
    let mut text = String::new();
    if entry.size() > DOCUMENT_BYTES_MAX as u64 || entry.read_to_string(&mut text).is_err() {
        return Err(ArchiveError::NotJson);
    }
    // As clients read it: without a byte order mark, and the last of two fields with the same name counts.
    let text = text.trim_start_matches('\u{feff}');
    let fields: BTreeMap<String, &RawValue> =
        serde_json::from_str(text).map_err(|_| ArchiveError::NotJson)?;
    let text_at = |field: &str| -> Result<String, ArchiveError> {
        let found = fields.get(field).and_then(|value| serde_json::from_str(value.get()).ok());
        found.ok_or(ArchiveError::NotJson)
    };
    // npm takes a leading v and build metadata away.
    let inside = text_at("version")?;
    let inside = inside.trim().trim_start_matches(['v', '=']);
    let inside = inside.split('+').next().unwrap_or_default();
    if text_at("name")? != name || inside != version {
        return Err(ArchiveError::AnotherVersion);
    }
    let scripts = fields.get("scripts").map(|scripts| scripts.get());
    let scripts: Option<BTreeMap<String, &RawValue>> =
        scripts.and_then(|scripts| serde_json::from_str(scripts).ok());
    Ok(scripts
        .is_some_and(|scripts| INSTALL_SCRIPTS.iter().any(|script| scripts.contains_key(*script))))
}

const fn too_large_or_damaged(bytes: u64) -> ArchiveError {
    if bytes >= UNPACKED_BYTES_MAX { ArchiveError::TooLarge } else { ArchiveError::NotAnArchive }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::GzEncoder;
    use tar::{Builder, Header};

    use super::*;

    const MANIFEST: &str = r#"{"name": "shop", "version": "1.0.0"}"#;
    const OTHER: &str = r#"{"name": "evil", "version": "6.6.6"}"#;

    fn add(archive: &mut Builder<Vec<u8>>, kind: EntryType, path: &str, content: &str) {
        let mut header = Header::new_ustar();
        header.set_size(content.len() as u64);
        header.set_mode(0o644);
        header.set_entry_type(kind);
        archive.append_data(&mut header, path, content.as_bytes()).unwrap();
    }

    fn archive(files: &[(EntryType, &str, &str)]) -> Vec<u8> {
        let mut archive = Builder::new(Vec::new());
        for (kind, path, content) in files {
            add(&mut archive, *kind, path, content);
        }
        archive.into_inner().unwrap()
    }

    fn checked(files: &[(&str, &str)]) -> Result<Contents, ArchiveError> {
        let files: Vec<_> =
            files.iter().map(|(path, content)| (EntryType::Regular, *path, *content)).collect();
        check_archive(&archive(&files)[..], "shop", "1.0.0")
    }

    /// A record of a pax header.
    fn pax(field: &str) -> String {
        // The length counts itself, here with two digits.
        let length = field.len() + 4;
        assert!((10..100).contains(&length));
        format!("{length} {field}\n")
    }

    #[test]
    fn the_manifest_in_the_archive_is_that_of_the_version() {
        let own = ("package/package.json", MANIFEST);
        assert_eq!(checked(&[("package/a.js", ""), own]), Ok(Contents::default()));
        // A dependency that is part of the package is another one.
        let bundled = "package/node_modules/b/package.json";
        assert_eq!(checked(&[own, (bundled, OTHER)]), Ok(Contents::default()));
        for path in [
            "package/package.json",
            "other/package.json",
            "package//package.json",
            "package/./package.json",
            "package/Package.JSON",
            "package/pac\u{212a}age.json",
        ] {
            assert_eq!(checked(&[own, (path, OTHER)]), Err(ArchiveError::AnotherVersion), "{path}");
        }
        for (files, error) in [
            (&[][..], ArchiveError::NotAnArchive),
            (&[("package.json", MANIFEST)], ArchiveError::NotAnArchive),
            (&[("package/package.json", "{}")], ArchiveError::NotJson),
            (&[("package/package.json", "[")], ArchiveError::NotJson),
        ] {
            assert_eq!(checked(files), Err(error), "{files:?}");
        }
        // As clients read them.
        let marked = format!("\u{feff}{MANIFEST}");
        let twice = r#"{"name": "shop", "version": "6.6.6", "version": "v1.0.0+b"}"#;
        for manifest in [marked.as_str(), twice] {
            assert!(checked(&[("package/package.json", manifest)]).is_ok(), "{manifest}");
        }
        assert!(check_archive(&b"no archive"[..], "shop", "1.0.0").is_err());
    }

    #[test]
    fn what_clients_read_differently_is_read_as_each_of_them_does() {
        let own = (EntryType::Regular, "package/package.json", MANIFEST);
        let check =
            |files: &[(EntryType, &str, &str)]| check_archive(&archive(files)[..], "shop", "1.0.0");
        let renaming = pax("path=package/package.json");
        let (x, other) = (EntryType::XHeader, (EntryType::Regular, "package/x", OTHER));
        let renamed = check(&[own, (x, "pax", &renaming), other]);
        assert_eq!(renamed, Err(ArchiveError::AnotherVersion));
        let long = (EntryType::GNULongName, "././@LongLink", "package/package.json\0");
        assert_eq!(check(&[own, long, other]), Err(ArchiveError::AnotherVersion));
        assert_eq!(check(&[(x, "pax", &pax("size=0")), own]), Err(ArchiveError::Ambiguous));
        let global = (EntryType::XGlobalHeader, "pax", renaming.as_str());
        assert_eq!(check(&[global, own]), Err(ArchiveError::Ambiguous));
        // Other fields mean nothing here.
        assert!(check(&[(x, "pax", &pax("mtime=1.5")), own]).is_ok());
        // What is behind the end of an archive, or in the next member of the file.
        let (first, second) =
            (archive(&[own]), archive(&[(EntryType::Regular, "package/package.json", OTHER)]));
        let both = [&first[..], &second[..]].concat();
        assert_eq!(check_archive(&both[..], "shop", "1.0.0"), Err(ArchiveError::AnotherVersion));
        let mut members = Vec::new();
        for member in [&first, &second] {
            let mut zipped = GzEncoder::new(&mut members, Compression::fast());
            zipped.write_all(member).unwrap();
            zipped.finish().unwrap();
        }
        let unpacked = MultiGzDecoder::new(&members[..]);
        assert_eq!(check_archive(unpacked, "shop", "1.0.0"), Err(ArchiveError::AnotherVersion));
    }

    #[test]
    fn what_clients_need_to_know_before_installing_is_found_in_the_archive() {
        let own = ("package/package.json", MANIFEST);
        let found = checked(&[own, ("package/npm-shrinkwrap.json", "{}")]).unwrap();
        assert_eq!((found.has_shrinkwrap, found.has_install_script), (true, false));
        assert!(checked(&[own, ("package/binding.gyp", "")]).unwrap().has_install_script);
        let runs = r#"{"name": "shop", "version": "1.0.0", "scripts": {"postinstall": "x"}}"#;
        assert!(checked(&[("package/package.json", runs)]).unwrap().has_install_script);
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
