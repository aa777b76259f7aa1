//! The index in memory: the head of each stream and the frames that hold its records.
//!
//! It is derived: opening builds it from the tables of the frames. It is kept small, since every stream that ever
//! existed has an entry: a name, a head of 40 bytes and about two bytes per frame. With names of 44 characters and four
//! frames each that was measured as 275 resident bytes per stream.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use super::frame::FrameHeader;
use crate::hash::Hash;
use crate::record::StreamHead;

#[derive(Default)]
pub(super) struct Index {
    /// Ordered, since streams are listed by name in pages.
    streams: BTreeMap<Box<str>, Stream>,
    /// Number of records, which is the position of the next one.
    count: u64,
    /// The number of the next frame.
    next_frame: u64,
    /// The hash of the newest record.
    last: Hash,
    /// Whether frames may be missing, since the journal is damaged.
    may_miss: bool,
    /// Number of records that are missing before the newest one.
    missing: u64,
    /// Streams with records in frames that are missing.
    broken: BTreeSet<Box<str>>,
    /// Number of records in frames that are missing since the newest one, as far as their streams are known.
    accounted: u64,
    /// Frames of unknown streams are missing before this one. A stream that ends before it may have lost its end.
    doubtful_before: u64,
    /// Frames that turned out to be damaged since it was opened.
    lost: BTreeSet<u64>,
}

struct Stream {
    head: StreamHead,
    frames: FrameList,
}

impl Index {
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    pub(super) fn next_frame(&self) -> u64 {
        self.next_frame
    }

    pub(super) fn last(&self) -> Hash {
        self.last
    }

    pub(super) fn stream_count(&self) -> u64 {
        self.streams.len() as u64
    }

    pub(super) fn head(&self, stream: &str) -> Option<StreamHead> {
        self.streams.get(stream).map(|stream| stream.head)
    }

    /// From now on frames may be missing. What is read of the journal is then not all that it held.
    pub(super) fn allow_missing(&mut self) {
        self.may_miss = true;
    }

    /// Number of records that are missing before the newest one.
    pub(super) fn missing(&self) -> u64 {
        self.missing
    }

    /// Marks streams of which records are missing: they cannot be read.
    pub(super) fn mark_broken<'a>(&mut self, streams: impl Iterator<Item = &'a str>) {
        self.broken.extend(streams.map(Box::from));
    }

    /// Marks the streams of a frame that is missing, and whose table is known.
    pub(super) fn lose(&mut self, header: &FrameHeader<'_>) {
        self.mark_broken(header.streams().iter().copied());
        self.accounted += header.records() as u64;
    }

    /// Marks the streams that have records in a frame, which cannot be read after all.
    pub(super) fn lose_frame(&mut self, frame: u64) {
        self.lost.insert(frame);
        let has_it = |stream: &Stream| stream.frames.iter().any(|found| found == frame);
        let names = self.streams.iter().filter(|(_, stream)| has_it(stream));
        self.broken.extend(names.map(|(name, _)| name.clone()));
    }

    /// Whether a frame is known to be lost.
    pub(super) fn is_lost(&self, frame: u64) -> bool {
        self.lost.contains(&frame)
    }

    /// Takes note that records are missing behind the newest one, whose streams are not known.
    pub(super) fn doubt_all(&mut self) {
        self.doubtful_before = u64::MAX;
    }

    /// Whether frames are missing of which the streams are not known.
    pub(super) fn is_doubtful(&self) -> bool {
        self.doubtful_before > 0
    }

    /// Number of records in frames that are missing behind the newest one and whose streams are known.
    pub(super) fn accounted(&self) -> u64 {
        self.accounted
    }

    /// Whether the newest records of a stream may be missing.
    pub(super) fn may_lack_newest(&self, stream: &str) -> bool {
        let newest = self.streams.get(stream).map(|stream| stream.frames.last.0);
        // All records of a stream that is not known may be among those that are lost.
        let is_doubtful =
            newest.map_or(self.doubtful_before > 0, |frame| frame < self.doubtful_before);
        self.is_broken(stream) || is_doubtful
    }

    /// Whether records of a stream are missing.
    pub(super) fn is_broken(&self, stream: &str) -> bool {
        self.broken.contains(stream)
    }

    /// The names of the streams of which records are known to be missing.
    pub(super) fn broken(&self) -> impl ExactSizeIterator<Item = &str> {
        self.broken.iter().map(AsRef::as_ref)
    }

    /// The frames that hold records of a stream from `from_seq` on.
    pub(super) fn frames(&self, stream: &str, from_seq: u64) -> FramesFrom<'_> {
        let frames = self.streams.get(stream).map(|stream| &stream.frames);
        FramesFrom::new(frames, from_seq)
    }

    pub(super) fn streams(
        &self,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Vec<(String, StreamHead)> {
        let start = match after {
            Some(after) if after >= prefix => Bound::Excluded(after),
            _ => Bound::Included(prefix),
        };
        let from_start = self.streams.range::<str, _>((start, Bound::Unbounded));
        let wanted = from_start.take_while(|(name, _)| name.starts_with(prefix)).take(limit);
        wanted.map(|(name, stream)| (name.to_string(), stream.head)).collect()
    }

    /// Adds the next frame after all checks that its table alone allows. The error is a sentence.
    pub(super) fn add(&mut self, header: &FrameHeader<'_>) -> Result<(), String> {
        let (number, position) = (header.number, header.first_position);
        let is_later = number > self.next_frame && position >= self.count;
        if self.may_miss && is_later {
            self.missing += position - self.count;
            if position - self.count != self.accounted {
                self.doubtful_before = number;
            }
            (self.next_frame, self.count) = (number, position);
        }
        if number != self.next_frame || position != self.count {
            return Err(format!(
                "frame {} with position {} should come next, but frame {number} with position \
                 {position} does",
                self.next_frame, self.count
            ));
        }
        // Per stream of this frame: the seq of its first record, and the head after its last one.
        let mut spans: Vec<Option<(u64, StreamHead)>> = vec![None; header.streams().len()];
        for entry in header.entries() {
            let head = StreamHead { seq: entry.seq, hash: entry.hash };
            let span = spans.get_mut(entry.stream).ok_or("the table names an unknown stream")?;
            match span {
                Some((_, last)) if last.seq + 1 == entry.seq => *last = head,
                None => *span = Some((entry.seq, head)),
                Some((_, last)) => {
                    let name = header.streams()[entry.stream];
                    return Err(format!(
                        "stream {name} goes from record {} to {}",
                        last.seq, entry.seq
                    ));
                }
            }
            self.last = entry.hash;
        }
        for (name, span) in header.streams().iter().zip(spans) {
            if let Some((first_seq, head)) = span {
                self.extend(name, number, first_seq, head)?;
            }
        }
        self.count += header.records() as u64;
        self.next_frame += 1;
        self.accounted = 0;
        Ok(())
    }

    fn extend(
        &mut self,
        name: &str,
        frame: u64,
        first_seq: u64,
        head: StreamHead,
    ) -> Result<(), String> {
        let known = self.streams.get_mut(name);
        let before = known.as_ref().map_or(0, |stream| stream.head.seq);
        if self.may_miss && before + 1 < first_seq {
            self.broken.insert(name.into());
        } else if before + 1 != first_seq {
            return Err(format!("stream {name} goes from record {before} to {first_seq}"));
        }
        if let Some(stream) = known {
            stream.head = head;
            stream.frames.push(frame, first_seq);
        } else {
            let mut frames = FrameList::default();
            frames.push(frame, first_seq);
            self.streams.insert(name.into(), Stream { head, frames });
        }
        Ok(())
    }
}

