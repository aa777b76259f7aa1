//! Whether another program holds the lock of sled's file. sled reports that like any other failure.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::thread::sleep;
use std::time::Instant;

use super::layout::{LOCK_RETRY, LOCK_TIMEOUT};

/// Fails with `ResourceBusy` and a text that names the holder if the file is locked by another process.
pub(super) fn check(path: &Path) -> io::Result<()> {
    let file = match File::open(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        opened => opened?,
    };
    let since = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return file.unlock(),
            Err(TryLockError::Error(error)) => return Err(error),
            Err(TryLockError::WouldBlock) if since.elapsed() < LOCK_TIMEOUT => sleep(LOCK_RETRY),
            Err(TryLockError::WouldBlock) => {
                return Err(io::Error::new(ErrorKind::ResourceBusy, holder(&file)));
            }
        }
    }
}

/// The process that holds the lock, as far as the system names it.
fn holder(file: &File) -> String {
    let process = file.metadata().ok().and_then(|metadata| {
        let locks = fs::read_to_string("/proc/locks").ok()?;
        process_of(&locks, metadata.ino())
    });
    process.map_or_else(|| "another process".to_owned(), |process| format!("process {process}"))
}

/// The process of the lock of a file in the text of `/proc/locks`:
/// `1: FLOCK  ADVISORY  WRITE 1234 fd:00:5678 0 EOF`.
fn process_of(locks: &str, inode: u64) -> Option<u32> {
    let inode = inode.to_string();
    locks.lines().find_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_held = words.get(5)?.rsplit(':').next() == Some(inode.as_str());
        if is_held { words.get(4)?.parse().ok() } else { None }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_holder_is_found_by_the_number_of_the_file() {
        let locks = "1: POSIX  ADVISORY  WRITE 11 fd:00:77 0 EOF\n\
                     2: -> FLOCK  ADVISORY  WRITE 12 fd:00:78 0 EOF\n\
                     3: FLOCK  ADVISORY  WRITE 13 fd:00:78 0 EOF\n";
        assert_eq!(process_of(locks, 78), Some(13));
        assert_eq!(process_of(locks, 7), None);
    }
}
