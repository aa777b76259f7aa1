//! Calls into sled, which panics on some damage and where a write fails. A panic becomes an error, and its text, which
//! no administrator can act on, is not printed.

use std::cell::Cell;
use std::io::{self, ErrorKind};
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::sync::Once;
use std::thread;

/// How the threads of sled's pool are named.
const SLED_THREADS: &str = "sled-io-";
/// What a panic's text holds when the disk was full: sled unwraps the errors of some writes.
const FULL: [&str; 3] = ["StorageFull", "code: 28", "os error 28"];

thread_local! {
    /// Whether this thread is in a guarded call.
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Runs `work`, and turns a panic into an error: `StorageFull` where the disk was full, and otherwise one that is taken
/// for damage.
pub(super) fn guarded<T>(work: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
    silence();
    let before = IS_GUARDED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    IS_GUARDED.set(before);
    result.unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or_default();
        if FULL.iter().any(|words| text.contains(words)) {
            return Err(io::Error::new(ErrorKind::StorageFull, "the disk is full"));
        }
        Err(io::Error::new(ErrorKind::InvalidData, "the store cannot make sense of its file"))
    })
}

/// The same for calls whose errors are sentences.
pub(super) fn guarded_text<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    guarded(|| Ok(work())).unwrap_or_else(|error| Err(error.to_string()))
}

/// An error of sled without its internals.
pub(super) fn plain(error: sled::Error) -> io::Error {
    match error {
        sled::Error::Corruption { .. } => io::Error::new(
            ErrorKind::InvalidData,
            "a part of the store does not match its checksum",
        ),
        other => other.into(),
    }
}

/// Keeps the panics of guarded calls and of sled's threads from being printed.
fn silence() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let print = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            let is_sled = thread::current().name().is_some_and(|n| n.starts_with(SLED_THREADS));
            if !is_sled && !IS_GUARDED.get() {
                print(panic);
            }
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_and_a_full_disk_is_no_damage() {
        let kind = |text: &'static str| guarded::<()>(|| panic!("{text}")).unwrap_err().kind();
        assert_eq!(kind("called `Option::unwrap()` on a `None` value"), ErrorKind::InvalidData);
        assert_eq!(kind("Io(Os { code: 28, kind: StorageFull })"), ErrorKind::StorageFull);
        assert_eq!(guarded(|| Ok(7)).unwrap(), 7);
    }
}
