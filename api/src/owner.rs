//! Files belong to the owner of the directory that they are in, also when root makes them: a server that runs as a user
//! of its own could not use what root leaves there.

use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt as _, lchown};
use std::path::Path;

use rustix::process::geteuid;

use crate::cli::BadInput;

const USERS: &str = "/etc/passwd";

/// A user and a group of the operating system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Owner {
    user: u32,
    group: u32,
}

impl Owner {
    /// The owner of a directory, if root is about to make files in it and it is another user's.
    ///
    /// # Errors
    ///
    /// An error of the file system.
    pub fn other_than_root(directory: &Path) -> io::Result<Option<Self>> {
        if !geteuid().is_root() {
            return Ok(None);
        }
        let metadata = fs::metadata(directory)?;
        let owner = Self { user: metadata.uid(), group: metadata.gid() };
        Ok((owner.user != 0).then_some(owner))
    }

    /// Gives the owner everything in a directory.
    ///
    /// # Errors
    ///
    /// An error of the file system.
    pub fn take_all(self, directory: &Path) -> io::Result<()> {
        for entry in fs::read_dir(directory)? {
            let entry = entry?;
            self.take(&entry.path())?;
            if entry.file_type()?.is_dir() {
                self.take_all(&entry.path())?;
            }
        }
        Ok(())
    }

    fn take(self, path: &Path) -> io::Result<()> {
        lchown(path, Some(self.user), Some(self.group))
    }

    /// How `sudo` names the user.
    fn name(self) -> String {
        let users = fs::read_to_string(USERS).unwrap_or_default();
        let mut rows = users.lines().map(|row| row.split(':').collect::<Vec<_>>());
        let number = self.user.to_string();
        let own = rows.find(|row| row.get(2) == Some(&number.as_str()));
        own.map_or_else(|| format!("'#{number}'"), |row| row[0].to_owned())
    }
}

/// Gives a new file to the owner of its folder. Where root may not give files away, as on some network file systems,
/// there is no need to.
pub fn as_its_folder(path: &Path) {
    if let Some(folder) = path.parent()
        && let Ok(Some(owner)) = Owner::other_than_root(folder)
    {
        let _ = owner.take(path);
    }
}

/// Fails if root is about to change a data directory of another user.
///
/// # Errors
///
/// A sentence that names the user.
pub fn refuse_root(data: &Path) -> Result<(), BadInput> {
    match Owner::other_than_root(data) {
        Ok(Some(owner)) => Err(BadInput(format!(
            "{} belongs to {1}, and {1} could not use what root makes in it: run the command as {1}, as in \
             `sudo -u {1} waybill ...`, or while the server runs",
            data.display(),
            owner.name()
        ))),
        // A directory that is not there or cannot be read is refused by what opens it.
        Ok(None) | Err(_) => Ok(()),
    }
}
