//! What the threads of this process do: what the kernel says of each, and its stack.
//!
//! A process cannot read the stacks of its own threads while they run without code that the compiler cannot check. So
//! a second process of the same program does: it stops each thread for less than a millisecond, copies its registers
//! and its stack, lets it go on, and finds out afterwards which functions that was. Where the system does not allow it,
//! the dump says so and holds what the kernel tells.

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

/// The second process has so many tries, and so long between two, to end; then it is ended.
const TRIES: u32 = 1_000;
const TRY_AGAIN: Duration = Duration::from_millis(10);

/// One dump of all threads, as text. `program` is asked for the stacks, as `program stacks PID`.
pub(super) fn dump(number: u32, at: &str, program: Option<&Path>) -> String {
    let mut text = format!("Threads of process {}, dump {number}, {at}\n", std::process::id());
    let asked = match program {
        Some(program) => ask(program).map_err(|error| error.to_string()),
        None => Err("there is no program to ask".to_owned()),
    };
    let mut stacks: BTreeMap<u32, Stack> = BTreeMap::new();
    match asked {
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
            // It was made after the stacks were taken.
            None if !stacks.is_empty() => text.push_str("    its stack was not taken\n"),
            None => {}
        }
    }
    text
}

/// How many threads there are.
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

/// Lets a second process look at this one. A thread can be looked at by one at a time, so others wait.
fn ask(program: &Path) -> io::Result<Vec<Stack>> {
    static LOOKED_AT: Mutex<()> = Mutex::new(());
    let _turn = LOOKED_AT.lock().unwrap_or_else(PoisonError::into_inner);
    let mut command = Command::new(program);
    command.arg("stacks").arg(std::process::id().to_string());
    // It needs nothing of the environment, so it is given nothing that could be a secret.
    command.env_clear().stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = Ended(command.spawn()?);
    let Ended(process) = &mut child;
    // Some systems let only those look whom the process names. Where they do not ask, this is refused, and no matter.
    let pid = i32::try_from(process.id()).ok().and_then(Pid::from_raw);
    let _ = pid.map(|pid| set_ptracer(PTracer::ProcessID(pid)));
    // It waits for this line before it looks.
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
        let said = text.lines().next().unwrap_or("the second process failed");
        return Err(io::Error::other(said.to_owned()));
    }
    serde_json::from_str(&text).map_err(io::Error::other)
}

/// A process that does not outlive the question.
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
    // Behind the name, which may hold anything, come the state and numbers.
    let stat = read("stat");
    let mut numbers = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let state = numbers.next().unwrap_or("?").to_owned();
    let ticks: Vec<&str> = numbers.skip(10).take(2).collect();
    let mut text = format!("\"{}\" thread {thread}, {}\n", read("comm"), state_name(&state));
    let _ = writeln!(text, "  processor time, user and system, in ticks: {}", ticks.join(" "));
    for (name, what) in [("wchan", "waits in the kernel at"), ("syscall", "system call")] {
        let value = read(name);
        // What follows the number of a system call are addresses.
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
    fn without_stacks_a_dump_says_so_and_holds_what_the_kernel_tells() {
        for program in [None, Some(Path::new("/nowhere/waybill")), Some(Path::new("/bin/false"))] {
            let text = dump(1, "2026-11-21T10:00:00.000Z", program);
            assert!(text.contains("Stacks are not in it: "), "{text}");
            // Whoever writes the dump runs; whether another thread sleeps at this moment, nobody knows.
            let myself = thread::current().name().map(|name| name.chars().take(15).collect());
            let myself: String = myself.unwrap_or_default();
            let mut lines =
                text.lines().filter(|line| line.starts_with(&format!("\"{myself}\" thread ")));
            assert!(lines.any(|line| line.ends_with(", runs")), "{text}");
        }
    }
}
