//! Which blobs must not be removed although nothing refers to them yet.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

use crate::digests::BlobId;

/// What keeps one blob.
#[derive(Debug, Default)]
struct Holders {
    /// Leases that are held.
    held: usize,
    /// It is being removed: new leases have to wait.
    is_removed: bool,
}

#[derive(Debug, Default)]
pub(crate) struct Leases {
    blobs: Mutex<HashMap<BlobId, Holders>>,
    removed: Notify,
}

impl Leases {
    /// Keeps a blob from being removed. Waits while it is being removed.
    pub(crate) async fn take(self: &Arc<Self>, id: BlobId) -> Lease {
        loop {
            let removed = self.removed.notified();
            {
                let mut blobs = self.blobs();
                let holders = blobs.entry(id).or_default();
                if !holders.is_removed {
                    holders.held += 1;
                    return Lease { id, leases: Arc::clone(self) };
                }
            }
            removed.await;
        }
    }

    /// Whether something keeps a blob.
    pub(crate) fn is_held(&self, id: BlobId) -> bool {
        self.blobs().get(&id).is_some_and(|holders| holders.held > 0)
    }

    /// Begins to remove a blob, unless something keeps it.
    pub(crate) fn begin_removal(self: &Arc<Self>, id: BlobId) -> Option<Removal> {
        let mut blobs = self.blobs();
        let holders = blobs.entry(id).or_default();
        if holders.held > 0 || holders.is_removed {
            return None;
        }
        holders.is_removed = true;
        Some(Removal { id, leases: Arc::clone(self) })
    }

    fn blobs(&self) -> MutexGuard<'_, HashMap<BlobId, Holders>> {
        // Each change is a single step, so a panic leaves nothing half done.
        self.blobs.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A blob that is not removed while this is held.
#[derive(Debug)]
pub struct Lease {
    id: BlobId,
    leases: Arc<Leases>,
}

impl Lease {
    /// The blob.
    pub const fn id(&self) -> BlobId {
        self.id
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if let Entry::Occupied(mut entry) = self.leases.blobs().entry(self.id) {
            entry.get_mut().held -= 1;
            if entry.get().held == 0 {
                entry.remove();
            }
        }
    }
}

/// A blob that is being removed. New leases of it wait until this is dropped.
#[derive(Debug)]
pub(crate) struct Removal {
    id: BlobId,
    leases: Arc<Leases>,
}

impl Drop for Removal {
    fn drop(&mut self) {
        self.leases.blobs().remove(&self.id);
        self.leases.removed.notify_waiters();
    }
}
