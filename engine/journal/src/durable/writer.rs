//! The writer: the only thread that appends.
//!
//! It takes the queued groups, stages them as one commit, stores that and waits until it is durable. No other thread
//! takes part in that: each hand-over would cost as much as a quarter of a disk access. Only the answers are sent by
//! another thread while more groups wait: waking sixty callers takes as long as half a disk access, and the disk need
//! not wait for it.
//!
//! Any error of writing or syncing is final: no more appends are accepted, since a second fsync would report success
//! for what the first one lost.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use super::active::Active;
use super::answers::Answers;
use super::commit::{Frames, Pending, Staged};
use super::descriptors;
use super::frame::{FRAME_BYTES_MAX, FrameHeader};
use super::head_file::{self, Head};
use super::keeper::Keeper;
use super::layout::{self, Format};
use super::open::WhyReadOnly;
use super::options::DurableOptions;
use super::state::{DAMAGED, Shared, Store};
use crate::journal::{AppendError, Checkpoint, Health};

/// The sender for the result of a checkpoint or of closing.
type CheckpointSender = Sender<Result<Checkpoint, AppendError>>;

pub(super) enum Request {
    Append(Pending),
    Checkpoint(CheckpointSender),
    Close(CheckpointSender),
}

/// The largest file of a generation: at this size the writer waits for the keeper.
const GENERATION_FILE_BYTES_MAX: u64 = 256 * 1024 * 1024;

/// Bytes that a commit takes from the queue: one frame without its header.
const COMMIT_BYTES: usize = FRAME_BYTES_MAX - 64;

/// How long closing waits for a descriptor.
const CLOSE_WITHIN: Duration = Duration::from_secs(10);

/// How often an idle writer checks the free space.
const IDLE: Duration = Duration::from_secs(1);

pub(super) struct Writer {
    pub(super) dir: PathBuf,
    pub(super) options: DurableOptions,
    pub(super) shared: Arc<Shared>,
    pub(super) keeper: Keeper,
    pub(super) answers: Answers,
    pub(super) generation: u32,
    /// `None` if the journal is damaged, and nothing is written.
    pub(super) active: Option<Arc<Active>>,
    pub(super) requests: Receiver<Request>,
    /// Queued groups, in order of arrival.
    pub(super) waiting: VecDeque<Pending>,
    /// Callers that wait for HEAD to be written.
    pub(super) checkpoints: Vec<CheckpointSender>,
    /// The caller that closes the journal. Taken only to send it the result: nothing else ends `refuse_all`.
    pub(super) closing: Option<CheckpointSender>,
    /// The format of the directory.
    pub(super) format: Format,
    /// Until when closing waits for a descriptor. Without the mark in HEAD the next start makes a copy first.
    pub(super) close_by: Instant,
    /// Why the journal stays read-only until the next start, if so.
    pub(super) read_only: Option<WhyReadOnly>,
    /// The checkpoint in HEAD.
    pub(super) noted: Checkpoint,
    pub(super) head_written_at: Instant,
    pub(super) has_asked_for_next: bool,
}

/// What failed; the journal accepts nothing more.
struct Fatal(String);

impl Writer {
    /// Runs until the journal is closed. sled can panic while it writes, and all callers would wait for ever for a
    /// writer that has vanished, so a panic is handled like any other failure.
    pub(super) fn run_guarded(self) {
        let shared = self.shared.clone();
        if catch_unwind(AssertUnwindSafe(|| self.run())).is_err() {
            shared.fail("the writer stopped in the middle of its work");
        }
    }

    fn run(mut self) {
        loop {
            match self.turn() {
                Ok(true) => {}
                Ok(false) => return,
                Err(Fatal(why)) => {
                    self.shared.fail(&why);
                    self.refuse_all(&why);
                    return;
                }
            }
        }
    }

