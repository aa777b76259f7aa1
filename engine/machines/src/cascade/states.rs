//! The states of a session's machines.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::InstanceKey;
use crate::registry::AnyState;

/// The states of a session's machines. A machine that is not in the map is in its initial state.
///
/// Each is shared with the decision that it comes from: states are never changed in place, and copying one copies its
/// texts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct States(BTreeMap<InstanceKey, Arc<AnyState>>);

impl States {
    /// The states of a new session: every machine is in its initial state.
    pub const fn new() -> Self {
        Self(BTreeMap::new())
    }

    /// The state of a machine; none if it is still in its initial state.
    pub fn get(&self, key: &InstanceKey) -> Option<&AnyState> {
        self.0.get(key).map(AsRef::as_ref)
    }

    /// The state of a machine, to be kept.
    pub(super) fn shared(&self, key: &InstanceKey) -> Option<&Arc<AnyState>> {
        self.0.get(key)
    }

    /// Sets the state of a machine.
    pub fn insert(&mut self, key: InstanceKey, state: impl Into<Arc<AnyState>>) {
        self.0.insert(key, state.into());
    }

    /// Removes a machine.
    pub fn remove(&mut self, key: &InstanceKey) {
        self.0.remove(key);
    }

    /// Keeps only the machines for which `keep` returns true.
    pub fn retain(&mut self, mut keep: impl FnMut(&InstanceKey) -> bool) {
        self.0.retain(|key, _| keep(key));
    }

    /// The machines that are in the map, in order.
    pub fn keys(&self) -> impl Iterator<Item = &InstanceKey> {
        self.0.keys()
    }

    /// Their states, in the same order.
    pub fn values(&self) -> impl Iterator<Item = &AnyState> {
        self.0.values().map(AsRef::as_ref)
    }

    /// Machines with their states, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&InstanceKey, &AnyState)> {
        self.0.iter().map(|(key, state)| (key, state.as_ref()))
    }
}

impl FromIterator<(InstanceKey, AnyState)> for States {
    fn from_iter<I: IntoIterator<Item = (InstanceKey, AnyState)>>(states: I) -> Self {
        Self(states.into_iter().map(|(key, state)| (key, Arc::new(state))).collect())
    }
}

impl<const N: usize> From<[(InstanceKey, AnyState); N]> for States {
    fn from(states: [(InstanceKey, AnyState); N]) -> Self {
        states.into_iter().collect()
    }
}
