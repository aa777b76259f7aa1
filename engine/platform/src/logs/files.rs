//! The files that are written to: opened for appending, rotated by size and by age, with a bounded number kept.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::ops::RangeInclusive;
use std::os::unix::fs::{FileExt as _, MetadataExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;
use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;

use super::moment;
use super::names::LogId;

const HOUR_MS: i64 = 60 * 60 * 1_000;

/// When a log file is rotated, and how many are kept: a table of the configuration file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rotation {
    /// A file of at least this many bytes is rotated before the next line.
    pub rotate_at_bytes: u64,
    /// So is one that was begun this many hours ago.
    pub rotate_after_hours: u32,
    /// How many rotated files of each log are kept.
    pub kept: u32,
}

impl Default for Rotation {
    fn default() -> Self {
        Self { rotate_at_bytes: 25 * 1024 * 1024, rotate_after_hours: 24, kept: 10 }
    }
}

/// The valid ranges; other values would rotate with each line, or fill the disk.
const AT_BYTES: RangeInclusive<u64> = 1_024..=1 << 40;
const AFTER_HOURS: RangeInclusive<u32> = 1..=366 * 24;
const KEPT_MAX: u32 = 1_000;

/// An invalid rotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RotationError {
    /// The size is out of range.
    #[error("logs.rotate_at_bytes is between 1024 and 1099511627776")]
    Bytes,
    /// The age is out of range.
    #[error("logs.rotate_after_hours is between 1 and 8784")]
    Hours,
    /// The number is too large.
    #[error("logs.kept is at most {KEPT_MAX}")]
    Kept,
}

impl Rotation {
    /// Checks that the values are in their ranges.
    pub fn check(&self) -> Result<(), RotationError> {
        if !AT_BYTES.contains(&self.rotate_at_bytes) {
            return Err(RotationError::Bytes);
        }
        if !AFTER_HOURS.contains(&self.rotate_after_hours) {
            return Err(RotationError::Hours);
        }
        if self.kept > KEPT_MAX { Err(RotationError::Kept) } else { Ok(()) }
    }
}

/// A log file that is open for writing.
#[derive(Debug)]
pub struct Appended {
    path: PathBuf,
    stem: String,
    file: File,
    bytes: u64,
    begun: Timestamp,
}

impl Appended {
    /// Opens a log in this folder, creating both if necessary.
    pub fn open(root: &Path, log: LogId, now: Timestamp) -> io::Result<Self> {
        let folder = root.join(log.service.as_str());
        fs::create_dir_all(&folder)?;
        let path = folder.join(log.to_string());
        let (file, bytes, begun) = open(&path, now)?;
        Ok(Self { path, stem: log.stem(), file, bytes, begun })
    }

    /// Appends complete lines, rotating first when it is due.
    pub fn append(&mut self, lines: &str, rotation: Rotation, now: Timestamp) -> io::Result<()> {
        self.reopen_if_replaced(now)?;
        let age_ms = i64::from(rotation.rotate_after_hours) * HOUR_MS;
        if self.bytes > 0
            && (self.bytes >= rotation.rotate_at_bytes || now.ms_since(self.begun) >= age_ms)
        {
            self.rotate(rotation, now)?;
        }
        self.file.write_all(lines.as_bytes())?;
        self.bytes += lines.len() as u64;
        Ok(())
    }

    /// Reopens the file if it was moved, emptied or removed: otherwise lines would be written where no one looks.
    fn reopen_if_replaced(&mut self, now: Timestamp) -> io::Result<()> {
        let ours = self.file.metadata()?;
        self.bytes = ours.len();
        let there = fs::symlink_metadata(&self.path);
        if there.is_ok_and(|there| (there.dev(), there.ino()) == (ours.dev(), ours.ino())) {
            return Ok(());
        }
        (self.file, self.bytes, self.begun) = open(&self.path, now)?;
        Ok(())
    }

    fn rotate(&mut self, rotation: Rotation, now: Timestamp) -> io::Result<()> {
        let stamp = now.to_string();
        let stamp = stamp.get(..19).unwrap_or(&stamp).replace(':', "-");
        let aside = (1..=999_u32).map(|number| {
            let number = if number == 1 { String::new() } else { format!("_{number:03}") };
            self.path.with_file_name(format!("{}.{stamp}{number}.log", self.stem))
        });
        let aside = aside.into_iter().find(|aside| !aside.exists());
        let aside = aside.ok_or_else(|| io::Error::other("rotated too often within a second"))?;
        fs::rename(&self.path, aside)?;
        (self.file, self.bytes, self.begun) = open(&self.path, now)?;
        let excess = rotated(&self.path, &self.stem)?;
        let excess = excess.iter().rev().skip(rotation.kept as usize);
        // One that cannot be removed is tried again at the next rotation.
        excess.for_each(|old| drop(fs::remove_file(old)));
        Ok(())
    }
}

/// The rotated files of a log, the oldest first.
pub fn rotated(path: &Path, stem: &str) -> io::Result<Vec<PathBuf>> {
    let Some(folder) = path.parent() else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let name = name.to_string_lossy();
        let middle = name.strip_prefix(stem).and_then(|rest| rest.strip_prefix('.'));
        let middle = middle.and_then(|rest| rest.strip_suffix(".log"));
        if middle.is_some_and(|stamp| stamp.starts_with(|first: char| first.is_ascii_digit())) {
            found.push(folder.join(&*name));
        }
    }
    found.sort();
    Ok(found)
}

