//! What the hash of a machine's rules covers, as the build found it.

use crate::registry::MachineName;

include!(concat!(env!("OUT_DIR"), "/inputs.rs"));

/// An item whose change changes a machine's rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Input {
    /// Its path below the crate.
    pub item: &'static str,
    /// The file that it is in, below the crate's folder.
    pub file: &'static str,
}

/// Every item that decides a machine.
pub fn of(machine: MachineName) -> impl Iterator<Item = Input> {
    let positions = INPUTS.iter().find(|(name, _)| *name == machine.as_str());
    let positions = positions.map_or(&[][..], |(_, positions)| positions);
    positions.iter().filter_map(|position| {
        ITEMS.get(usize::from(*position)).map(|(item, file)| Input { item, file })
    })
}
