//! Resolves every mentioned name, through modules and `use` declarations.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::graph::{Graph, Item, ItemId, ModuleId};
use super::mentions::{ANY_TYPE, MACRO};

/// The maximum length of a chain of re-exports; only a cycle is longer.
const DEPTH_MAX: usize = 24;

/// The meaning of a mentioned path.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// An item itself.
    Item(ItemId),
    /// Names within an item: a function of a type, a variant, or an associated type and names within that.
    Within(ItemId, Vec<String>),
    /// Names within a type that the source does not specify.
    Anything(Vec<String>),
}

/// The meanings of all mentions.
pub struct Links {
    /// For each item its mentions: the path as written, and its meaning.
    targets: Vec<BTreeSet<(String, Target)>>,
    /// For each `impl` the types that it belongs to; empty if it may belong to any type.
    pub types: Vec<BTreeSet<ItemId>>,
    /// For each `impl` its trait, if that is one of this crate.
    pub traits: Vec<BTreeSet<ItemId>>,
    /// For each type its `impl`s.
    pub impls: BTreeMap<ItemId, Vec<usize>>,
}

impl Links {
    /// The meanings of an item's mentions.
    pub fn targets(&self, id: ItemId) -> impl Iterator<Item = &Target> {
        self.targets[id].iter().map(|(_, target)| target)
    }

    /// The paths of an item as written, with the items that they resolve to.
    pub fn written(&self, id: ItemId) -> impl Iterator<Item = (&str, ItemId)> {
        self.targets[id].iter().filter_map(|(written, target)| match target {
            Target::Item(target) | Target::Within(target, _) => Some((written.as_str(), *target)),
            Target::Anything(_) => None,
        })
    }
}

/// Resolves all mentions.
pub fn link(graph: &Graph, lookup: &Lookup<'_>) -> Links {
    let trait_heads: BTreeSet<ItemId> = graph.traits.iter().map(|declared| declared.head).collect();
    let direct = |module, path: &[String]| -> BTreeSet<ItemId> {
        let found = lookup.resolve(module, path).into_iter();
        found.filter(|(_, rest)| rest.is_empty()).map(|(id, _)| id).collect()
    };
    let mut links = Links {
        targets: (0..graph.items.len()).map(|id| meanings(graph, lookup, id)).collect(),
        types: Vec::new(),
        traits: Vec::new(),
        impls: BTreeMap::new(),
    };
    for (position, block) in graph.impls.iter().enumerate() {
        let own = block.self_type.as_ref().map(|path| direct(block.module, path));
        let mut types = own.unwrap_or_default();
        if types.is_empty() {
            // `impl From<Day> for String` belongs to the types that it names.
            types = block.named.iter().flat_map(|path| direct(block.module, path)).collect();
        }
        // Items that the registry's macro generates for one machine belong only to items of the same machine.
        types.retain(|id| !trait_heads.contains(id) && same_row(graph.items[*id].row, block.row));
        for id in types.clone() {
            // An alias belongs to the type that it refers to.
            if let Some(path) = &graph.items[id].alias {
                types.extend(direct(graph.items[id].module, path));
            }
        }
        for id in &types {
            links.impls.entry(*id).or_default().push(position);
        }
        links.types.push(types);
        let of_trait = block.of_trait.as_ref().map(|path| direct(block.module, path));
        links.traits.push(of_trait.unwrap_or_default());
    }
    links
}

fn same_row(item: Option<usize>, block: Option<usize>) -> bool {
    item.is_none() || block.is_none() || item == block
}

