//! What is known of the repositories that records name by their ids.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use waybill_machines::rules::repositories::{PackageType, RepositoryClass};

use crate::repositories::{Repositories, RepositoryError};

/// What is known of repositories by their ids. Key, class and package type of a repository never change.
pub(in crate::webhooks::deliveries) struct KnownRepositories {
    repositories: Arc<dyn Repositories>,
    known: Mutex<HashMap<String, Option<Known>>>,
}

/// What is known of one.
#[derive(Clone)]
pub(super) struct Known {
    pub(super) key: String,
    pub(super) class: RepositoryClass,
    pub(super) package_type: PackageType,
    /// The project that it belongs to now.
    pub(super) project: Option<String>,
}

impl KnownRepositories {
    pub(in crate::webhooks::deliveries) fn new(repositories: Arc<dyn Repositories>) -> Self {
        Self { repositories, known: Mutex::default() }
    }

    /// None for a repository that was deleted before it was known: nothing in it can be read any longer. One that was
    /// deleted since belongs to no project.
    pub(super) async fn of(&self, id: &str) -> Result<Option<Known>, RepositoryError> {
        let found = self.repositories.with_ids(vec![id.to_owned()]).await?.pop();
        let found = found.map(|stored| Known {
            key: stored.settings.key.clone(),
            class: stored.settings.class,
            package_type: stored.settings.package_type,
            project: stored.settings.project_key.clone(),
        });
        let mut all = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if found.is_some() {
            all.insert(id.to_owned(), found.clone());
            return Ok(found);
        }
        let before = all.entry(id.to_owned()).or_default();
        Ok(before.clone().map(|known| Known { project: None, ..known }))
    }
}
