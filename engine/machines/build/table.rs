//! Writes the result as the tables that the crate includes.

use std::fmt::Write as _;

use super::analysis::Analysis;

/// The table of rules hashes, by machine and for all machines together.
pub fn hashes(found: &Analysis) -> String {
    let mut table = String::from("pub(crate) const RULES: &[(&str, &str)] = &[\n");
    for (name, rules) in &found.machines {
        let _ = writeln!(table, "    (\"{name}\", \"{}\"),", rules.hash);
    }
    table.push_str("];\n");
    table.push_str("/// 16 hex digits: the hash of all machines' rules together.\n");
    let _ = writeln!(table, "pub const CHARTS_HASH: &str = \"{}\";", found.charts_hash);
    table
}

/// The table of inputs: each item once, and for each machine the indices of its items.
pub fn inputs(found: &Analysis) -> String {
    let mut table = String::from("const ITEMS: &[(&str, &str)] = &[\n");
    for (name, file) in &found.items {
        let _ = writeln!(table, "    ({name:?}, {file:?}),");
    }
    table.push_str("];\nconst INPUTS: &[(&str, &[u16])] = &[\n");
    for (name, rules) in &found.machines {
        let _ = writeln!(table, "    (\"{name}\", &{:?}),", rules.items);
    }
    table.push_str("];\n");
    table
}
