//! The state that the writer, the keeper and the readers of a durable journal share.

use std::ops::Deref;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::time::Duration;

use tokio::sync::watch;

use super::active::{Active, StoreTimes};
use super::frame::FrameHeader;
use super::index::Index;
use super::known_damage;
use super::raw::Raw;
use super::sealed::Sealed;
use crate::hash::Hash;
use crate::journal::{Checkpoint, Health, ReadError, StoredRecord};

/// What clients see of damage: paths and names are not for those without a session.
pub(super) const DAMAGED: &str =
    "the journal is damaged; the server's log says what cannot be read";

pub(super) struct Shared {
    state: RwLock<State>,
    health: Mutex<Health>,
    /// Whether there is damage, found at its opening or since.
    is_damaged: AtomicBool,
    /// Where damage that is found is stored; `None` for a journal of which nothing may be changed.
    dir: Option<PathBuf>,
    grown: watch::Sender<u64>,
    failed: watch::Sender<Option<String>>,
}

impl Shared {
    pub(super) fn new(state: State, health: Health, dir: Option<PathBuf>) -> Self {
        let grown = watch::Sender::new(state.index.count());
        let (state, health) = (RwLock::new(state), Mutex::new(health));
        let is_damaged = AtomicBool::new(false);
        Self { state, health, is_damaged, dir, grown, failed: watch::Sender::new(None) }
    }

    /// Where damage that is found is stored.
    pub(super) fn dir(&self) -> Option<&Path> {
        self.dir.as_deref()
    }

    pub(super) fn read(&self) -> RwLockReadGuard<'_, State> {
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn write(&self) -> RwLockWriteGuard<'_, State> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn health(&self) -> Health {
        self.health.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Sets the health, unless the journal has failed: that is final.
    pub(super) fn set_health(&self, new: Health) {
        let mut health = self.health.lock().unwrap_or_else(PoisonError::into_inner);
        if !matches!(*health, Health::Failed { .. }) {
            *health = new;
        }
    }

    /// A frame could not be read. If a second read fails too, it is damaged: its streams cannot be read, and nothing is
    /// appended from then on.
    pub(super) fn read_failed(&self, place: &FramePlace) {
        if self.read().index.is_lost(place.frame) || place.is_whole() {
            return;
        }
        if let Some(dir) = &self.dir {
            // If it cannot be stored, the next start finds the damage when the frame is read.
            let _ = known_damage::add(dir, place.generation, place.frame);
        }
        self.lose(place.frame);
    }

    /// The streams of a damaged frame cannot be read from now on, and nothing is appended.
    pub(super) fn lose(&self, frame: u64) {
        self.write().index.lose_frame(frame);
        self.set_damaged();
        self.set_health(Health::ReadOnly { why: DAMAGED.to_owned() });
    }

    /// Notes that there is damage.
    pub(super) fn set_damaged(&self) {
        self.is_damaged.store(true, Ordering::SeqCst);
    }

    /// Whether there is damage, found at its opening or since.
    pub(super) fn is_damaged(&self) -> bool {
        self.is_damaged.load(Ordering::SeqCst)
    }

    pub(super) fn fail(&self, why: &str) {
        self.set_health(Health::Failed { why: why.to_owned() });
        self.failed.send_replace(Some(why.to_owned()));
    }

    /// Notes that records have become durable.
    pub(super) fn grow(&self) {
        self.grown.send_replace(self.read().index.count());
    }

    pub(super) fn grown(&self) -> watch::Receiver<u64> {
        self.grown.subscribe()
    }

    pub(super) fn failed(&self) -> watch::Receiver<Option<String>> {
        self.failed.subscribe()
    }
}

/// The index, and the places of the frames.
#[derive(Default)]
pub(super) struct State {
    pub(super) index: Index,
    /// Ascending; frames are added to the last one.
    pub(super) generations: Vec<Generation>,
    pub(super) commits: Commits,
}

/// What was written since a journal was opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize)]
pub struct Commits {
    /// Number of times that the disk was synced.
    pub commits: u64,
    /// Total size of the frames in bytes.
    pub bytes: u64,
    /// Time of putting frames into sled, in microseconds.
    pub insert_us: u64,
    /// Time of sled's flush, which writes to the file, in microseconds.
    pub flush_us: u64,
    /// Time of `fdatasync`, in microseconds.
    pub sync_us: u64,
}

