//! The addresses of people that are stored already, so that not every act stores its address again.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use waybill_machines::secret::{PersonId, Personal};

/// How many addresses are known; beyond that all are forgotten, and stored again when they come up.
const ADDRESSES_MAX: usize = 16_384;

/// The digests of the addresses of this run, by person and address.
#[derive(Default)]
pub(super) struct Addresses(Mutex<HashMap<PersonId, HashMap<String, Personal>>>);

impl Addresses {
    pub(super) fn get(&self, person: &PersonId, address: &str) -> Option<Personal> {
        self.known().get(person)?.get(address).cloned()
    }

    pub(super) fn add(&self, person: &PersonId, address: &str, personal: &Personal) {
        let mut known = self.known();
        if known.values().map(HashMap::len).sum::<usize>() >= ADDRESSES_MAX {
            known.clear();
        }
        known.entry(person.clone()).or_default().insert(address.to_owned(), personal.clone());
    }

    /// The person's values were erased: a digest of one of them reveals nothing any longer.
    pub(super) fn forget(&self, person: &PersonId) {
        self.known().remove(person);
    }

    fn known(&self) -> MutexGuard<'_, HashMap<PersonId, HashMap<String, Personal>>> {
        // Every change is complete after each line, so a panic leaves nothing behind.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
