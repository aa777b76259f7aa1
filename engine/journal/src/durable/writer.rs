//! The writer: the one thread that appends.
//!
//! It takes what waits, stages it as one commit, and hands that to the disk thread, which stores it
//! and waits until it is durable. Then the writer stages and hands over what came in meanwhile, and
//! only then answers the commit before: waking sixty tasks takes as long as half a disk access, and
//! the disk does not wait for it. There is never more than one commit on its way.
//!
//! Any error of writing or syncing is final: nothing more is accepted, since a second fsync would
//! report success for what the first one lost.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

use super::active::Active;
use super::commit::{Pending, Staged};
use super::descriptors;
use super::disk::{Disk, Frames};
use super::frame::{FRAME_BYTES_MAX, FrameHeader};
use super::head_file::{self, Head};
use super::keeper::Keeper;
use super::layout::{self, Format};
use super::options::DurableOptions;
use super::state::{Shared, Store};
use crate::journal::{AppendError, Checkpoint, Health};

/// Whoever waits for HEAD to be written.
type Asker = Sender<Result<Checkpoint, AppendError>>;

pub(super) enum Request {
    Append(Pending),
    Checkpoint(Asker),
    Close(Asker),
    /// From the disk thread: the commit is durable, or why it is not.
    Stored(Result<Frames, String>),
}

/// However slow the keeper is, a generation's file does not outgrow this.
const GENERATION_FILE_BYTES_MAX: u64 = 256 * 1024 * 1024;

/// What a commit takes from the queue: one frame without its own 32 bytes.
const COMMIT_BYTES: usize = FRAME_BYTES_MAX - 64;

/// How long closing waits for a descriptor.
const CLOSE_WITHIN: Duration = Duration::from_secs(10);

/// How often an idle writer looks at the disk.
const IDLE: Duration = Duration::from_secs(1);

pub(super) struct Writer {
    pub(super) dir: PathBuf,
    pub(super) options: DurableOptions,
    pub(super) shared: Arc<Shared>,
    pub(super) keeper: Keeper,
    pub(super) disk: Disk,
    pub(super) generation: u32,
    pub(super) active: Arc<Active>,
    pub(super) requests: Receiver<Request>,
    /// Groups that came in, in order.
    pub(super) waiting: VecDeque<Pending>,
    /// The commit that the disk thread has.
    pub(super) on_its_way: Option<Staged>,
    /// Who waits for HEAD to be written.
    pub(super) checkpoints: Vec<Asker>,
    /// Who closes the journal. Taken only to be told how that ended: nothing else ends `refuse_all`.
    pub(super) closing: Option<Asker>,
    /// What the format file says.
    pub(super) format: Format,
    /// Until when closing waits for a descriptor. The next start is careful where HEAD is not marked.
    pub(super) close_by: Instant,
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

