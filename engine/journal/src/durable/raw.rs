//! The frames in the bytes of sled's file, found by their magic and not by sled.
//!
//! sled ends its log at the first message whose checksum is wrong, and overwrites what follows. Each frame has a
//! checksum of its own and is stored in one piece, so its bytes can be found without sled: behind damage, and when sled
//! does not open the file at all.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use super::active::FILE;
use super::frame::{FrameHeader, MAGIC};

const BLOCK: usize = 4096;
const ZEROS: [u8; BLOCK] = [0; BLOCK];

/// Those of all open generations, by number.
pub(super) type Raws = BTreeMap<u32, Arc<Raw>>;

/// Whether all frames of the open generations are whole up to a number of records: what was being written later does
/// not count.
pub(super) fn are_whole(raws: &Raws, count: u64) -> bool {
    let numbers: BTreeSet<u64> = raws.values().flat_map(|raw| raw.numbers_from(0)).collect();
    let whole = |number: &u64| raws.values().find_map(|raw| raw.whole(*number, None));
    let end = |number: &u64| {
        let header = FrameHeader::parse(whole(number)?).ok()?;
        Some((*number, header.first_position + header.records() as u64))
    };
    match numbers.iter().rev().find_map(end) {
        Some((last, end)) => {
            end >= count && numbers.range(..last).all(|number| whole(number).is_some())
        }
        None => numbers.is_empty(),
    }
}

/// The bytes of an open generation's file, as they were before sled repaired it.
pub(super) struct Raw {
    bytes: Vec<u8>,
    /// The number of each frame that begins here, whole or not, and the offset at which it does. Sorted.
    places: Vec<(u64, usize)>,
}

impl Raw {
    /// Reads the file of an open generation, which is kept in memory.
    pub(super) fn read(generation: &Path) -> io::Result<Self> {
        Self::read_file(&generation.join(FILE))
    }

    /// Reads any file that holds frames.
    pub(super) fn read_file(path: &Path) -> io::Result<Self> {
        let bytes = match fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            read => read?,
        };
        let mut places = Vec::new();
        for (number, block) in bytes.chunks(BLOCK).enumerate() {
            // Most of a file is preallocated.
            if block == &ZEROS[..block.len()] {
                continue;
            }
            let first = block.iter().enumerate().filter(|(_, byte)| **byte == MAGIC[0]);
            let offsets = first.map(|(at, _)| number * BLOCK + at);
            places.extend(offsets.filter_map(|at| Some((number_at(&bytes, at)?, at))));
        }
        places.sort_unstable();
        Ok(Self { bytes, places })
    }

    /// The bytes of the file.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The table of a frame that is not whole, as far as it can be made out, and whether the names of its streams are
    /// right: then they are in its records too.
    pub(super) fn table_of(&self, number: u64) -> Option<(FrameHeader<'_>, bool)> {
        let from = self.places.partition_point(|(found, _)| *found < number);
        let mut places = self.places[from..].iter().take_while(|(found, _)| *found == number);
        places.find_map(|(_, at)| {
            let frame = &self.bytes[*at..];
            let header = FrameHeader::parse(frame).ok()?;
            let is_right = names_its_streams(&header, frame);
            Some((header, is_right))
        })
    }

    /// The numbers, from this one on, of which there is something of a frame, whole or not. Ascending, each once.
    pub(super) fn numbers_from(&self, number: u64) -> Vec<u64> {
        let from = self.places.partition_point(|(found, _)| *found < number);
        let mut numbers: Vec<u64> = self.places[from..].iter().map(|(found, _)| *found).collect();
        numbers.dedup();
        numbers
    }

    /// The bytes of a frame that is whole and begins with the record at this position, if it is known.
    pub(super) fn whole(&self, number: u64, position: Option<u64>) -> Option<&[u8]> {
        let from = self.places.partition_point(|(found, _)| *found < number);
        let places = self.places[from..].iter().take_while(|(found, _)| *found == number);
        places.filter_map(|(_, at)| whole_at(&self.bytes[*at..])).find(|frame| {
            let header = FrameHeader::parse(frame);
            header.is_ok_and(|h| position.is_none_or(|position| position == h.first_position))
        })
    }
}

/// Whether the records of a frame, whose checksum is wrong, name each stream of its table. A name that is damaged in
/// the table is in no record.
fn names_its_streams(header: &FrameHeader<'_>, frame: &[u8]) -> bool {
    let end = header.frame_bytes().min(frame.len());
    let lines = frame.get(header.bytes.len()..end).unwrap_or_default();
    let is_named = |name: &str| {
        let field = format!("\"stream\":\"{name}\"");
        lines.windows(field.len()).any(|window| window == field.as_bytes())
    };
    header.records() > 0 && header.streams().iter().copied().all(is_named)
}

/// The number of the frame that begins at an offset, if one does. The magic alone may be the text of a client; the byte
/// of the version is none that a record holds.
fn number_at(bytes: &[u8], at: usize) -> Option<u64> {
    let prefix = bytes.get(at..at + 24)?;
    let number = prefix[16..].first_chunk::<8>()?;
    FrameHeader::may_begin(prefix).then(|| u64::from_le_bytes(*number))
}

/// The bytes of the frame at the beginning of `bytes`, if it is whole.
fn whole_at(bytes: &[u8]) -> Option<&[u8]> {
    let length = FrameHeader::parse(bytes).ok()?.frame_bytes();
    let frame = bytes.get(..length)?;
    FrameHeader::parse_checked(frame).ok().map(|_| frame)
}
