//! The items of the crate: their locations, and the names that they mention.

use std::collections::{BTreeMap, BTreeSet};

use super::mentions::Mentions;

/// An index into [`Graph::items`].
pub type ItemId = usize;
/// An index into [`Graph::modules`].
pub type ModuleId = usize;

/// The graph of the crate.
#[derive(Default)]
pub struct Graph {
    /// All modules; the first one is the crate root.
    pub modules: Vec<Module>,
    /// All items that can be part of a machine's rules.
    pub items: Vec<Item>,
    /// Every `impl`.
    pub impls: Vec<Impl>,
    /// The traits of the crate.
    pub traits: Vec<Trait>,
    /// The macros of the crate, by name.
    pub macros: BTreeMap<String, ItemId>,
    /// The rows of the registry.
    pub machines: Vec<Machine>,
    /// Arms of a `match` that are included only with their variant: the function, the variant's name, the arm.
    pub arms: Vec<(ItemId, String, ItemId)>,
    /// Variants that are included only where they are mentioned: the enum, the variant's name, the variant.
    pub variants: Vec<(ItemId, String, ItemId)>,
    /// Items that cannot be followed, and so are included for every machine.
    pub opaque: Vec<ItemId>,
}

/// A row of the registry.
pub struct Machine {
    /// The module under `machines`.
    pub module: String,
    /// The type that implements `Machine`.
    pub type_name: String,
}

/// A module.
#[derive(Default)]
pub struct Module {
    /// The parent module.
    pub parent: Option<ModuleId>,
    /// The path within the crate.
    pub path: Vec<String>,
    /// The child modules, by name.
    pub children: BTreeMap<String, ModuleId>,
    /// The items of the module, by name; a type and a function can share one.
    pub items: BTreeMap<String, Vec<ItemId>>,
    /// The imports of `use` declarations, by name.
    pub imports: BTreeMap<String, Vec<Vec<String>>>,
}

/// An item that can be part of a machine's rules: a function, constant, type, trait, member of an `impl`, or macro.
pub struct Item {
    /// The name in the list of inputs.
    pub name: String,
    /// The file that contains the item.
    pub file: String,
    /// The module in which its names are resolved.
    pub module: ModuleId,
    /// Its tokens.
    pub text: String,
    /// The names that it mentions.
    pub mentions: Mentions,
    /// The names of its type parameters, including those of the `impl` around it.
    pub parameters: BTreeSet<String>,
    /// The names of an enum's variants.
    pub variants: Vec<String>,
    /// The path of `Self`, if that is a type.
    pub self_type: Option<Vec<String>>,
    /// The target of a type alias.
    pub alias: Option<Vec<String>>,
    /// The row for which the registry's macro generates the item.
    pub row: Option<usize>,
}

impl Item {
    /// Whether the item can be part of this machine's rules; items that the registry's macro generates for other
    /// machines cannot.
    pub fn counts_for(&self, row: usize) -> bool {
        self.row.is_none_or(|own| own == row)
    }
}

/// An `impl`.
pub struct Impl {
    /// The module in which its names are resolved.
    pub module: ModuleId,
    /// The path of its type, if it has one.
    pub self_type: Option<Vec<String>>,
    /// All paths before its braces.
    pub named: BTreeSet<Vec<String>>,
    /// The implemented trait.
    pub of_trait: Option<Vec<String>>,
    /// Its members, by name.
    pub members: Vec<(String, ItemId)>,
    /// Its associated types, and their paths.
    pub types_within: Vec<(String, Vec<String>)>,
    /// The whole `impl` as one item, if its members may not be included separately.
    pub whole: Option<ItemId>,
    /// Whether an attribute macro rewrites it, so that it depends on all of its tokens.
    pub is_rewritten: bool,
    /// The row for which the registry's macro generates it.
    pub row: Option<usize>,
}

/// A trait of the crate.
pub struct Trait {
    /// The item of its name and bounds.
    pub head: ItemId,
    /// The declared members, by name.
    pub members: Vec<(String, ItemId)>,
}
