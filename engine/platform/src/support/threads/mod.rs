//! Dumps of the threads of this process: the kernel's information about each, and its stack.
//!
//! A process cannot read the stacks of its own running threads without unsafe code. So a second process of the same
//! program does it: it stops each thread for less than a millisecond, copies its registers and its stack, lets it
//! continue, and resolves the functions afterwards. Where the system does not allow this, the dump says so and
//! contains only the kernel's information.

mod modules;
mod stacks;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::process::{PTracer, Pid, set_ptracer};

pub use stacks::{Stack, of_process};

/// How often to check whether the second process has ended, and the interval; after that it is killed.
const TRIES: u32 = 1_000;
const TRY_AGAIN: Duration = Duration::from_millis(10);

/// One dump of all threads, as text. `program` is run for the stacks, as `program stacks PID`.
pub(super) fn dump(number: u32, at: &str, program: Option<&Path>) -> String {
    let mut text = format!("Threads of process {}, dump {number}, {at}\n", std::process::id());
    let result = match program {
        Some(program) => ask(program).map_err(|error| error.to_string()),
        None => Err("there is no program to ask".to_owned()),
    };
    let mut stacks: BTreeMap<u32, Stack> = BTreeMap::new();
    match result {
        Ok(found) => stacks.extend(found.into_iter().map(|stack| (stack.thread, stack))),
        Err(error) => {
            let _ = writeln!(text, "Stacks are not in it: {error}. What the kernel tells is.");
        }
    }
    for thread in all() {
        let _ = write!(text, "\n{}", of_kernel(thread));
        match stacks.get(&thread) {
            Some(stack) => {
                for frame in &stack.frames {
                    let _ = writeln!(text, "    at {frame}");
                }
                if let Some(end) = &stack.ends_early {
                    let _ = writeln!(text, "    ... {end}");
                }
            }
            // The thread was created after the stacks were taken.
            None if !stacks.is_empty() => text.push_str("    its stack was not taken\n"),
            None => {}
        }
    }
    text
}

/// Number of threads.
pub(super) fn count() -> u64 {
    all().len() as u64
}

fn all() -> Vec<u32> {
    let Ok(tasks) = fs::read_dir("/proc/self/task") else { return Vec::new() };
    let names = tasks.filter_map(|task| task.ok()?.file_name().into_string().ok());
    let mut threads: Vec<u32> = names.filter_map(|name| name.parse().ok()).collect();
    threads.sort_unstable();
    threads
}

/// Has a second process trace this one. Only one process can trace a thread at a time, so other calls wait.
fn ask(program: &Path) -> io::Result<Vec<Stack>> {
    static TRACING: Mutex<()> = Mutex::new(());
    let _turn = TRACING.lock().unwrap_or_else(PoisonError::into_inner);
    let mut command = Command::new(program);
    command.arg("stacks").arg(std::process::id().to_string());
    // It needs no environment, which could contain secrets.
    command.env_clear().stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = Ended(command.spawn()?);
    let Ended(process) = &mut child;
    // Some systems allow only tracers that the process names. On the others this call fails, which does not matter.
    let pid = i32::try_from(process.id()).ok().and_then(Pid::from_raw);
    let _ = pid.map(|pid| set_ptracer(PTracer::ProcessID(pid)));
    // It waits for this line before it begins.
    if let Some(mut input) = process.stdin.take() {
        input.write_all(b"look\n")?;
    }
    let mut output = process.stdout.take();
    let reading = thread::spawn(move || {
        let mut text = String::new();
        output.as_mut().map_or(Ok(0), |output| output.read_to_string(&mut text)).map(|_| text)
    });
    let mut tries = 0;
    let status = loop {
        match process.try_wait()? {
            Some(status) => break status,
            None if tries == TRIES => return Err(io::Error::other("it took too long")),
            None => tries += 1,
        }
        thread::sleep(TRY_AGAIN);
    };
    let text = reading.join().map_err(|_| io::Error::other("its answer could not be read"))??;
    if !status.success() {
        let message = text.lines().next().unwrap_or("the second process failed");
        return Err(io::Error::other(message.to_owned()));
    }
    serde_json::from_str(&text).map_err(io::Error::other)
}

/// A child process that is killed when dropped.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn of_kernel(thread: u32) -> String {
    let read = |name: &str| {
        let text = fs::read_to_string(format!("/proc/self/task/{thread}/{name}"));
        text.map(|text| text.trim().to_owned()).unwrap_or_default()
    };
    // The name may contain any characters; the state and the numbers follow it.
    let stat = read("stat");
    let mut numbers = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let state = numbers.next().unwrap_or("?").to_owned();
    let ticks: Vec<&str> = numbers.skip(10).take(2).collect();
    let mut text = format!("\"{}\" thread {thread}, {}\n", read("comm"), state_name(&state));
    let _ = writeln!(text, "  processor time, user and system, in ticks: {}", ticks.join(" "));
    for (name, what) in [("wchan", "waits in the kernel at"), ("syscall", "system call")] {
        let value = read(name);
        // The number of a system call is followed by addresses.
        let value = value.split(' ').next().unwrap_or_default();
        if !value.is_empty() && value != "0" {
            let _ = writeln!(text, "  {what}: {value}");
        }
    }
    text
}

fn state_name(state: &str) -> &str {
    match state {
        "R" => "runs",
        "S" => "sleeps",
        "D" => "waits for the disk",
        "T" | "t" => "is stopped",
        "Z" => "has ended",
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [BUNDLE-03]
    #[test]
    fn without_stacks_a_dump_has_the_information_of_the_kernel() {
        for program in [None, Some(Path::new("/nowhere/waybill")), Some(Path::new("/bin/false"))] {
            let text = dump(1, "2026-11-21T10:00:00.000Z", program);
            assert!(text.contains("Stacks are not in it: "), "{text}");
            // The thread that writes the dump is running; whether another one sleeps now is not known.
            let myself = thread::current().name().map(|name| name.chars().take(15).collect());
            let myself: String = myself.unwrap_or_default();
            let mut lines =
                text.lines().filter(|line| line.starts_with(&format!("\"{myself}\" thread ")));
            assert!(lines.any(|line| line.ends_with(", runs")), "{text}");
        }
    }
}
