//! Configures glibc's allocator: for large blocks, and for commands that are to take little address space.

use std::ffi::OsStr;
use std::os::unix::process::CommandExt;
use std::process::Command;

const TUNABLES: &str = "GLIBC_TUNABLES";
/// Blocks of 128 KiB and more are mapped separately and returned to the system: glibc's initial threshold, made fixed.
const MMAP_THRESHOLD: &str = "glibc.malloc.mmap_threshold=131072";

/// Each thread that allocates gets an arena, which reserves 64 MiB of address space, unless there are so many already.
const FEW_ARENAS: &str = "glibc.malloc.arena_max=2";

/// Re-executes the program in the same process with few arenas, for a command whose threads allocate little. With one
/// for each thread it takes several hundred MiB of address space, which a limit (`ulimit -v`) may not allow.
pub fn bound_arenas() {
    execute_again(FEW_ARENAS);
}

/// Re-executes the program in the same process with a fixed mmap threshold.
///
/// The journal's database writes through buffers of 4 MiB. When the first of them is freed, glibc raises its dynamic
/// threshold and allocates the next ones on the heap among small blocks, and the memory between them is never returned:
/// 59 KB of resident memory per session instead of 45. The threshold can be set only from outside, before the program
/// starts.
pub fn fix_mmap_threshold() {
    execute_again(MMAP_THRESHOLD);
}

/// Tunables set by the user are left as they are. If the program cannot be re-executed, it continues unchanged.
fn execute_again(tunables: &str) {
    if std::env::var_os(TUNABLES).is_some() {
        return;
    }
    let mut arguments = std::env::args_os();
    let name = arguments.next();
    let mut program = Command::new("/proc/self/exe");
    program.arg0(name.as_deref().unwrap_or(OsStr::new("waybill")));
    // `exec` returns only on failure, and logging has not started yet.
    let _ = program.args(arguments).env(TUNABLES, tunables).exec();
}
