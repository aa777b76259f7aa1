//! Descriptors: a process has only so many, and connections may hold all of them for a while. Opening a file then fails
//! before anything was written, so, unlike any other error of the disk, it may be tried again.

use std::io;
use std::thread::sleep;
use std::time::Duration;

use rustix::io::Errno;

/// How soon something is tried again.
pub(super) const TRY_AGAIN_AFTER: Duration = Duration::from_millis(50);

/// Whether nothing but a descriptor was missing.
pub(super) fn are_used_up(error: &io::Error) -> bool {
    let used_up = [Errno::MFILE, Errno::NFILE].map(Errno::raw_os_error);
    error.raw_os_error().is_some_and(|code| used_up.contains(&code))
}

/// Does something that can be begun anew, again and again while descriptors are used up and `goes_on` holds.
pub(super) fn retry<T>(
    goes_on: impl Fn() -> bool,
    mut work: impl FnMut() -> io::Result<T>,
) -> io::Result<T> {
    loop {
        match work() {
            Err(error) if are_used_up(&error) && goes_on() => sleep(TRY_AGAIN_AFTER),
            result => return result,
        }
    }
}