impl Commits {
    /// Counts a commit.
    pub(super) fn add(&mut self, times: StoreTimes) {
        let us = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.commits += 1;
        self.insert_us += us(times.insert);
        self.flush_us += us(times.flush);
        self.sync_us += us(times.sync);
    }
}

pub(super) struct Generation {
    pub(super) number: u32,
    pub(super) store: Store,
    first_frame: u64,
    first_position: u64,
    /// For each frame the distance of its first position from that of the generation.
    starts: Vec<u32>,
    /// Total size of the frames in bytes.
    pub(super) bytes: u64,
}

#[derive(Clone)]
pub(super) enum Store {
    Active(Arc<Active>),
    Sealed(Arc<Sealed>),
    /// The frames that are whole in a file that its own reader does not open.
    Raw(Arc<Raw>),
    /// The store is being opened, and its frames are being indexed.
    Opening,
}

impl State {
    pub(super) fn begin_generation(&mut self, number: u32, store: Store) {
        let (first_frame, first_position) = (self.index.next_frame(), self.index.count());
        let (starts, bytes) = (Vec::new(), 0);
        let generation = Generation { number, store, first_frame, first_position, starts, bytes };
        self.generations.push(generation);
    }

    /// Adds a frame to the last generation.
    pub(super) fn add(&mut self, header: &FrameHeader<'_>) -> Result<(), String> {
        self.index.add(header)?;
        let generation = self.generations.last_mut().ok_or("no generation was begun")?;
        let start = header.first_position - generation.first_position;
        let start = u32::try_from(start).map_err(|e| e.to_string())?;
        // Frames that are missing before it have no records that could be found.
        let missing = header.number - generation.first_frame - generation.starts.len() as u64;
        let missing = usize::try_from(missing).map_err(|e| e.to_string())?;
        generation.starts.resize(generation.starts.len() + missing, start);
        generation.starts.push(start);
        generation.bytes += header.frame_bytes() as u64;
        Ok(())
    }

    pub(super) fn set_store(&mut self, number: u32, store: Store) {
        if let Some(generation) = self.generations.iter_mut().find(|g| g.number == number) {
            generation.store = store;
        }
    }

    /// The hash of the record at a position.
    pub(super) fn hash_at(&self, position: u64) -> Result<Hash, String> {
        let frame = self.frames_from(position).start;
        let place = self.place_of(frame).ok_or("the record that HEAD tells of is missing")?;
        let mut found = Vec::new();
        let wanted = |_: &str, _, at| at == position;
        place.collect(&mut found, 1, wanted).map_err(|e| e.to_string())?;
        found.first().map(|r| r.hash).ok_or("the record that HEAD tells of is missing".to_owned())
    }

    /// The first position from this one on whose frame can be read.
    pub(super) fn readable_from(&self, position: u64) -> Option<u64> {
        self.frames_from(position).find_map(|frame| {
            let bytes = self.place_of(frame)?.read().ok()?;
            let header = FrameHeader::parse_checked(&bytes).ok()?;
            let end = header.first_position + header.records() as u64;
            (end > position).then_some(header.first_position.max(position))
        })
    }

    pub(super) fn checkpoint(&self) -> Checkpoint {
        let (count, streams) = (self.index.count(), self.index.stream_count());
        Checkpoint { count, streams, last: self.index.last() }
    }

    /// Whether the frames of a generation are read without its own reader.
    pub(super) fn is_raw(&self, generation: u32) -> bool {
        let found = self.generations.iter().find(|found| found.number == generation);
        found.is_some_and(|found| matches!(found.store, Store::Raw(_)))
    }

    /// The numbers of the frames of a generation.
    pub(super) fn frames_of(&self, generation: u32) -> std::ops::Range<u64> {
        let found = self.generations.iter().find(|found| found.number == generation);
        found.map_or(0..0, |found| found.first_frame..found.first_frame + found.starts.len() as u64)
    }

    /// The place from which a frame can be read.
    pub(super) fn place_of(&self, frame: u64) -> Option<FramePlace> {
        let after = self.generations.partition_point(|g| g.first_frame <= frame);
        let generation = &self.generations.get(after.checked_sub(1)?)?;
        let (number, store) = (generation.number, generation.store.clone());
        Some(FramePlace { frame, generation: number, store })
    }

