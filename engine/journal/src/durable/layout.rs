//! The layout of a journal's directory.
//!
//! ```text
//! <data>/journal/<name>/
//!   FORMAT        which format the directory has
//!   LOCK          held by the process that uses it
//!   HEAD          how far the journal goes, and whether it was closed in order
//!   gen-000001/   a generation: `sealed` alone, or a sled database while it is open
//!   aside/        copies of open generations, made before opening after an unclean stop
//!   torn/         such copies that are kept, since they end in a write that is not whole or are of another time; later
//!                 ones are in torn-2/ and so on
//! ```

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::head_file::replace;
use super::open_error::OpenError;

/// The format of the directory that this build writes. It grows with a change that an older build could not read,
/// whether of the directory or of the types that records hold:
///
/// 1. records of schema 1 only
/// 2. `navigation` and `startup` of schema 2; sessions that end as unreadable
/// 3. known devices of accounts, and links for new ones; a mark in the first frame of each commit
/// 4. the means of acts in events (`by`); restores; starts that failed, and readings of any stream; journals of visitors
///    that are dropped; groups, edits of accounts and API keys
pub(super) const FORMAT: u32 = 4;
const FORMAT_WORDS: &str = "waybill-journal ";

/// How long to wait for the lock. A released lock may still be held for a short time: a process that its holder was
/// just spawning has a copy of the file until it executes its own program.
pub(super) const LOCK_TIMEOUT: Duration = Duration::from_secs(1);
pub(super) const LOCK_RETRY: Duration = Duration::from_millis(10);

/// The lock, held until dropped.
pub(super) struct Lock {
    /// `None` if there is no file to lock, as in a copy.
    _file: Option<File>,
}

/// Locks a journal's directory, which must exist.
pub(super) fn lock(dir: &Path) -> Result<Lock, OpenError> {
    let io = |error| OpenError::io(dir, "taking the lock")(error);
    let path = dir.join("LOCK");
    let mut options = OpenOptions::new();
    let mut file =
        options.read(true).write(true).create(true).truncate(false).open(path).map_err(io)?;
    let since = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => break,
            Err(TryLockError::Error(error)) => return Err(io(error)),
            Err(TryLockError::WouldBlock) if since.elapsed() < LOCK_TIMEOUT => sleep(LOCK_RETRY),
            Err(TryLockError::WouldBlock) => return Err(in_use(dir, &mut file)),
        }
    }
    file.set_len(0).map_err(io)?;
    file.seek(SeekFrom::Start(0)).map_err(io)?;
    writeln!(file, "{}", std::process::id()).map_err(io)?;
    Ok(Lock { _file: Some(file) })
}

/// Shares the lock of a journal's directory with other readers, without creating or writing anything. Fails while a
/// server uses the directory.
pub(super) fn lock_shared(dir: &Path) -> Result<Lock, OpenError> {
    let io = |error| OpenError::io(dir, "sharing the lock")(error);
    let mut file = match File::open(dir.join("LOCK")) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Lock { _file: None }),
        Err(error) => return Err(io(error)),
    };
    let since = Instant::now();
    loop {
        match file.try_lock_shared() {
            Ok(()) => return Ok(Lock { _file: Some(file) }),
            Err(TryLockError::Error(error)) => return Err(io(error)),
            Err(TryLockError::WouldBlock) if since.elapsed() < LOCK_TIMEOUT => sleep(LOCK_RETRY),
            Err(TryLockError::WouldBlock) => return Err(in_use(dir, &mut file)),
        }
    }
}

fn in_use(dir: &Path, lock: &mut File) -> OpenError {
    let mut process = String::new();
    // The process id is only a help: the lock is held even when the id cannot be read.
    let read = lock.read_to_string(&mut process);
    let known = read.is_ok() && !process.trim().is_empty();
    let process = if known { process.trim().to_owned() } else { "unknown".to_owned() };
    OpenError::InUse { dir: dir.into(), process }
}

/// Whether a directory has this build's format, or an older one that is raised before the first append.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Present,
    Older,
}

/// Writes this build's format into a directory, whose records an older build could read so far.
pub(super) fn raise_format(dir: &Path) -> io::Result<()> {
    replace(dir, "FORMAT", format!("{FORMAT_WORDS}{FORMAT}\n").as_bytes())
}

/// Reads the format file, or writes it when the directory is new.
pub(super) fn check_format(dir: &Path, may_create: bool) -> Result<Format, OpenError> {
    let io = |error| OpenError::io(dir, "reading its format")(error);
    let text = match fs::read_to_string(dir.join("FORMAT")) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound && may_create => {
            return raise_format(dir).map(|()| Format::Present).map_err(io);
        }
        Err(error) => return Err(io(error)),
    };
    let number = text.trim().strip_prefix(FORMAT_WORDS).and_then(|n| n.parse::<u32>().ok());
    match number {
        Some(FORMAT) => Ok(Format::Present),
        Some(1..FORMAT) => Ok(Format::Older),
        Some(found) if found > FORMAT => {
            Err(OpenError::Newer { dir: dir.into(), found: found.to_string() })
        }
        _ => Err(OpenError::Damaged {
            dir: dir.into(),
            what: format!(
                "its format file does not say `{FORMAT_WORDS}{FORMAT}` or an earlier number"
            ),
            copy: String::new(),
        }),
    }
}

/// The directory of a generation.
pub(super) fn generation_dir(dir: &Path, number: u32) -> PathBuf {
    dir.join(format!("gen-{number:06}"))
}

/// The numbers of the generations in a directory, ascending.
pub(super) fn generations(dir: &Path) -> io::Result<Vec<u32>> {
    let mut numbers = Vec::new();
    for entry in fs::read_dir(dir)? {
        let name = entry?.file_name();
        let number = name.to_str().and_then(|name| name.strip_prefix("gen-"));
        numbers.extend(number.and_then(|number| number.parse::<u32>().ok()));
    }
    numbers.sort_unstable();
    Ok(numbers)
}
