//! Finds the items of this crate that decide each machine, and computes their hash.
//!
//! The build script runs this on the files in `src`; `tests/rules_hash` runs the same program on changed sources.
//!
//! ```text
//! sources -> collect (modules, items, impls; macros expanded) -> link (mentions to items) -> walk a machine -> hash
//! ```
//!
//! The walk is a rapid type analysis: a method is included as soon as its type and its name are mentioned by an
//! included item. It may include too much (for example for a local variable with the name of a function), but never too
//! little.

mod collect;
mod graph;
mod link;
mod macros;
mod members;
mod mentions;
mod sources;
mod split;
mod tokens;
mod walk;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};

use sha2::{Digest, Sha256};

pub use sources::Sources;

use graph::{Graph, ItemId};

/// Dependencies whose code runs between a machine's own handlers, so that another version may decide differently.
const DECIDING_PACKAGES: [&str; 2] = ["statig", "statig_macro"];

/// The result of the analysis.
pub struct Analysis {
    /// Every item that decides some machine: its name and its file.
    pub items: Vec<(String, String)>,
    /// Every machine, by name.
    pub machines: BTreeMap<String, Rules>,
    /// The hash of all machines' rules together.
    pub charts_hash: String,
}

/// The rules of one machine.
pub struct Rules {
    /// The rules hash: 16 hex digits.
    pub hash: String,
    /// Indices into [`Analysis::items`].
    pub items: Vec<usize>,
}

/// Why the analysis failed.
#[derive(Debug)]
pub enum Problem {
    /// A file is missing or cannot be read.
    Unreadable(String, std::io::Error),
    /// A file is not valid Rust.
    Unparsable(String, syn::Error),
    /// An item that the analysis starts from does not exist.
    Missing(String),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable(file, error) => write!(f, "{file} cannot be read: {error}"),
            Self::Unparsable(file, error) => write!(f, "{file} cannot be parsed: {error}"),
            Self::Missing(what) => write!(
                f,
                "the rules hash needs {what}, which is not there; where it was renamed, rename it in build/ too"
            ),
        }
    }
}

impl std::error::Error for Problem {}

/// Finds the items that decide each machine. `lock` is the text of Cargo.lock.
pub fn analyse(sources: &Sources, lock: &str) -> Result<Analysis, Problem> {
    let graph = collect::collect(sources)?;
    let lookup = link::Lookup::new(&graph);
    let links = link::link(&graph, &lookup);
    let versions = versions(lock)?;
    let texts: Vec<Vec<u8>> =
        graph.items.iter().map(|item| Sha256::digest(&item.text).to_vec()).collect();
    let mut decisive = BTreeMap::new();
    for row in 0..graph.machines.len() {
        let name = graph.machines[row].module.clone();
        decisive.insert(name, (row, walk::walk(&graph, &lookup, &links, row)?));
    }
    let all: BTreeSet<ItemId> = decisive.values().flat_map(|(_, items)| items).copied().collect();
    let positions: BTreeMap<ItemId, usize> =
        all.iter().enumerate().map(|(position, id)| (*id, position)).collect();
    let mut charts = Sha256::new();
    let mut machines = BTreeMap::new();
    for (name, (row, items)) in decisive {
        let hash = hash(&graph, &links, &texts, row, &items, &versions);
        charts.update(&hash);
        let items = items.iter().map(|id| positions[id]).collect();
        machines.insert(name, Rules { hash: hex(&hash), items });
    }
    let described = |id: &ItemId| (graph.items[*id].name.clone(), graph.items[*id].file.clone());
    let items = all.iter().map(described).collect();
    Ok(Analysis { items, machines, charts_hash: hex(&charts.finalize()) })
}

/// The hash of the items' texts and of the texts that their names refer to. It does not depend on the location of an
/// item.
fn hash(
    graph: &Graph,
    links: &link::Links,
    texts: &[Vec<u8>],
    row: usize,
    items: &BTreeSet<ItemId>,
    versions: &str,
) -> Vec<u8> {
    let digest = |id: &ItemId| {
        let mut hash = Sha256::new();
        hash.update(&texts[*id]);
        for (written, target) in links.written(*id) {
            if graph.items[target].counts_for(row) {
                hash.update(written);
                hash.update(&texts[target]);
            }
        }
        hash.finalize().to_vec()
    };
    let digests: BTreeSet<Vec<u8>> = items.iter().map(digest).collect();
    let mut hash = Sha256::new();
    hash.update(versions);
    for digest in &digests {
        hash.update(digest);
    }
    hash.finalize().to_vec()
}

/// The versions of the deciding packages, from Cargo.lock.
fn versions(lock: &str) -> Result<String, Problem> {
    let mut versions = String::new();
    for package in DECIDING_PACKAGES {
        let after =
            lock.split_once(&format!("name = \"{package}\"\nversion = \"")).map(|(_, after)| after);
        let version = after.and_then(|after| after.split('"').next());
        let version = version
            .ok_or_else(|| Problem::Missing(format!("the package '{package}' in Cargo.lock")))?;
        let _ = writeln!(versions, "{package} {version}");
    }
    Ok(versions)
}

/// The first 16 hex digits of a hash.
fn hex(hash: &[u8]) -> String {
    hash.iter().take(8).fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}
