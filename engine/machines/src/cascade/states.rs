//! The states of a session's machines.

use std::collections::BTreeMap;

use super::InstanceKey;
use crate::registry::AnyState;

/// The states of a session's machines. One that is not in the map stands in its initial state.
///
/// Each is boxed: a map makes room for eleven at once, and a session has five.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct States(BTreeMap<InstanceKey, Box<AnyState>>);

impl States {
    /// No machine has moved yet.
    pub const fn new() -> Self {
        Self(BTreeMap::new())
    }

    /// Where a machine stands, once it has moved.
    pub fn get(&self, key: &InstanceKey) -> Option<&AnyState> {
        self.0.get(key).map(AsRef::as_ref)
    }

    /// A machine stands there now.
    pub fn insert(&mut self, key: InstanceKey, state: AnyState) {
        self.0.insert(key, Box::new(state));
    }

    /// Forgets a machine.
    pub fn remove(&mut self, key: &InstanceKey) {
        self.0.remove(key);
    }

    /// Keeps the machines that `keep` names.
    pub fn retain(&mut self, mut keep: impl FnMut(&InstanceKey) -> bool) {
        self.0.retain(|key, _| keep(key));
    }

    /// The machines that have moved, in order.
    pub fn keys(&self) -> impl Iterator<Item = &InstanceKey> {
        self.0.keys()
    }

    /// Where they stand.
    pub fn values(&self) -> impl Iterator<Item = &AnyState> {
        self.0.values().map(AsRef::as_ref)
    }

    /// Both.
    pub fn iter(&self) -> impl Iterator<Item = (&InstanceKey, &AnyState)> {
        self.0.iter().map(|(key, state)| (key, state.as_ref()))
    }
}

impl FromIterator<(InstanceKey, AnyState)> for States {
    fn from_iter<I: IntoIterator<Item = (InstanceKey, AnyState)>>(states: I) -> Self {
        Self(states.into_iter().map(|(key, state)| (key, Box::new(state))).collect())
    }
}

impl<const N: usize> From<[(InstanceKey, AnyState); N]> for States {
    fn from(states: [(InstanceKey, AnyState); N]) -> Self {
        states.into_iter().collect()
    }
}
