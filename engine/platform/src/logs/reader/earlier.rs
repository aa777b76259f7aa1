//! Reading a log backwards: the content before an offset, of the file itself or of the one that was rotated before it.

use std::fs::File;

use super::super::{LogsError, moment};
use super::{Gap, LogReader, Piece, READ_BYTES_MAX, generation, line_start, read_at, rotated};
use crate::logs::LogId;

impl LogReader {
    /// The content before an offset in a file, at most 256 KiB of it, even if the file has been rotated since. Before
    /// its beginning comes the end of the file that was rotated before it, which the answer's gap shows. When nothing
    /// is left the text is empty.
    pub fn earlier(&self, log: LogId, before: u64, of: &str) -> Result<Piece, LogsError> {
        let files = self.files(log)?;
        let known = files.iter().position(|file| file.generation == of);
        let nothing = |gap| Piece {
            from: 0,
            to: 0,
            size: 0,
            generation: of.to_owned(),
            text: String::new(),
            modified: None,
            gap,
        };
        let Some(known) = known else {
            // It was removed: rotation keeps only a bounded number of files.
            return Ok(nothing(Some(Gap::Rotated)));
        };
        if before > 0 {
            let file = &files[known];
            // It was truncated since, and the requested content is gone.
            return if before > file.size {
                Ok(nothing(Some(Gap::Truncated)))
            } else {
                file.ending_at(log, before, None)
            };
        }
        // Empty files have no content to return.
        match files[..known].iter().rev().find(|file| file.size > 0) {
            Some(file) => file.ending_at(log, file.size, Some(Gap::Rotated)),
            None => Ok(nothing(None)),
        }
    }

    /// Whether there is content before a piece.
    pub fn is_preceded(&self, log: LogId, piece: &Piece) -> bool {
        if piece.from > 0 {
            return true;
        }
        // If the files cannot be listed, a request for them returns the error.
        let Ok(files) = self.files(log) else { return true };
        let known = files.iter().position(|file| file.generation == piece.generation);
        known.is_some_and(|known| files[..known].iter().any(|file| file.size > 0))
    }

    /// The rotated files of a log and the one that is written to, the oldest first.
    pub(super) fn files(&self, log: LogId) -> Result<Vec<Earlier>, LogsError> {
        let path = self.root.join(log.service.as_str()).join(log.to_string());
        let aside = rotated(&path, &log.stem()).unwrap_or_default();
        let names = aside.iter().filter_map(|path| path.file_name()?.to_str().map(str::to_owned));
        let mut files = Vec::new();
        for name in names.chain([log.to_string()]) {
            // A file that was removed meanwhile, or is not a plain file, is not part of the log.
            let Ok(Some(file)) = self.open_named(log, &name) else { continue };
            let about = file.metadata().map_err(|error| super::unreadable(log, &error))?;
            let (generation, size) = (generation(&about), about.len());
            let modified = about.modified().ok().map(moment);
            files.push(Earlier { file, generation, size, modified });
        }
        Ok(files)
    }
}

/// A file of a log.
pub(super) struct Earlier {
    pub(super) file: File,
    pub(super) generation: String,
    pub(super) size: u64,
    modified: Option<waybill_machines::Timestamp>,
}

