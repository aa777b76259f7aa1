//! The file of a version: a zip archive whose files are those of the module.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};
use waybill_platform::secret::hex;
use zip::read::ZipFile;

use super::names::{has_major, is_incompatible, is_path_of_file};
use crate::components::path_names::folded;
use crate::components::zipped::{self, ZipProblem};

/// How large the file of a version, and all files in it together, may be for go, in bytes.
pub(super) const MODULE_BYTES_MAX: u64 = 500 * 1_024 * 1_024;
/// The largest `go.mod`, in bytes. go itself takes more.
pub(super) const MOD_BYTES_MAX: u64 = 512 * 1_024;
/// The largest `LICENSE` for go, in bytes.
const LICENCE_BYTES_MAX: u64 = 16 * 1_024 * 1_024;
/// The longest path, in bytes.
const PATH_BYTES_MAX: usize = 1_024;
/// The most parts of a path.
const PARTS_MAX: usize = 64;
/// The bits of a Unix mode that say what an entry is, and the two kinds that a module has.
const KIND: u32 = 0o170_000;
const KINDS: [u32; 3] = [0, 0o100_000, 0o040_000];

/// Why a file is not that of a version.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum ArchiveError {
    /// It cannot be read.
    #[error(transparent)]
    Zip(#[from] ZipProblem),
    /// Its files are those of another version.
    #[error("Everything in the zip archive is in the folder {0}")]
    Folder(String),
    /// It has something else than files and folders.
    #[error("The zip archive has links or devices in it; a module has files and folders only")]
    NotPlain,
    /// go does not unpack a path.
    #[error("The zip archive has a path that go does not take on every system")]
    Path,
    /// Which of two files counts depends on the system.
    #[error("The zip archive has one path twice, or two that differ only in case")]
    Twice,
    /// It unpacks to too much.
    #[error("The files of a module have at most {} MiB", MODULE_BYTES_MAX / 1_024 / 1_024)]
    TooLarge,
    /// A file is larger than go takes.
    #[error(
        "The go.mod has at most {} KiB, and the LICENSE at most {} MiB",
        MOD_BYTES_MAX / 1_024,
        LICENCE_BYTES_MAX / 1_024 / 1_024
    )]
    FileTooLarge,
    /// A `go.mod` is elsewhere: its folder is another module.
    #[error("The zip archive has a go.mod in a folder, or one whose name has capital letters")]
    ModElsewhere,
    /// The `go.mod` is of something else.
    #[error("The go.mod in the zip archive is not of the module {0}")]
    AnotherModule(String),
    /// There is a `go.mod` where none can be.
    #[error("A version with +incompatible has no go.mod: the module's name ends with /vN instead")]
    Incompatible,
    /// There is no `go.mod` where one has to be.
    #[error("A module whose name ends with /vN has a go.mod")]
    NoMod,
}

/// What is made of the file of a version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Contents {
    /// The `go.mod`, or the one that go thinks of where there is none.
    pub(super) module_file: String,
    /// The hash by which `go.sum` names the files.
    pub(super) h1: String,
}

/// Checks the file of a version as go does when it unpacks it. Blocks on the disk.
pub(super) fn check(file: &Path, module: &str, version: &str) -> Result<Contents, ArchiveError> {
    check_archive(File::open(file).map_err(|_| ZipProblem::Damaged)?, module, version)
}

