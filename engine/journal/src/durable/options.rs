//! Settings of a durable journal.

use std::fmt;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use super::active::SEGMENT_BYTES;
use super::observer::Observer;
use crate::journal::Health;

/// The first generation has this part of the maximum.
const FIRST_PART: u64 = 6;
/// After so many doublings a generation has the maximum.
const DOUBLINGS_MAX: u32 = 3;

/// Returns the bytes that are free to this process on the file system of a path.
pub type FreeSpace = Arc<dyn Fn(&Path) -> io::Result<u64> + Send + Sync>;

/// Settings; the defaults are for production.
#[derive(Clone)]
pub struct DurableOptions {
    /// Bytes of frames after which the next generation is begun. The directory of a generation may take 1.5 times as
    /// much while it is open. The first generations are smaller, so that a small installation takes little space.
    pub generation_bytes: u64,
    /// Whether the file of a generation is filled with zeros before use, which makes appending faster by a third.
    pub preallocate: bool,
    /// With fewer bytes free than this the journal turns read-only, before the disk is full.
    pub free_floor_bytes: u64,
    /// How to find out the free space.
    pub free_space: FreeSpace,
    /// HEAD is written after at most this many records.
    pub checkpoint_records: u64,
    /// Whether a damaged journal is opened all the same: read-only, with what is whole in it.
    pub reads_damaged: bool,
    /// HEAD is written at most this long after a record.
    pub checkpoint_after: Duration,
    /// Watches appends.
    pub observer: Option<Observer>,
}

impl Default for DurableOptions {
    fn default() -> Self {
        Self {
            generation_bytes: 24 * 1024 * 1024,
            preallocate: true,
            free_floor_bytes: 256 * 1024 * 1024,
            free_space: Arc::new(free_bytes),
            checkpoint_records: 16_384,
            reads_damaged: false,
            checkpoint_after: Duration::from_secs(2),
            observer: None,
        }
    }
}

impl DurableOptions {
    /// Bytes of frames after which the generation that follows this one is begun: a sixth of the maximum for the first,
    /// and twice as much for each further one.
    pub(super) fn bytes_of(&self, generation: u32) -> u64 {
        let doublings = generation.saturating_sub(1).min(DOUBLINGS_MAX);
        ((self.generation_bytes / FIRST_PART) << doublings).min(self.generation_bytes)
    }

    /// The length in bytes to which the file of a generation is filled with zeros.
    pub(super) fn preallocate_bytes(&self, generation: u32) -> u64 {
        let bytes = (self.bytes_of(generation) / 2 * 3).next_multiple_of(SEGMENT_BYTES as u64);
        if self.preallocate { bytes } else { 0 }
    }

    /// What the free space on the file system of `dir` allows: read-only below the floor, and writable again with a
    /// quarter more than the floor, to avoid flapping.
    pub(super) fn health_on(&self, dir: &Path, is_low: bool) -> Health {
        let floor = self.free_floor_bytes;
        let wanted = if is_low { floor + floor / 4 } else { floor };
        match (self.free_space)(dir) {
            Ok(free) if free < wanted => Health::ReadOnly {
                why: format!(
                    "the disk has {} MiB free and {} MiB are kept in reserve: make room",
                    free >> 20,
                    wanted >> 20
                ),
            },
            Ok(_) => Health::Writable,
            Err(error) => {
                Health::ReadOnly { why: format!("free space cannot be found out: {error}") }
            }
        }
    }
}

impl fmt::Debug for DurableOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DurableOptions")
            .field("generation_bytes", &self.generation_bytes)
            .field("preallocate", &self.preallocate)
            .field("free_floor_bytes", &self.free_floor_bytes)
            .field("reads_damaged", &self.reads_damaged)
            .field("checkpoint_records", &self.checkpoint_records)
            .field("checkpoint_after", &self.checkpoint_after)
            .finish_non_exhaustive()
    }
}

/// Bytes that are free for this process on the file system of `path`.
fn free_bytes(path: &Path) -> io::Result<u64> {
    let stat = rustix::fs::statvfs(path)?;
    Ok(stat.f_bavail.saturating_mul(stat.f_frsize))
}
