//! Writing a file no faster than the disk takes it, so that what else is written does not wait for it.

use std::fs::File;
use std::io::{self, Read, Write};
use std::mem;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use sha2::{Digest as _, Sha256};
use waybill_platform::secret::hex;

/// Number of bytes that the disk takes at once.
const PART_BYTES: usize = 1 << 20;
/// Number of bytes for which there is memory at first: most files are small.
const FIRST_BYTES: usize = 1 << 16;
/// What the address, the length and the offset of a direct write are multiples of, on all disks.
const ALIGNMENT: usize = 4096;
/// Number of parts that wait for the disk.
const WAITING_MAX: usize = 1;

/// A file whose whole parts go to the disk one by one, past the page cache. When the server syncs its journal, it waits
/// for all that the disk was given before: one part, instead of as much as memory holds.
///
/// The last part is written when the file is finished, and is not durable before it is synced.
pub(super) struct PacedFile {
    file: File,
    part: Part,
    /// Started with the first whole part: most files are smaller.
    writer: Option<Writer>,
}

/// Bytes in memory from which a disk may read directly.
struct Part {
    /// Larger than what it is for, since its address is any.
    memory: Vec<u8>,
    start: usize,
    filled: usize,
}

/// The thread that waits for the disk. It ends when the sender is dropped, and at the first error.
struct Writer {
    parts: SyncSender<Part>,
    written: Receiver<Part>,
    thread: JoinHandle<io::Result<()>>,
}

impl Part {
    fn new(bytes: usize) -> Self {
        let memory = vec![0; bytes + ALIGNMENT];
        let start = memory.as_ptr().align_offset(ALIGNMENT);
        Self { memory, start, filled: 0 }
    }

    /// Where the next bytes belong. There is room in a part that is not whole.
    fn room(&mut self) -> &mut [u8] {
        let bytes = self.memory.len() - ALIGNMENT;
        if self.filled == bytes && bytes < PART_BYTES {
            let mut whole = Self::new(PART_BYTES);
            whole.memory[whole.start..whole.start + bytes].copy_from_slice(self.bytes());
            whole.filled = bytes;
            *self = whole;
        }
        let end = self.start + self.memory.len() - ALIGNMENT;
        &mut self.memory[self.start + self.filled..end]
    }

    fn is_whole(&self) -> bool {
        self.filled == PART_BYTES
    }

    fn bytes(&self) -> &[u8] {
        &self.memory[self.start..self.start + self.filled]
    }
}

impl Writer {
    fn start(file: &File) -> io::Result<Self> {
        let file = file.try_clone()?;
        let (parts, waiting) = sync_channel::<Part>(WAITING_MAX);
        // There is room for all parts that there are.
        let (used, written) = sync_channel(WAITING_MAX + 2);
        let thread = thread::Builder::new().spawn(move || {
            let is_direct = set_direct(&file, true).is_ok();
            let done = waiting.iter().try_for_each(|mut part| {
                write_whole(&file, part.bytes(), is_direct)?;
                part.filled = 0;
                // It is not used again after the last one.
                let _ = used.send(part);
                Ok(())
            });
            if is_direct {
                set_direct(&file, false)?;
            }
            done
        })?;
        Ok(Self { parts, written, thread })
    }

    /// Waits until everything that was sent is on the disk.
    fn finish(self) -> io::Result<()> {
        drop(self.parts);
        self.thread.join().map_err(|_| io::Error::other("writing stopped"))?
    }
}

