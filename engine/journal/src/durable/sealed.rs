//! A sealed generation: one immutable file of all its frames.
//!
//! The file begins with `WBSEALED` and the frames as they were stored. Then their headers are repeated, one after the
//! other, so that opening reads one contiguous range; then come 32 bytes: the offset of the headers (u64), their total
//! length (u64), the number of frames (u64), a CRC-32 of the headers (u32), and `WBSE`. Numbers are little-endian.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::os::unix::fs::FileExt;
use std::path::Path;

use super::active::Active;
use super::frame::FrameHeader;
use super::head_file::sync_dir;

pub(super) const NAME: &str = "sealed";

pub(super) const MAGIC: &[u8; 8] = b"WBSEALED";
const END_MAGIC: &[u8; 4] = b"WBSE";
const FOOTER: usize = 32;

pub(super) struct Sealed {
    file: File,
    first_frame: u64,
    /// The offset of each frame, and finally that of the headers.
    offsets: Vec<u32>,
}

impl Sealed {
    /// Opens the file in `dir` and calls `visit` with the header of each frame.
    ///
    /// # Errors
    ///
    /// An error of kind `InvalidData` if it is damaged; and those of the file system.
    pub(super) fn open(
        dir: &Path,
        mut visit: impl FnMut(&FrameHeader<'_>) -> Result<(), String>,
    ) -> io::Result<Self> {
        const LARGE: &str = "the file is larger than 4 GiB";
        let mut file = File::open(dir.join(NAME))?;
        let (headers, count) = read_headers(&mut file)?;
        let mut offsets = Vec::with_capacity(count + 1);
        let mut offset = MAGIC.len();
        let mut rest = headers.as_slice();
        let mut first_frame = None;
        while !rest.is_empty() {
            let header = FrameHeader::parse(rest).map_err(damaged)?;
            first_frame = first_frame.or(Some(header.number));
            visit(&header).map_err(damaged)?;
            offsets.push(u32::try_from(offset).map_err(|_| damaged(LARGE))?);
            offset += header.frame_bytes();
            rest = &rest[header.bytes.len()..];
        }
        offsets.push(u32::try_from(offset).map_err(|_| damaged(LARGE))?);
        if offsets.len() != count + 1 {
            return Err(damaged("it holds another number of frames than it says"));
        }
        Ok(Self { file, first_frame: first_frame.unwrap_or(0), offsets })
    }

    /// The numbers of its frames.
    pub(super) fn frames(&self) -> Range<u64> {
        self.first_frame..self.first_frame + self.offsets.len() as u64 - 1
    }

    /// The offset behind its last frame.
    pub(super) fn frames_end(&self) -> u64 {
        self.offsets.last().map_or(MAGIC.len() as u64, |end| u64::from(*end))
    }

    /// Its file.
    pub(super) const fn file(&self) -> &File {
        &self.file
    }

    /// The bytes of a frame, not yet checked; `None` when there is no such frame.
    ///
    /// # Errors
    ///
    /// As for [`Self::open`].
    pub(super) fn get(&self, number: u64) -> io::Result<Option<Vec<u8>>> {
        let place = number.checked_sub(self.first_frame).map(usize::try_from);
        let Some(Ok(place)) = place else { return Ok(None) };
        let (Some(start), Some(end)) = (self.offsets.get(place), self.offsets.get(place + 1))
        else {
            return Ok(None);
        };
        let mut bytes = vec![0; (end - start) as usize];
        self.file.read_exact_at(&mut bytes, u64::from(*start)).map_err(cut_short)?;
        Ok(Some(bytes))
    }
}

fn damaged(why: impl Into<String>) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, why.into())
}

/// The error of a read that expects more bytes than there are; other errors are the file system's.
fn cut_short(error: io::Error) -> io::Error {
    if error.kind() == ErrorKind::UnexpectedEof { damaged("it is cut short") } else { error }
}

fn read_headers(file: &mut File) -> io::Result<(Vec<u8>, usize)> {
    let end = file.metadata()?.len();
    let mut magic = [0; MAGIC.len()];
    file.read_exact_at(&mut magic, 0).map_err(cut_short)?;
    let footer_at = end.checked_sub(FOOTER as u64).ok_or_else(|| damaged("it is cut short"))?;
    let mut footer = [0; FOOTER];
    file.read_exact_at(&mut footer, footer_at).map_err(cut_short)?;
    if &magic != MAGIC || &footer[28..] != END_MAGIC {
        return Err(damaged("it does not begin and end like a sealed generation"));
    }
    let number = |at: usize| {
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&footer[at..at + 8]);
        u64::from_le_bytes(bytes)
    };
    let (start, length, count) = (number(0), number(8), number(16));
    if start.checked_add(length) != Some(footer_at) {
        return Err(damaged("its last bytes do not say where its headers lie"));
    }
    file.seek(SeekFrom::Start(start))?;
    let mut headers = Vec::new();
    file.take(length).read_to_end(&mut headers)?;
    if crc32fast::hash(&headers).to_le_bytes() != footer[24..28] {
        return Err(damaged("the checksum of its headers does not match them"));
    }
    Ok((headers, usize::try_from(count).map_err(|e| damaged(e.to_string()))?))
}

/// Passes the number and the bytes of each frame to a function, first to last.
pub(super) type Visit<'a> = &'a mut dyn FnMut(u64, &[u8]) -> Result<(), String>;

/// Writes all frames of an open generation, first to last, into a sealed file beside it. The open generation is not
/// changed.
pub(super) fn write(active: &Active, dir: &Path) -> io::Result<()> {
    write_frames(dir, |visit| active.for_each_frame(visit))
}

/// Writes frames into a sealed file, which replaces an existing one.
pub(super) fn write_frames(
    dir: &Path,
    for_each: impl FnOnce(Visit<'_>) -> Result<(), String>,
) -> io::Result<()> {
    let unfinished = dir.join("sealed.tmp");
    let mut out = BufWriter::with_capacity(1024 * 1024, File::create(&unfinished)?);
    write_into(&mut out, for_each)?;
    out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
    fs::rename(unfinished, dir.join(NAME))?;
    sync_dir(dir)
}

/// Writes frames in the format of a sealed file.
pub(super) fn write_into(
    out: &mut dyn Write,
    for_each: impl FnOnce(Visit<'_>) -> Result<(), String>,
) -> io::Result<()> {
    let mut headers = Vec::new();
    let (mut at, mut count) = (MAGIC.len() as u64, 0_u64);
    out.write_all(MAGIC)?;
    let copied = for_each(&mut |number, bytes| {
        let header =
            FrameHeader::parse_checked(bytes).map_err(|e| format!("frame {number}: {e}"))?;
        headers.extend_from_slice(header.bytes);
        at += bytes.len() as u64;
        count += 1;
        out.write_all(bytes).map_err(|e| e.to_string())
    });
    copied.map_err(io::Error::other)?;
    out.write_all(&headers)?;
    out.write_all(&at.to_le_bytes())?;
    out.write_all(&(headers.len() as u64).to_le_bytes())?;
    out.write_all(&count.to_le_bytes())?;
    out.write_all(&crc32fast::hash(&headers).to_le_bytes())?;
    out.write_all(END_MAGIC)
}

/// Removes the store of a generation that is sealed.
pub(super) fn remove_store(dir: &Path) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        if entry.file_name() == NAME {
            continue;
        }
        if entry.file_type()?.is_dir() {
            fs::remove_dir_all(entry.path())?;
        } else {
            fs::remove_file(entry.path())?;
        }
    }
    sync_dir(dir)
}
