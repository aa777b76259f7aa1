//! The writer: the one thread that appends.
//!
//! It takes what waits, stores it as one commit and answers once that is durable. Any error of
//! writing or syncing is final: nothing more is accepted, since a second fsync would report success
//! for what the first one lost.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use super::active::Active;
use super::commit::{Pending, Staged};
use super::frame::{FRAME_BYTES_MAX, FrameHeader};
use super::head_file::{self, Head};
use super::keeper::Keeper;
use super::options::DurableOptions;
use super::state::{Shared, Store};
use crate::journal::{AppendError, Checkpoint, Health};

pub(super) enum Request {
    Append(Pending),
    Checkpoint(Sender<Result<Checkpoint, AppendError>>),
    Close(Sender<Result<Checkpoint, AppendError>>),
}

/// However slow the keeper is, a generation's file does not outgrow this.
const GENERATION_FILE_BYTES_MAX: u64 = 256 * 1024 * 1024;

/// What a commit takes from the queue: one frame without its own 32 bytes.
const COMMIT_BYTES: usize = FRAME_BYTES_MAX - 64;

/// How often an idle writer looks at the disk.
const IDLE: Duration = Duration::from_secs(1);

pub(super) struct Writer {
    pub(super) dir: PathBuf,
    pub(super) options: DurableOptions,
    pub(super) shared: Arc<Shared>,
    pub(super) keeper: Keeper,
    pub(super) generation: u32,
    pub(super) active: Arc<Active>,
    pub(super) requests: Receiver<Request>,
    /// Why the journal stays read-only until the next start, if it does.
    pub(super) read_only: Option<String>,
    /// What HEAD says.
    pub(super) noted: Checkpoint,
    pub(super) noted_at: Instant,
    pub(super) has_asked_for_next: bool,
}

/// What failed; the journal is over.
struct Fatal(String);

impl Writer {
    /// Runs until the journal is closed. sled can panic while it writes, and a writer that is gone
    /// without a word would leave everybody waiting, so that is a failure like any other.
    pub(super) fn run_guarded(self) {
        let shared = self.shared.clone();
        if catch_unwind(AssertUnwindSafe(|| self.run())).is_err() {
            shared.fail("the writer stopped in the middle of its work");
        }
    }

    fn run(mut self) {
        let mut held = None;
        loop {
            let request = match held.take() {
                Some(request) => Ok(request),
                None => self.requests.recv_timeout(self.patience()),
            };
            let result = match request {
                Ok(Request::Append(first)) => {
                    let (waiting, next) = self.gather(first);
                    held = next;
                    self.commit(waiting)
                }
                Ok(Request::Checkpoint(answer)) => self.answer_checkpoint(&answer, false),
                Ok(Request::Close(answer)) => {
                    // A failed journal is not closed in order, and HEAD says so already.
                    let _ = self.answer_checkpoint(&answer, true);
                    return;
                }
                Err(RecvTimeoutError::Timeout) => Ok(()),
                Err(RecvTimeoutError::Disconnected) => return,
            };
            if let Err(Fatal(why)) = result.and_then(|()| self.upkeep()) {
                self.shared.fail(&why);
                self.refuse_all(held, &why);
                return;
            }
        }
    }

    /// How long to wait for a request: until HEAD is due when something is newer than it.
    fn patience(&self) -> Duration {
        let is_newer = self.shared.read().index.count() > self.noted.count;
        let due = self.options.checkpoint_after.saturating_sub(self.noted_at.elapsed());
        if is_newer { due.min(IDLE) } else { IDLE }
    }

    /// Takes what waits behind `first`, up to a frame. The request that ended it is next.
    fn gather(&self, first: Pending) -> (Vec<Pending>, Option<Request>) {
        let mut bytes = first.frame_bytes();
        let mut waiting = vec![first];
        while let Ok(request) = self.requests.try_recv() {
            let Request::Append(pending) = request else { return (waiting, Some(request)) };
            bytes += pending.frame_bytes();
            if bytes > COMMIT_BYTES {
                return (waiting, Some(Request::Append(pending)));
            }
            waiting.push(pending);
        }
        (waiting, None)
    }