fn open(path: &Path, now: Timestamp) -> io::Result<(File, u64, Timestamp)> {
    let mut options = OpenOptions::new();
    // Links are not followed: a user who may write here must not choose the file that the server appends to. Opening a
    // pipe must not block until it has a reader.
    let careful = flags(OFlags::NOFOLLOW.union(OFlags::NONBLOCK));
    options.append(true).create(true).mode(0o640).custom_flags(careful);
    let mut file = options.open(path)?;
    let about = file.metadata()?;
    if !about.is_file() {
        return Err(io::Error::other("it is no plain file; remove what stands in its place"));
    }
    // A line that a power cut has cut must not become the beginning of the next one.
    if ends_within_a_line(path, about.len())? {
        file.write_all(b"\n")?;
    }
    let begun = if about.len() == 0 { now } else { about.created().map_or(now, moment) };
    Ok((file, about.len(), begun))
}

/// Whether a file does not end with the end of a line.
fn ends_within_a_line(path: &Path, bytes: u64) -> io::Result<bool> {
    let Some(last) = bytes.checked_sub(1) else { return Ok(false) };
    let careful = flags(OFlags::NOFOLLOW.union(OFlags::NONBLOCK));
    let file = OpenOptions::new().read(true).custom_flags(careful).open(path)?;
    let mut byte = [b'\n'];
    // It may have been emptied meanwhile.
    let read = file.read_at(&mut byte, last)?;
    Ok(read > 0 && byte != [b'\n'])
}

/// Flags in the type of the standard library.
#[allow(clippy::cast_possible_wrap, reason = "the bits are the same")]
pub const fn flags(flags: OFlags) -> i32 {
    flags.bits() as i32
}

#[cfg(test)]
mod tests {
    use waybill_machines::rules::services::ServiceId;

    use super::super::names::LogKind;
    use super::*;

    const LOG: LogId = LogId::new(ServiceId::Artifactory, LogKind::Service);

    /// covers: [LOGV-02]
    #[test]
    fn a_log_is_rotated_by_size_and_by_age_and_a_bounded_number_is_kept() {
        let root = tempfile::tempdir().unwrap();
        let rotation = Rotation { rotate_at_bytes: 10, rotate_after_hours: 1, kept: 2 };
        let now = super::super::now();
        let mut log = Appended::open(root.path(), LOG, now).unwrap();
        let path = root.path().join("artifactory").join("artifactory-service.log");
        let kept = || rotated(&path, "artifactory-service").unwrap().len();
        log.append("0123456789\n", rotation, now).unwrap();
        assert_eq!(kept(), 0);
        log.append("next\n", rotation, now).unwrap();
        assert_eq!((kept(), fs::read_to_string(&path).unwrap()), (1, "next\n".to_owned()));
        log.append("later\n", rotation, now.plus_ms(HOUR_MS)).unwrap();
        assert_eq!((kept(), fs::read_to_string(&path).unwrap()), (2, "later\n".to_owned()));
        for _ in 0..5 {
            log.append("0123456789\n", rotation, now.plus_ms(HOUR_MS)).unwrap();
        }
        assert_eq!(kept(), 2);
    }

    #[test]
    fn an_invalid_rotation_is_reported() {
        let check = |rotate_at_bytes, rotate_after_hours, kept| {
            Rotation { rotate_at_bytes, rotate_after_hours, kept }.check()
        };
        assert_eq!(Rotation::default().check(), Ok(()));
        assert_eq!(check(1_024, 1, 0), Ok(()));
        assert_eq!(check(0, 1, 1), Err(RotationError::Bytes));
        assert_eq!(check(u64::MAX, 1, 1), Err(RotationError::Bytes));
        assert_eq!(check(2_000, 0, 1), Err(RotationError::Hours));
        assert_eq!(check(2_000, 1, u32::MAX), Err(RotationError::Kept));
    }

    #[test]
    fn a_pipe_in_the_place_of_a_log_is_not_waited_for() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("artifactory");
        fs::create_dir_all(&folder).unwrap();
        let pipe = folder.join("artifactory-service.log");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert!(Appended::open(root.path(), LOG, super::super::now()).is_err());
        // Nor is a pipe with a reader written to.
        let _reader = OpenOptions::new().read(true).write(true).open(&pipe).unwrap();
        assert!(Appended::open(root.path(), LOG, super::super::now()).is_err());
    }

    #[test]
    fn a_log_that_was_moved_or_emptied_is_reopened() {
        let root = tempfile::tempdir().unwrap();
        let (rotation, now) = (Rotation::default(), Timestamp::from_ms(0));
        let mut log = Appended::open(root.path(), LOG, now).unwrap();
        let path = root.path().join("artifactory").join("artifactory-service.log");
        log.append("first\n", rotation, now).unwrap();
        fs::rename(&path, root.path().join("moved")).unwrap();
        log.append("second\n", rotation, now).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "second\n");
        OpenOptions::new().write(true).open(&path).unwrap().set_len(0).unwrap();
        log.append("third\n", rotation, now).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "third\n");
        fs::remove_file(&path).unwrap();
        std::os::unix::fs::symlink(root.path().join("moved"), &path).unwrap();
        assert!(log.append("fourth\n", rotation, now).is_err(), "a link was followed");
    }
}
