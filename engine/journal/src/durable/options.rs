//! Settings of a durable journal.

use std::fmt;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::journal::Health;

/// Returns the bytes that are free to this process on the file system of a path.
pub type FreeSpace = Arc<dyn Fn(&Path) -> io::Result<u64> + Send + Sync>;

/// Settings; the defaults are for production.
#[derive(Clone)]
pub struct DurableOptions {
    /// Bytes of frames after which the next generation is begun. The directory of a generation may take 1.5 times as
    /// much while it is open.
    pub generation_bytes: u64,
    /// Whether the file of a generation is filled with zeros before use, which makes appending faster by a third.
    pub preallocate: bool,
    /// With fewer bytes free than this the journal turns read-only, before the disk is full.
    pub free_floor_bytes: u64,
    /// How to find out the free space.
    pub free_space: FreeSpace,
    /// HEAD is written after at most this many records.
    pub checkpoint_records: u64,
    /// HEAD is written at most this long after a record.
    pub checkpoint_after: Duration,
}

impl Default for DurableOptions {
    fn default() -> Self {
        Self {
            generation_bytes: 24 * 1024 * 1024,
            preallocate: true,
            free_floor_bytes: 256 * 1024 * 1024,
            free_space: Arc::new(free_bytes),
            checkpoint_records: 16_384,
            checkpoint_after: Duration::from_secs(2),
        }
    }
}

impl DurableOptions {
    /// The length in bytes to which a new generation's file is filled with zeros.
    pub(super) fn preallocate_bytes(&self) -> u64 {
        if self.preallocate { self.generation_bytes / 2 * 3 } else { 0 }
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
