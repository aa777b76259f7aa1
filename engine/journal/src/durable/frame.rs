//! Frames: many records as one value of the store.
//!
//! Numbers are little-endian. A frame begins with 32 bytes: the magic `WBFR`, a CRC-32 of all bytes after it, the frame
//! version, a byte of flags, the number of streams (u16), the number of records (u32), the number of the frame (u64)
//! and the position of its first record (u64). Then come the names of its streams, each after a byte with its length,
//! then 46 bytes for each record (u16 index of its stream, u64 seq, u32 length of its line, 32 bytes hash), then the
//! lines without separators.
//!
//! The table before the lines is what opening reads: a million records are indexed without parsing
//! a single line.

use std::collections::HashMap;
use std::ops::Range;

use crate::hash::Hash;
use crate::record::SealedRecord;

/// The largest frame: a full page of the store (17 frames) has to stay below the size at which sled moves pages to
/// files that it never syncs; see `active.rs`.
pub(super) const FRAME_BYTES_MAX: usize = 56 * 1024;

pub(super) const MAGIC: &[u8; 4] = b"WBFR";
const VERSION: u8 = 1;
const PREFIX: usize = 32;
const ENTRY: usize = 46;
/// Flag: the group of this frame's last records continues in the next frame.
const CONTINUES: u8 = 1;
/// Flag: the frame is the first of a commit, so all frames before it were durable when it was written. Frames of builds
/// that did not know the flag have none.
const BEGINS: u8 = 2;

/// Collects records until the frame is full.
pub(super) struct FrameBuilder {
    number: u64,
    first_position: u64,
    flags: u8,
    names: Vec<u8>,
    streams: HashMap<String, u16>,
    entries: Vec<u8>,
    lines: Vec<u8>,
}

impl FrameBuilder {
    /// The first frame of a commit.
    pub(super) fn first(number: u64, first_position: u64) -> Self {
        Self::new(number, first_position, BEGINS)
    }

    /// A further frame of a commit.
    pub(super) fn further(number: u64, first_position: u64) -> Self {
        Self::new(number, first_position, 0)
    }

    fn new(number: u64, first_position: u64, flags: u8) -> Self {
        Self {
            number,
            first_position,
            flags,
            names: Vec::new(),
            streams: HashMap::new(),
            entries: Vec::new(),
            lines: Vec::with_capacity(FRAME_BYTES_MAX),
        }
    }

    pub(super) fn number(&self) -> u64 {
        self.number
    }

    pub(super) fn records(&self) -> usize {
        self.entries.len() / ENTRY
    }

    /// Whether the record still fits. An empty frame takes any record.
    pub(super) fn fits(&self, record: &SealedRecord) -> bool {
        let used = PREFIX + self.names.len() + self.entries.len() + self.lines.len();
        let more = 1 + record.stream().len() + ENTRY + record.line().len();
        self.entries.is_empty() || used + more <= FRAME_BYTES_MAX
    }

    pub(super) fn push(&mut self, record: &SealedRecord) {
        let stream = self.stream_index(record.stream());
        self.entries.extend_from_slice(&stream.to_le_bytes());
        self.entries.extend_from_slice(&record.seq().to_le_bytes());
        self.entries.extend_from_slice(&length_u32(record.line().len()).to_le_bytes());
        self.entries.extend_from_slice(&record.hash().0);
        self.lines.extend_from_slice(record.line().as_bytes());
    }

    fn stream_index(&mut self, stream: &str) -> u16 {
        if let Some(index) = self.streams.get(stream) {
            return *index;
        }
        // A frame of 56 KiB cannot hold 65536 records, and names have 128 bytes at most.
        let index = u16::try_from(self.streams.len()).unwrap_or(u16::MAX);
        self.streams.insert(stream.to_owned(), index);
        self.names.push(u8::try_from(stream.len()).unwrap_or(u8::MAX));
        self.names.extend_from_slice(stream.as_bytes());
        index
    }

    /// The bytes of the frame. `continues` means that its last records are the beginning of a group that the next frame
    /// continues.
    pub(super) fn finish(self, continues: bool) -> Vec<u8> {
        let length = PREFIX + self.names.len() + self.entries.len() + self.lines.len();
        let mut bytes = Vec::with_capacity(length);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&[0; 4]);
        bytes.push(VERSION);
        bytes.push(self.flags | if continues { CONTINUES } else { 0 });
        let streams = u16::try_from(self.streams.len()).unwrap_or(u16::MAX);
        bytes.extend_from_slice(&streams.to_le_bytes());
        bytes.extend_from_slice(&length_u32(self.entries.len() / ENTRY).to_le_bytes());
        bytes.extend_from_slice(&self.number.to_le_bytes());
        bytes.extend_from_slice(&self.first_position.to_le_bytes());
        bytes.extend_from_slice(&self.names);
        bytes.extend_from_slice(&self.entries);
        bytes.extend_from_slice(&self.lines);
        let crc = crc32fast::hash(&bytes[8..]);
        bytes[4..8].copy_from_slice(&crc.to_le_bytes());
        bytes
    }
}

fn length_u32(length: usize) -> u32 {
    u32::try_from(length).expect("frames are far below 4 GiB")
}

