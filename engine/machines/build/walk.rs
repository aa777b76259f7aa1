//! Walks from the entry points of a machine to all items that they reach.

use std::collections::BTreeSet;

use super::Problem;
use super::graph::{Graph, ItemId, ModuleId};
use super::link::{Links, Lookup, Target};

/// The items that decide every machine.
const DECIDES_ALL: [&[&str]; 3] =
    [&["machine", "decide"], &["machine", "Context"], &["cascade", "run"]];
/// The trait that makes a type a machine.
const MACHINE: &[&str] = &["machine", "Machine"];
/// Members of a machine that are only used for exploration.
const UNDECIDING: [&str; 2] = ["examples", "abstract_state"];

/// The items that decide the machine in a row of the registry.
pub fn walk(
    graph: &Graph,
    lookup: &Lookup<'_>,
    links: &Links,
    row: usize,
) -> Result<BTreeSet<ItemId>, Problem> {
    let mut others = BTreeSet::new();
    for machine in graph.machines.iter().filter(|other| other.module != graph.machines[row].module)
    {
        others.extend(found(lookup, &["machines", &machine.module, &machine.type_name])?);
    }
    let mut walk = Walk {
        graph,
        lookup,
        links,
        row,
        others,
        reached: BTreeSet::new(),
        open: Vec::new(),
        names: BTreeSet::new(),
        within: BTreeSet::new(),
        of_any: BTreeSet::new(),
    };
    let machine = &graph.machines[row];
    let type_path = ["machines", &machine.module, &machine.type_name];
    let machine = found(lookup, &type_path)?;
    let contract = found(lookup, MACHINE)?;
    for path in DECIDES_ALL {
        for id in found(lookup, path)? {
            walk.reach(id);
        }
    }
    for id in &graph.opaque {
        walk.reach(*id);
    }
    let contract = graph.traits.iter().filter(|declared| contract.contains(&declared.head));
    for (name, _) in contract.flat_map(|declared| &declared.members) {
        if !UNDECIDING.contains(&name.as_str()) {
            for id in &machine {
                walk.enter(*id, std::slice::from_ref(name));
            }
        }
    }
    walk.run();
    Ok(walk.reached)
}

fn found(lookup: &Lookup<'_>, path: &[&str]) -> Result<Vec<ItemId>, Problem> {
    let names: Vec<String> = path.iter().map(|name| (*name).to_owned()).collect();
    let found: Vec<ItemId> = lookup.resolve(0, &names).into_iter().map(|(id, _)| id).collect();
    if found.is_empty() { Err(Problem::Missing(path.join("::"))) } else { Ok(found) }
}

struct Walk<'g> {
    graph: &'g Graph,
    lookup: &'g Lookup<'g>,
    links: &'g Links,
    row: usize,
    /// The types of the other machines.
    others: BTreeSet<ItemId>,
    reached: BTreeSet<ItemId>,
    open: Vec<ItemId>,
    /// Names that are used on a type that the source does not specify.
    names: BTreeSet<String>,
    /// Names within a specified type.
    within: BTreeSet<(ItemId, String)>,
    /// Names within an associated type of any type.
    of_any: BTreeSet<Vec<String>>,
}