fn meanings(graph: &Graph, lookup: &Lookup<'_>, id: ItemId) -> BTreeSet<(String, Target)> {
    let item = &graph.items[id];
    let mut meanings = BTreeSet::new();
    let mut paths: Vec<&Vec<String>> = item.mentions.paths.iter().collect();
    // The output of a macro can refer to names of the module that invokes it.
    for path in &item.mentions.paths {
        if let [MACRO, name] = path.iter().map(String::as_str).collect::<Vec<_>>().as_slice()
            && let Some(called) = graph.macros.get(*name)
        {
            meanings.insert((path.join(""), Target::Item(*called)));
            paths.extend(&graph.items[*called].mentions.paths);
        }
    }
    for path in paths {
        let written = path.join("::");
        let Some((first, rest)) = path.split_first() else { continue };
        let found: Vec<Found> = match first.as_str() {
            "Self" => match &item.self_type {
                Some(self_type) => {
                    let whole: Vec<String> = self_type.iter().chain(rest).cloned().collect();
                    lookup.resolve(item.module, &whole)
                }
                None => anything(&mut meanings, &written, rest),
            },
            name if name == ANY_TYPE || name.starts_with('$') || item.parameters.contains(name) => {
                anything(&mut meanings, &written, rest)
            }
            _ => match imported(item, lookup, path) {
                found if found.is_empty() => lookup.resolve(item.module, path),
                found => found,
            },
        };
        for (target, rest) in found {
            let target =
                if rest.is_empty() { Target::Item(target) } else { Target::Within(target, rest) };
            meanings.insert((written.clone(), target));
        }
    }
    meanings
}

fn anything(
    meanings: &mut BTreeSet<(String, Target)>,
    written: &str,
    rest: &[String],
) -> Vec<Found> {
    if !rest.is_empty() {
        meanings.insert((written.to_owned(), Target::Anything(rest.to_vec())));
    }
    Vec::new()
}

/// The meaning of a path according to `use` declarations within the item itself.
fn imported(item: &Item, lookup: &Lookup<'_>, path: &[String]) -> Vec<Found> {
    let Some((first, rest)) = path.split_first() else { return Vec::new() };
    let mut found = Vec::new();
    for (name, meaning) in &item.mentions.imports {
        let whole: Vec<String> = match name.as_str() {
            "*" => meaning.iter().chain(path).cloned().collect(),
            name if name == first => meaning.iter().chain(rest).cloned().collect(),
            _ => continue,
        };
        found.extend(lookup.resolve(item.module, &whole));
    }
    found
}

/// Resolves paths. Results are cached, because a file mentions the same names many times.
pub struct Lookup<'g> {
    graph: &'g Graph,
    found: RefCell<BTreeMap<ModuleId, Known>>,
}

/// The resolved paths of a module.
type Known = BTreeMap<Vec<String>, Vec<Found>>;

/// An item that a path resolves to, and the remaining names of the path.
pub type Found = (ItemId, Vec<String>);

impl<'g> Lookup<'g> {
    /// A lookup with an empty cache.
    pub fn new(graph: &'g Graph) -> Self {
        Self { graph, found: RefCell::default() }
    }

    /// The items that a path resolves to in a module.
    pub fn resolve(&self, module: ModuleId, path: &[String]) -> Vec<Found> {
        if let Some(found) = self.found.borrow().get(&module).and_then(|known| known.get(path)) {
            return found.clone();
        }
        let found = self.follow(module, path, 0);
        self.found.borrow_mut().entry(module).or_default().insert(path.to_vec(), found.clone());
        found
    }

    fn follow(&self, module: ModuleId, path: &[String], depth: usize) -> Vec<Found> {
        let Some((first, rest)) = path.split_first() else { return Vec::new() };
        if depth > DEPTH_MAX {
            return Vec::new();
        }
        let here = &self.graph.modules[module];
        match first.as_str() {
            "crate" => return self.follow(0, rest, depth + 1),
            "self" => return self.follow(module, rest, depth + 1),
            "super" => return self.follow(here.parent.unwrap_or_default(), rest, depth + 1),
            _ => {}
        }
        let mut found: Vec<Found> = Vec::new();
        if let Some(child) = here.children.get(first) {
            found.extend(self.follow(*child, rest, depth + 1));
        }
        let own = here.items.get(first).into_iter().flatten();
        found.extend(own.map(|id| (*id, rest.to_vec())));
        for import in here.imports.get(first).into_iter().flatten() {
            let whole: Vec<String> = import.iter().chain(rest).cloned().collect();
            found.extend(self.follow(module, &whole, depth + 1));
        }
        if found.is_empty() {
            for import in here.imports.get("*").into_iter().flatten() {
                let whole: Vec<String> = import.iter().chain(path).cloned().collect();
                let brought = self.follow(module, &whole, depth + 1).into_iter();
                // `use Enum::*` imports the variants and nothing else.
                found.extend(brought.filter(|(id, left)| {
                    left.len() < path.len() || self.graph.items[*id].variants.contains(first)
                }));
            }
        }
        found
    }
}
