//! Uploads that take several requests: who began each, and what of it has arrived.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use tokio::sync::{Mutex as Turn, OwnedMutexGuard};
use waybill_machines::secret::PersonId;
use waybill_platform::repositories::{Receiving, StoredRepository};

use crate::error::ApiError;

/// The most uploads of one user at once, and of all users.
const OF_USER_MAX: usize = 100;
const ALL_MAX: usize = 1_000;
/// An upload ends if nothing is sent to it for this long.
const IDLE_MAX: Duration = Duration::from_mins(15);

/// The uploads under way, by their ids. A restart ends them: their clients begin again.
#[derive(Clone, Default)]
pub struct Uploads(Arc<Mutex<HashMap<String, Arc<Upload>>>>);

/// Where an upload belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Belongs {
    pub(super) to: PersonId,
    /// The id of the repository.
    pub(super) repository: String,
    pub(super) image: String,
}

impl Belongs {
    pub(super) fn new(to: &PersonId, repository: &StoredRepository, image: &str) -> Self {
        Self { to: to.clone(), repository: repository.id.clone(), image: image.to_owned() }
    }
}

struct Upload {
    belongs: Belongs,
    used_at: Mutex<Instant>,
    /// One request at a time sends. None once the upload has ended.
    received: Arc<Turn<Option<Receiving>>>,
}

impl Upload {
    fn used_at(&self) -> MutexGuard<'_, Instant> {
        self.used_at.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The turn of a request to send to an upload. When it ends, the upload begins to be idle.
pub(super) struct Sending {
    upload: Arc<Upload>,
    received: OwnedMutexGuard<Option<Receiving>>,
}

impl Sending {
    /// What has arrived before.
    ///
    /// # Errors
    ///
    /// 404 if the upload has ended.
    pub(super) fn receiving(&mut self) -> Result<&mut Receiving, ApiError> {
        self.received.as_mut().ok_or_else(ApiError::upload_unknown)
    }

    /// How many bytes have arrived.
    pub(super) fn bytes(&self) -> Result<u64, ApiError> {
        self.received.as_ref().map(Receiving::bytes).ok_or_else(ApiError::upload_unknown)
    }

    /// Takes what has arrived out of the upload, which ends it.
    pub(super) fn take(mut self) -> Option<Receiving> {
        self.received.take()
    }
}

impl Drop for Sending {
    fn drop(&mut self) {
        *self.upload.used_at() = Instant::now();
    }
}

impl Uploads {
    fn all(&self) -> MutexGuard<'_, HashMap<String, Arc<Upload>>> {
        // Each change is a single step, so a panic leaves nothing half done.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins an upload with this id.
    ///
    /// # Errors
    ///
    /// 429 if there are too many.
    pub(super) fn begin(
        &self,
        id: String,
        belongs: Belongs,
        receiving: Receiving,
    ) -> Result<(), ApiError> {
        let mut all = self.all();
        let of_user = all.values().filter(|upload| upload.belongs.to == belongs.to).count();
        if of_user >= OF_USER_MAX || all.len() >= ALL_MAX {
            return Err(ApiError::too_many_uploads());
        }
        let upload = Arc::new(Upload {
            belongs,
            used_at: Mutex::new(Instant::now()),
            received: Arc::new(Turn::new(Some(receiving))),
        });
        tokio::spawn(self.clone().end_when_idle(id.clone(), Arc::downgrade(&upload)));
        all.insert(id, upload);
        Ok(())
    }

    /// The turn to send to an upload.
    ///
    /// # Errors
    ///
    /// 404 if it has ended or is of others, 409 if another request is sending to it.
    pub(super) fn send(&self, id: &str, belongs: &Belongs) -> Result<Sending, ApiError> {
        let found = self.all().get(id).filter(|upload| upload.belongs == *belongs).cloned();
        let upload = found.ok_or_else(ApiError::upload_unknown)?;
        let turn = Arc::clone(&upload.received).try_lock_owned();
        let received = turn.map_err(|_| ApiError::upload_in_use())?;
        Ok(Sending { upload, received })
    }

    /// Ends an upload.
    pub(super) fn end(&self, id: &str) {
        self.all().remove(id);
    }

    async fn end_when_idle(self, id: String, upload: Weak<Upload>) {
        let mut wait = IDLE_MAX;
        loop {
            tokio::time::sleep(wait).await;
            let Some(upload) = upload.upgrade() else { return };
            // While a request sends it is not idle.
            let Ok(mut received) = upload.received.try_lock() else {
                wait = IDLE_MAX;
                continue;
            };
            wait = IDLE_MAX.saturating_sub(upload.used_at().elapsed());
            if wait.is_zero() {
                received.take();
                return self.end(&id);
            }
        }
    }
}
