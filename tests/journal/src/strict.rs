//! What a strict disk holds after a power cut: only what was synced. Of a file that means its bytes, and in the folder
//! above it its name; most file systems write more by themselves.
//!
//! The calls of the writer are recorded by strace. A file or folder whose name was not synced is missing in the image,
//! with all below it, and of a file that was never synced there is the first half.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fs;
use std::io;
use std::os::unix::fs::FileTypeExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

/// The calls that change names or bytes, and those that make them durable.
const CALLS: &str = "trace=mkdir,mkdirat,openat,creat,rename,renameat,renameat2,write,pwrite64,writev,pwritev,\
                     ftruncate,copy_file_range,sendfile,fsync,fdatasync";

/// The words before a command that have strace write its calls to `log`. The process is the command's own, and strace
/// one beside it.
pub fn tracer(log: &Path) -> Vec<String> {
    let words = ["strace", "-D", "-f", "-y", "-s", "0", "-e", CALLS, "-o"];
    words.into_iter().map(str::to_owned).chain([log.display().to_string()]).collect()
}

/// Whether strace can trace a process here.
pub fn can_trace() -> bool {
    let tried = Command::new("strace").args(["-o", "/dev/null", "true"]).output();
    tried.is_ok_and(|output| output.status.success())
}

/// Copies what a strict disk holds of `from`, which was empty before a process that was killed has used it.
pub fn image(log: &Path, from: &Path, to: &Path) -> io::Result<()> {
    image_after(&BTreeSet::new(), log, from, to)
}

/// The files and folders below a folder, if there is one: those that the disk holds already.
pub fn names_below(folder: &Path) -> io::Result<BTreeSet<PathBuf>> {
    let mut names = BTreeSet::new();
    if folder.exists() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                names.extend(names_below(&path)?);
            }
            names.insert(path);
        }
    }
    Ok(names)
}

/// The same, when the disk held `before` already.
pub fn image_after(
    before: &BTreeSet<PathBuf>,
    log: &Path,
    from: &Path,
    to: &Path,
) -> io::Result<()> {
    wait_for_end(log)?;
    let mut disk = Disk { made: before.iter().cloned().collect(), ..Disk::default() };
    let mut unfinished: HashMap<String, String> = HashMap::new();
    for line in fs::read_to_string(log)?.lines() {
        let Some((process, call)) = line.split_once(' ') else { continue };
        let call = call.trim_start();
        if let Some((begun, _)) = call.split_once("<unfinished ...>") {
            unfinished.insert(process.to_owned(), begun.to_owned());
        } else if let Some((_, end)) = call.split_once("resumed>") {
            if let Some(begun) = unfinished.remove(process) {
                disk.apply(&format!("{begun}{end}"));
            }
        } else {
            disk.apply(call);
        }
    }
    disk.copy(from, to)
}

/// Waits until strace has written the end of every thread of the process that was killed.
fn wait_for_end(log: &Path) -> io::Result<()> {
    let (since, mut before) = (Instant::now(), 0);
    while since.elapsed() < Duration::from_secs(60) {
        let text = fs::read_to_string(log)?;
        if text.contains("+++ killed by SIGKILL +++") && text.len() == before {
            return Ok(());
        }
        before = text.len();
        sleep(Duration::from_millis(50));
    }
    Err(io::Error::other("strace does not end"))
}

#[derive(Default)]
struct Disk {
    /// Names that were made, and not synced since.
    names: HashSet<PathBuf>,
    /// Everything that was made.
    made: HashSet<PathBuf>,
    /// Files that were written to.
    written: HashSet<PathBuf>,
    /// Files that were synced at least once after they were written to.
    synced: HashSet<PathBuf>,
}

