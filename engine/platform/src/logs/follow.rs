//! Following logs as they grow. Followers of the same file share its reads: one task per file polls it as long as it
//! has followers, and publishes what is new.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use serde::Serialize;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, watch};

use super::names::LogId;
use super::reader::{Cursor, Gap, LogReader, Piece};
use super::{LogData, LogsError, now};

/// How often a followed file is polled; it may have other writers than this process.
const LOOK_EVERY: Duration = Duration::from_millis(100);
/// The largest piece: as JSON it is at most six times as long, and that fits into a message.
pub const PIECE_BYTES_MAX: usize = 32 * 1024;
/// How many pieces are queued for a slow follower; after that it reads the file itself.
const PIECES_MAX: usize = 16;

/// Appended text, as a follower receives it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS), ts(rename = "LogAppended"))]
pub struct Appended {
    /// The text.
    pub text: String,
    /// The offset of its first byte.
    pub from: u64,
    /// The offset after its last byte: the `file_size` to continue with.
    pub file_size: u64,
    /// The generation of its file.
    pub generation: String,
    /// What is missing before it.
    pub gap: Option<Gap>,
    /// When the file was last modified.
    pub last_update_modified: String,
    /// When it was read.
    pub last_update_label: String,
    /// The cursor from which it was read.
    #[serde(skip)]
    after: Cursor,
}

impl Appended {
    fn new(piece: Piece, after: Cursor) -> Self {
        Self {
            after,
            text: piece.text,
            from: piece.from,
            file_size: piece.to,
            generation: piece.generation,
            gap: piece.gap,
            last_update_modified: piece.modified.map_or_else(String::new, |at| at.to_string()),
            last_update_label: now().to_string(),
        }
    }

    /// The end of what was read of a log of another platform.
    pub fn read(data: &LogData, text: &str) -> Self {
        Self {
            text: text.to_owned(),
            from: data.file_size.saturating_sub(text.len() as u64),
            file_size: data.file_size,
            generation: data.generation.clone(),
            gap: data.gap,
            last_update_modified: data.last_update_modified.clone(),
            last_update_label: data.last_update_label.clone(),
            after: Cursor::default(),
        }
    }

    /// An empty piece: the start of a follower without a cursor.
    fn beginning(place: Cursor) -> Self {
        Self {
            text: String::new(),
            from: place.offset,
            file_size: place.offset,
            generation: place.generation.clone().unwrap_or_default(),
            gap: None,
            last_update_modified: String::new(),
            last_update_label: now().to_string(),
            after: place,
        }
    }

    /// The cursor at which a follower continues after this.
    pub fn cursor(&self) -> Cursor {
        Cursor { offset: self.file_size, generation: Some(self.generation.clone()) }
    }
}

/// The files that have followers.
#[derive(Debug)]
pub struct Followers {
    reader: Arc<LogReader>,
    tails: Mutex<HashMap<LogId, Weak<Tail>>>,
}

/// A file that has followers.
#[derive(Debug)]
struct Tail {
    pieces: broadcast::Sender<Result<Arc<Appended>, LogsError>>,
    /// The end of what was published.
    place: watch::Sender<Cursor>,
}

impl Followers {
    /// Followers of the files of a reader.
    pub fn new(reader: Arc<LogReader>) -> Self {
        Self { reader, tails: Mutex::default() }
    }

    /// Follows a log from a cursor on, or from its current end.
    pub fn follow(&self, log: LogId, cursor: Option<Cursor>) -> Follower {
        let tail = self.tail(log);
        let pieces = tail.pieces.subscribe();
        Follower {
            log,
            reader: Arc::clone(&self.reader),
            tail,
            pieces,
            place: cursor,
            is_behind: true,
        }
    }

    fn tail(&self, log: LogId) -> Arc<Tail> {
        let mut tails = self.tails.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tail) = tails.get(&log).and_then(Weak::upgrade) {
            return tail;
        }
        let (pieces, place) =
            (broadcast::Sender::new(PIECES_MAX), watch::Sender::new(Cursor::default()));
        let tail = Arc::new(Tail { pieces, place });
        tails.insert(log, Arc::downgrade(&tail));
        tokio::spawn(look(Arc::downgrade(&tail), Arc::clone(&self.reader), log));
        tail
    }
}

