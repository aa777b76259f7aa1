//! File descriptors: their number per process is limited, and connections may use all of them for a while. Opening a
//! file then fails before anything is written, so unlike any other disk error it can be retried.

use std::io;
use std::thread::sleep;
use std::time::Duration;

use rustix::io::Errno;

/// The delay between two tries.
pub(super) const TRY_AGAIN_AFTER: Duration = Duration::from_millis(50);

/// Whether an operation failed only for want of a descriptor.
pub(super) fn is_out_of_descriptors(error: &io::Error) -> bool {
    let used_up = [Errno::MFILE, Errno::NFILE].map(Errno::raw_os_error);
    error.raw_os_error().is_some_and(|code| used_up.contains(&code))
}

/// Retries a repeatable operation while descriptors are used up and `goes_on` is true.
pub(super) fn retry<T>(
    goes_on: impl Fn() -> bool,
    mut work: impl FnMut() -> io::Result<T>,
) -> io::Result<T> {
    loop {
        match work() {
            Err(error) if is_out_of_descriptors(&error) && goes_on() => sleep(TRY_AGAIN_AFTER),
            result => return result,
        }
    }
}