/// Frame numbers with the seq of the stream's first record in each, as variable-length differences: two bytes per frame
/// for a busy stream.
#[derive(Default)]
struct FrameList {
    differences: Vec<u8>,
    /// The newest pair; reading the end of a stream is the common case and needs no walk.
    last: (u64, u64),
}

impl FrameList {
    fn push(&mut self, frame: u64, first_seq: u64) {
        put_varint(&mut self.differences, frame - self.last.0);
        put_varint(&mut self.differences, first_seq - self.last.1);
        self.last = (frame, first_seq);
    }

    /// The numbers of its frames.
    fn iter(&self) -> FramesFrom<'_> {
        FramesFrom { rest: &self.differences, at: (0, 0), pending: None }
    }
}

/// Walks a stream's frames from the one that holds a given seq.
pub(super) struct FramesFrom<'a> {
    rest: &'a [u8],
    at: (u64, u64),
    pending: Option<u64>,
}

impl<'a> FramesFrom<'a> {
    fn new(frames: Option<&'a FrameList>, from_seq: u64) -> Self {
        let mut walk = Self { rest: &[], at: (0, 0), pending: None };
        let Some(list) = frames else { return walk };
        if from_seq >= list.last.1 {
            walk.pending = Some(list.last.0);
            return walk;
        }
        walk.rest = &list.differences;
        let mut holder = None;
        while let Some((frame, first_seq)) = walk.step() {
            if first_seq > from_seq {
                walk.pending = Some(frame);
                break;
            }
            holder = Some(frame);
        }
        // The frame that holds `from_seq` is the last one that begins at or before it. The iterator has to return both
        // it and the frame that ended the walk; going back one step is a second walk.
        if let (Some(holder), Some(_)) = (holder, walk.pending) {
            walk = Self { rest: &list.differences, at: (0, 0), pending: None };
            while let Some((frame, _)) = walk.step() {
                if frame == holder {
                    walk.pending = Some(frame);
                    break;
                }
            }
        }
        walk
    }

    fn step(&mut self) -> Option<(u64, u64)> {
        if self.rest.is_empty() {
            return None;
        }
        self.at.0 += take_varint(&mut self.rest);
        self.at.1 += take_varint(&mut self.rest);
        Some(self.at)
    }
}

impl Iterator for FramesFrom<'_> {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        self.pending.take().or_else(|| self.step().map(|(frame, _)| frame))
    }
}

fn put_varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value.to_le_bytes()[0] | 0x80);
        value >>= 7;
    }
    bytes.push(value.to_le_bytes()[0]);
}

fn take_varint(bytes: &mut &[u8]) -> u64 {
    let mut value = 0;
    let mut shift = 0;
    while let [byte, rest @ ..] = *bytes {
        *bytes = rest;
        value |= u64::from(byte & 0x7f) << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            break;
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_walk_begins_with_the_frame_that_holds_the_seq() {
        let mut list = FrameList::default();
        for (frame, first_seq) in [(3, 1), (4, 5), (700, 6), (100_000, 9)] {
            list.push(frame, first_seq);
        }
        let frames = |seq| FramesFrom::new(Some(&list), seq).collect::<Vec<_>>();
        assert_eq!(frames(1), [3, 4, 700, 100_000]);
        assert_eq!(frames(4), [3, 4, 700, 100_000]);
        assert_eq!(frames(5), [4, 700, 100_000]);
        assert_eq!(frames(8), [700, 100_000]);
        assert_eq!(frames(9), [100_000]);
        assert_eq!(frames(1_000_000), [100_000]);
        assert_eq!(FramesFrom::new(None, 1).count(), 0);
    }
}