/// Writes a part past the page cache, or syncs it where the file system has no direct writes.
fn write_whole(mut file: &File, bytes: &[u8], is_direct: bool) -> io::Result<()> {
    if !is_direct {
        file.write_all(bytes)?;
        return file.sync_data();
    }
    let mut rest = bytes;
    while !rest.is_empty() {
        match file.write(rest) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => rest = &rest[written..],
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            // It permits the flag, or began in the middle of a block after a write that was cut short.
            Err(error) if error.kind() == io::ErrorKind::InvalidInput => {
                set_direct(file, false)?;
                file.write_all(rest)?;
                file.sync_data()?;
                set_direct(file, true)?;
                return Ok(());
            }
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Says whether a file is written past the page cache. Some file systems refuse it.
fn set_direct(file: &File, is_direct: bool) -> io::Result<()> {
    let mut flags = fcntl_getfl(file)?;
    flags.set(OFlags::DIRECT, is_direct);
    Ok(fcntl_setfl(file, flags)?)
}

impl PacedFile {
    pub(super) fn new(file: File) -> Self {
        Self { file, part: Part::new(FIRST_BYTES), writer: None }
    }

    /// Copies everything, and returns the number of bytes and their SHA-256.
    pub(super) fn copy_and_hash(&mut self, from: &mut dyn Read) -> io::Result<(u64, String)> {
        let (mut bytes, mut hash) = (0, Sha256::new());
        loop {
            let room = self.part.room();
            match from.read(room) {
                Ok(0) => return Ok((bytes, hex(&hash.finalize()))),
                Ok(read) => {
                    // The disk takes the parts before meanwhile.
                    hash.update(&room[..read]);
                    bytes += read as u64;
                    self.filled(read)?;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// The file with everything that was written, of which the last part may not be durable yet.
    ///
    /// # Errors
    ///
    /// An error of the disk, which later syncs do not return again.
    pub(super) fn finish(mut self) -> io::Result<File> {
        self.writer.take().map_or(Ok(()), Writer::finish)?;
        self.file.write_all(self.part.bytes())?;
        Ok(self.file)
    }

    /// Takes into account that the part has more bytes.
    fn filled(&mut self, bytes: usize) -> io::Result<()> {
        self.part.filled += bytes;
        if self.part.is_whole() { self.send_part() } else { Ok(()) }
    }

    fn send_part(&mut self) -> io::Result<()> {
        let writer = match self.writer.take() {
            Some(writer) => writer,
            None => Writer::start(&self.file)?,
        };
        let next = writer.written.try_recv().unwrap_or_else(|_| Part::new(PART_BYTES));
        if writer.parts.send(mem::replace(&mut self.part, next)).is_err() {
            return writer.finish().and(Err(io::Error::other("writing stopped")));
        }
        self.writer = Some(writer);
        Ok(())
    }
}

impl Write for PacedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let room = self.part.room();
        let taken = bytes.len().min(room.len());
        room[..taken].copy_from_slice(&bytes[..taken]);
        self.filled(taken)?;
        Ok(taken)
    }

    /// Does nothing: a part that is not whole is written at the end.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::fd::OwnedFd;
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use waybill_platform::secret::sha256_hex;

    use super::*;

    fn content(bytes: usize) -> Vec<u8> {
        (0..bytes).map(|at| (at / 251).to_le_bytes()[0]).collect()
    }

    #[test]
    fn a_file_has_what_was_written() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("file");
        let lengths = [0, 1, FIRST_BYTES, FIRST_BYTES + 1, PART_BYTES - 1, PART_BYTES];
        for bytes in lengths.into_iter().chain([5 * PART_BYTES + 7]) {
            let content = content(bytes);
            let mut file = PacedFile::new(File::create(&path).unwrap());
            for bytes in content.chunks(100_000) {
                file.write_all(bytes).unwrap();
            }
            assert_eq!(file.writer.is_some(), bytes >= PART_BYTES, "of {bytes} bytes");
            file.finish().unwrap();
            assert!(fs::read(&path).unwrap() == content, "{bytes} bytes differ");

            let mut file = PacedFile::new(File::create(&path).unwrap());
            let copied = file.copy_and_hash(&mut content.as_slice()).unwrap();
            assert_eq!(copied, (bytes as u64, sha256_hex(&content)));
            file.finish().unwrap();
            assert!(fs::read(&path).unwrap() == content, "of a copy, {bytes} bytes differ");
        }
    }

    /// Only as much is taken as the disk will have soon: here it takes nothing before its first part is read.
    #[test]
    fn what_is_written_waits_for_the_disk() {
        let (mut disk, end) = io::pipe().unwrap();
        let mut file = PacedFile::new(File::from(OwnedFd::from(end)));
        let (taken, parts) = channel();
        let writer = thread::spawn(move || {
            for part in 0..8 {
                file.write_all(&content(PART_BYTES)).unwrap();
                taken.send(part).unwrap();
            }
            file.finish().unwrap();
        });
        // One is with the disk and one waits for it.
        for part in 0..2 {
            assert_eq!(parts.recv().unwrap(), part);
        }
        let more = parts.recv_timeout(Duration::from_millis(200));
        assert!(more.is_err(), "a part was taken although the disk had taken none: {more:?}");
        // A direct write to a pipe arrives as packets.
        let (mut read, mut packet) = (Vec::new(), vec![0; 1 << 16]);
        loop {
            match disk.read(&mut packet).unwrap() {
                0 => break,
                bytes => read.extend_from_slice(&packet[..bytes]),
            }
        }
        assert!(read == content(PART_BYTES).repeat(8), "it differs");
        writer.join().unwrap();
    }

    /// What is in the page cache waits for nothing.
    #[test]
    fn whole_parts_are_written_past_the_page_cache() {
        let place = tempfile::tempdir().unwrap();
        let plain = File::create(place.path().join("plain")).unwrap();
        if set_direct(&plain, true).is_err() {
            eprintln!("not run: the file system refuses direct writes");
            return;
        }
        let mut file = PacedFile::new(File::create(place.path().join("file")).unwrap());
        let is_direct = |file: &File| fcntl_getfl(file).unwrap().contains(OFlags::DIRECT);
        file.write_all(&content(4 * PART_BYTES)).unwrap();
        assert!(is_direct(&file.file));
        // The last part has any length.
        assert!(!is_direct(&file.finish().unwrap()));
    }

    /// Direct writes are refused in the middle of a block, as they are where there are none.
    #[test]
    fn a_file_without_direct_writes_has_what_was_written() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("file");
        let mut begun = File::create(&path).unwrap();
        begun.write_all(b"begun").unwrap();
        let mut file = PacedFile::new(begun);
        let content = vec![7; 3 * PART_BYTES + 1];
        file.write_all(&content).unwrap();
        file.finish().unwrap();
        assert!(fs::read(path).unwrap() == [b"begun".as_slice(), &content].concat(), "it differs");
    }

    #[test]
    fn an_error_of_the_disk_is_returned() {
        // What is written last fails, although it was taken.
        let mut file = PacedFile::new(File::options().write(true).open("/dev/full").unwrap());
        let written = file.write_all(&vec![0; PART_BYTES]).and_then(|()| file.finish().map(drop));
        assert_eq!(written.unwrap_err().kind(), io::ErrorKind::StorageFull);
    }
}
