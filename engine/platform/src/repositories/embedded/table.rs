//! The repositories by key, in memory.

use std::collections::{BTreeMap, HashMap};

use waybill_machines::AnyState;
use waybill_machines::machines::repository::State;
use waybill_machines::rules::repositories::Repository as Settings;

use crate::repositories::StoredRepository;

#[derive(Default)]
pub(super) struct Table {
    by_key: BTreeMap<String, StoredRepository>,
}

impl Table {
    /// The repository of a state; none if it does not exist.
    pub(super) fn stored(id: &str, state: &AnyState) -> Option<StoredRepository> {
        match state {
            AnyState::Repository(State::Existing { repository, created_at, created_by }) => {
                Some(StoredRepository {
                    id: id.to_owned(),
                    settings: Settings::clone(repository),
                    created_at: *created_at,
                    created_by: created_by.clone(),
                })
            }
            _ => None,
        }
    }

    pub(super) fn all(&self) -> Vec<StoredRepository> {
        self.by_key.values().cloned().collect()
    }

    /// All repositories by their ids.
    pub(super) fn by_id(&self) -> HashMap<String, StoredRepository> {
        self.by_key.values().map(|stored| (stored.id.clone(), stored.clone())).collect()
    }

    /// The repositories with these ids, in their order.
    pub(super) fn with_ids(&self, ids: &[String]) -> Vec<StoredRepository> {
        let find = |id: &String| self.by_key.values().find(|stored| stored.id == *id).cloned();
        ids.iter().filter_map(find).collect()
    }

    pub(super) fn get(&self, key: &str) -> Option<&StoredRepository> {
        self.by_key.get(key)
    }

    pub(super) fn put(&mut self, stored: StoredRepository) {
        self.by_key.insert(stored.settings.key.clone(), stored);
    }

    pub(super) fn remove(&mut self, key: &str) {
        self.by_key.remove(key);
    }
}