    /// Waits for requests, takes all that are queued, and processes them; false when the journal is closed.
    fn turn(&mut self) -> Result<bool, Fatal> {
        if self.waiting.is_empty() {
            match self.requests.recv_timeout(self.next_timeout()) {
                Ok(request) => self.take(request),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(false),
            }
        }
        self.take_queued();
        self.roll_over().map_err(Fatal)?;
        self.raise_format()?;
        self.commit()?;
        self.upkeep()?;
        if self.closing.is_none() || !self.waiting.is_empty() {
            return Ok(true);
        }
        // Before the sender is taken: after a failure `refuse_all` answers through it, and ends by that.
        let Some(closed_at) = self.note(true)? else {
            if Instant::now() < self.close_by {
                return Ok(true);
            }
            return Err(Fatal("no descriptor is left to write HEAD".to_owned()));
        };
        if let Some(answer) = self.closing.take() {
            let _ = answer.send(Ok(closed_at));
        }
        Ok(false)
    }

    fn take_queued(&mut self) {
        while let Ok(request) = self.requests.try_recv() {
            self.take(request);
        }
    }

    fn take(&mut self, request: Request) {
        match request {
            Request::Append(pending) => self.waiting.push_back(pending),
            Request::Checkpoint(answer) => self.checkpoints.push(answer),
            Request::Close(answer) => {
                (self.closing, self.close_by) = (Some(answer), Instant::now() + CLOSE_WITHIN);
            }
        }
    }

    /// How long to wait for a request: until HEAD is due when records are newer than it.
    fn next_timeout(&self) -> Duration {
        if !self.checkpoints.is_empty() || self.closing.is_some() {
            return descriptors::TRY_AGAIN_AFTER;
        }
        let is_newer = self.shared.read().index.count() > self.noted.count;
        let due = self.options.checkpoint_after.saturating_sub(self.head_written_at.elapsed());
        if is_newer { due.min(IDLE) } else { IDLE }
    }

    /// Raises the format before the first append: an older build must not open what is appended from now on.
    fn raise_format(&mut self) -> Result<(), Fatal> {
        let is_due = self.format != Format::Present && !self.waiting.is_empty();
        if !is_due || self.active.is_none() {
            return Ok(());
        }
        layout::raise_format(&self.dir)
            .map_err(|error| Fatal(format!("writing FORMAT failed: {error}")))?;
        self.format = Format::Present;
        Ok(())
    }

