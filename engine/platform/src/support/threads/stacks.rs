//! The stacks of another process's threads, as read by the second process.

use std::fs::{self, File};
use std::os::unix::fs::FileExt;

use framehop::{CacheNative, MayAllocateDuringUnwind, UnwindRegsNative, Unwinder};
use nix::sys::ptrace;
use nix::sys::wait::{WaitPidFlag, waitpid};
use nix::unistd::Pid;
use serde::{Deserialize, Serialize};

use super::modules::Modules;

/// The most frames of a stack.
const FRAMES_MAX: usize = 128;
/// How many bytes of a stack are copied.
const STACK_BYTES: usize = 256 * 1_024;

/// The stack of a thread.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stack {
    /// The thread's number.
    pub thread: u32,
    /// The functions, the innermost first.
    pub frames: Vec<String>,
    /// Why frames are missing, if some are.
    pub ends_early: Option<String>,
}

/// Reads the stacks of all threads of a process. The error is a sentence.
pub fn of_process(pid: u32) -> Result<Vec<Stack>, String> {
    let memory = File::open(format!("/proc/{pid}/mem"));
    let memory = memory.map_err(|error| format!("the process may not be looked at: {error}"))?;
    let tasks = fs::read_dir(format!("/proc/{pid}/task"));
    let tasks = tasks.map_err(|error| format!("its threads cannot be listed: {error}"))?;
    let names = tasks.filter_map(|task| task.ok()?.file_name().into_string().ok());
    let mut threads: Vec<u32> = names.filter_map(|name| name.parse().ok()).collect();
    threads.sort_unstable();
    // First all are copied, stopping each for as short as possible; they are unwound afterwards.
    let taken: Vec<(u32, Result<ThreadSnapshot, String>)> =
        threads.into_iter().map(|thread| (thread, take(thread, &memory))).collect();
    if let Some((_, Err(error))) = taken.first()
        && taken.iter().all(|(_, taken)| taken.is_err())
    {
        return Err(format!("the process may not be looked at: {error}"));
    }
    let modules = Modules::of_process(pid);
    let mut cache = CacheNative::<MayAllocateDuringUnwind>::new_in();
    let stacks = taken.into_iter().map(|(thread, taken)| match taken {
        Ok(taken) => unwind(thread, &taken, &modules, &mut cache),
        Err(error) => Stack { thread, frames: Vec::new(), ends_early: Some(error) },
    });
    Ok(stacks.collect())
}

/// A thread's registers and stack at one point in time.
struct ThreadSnapshot {
    counter: u64,
    pointer: u64,
    registers: UnwindRegsNative,
    stack: Vec<u8>,
}

fn take(thread: u32, memory: &File) -> Result<ThreadSnapshot, String> {
    let pid = Pid::from_raw(i32::try_from(thread).map_err(|error| error.to_string())?);
    // Seizing does not stop the thread, and ends when this process exits, whatever happens here.
    ptrace::seize(pid, ptrace::Options::empty()).map_err(|error| error.to_string())?;
    let taken = stopped(pid, memory);
    let _ = ptrace::detach(pid, None);
    taken.map_err(|error| error.to_string())
}

fn stopped(pid: Pid, memory: &File) -> nix::Result<ThreadSnapshot> {
    ptrace::interrupt(pid)?;
    waitpid(pid, Some(WaitPidFlag::__WALL))?;
    let (counter, pointer, registers) = registers(pid)?;
    let mut stack = vec![0; STACK_BYTES];
    // Near the beginning of a stack there are fewer bytes.
    let read = memory.read_at(&mut stack, pointer).unwrap_or(0);
    stack.truncate(read);
    Ok(ThreadSnapshot { counter, pointer, registers, stack })
}

#[cfg(target_arch = "x86_64")]
fn registers(pid: Pid) -> nix::Result<(u64, u64, UnwindRegsNative)> {
    let all = ptrace::getregs(pid)?;
    Ok((all.rip, all.rsp, UnwindRegsNative::new(all.rip, all.rsp, all.rbp)))
}

#[cfg(target_arch = "aarch64")]
fn registers(pid: Pid) -> nix::Result<(u64, u64, UnwindRegsNative)> {
    let all = ptrace::getregs(pid)?;
    Ok((all.pc, all.sp, UnwindRegsNative::new(all.regs[30], all.sp, all.regs[29])))
}

fn unwind(
    thread: u32,
    taken: &ThreadSnapshot,
    modules: &Modules,
    cache: &mut CacheNative<MayAllocateDuringUnwind>,
) -> Stack {
    let mut read = |address: u64| {
        let at = address.checked_sub(taken.pointer).and_then(|at| usize::try_from(at).ok());
        let word = at.and_then(|at| taken.stack.get(at..at.checked_add(8)?)?.try_into().ok());
        word.map(u64::from_le_bytes).ok_or(())
    };
    let mut walk = modules.unwinder.iter_frames(taken.counter, taken.registers, cache, &mut read);
    let mut frames = Vec::new();
    let ends_early = loop {
        match walk.next() {
            Ok(Some(_)) if frames.len() == FRAMES_MAX => break Some("it is deeper".to_owned()),
            Ok(Some(frame)) => frames.push(modules.name(frame.address_for_lookup())),
            Ok(None) => break None,
            Err(error) => break Some(error.to_string()),
        }
    };
    Stack { thread, frames, ends_early }
}
