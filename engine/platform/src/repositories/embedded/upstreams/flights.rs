//! Fetches that are under way: one for all who want the same file at the same time.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;
use waybill_machines::Timestamp;

use super::differences::differs;
use super::{Shared, Task};
use crate::repositories::{FileInfo, Keeping, RepositoryError, Wanted};
use crate::streams::ChangeContext;

/// The fetches, by what distinguishes them.
pub(super) type Flights = Mutex<HashMap<String, Flight>>;

/// A fetch that is under way; its outcome goes to all who wait for it.
pub(super) type Flight = watch::Receiver<Option<Landed>>;
pub(super) type Landed = Result<Option<FileInfo>, Arc<RepositoryError>>;

impl Shared {
    /// Fetches a file, or waits for another caller's fetch of it. It goes on when its callers have gone.
    pub(super) async fn fly(
        self: &Arc<Self>,
        task: Task,
        wanted: Wanted,
        at: Timestamp,
    ) -> Result<Option<FileInfo>, RepositoryError> {
        let (repository, path) = (task.repository.clone(), wanted.at.path.clone());
        let keeping = wanted.keeping.clone();
        let mut flight = self.join(task, wanted, at);
        let landed = flight.wait_for(Option::is_some).await;
        let landed = landed.map_err(|_| RepositoryError::Defect("a fetch stopped"))?.clone();
        let landed = landed.unwrap_or(Ok(None)).map_err(|error| match &*error {
            RepositoryError::Upstream(error) => RepositoryError::Upstream(*error),
            _ => RepositoryError::Shared(error),
        })?;
        // Another caller may have wanted another content.
        if let (Some(file), Keeping::Fixed(content)) = (&landed, &keeping) {
            let checked = content.expected.check(&file.content);
            checked.map_err(|mismatch| differs(&repository, &path, &mismatch.to_string()))?;
        }
        Ok(landed)
    }

    fn join(self: &Arc<Self>, task: Task, wanted: Wanted, at: Timestamp) -> Flight {
        let mut flights = self.flights.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(flight) = flights.get(&task.key) {
            return flight.clone();
        }
        let (land, flight) = watch::channel(None);
        flights.insert(task.key.clone(), flight.clone());
        drop(flights);
        let ended = Ended { shared: Arc::clone(self), key: task.key.clone() };
        let context = ChangeContext::system(at);
        tokio::spawn(async move {
            let landed = ended.shared.ask(task, wanted, &context).await.map_err(Arc::new);
            // Callers that come now find what was kept or remembered.
            drop(ended);
            land.send_replace(Some(landed));
        });
        flight
    }
}

/// Removes a flight from those under way, also when its task panics.
struct Ended {
    shared: Arc<Shared>,
    key: String,
}

impl Drop for Ended {
    fn drop(&mut self) {
        let mut flights = self.shared.flights.lock().unwrap_or_else(PoisonError::into_inner);
        flights.remove(&self.key);
    }
}