fn check_archive(file: File, module: &str, version: &str) -> Result<Contents, ArchiveError> {
    let mut zipped = zipped::open(file)?;
    let folder = format!("{module}@{version}/");
    let (mut paths, mut module_file, mut bytes) = (Paths::default(), None, 0_u64);
    let mut digests = Vec::new();
    for number in 0..zipped.len() {
        let mut entry = zipped.by_index(number).map_err(|_| ZipProblem::Damaged)?;
        let name = str::from_utf8(entry.name_raw()).map_err(|_| ArchiveError::Path)?.to_owned();
        let below = name.strip_prefix(&folder);
        let below = below.ok_or_else(|| ArchiveError::Folder(folder.clone()))?;
        let is_plain = entry.unix_mode().is_none_or(|mode| KINDS.contains(&(mode & KIND)));
        if !is_plain || (name.ends_with('/') && entry.size() > 0) {
            return Err(ArchiveError::NotPlain);
        }
        paths.add(below)?;
        bytes = bytes.saturating_add(entry.size());
        if bytes > MODULE_BYTES_MAX {
            return Err(ArchiveError::TooLarge);
        }
        let last = below.rsplit('/').next().unwrap_or(below);
        if last.eq_ignore_ascii_case("go.mod") && below != "go.mod" {
            return Err(ArchiveError::ModElsewhere);
        }
        let is_too_large = match below {
            "go.mod" => entry.size() > MOD_BYTES_MAX,
            "LICENSE" => entry.size() > LICENCE_BYTES_MAX,
            _ => false,
        };
        if is_too_large {
            return Err(ArchiveError::FileTooLarge);
        }
        let mut text = (below == "go.mod").then(Vec::new);
        digests.push((name, digest(&mut entry, text.as_mut())?));
        module_file = text.or(module_file);
    }
    let another = || ArchiveError::AnotherModule(module.to_owned());
    let module_file = module_file.map(String::from_utf8).transpose().map_err(|_| another())?;
    let module_file = match module_file {
        Some(_) if is_incompatible(version) => return Err(ArchiveError::Incompatible),
        None if has_major(module) => return Err(ArchiveError::NoMod),
        Some(text) if module_of(&text).as_deref() != Some(module) => return Err(another()),
        Some(text) => text,
        None => format!("module {module}\n"),
    };
    Ok(Contents { module_file, h1: h1(digests) })
}

/// Reads a file, which has as many bytes as it says; its bytes go into `text` as well.
fn digest(
    entry: &mut ZipFile<'_, impl io::Read>,
    mut text: Option<&mut Vec<u8>>,
) -> Result<String, ZipProblem> {
    let (mut hash, mut left) = (Sha256::new(), entry.size());
    let mut portion = [0; 16 * 1_024];
    loop {
        let read = entry.read(&mut portion).map_err(|_| ZipProblem::Damaged)?;
        let Some(rest) = left.checked_sub(read as u64) else { return Err(ZipProblem::Damaged) };
        left = rest;
        if read == 0 {
            break;
        }
        hash.update(&portion[..read]);
        if let Some(text) = &mut text {
            text.extend_from_slice(&portion[..read]);
        }
    }
    (left == 0).then(|| hex(&hash.finalize())).ok_or(ZipProblem::Damaged)
}

/// The hash of all files, by their names.
fn h1(mut digests: Vec<(String, String)>) -> String {
    digests.sort();
    let mut hash = Sha256::new();
    for (name, digest) in digests {
        hash.update(format!("{digest}  {name}\n"));
    }
    format!("h1:{}", STANDARD.encode(hash.finalize()))
}

/// The name of the module that a `go.mod` is of.
fn module_of(text: &str) -> Option<String> {
    let mut names = text.lines().filter_map(|line| {
        let line = line.split("//").next().unwrap_or(line).trim();
        let rest = line.strip_prefix("module")?;
        (rest.starts_with([' ', '\t']) || rest.starts_with(['"', '`'])).then(|| rest.trim())
    });
    let name = names.next()?;
    // Two names are no module.
    if names.next().is_some() {
        return None;
    }
    let quoted = |quote: char| name.strip_prefix(quote).and_then(|name| name.strip_suffix(quote));
    Some(quoted('"').or_else(|| quoted('`')).unwrap_or(name).to_owned())
}

/// The paths of files and folders so far, by hashes: paths may be long. What is the same ignoring case has one hash.
#[derive(Default)]
struct Paths(HashMap<[u8; 32], ([u8; 32], bool)>);

