//! A limit of what is held at once, such as connections.
//!
//! Visitors have a share of all places. When that is full, the address that holds the most gives way to one that holds
//! fewer, so that no address keeps the others out. What users hold is never taken from them.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;
use waybill_machines::secret::PersonId;

use super::{Budget, Percent, Resource, Scope};
use crate::access::Source;

/// Who holds a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Holder {
    /// A visitor at an address.
    Visitor(Source),
    /// A user.
    Person(PersonId),
    /// A trusted proxy, which serves many.
    Proxy,
}

/// How many places there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlaceLimits {
    /// What they are places for.
    pub resource: Resource,
    /// In all.
    pub all: NonZeroU32,
    /// The share of visitors.
    pub visitors: Percent,
    /// For the visitors at one address.
    pub address: NonZeroU32,
    /// For one user.
    pub person: NonZeroU32,
    /// Whether an address that holds as many as it may gives one up for a further one.
    pub own_gives_way: bool,
}

/// Why there is no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Full {
    /// The address holds as many as it may.
    #[error("too many are open from this address")]
    Address,
    /// The user holds as many as one may.
    #[error("you have too many open")]
    Person,
    /// All are taken, and no address holds more than this one.
    #[error("too many are open on this server")]
    Server,
}

impl Full {
    const fn scope(self) -> Scope {
        match self {
            Self::Address => Scope::Address,
            Self::Person => Scope::Person,
            Self::Server => Scope::Server,
        }
    }
}

/// Places of one kind.
#[derive(Debug, Clone)]
pub struct Places(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    limits: PlaceLimits,
    taken: Mutex<Taken>,
    /// Notified when the last place has become free.
    emptied: Notify,
}

/// The places that are taken.
#[derive(Debug, Default)]
struct Taken {
    next: u64,
    places: HashMap<u64, Occupant>,
    visitors: u32,
    /// The places of each address, the oldest first.
    addresses: HashMap<Source, BTreeSet<u64>>,
    /// The addresses by how many places they hold, those with the oldest place first.
    by_count: BTreeMap<usize, BTreeSet<(u64, Source)>>,
    people: HashMap<PersonId, u32>,
}

#[derive(Debug)]
struct Occupant {
    holder: Holder,
    gives_way: Arc<Notify>,
}

/// A place, until it is dropped.
#[derive(Debug)]
pub struct Place {
    id: u64,
    places: Places,
    gives_way: Arc<Notify>,
}

impl Places {
    /// All free.
    pub fn new(limits: PlaceLimits) -> Self {
        for scope in [Scope::Address, Scope::Person, Scope::Server] {
            Budget(scope, limits.resource).show_refused();
        }
        let taken = Mutex::default();
        Self(Arc::new(Inner { limits, taken, emptied: Notify::new() }))
    }

    /// Takes a place, which another address may have to give way for.
    pub fn take(&self, holder: Holder) -> Result<Place, Full> {
        let mut taken = self.taken();
        if let Err(full) = taken.make_room(&holder, &self.0.limits) {
            Budget(full.scope(), self.0.limits.resource).refused().increment(1);
            return Err(full);
        }
        let (id, gives_way) = (taken.next, Arc::new(Notify::new()));
        taken.next += 1;
        taken.insert(id, Occupant { holder, gives_way: Arc::clone(&gives_way) });
        Ok(Place { id, places: self.clone(), gives_way })
    }

    /// How many are taken: by visitors, and in all.
    pub fn counts(&self) -> (usize, usize) {
        let taken = self.taken();
        (taken.visitors as usize, taken.places.len())
    }

    /// Reports who holds how many.
    pub fn report(&self) {
        let taken = self.taken();
        let held = [
            (Scope::Server, taken.places.len()),
            (Scope::Visitors, taken.visitors as usize),
            (Scope::Address, taken.by_count.last_key_value().map_or(0, |(count, _)| *count)),
            (Scope::Person, taken.people.values().max().map_or(0, |count| *count as usize)),
        ];
        drop(taken);
        for (scope, held) in held {
            Budget(scope, self.0.limits.resource).set_held(held);
        }
    }

    /// Completes when all places are free.
    pub async fn emptied(&self) {
        loop {
            let emptied = self.0.emptied.notified();
            if self.taken().places.is_empty() {
                return;
            }
            emptied.await;
        }
    }

