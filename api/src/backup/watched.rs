//! Distinguishing errors of reading from those of writing, and errors of the system from content that makes no sense.

use std::cell::RefCell;
use std::io::{self, Read};
use std::rc::Rc;

/// The first error of a reader.
#[derive(Debug, Clone, Default)]
pub(super) struct Failed(Rc<RefCell<Option<io::Error>>>);

impl Failed {
    /// The error, if there was one.
    pub(super) fn take(&self) -> Option<io::Error> {
        self.0.borrow_mut().take()
    }
}

/// Keeps the error of a reader for its owner, since who reads through it returns errors of its own.
pub(super) struct Watched<R> {
    inner: R,
    failed: Failed,
}

impl<R> Watched<R> {
    pub(super) fn new(inner: R) -> Self {
        Self { inner, failed: Failed::default() }
    }

    /// Where the error is kept.
    pub(super) fn failed(&self) -> Failed {
        self.failed.clone()
    }
}

impl<R: Read> Read for Watched<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.inner.read(buffer).map_err(|error| {
            if error.kind() == io::ErrorKind::Interrupted {
                return error;
            }
            let same = match error.raw_os_error() {
                Some(code) => io::Error::from_raw_os_error(code),
                None => io::Error::new(error.kind(), error.to_string()),
            };
            self.failed.0.borrow_mut().get_or_insert(error);
            same
        })
    }
}

/// Whether the system could not read, rather than that what it read makes no sense.
pub(super) fn is_of_system(error: &io::Error) -> bool {
    error.raw_os_error().is_some()
}