/// The part of a frame before its lines, borrowed.
#[derive(Clone)]
pub(super) struct FrameHeader<'a> {
    pub(super) number: u64,
    pub(super) first_position: u64,
    pub(super) continues: bool,
    /// Whether all frames before it were durable when it was written.
    pub(super) begins: bool,
    /// The bytes of the header itself.
    pub(super) bytes: &'a [u8],
    streams: Vec<&'a str>,
    entries: &'a [u8],
}

/// A row of a frame's table of records.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// Index into the frame's streams.
    pub(super) stream: usize,
    pub(super) seq: u64,
    pub(super) hash: Hash,
    /// The byte range of the line in the frame.
    pub(super) line: Range<usize>,
}

impl<'a> FrameHeader<'a> {
    /// Whether a frame may begin with these bytes.
    pub(super) fn may_begin(prefix: &[u8]) -> bool {
        let has_version = prefix.get(8) == Some(&VERSION);
        let has_flags = prefix.get(9).is_some_and(|flags| flags & !(CONTINUES | BEGINS) == 0);
        prefix.starts_with(MAGIC) && has_version && has_flags
    }

    /// Parses the header at the beginning of `bytes`, which may end before the lines.
    pub(super) fn parse(bytes: &'a [u8]) -> Result<Self, &'static str> {
        const SHORT: &str = "the frame is cut short";
        let prefix = bytes.get(..PREFIX).ok_or(SHORT)?;
        if &prefix[..4] != MAGIC {
            return Err("it does not begin like a frame");
        }
        if prefix[8] != VERSION {
            return Err("the frame has another version than 1");
        }
        let stream_count = u16::from_le_bytes([prefix[10], prefix[11]]);
        let record_count = u32::from_le_bytes(fixed(&prefix[12..16])) as usize;
        let mut streams = Vec::with_capacity(usize::from(stream_count));
        let mut at = PREFIX;
        for _ in 0..stream_count {
            let length = usize::from(*bytes.get(at).ok_or(SHORT)?);
            let name = bytes.get(at + 1..at + 1 + length).ok_or(SHORT)?;
            streams.push(std::str::from_utf8(name).map_err(|_| "a stream's name is not UTF-8")?);
            at += 1 + length;
        }
        let end = record_count.checked_mul(ENTRY).and_then(|size| at.checked_add(size));
        let end = end.ok_or(SHORT)?;
        let entries = bytes.get(at..end).ok_or(SHORT)?;
        Ok(Self {
            number: u64::from_le_bytes(fixed(&prefix[16..24])),
            first_position: u64::from_le_bytes(fixed(&prefix[24..32])),
            continues: prefix[9] & CONTINUES != 0,
            begins: prefix[9] & BEGINS != 0,
            bytes: &bytes[..end],
            streams,
            entries,
        })
    }

    /// Parses the header of a complete frame after checking its checksum and lengths.
    pub(super) fn parse_checked(frame: &'a [u8]) -> Result<Self, &'static str> {
        let header = Self::parse(frame)?;
        if crc32fast::hash(&frame[8..]).to_le_bytes() != frame[4..8] {
            return Err("the frame's checksum does not match its bytes");
        }
        if header.frame_bytes() != frame.len() {
            return Err("the frame's length does not match its table");
        }
        if header.entries().any(|entry| entry.stream >= header.streams.len()) {
            return Err("the frame's table names a stream that it does not list");
        }
        Ok(header)
    }

    pub(super) fn records(&self) -> usize {
        self.entries.len() / ENTRY
    }

    pub(super) fn streams(&self) -> &[&'a str] {
        &self.streams
    }

    /// Length of the whole frame.
    pub(super) fn frame_bytes(&self) -> usize {
        self.entries().last().map_or(self.bytes.len(), |entry| entry.line.end)
    }

    pub(super) fn entries(&self) -> impl Iterator<Item = Entry> {
        let mut line_at = self.bytes.len();
        self.entries.chunks_exact(ENTRY).map(move |row| {
            let start = line_at;
            line_at += u32::from_le_bytes(fixed(&row[10..14])) as usize;
            Entry {
                stream: usize::from(u16::from_le_bytes([row[0], row[1]])),
                seq: u64::from_le_bytes(fixed(&row[2..10])),
                hash: Hash(fixed(&row[14..46])),
                line: start..line_at,
            }
        })
    }
}

fn fixed<const N: usize>(bytes: &[u8]) -> [u8; N] {
    bytes.try_into().expect("the callers slice exactly so many bytes")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_whose_checksum_alone_is_wrong_is_refused() {
        let sound = FrameBuilder::first(7, 3).finish(false);
        assert_eq!(FrameHeader::parse_checked(&sound).expect("it is sound").number, 7);
        for byte in 4..8 {
            let mut changed = sound.clone();
            changed[byte] ^= 1;
            let refused = FrameHeader::parse_checked(&changed).err();
            assert_eq!(refused, Some("the frame's checksum does not match its bytes"));
        }
    }
    /// A client may write the magic into a record: the lines of a frame are searched for frames as well.
    #[test]
    fn the_magic_in_a_text_begins_no_frame() {
        for frame in [FrameBuilder::first(7, 3), FrameBuilder::further(8, 4)] {
            assert!(FrameHeader::may_begin(&frame.finish(true)));
        }
        for text in ["WBFR", "WBFR0123456789abcdef0123", "WBFR\u{1}\u{1}\u{1}\u{1}\u{1}\u{7f}"] {
            assert!(!FrameHeader::may_begin(text.as_bytes()), "{text:?}");
        }
    }
}
