//! Configures glibc's allocator for large blocks.

use std::ffi::OsStr;
use std::os::unix::process::CommandExt;
use std::process::Command;

const TUNABLES: &str = "GLIBC_TUNABLES";
/// Blocks of 128 KiB and more are mapped separately and returned to the system: glibc's initial threshold, made fixed.
const MMAP_THRESHOLD: &str = "glibc.malloc.mmap_threshold=131072";

/// Re-executes the program in the same process with a fixed mmap threshold.
///
/// The journal's database writes through buffers of 4 MiB. When the first of them is freed, glibc raises its dynamic
/// threshold and allocates the next ones on the heap among small blocks, and the memory between them is never returned:
/// 59 KB of resident memory per session instead of 45. The threshold can be set only from outside, before the program
/// starts.
///
/// Tunables set by the user are left as they are. If the program cannot be re-executed, it continues unchanged.
pub fn fix_mmap_threshold() {
    if std::env::var_os(TUNABLES).is_some() {
        return;
    }
    let mut arguments = std::env::args_os();
    let name = arguments.next();
    let mut program = Command::new("/proc/self/exe");
    program.arg0(name.as_deref().unwrap_or(OsStr::new("waybill")));
    // `exec` returns only on failure, and logging has not started yet.
    let _ = program.args(arguments).env(TUNABLES, MMAP_THRESHOLD).exec();
}
