//! Frames: a kind, a length, and so many bytes.

use std::io::{self, Read, Write};

/// The longest request in bytes. Nothing that is typed, and no licence key, is longer.
pub(super) const REQUEST_BYTES_MAX: usize = 1 << 20;
/// The longest answer in bytes.
pub(super) const ANSWER_BYTES_MAX: usize = 256 << 20;
/// Output is sent in parts of this many bytes.
const PART_BYTES: usize = 64 * 1_024;

/// What a frame holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A hello, a request, or the end of an answer, as JSON.
    Message,
    /// A part of what the command prints, or of a file.
    Output,
}

impl Kind {
    const fn byte(self) -> u8 {
        match self {
            Self::Message => b'm',
            Self::Output => b'o',
        }
    }

    fn of(byte: u8) -> io::Result<Self> {
        [Self::Message, Self::Output].into_iter().find(|kind| kind.byte() == byte).ok_or_else(
            || io::Error::new(io::ErrorKind::InvalidData, "it sent what is no frame of a command"),
        )
    }
}

pub(super) fn write(out: &mut impl Write, kind: Kind, bytes: &[u8]) -> io::Result<()> {
    let length = u32::try_from(bytes.len()).map_err(io::Error::other)?;
    let [a, b, c, d] = length.to_le_bytes();
    out.write_all(&[kind.byte(), a, b, c, d])?;
    out.write_all(bytes)
}

/// Reads a frame; `None` at the end of the stream.
pub(super) fn read(from: &mut impl Read, bytes_max: usize) -> io::Result<Option<(Kind, Vec<u8>)>> {
    let mut first = [0];
    if from.read(&mut first)? == 0 {
        return Ok(None);
    }
    let mut length = [0; 4];
    from.read_exact(&mut length)?;
    let (kind, length) = (Kind::of(first[0])?, u32::from_le_bytes(length) as usize);
    if length > bytes_max {
        let message = format!("a message may have {bytes_max} bytes at most");
        return Err(io::Error::new(io::ErrorKind::InvalidData, message));
    }
    // The memory grows with what arrives, and not with what is announced.
    let mut bytes = Vec::new();
    from.take(length as u64).read_to_end(&mut bytes)?;
    if bytes.len() < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Some((kind, bytes)))
}

/// Sends everything that is written to it as output.
pub(super) struct OutputWriter<W> {
    inner: W,
    pending: Vec<u8>,
}

impl<W: Write> OutputWriter<W> {
    pub(super) fn new(inner: W) -> Self {
        Self { inner, pending: Vec::with_capacity(PART_BYTES) }
    }
}

impl<W: Write> Write for OutputWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(bytes);
        if self.pending.len() >= PART_BYTES {
            self.flush()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if !self.pending.is_empty() {
            write(&mut self.inner, Kind::Output, &self.pending)?;
            self.pending.clear();
        }
        self.inner.flush()
    }
}