    fn taken(&self) -> MutexGuard<'_, Taken> {
        self.0.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Place {
    /// The holder turns out to be a user: the place no longer gives way to others. One beyond what a user may hold
    /// stays a visitor's.
    pub fn belongs_to(&self, person: &PersonId) {
        let mut taken = self.places.taken();
        let is_visitors = taken
            .places
            .get(&self.id)
            .is_some_and(|place| matches!(place.holder, Holder::Visitor(_)));
        if is_visitors
            && taken.of_person(person) < self.places.0.limits.person.get()
            && let Some(occupant) = taken.remove(self.id)
        {
            taken.insert(self.id, Occupant { holder: Holder::Person(person.clone()), ..occupant });
        }
    }

    /// Completes when the place has been given to another address: what held it has to end.
    pub async fn given_away(&self) {
        self.gives_way.notified().await;
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        taken.remove(self.id);
        if taken.places.is_empty() {
            self.places.0.emptied.notify_waiters();
        }
    }
}

impl Taken {
    fn make_room(&mut self, holder: &Holder, limits: &PlaceLimits) -> Result<(), Full> {
        match holder {
            Holder::Person(person) if self.of_person(person) >= limits.person.get() => {
                return Err(Full::Person);
            }
            Holder::Visitor(source) => {
                let own = self.addresses.get(source).map_or(0, BTreeSet::len);
                if own >= limits.address.get() as usize {
                    return if limits.own_gives_way {
                        self.oldest_gives_way(source)
                    } else {
                        Err(Full::Address)
                    };
                }
                if self.visitors >= limits.visitors.of(limits.all.get()) {
                    self.give_way(own)?;
                }
            }
            Holder::Person(_) | Holder::Proxy => {}
        }
        if self.places.len() >= limits.all.get() as usize {
            let own = match holder {
                Holder::Visitor(source) => self.addresses.get(source).map_or(0, BTreeSet::len),
                Holder::Person(_) | Holder::Proxy => 0,
            };
            self.give_way(own)?;
        }
        Ok(())
    }

    /// Frees the oldest place of the address that holds the most, if it holds more than the newcomer does now. Of many
    /// addresses with a single place one gives way too: they would otherwise keep all newcomers out for ever.
    fn give_way(&mut self, own: usize) -> Result<(), Full> {
        let (count, sources) = self.by_count.last_key_value().ok_or(Full::Server)?;
        let (_, source) = sources.first().filter(|_| *count > own).ok_or(Full::Server)?;
        let source = source.clone();
        self.oldest_gives_way(&source)
    }

    fn oldest_gives_way(&mut self, source: &Source) -> Result<(), Full> {
        let oldest = self.addresses.get(source).and_then(BTreeSet::first).copied();
        let occupant = oldest.and_then(|oldest| self.remove(oldest)).ok_or(Full::Server)?;
        occupant.gives_way.notify_one();
        Ok(())
    }

    fn of_person(&self, person: &PersonId) -> u32 {
        self.people.get(person).copied().unwrap_or(0)
    }

    fn insert(&mut self, id: u64, occupant: Occupant) {
        match &occupant.holder {
            Holder::Visitor(source) => {
                self.visitors += 1;
                self.change_address(source, |places| {
                    places.insert(id);
                });
            }
            Holder::Person(person) => *self.people.entry(person.clone()).or_default() += 1,
            Holder::Proxy => {}
        }
        self.places.insert(id, occupant);
    }

    fn remove(&mut self, id: u64) -> Option<Occupant> {
        let occupant = self.places.remove(&id)?;
        match &occupant.holder {
            Holder::Visitor(source) => {
                self.visitors -= 1;
                self.change_address(source, |places| {
                    places.remove(&id);
                });
            }
            Holder::Person(person) => {
                if let Some(count) = self.people.get_mut(person) {
                    *count -= 1;
                    if *count == 0 {
                        self.people.remove(person);
                    }
                }
            }
            Holder::Proxy => {}
        }
        Some(occupant)
    }

    /// Changes the places of an address, and how many it counts for.
    fn change_address(&mut self, source: &Source, change: impl FnOnce(&mut BTreeSet<u64>)) {
        let mut places = self.addresses.remove(source).unwrap_or_default();
        if let (Some(sources), Some(oldest)) =
            (self.by_count.get_mut(&places.len()), places.first())
        {
            sources.remove(&(*oldest, source.clone()));
            if sources.is_empty() {
                self.by_count.remove(&places.len());
            }
        }
        change(&mut places);
        if let Some(oldest) = places.first() {
            self.by_count.entry(places.len()).or_default().insert((*oldest, source.clone()));
            self.addresses.insert(source.clone(), places);
        }
    }
}

#[cfg(test)]
mod tests;
