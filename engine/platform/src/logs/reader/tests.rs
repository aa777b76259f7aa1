use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::os::unix::fs::symlink;

use tempfile::TempDir;
use waybill_machines::rules::services::ServiceId;

use super::super::names::LogKind;
use super::*;

const LOG: LogId = LogId::new(ServiceId::Artifactory, LogKind::Service);

struct Place {
    root: TempDir,
    reader: LogReader,
}

impl Place {
    fn with(bytes: &[u8]) -> Self {
        let root = tempfile::tempdir().unwrap();
        let reader = LogReader::new(root.path());
        let place = Self { root, reader };
        fs::create_dir(place.root.path().join("artifactory")).unwrap();
        place.append(bytes);
        place
    }

    fn path(&self) -> PathBuf {
        self.root.path().join("artifactory").join(LOG.to_string())
    }

    fn append(&self, bytes: &[u8]) {
        let mut options = OpenOptions::new();
        let file = options.create(true).append(true).open(self.path());
        file.unwrap().write_all(bytes).unwrap();
    }

    fn read(&self, offset: u64, generation: Option<&str>) -> Result<Piece, LogsError> {
        let generation = generation.map(str::to_owned);
        self.reader.read(LOG, &Cursor { offset, generation })
    }
}

/// covers: [LOGV-02]
#[test]
fn a_reader_continues_at_its_cursor() {
    let place = Place::with(b"one\n");
    let first = place.read(0, None).unwrap();
    assert_eq!((first.text.as_str(), first.to, first.gap), ("one\n", 4, None));
    assert!(first.modified.is_some());
    assert_eq!(place.read(4, None).unwrap().text, "");
    place.append(b"two\n");
    let second = place.read(first.to, Some(&first.generation)).unwrap();
    assert_eq!((second.text.as_str(), second.from, second.to), ("two\n", 4, 8));
}

/// covers: [LOGV-02]
#[test]
fn a_log_without_a_file_is_empty_and_a_cursor_beyond_every_end_is_an_error() {
    let place = Place::with(b"");
    fs::remove_file(place.path()).unwrap();
    let piece = place.read(0, None).unwrap();
    assert_eq!((piece.size, piece.text.as_str(), piece.modified), (0, "", None));
    place.append(b"one\n");
    assert_eq!(place.read(5, None), Err(LogsError::BeyondEnd { size: 4 }));
    assert_eq!(place.read(u64::MAX, None), Err(LogsError::BeyondEnd { size: 4 }));
}

/// covers: [LOGV-02]
#[test]
fn rotation_and_truncation_between_reads_are_gaps() {
    let place = Place::with(b"a long first line\n");
    let first = place.read(0, None).unwrap();
    let aside = place.path().with_file_name("artifactory-service.2026-11-21T10-00-00.log");
    fs::rename(place.path(), aside).unwrap();
    place.append(b"new\n");
    for generation in [None, Some(first.generation.as_str())] {
        let piece = place.read(first.to, generation).unwrap();
        assert_eq!((piece.gap, piece.text.as_str()), (Some(Gap::Rotated), "new\n"));
    }
    place.append(b"and longer than the first one was\n");
    let piece = place.read(first.to, Some(&first.generation)).unwrap();
    assert_eq!((piece.gap, piece.from), (Some(Gap::Rotated), 0));
    let then = place.read(piece.to, Some(&piece.generation)).unwrap();
    assert_eq!(then.gap, None);
    OpenOptions::new().write(true).open(place.path()).unwrap().set_len(4).unwrap();
    for generation in [None, Some(piece.generation.as_str())] {
        let cut = place.read(piece.to, generation).unwrap();
        assert_eq!((cut.gap, cut.text.as_str()), (Some(Gap::Truncated), "new\n"));
    }
    // A server that has just started has no observations yet, but the rotated file reveals it.
    let place = Place { reader: LogReader::new(place.root.path()), ..place };
    assert_eq!(place.read(first.to, None).unwrap().gap, Some(Gap::Rotated));
}

