//! Restoring a backup into an empty directory. It is not used before all of it was verified.
//!
//! A session, a token, a link or a known device of the time of the backup may have been revoked since. So all of these
//! end, and what they were is still in the records. Mails that waited may have been sent since, and are given up.
//! Erasures since then are applied again.

use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use serde::Serialize;
use waybill_journal::durable::{DurableJournal, fsck};
use waybill_machines::Timestamp;
use waybill_machines::secret::PersonId;
use waybill_platform::access::{Embedded, Options};
use waybill_platform::mail::end_open_mails;
use waybill_platform::vault::{MASTER_KEY_FILE_ENV, Vault};

use super::read::read;
use super::seal::Keys;
use super::stream::copy;
use super::{BackupError, Place};
use crate::cli::acting::{acting, context};
use crate::cli::{offline_engine, runtime};
use crate::data::{Data, DataDirectory, INSTANCE, MANIFEST, PLATFORM, SESSIONS};

/// What to restore, and where.
pub struct Restore<'a> {
    /// The backup.
    pub place: &'a Place,
    /// Its name, if it is not the newest one.
    pub name: Option<&'a str>,
    /// What opens it.
    pub keys: &'a Keys,
    /// The empty directory.
    pub data: &'a Path,
    /// The directory in which people were erased since the backup, if it is still there.
    pub erased_in: Option<&'a Path>,
    /// Further people who were erased since the backup.
    pub erased: &'a [PersonId],
}

/// What was restored.
#[derive(Debug, Serialize)]
pub struct Restored {
    /// The name of the backup.
    pub backup: String,
    /// The time of its cut.
    pub at: Timestamp,
    /// The new epoch.
    pub epoch: String,
    /// Number of files.
    pub files: usize,
    /// Number of accounts whose tokens, devices and links have ended.
    pub accounts: usize,
    /// Number of mails that waited, which are not sent.
    pub mails: usize,
    /// Number of sessions that have ended.
    pub sessions: usize,
    /// The people who were erased again.
    pub erased: Vec<PersonId>,
}

/// Restores a backup.
///
/// # Errors
///
/// A sentence for the administrator. The directory is then empty again, or is no data directory that a server opens.
pub fn restore(what: &Restore<'_>) -> anyhow::Result<Restored> {
    let root = what.data;
    begin(root)?;
    let runtime = runtime()?;
    let restored = runtime.block_on(acting(restored(what)));
    // Its tasks have the journals open.
    drop(runtime);
    let restored = restored.and_then(|restored| {
        complete(root)?;
        Ok(restored)
    });
    if restored.is_err() {
        // It was empty before. What cannot be removed is not served: its manifest says that it is no whole one.
        let _ = empty(root);
    }
    restored
}

/// Makes the directory one that is served, once all of it is durable.
fn complete(root: &Path) -> anyhow::Result<()> {
    for name in [SESSIONS, PLATFORM] {
        // They are closed: that has written to them.
        drop(DurableJournal::open_read_only(&DataDirectory::restored(root).journal_dir(name))?);
    }
    File::open(root).and_then(|root| Ok(rustix::fs::syncfs(root)?))?;
    Data::complete_restore(root)
}

fn begin(root: &Path) -> anyhow::Result<()> {
    let io = || BackupError::io(root.display().to_string());
    DirBuilder::new().recursive(true).mode(0o700).create(root).map_err(io())?;
    if fs::read_dir(root).map_err(io())?.next().is_some() {
        return Err(BackupError::Unusable(format!(
            "{} is not empty: a backup is restored into an empty directory only",
            root.display()
        ))
        .into());
    }
    Data::begin_restore(root)
}

/// Removes everything.
fn empty(root: &Path) -> io::Result<()> {
    let in_order = in_order_of_removal(root)?;
    for path in &in_order {
        let removed = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        removed?;
        // What was removed before the manifest does not come back without it.
        File::open(root)?.sync_all()?;
    }
    Ok(())
}

/// What there is, the manifest last: as long as it is there, no server opens what is left.
fn in_order_of_removal(root: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(root)?.map(|entry| Ok(entry?.path()));
    let mut paths = entries.collect::<io::Result<Vec<_>>>()?;
    paths.sort_by_key(|path| path.ends_with(MANIFEST));
    Ok(paths)
}