    fn commit(&mut self, waiting: Vec<Pending>) -> Result<(), Fatal> {
        self.look_at_disk();
        if let Health::ReadOnly { why } = self.shared.health() {
            for pending in waiting {
                pending.refuse(AppendError::ReadOnly { why: why.clone() });
            }
            return Ok(());
        }
        let staged = Staged::new(waiting, &self.shared.read());
        if !staged.frames.is_empty()
            && let Err(why) = self.store(&staged.frames)
        {
            staged.fail(&why);
            return Err(Fatal(why));
        }
        staged.answer();
        Ok(())
    }

    fn store(&self, frames: &[(u64, Vec<u8>)]) -> Result<(), String> {
        self.active.append(frames)?;
        let mut state = self.shared.write();
        for (_, bytes) in frames {
            state.add(&FrameHeader::parse(bytes)?)?;
            state.commits.bytes += bytes.len() as u64;
        }
        state.commits.commits += 1;
        Ok(())
    }

    /// Turns read-only below the floor, and writable again with a quarter more than that, so that
    /// it does not flutter.
    fn look_at_disk(&self) {
        let health = self.shared.health();
        let floor = self.options.free_floor_bytes;
        let is_low = matches!(health, Health::ReadOnly { .. });
        let wanted = if is_low { floor + floor / 4 } else { floor };
        let new = match (&self.read_only, (self.options.free_space)(&self.dir)) {
            (Some(why), _) => Health::ReadOnly { why: why.clone() },
            (None, Ok(free)) if free < wanted => Health::ReadOnly {
                why: format!(
                    "the disk has {} MiB free and {} MiB are kept in reserve: make room",
                    free >> 20,
                    wanted >> 20
                ),
            },
            (None, Ok(_)) => Health::Writable,
            (None, Err(error)) => {
                Health::ReadOnly { why: format!("free space cannot be found out: {error}") }
            }
        };
        if new != health {
            self.shared.set_health(new);
        }
    }

    /// What is due between commits: HEAD, the next generation, the disk, the keeper's failures.
    fn upkeep(&mut self) -> Result<(), Fatal> {
        self.look_at_disk();
        if let Some(why) = self.keeper.take_failure() {
            return Err(Fatal(why));
        }
        let unnoted = self.shared.read().index.count() - self.noted.count;
        let is_due = self.noted_at.elapsed() >= self.options.checkpoint_after;
        if unnoted >= self.options.checkpoint_records || (unnoted > 0 && is_due) {
            self.note(false)?;
        }
        self.roll_over().map_err(Fatal)
    }

    fn note(&mut self, clean: bool) -> Result<Checkpoint, Fatal> {
        let checkpoint = self.shared.read().checkpoint();
        head_file::write(&self.dir, Head { checkpoint, clean })
            .map_err(|e| Fatal(format!("writing HEAD failed: {e}")))?;
        (self.noted, self.noted_at) = (checkpoint, Instant::now());
        Ok(checkpoint)
    }

    fn answer_checkpoint(
        &mut self,
        answer: &Sender<Result<Checkpoint, AppendError>>,
        clean: bool,
    ) -> Result<(), Fatal> {
        let noted = self.note(clean);
        let fatal = |e: &Fatal| AppendError::Fatal { why: e.0.clone() };
        // Whoever asked may be gone.
        let _ = answer.send(noted.as_ref().copied().map_err(fatal));
        noted.map(drop)
    }

    fn roll_over(&mut self) -> Result<(), String> {
        let bytes = self.shared.read().generations.last().map_or(0, |last| last.bytes);
        let next = self.generation + 1;
        if bytes < self.options.generation_bytes / 2 {
            return Ok(());
        }
        if !self.has_asked_for_next {
            self.keeper.prepare(next, self.options.preallocate_bytes());
            self.has_asked_for_next = true;
        }
        if bytes < self.options.generation_bytes {
            return Ok(());
        }
        let must_wait = self.active.file_bytes() >= GENERATION_FILE_BYTES_MAX;
        let Some(prepared) = self.keeper.take_prepared(must_wait) else { return Ok(()) };
        self.active = Arc::new(prepared.map_err(|e| format!("no new generation: {e}"))?);
        self.shared.write().begin_generation(next, Store::Active(self.active.clone()));
        self.keeper.seal(self.generation);
        (self.generation, self.has_asked_for_next) = (next, false);
        Ok(())
    }

    /// After a failure: answers whoever still comes, until the journal is dropped.
    fn refuse_all(&self, held: Option<Request>, why: &str) {
        let fatal = || AppendError::Fatal { why: why.to_owned() };
        for request in held.into_iter().chain(&self.requests) {
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
