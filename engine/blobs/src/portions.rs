//! Portions of files in memory. Their buffers are used again: what the system maps first it has to clear page by page,
//! which takes ten times as long as reading a portion that is in its cache.

use std::fs::File;
use std::io::{self, IoSliceMut};
use std::os::unix::fs::FileExt as _;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use rustix::io::{Errno, ReadWriteFlags, preadv2};

use crate::reader::ByteRange;

/// How much of a file is read at a time.
pub(crate) const PORTION_BYTES: u64 = 256 * 1_024;
/// How many buffers are kept for the next portions by the whole process. There may be more at work.
const KEPT_MAX: usize = 16;

static KEPT: Mutex<Vec<Vec<u8>>> = Mutex::new(Vec::new());

fn kept() -> MutexGuard<'static, Vec<Vec<u8>>> {
    // Each change is a single step, so a panic leaves nothing half done.
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The memory of a portion, which is kept when it is dropped.
struct Buffer {
    memory: Vec<u8>,
    filled: usize,
}

impl Buffer {
    /// A buffer for the portion at the beginning of a range.
    fn of(range: ByteRange) -> Self {
        let wanted = (range.end - range.start).min(PORTION_BYTES);
        let filled = usize::try_from(wanted).unwrap_or_default();
        // What is smaller is not worth a whole buffer.
        let known = if wanted == PORTION_BYTES { kept().pop() } else { None };
        Self { memory: known.unwrap_or_else(|| vec![0; filled]), filled }
    }
}

impl AsRef<[u8]> for Buffer {
    fn as_ref(&self) -> &[u8] {
        self.memory.get(..self.filled).unwrap_or_default()
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        let mut kept = kept();
        if self.memory.len() as u64 == PORTION_BYTES && kept.len() < KEPT_MAX {
            kept.push(std::mem::take(&mut self.memory));
        }
    }
}

/// The portion at the beginning of a range, or less of it, if the system has it in memory: this does not wait for the
/// disk.
pub(crate) fn in_memory(file: &File, range: ByteRange) -> Option<Bytes> {
    let mut buffer = Buffer::of(range);
    let mut into = [IoSliceMut::new(&mut buffer.memory)];
    let read = loop {
        match preadv2(file, &mut into, range.start, ReadWriteFlags::NOWAIT) {
            Err(Errno::INTR) => {}
            // Not every file system can say what it has in memory. Other errors are found once more by who waits.
            read => break read.ok()?,
        }
    };
    buffer.filled = read;
    (read > 0).then(|| Bytes::from_owner(buffer))
}

/// The portion at the beginning of a range.
pub(crate) fn on_disk(file: &File, range: ByteRange) -> io::Result<Bytes> {
    let mut buffer = Buffer::of(range);
    file.read_exact_at(&mut buffer.memory, range.start)?;
    Ok(Bytes::from_owner(buffer))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_are_used_again_and_only_so_many_are_kept() {
        // Temporary files may be in memory, whose file system cannot say what it has there.
        let file = tempfile::tempfile_in(env!("CARGO_MANIFEST_DIR")).unwrap();
        let size = 40 * PORTION_BYTES;
        file.set_len(size).unwrap();
        file.write_all_at(b"begin", 0).unwrap();
        file.write_all_at(b"end", size - 3).unwrap();
        let range = |start, end| ByteRange { start, end };
        let all: Vec<Bytes> =
            (0..40).map(|at| on_disk(&file, range(at * PORTION_BYTES, size)).unwrap()).collect();
        assert!(all[0].starts_with(b"begin") && all[39].ends_with(b"end"));
        assert!(all.iter().all(|portion| portion.len() as u64 == PORTION_BYTES));
        drop(all);
        assert_eq!(kept().len(), KEPT_MAX);
        // Nothing of what was in a buffer before is in a portion that is shorter.
        let last = in_memory(&file, range(size - 3, size + PORTION_BYTES)).unwrap();
        assert_eq!(&last[..], b"end");
        assert_eq!(on_disk(&file, range(0, 5)).unwrap(), &b"begin"[..]);
        drop(last);
        assert_eq!(kept().len(), KEPT_MAX);
        assert!(in_memory(&file, range(size, size + 1)).is_none());
        assert!(on_disk(&file, range(size - 1, size + 1)).is_err());
    }
}
