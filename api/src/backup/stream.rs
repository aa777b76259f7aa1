//! Copying bytes and taking their digest on the way.

use std::fs::File;
use std::io::{self, Read, Write};
use std::num::NonZeroU64;
use std::sync::Arc;
use std::sync::mpsc::sync_channel;
use std::thread;

use rustix::fs::{Advice, fadvise};
use sha2::{Digest as _, Sha256};
use waybill_platform::secret::{hex, sha256_hex};

const BUFFER_BYTES: usize = 1 << 20;
const PART_BYTES: Option<NonZeroU64> = NonZeroU64::new(BUFFER_BYTES as u64);
/// Number of parts that wait to be hashed.
const WAITING_MAX: usize = 8;

/// Copies everything, in large parts.
pub(super) fn copy(from: &mut dyn Read, to: &mut dyn Write) -> io::Result<u64> {
    let mut buffer = vec![0; BUFFER_BYTES];
    let mut copied = 0;
    loop {
        match from.read(&mut buffer) {
            Ok(0) => return Ok(copied),
            Ok(read) => {
                to.write_all(&buffer[..read])?;
                copied += read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Copies everything to a file, and returns the number of bytes and their SHA-256. Of a large file the digest is taken,
/// and the copy goes to the disk, while it is still being read.
pub(super) fn copy_and_hash(from: &mut dyn Read, to: &mut File) -> io::Result<(u64, String)> {
    let first = part(from)?;
    if first.len() < BUFFER_BYTES {
        to.write_all(&first)?;
        return Ok((first.len() as u64, sha256_hex(&first)));
    }
    let disk = to.try_clone()?;
    thread::scope(|scope| {
        let (hashed, parts) = sync_channel::<Arc<Vec<u8>>>(WAITING_MAX);
        let hasher = scope.spawn(move || {
            let mut hash = Sha256::new();
            for part in parts {
                hash.update(part.as_slice());
            }
            hex(&hash.finalize())
        });
        let (written, due) = sync_channel::<u64>(WAITING_MAX);
        scope.spawn(move || {
            for offset in due {
                // The disk begins with each part at once: a sync of the server's journal waits for all that the disk
                // has to do. An error shows again when everything is made durable.
                let _ = fadvise(&disk, offset, PART_BYTES, Advice::DontNeed);
            }
        });
        let (mut next, mut bytes) = (Arc::new(first), 0);
        while !next.is_empty() {
            // The hasher ends only after this.
            let _ = hashed.send(Arc::clone(&next));
            to.write_all(&next)?;
            // It ends only after this, too.
            let _ = written.send(bytes);
            bytes += next.len() as u64;
            next = Arc::new(part(from)?);
        }
        drop(hashed);
        drop(written);
        let sha256 = hasher.join().map_err(|_| io::Error::other("hashing stopped"))?;
        Ok((bytes, sha256))
    })
}

/// The next part; shorter than others only at the end.
fn part(from: &mut dyn Read) -> io::Result<Vec<u8>> {
    let mut part = Vec::with_capacity(BUFFER_BYTES);
    from.take(BUFFER_BYTES as u64).read_to_end(&mut part)?;
    Ok(part)
}

/// Counts and hashes what is read through it.
pub(super) struct HashReader<R> {
    inner: R,
    hash: Sha256,
    bytes: u64,
}

impl<R: Read> HashReader<R> {
    pub(super) fn new(inner: R) -> Self {
        Self { inner, hash: Sha256::new(), bytes: 0 }
    }

    /// The number of bytes and their SHA-256.
    pub(super) fn finish(self) -> (u64, String) {
        (self.bytes, hex(&self.hash.finalize()))
    }
}

impl<R: Read> Read for HashReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.hash.update(&buffer[..read]);
        self.bytes += read as u64;
        Ok(read)
    }
}

/// Counts and hashes what is written through it.
pub(super) struct HashWriter<W> {
    inner: W,
    hash: Sha256,
    bytes: u64,
}

impl<W: Write> HashWriter<W> {
    pub(super) fn new(inner: W) -> Self {
        Self { inner, hash: Sha256::new(), bytes: 0 }
    }

    /// The number of bytes that were written, and their SHA-256.
    pub(super) fn finish(self) -> (u64, String) {
        (self.bytes, hex(&self.hash.finalize()))
    }
}

impl<W: Write> Write for HashWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hash.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