async fn restored(what: &Restore<'_>) -> anyhow::Result<Restored> {
    let root = what.data;
    let left = what.erased_in.map(|old| Ok::<_, anyhow::Error>((old, people_of(old)?)));
    let left = left.transpose()?;
    let snapshot = read(what.place, what.name, what.keys, &mut |path, content| {
        // It names the parts of the directory that was backed up.
        if path == MANIFEST {
            return copy(content, &mut io::sink()).map(drop).map_err(BackupError::io(path));
        }
        let target = root.join(path);
        let shown = target.display().to_string();
        let mut write = || {
            let folder = target.parent().unwrap_or(root);
            DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
            let mut options = OpenOptions::new();
            let mut file = options.write(true).create_new(true).mode(0o600).open(&target)?;
            copy(content, &mut file)
        };
        write().map(drop).map_err(BackupError::io(shown))
    })?;
    for folder in &snapshot.folders {
        let folder = root.join(folder);
        let made = DirBuilder::new().recursive(true).mode(0o700).create(&folder);
        made.map_err(BackupError::io(folder.display().to_string()))?;
    }
    check(root)?;
    let data = Data::open_restored(root)?;
    if let Some((old, _)) = left.as_ref().filter(|(old, _)| !is_of(old, &data.instance)) {
        return Err(BackupError::Unusable(format!(
            "{} is not a data directory of the installation that was backed up: who was erased there says nothing here",
            old.display()
        ))
        .into());
    }
    let erased = erase(&data, left.as_ref().map(|(_, people)| &people[..]), what.erased)?;
    let accounts = {
        let (journal, vault) = (data.platform.clone(), data.vault.clone());
        let access = Embedded::open(journal, vault, Options::default())?;
        access.end_credentials(&snapshot.name, snapshot.at, &context()).await?
    };
    let (journal, vault) = (data.platform.clone(), data.vault.clone());
    let mails = end_open_mails(journal, vault, &context()).await?;
    let sessions = offline_engine(&data).await?.end_every_session().await;
    let sessions =
        sessions.map_err(|nack| anyhow::anyhow!("a session was not ended: {}", nack.code))?;
    Ok(Restored {
        backup: snapshot.name,
        at: snapshot.at,
        epoch: data.epoch.clone(),
        files: snapshot.files.len(),
        accounts,
        mails,
        sessions,
        erased,
    })
}

/// Verifies the journals and the vault as `fsck` does, before anything opens them.
fn check(root: &Path) -> anyhow::Result<()> {
    let directory = DataDirectory::restored(root);
    let mut problems = Vec::new();
    for name in [SESSIONS, PLATFORM] {
        problems.extend(fsck(&directory.journal_dir(name))?.problems);
    }
    problems.extend(directory.vault_problems()?.1);
    if problems.is_empty() { Ok(()) } else { Err(BackupError::Damaged(problems).into()) }
}

/// The people of whom a data directory holds values.
fn people_of(root: &Path) -> anyhow::Result<Vec<PersonId>> {
    let key_file = std::env::var_os(MASTER_KEY_FILE_ENV).map(PathBuf::from);
    // A vault of which a part is missing does not open: it would seem that people were erased.
    Ok(Vault::open_read_only(&root.join("vault"), key_file.as_deref())?.people())
}

/// Whether a data directory is of this installation.
fn is_of(root: &Path, instance: &str) -> bool {
    fs::read_to_string(root.join(INSTANCE)).is_ok_and(|found| found.trim() == instance)
}

/// Erases the people again who have no values in the directory `left`, and those who are named.
fn erase(
    data: &Data,
    left: Option<&[PersonId]>,
    named: &[PersonId],
) -> anyhow::Result<Vec<PersonId>> {
    let people = data.vault.people();
    if let Some(unknown) = named.iter().find(|person| !people.contains(person)) {
        return Err(BackupError::Unusable(format!(
            "the backup has nothing of {}: look at its id once more (`waybill user list`)",
            unknown.0
        ))
        .into());
    }
    let is_erased = |person: &PersonId| {
        left.is_some_and(|left| !left.contains(person)) || named.contains(person)
    };
    let erased: Vec<_> = people.into_iter().filter(is_erased).collect();
    for person in &erased {
        data.vault.erase(person)?;
    }
    Ok(erased)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manifest_is_removed_last() {
        let root = tempfile::tempdir().unwrap();
        for number in 0..40 {
            fs::write(root.path().join(format!("{number}.json")), "").unwrap();
            fs::create_dir(root.path().join(format!("vault-{number}"))).unwrap();
            if number == 20 {
                fs::write(root.path().join(MANIFEST), "").unwrap();
            }
        }
        let order = in_order_of_removal(root.path()).unwrap();
        assert_eq!(order.len(), 81);
        assert_eq!(order.last(), Some(&root.path().join(MANIFEST)));
        empty(root.path()).unwrap();
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 0);
    }
}