/// Publishes what is new in a file, as long as it has followers.
async fn look(tail: Weak<Tail>, reader: Arc<LogReader>, log: LogId) {
    let mut cursor = Cursor::default();
    loop {
        let Some(here) = tail.upgrade() else { return };
        let piece = match read(&reader, log, cursor.clone(), PIECE_BYTES_MAX).await {
            Ok(piece) => piece,
            // The followers get the error and may continue: the file may come back.
            Err(error) => {
                let _ = here.pieces.send(Err(error));
                drop(here);
                tokio::time::sleep(LOOK_EVERY).await;
                continue;
            }
        };
        let is_first = cursor == Cursor::default();
        let is_news = piece.to > piece.from || piece.gap.is_some();
        let has_more = piece.to < piece.size && piece.to > piece.from;
        let appended = Appended::new(piece, cursor);
        cursor = appended.cursor();
        here.place.send_replace(cursor.clone());
        if is_news && !is_first {
            // The last follower may have left.
            let _ = here.pieces.send(Ok(Arc::new(appended)));
        }
        drop(here);
        if !has_more {
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }
}

async fn read(
    reader: &Arc<LogReader>,
    log: LogId,
    cursor: Cursor,
    bytes_max: usize,
) -> Result<Piece, LogsError> {
    let reader = Arc::clone(reader);
    let read =
        tokio::task::spawn_blocking(move || reader.read_at_most(log, &cursor, bytes_max)).await;
    read.map_err(|_| LogsError::Unreadable { log, why: "the server is stopping".into() })?
}

/// A follower of a log.
#[derive(Debug)]
pub struct Follower {
    log: LogId,
    reader: Arc<LogReader>,
    tail: Arc<Tail>,
    pieces: broadcast::Receiver<Result<Arc<Appended>, LogsError>>,
    place: Option<Cursor>,
    /// Whether the published pieces do not continue what this follower has received.
    is_behind: bool,
}

impl Follower {
    /// The next appended text; waits until there is some. Without a cursor the first answer is empty, and its end is
    /// where the next one begins.
    pub async fn next(&mut self) -> Result<Arc<Appended>, LogsError> {
        loop {
            if self.is_behind
                && let Some(piece) = self.catch_up().await?
            {
                return Ok(piece);
            }
            match self.pieces.recv().await {
                Ok(Ok(piece)) if self.place.as_ref() == Some(&piece.after) => {
                    self.place = Some(piece.cursor());
                    return Ok(piece);
                }
                Ok(Err(error)) => return Err(error),
                // A piece that it has already, or one after a piece that it missed.
                Ok(_) | Err(RecvError::Lagged(_)) => self.is_behind = true,
                Err(RecvError::Closed) => {
                    let why = "the server is stopping".to_owned();
                    return Err(LogsError::Unreadable { log: self.log, why });
                }
            }
        }
    }

    /// The cursor that it has reached.
    pub fn place(&self) -> Option<&Cursor> {
        self.place.as_ref()
    }

    /// Reads the file itself up to what was published; `None` when nothing is missing.
    async fn catch_up(&mut self) -> Result<Option<Arc<Appended>>, LogsError> {
        let mut published = self.tail.place.subscribe();
        // Once the shared reading has begun.
        let begun = published.wait_for(|place| *place != Cursor::default()).await;
        let common = begun.map(|place| place.clone()).unwrap_or_default();
        let Some(place) = self.place.clone() else {
            self.place = Some(common.clone());
            self.is_behind = false;
            return Ok(Some(Arc::new(Appended::beginning(common))));
        };
        if place == common {
            self.is_behind = false;
            return Ok(None);
        }
        let is_same = place.generation.is_none() || place.generation == common.generation;
        let missing = usize::try_from(common.offset.saturating_sub(place.offset));
        let missing = missing.unwrap_or(usize::MAX);
        let bytes_max = if is_same { missing } else { usize::MAX };
        let bytes_max = bytes_max.min(PIECE_BYTES_MAX);
        let piece = read(&self.reader, self.log, place.clone(), bytes_max).await?;
        let is_news = piece.to > piece.from || piece.gap.is_some();
        let appended = Appended::new(piece, place);
        self.place = Some(appended.cursor());
        if !is_news {
            // The follower is ahead: the next shared piece brings both together again.
            self.is_behind = false;
            return Ok(None);
        }
        Ok(Some(Arc::new(appended)))
    }
}

#[cfg(test)]
mod tests {
    use std::fs::{self, OpenOptions};
    use std::io::Write as _;

    use tempfile::TempDir;
    use waybill_machines::rules::services::ServiceId;

    use super::super::names::LogKind;
    use super::*;

    const LOG: LogId = LogId::new(ServiceId::Artifactory, LogKind::Service);

    struct Place {
        root: TempDir,
        followers: Followers,
    }

    impl Place {
        fn new() -> Self {
            let root = tempfile::tempdir().unwrap();
            fs::create_dir(root.path().join("artifactory")).unwrap();
            let reader = Arc::new(LogReader::new(root.path()));
            Self { followers: Followers::new(reader), root }
        }

        fn append(&self, text: &str) {
            let path = self.root.path().join("artifactory").join(LOG.to_string());
            let file = OpenOptions::new().create(true).append(true).open(path);
            file.unwrap().write_all(text.as_bytes()).unwrap();
        }
    }

    async fn until(follower: &mut Follower, end: &str) -> String {
        let mut text = String::new();
        while !text.ends_with(end) {
            text += &follower.next().await.unwrap().text;
        }
        text
    }

    /// covers: [LOGV-02]
    #[tokio::test]
    async fn followers_of_a_log_share_its_reads_and_miss_nothing() {
        let place = Place::new();
        place.append("before\n");
        let start = Cursor { offset: 3, generation: None };
        let mut first = place.followers.follow(LOG, Some(start));
        assert_eq!(first.next().await.unwrap().text, "ore\n");
        let mut second = place.followers.follow(LOG, None);
        assert!(Arc::ptr_eq(&first.tail, &second.tail));
        let begun = second.next().await.unwrap();
        assert_eq!((begun.text.as_str(), begun.from, begun.file_size), ("", 7, 7));
        let late = tokio::time::timeout(Duration::from_millis(500), second.next()).await;
        assert!(late.is_err(), "it began before its end");
        for number in 0..50 {
            place.append(&format!("line {number}\n"));
            tokio::task::yield_now().await;
        }
        let lines: Vec<String> = (0..50).map(|number| format!("line {number}\n")).collect();
        let all = lines.concat();
        assert_eq!(until(&mut first, "line 49\n").await, all);
        assert_eq!(until(&mut second, "line 49\n").await, all);
    }

    /// covers: [LOGV-02]
    #[tokio::test]
    async fn a_follower_sees_rotation_and_truncation() {
        let place = Place::new();
        place.append("one\n");
        let mut follower =
            place.followers.follow(LOG, Some(Cursor { offset: 4, generation: None }));
        place.append("two\n");
        assert_eq!(until(&mut follower, "two\n").await, "two\n");
        let path = place.root.path().join("artifactory").join(LOG.to_string());
        place.append("left\n");
        fs::rename(&path, path.with_file_name("artifactory-service.2026-11-21T10-00-00.log"))
            .unwrap();
        place.append("three\n");
        let rest = follower.next().await.unwrap();
        assert_eq!((rest.gap, rest.text.as_str()), (None, "left\n"));
        let next = follower.next().await.unwrap();
        assert_eq!((next.gap, next.text.as_str()), (Some(Gap::Rotated), "three\n"));
        OpenOptions::new().write(true).open(&path).unwrap().set_len(0).unwrap();
        let next = follower.next().await.unwrap();
        assert_eq!((next.gap, next.file_size), (Some(Gap::Truncated), 0));
        place.append("four\n");
        assert_eq!(until(&mut follower, "four\n").await, "four\n");
    }

    #[tokio::test]
    async fn a_follower_far_behind_gets_everything_in_bounded_pieces() {
        let place = Place::new();
        let text = "0123456789abcde\n".repeat(100_000);
        place.append(&text);
        let mut follower =
            place.followers.follow(LOG, Some(Cursor { offset: 16, generation: None }));
        let mut bytes = 16;
        while bytes < text.len() {
            let piece = follower.next().await.unwrap();
            assert!(piece.text.len() <= PIECE_BYTES_MAX);
            bytes += piece.text.len();
        }
        assert_eq!(bytes, text.len());
    }
}