impl Disk {
    /// Applies a call that succeeded, such as `fsync(5</journal/HEAD.tmp>) = 0`.
    fn apply(&mut self, call: &str) {
        let Some((name, arguments)) = call.split_once('(') else { return };
        let Some((arguments, result)) = arguments.rsplit_once(" = ") else { return };
        if result.starts_with('-') {
            return;
        }
        let quoted: Vec<PathBuf> =
            arguments.split('"').skip(1).step_by(2).map(PathBuf::from).collect();
        let open = arguments.split_once('<').and_then(|(_, path)| path.split_once('>'));
        let open = open.map(|(path, _)| PathBuf::from(path));
        match (name, &quoted[..], open) {
            ("mkdir" | "mkdirat" | "creat", [path, ..], _) => self.make(path),
            ("openat", [path, ..], _) if arguments.contains("O_CREAT") => self.make(path),
            ("rename" | "renameat" | "renameat2", [old, new], _) => self.rename(old, new),
            ("fsync" | "fdatasync", _, Some(path)) => {
                self.names.retain(|name| name.parent() != Some(&path));
                self.synced.insert(path);
            }
            ("copy_file_range" | "sendfile", ..) => {
                // The second descriptor is the one that is written to.
                let to = arguments.split('<').nth(2).and_then(|rest| rest.split_once('>'));
                self.written.extend(to.map(|(path, _)| PathBuf::from(path)));
            }
            ("write" | "pwrite64" | "writev" | "pwritev" | "ftruncate", _, Some(path)) => {
                self.written.insert(path);
            }
            _ => {}
        }
    }

    fn make(&mut self, path: &Path) {
        if self.made.insert(path.to_owned()) {
            self.names.insert(path.to_owned());
        }
    }

    fn rename(&mut self, old: &Path, new: &Path) {
        // What replaces a durable file is there afterwards, in either version.
        if self.made.insert(new.to_owned()) {
            self.names.insert(new.to_owned());
        }
        self.made.remove(old);
        self.names.remove(old);
        for set in [&mut self.written, &mut self.synced] {
            if set.remove(old) {
                set.insert(new.to_owned());
            }
        }
    }

    fn copy(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::create_dir_all(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            let (path, target) = (entry.path(), to.join(entry.file_name()));
            // A socket has no content that could be lost.
            if self.names.contains(&path) || entry.file_type()?.is_socket() {
                continue;
            }
            if path.is_dir() {
                self.copy(&path, &target)?;
            } else if self.written.contains(&path) && !self.synced.contains(&path) {
                let bytes = fs::read(path)?;
                fs::write(target, &bytes[..bytes.len() / 2])?;
            } else {
                fs::copy(path, target)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_synced_is_in_the_image() {
        let scratch = tempfile::tempdir().expect("a directory");
        let (from, log) = (scratch.path().join("from"), scratch.path().join("log"));
        fs::create_dir_all(from.join("lost")).expect("made");
        for name in ["kept", "unnamed", "half", "lost/below", "renamed"] {
            fs::write(from.join(name), "text").expect("written");
        }
        let at = from.display();
        let open = |name: &str| format!("1 openat(AT_FDCWD</x>, \"{at}/{name}\", O_CREAT) = 3<>\n");
        let write = |name: &str| format!("1 write(3<{at}/{name}>, \"\"..., 4) = 4\n");
        let sync = |name: &str| format!("2 fsync(3<{at}{name}>) = 0\n");
        let text = [
            open("kept"),
            write("kept"),
            format!("1 fdatasync(3<{at}/kept> <unfinished ...>\n"),
            open("half"),
            write("half"),
            open("new"),
            write("new"),
            sync("/new"),
            format!("1 rename(\"{at}/new\", \"{at}/renamed\") = 0\n"),
            "1 <... fdatasync resumed>) = 0\n".to_owned(),
            sync(""),
            format!("1 mkdir(\"{at}/lost\", 0777) = 0\n"),
            open("lost/below"),
            sync("/lost/below"),
            sync("/lost"),
            open("unnamed"),
            write("unnamed"),
            sync("/unnamed"),
            "1 +++ killed by SIGKILL +++\n".to_owned(),
        ];
        fs::write(&log, text.concat()).expect("written");
        let to = scratch.path().join("to");
        image(&log, &from, &to).expect("copied");
        let read = |name: &str| fs::read_to_string(to.join(name)).ok();
        assert_eq!(read("kept").as_deref(), Some("text"));
        assert_eq!(read("renamed").as_deref(), Some("text"));
        assert_eq!(read("half").as_deref(), Some("te"));
        assert_eq!(read("unnamed"), None);
        assert!(!to.join("lost").exists());
    }
}
