//! Root does not work in a directory of another user itself: that user could lead it to other files with links, and
//! could not use what root makes there. The command is carried on as that user, by the same program with the same
//! arguments.
//!
//! The user may not be able to reach the directory by its path, as below `/var/lib/private` of systemd. So root leaves it
//! open for the user.

use std::env;
use std::os::fd::{AsRawFd as _, OwnedFd};
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

use rustix::fs::{Mode, OFlags, fstat, open};
use rustix::process::{geteuid, getuid};

use crate::cli::BadInput;

/// The running program, also where its owner alone can reach its path.
const PROGRAM: &str = "/proc/self/exe";
/// What root passes on to the program as another user: [`PassedOn`].
const PASSED_ON: &str = "WAYBILL_CARRIED_ON";

/// What is known only to the process that root has started. A user who sets it otherwise owns the records, too.
struct PassedOn {
    /// The user who started that process.
    user: u32,
    /// The directory, if it is there.
    directory: Option<PathBuf>,
}

impl PassedOn {
    /// What this process was passed on. Root was passed on nothing.
    fn get() -> Option<Self> {
        if geteuid().is_root() {
            return None;
        }
        let text = env::var(PASSED_ON).ok()?;
        let (user, descriptor) = text.split_once(' ')?;
        let directory = descriptor.parse::<u32>().ok();
        let directory = directory.map(|number| PathBuf::from(format!("/proc/self/fd/{number}")));
        Some(Self { user: user.parse().ok()?, directory })
    }
}

/// The user who started the command, whom its records name.
pub fn started_by() -> u32 {
    PassedOn::get().map_or_else(|| getuid().as_raw(), |passed_on| passed_on.user)
}

/// The path by which this process reaches a directory that is named on the command line.
pub fn reachable(directory: PathBuf) -> PathBuf {
    let is_closed = |error: io::Error| error.kind() == io::ErrorKind::PermissionDenied;
    if !fs::metadata(&directory).is_err_and(is_closed) {
        return directory;
    }
    PassedOn::get().and_then(|passed_on| passed_on.directory).unwrap_or(directory)
}

/// Carries the command on as the owner of a directory in which it works, if this is root and the owner another user.
/// The owner of one that is not there yet is that of the one above it.
///
/// # Errors
///
/// A sentence, if it cannot be carried on. Without an error, this process is the right one.
pub fn carry_on_as_owner(directory: &Path) -> Result<(), BadInput> {
    if !geteuid().is_root() {
        return Ok(());
    }
    let Some((open, is_it)) = nearest(directory) else { return Ok(()) };
    let io = |error: io::Error| {
        BadInput(format!("{} belongs to another user: {error}", directory.display()))
    };
    let found = fstat(&open).map_err(|error| io(error.into()))?;
    if found.st_uid == 0 {
        return Ok(());
    }
    let descriptor = if is_it { open.as_raw_fd().to_string() } else { String::new() };
    let mut command = Command::new(PROGRAM);
    command.args(env::args_os().skip(1)).env(PASSED_ON, format!("{} {descriptor}", getuid()));
    // It has no other groups either.
    let error = command.arg0("waybill").uid(found.st_uid).gid(found.st_gid).exec();
    Err(BadInput(format!(
        "{} belongs to the user {}, and the command cannot be carried on as that user: {error}",
        directory.display(),
        found.st_uid
    )))
}

/// A directory, which stays open in the program that replaces this one, and `true`; or one above it that is there.
fn nearest(directory: &Path) -> Option<(OwnedFd, bool)> {
    let opened = |path: &Path| {
        let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        open(path, OFlags::PATH | OFlags::DIRECTORY, Mode::empty()).ok()
    };
    let found = |(number, path)| Some((opened(path)?, number == 0));
    directory.ancestors().enumerate().find_map(found)
}