    /// Stores queued groups: up to one frame, or one larger group alone.
    fn commit(&mut self) -> Result<(), Fatal> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        self.check_free_space();
        if let Health::ReadOnly { why } = self.shared.health() {
            for pending in self.waiting.drain(..) {
                pending.refuse(AppendError::ReadOnly { why: why.clone() });
            }
            return Ok(());
        }
        let mut bytes = 0;
        let fits = self.waiting.iter().take_while(|pending| {
            bytes += pending.frame_bytes();
            bytes <= COMMIT_BYTES
        });
        let taken = fits.count().max(1);
        let (staged, frames) = Staged::new(self.waiting.drain(..taken), &self.shared.read());
        // Without frames, there are only conflicts with records that are durable already.
        if !frames.is_empty()
            && let Err(why) = self.store(&frames)
        {
            staged.fail(&why);
            return Err(Fatal(why));
        }
        self.take_queued();
        if self.waiting.is_empty() {
            staged.answer();
        } else {
            self.answers.send(staged);
        }
        Ok(())
    }

    /// Stores frames, and makes them readable once they are durable.
    fn store(&self, frames: &Frames) -> Result<(), String> {
        let Some(active) = &self.active else { return Err("the journal is damaged".to_owned()) };
        let times = active.append(frames)?;
        let mut state = self.shared.write();
        for (_, bytes) in frames {
            state.add(&FrameHeader::parse(bytes)?)?;
            state.commits.bytes += bytes.len() as u64;
        }
        state.commits.add(times);
        drop(state);
        self.shared.grow();
        Ok(())
    }

    /// Turns read-only while the disk is low on space, and writable again.
    fn check_free_space(&self) {
        let health = self.shared.health();
        let is_low = matches!(health, Health::ReadOnly { .. });
        let new = match &self.read_only {
            Some(why) => why.health(),
            None if self.shared.is_damaged() => Health::ReadOnly { why: DAMAGED.to_owned() },
            None => self.options.health_on(&self.dir, is_low),
        };
        if new != health {
            self.shared.set_health(new);
        }
    }

    /// Periodic work: HEAD, the free space, failures of the keeper.
    fn upkeep(&mut self) -> Result<(), Fatal> {
        self.check_free_space();
        if let Some(why) = self.keeper.take_failure() {
            return Err(Fatal(why));
        }
        let unnoted = self.shared.read().index.count() - self.noted.count;
        let is_due = self.head_written_at.elapsed() >= self.options.checkpoint_after;
        let is_asked_for = !self.checkpoints.is_empty();
        let is_due = unnoted > 0 && is_due || unnoted >= self.options.checkpoint_records;
        if (is_asked_for || is_due)
            && let Some(noted) = self.note(false)?
        {
            for sender in self.checkpoints.drain(..) {
                // The receiver may have been dropped.
                let _ = sender.send(Ok(noted));
            }
        }
        Ok(())
    }

    /// Writes HEAD. `None` when no descriptor is available, which is no failure: everything acknowledged is durable
    /// without HEAD, and it is written as soon as possible.
    fn note(&mut self, clean: bool) -> Result<Option<Checkpoint>, Fatal> {
        if self.active.is_none() {
            return Ok(Some(self.noted));
        }
        let checkpoint = self.shared.read().checkpoint();
        match head_file::write(&self.dir, Head { checkpoint, clean }) {
            Ok(()) => {
                (self.noted, self.head_written_at) = (checkpoint, Instant::now());
                Ok(Some(checkpoint))
            }
            Err(error) if descriptors::is_out_of_descriptors(&error) => {
                self.head_written_at = Instant::now();
                Ok(None)
            }
            Err(error) => Err(Fatal(format!("writing HEAD failed: {error}"))),
        }
    }

    /// Begins the next generation when this one is full. Only between commits, as a commit belongs to the generation
    /// that was the last one when it was staged.
    fn roll_over(&mut self) -> Result<(), String> {
        let Some(active) = self.active.clone() else { return Ok(()) };
        let bytes = self.shared.read().generations.last().map_or(0, |last| last.bytes);
        let next = self.generation + 1;
        let full_bytes = self.options.bytes_of(self.generation);
        if bytes < full_bytes / 2 {
            return Ok(());
        }
        if !self.has_asked_for_next {
            self.keeper.prepare(next, self.options.preallocate_bytes(next));
            self.has_asked_for_next = true;
        }
        if bytes < full_bytes {
            return Ok(());
        }
        let must_wait = active.file_bytes() >= GENERATION_FILE_BYTES_MAX;
        let Some(prepared) = self.keeper.take_prepared(must_wait) else { return Ok(()) };
        let active = Arc::new(prepared.map_err(|e| format!("no new generation: {e}"))?);
        self.shared.write().begin_generation(next, Store::Active(active.clone()));
        self.active = Some(active);
        self.keeper.seal(self.generation);
        (self.generation, self.has_asked_for_next) = (next, false);
        Ok(())
    }

    /// After a failure: fails all waiting and future requests until the journal is dropped.
    fn refuse_all(&mut self, why: &str) {
        let fatal = || AppendError::Fatal { why: why.to_owned() };
        for pending in self.waiting.drain(..) {
            pending.refuse(fatal());
        }
        for sender in self.checkpoints.drain(..) {
            let _ = sender.send(Err(fatal()));
        }
        if let Some(answer) = self.closing.take() {
            let _ = answer.send(Err(fatal()));
            return;
        }
        for request in &self.requests {
            match request {
                Request::Append(pending) => pending.refuse(fatal()),
                Request::Checkpoint(answer) => {
                    let _ = answer.send(Err(fatal()));
                }
                Request::Close(answer) => {
                    let _ = answer.send(Err(fatal()));
                    return;
                }
            }
        }
    }
}
