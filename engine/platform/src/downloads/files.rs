//! Reading the lines of downloads: in all files of the access log, the oldest first.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};

use waybill_machines::Timestamp;

use super::LOG;
use super::line::{Transfer, parsed};
use crate::logs::{LINE_BYTES_MAX, rotated, time_of};

/// The files of the log, the oldest first.
pub(super) fn files(root: &Path) -> io::Result<Vec<PathBuf>> {
    let path = root.join(LOG.service.as_str()).join(LOG.to_string());
    let mut files = match rotated(&path, &LOG.stem()) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
        files => files?,
    };
    if path.exists() {
        files.push(path);
    }
    Ok(files)
}

/// Reads the lines of a file. `each` gets the time of every line, and the line with its transfer if it has one.
pub(super) fn read(
    file: &Path,
    mut each: impl FnMut(Timestamp, Option<(&str, Transfer)>),
) -> io::Result<()> {
    let mut reader = BufReader::with_capacity(256 * 1_024, File::open(file)?);
    let mut line = Vec::new();
    loop {
        line.clear();
        // One that is longer is none of the server's; its parts are no lines of downloads either.
        let mut bounded = reader.by_ref().take(2 * LINE_BYTES_MAX as u64);
        if bounded.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        // A line without its end is being written, or a crash has cut it.
        let Some(text) = line.strip_suffix(b"\n").and_then(|line| std::str::from_utf8(line).ok())
        else {
            continue;
        };
        if let Some((at, transfer)) = parsed(text) {
            each(at, Some((text, transfer)));
        } else if let Some(at) = time_of(text) {
            each(at, None);
        }
    }
}

/// The time of the first line of a file.
pub(super) fn begins(file: &Path) -> io::Result<Option<Timestamp>> {
    let mut text = String::new();
    let mut first = BufReader::new(File::open(file)?).take(LINE_BYTES_MAX as u64);
    // A line that is no text has no time.
    let _ = first.read_line(&mut text);
    Ok(time_of(&text))
}
