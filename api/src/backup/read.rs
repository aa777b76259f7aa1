//! Reading a whole backup: every file is compared with the list, and each that differs is named.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::Path;

use super::seal::Keys;
use super::snapshot::{Snapshot, is_below};
use super::stream::{HashReader, copy};
use super::watched::{Watched, is_of_system};
use super::{BackupError, Folder, Place, single_file};

/// Takes the path and the content of a file.
pub(super) type Visit<'a> = &'a mut dyn FnMut(&str, &mut dyn Read) -> Result<(), BackupError>;

/// Compares every file of a backup with the list. Without a key, the files of an encrypted folder are compared as they
/// are stored.
///
/// # Errors
///
/// [`BackupError::Damaged`] with a sentence for each file that is missing or changed.
pub fn verify(place: &Place, name: Option<&str>, keys: &Keys) -> Result<Snapshot, BackupError> {
    let has_key = keys.identity_file.is_some() || keys.passphrase_file.is_some();
    if let Place::Folder(root) = place
        && !has_key
    {
        let folder = Folder::open(root)?;
        if folder.is_sealed() {
            let snapshot = folder.snapshot(name)?;
            let problems = snapshot.files.iter().filter_map(|file| {
                let problem = folder.check(file).err()?;
                Some(format!("{} ({}): {problem}", file.path, folder.object(file).display()))
            });
            let problems: Vec<_> = problems.collect();
            return if problems.is_empty() {
                Ok(snapshot)
            } else {
                Err(BackupError::Damaged(problems))
            };
        }
    }
    read(place, name, keys, &mut |path, content| {
        copy(content, &mut io::sink()).map(drop).map_err(BackupError::io(path))
    })
}

/// Passes on every file of a backup. What was passed on is right only if all of it was read.
pub(super) fn read(
    place: &Place,
    name: Option<&str>,
    keys: &Keys,
    visit: Visit<'_>,
) -> Result<Snapshot, BackupError> {
    match place {
        Place::Folder(root) => read_folder(root, name, keys, visit),
        Place::SingleFile(path) => read_single_file(path, keys, visit),
    }
}

fn read_folder(
    root: &Path,
    name: Option<&str>,
    keys: &Keys,
    visit: Visit<'_>,
) -> Result<Snapshot, BackupError> {
    let folder = Folder::open(root)?;
    let snapshot = folder.snapshot(name)?;
    let identities = folder.identities(keys)?;
    let mut problems = Vec::new();
    for file in &snapshot.files {
        let shown = || format!("{} ({})", file.path, folder.object(file).display());
        // A wrong key fails for every file; it is no damage.
        let content = match folder.content(file, &identities) {
            Ok(content) => content,
            Err(why) => {
                if folder.is_sealed() && folder.check(file).is_ok() {
                    return Err(BackupError::Key(why));
                }
                problems.push(format!("{}: {why}", shown()));
                continue;
            }
        };
        let watched = Watched::new(content);
        let failed = watched.failed();
        let mut content = HashReader::new(watched);
        let visited = visit(&file.path, &mut content);
        let (bytes, sha256) = content.finish();
        let failed = failed.take();
        match (visited, failed) {
            (visited, None) if (bytes, &sha256) == (file.bytes, &file.sha256) => visited?,
            // It was not the backup that failed.
            (Err(error), None) => return Err(error),
            (_, Some(error)) if is_of_system(&error) => {
                problems.push(format!("{} cannot be read: {error}", shown()));
            }
            _ => problems.push(format!("{}: it was changed", shown())),
        }
    }
    if problems.is_empty() { Ok(snapshot) } else { Err(BackupError::Damaged(problems)) }
}

fn read_single_file(path: &Path, keys: &Keys, visit: Visit<'_>) -> Result<Snapshot, BackupError> {
    let shown = path.display().to_string();
    let (mut archive, failed) = single_file::open(path, keys)?;
    // What reads through it wraps the errors of the file.
    let damaged = |error: io::Error| match failed.take() {
        Some(error) if is_of_system(&error) => BackupError::io(format!("reading {shown}"))(error),
        _ => BackupError::Damaged(vec![format!("{shown} is cut short or was changed: {error}")]),
    };
    let mut found = BTreeMap::new();
    let mut list = None;
    for entry in archive.entries().map_err(&damaged)? {
        let mut entry = entry.map_err(&damaged)?;
        let name = entry.path().map_err(&damaged)?.to_string_lossy().into_owned();
        if name == single_file::LIST {
            let mut text = Vec::new();
            entry.read_to_end(&mut text).map_err(&damaged)?;
            list = Some(Snapshot::of_text(&format!("{name} in {shown}"), &text)?);
            continue;
        }
        // The list has only such names, but it comes last.
        if !is_below(&name) || !entry.header().entry_type().is_file() {
            let text = format!("{shown} was changed: it has an entry {name:?} that no backup has");
            return Err(BackupError::Damaged(vec![text]));
        }
        let watched = Watched::new(&mut entry);
        let failed = watched.failed();
        let mut content = HashReader::new(watched);
        let visited = visit(&name, &mut content);
        let digest = content.finish();
        if let Some(error) = failed.take() {
            return Err(damaged(io::Error::new(error.kind(), format!("at {name}: {error}"))));
        }
        visited?;
        found.insert(name, digest);
    }
    // The checksum of the compressed bytes is behind the end of the archive.
    copy(&mut archive.into_inner(), &mut io::sink()).map_err(&damaged)?;
    let Some(snapshot) = list else {
        let text = format!("{shown} is cut short: the list of its files is missing");
        return Err(BackupError::Damaged(vec![text]));
    };
    let differs = |file: &&super::snapshot::StoredFile| {
        found.get(&file.path) != Some(&(file.bytes, file.sha256.clone()))
    };
    let mut problems: Vec<_> = snapshot
        .files
        .iter()
        .filter(differs)
        .map(|file| format!("{} in {shown}: it is missing or was changed", file.path))
        .collect();
    if found.len() != snapshot.files.len() {
        problems.push(format!("{shown} has files that are not in its list"));
    }
    if problems.is_empty() { Ok(snapshot) } else { Err(BackupError::Damaged(problems)) }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::Write as _;

    use super::*;

    /// An archive with one entry, whose name no maker of archives would let through.
    fn archive(path: &Path, name: &str, kind: tar::EntryType) {
        let mut header = tar::Header::new_gnu();
        header.as_old_mut().name[..name.len()].copy_from_slice(name.as_bytes());
        header.set_size(4);
        header.set_mode(0o600);
        header.set_entry_type(kind);
        header.set_cksum();
        let file = zstd::Encoder::new(File::create(path).unwrap(), 0).unwrap();
        let mut builder = tar::Builder::new(file);
        builder.append(&header, &b"evil"[..]).unwrap();
        builder.into_inner().unwrap().finish().unwrap().flush().unwrap();
    }

    #[test]
    fn an_entry_outside_of_the_directory_is_not_passed_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("evil.tar.zst");
        let regular = tar::EntryType::Regular;
        let link = tar::EntryType::Symlink;
        for (name, kind) in
            [("/etc/x", regular), ("../x", regular), ("a/../../x", regular), ("a", link)]
        {
            archive(&path, name, kind);
            let mut passed = Vec::new();
            let read = read(&Place::of(&path), None, &Keys::default(), &mut |name, _| {
                passed.push(name.to_owned());
                Ok(())
            });
            assert!(matches!(read, Err(BackupError::Damaged(_))), "{name}: {read:?}");
            assert!(passed.is_empty(), "{passed:?}");
        }
    }
}
