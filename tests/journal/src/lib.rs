//! Shared code of the crash tests: running the writer, and checking that acknowledged records are stored.

pub mod random;
pub mod strict;
pub mod writer;

use std::collections::HashMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use std::{env, io};

use waybill_journal::{DurableJournal, Hash, Verifier, fsck, scan_all};

/// A record that the journal acknowledged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Acknowledged {
    /// Its stream.
    pub stream: String,
    /// Its sequence number in the stream.
    pub seq: u64,
    /// Its hash.
    pub hash: Hash,
}

/// Parses the output of writers. A last line without a newline was not written completely.
pub fn acknowledged(output: &Path) -> io::Result<Vec<Acknowledged>> {
    let text = fs::read_to_string(output)?;
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let parse = |line: &str| {
        let mut words = line.split(' ');
        let stream = words.next()?.to_owned();
        let seq = words.next()?.parse().ok()?;
        Some(Acknowledged { stream, seq, hash: words.next()?.parse().ok()? })
    };
    let wrong = |line| io::Error::other(format!("a writer printed {line:?}"));
    whole.lines().map(|line| parse(line).ok_or_else(|| wrong(line))).collect()
}

/// Removes an incomplete last line. It acknowledged nothing, and the next writer, which appends to the same file, must
/// start on a new line.
pub fn drop_cut_line(output: &Path) -> io::Result<()> {
    let bytes = fs::read(output)?;
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    fs::OpenOptions::new().write(true).open(output)?.set_len(whole as u64)
}

/// Opens the journal in `dir` as a server does after a crash, and checks every acknowledged record and the integrity of
/// all others. Returns the number of records.
pub fn check(dir: &Path, acknowledged: &[Acknowledged]) -> Result<u64, String> {
    // A writer that was killed while it created the directory leaves nothing to check.
    if dir.join("FORMAT").exists() {
        let report = fsck(dir).map_err(|e| format!("fsck does not run: {e}"))?;
        if !report.is_ok() {
            return Err(format!("fsck finds: {}", report.problems.join("; ")));
        }
    }
    let journal = DurableJournal::open(dir, writer::options())
        .map_err(|e| format!("the journal does not open: {e}"))?;
    let mut verifier = Verifier::new();
    let mut stored: HashMap<String, Vec<Hash>> = HashMap::new();
    for record in scan_all(&journal, 0) {
        let record = record.map_err(|e| e.to_string())?;
        verifier.check(record.line.as_bytes(), Some(record.hash)).map_err(|e| e.to_string())?;
        let stream = record.view().map_err(|e| e.to_string())?.stream.to_owned();
        // The verifier has checked that sequence numbers have no gaps, so the index is the sequence number.
        stored.entry(stream).or_default().push(record.hash);
    }
    for wanted in acknowledged {
        let place = usize::try_from(wanted.seq - 1).map_err(|e| e.to_string())?;
        let found = stored.get(&wanted.stream).and_then(|hashes| hashes.get(place));
        if found != Some(&wanted.hash) {
            return Err(format!("acknowledged {wanted:?}, but found {found:?}"));
        }
    }
    let count = verifier.verified().records;
    journal.close().map_err(|e| e.to_string())?;
    Ok(count)
}

/// The number of rounds of a test: from the environment, or `default`.
pub fn rounds(variable: &str, default: u64) -> u64 {
    env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

/// Whether every case runs: `npm run test:all` sets it. `npm test` runs a fixed sample of the tests that take long.
pub fn whole() -> bool {
    env::var("WAYBILL_WHOLE").is_ok_and(|whole| whole == "1")
}

/// A running writer; it is killed when dropped.
pub struct Running(Child);

impl Running {
    /// Runs `command`, which executes the writer, and appends its acknowledgements to `output`.
    pub fn start(command: &mut Command, output: &Path) -> io::Result<Self> {
        let output = File::options().create(true).append(true).open(output)?;
        Ok(Self(command.stdin(Stdio::null()).stdout(output).spawn()?))
    }

    /// Stops the process with SIGSTOP.
    pub fn freeze(&self) -> io::Result<()> {
        run(Command::new("kill").args(["-STOP", &self.id().to_string()]))
    }

    /// The process id.
    pub fn id(&self) -> u32 {
        self.0.id()
    }

    /// Kills it with SIGKILL.
    pub fn kill(mut self) -> io::Result<()> {
        self.0.kill()?;
        self.0.wait().map(drop)
    }

    /// Waits for its exit; none if it is still running after `patience`.
    pub fn wait(&mut self, patience: Duration) -> io::Result<Option<ExitStatus>> {
        let end = Instant::now() + patience;
        while Instant::now() < end {
            if let Some(status) = self.0.try_wait()? {
                return Ok(Some(status));
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Ok(None)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It may have exited already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Waits until a writer has acknowledged something, so that a round tests a working writer.
pub fn wait_for_output(output: &Path, more_than_bytes: u64) -> io::Result<()> {
    let end = Instant::now() + Duration::from_secs(30);
    while Instant::now() < end {
        if fs::metadata(output).is_ok_and(|metadata| metadata.len() > more_than_bytes) {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(2));
    }
    Err(io::Error::other("the writer acknowledged nothing for 30 seconds"))
}

/// Runs a command that must succeed.
pub fn run(command: &mut Command) -> io::Result<()> {
    let output = command.output()?;
    if output.status.success() {
        return Ok(());
    }
    let what = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(io::Error::other(format!("{command:?} failed: {what}")))
}

/// A mounted image, unmounted when dropped.
pub struct Mounted(PathBuf);

impl Mounted {
    /// Mounts an image file through a loop device. ext4's periodic commit is delayed, so that only what the journal
    /// syncs is written to the image.
    pub fn new(image: &Path, at: &Path) -> io::Result<Self> {
        fs::create_dir_all(at)?;
        let mounted = Self(at.to_owned());
        run(Command::new("mount").args(["-o", "loop,commit=300"]).arg(image).arg(at))?;
        Ok(mounted)
    }

    /// Mounts a disk of so many bytes in memory.
    pub fn in_memory(at: &Path, bytes: u64) -> io::Result<Self> {
        fs::create_dir_all(at)?;
        let size = format!("size={bytes}");
        run(Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(at))?;
        Ok(Self(at.to_owned()))
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        if run(Command::new("umount").arg(&self.0)).is_err() {
            // A process still has an open file there; the mount is removed when it closes the file.
            let _ = run(Command::new("umount").arg("-l").arg(&self.0));
        }
    }
}
