//! The keeper: a thread that prepares the next generation before it is needed and seals a generation after the writer
//! has left it, so that the writer waits for neither.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Weak};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::active::Active;
use super::descriptors;
use super::layout::generation_dir;
use super::sealed::{self, Sealed};
use super::state::{Shared, Store};

enum Job {
    Prepare { number: u32, preallocate_bytes: u64 },
    Seal { number: u32 },
}

/// The writer's side of the keeper.
pub(super) struct Keeper {
    jobs: Option<Sender<Job>>,
    prepared: Receiver<Result<Active, String>>,
    failures: Receiver<String>,
    /// Set when the journal closes: pending retries are then abandoned.
    is_closing: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Keeper {
    pub(super) fn start(dir: PathBuf, shared: Arc<Shared>) -> std::io::Result<Self> {
        let (jobs, to_do) = channel();
        let (prepared_out, prepared) = channel();
        let (failures_out, failures) = channel();
        let is_closing = Arc::new(AtomicBool::new(false));
        let closing = is_closing.clone();
        let work = move || {
            let goes_on = || !closing.load(Ordering::Relaxed);
            for job in to_do {
                match job {
                    Job::Prepare { number, preallocate_bytes } => {
                        let generation = generation_dir(&dir, number);
                        let open = || Active::open(&generation, preallocate_bytes);
                        let active = descriptors::retry(goes_on, open);
                        // The writer is gone only when the journal closes.
                        let _ = prepared_out.send(active.map_err(|e| e.to_string()));
                    }
                    Job::Seal { number } => {
                        let sealing = || seal(&dir, &shared, number);
                        if let Err(why) = descriptors::retry(goes_on, sealing)
                            // An open generation that was not sealed is sealed after the next start.
                            && goes_on()
                        {
                            let what = format!("generation {number} cannot be sealed: {why}");
                            let _ = failures_out.send(what);
                        }
                    }
                }
            }
        };
        let thread = thread::Builder::new().name("journal-keeper".to_owned()).spawn(work)?;
        Ok(Self { jobs: Some(jobs), prepared, failures, is_closing, thread: Some(thread) })
    }

    pub(super) fn prepare(&self, number: u32, preallocate_bytes: u64) {
        self.send(Job::Prepare { number, preallocate_bytes });
    }

    pub(super) fn seal(&self, number: u32) {
        self.send(Job::Seal { number });
    }

    fn send(&self, job: Job) {
        if let Some(jobs) = &self.jobs {
            // The receiver lives until this sender is dropped.
            let _ = jobs.send(job);
        }
    }

    /// The generation requested with `prepare`, if it is ready; waits for it when `must_wait`.
    pub(super) fn take_prepared(&self, must_wait: bool) -> Option<Result<Active, String>> {
        if must_wait {
            let gone = || Err("the thread that prepares generations ended".to_owned());
            return Some(self.prepared.recv().unwrap_or_else(|_| gone()));
        }
        self.prepared.try_recv().ok()
    }

    /// Why a generation could not be sealed, if one could not.
    pub(super) fn take_failure(&self) -> Option<String> {
        self.failures.try_recv().ok()
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.jobs = None;
        self.is_closing.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // A panic in the thread was printed, and its work is repeated by the next start.
            let _ = thread.join();
        }
    }
}

/// Writes the sealed file, replaces the open store by it, and removes the store's files.
fn seal(dir: &Path, shared: &Shared, number: u32) -> io::Result<()> {
    let generation = generation_dir(dir, number);
    let store = {
        let state = shared.read();
        let found = state.generations.iter().find(|generation| generation.number == number);
        found.map(|generation| generation.store.clone())
    };
    let Some(Store::Active(active)) = store else { return Ok(()) };
    sealed::write(&active, &generation)?;
    // The new file is read back before the only other copy is dropped.
    let sealed = Sealed::open(&generation, |_| Ok(()))?;
    shared.write().set_store(number, Store::Sealed(Arc::new(sealed)));
    let left = Arc::downgrade(&active);
    drop(active);
    wait_until_unused(&left);
    sealed::remove_store(&generation)
}

/// Waits until no reader uses the store: a reader holds it for one read, and its files are removed afterwards.
fn wait_until_unused(store: &Weak<Active>) {
    while store.strong_count() > 0 {
        thread::sleep(Duration::from_millis(1));
    }
}
