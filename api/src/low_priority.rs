//! Threads for what anyone can cause: reading requests, serving visitors, and hashing passwords. The system prefers all
//! other threads to them, so that a flood of visitors does not slow down users.

use std::io;
use std::ops::Deref;

use tokio::runtime::{Builder, Handle, Runtime};

/// How much lower than that of the other threads the priority is, in the system's scale of 20. Requests of users are read
/// on these threads too, and must not starve where other programs keep all processors busy.
const NICE: i32 = 2;
/// The name of each thread.
const NAME: &str = "visitors";

/// A runtime with threads of low priority. Dropping it ends what runs on it.
pub struct LowPriority {
    handle: Handle,
    runtime: Option<Runtime>,
}

impl LowPriority {
    /// Starts the threads, one for each processor.
    ///
    /// # Errors
    ///
    /// An error of the system.
    pub fn start() -> io::Result<Self> {
        let runtime = Builder::new_multi_thread()
            .enable_all()
            .thread_name(NAME)
            .on_thread_start(|| {
                // A system that does not permit it serves everyone with the same priority.
                let _ = rustix::process::nice(NICE);
            })
            .build()?;
        Ok(Self { handle: runtime.handle().clone(), runtime: Some(runtime) })
    }
}

impl Deref for LowPriority {
    type Target = Handle;

    fn deref(&self) -> &Handle {
        &self.handle
    }
}

impl Drop for LowPriority {
    fn drop(&mut self) {
        // Its tasks may block, which nothing waits for.
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
