//! The items of the source that the rules hash of each machine covers, as the build script finds them.

use crate::registry::MachineName;

include!(concat!(env!("OUT_DIR"), "/inputs.rs"));

/// An item that is covered by a machine's rules hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Input {
    /// The path of the item within the crate.
    pub item: &'static str,
    /// The file that contains the item, relative to the crate's folder.
    pub file: &'static str,
}

/// All items that are covered by the rules hash of `machine`.
pub fn of(machine: MachineName) -> impl Iterator<Item = Input> {
    let positions = INPUTS.iter().find(|(name, _)| *name == machine.as_str());
    let positions = positions.map_or(&[][..], |(_, positions)| positions);
    positions.iter().filter_map(|position| {
        ITEMS.get(usize::from(*position)).map(|(item, file)| Input { item, file })
    })
}
