//! Reading a sealed generation for a copy: each frame is checked on the way, so that damage is not copied unnoticed.

use std::io::{self, Read};
use std::os::unix::fs::FileExt as _;
use std::path::Path;

use super::cut::CutGeneration;
use super::frame::FrameHeader;
use super::layout::generation_dir;
use super::sealed::{MAGIC, Sealed};

/// How many bytes behind the frames are read at once.
const PART_BYTES: usize = 1 << 16;

/// The bytes of a sealed generation.
pub struct CheckedGeneration {
    sealed: Sealed,
    number: u32,
    /// The next frame.
    frame: u64,
    /// The offset of what is read after the frames: their headers, which were checked at opening.
    rest_at: u64,
    /// Bytes that are right, and how many of them were read.
    ready: (Vec<u8>, usize),
}

impl CheckedGeneration {
    /// Opens a generation of the journal in `dir`.
    ///
    /// # Errors
    ///
    /// An error of kind `InvalidData` with a sentence, if it is damaged or does not hold the frames of the cut; and
    /// those of the file system. Reading returns the same.
    pub fn open(dir: &Path, generation: &CutGeneration) -> io::Result<Self> {
        let number = generation.number;
        let sealed = Sealed::open(&generation_dir(dir, number), |_| Ok(()))
            .map_err(|error| of_generation(number, error))?;
        let (frames, expected) = (sealed.frames(), generation.first_frame..generation.frames_end);
        if frames != expected && !(frames.is_empty() && expected.is_empty()) {
            let (found, expected) = (frames.end - frames.start, expected.end - expected.start);
            return Err(damaged(number, &format!("it holds {found} frames instead of {expected}")));
        }
        let (frame, rest_at) = (frames.start, sealed.frames_end());
        Ok(Self { sealed, number, frame, rest_at, ready: (MAGIC.to_vec(), 0) })
    }

    /// The size of its file in bytes.
    ///
    /// # Errors
    ///
    /// An error of the file system.
    pub fn file_bytes(&self) -> io::Result<u64> {
        Ok(self.sealed.file().metadata()?.len())
    }

    /// The next frame after it was checked, and then what is behind them.
    fn next(&mut self) -> io::Result<Vec<u8>> {
        if self.frame < self.sealed.frames().end {
            let frame = self.frame;
            let wrong = |why: &str| damaged(self.number, &format!("frame {frame}: {why}"));
            let bytes =
                self.sealed.get(frame).map_err(|error| of_generation(self.number, error))?;
            let bytes = bytes.ok_or_else(|| wrong("it is missing"))?;
            let header = FrameHeader::parse_checked(&bytes).map_err(&wrong)?;
            if header.number != frame {
                return Err(wrong("another one is in its place"));
            }
            self.frame += 1;
            return Ok(bytes);
        }
        let mut part = vec![0; PART_BYTES];
        let read = self.sealed.file().read_at(&mut part, self.rest_at)?;
        self.rest_at += read as u64;
        part.truncate(read);
        Ok(part)
    }
}

impl Read for CheckedGeneration {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.ready.1 == self.ready.0.len() {
            self.ready = (self.next()?, 0);
        }
        let (bytes, at) = &mut self.ready;
        let read = (&bytes[*at..]).read(buffer)?;
        *at += read;
        Ok(read)
    }
}

/// Names the generation that is damaged. Errors of the file system stay as they are.
fn of_generation(generation: u32, error: io::Error) -> io::Error {
    match error.kind() {
        io::ErrorKind::InvalidData => damaged(generation, &error.to_string()),
        _ => error,
    }
}

fn damaged(generation: u32, why: &str) -> io::Error {
    let text = format!("generation {generation} is damaged: {why}");
    io::Error::new(io::ErrorKind::InvalidData, text)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn an_error_of_the_disk_is_no_damage() {
        let place = tempfile::tempdir().unwrap();
        let generation =
            CutGeneration { number: 3, first_frame: 0, frames_end: 1, is_sealed: true };
        // A directory is opened like a file, and cannot be read.
        fs::create_dir_all(generation_dir(place.path(), generation.number).join("sealed")).unwrap();
        let error = CheckedGeneration::open(place.path(), &generation).err().unwrap();
        assert_eq!(error.kind(), io::ErrorKind::IsADirectory, "{error}");
        let damage = of_generation(3, io::Error::new(io::ErrorKind::InvalidData, "a frame"));
        assert_eq!(damage.to_string(), "generation 3 is damaged: a frame");
    }
}