    /// Waits for something to do, takes all that is there, and does it; false when it is closed.
    fn turn(&mut self) -> Result<bool, Fatal> {
        let mut stored = None;
        let mut request = match self.requests.recv_timeout(self.patience()) {
            Ok(request) => Some(request),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return Ok(false),
        };
        while let Some(taken) = request {
            match taken {
                Request::Append(pending) => self.waiting.push_back(pending),
                Request::Checkpoint(answer) => self.checkpoints.push(answer),
                Request::Close(answer) => {
                    (self.closing, self.close_by) = (Some(answer), Instant::now() + CLOSE_WITHIN);
                }
                Request::Stored(result) => stored = Some(self.stored(result)?),
            }
            request = self.requests.try_recv().ok();
        }
        let mut rolled_over = Ok(());
        if self.on_its_way.is_none() {
            rolled_over = self.roll_over();
            if rolled_over.is_ok() {
                self.raise_format()?;
                self.commit();
            }
        }
        if let Some(staged) = stored {
            staged.answer();
        }
        rolled_over.map_err(Fatal)?;
        self.upkeep()?;
        if self.closing.is_none() || self.on_its_way.is_some() || !self.waiting.is_empty() {
            return Ok(true);
        }
        // Before the answer is taken: after a failure `refuse_all` gives it, and ends by that.
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

    /// The disk thread is done: what it stored can be read from here on.
    fn stored(&mut self, result: Result<Frames, String>) -> Result<Staged, Fatal> {
        let staged = self.on_its_way.take();
        let staged = staged.ok_or_else(|| Fatal("a commit was stored that nobody made".into()))?;
        let index = |frames: Frames| -> Result<(), String> {
            let mut state = self.shared.write();
            for (_, bytes) in &frames {
                state.add(&FrameHeader::parse(bytes)?)?;
                state.commits.bytes += bytes.len() as u64;
            }
            state.commits.commits += 1;
            Ok(())
        };
        match result.and_then(index) {
            Ok(()) => Ok(staged),
            Err(why) => {
                staged.fail(&why);
                Err(Fatal(why))
            }
        }
    }

    /// How long to wait for a request: until HEAD is due when something is newer than it.
    fn patience(&self) -> Duration {
        if !self.checkpoints.is_empty() || self.closing.is_some() {
            return descriptors::TRY_AGAIN_AFTER;
        }
        let is_newer = self.shared.read().index.count() > self.noted.count;
        let due = self.options.checkpoint_after.saturating_sub(self.noted_at.elapsed());
        if is_newer { due.min(IDLE) } else { IDLE }
    }

    /// A build that reads only older formats must not open what is appended from here on.
    fn raise_format(&mut self) -> Result<(), Fatal> {
        if self.format == Format::Present || self.waiting.is_empty() {
            return Ok(());
        }
        layout::raise_format(&self.dir)
            .map_err(|error| Fatal(format!("writing FORMAT failed: {error}")))?;
        self.format = Format::Present;
        Ok(())
    }

    /// Hands what waits to the disk thread, up to a frame, or a larger group alone.
    fn commit(&mut self) {
        if self.waiting.is_empty() {
            return;
        }
        self.look_at_disk();
        if let Health::ReadOnly { why } = self.shared.health() {
            for pending in self.waiting.drain(..) {
                pending.refuse(AppendError::ReadOnly { why: why.clone() });
            }
            return;
        }
        // Only a commit on its way wakes the writer for what is left, so it goes on until there is
        // one, or nothing is left.
        while self.on_its_way.is_none() && !self.waiting.is_empty() {
            let mut bytes = 0;
            let fits = self.waiting.iter().take_while(|pending| {
                bytes += pending.frame_bytes();
                bytes <= COMMIT_BYTES
            });
            let taken = fits.count().max(1);
            let (staged, frames) = Staged::new(self.waiting.drain(..taken), &self.shared.read());
            if frames.is_empty() {
                // Conflicts with what is durable already.
                staged.answer();
            } else {
                self.on_its_way = Some(staged);
                self.disk.store(self.active.clone(), frames);
            }
        }
    }

    /// Turns read-only while the disk is low, and writable again.
    fn look_at_disk(&self) {
        let health = self.shared.health();
        let is_low = matches!(health, Health::ReadOnly { .. });
        let new = match &self.read_only {
            Some(why) => Health::ReadOnly { why: why.clone() },
            None => self.options.health_on(&self.dir, is_low),
        };
        if new != health {
            self.shared.set_health(new);
        }
    }

    /// What is due now and then: HEAD, a look at the disk, the keeper's failures.
    fn upkeep(&mut self) -> Result<(), Fatal> {
        if self.on_its_way.is_none() {
            self.look_at_disk();
        }
        if let Some(why) = self.keeper.take_failure() {
            return Err(Fatal(why));
        }
        let unnoted = self.shared.read().index.count() - self.noted.count;
        let is_due = self.noted_at.elapsed() >= self.options.checkpoint_after;
        let is_asked_for = !self.checkpoints.is_empty();
        let is_due = unnoted > 0 && is_due || unnoted >= self.options.checkpoint_records;
        if (is_asked_for || is_due)
            && let Some(noted) = self.note(false)?
        {
            for asker in self.checkpoints.drain(..) {
                // Whoever asked may be gone.
                let _ = asker.send(Ok(noted));
            }
        }
        Ok(())
    }

    /// Writes HEAD. None when no descriptor is left for that, which is no failure: everything that
    /// was acknowledged is durable without HEAD, and it is written as soon as it can be.
    fn note(&mut self, clean: bool) -> Result<Option<Checkpoint>, Fatal> {
        let checkpoint = self.shared.read().checkpoint();
        match head_file::write(&self.dir, Head { checkpoint, clean }) {
            Ok(()) => {
                (self.noted, self.noted_at) = (checkpoint, Instant::now());
                Ok(Some(checkpoint))
            }
            Err(error) if descriptors::are_used_up(&error) => {
                self.noted_at = Instant::now();
                Ok(None)
            }
            Err(error) => Err(Fatal(format!("writing HEAD failed: {error}"))),
        }
    }

    /// Begins the next generation when this one is full. Only between commits, as a commit belongs
    /// to the generation that was the last one when it was staged.
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

    /// After a failure: answers whoever waits or still comes, until the journal is dropped. Only
    /// the request to close tells of that, as the disk thread keeps the queue connected.
    fn refuse_all(&mut self, why: &str) {
        let fatal = || AppendError::Fatal { why: why.to_owned() };
        if let Some(staged) = self.on_its_way.take() {
            staged.fail(why);
        }
        for pending in self.waiting.drain(..) {
            pending.refuse(fatal());
        }
        for asker in self.checkpoints.drain(..) {
            let _ = asker.send(Err(fatal()));
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
                // Nobody is told that it is stored, so it does not matter whether it is.
                Request::Stored(_) => {}
            }
        }
    }
}
