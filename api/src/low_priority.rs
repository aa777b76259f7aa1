//! Threads for what anyone can cause: reading requests, serving visitors, and hashing passwords. The system prefers all
//! other threads to them, so that a flood of visitors does not slow down users.

use std::io;
use std::num::NonZero;
use std::ops::Deref;

use tokio::net::TcpListener;
use tokio::runtime::{Builder, Handle, Runtime};

/// How much lower than that of the other threads the priority is, in the system's scale of 20. Requests of users are read
/// on these threads too, and must not starve where other programs keep all processors busy.
const NICE: i32 = 5;
/// The name of each thread.
const NAME: &str = "visitors";

/// A runtime with threads of low priority. Dropping it ends what runs on it.
pub struct LowPriority {
    handle: Handle,
    runtime: Option<Runtime>,
}

impl LowPriority {
    /// Starts the threads, one for every two processors: the others are left to users.
    ///
    /// # Errors
    ///
    /// An error of the system.
    pub fn start() -> io::Result<Self> {
        let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
        let runtime = Builder::new_multi_thread()
            .worker_threads((processors / 2).max(1))
            .enable_all()
            .thread_name(NAME)
            .on_thread_start(|| {
                // A system that does not permit it serves everyone with the same priority.
                let _ = rustix::process::nice(NICE);
            })
            .build()?;
        Ok(Self { handle: runtime.handle().clone(), runtime: Some(runtime) })
    }

    /// The same listener, whose connections these threads wait for.
    ///
    /// # Errors
    ///
    /// An error of the system.
    pub fn listener(&self, listener: TcpListener) -> io::Result<TcpListener> {
        let _entered = self.handle.enter();
        TcpListener::from_std(listener.into_std()?)
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
