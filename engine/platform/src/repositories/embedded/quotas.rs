//! Room in repositories: reserved before bytes are read, so that uploads at once do not exceed a quota together.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::repositories::{RepositoryError, Usage};

/// What is reserved at a time for an upload whose size was not announced, in bytes.
const STEP_BYTES: u64 = 1_024 * 1_024;

/// The bytes that uploads have reserved, by the id of the repository.
#[derive(Debug, Clone, Default)]
pub(super) struct Quotas(Arc<Mutex<HashMap<String, u64>>>);

impl Quotas {
    fn reserved(&self) -> MutexGuard<'_, HashMap<String, u64>> {
        // Each change is a single step, so a panic leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The room of one upload, given back when it is dropped.
#[derive(Debug)]
pub(in crate::repositories) struct Reservation {
    quotas: Quotas,
    repository: String,
    quota: Option<u64>,
    bytes: u64,
}

impl Reservation {
    /// The room of an upload, which has none yet.
    pub(super) fn new(quotas: &Quotas, repository: &str, quota: Option<u64>) -> Self {
        Self { quotas: quotas.clone(), repository: repository.to_owned(), quota, bytes: 0 }
    }

    /// Whether room has to be reserved before this many bytes are taken.
    pub(super) const fn must_grow(&self, bytes: u64) -> bool {
        self.quota.is_some() && bytes > self.bytes
    }

    /// Ensures that there is room for this many bytes beside what is in the repository now.
    pub(super) fn grow_to(&mut self, bytes: u64, usage: Usage) -> Result<(), RepositoryError> {
        let Some(quota) = self.quota.filter(|_| self.must_grow(bytes)) else { return Ok(()) };
        let mut all = self.quotas.reserved();
        let reserved = all.entry(self.repository.clone()).or_default();
        let others = usage.bytes + (*reserved - self.bytes);
        if others.saturating_add(bytes) > quota {
            return Err(RepositoryError::QuotaExceeded { quota, used: others });
        }
        // In steps, so that not each portion takes the lock.
        let wanted = bytes.next_multiple_of(STEP_BYTES).min(quota - others).max(bytes);
        *reserved += wanted - self.bytes;
        self.bytes = wanted;
        Ok(())
    }
}

impl Reservation {
    /// Sets the quota of the repository, which may have changed.
    pub(super) const fn set_quota(&mut self, quota: Option<u64>) {
        self.quota = quota;
    }

    /// Gives back the room beyond this many bytes.
    pub(super) fn shrink_to(&mut self, bytes: u64) {
        let mut all = self.quotas.reserved();
        if let Some(reserved) = all.get_mut(&self.repository) {
            let unused = self.bytes.saturating_sub(bytes);
            *reserved -= unused;
            self.bytes -= unused;
        }
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let mut all = self.quotas.reserved();
        if let Some(reserved) = all.get_mut(&self.repository) {
            *reserved -= self.bytes;
            if *reserved == 0 {
                all.remove(&self.repository);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uploads_at_once_do_not_exceed_a_quota_together() {
        const MIB: u64 = 1_024 * 1_024;
        let quotas = Quotas::default();
        let begin = |used, announced: Option<u64>| {
            let usage = Usage { files: 1, bytes: used };
            let mut reservation = Reservation::new(&quotas, "r", Some(10 * MIB));
            reservation.grow_to(announced.unwrap_or(0), usage).map(|()| reservation)
        };
        let first = begin(2 * MIB, Some(5 * MIB)).unwrap();
        let error = begin(2 * MIB, Some(4 * MIB)).unwrap_err();
        assert!(matches!(error, RepositoryError::QuotaExceeded { used, .. } if used == 7 * MIB));
        let usage = Usage { files: 1, bytes: 2 * MIB };
        let mut unannounced = begin(2 * MIB, None).unwrap();
        unannounced.grow_to(3 * MIB, usage).unwrap();
        assert!(unannounced.grow_to(3 * MIB + 1, usage).is_err());
        drop(first);
        unannounced.grow_to(8 * MIB, usage).unwrap();
        drop(unannounced);
        assert!(quotas.reserved().is_empty());
        assert!(begin(0, Some(10 * MIB)).is_ok());
    }
}
