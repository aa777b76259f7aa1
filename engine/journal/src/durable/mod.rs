//! The durable journal: sled, with what sled does not guarantee added around it.
//!
//! ```text
//! append -> queue -> writer thread: heads, one frame, sled, flush, fdatasync
//!                      |     |
//!                      |     +-> HEAD now and then; keeper thread: next generation, sealing
//!                      +-------> answering thread: wakes the callers
//! ```

mod active;
mod answers;
mod aside;
mod checked;
mod commit;
mod conf;
mod cut;
mod descriptors;
mod file_lock;
mod frame;
mod fsck;
mod guarded;
mod head_file;
mod index;
mod keeper;
mod known_damage;
mod layout;
mod observer;
mod open;
mod open_error;
mod options;
mod partial;
mod raw;
mod read_only;
mod repair;
mod scrub;
mod sealed;
mod state;
mod tail;
mod without_room;
mod writer;

use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use tokio::sync::{oneshot, watch};

pub use checked::CheckedGeneration;
pub use cut::{Cut, CutGeneration};
pub use fsck::{FsckReport, fsck, fsck_each};
pub use observer::{AppendStep, Observer};
pub use open_error::OpenError;
pub use options::{DurableOptions, FreeSpace};
pub use repair::{Repair, repair};
pub use scrub::Scrubbed;

use answers::Answers;
use commit::Pending;
use keeper::Keeper;
use observer::Watched;
use open::WhyReadOnly;
pub use state::Commits;
use state::{FramePlace, Shared};
use writer::{Request, Writer};

use crate::group;
use crate::journal::{
    AppendError, AppendFuture, Checkpoint, Group, Health, Journal, ReadError, StoredRecord,
};
use crate::record::StreamHead;

/// The durable journal in a directory of its own. Dropping it closes it cleanly, after all appends that were submitted.
pub struct DurableJournal {
    shared: Arc<Shared>,
    requests: Sender<Request>,
    writer: Option<JoinHandle<()>>,
    warnings: Vec<String>,
    observer: Option<Observer>,
    /// Released last, after the last write.
    _lock: layout::Lock,
}

impl DurableJournal {
    /// Opens or creates the journal in `dir`. Blocks until it is open.
    pub fn open(dir: &Path, options: DurableOptions) -> Result<Self, OpenError> {
        let opened = open::open(dir, &options)?;
        let health = opened.read_only.as_ref().map_or(Health::Writable, WhyReadOnly::health);
        let numbers: Vec<u32> = opened.state.generations.iter().map(|g| g.number).collect();
        let known = known_damage::confirmed(dir, &opened.state);
        let refused = known.first().filter(|_| !options.reads_damaged).map(|frame| {
            let what = format!("frame {frame} cannot be read, as was found before");
            OpenError::Damaged { dir: dir.into(), what, copy: String::new() }
        });
        let shared = Arc::new(Shared::new(opened.state, health, Some(dir.into())));
        if opened.read_only == Some(WhyReadOnly::Damaged) {
            shared.set_damaged();
        }
        for frame in &known {
            shared.lose(*frame);
        }
        let io = |error| OpenError::io(dir, "starting its threads")(error);
        let keeper = Keeper::start(dir.into(), shared.clone()).map_err(io)?;
        let (generation, left) = numbers.split_last().map_or((1, &[][..]), |(last, l)| (*last, l));
        for number in left {
            // Generations that are already sealed are skipped.
            keeper.seal(*number);
        }
        let (requests, received) = channel();
        let answers = Answers::start().map_err(io)?;
        let observer = options.observer.clone();
        let writer = Writer {
            dir: dir.into(),
            options,
            shared: shared.clone(),
            keeper,
            answers,
            waiting: VecDeque::new(),
            checkpoints: Vec::new(),
            closing: None,
            close_by: Instant::now(),
            generation,
            active: opened.active,
            requests: received,
            format: opened.format,
            read_only: opened.read_only,
            noted: opened.checkpoint,
            head_written_at: Instant::now(),
            has_asked_for_next: false,
        };
        let writer = thread::Builder::new()
            .name("journal-writer".to_owned())
            .spawn(move || writer.run_guarded())
            .map_err(io)?;
        let (writer, mut warnings) = (Some(writer), opened.warnings);
        if !known.is_empty() {
            let broken: Vec<String> = shared.read().index.broken().map(str::to_owned).collect();
            warnings.push(format!(
                "the journal {} is damaged, as was found before: records of {} cannot be read. It is read-only. Restore \
                 a backup",
                dir.display(),
                broken.join(", ")
            ));
        }
        let journal = Self { shared, requests, writer, warnings, observer, _lock: opened.lock };
        // Dropping it closes it in order.
        refused.map_or(Ok(journal), Err)
    }

    /// What an administrator should know about the opening, one sentence each.
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// The commits and bytes written since it was opened.
    pub fn commits(&self) -> Commits {
        self.shared.read().commits
    }

