//! The disk thread: it stores the writer's commits one after another, so that the writer does not block on the disk.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, JoinHandle};

use super::active::Active;
use super::writer::Request;

/// The frames of a commit with their numbers.
pub(super) type Frames = Vec<(u64, Vec<u8>)>;

/// The writer's side of the disk thread.
pub(super) struct Disk {
    commits: Option<Sender<(Arc<Active>, Frames)>>,
    thread: Option<JoinHandle<()>>,
}

impl Disk {
    /// Starts the thread; it reports the result of each commit to the writer with `Request::Stored`.
    pub(super) fn start(writer: Sender<Request>) -> io::Result<Self> {
        let (commits, to_store) = channel::<(Arc<Active>, Frames)>();
        let work = move || {
            for (active, frames) in to_store {
                let result = active.append(&frames).map(|times| (frames, times));
                // The writer may seal the generation as soon as it has the result, so this reference must be gone by
                // then.
                drop(active);
                // The writer waits for each commit before it exits, unless something failed before.
                let _ = writer.send(Request::Stored(result));
            }
        };
        let thread = thread::Builder::new().name("journal-disk".to_owned()).spawn(work)?;
        Ok(Self { commits: Some(commits), thread: Some(thread) })
    }

    pub(super) fn store(&self, active: Arc<Active>, frames: Frames) {
        if let Some(commits) = &self.commits {
            // The receiver lives until this sender is dropped.
            let _ = commits.send((active, frames));
        }
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        self.commits = None;
        if let Some(thread) = self.thread.take() {
            // Its result does not matter: that of each commit was sent.
            let _ = thread.join();
        }
    }
}
