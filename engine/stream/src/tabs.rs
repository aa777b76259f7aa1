//! The tabs of a session: which of them are known, and forgetting the oldest.

use std::collections::BTreeMap;

use waybill_machines::cascade::{InstanceKey, States};
use waybill_machines::{MachineName, Scope};

/// A session knows at most this many tabs, closed ones included, so that a page that is reloaded again and again, or a
/// client that connects under ever new ids, cannot fill the memory.
pub const TABS_KNOWN_MAX: usize = 96;
const _: () = assert!(TABS_KNOWN_MAX + 16 <= waybill_machines::cascade::STEPS_MAX);

/// The tabs that are known.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tabs {
    /// The newest accepted record of each.
    newest: BTreeMap<String, u64>,
    /// Some were forgotten, so an unknown one may be one of these.
    has_forgotten: bool,
}

impl Tabs {
    pub(crate) fn note(&mut self, key: &InstanceKey, seq: u64) {
        if let Some(tab) = &key.tab {
            self.newest.insert(tab.clone(), seq);
        }
    }

    pub(crate) fn knows(&self, tab: &str) -> bool {
        self.newest.contains_key(tab)
    }

    /// Whether a tab may continue under this id. A forgotten one may not: its machines would start in their initial
    /// states while its records say that they have moved on.
    pub(crate) fn admits(&self, tab: &str) -> bool {
        !self.has_forgotten || self.knows(tab)
    }

    /// Forgets the tabs beyond [`TABS_KNOWN_MAX`] that are not open, those whose last change is oldest first.
    pub(crate) fn forget(
        &mut self,
        is_open: impl Fn(&str) -> bool,
        states: &mut States,
        versions: &mut BTreeMap<InstanceKey, u64>,
    ) {
        let excess = self.newest.len().saturating_sub(TABS_KNOWN_MAX);
        if excess == 0 {
            return;
        }
        let closed = self.newest.iter().filter(|(tab, _)| !is_open(tab));
        let mut closed: Vec<(u64, String)> = closed.map(|(tab, seq)| (*seq, tab.clone())).collect();
        closed.sort_unstable();
        for (_, tab) in closed.into_iter().take(excess) {
            for machine in MachineName::ALL.iter().filter(|name| name.profile().scope == Scope::Tab)
            {
                let key = InstanceKey::of(*machine, Some(&tab));
                states.remove(&key);
                versions.remove(&key);
            }
            self.newest.remove(&tab);
            self.has_forgotten = true;
        }
    }
}
