//! The items of the crate: where they are, and what they mention.

use std::collections::{BTreeMap, BTreeSet};

use super::mentions::Mentions;

/// A position in [`Graph::items`].
pub type ItemId = usize;
/// A position in [`Graph::modules`].
pub type ModuleId = usize;

/// The whole crate.
#[derive(Default)]
pub struct Graph {
    /// The first one is the crate itself.
    pub modules: Vec<Module>,
    /// Everything that can count.
    pub items: Vec<Item>,
    /// Every `impl`.
    pub impls: Vec<Impl>,
    /// The traits of the crate.
    pub traits: Vec<Trait>,
    /// The macros of the crate, by name.
    pub macros: BTreeMap<String, ItemId>,
    /// The rows of the registry.
    pub machines: Vec<Machine>,
    /// Arms of a `match` that count only with their variant: the function, the variant, the arm.
    pub arms: Vec<(ItemId, String, ItemId)>,
    /// Variants that count only where they are mentioned: the enum, the variant's name, the variant.
    pub variants: Vec<(ItemId, String, ItemId)>,
    /// What cannot be followed, and so counts for every machine.
    pub opaque: Vec<ItemId>,
}

/// A row of the registry.
pub struct Machine {
    /// The module under `machines`.
    pub module: String,
    /// The type that implements `Machine`.
    pub type_name: String,
}

/// What a module holds.
#[derive(Default)]
pub struct Module {
    /// The module that it is in.
    pub parent: Option<ModuleId>,
    /// Its path below the crate.
    pub path: Vec<String>,
    /// Its modules.
    pub children: BTreeMap<String, ModuleId>,
    /// Its own items, by name; one name can be a type's and a function's.
    pub items: BTreeMap<String, Vec<ItemId>>,
    /// What `use` brings, by name.
    pub imports: BTreeMap<String, Vec<Vec<String>>>,
}

/// Something that can count: a function, a constant, a type, a trait, a member of an `impl`, a macro.
pub struct Item {
    /// The name that an auditor reads.
    pub name: String,
    /// The file that it is in.
    pub file: String,
    /// The module whose names it means.
    pub module: ModuleId,
    /// Its tokens.
    pub text: String,
    /// What it mentions.
    pub mentions: Mentions,
    /// The names of its type parameters, and those of the `impl` around it.
    pub parameters: BTreeSet<String>,
    /// The names of an enum's variants.
    pub variants: Vec<String>,
    /// What `Self` is, where that is a type.
    pub self_type: Option<Vec<String>>,
    /// What a type alias stands for.
    pub alias: Option<Vec<String>>,
    /// Written by the registry's macro for this machine only.
    pub row: Option<usize>,
}

impl Item {
    /// Whether it can count for a machine: what the registry's macro writes for others cannot.
    pub fn counts_for(&self, row: usize) -> bool {
        self.row.is_none_or(|own| own == row)
    }
}

/// An `impl`.
pub struct Impl {
    /// The module whose names it means.
    pub module: ModuleId,
    /// The path of its type, where it has one.
    pub self_type: Option<Vec<String>>,
    /// Every path before its braces.
    pub named: BTreeSet<Vec<String>>,
    /// Its trait.
    pub of_trait: Option<Vec<String>>,
    /// Its members, by name.
    pub members: Vec<(String, ItemId)>,
    /// Its associated types, and what they stand for.
    pub types_within: Vec<(String, Vec<String>)>,
    /// All of it as one item, where its members may not count one by one.
    pub whole: Option<ItemId>,
    /// An attribute's macro reads all of it.
    pub is_rewritten: bool,
    /// Written by the registry's macro for this machine only.
    pub row: Option<usize>,
}

/// A trait of the crate.
pub struct Trait {
    /// Its name and its bounds.
    pub head: ItemId,
    /// What it declares, by name.
    pub members: Vec<(String, ItemId)>,
}
