//! Reading log files by offset: at most 256 KiB at once, whole characters and, where possible, whole lines.
//!
//! A file is opened below its folder by its registered name, and links are not followed. Content that was rotated away
//! or truncated between two reads is marked as a gap in the answer.

mod earlier;
mod search;

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::os::unix::fs::{FileExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rustix::fs::{Mode, OFlags, open, openat};
use rustix::io::Errno;
use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;

pub use search::{Found, MATCHES_MAX, Match, Search};

use super::files::rotated;
use super::names::LogId;
use super::{LogsError, moment};

/// The most bytes of a read.
pub const READ_BYTES_MAX: usize = 256 * 1024;

/// Why content between the last read and this one is no longer available.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "LogGap"),
    schemars(rename = "LogGap")
)]
#[serde(rename_all = "snake_case")]
pub enum Gap {
    /// Another file has replaced the one that was read. This one is read from its beginning.
    Rotated,
    /// The file is shorter than it was. It is read from its beginning.
    Truncated,
}

/// The place that a reader has reached.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cursor {
    /// The offset of the next byte. With 0 a reader begins with the end of the file.
    pub offset: u64,
    /// The generation of the file, as returned by an answer. Without it a file that was replaced and has grown beyond
    /// the offset cannot be distinguished from the old one.
    pub generation: Option<String>,
}

/// A part of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// The offset of its first byte.
    pub from: u64,
    /// The offset after its last byte, at which to continue.
    pub to: u64,
    /// The length of the file.
    pub size: u64,
    /// The generation of the file.
    pub generation: String,
    /// The text. Bytes that are not UTF-8 are replaced.
    pub text: String,
    /// When the file was last modified; `None` for one that does not exist yet.
    pub modified: Option<Timestamp>,
    /// What is missing before it.
    pub gap: Option<Gap>,
}

/// A log's file, to be sent as a whole.
#[derive(Debug)]
pub struct WholeFile {
    /// The file.
    pub file: File,
    /// Its length in bytes.
    pub size: u64,
    /// The generation of the file.
    pub generation: String,
}

/// Reads the files of a folder.
#[derive(Debug)]
pub struct LogReader {
    root: PathBuf,
    seen: Mutex<HashMap<LogId, (String, u64)>>,
}

impl LogReader {
    /// A reader of the files below this folder.
    pub fn new(root: &Path) -> Self {
        Self { root: root.to_owned(), seen: Mutex::default() }
    }

    /// Continues reading at a cursor. A log that has no file yet is empty. The rest of a file that was rotated since
    /// comes before the file that has replaced it.
    pub fn read(&self, log: LogId, cursor: &Cursor) -> Result<Piece, LogsError> {
        self.read_at_most(log, cursor, READ_BYTES_MAX)
    }

    /// The same with another limit than [`READ_BYTES_MAX`].
    pub fn read_at_most(
        &self,
        log: LogId,
        cursor: &Cursor,
        bytes_max: usize,
    ) -> Result<Piece, LogsError> {
        let unreadable = |error: io::Error| unreadable(log, &error);
        let file = self.open(log)?;
        let (generation, size, modified) = match &file {
            Some(file) => {
                let about = file.metadata().map_err(unreadable)?;
                (generation(&about), about.len(), about.modified().ok().map(moment))
            }
            None => (String::new(), 0, None),
        };
        let before = self.note(log, &generation, size);
        if let Some(then) = cursor.generation.as_ref().filter(|then| **then != generation)
            && let Some(piece) = self.rest(log, then, cursor.offset, bytes_max)
        {
            return Ok(piece);
        }
        let gap = self.gap(log, cursor, &generation, size, before.as_ref())?;
        let from = if gap.is_some() { 0 } else { cursor.offset };
        let mut piece =
            Piece { from, to: from, size, generation, text: String::new(), modified, gap };
        let Some(file) = file else { return Ok(piece) };
        let at_end = *cursor == Cursor::default();
        if at_end {
            piece.from = size.saturating_sub(bytes_max as u64);
        }
        piece.fill(&file, at_end, bytes_max).map_err(unreadable)?;
        Ok(piece)
    }

    /// The rest of a file that was rotated, if it still exists and has one.
    fn rest(&self, log: LogId, then: &str, offset: u64, bytes_max: usize) -> Option<Piece> {
        let path = self.root.join(log.service.as_str()).join(log.to_string());
        for rotated in rotated(&path, &log.stem()).ok()?.iter().rev() {
            let name = rotated.file_name()?.to_string_lossy();
            let Ok(Some(file)) = self.open_named(log, &name) else { continue };
            let about = file.metadata().ok()?;
            if generation(&about) != then {
                continue;
            }
            let (size, modified) = (about.len(), about.modified().ok().map(moment));
            let (text, generation) = (String::new(), then.to_owned());
            let mut piece =
                Piece { from: offset, to: offset, size, generation, text, modified, gap: None };
            piece.fill(&file, false, bytes_max).ok()?;
            return (piece.to > piece.from).then_some(piece);
        }
        None
    }

    /// A log's current file, to be sent as a whole; `None` while there is none.
    pub fn whole(&self, log: LogId) -> Result<Option<WholeFile>, LogsError> {
        let Some(file) = self.open(log)? else { return Ok(None) };
        let about = file.metadata().map_err(|error| unreadable(log, &error))?;
        Ok(Some(WholeFile { file, size: about.len(), generation: generation(&about) }))
    }

