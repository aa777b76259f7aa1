//! The answering thread: it wakes the callers of a commit while the writer stores the next one.

use std::io;
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, JoinHandle};

use super::commit::Staged;

/// The writer's side of the answering thread.
pub(super) struct Answers {
    stored: Option<Sender<Staged>>,
    thread: Option<JoinHandle<()>>,
}

impl Answers {
    /// Starts the thread.
    pub(super) fn start() -> io::Result<Self> {
        let (stored, to_answer) = channel::<Staged>();
        let work = move || to_answer.into_iter().for_each(Staged::answer);
        let thread = thread::Builder::new().name("journal-answers".to_owned()).spawn(work)?;
        Ok(Self { stored: Some(stored), thread: Some(thread) })
    }

    /// Answers a commit that is durable.
    pub(super) fn send(&self, staged: Staged) {
        // The receiver lives until this sender is dropped.
        if let Some(stored) = &self.stored {
            let _ = stored.send(staged);
        }
    }
}

impl Drop for Answers {
    fn drop(&mut self) {
        self.stored = None;
        if let Some(thread) = self.thread.take() {
            // It has answered everything by then.
            let _ = thread.join();
        }
    }
}
