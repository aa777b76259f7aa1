//! The open generation: a sled database that frames are appended to.
//!
//! Properties of sled 0.34.7 that shape this file:
//!
//! - `flush()` is `sync_file_range`. It writes the data but neither the file's metadata nor the
//!   device's cache, so a power cut loses it. `sync_data()` on a descriptor of our own follows it.
//! - A page (a B-tree leaf) that has been linked to ten times is written again as a whole, and a
//!   page of more than a quarter of a segment goes to a file under `blobs/` that sled never syncs.
//!   With segments of 512 KiB, the default, pages of eleven frames did: 168 such files in 1,500
//!   commits. Segments of 4 MiB put that limit at 1 MiB, above 17 frames, the most that a leaf can
//!   have.
//! - A leaf of 17 values is split and both halves are written again, so that each frame is written three times. One
//!   tree per few frames (a *shelf*) never splits: shelves of 8 frames of 48 KiB took 290 us per commit where one tree
//!   took 690, and needed half the space.
//! - Appending to a growing file makes every `fdatasync` commit file system metadata too. Zeros
//!   written ahead, before the generation is used, spare that: 189 us instead of 305 at the same
//!   load. sled takes segments of zeros for free ones.
//! - The cache never evicts the page used last in each of its 256 shards, so in practice a generation stays in memory
//!   as a whole. That, and the copy after an unclean stop, is why generations are small.
//! - `mode` is not read anywhere in 0.34.7, so it is not set.

use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock};
use std::time::{Duration, Instant};

use super::frame::FRAME_BYTES_MAX;
use super::guarded::{guarded, guarded_text, plain};
use super::head_file::{make_dir, sync_dir};
use super::{conf, file_lock};

pub(super) const SEGMENT_BYTES: usize = 4 * 1024 * 1024;
const CACHE_BYTES: u64 = 8 * 1024 * 1024;

/// The name of sled's file.
pub(super) const FILE: &str = "db";

/// A shelf is closed when the next frame would make it larger than this.
const SHELF_BYTES: usize = 384 * 1024;

// A leaf holds 17 frames at most, and must stay below the limit for files that are never synced.
const _: () = assert!(17 * (FRAME_BYTES_MAX + 64) < SEGMENT_BYTES / 4 - 64);

pub(super) struct Active {
    /// `Some` until `drop`.
    db: Option<sled::Db>,
    /// Our own descriptor of sled's file, for `fdatasync`.
    file: File,
    shelves: RwLock<Shelves>,
    has_failed: AtomicBool,
}

/// How long the parts of storing a commit took.
#[derive(Debug, Clone, Copy)]
pub(super) struct StoreTimes {
    pub insert: Duration,
    pub flush: Duration,
    pub sync: Duration,
}

#[derive(Default)]
struct Shelves {
    /// The number of each shelf's first frame, and the shelf.
    list: Vec<(u64, sled::Tree)>,
    /// Bytes of the frames in the newest shelf.
    newest_bytes: usize,
}

impl Active {
    /// Opens or creates the database in `dir`. sled can panic on what it finds; that becomes an error. Opening writes
    /// to the database: a caller that needs it unchanged copies it first.
    pub(super) fn open(dir: &Path, preallocate_bytes: u64) -> io::Result<Self> {
        make_dir(dir)?;
        conf::ensure(dir)?;
        file_lock::check(&dir.join(FILE))?;
        guarded(|| Self::open_unguarded(dir, preallocate_bytes))
    }

    fn open_unguarded(dir: &Path, preallocate_bytes: u64) -> io::Result<Self> {
        let config = sled::Config::new()
            .path(dir)
            .segment_size(SEGMENT_BYTES)
            .cache_capacity(CACHE_BYTES)
            .flush_every_ms(None);
        let db = config.open().map_err(plain)?;
        let mut list = Vec::new();
        for name in db.tree_names() {
            // sled's own default tree has another name, and stays empty.
            if let Some(first) = shelf_number(&name) {
                list.push((first, db.open_tree(&name).map_err(plain)?));
            }
        }
        list.sort_by_key(|(first, _)| *first);
        db.flush().map_err(plain)?;
        let file = File::open(dir.join(FILE))?;
        preallocate(dir, preallocate_bytes)?;
        // A closed shelf is not filled up: its size is not known without reading it.
        let shelves = Shelves { list, newest_bytes: SHELF_BYTES };
        let (db, has_failed) = (Some(db), AtomicBool::new(false));
        Ok(Self { db, file, shelves: RwLock::new(shelves), has_failed })
    }

    /// Stores frames, all or none, and returns once they are durable. An error is final: what the
    /// disk holds is not known, and trying again can report success for what was lost.
    pub(super) fn append(&self, frames: &[(u64, Vec<u8>)]) -> Result<StoreTimes, String> {
        self.append_some(frames).map_err(|error| error.to_string())
    }

    /// The same, with the kind of the error.
    pub(super) fn append_some(&self, frames: &[(u64, Vec<u8>)]) -> io::Result<StoreTimes> {
        let began = Instant::now();
        let result = guarded(|| {
            self.insert(frames).map_err(|e| named("storing a frame failed", &plain(e)))?;
            let insert = began.elapsed();
            let (flush, sync) = self.make_durable()?;
            Ok(StoreTimes { insert, flush, sync })
        });
        self.has_failed.fetch_or(result.is_err(), Ordering::Relaxed);
        result
    }