impl Walk<'_> {
    fn reach(&mut self, id: ItemId) {
        if self.graph.items[id].counts_for(self.row) && self.reached.insert(id) {
            self.open.push(id);
        }
    }

    fn run(&mut self) {
        loop {
            while let Some(id) = self.open.pop() {
                for target in self.links.targets(id) {
                    self.follow(target);
                }
                self.names.extend(self.graph.items[id].mentions.methods.iter().cloned());
            }
            let before = (self.names.len(), self.within.len(), self.of_any.len());
            self.implementations();
            self.parts();
            let after = (self.names.len(), self.within.len(), self.of_any.len());
            if self.open.is_empty() && before == after {
                return;
            }
        }
    }

    fn follow(&mut self, target: &Target) {
        match target {
            Target::Item(id) => self.reach(*id),
            Target::Within(id, names) => self.enter(*id, names),
            Target::Anything(names) => {
                self.names.extend(names.first().cloned());
                if names.len() > 1 {
                    self.of_any.insert(names.clone());
                }
            }
        }
    }

    /// Follows names within an item: a function of a type, or an associated type and names within that.
    fn enter(&mut self, id: ItemId, names: &[String]) {
        if !self.graph.items[id].counts_for(self.row) {
            return;
        }
        // A name within another machine, such as `Navigation::NAME`, does not reach that machine.
        if !self.others.contains(&id) {
            self.reach(id);
        }
        let item = &self.graph.items[id];
        if let Some(alias) = &item.alias {
            self.enter_path(item.module, alias, names);
        }
        let Some((name, rest)) = names.split_first() else { return };
        if self.graph.traits.iter().any(|declared| declared.head == id) {
            self.names.insert(name.clone());
        }
        self.within.insert((id, name.clone()));
        if rest.is_empty() {
            return;
        }
        for position in self.links.impls.get(&id).into_iter().flatten() {
            self.associated(*position, name, rest);
        }
    }

    fn enter_path(&mut self, module: ModuleId, path: &[String], names: &[String]) {
        for (id, rest) in self.lookup.resolve(module, path) {
            let names: Vec<String> = rest.into_iter().chain(names.iter().cloned()).collect();
            self.enter(id, &names);
        }
    }

    /// Follows names into an associated type of an `impl`.
    fn associated(&mut self, position: usize, name: &str, rest: &[String]) {
        let graph = self.graph;
        let block = &graph.impls[position];
        for (_, path) in block.types_within.iter().filter(|(own, _)| own == name) {
            self.enter_path(block.module, path, rest);
        }
    }

    /// Reaches the `impl`s of reached types.
    fn implementations(&mut self) {
        let (graph, links) = (self.graph, self.links);
        for (position, block) in graph.impls.iter().enumerate() {
            let types = &links.types[position];
            let is_of_another = block.row.is_some_and(|row| row != self.row);
            let is_reached = types.is_empty() || types.iter().any(|id| self.reached.contains(id));
            if is_of_another {
                continue;
            }
            if !is_reached {
                for (name, member) in &block.members {
                    if types.iter().any(|id| self.within.contains(&(*id, name.clone()))) {
                        self.reach(*member);
                    }
                }
                continue;
            }
            let is_foreign = block.of_trait.is_some() && links.traits[position].is_empty();
            if let Some(whole) = block.whole.filter(|_| block.is_rewritten || is_foreign) {
                // Foreign code can call any member.
                self.reach(whole);
                continue;
            }
            for (name, member) in &block.members {
                if self.is_asked_for(types, name) {
                    self.reach(*member);
                }
            }
            for names in self.of_any.clone() {
                self.associated(position, &names[0], &names[1..]);
            }
            for declared in graph.traits.iter().filter(|t| links.traits[position].contains(&t.head))
            {
                for (name, member) in &declared.members {
                    if self.reached.contains(&declared.head) && self.is_asked_for(types, name) {
                        self.reach(*member);
                    }
                }
            }
        }
    }

    /// Whether an `impl` member is needed. A member that may belong to any type, such as one for a foreign type, always
    /// is, because paths to it do not name this crate.
    fn is_asked_for(&self, types: &BTreeSet<ItemId>, name: &str) -> bool {
        types.is_empty()
            || self.names.contains(name)
            || types.iter().any(|id| self.within.contains(&(*id, name.to_owned())))
    }

    /// Reaches variants and arms that are included separately.
    fn parts(&mut self) {
        let graph = self.graph;
        let mut variants = BTreeSet::new();
        for (of, name, only) in &graph.variants {
            if self.within.contains(&(*of, name.clone())) {
                variants.insert(name);
                self.reach(*only);
            }
        }
        for (function, variant, arm) in &graph.arms {
            if self.reached.contains(function) && variants.contains(variant) {
                self.reach(*arm);
            }
        }
    }
}