    fn open(&self, log: LogId) -> Result<Option<File>, LogsError> {
        self.open_named(log, &log.to_string())
    }

    /// Opens a file in the folder of a log. The name must come from this program.
    fn open_named(&self, log: LogId, name: &str) -> Result<Option<File>, LogsError> {
        let folder = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        // Opening a pipe that has no writer would block.
        let plain = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let opened = open(&self.root, folder, Mode::empty())
            .and_then(|root| openat(root, log.service.as_str(), folder, Mode::empty()))
            .and_then(|folder| openat(folder, name, plain, Mode::empty()));
        let file = match opened {
            Ok(file) => File::from(file),
            Err(Errno::NOENT) => return Ok(None),
            Err(Errno::LOOP | Errno::NOTDIR) => return Err(LogsError::NotAFile { log }),
            Err(error) => return Err(unreadable(log, &error.into())),
        };
        let about = file.metadata().map_err(|error| unreadable(log, &error))?;
        if about.is_file() { Ok(Some(file)) } else { Err(LogsError::NotAFile { log }) }
    }

    /// Stores the observed length of a file. Returns what was stored before.
    fn note(&self, log: LogId, generation: &str, size: u64) -> Option<(String, u64)> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let before = seen.get(&log).cloned();
        let longest = match &before {
            Some((then, longest)) if then == generation => size.max(*longest),
            _ => size,
        };
        seen.insert(log, (generation.to_owned(), longest));
        before
    }

    /// The gap between the cursor and the file. A cursor without a generation after the end of a file that never was
    /// that long is an error of the client.
    fn gap(
        &self,
        log: LogId,
        cursor: &Cursor,
        generation: &str,
        size: u64,
        before: Option<&(String, u64)>,
    ) -> Result<Option<Gap>, LogsError> {
        match &cursor.generation {
            // There was no file yet.
            Some(then) if then.is_empty() => return Ok(None),
            Some(then) if then != generation => return Ok(Some(Gap::Rotated)),
            Some(_) if cursor.offset > size => return Ok(Some(Gap::Truncated)),
            Some(_) => return Ok(None),
            None if cursor.offset <= size => return Ok(None),
            None => {}
        }
        if let Some((then, longest)) = before
            && *longest >= cursor.offset
        {
            let is_same = then == generation;
            return Ok(Some(if is_same { Gap::Truncated } else { Gap::Rotated }));
        }
        let path = self.root.join(log.service.as_str()).join(log.to_string());
        let newest = rotated(&path, &log.stem()).ok().and_then(|files| files.last().cloned());
        let length = newest.and_then(|file| std::fs::symlink_metadata(file).ok());
        if length.is_some_and(|about| about.len() >= cursor.offset) {
            return Ok(Some(Gap::Rotated));
        }
        Err(LogsError::BeyondEnd { size })
    }
}

impl Piece {
    /// Reads what comes after `from`; if that is within a line, the rest of the line is skipped.
    fn fill(&mut self, file: &File, is_cut_into: bool, bytes_max: usize) -> io::Result<()> {
        let bytes = read_at(file, self.from, bytes_max)?;
        let start = if is_cut_into && self.from > 0 { line_start(&bytes) } else { 0 };
        let is_full = bytes.len() == bytes_max && self.from + (bytes.len() as u64) < self.size;
        let end = start + cut(&bytes[start..], is_full);
        self.text = String::from_utf8_lossy(&bytes[start..end]).into_owned();
        self.to = self.from + end as u64;
        self.from += start as u64;
        Ok(())
    }
}

/// Distinguishes a file from every other that has had or will have its name: an inode number is reused, but not with
/// the same time of creation.
fn generation(about: &std::fs::Metadata) -> String {
    let born = about.created().ok().and_then(|at| at.duration_since(std::time::UNIX_EPOCH).ok());
    format!("{:x}-{:x}", about.ino(), born.unwrap_or_default().as_nanos())
}

fn unreadable(log: LogId, error: &io::Error) -> LogsError {
    LogsError::Unreadable { log, why: error.to_string() }
}

fn read_at(file: &File, from: u64, bytes_max: usize) -> io::Result<Vec<u8>> {
    let mut bytes = vec![0; bytes_max];
    let mut read = 0;
    while read < bytes.len() {
        match file.read_at(&mut bytes[read..], from + read as u64) {
            Ok(0) => break,
            Ok(more) => read += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    bytes.truncate(read);
    Ok(bytes)
}

/// Where the first whole line begins; in an endless line, the first whole character.
fn line_start(bytes: &[u8]) -> usize {
    match bytes.iter().position(|byte| *byte == b'\n') {
        Some(end) if end + 1 < bytes.len() => end + 1,
        _ => bytes.iter().take(3).take_while(|byte| **byte & 0xc0 == 0x80).count(),
    }
}

/// How much of what was read is returned: whole lines if there is more to come, and whole characters.
fn cut(bytes: &[u8], is_full: bool) -> usize {
    if is_full && let Some(last) = bytes.iter().rposition(|byte| *byte == b'\n') {
        return last + 1;
    }
    // The beginning of a character at the very end: the rest is not written yet.
    let tail = bytes.len().saturating_sub(3);
    for (index, byte) in bytes.iter().enumerate().skip(tail) {
        let width = match byte {
            0xc2..=0xdf => 2,
            0xe0..=0xef => 3,
            0xf0..=0xf4 => 4,
            _ => continue,
        };
        if index + width > bytes.len() {
            return index;
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests;