    fn insert(&self, frames: &[(u64, Vec<u8>)]) -> sled::Result<()> {
        let tree = self.shelf_for(frames)?;
        if let [(number, bytes)] = frames {
            return tree.insert(number.to_be_bytes(), bytes.as_slice()).map(drop);
        }
        let mut batch = sled::Batch::default();
        for (number, bytes) in frames {
            batch.insert(&number.to_be_bytes(), bytes.as_slice());
        }
        tree.apply_batch(batch)
    }

    /// Removes frames of a group that was not stored completely.
    pub(super) fn remove(&self, numbers: &[u64]) -> Result<(), String> {
        for number in numbers {
            if let Some(tree) = self.shelf_of(*number) {
                tree.remove(number.to_be_bytes()).map_err(|e| plain(e).to_string())?;
            }
        }
        self.make_durable().map(drop).map_err(|error| error.to_string())
    }

    fn db(&self) -> &sled::Db {
        self.db.as_ref().expect("the database is only taken out when this is dropped")
    }

    /// Returns how long flushing and syncing took.
    fn make_durable(&self) -> io::Result<(Duration, Duration)> {
        let began = Instant::now();
        self.db().flush().map_err(|e| named("flushing failed", &plain(e)))?;
        let flush = began.elapsed();
        self.file.sync_data().map_err(|e| named("fdatasync failed", &e))?;
        Ok((flush, began.elapsed().saturating_sub(flush)))
    }

    fn shelf_for(&self, frames: &[(u64, Vec<u8>)]) -> sled::Result<sled::Tree> {
        let bytes: usize = frames.iter().map(|(_, bytes)| bytes.len()).sum();
        let first = frames.first().map_or(0, |(number, _)| *number);
        let mut shelves = self.shelves.write().unwrap_or_else(PoisonError::into_inner);
        if shelves.newest_bytes + bytes > SHELF_BYTES || shelves.list.is_empty() {
            let tree = self.db().open_tree(shelf_name(first))?;
            // After a stop between making a shelf and filling it, the same shelf is opened again.
            if shelves.list.last().is_none_or(|(newest, _)| *newest != first) {
                shelves.list.push((first, tree));
            }
            shelves.newest_bytes = 0;
        }
        shelves.newest_bytes += bytes;
        Ok(shelves.list[shelves.list.len() - 1].1.clone())
    }

    fn shelf_of(&self, number: u64) -> Option<sled::Tree> {
        let shelves = self.shelves.read().unwrap_or_else(PoisonError::into_inner);
        let after = shelves.list.partition_point(|(first, _)| *first <= number);
        Some(shelves.list.get(after.checked_sub(1)?)?.1.clone())
    }

    /// The bytes of a frame; `None` when there is no such frame.
    pub(super) fn get(&self, number: u64) -> Result<Option<sled::IVec>, String> {
        guarded_text(|| match self.shelf_of(number) {
            Some(tree) => tree.get(number.to_be_bytes()).map_err(|e| plain(e).to_string()),
            None => Ok(None),
        })
    }

    /// Calls `visit` with every frame in order of their numbers.
    pub(super) fn for_each_frame(
        &self,
        mut visit: impl FnMut(u64, &[u8]) -> Result<(), String>,
    ) -> Result<(), String> {
        let shelves = self.shelves.read().unwrap_or_else(PoisonError::into_inner);
        guarded_text(|| {
            for entry in shelves.list.iter().flat_map(|(_, tree)| tree.iter()) {
                let (key, bytes) = entry.map_err(|e| plain(e).to_string())?;
                let key = key.as_ref().try_into().map_err(|_| "a key is no frame number")?;
                visit(u64::from_be_bytes(key), &bytes)?;
            }
            Ok(())
        })
    }

    /// Size of sled's file in bytes.
    pub(super) fn file_bytes(&self) -> u64 {
        self.file.metadata().map_or(0, |metadata| metadata.len())
    }
}

impl Drop for Active {
    fn drop(&mut self) {
        let db = self.db.take();
        let shelves =
            std::mem::take(self.shelves.get_mut().unwrap_or_else(PoisonError::into_inner));
        if self.has_failed.load(Ordering::Relaxed) {
            // sled writes and syncs once more when it is dropped, which must not happen after a failed sync, and panics
            // when that fails too. The process exits anyway.
            std::mem::forget((db, shelves));
        } else if let Err(why) = guarded_text(|| {
            drop((db, shelves));
            Ok(())
        }) {
            // Everything acknowledged was synced before, so this loses no record.
            drop(why);
        }
    }
}

/// An error of the same kind whose text says what failed.
fn named(what: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{what}: {error}"))
}

fn shelf_name(first_frame: u64) -> [u8; 9] {
    let mut name = *b"s\0\0\0\0\0\0\0\0";
    name[1..].copy_from_slice(&first_frame.to_be_bytes());
    name
}

fn shelf_number(name: &[u8]) -> Option<u64> {
    let (b's', number) = name.split_first().map(|(first, rest)| (*first, rest))? else {
        return None;
    };
    Some(u64::from_be_bytes(number.try_into().ok()?))
}

/// Writes zeros behind the end of sled's file. Only called while sled does nothing.
fn preallocate(dir: &Path, bytes: u64) -> io::Result<()> {
    let zeros = vec![0; 256 * 1024];
    let file = OpenOptions::new().write(true).open(dir.join(FILE))?;
    let mut at = file.metadata()?.len();
    while at < bytes {
        let length = zeros.len().min(usize::try_from(bytes - at).unwrap_or(usize::MAX));
        file.write_all_at(&zeros[..length], at)?;
        at += length as u64;
    }
    file.sync_all()?;
    sync_dir(dir)
}