    /// Closes the journal cleanly and returns its final checkpoint. The next start then needs no copy.
    pub fn close(mut self) -> Result<Checkpoint, AppendError> {
        self.stop()
    }

    fn stop(&mut self) -> Result<Checkpoint, AppendError> {
        let (answer, closed) = channel();
        // Without a writer the send fails too, and so does `recv`.
        let _ = self.requests.send(Request::Close(answer));
        let result = closed.recv().unwrap_or_else(|_| Err(self.writer_is_gone()));
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
        result
    }

    fn writer_is_gone(&self) -> AppendError {
        let why = match self.shared.health() {
            Health::Failed { why } => why,
            _ => "the journal was closed".to_owned(),
        };
        AppendError::Fatal { why }
    }
}

impl Drop for DurableJournal {
    fn drop(&mut self) {
        if self.writer.is_some() {
            // There is no caller for an error; without the mark in HEAD the next start makes a copy first.
            let _ = self.stop();
        }
    }
}

impl Journal for DurableJournal {
    fn append(&self, group: Group) -> AppendFuture {
        // The shape is checked in the caller, to keep this work off the one writer thread.
        if let Err(error) = group::check_shape(&group) {
            return Box::pin(std::future::ready(Err(error)));
        }
        let (answer, answered) = oneshot::channel();
        let watched = Watched::queued(self.observer.clone(), group.len(), group.bytes());
        let sent = self.requests.send(Request::Append(Pending { group, answer }));
        // The future must hold no more of the journal than this, or keeping the future would keep the store open.
        let failed = self.shared.failed();
        Box::pin(async move {
            let answer = if sent.is_ok() { answered.await.ok() } else { None };
            let answer = answer.unwrap_or_else(|| {
                let why = failed.borrow().clone();
                let why = why.unwrap_or_else(|| "the journal was closed".to_owned());
                Err(AppendError::Fatal { why })
            });
            watched.answered(answer.is_ok());
            answer
        })
    }

    fn read(
        &self,
        stream: &str,
        from_seq: u64,
        limit: usize,
    ) -> Result<Vec<StoredRecord>, ReadError> {
        // Each frame holds a record of the stream, so there are never more frames to read than records.
        let places: Vec<FramePlace> = {
            let state = self.shared.read();
            if state.index.is_broken(stream) {
                let what = format!("records of {stream} are missing");
                return Err(ReadError::Damaged { what });
            }
            let frames = state.index.frames(stream, from_seq);
            frames.take(limit).filter_map(|frame| state.place_of(frame)).collect()
        };
        let mut records = Vec::new();
        for place in places {
            if records.len() == limit {
                break;
            }
            let wanted = |name: &str, seq, _| name == stream && seq >= from_seq;
            let read = place.collect(&mut records, limit, wanted);
            read.inspect_err(|_| self.shared.read_failed(&place))?;
        }
        Ok(records)
    }

    fn head(&self, stream: &str) -> Option<StreamHead> {
        self.shared.read().index.head(stream)
    }

    fn streams(
        &self,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Vec<(String, StreamHead)> {
        self.shared.read().index.streams(prefix, after, limit)
    }

    fn scan(&self, from_position: u64, limit: usize) -> Result<Vec<StoredRecord>, ReadError> {
        let places: Vec<FramePlace> = {
            let state = self.shared.read();
            let frames = state.frames_from(from_position).take(limit);
            frames.filter_map(|frame| state.place_of(frame)).collect()
        };
        let mut records = Vec::new();
        for place in places {
            if records.len() == limit {
                break;
            }
            let read = place.collect(&mut records, limit, |_, _, at| at >= from_position);
            match read.inspect_err(|_| self.shared.read_failed(&place)) {
                // The caller comes back for what follows, and gets the error then.
                Err(_) if !records.is_empty() => break,
                read => read?,
            }
        }
        Ok(records)
    }

    fn is_broken(&self, stream: &str) -> bool {
        self.shared.read().index.is_broken(stream)
    }

    fn is_damaged(&self) -> bool {
        self.shared.is_damaged()
    }

    fn may_lack_newest(&self, stream: &str) -> bool {
        self.shared.read().index.may_lack_newest(stream)
    }

    fn readable_from(&self, position: u64) -> Option<u64> {
        self.shared.read().readable_from(position)
    }

    fn count(&self) -> u64 {
        self.shared.read().index.count()
    }

    fn checkpoint(&self) -> Result<Checkpoint, AppendError> {
        let (answer, noted) = channel();
        let _ = self.requests.send(Request::Checkpoint(answer));
        noted.recv().unwrap_or_else(|_| Err(self.writer_is_gone()))
    }

    fn health(&self) -> Health {
        self.shared.health()
    }

    fn grown(&self) -> watch::Receiver<u64> {
        self.shared.grown()
    }

    fn failed(&self) -> watch::Receiver<Option<String>> {
        self.shared.failed()
    }
}
