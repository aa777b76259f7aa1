//! How the system's allocator is to treat large blocks.

use std::ffi::OsStr;
use std::os::unix::process::CommandExt;
use std::process::Command;

const TUNABLES: &str = "GLIBC_TUNABLES";
/// Blocks of 128 KiB and more come from the system and go back to it: glibc's own beginning, held fast.
const LARGE_BLOCKS_APART: &str = "glibc.malloc.mmap_threshold=131072";

/// Lets the program begin anew, in the same process, with the allocator told to keep large blocks apart.
///
/// The journal's database writes through buffers of 4 MiB. As soon as the first of them is free, glibc takes blocks of
/// that size for usual ones, puts the next among the small ones, and what lies between them is never given back: 59 KB
/// of resident memory for each session where 45 would do. It can be told so only from outside, before it begins.
///
/// Whoever has set tunables of their own keeps them. Where the program cannot begin anew, it goes on as it is.
pub fn keep_large_blocks_apart() {
    if std::env::var_os(TUNABLES).is_some() {
        return;
    }
    let mut arguments = std::env::args_os();
    let name = arguments.next();
    let mut anew = Command::new("/proc/self/exe");
    anew.arg0(name.as_deref().unwrap_or(OsStr::new("waybill")));
    // It returns only where it failed, and there is no log yet to say so.
    let _ = anew.args(arguments).env(TUNABLES, LARGE_BLOCKS_APART).exec();
}
