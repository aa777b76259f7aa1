//! The tabs of a session: which of them are known, and forgetting the oldest.

use std::collections::BTreeMap;

use waybill_machines::cascade::InstanceKey;

use crate::StreamState;

/// A session knows at most this many tabs, closed ones included, so that a page that is reloaded again and again, or a
/// client that connects under ever new ids, cannot fill the memory.
pub const TABS_KNOWN_MAX: usize = 96;
const _: () = assert!(3 * TABS_KNOWN_MAX + 16 <= waybill_machines::cascade::STEPS_MAX);

impl StreamState {
    /// Whether the session has records of a tab and has not forgotten it.
    pub(crate) fn knows_tab(&self, tab: &str) -> bool {
        self.instances.keys().any(|key| key.tab.as_deref() == Some(tab))
    }

    /// Whether a tab may continue under this id. A forgotten one may not: its machines would start in their initial
    /// states while its records say that they have moved on.
    pub fn admits_tab(&self, tab: &str) -> bool {
        !self.has_forgotten_tabs || self.knows_tab(tab)
    }

    /// Forgets the tabs beyond [`TABS_KNOWN_MAX`] that are not open, those whose last change is oldest first.
    pub fn forget_tabs(&mut self, is_open: impl Fn(&str) -> bool) {
        let mut newest: BTreeMap<&str, u64> = BTreeMap::new();
        for (key, instance) in &self.instances {
            if let Some(tab) = &key.tab {
                let seq = newest.entry(tab).or_default();
                *seq = instance.seq.max(*seq);
            }
        }
        let excess = newest.len().saturating_sub(TABS_KNOWN_MAX);
        if excess == 0 {
            return;
        }
        let closed = newest.into_iter().filter(|(tab, _)| !is_open(tab));
        let mut closed: Vec<(u64, String)> =
            closed.map(|(tab, seq)| (seq, tab.to_owned())).collect();
        closed.sort_unstable();
        closed.truncate(excess);
        let stays = |key: &InstanceKey| {
            key.tab.as_ref().is_none_or(|tab| !closed.iter().any(|(_, gone)| gone == tab))
        };
        self.has_forgotten_tabs |= !closed.is_empty();
        self.instances.retain(|key, _| stays(key));
        self.states.retain(stays);
    }
}