impl Paths {
    /// Adds a path below the folder of the module, and the folders that it is in. A folder ends with a slash.
    fn add(&mut self, path: &str) -> Result<(), ArchiveError> {
        let hash = |text: &str| Sha256::digest(text).into();
        let file = path.strip_suffix('/').unwrap_or(path);
        if file.is_empty() && path.is_empty() {
            // The folder of the module itself.
            return Ok(());
        }
        let fits = path.len() <= PATH_BYTES_MAX && path.split('/').count() <= PARTS_MAX;
        if !fits || !is_path_of_file(file) {
            return Err(ArchiveError::Path);
        }
        let (mut path, mut is_folder) = (file, path.ends_with('/'));
        loop {
            let found = self.0.insert(hash(&folded(path)), (hash(path), is_folder));
            match found {
                Some(known) if known != (hash(path), true) || !is_folder => {
                    return Err(ArchiveError::Twice);
                }
                // With the folders that it is in.
                Some(_) => return Ok(()),
                None => {}
            }
            let Some((folder, _)) = path.rsplit_once('/') else { return Ok(()) };
            (path, is_folder) = (folder, true);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::components::zipped::tests::{file, zip};

    const M: &str = "a.b/c@v1.0.0/";

    fn checked(entries: &[(&str, &[u8])]) -> Result<Contents, ArchiveError> {
        let named: Vec<_> =
            entries.iter().map(|(name, content)| (format!("{M}{name}"), *content)).collect();
        let named: Vec<_> = named.iter().map(|(name, content)| (name.as_str(), *content)).collect();
        check_archive(file(&zip(&named)), "a.b/c", "v1.0.0")
    }

    #[test]
    fn the_go_mod_and_the_hash_are_those_of_the_files() {
        let found =
            checked(&[("go.mod", b"module a.b/c\n"), ("x/", b""), ("x/c.go", b"package c\n")]);
        let found = found.unwrap();
        assert_eq!(found.module_file, "module a.b/c\n");
        assert!(found.h1.starts_with("h1:") && found.h1.len() == 47, "{}", found.h1);
        // The order in the archive does not count.
        let one = checked(&[("a.go", b"1"), ("b.go", b"2")]).unwrap();
        assert_eq!(one, checked(&[("b.go", b"2"), ("a.go", b"1")]).unwrap());
        assert_eq!(one.module_file, "module a.b/c\n");
    }

    #[test]
    fn what_go_does_not_unpack_is_rejected() {
        let own: (&str, &[u8]) = ("go.mod", b"module a.b/c\n");
        let another = ArchiveError::AnotherModule("a.b/c".into());
        let long = format!("{}x", "d/".repeat(64));
        for (entries, error) in [
            (&[("go.mod", &b"module a.b/d\n"[..])][..], another.clone()),
            (&[("go.mod", b"module a.b/c\nmodule a.b/d\n")], another.clone()),
            (&[("go.mod", b"go 1.20\n")], another.clone()),
            (&[("go.mod", b"module (\n a.b/c\n)\n")], another),
            (&[own, ("x/go.mod", b"module a.b/c/x\n")], ArchiveError::ModElsewhere),
            (&[("GO.MOD", b"module a.b/c\n")], ArchiveError::ModElsewhere),
            (&[own, ("A.go", b""), ("a.go", b"")], ArchiveError::Twice),
            (&[own, ("x/a.go", b""), ("X/b.go", b"")], ArchiveError::Twice),
            (&[own, ("x", b""), ("x/b.go", b"")], ArchiveError::Twice),
            (&[own, ("../x.go", b"")], ArchiveError::Path),
            (&[own, ("/x.go", b"")], ArchiveError::Path),
            (&[own, ("x\\y.go", b"")], ArchiveError::Path),
            (&[own, ("aux.go", b"")], ArchiveError::Path),
            (&[own, (&long, b"")], ArchiveError::Path),
        ] {
            assert_eq!(checked(entries), Err(error), "{entries:?}");
        }
        let folder = || Err(ArchiveError::Folder(M.into()));
        for name in ["a.b/c@v1.0.1/x.go", "x.go", "a.b/c@v1.0.0"] {
            assert_eq!(check_archive(file(&zip(&[(name, b"")])), "a.b/c", "v1.0.0"), folder());
        }
        let large = vec![b' '; 512 * 1_024 + 1];
        assert_eq!(checked(&[("go.mod", &large)]), Err(ArchiveError::FileTooLarge));
    }

    #[test]
    fn modules_of_later_major_versions_have_a_go_mod_and_incompatible_ones_none() {
        let check = |module: &str, version: &str, text: Option<&str>| {
            let (name, other) =
                (format!("{module}@{version}/go.mod"), format!("{module}@{version}/a"));
            let own = text.map(|text| (name.as_str(), text.as_bytes()));
            let entries: Vec<_> = own.into_iter().chain([(other.as_str(), &b""[..])]).collect();
            check_archive(file(&zip(&entries)), module, version).map(|found| found.module_file)
        };
        assert_eq!(check("a.b/c/v2", "v2.0.0", None), Err(ArchiveError::NoMod));
        let text = "// a comment\nmodule \"a.b/c/v2\" // another\n";
        assert_eq!(check("a.b/c/v2", "v2.0.0", Some(text)).as_deref(), Ok(text));
        assert_eq!(
            check("a.b/c", "v2.0.0+incompatible", Some("module a.b/c")),
            Err(ArchiveError::Incompatible)
        );
        let made = check("a.b/c", "v2.0.0+incompatible", None);
        assert_eq!(made.as_deref(), Ok("module a.b/c\n"));
    }
}
