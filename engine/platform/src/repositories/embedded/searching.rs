//! Searches, of which only some run at once.

use std::sync::Arc;
use std::time::Duration;

use super::EmbeddedRepositories;
use crate::repositories::{Answer, Found, Query, RepositoryError, Search, Searched};

/// For how long a search waits for those that run.
const WAITS: Duration = Duration::from_secs(10);

impl Search for EmbeddedRepositories {
    fn search(&self, query: Query, scope: Vec<Searched>) -> Answer<'_, Found> {
        Box::pin(async move {
            let place = Arc::clone(&self.inner.places.searches).acquire_owned();
            let place = tokio::time::timeout(WAITS, place).await;
            let place = place.map_err(|_| RepositoryError::SearchBusy)?;
            let place = place.map_err(|_| RepositoryError::Defect("searches have ended"))?;
            let search = move |inner: &super::Inner| {
                let found = inner.view.find(&query, &scope);
                // Also of a caller who has stopped waiting.
                drop(place);
                found
            };
            self.inner.blocking(search).await
        })
    }
}