impl Earlier {
    /// The content before an offset in it, from the beginning of a line on if there is one.
    fn ending_at(&self, log: LogId, to: u64, gap: Option<Gap>) -> Result<Piece, LogsError> {
        let from = to.saturating_sub(READ_BYTES_MAX as u64);
        let length = usize::try_from(to - from).unwrap_or(READ_BYTES_MAX);
        let bytes = read_at(&self.file, from, length);
        let bytes = bytes.map_err(|error| super::unreadable(log, &error))?;
        let start = if from > 0 { line_start(&bytes) } else { 0 };
        Ok(Piece {
            from: from + start as u64,
            to,
            size: self.size,
            generation: self.generation.clone(),
            text: String::from_utf8_lossy(&bytes[start..]).into_owned(),
            modified: self.modified,
            gap,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use waybill_machines::rules::services::ServiceId;

    use super::super::super::names::LogKind;
    use super::super::Cursor;
    use super::*;

    const LOG: LogId = LogId::new(ServiceId::Artifactory, LogKind::Service);

    fn write(root: &Path, name: &str, text: &str) {
        fs::create_dir_all(root.join("artifactory")).unwrap();
        fs::write(root.join("artifactory").join(name), text).unwrap();
    }

    fn numbered(lines: std::ops::Range<u32>) -> String {
        let line = |number| format!("line {number} of a log that is long enough\n");
        lines.map(line).collect::<Vec<_>>().concat()
    }

    /// The complete content, read backwards from the end, with a bar where another file begins.
    fn backwards(reader: &LogReader) -> (String, usize) {
        let end = reader.read(LOG, &Cursor::default()).unwrap();
        let mut preceded = reader.is_preceded(LOG, &end);
        let (mut text, mut at, mut of, mut reads) = (end.text, end.from, end.generation, 1);
        loop {
            let piece = reader.earlier(LOG, at, &of).unwrap();
            assert!(piece.text.len() <= READ_BYTES_MAX && reads < 100);
            assert_eq!(preceded, !piece.text.is_empty());
            preceded = reader.is_preceded(LOG, &piece);
            if piece.text.is_empty() {
                assert!(!preceded);
                assert_eq!((piece.gap, piece.from), (None, 0));
                return (text, reads);
            }
            let bar = if piece.gap == Some(Gap::Rotated) { "|" } else { "" };
            text = format!("{}{bar}{text}", piece.text);
            (at, of, reads) = (piece.from, piece.generation, reads + 1);
        }
    }

    /// covers: [LOGV-02]
    #[test]
    fn a_log_is_read_backwards_through_rotated_files_to_its_first_line() {
        let root = tempfile::tempdir().unwrap();
        let (first, second, third) =
            (numbered(0..20_000), numbered(20_000..30_000), numbered(0..9));
        write(root.path(), "artifactory-service.2026-11-20T10-00-00.log", &first);
        write(root.path(), "artifactory-service.2026-11-21T10-00-00.log", &second);
        write(root.path(), "artifactory-service.2026-11-21T10-00-00_002.log", "");
        write(root.path(), "artifactory-service.log", &third);
        let reader = LogReader::new(root.path());
        let (text, reads) = backwards(&reader);
        assert!(text == format!("{first}|{second}|{third}"));
        assert!(reads > 6, "{reads}");
    }

    /// covers: [LOGV-02]
    #[test]
    fn removed_and_truncated_files_are_gaps_and_links_are_ignored() {
        let root = tempfile::tempdir().unwrap();
        write(root.path(), "artifactory-service.log", "one\ntwo\n");
        let elsewhere = root.path().join("elsewhere");
        fs::write(&elsewhere, "a secret\n").unwrap();
        let link = root.path().join("artifactory/artifactory-service.2026-11-20T10-00-00.log");
        std::os::unix::fs::symlink(&elsewhere, link).unwrap();
        let reader = LogReader::new(root.path());
        let end = reader.read(LOG, &Cursor::default()).unwrap();
        assert_eq!(reader.earlier(LOG, 4, &end.generation).unwrap().text, "one\n");
        let nothing = |before, of: &str| {
            let piece = reader.earlier(LOG, before, of).unwrap();
            assert_eq!((piece.text.as_str(), piece.from), ("", 0));
            piece.gap
        };
        assert_eq!(nothing(0, &end.generation), None);
        assert_eq!(nothing(4, "another"), Some(Gap::Rotated));
        assert_eq!(nothing(9_000, &end.generation), Some(Gap::Truncated));
    }

    #[test]
    fn an_endless_line_is_read_backwards_in_whole_characters() {
        let root = tempfile::tempdir().unwrap();
        let endless = "\u{20ac}".repeat(300_000);
        write(root.path(), "artifactory-service.log", &endless);
        assert!(backwards(&LogReader::new(root.path())).0 == endless);
    }
}