/// covers: [LOGV-02]
#[test]
fn a_long_file_is_read_from_its_end_and_then_in_pieces_of_whole_lines() {
    let line = "0123456789abcde\n";
    let place = Place::with(line.repeat(40_000).as_bytes());
    let end = place.read(0, None).unwrap();
    assert!(end.text.len() < READ_BYTES_MAX && end.text.starts_with("0123"));
    assert_eq!((end.to, end.size), (640_000, 640_000));
    let mut offset = 16;
    let mut text = String::new();
    while offset < 640_000 {
        let piece = place.read(offset, None).unwrap();
        assert!(piece.text.len() <= READ_BYTES_MAX && piece.text.ends_with('\n'));
        assert_eq!(piece.from, offset);
        offset = piece.to;
        text += &piece.text;
    }
    assert_eq!(text, line.repeat(39_999));
}

/// covers: [LOGV-02]
#[test]
fn an_endless_line_and_bytes_that_are_no_text_are_read_in_whole_characters() {
    let place = Place::with("é€😀".repeat(60_000).as_bytes());
    let size = fs::metadata(place.path()).unwrap().len();
    let end = place.read(0, None).unwrap();
    assert!(!end.text.contains('\u{fffd}') && end.to == size && !end.text.is_empty());
    let mut offset = 2;
    let mut text = String::new();
    while offset < size {
        let piece = place.read(offset, None).unwrap();
        assert!(piece.to > offset);
        offset = piece.to;
        text += &piece.text;
    }
    assert_eq!(format!("é{text}"), "é€😀".repeat(60_000));
    let place = Place::with(&[b'a', 0xff, 0, 0x1b, b'[', b'm', 0xe2, 0x82]);
    let piece = place.read(0, None).unwrap();
    // The last two bytes may be completed to a character.
    assert_eq!((piece.text.as_str(), piece.to), ("a\u{fffd}\0\u{1b}[m", 6));
    place.append(&[0xac]);
    assert_eq!(place.read(6, None).unwrap().text, "€");
    let noise: Vec<u8> =
        (0..600_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let place = Place::with(&noise);
    let mut offset = 1;
    while offset < 600_000 {
        let piece = place.read(offset, None).unwrap();
        assert!(piece.to > offset || piece.size - offset < 4, "it stands still at {offset}");
        if piece.to == offset {
            break;
        }
        offset = piece.to;
    }
}

/// covers: [LOGV-02]
#[test]
fn no_link_is_followed_and_nothing_but_a_file_is_opened() {
    let place = Place::with(b"");
    let secret = place.root.path().join("secret");
    fs::write(&secret, "a secret").unwrap();
    fs::remove_file(place.path()).unwrap();
    symlink(&secret, place.path()).unwrap();
    assert_eq!(place.read(0, None), Err(LogsError::NotAFile { log: LOG }));
    fs::remove_file(place.path()).unwrap();
    fs::create_dir(place.path()).unwrap();
    assert_eq!(place.read(0, None), Err(LogsError::NotAFile { log: LOG }));
    fs::remove_dir_all(place.root.path().join("artifactory")).unwrap();
    let elsewhere = tempfile::tempdir().unwrap();
    fs::write(elsewhere.path().join(LOG.to_string()), "a secret").unwrap();
    symlink(elsewhere.path(), place.root.path().join("artifactory")).unwrap();
    assert_eq!(place.read(0, None), Err(LogsError::NotAFile { log: LOG }));
}

#[test]
fn a_pipe_in_the_place_of_a_log_does_not_block() {
    let place = Place::with(b"");
    fs::remove_file(place.path()).unwrap();
    let made = std::process::Command::new("mkfifo").arg(place.path()).status();
    assert!(made.unwrap().success());
    assert_eq!(place.read(0, None), Err(LogsError::NotAFile { log: LOG }));
}