    /// The place of the first frame with at least this number that is in a sealed generation.
    pub(super) fn sealed_from(&self, frame: u64) -> Option<FramePlace> {
        let mut sealed = self.generations.iter().filter(|found| {
            let end = found.first_frame + found.starts.len() as u64;
            matches!(found.store, Store::Sealed(_)) && frame < end
        });
        self.place_of(frame.max(sealed.next()?.first_frame))
    }

    /// The numbers of the frame that holds a position and of all later ones.
    pub(super) fn frames_from(&self, position: u64) -> std::ops::Range<u64> {
        let end = self.index.next_frame();
        if position >= self.index.count() {
            return end..end;
        }
        // An empty generation begins at the position of the next one; the last that begins there has the frame.
        let after = self.generations.partition_point(|g| g.first_position <= position);
        let Some(generation) = after.checked_sub(1).map(|place| &self.generations[place]) else {
            return 0..end;
        };
        let distance = position - generation.first_position;
        let frames = generation.starts.partition_point(|start| u64::from(*start) <= distance);
        generation.first_frame + (frames as u64).saturating_sub(1)..end
    }
}

/// An indexed frame and the store that holds it.
pub(super) struct FramePlace {
    frame: u64,
    generation: u32,
    store: Store,
}

/// A frame's bytes, from either kind of store.
pub(super) enum FrameBytes {
    Shared(sled::IVec),
    Owned(Vec<u8>),
}

impl Deref for FrameBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Shared(bytes) => bytes,
            Self::Owned(bytes) => bytes,
        }
    }
}

impl FramePlace {
    pub(super) fn read(&self) -> Result<FrameBytes, ReadError> {
        let bytes = match &self.store {
            Store::Active(active) => active.get(self.frame).map(|b| b.map(FrameBytes::Shared)),
            Store::Sealed(sealed) => {
                let bytes = sealed.get(self.frame).map_err(|error| error.to_string());
                bytes.map(|b| b.map(FrameBytes::Owned))
            }
            Store::Raw(raw) => {
                Ok(raw.whole(self.frame, None).map(|b| FrameBytes::Owned(b.to_vec())))
            }
            Store::Opening => Ok(None),
        };
        match bytes {
            Ok(Some(bytes)) => Ok(bytes),
            Ok(None) => Err(self.damaged("is missing")),
            Err(why) => Err(self.damaged(&format!("cannot be read: {why}"))),
        }
    }

    /// Whether the frame's checksum matches its bytes.
    pub(super) fn is_whole(&self) -> bool {
        self.check().is_ok()
    }

    /// Compares the frame with its checksum, and returns its size in bytes.
    pub(super) fn check(&self) -> Result<u64, ReadError> {
        let bytes = self.read()?;
        let header = FrameHeader::parse_checked(&bytes);
        header.map_err(|what| self.damaged(&format!(": {what}")))?;
        Ok(bytes.len() as u64)
    }

    /// The number of the frame.
    pub(super) const fn frame(&self) -> u64 {
        self.frame
    }

    /// Whether it is in a generation.
    pub(super) const fn is_in(&self, generation: u32) -> bool {
        self.generation == generation
    }

    /// Appends the frame's records that `wanted` accepts by stream and seq, up to `limit` in total.
    pub(super) fn collect(
        &self,
        records: &mut Vec<StoredRecord>,
        limit: usize,
        wanted: impl Fn(&str, u64, u64) -> bool,
    ) -> Result<(), ReadError> {
        let bytes = self.read()?;
        let header = FrameHeader::parse_checked(&bytes)
            .map_err(|what| self.damaged(&format!(": {what}")))?;
        for (place, entry) in header.entries().enumerate() {
            let position = header.first_position + place as u64;
            if records.len() == limit {
                break;
            }
            if wanted(header.streams()[entry.stream], entry.seq, position) {
                let line = std::str::from_utf8(&bytes[entry.line])
                    .map_err(|_| self.damaged("holds a line that is not UTF-8"))?;
                let (seq, hash) = (entry.seq, entry.hash);
                records.push(StoredRecord { position, seq, hash, line: line.into() });
            }
        }
        Ok(())
    }

    fn damaged(&self, how: &str) -> ReadError {
        let what = format!("frame {} of generation {} {how}", self.frame, self.generation);
        ReadError::Damaged { what }
    }
}
