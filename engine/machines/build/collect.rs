//! Adds every item of the sources to the graph, including those that macros generate.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, Punct, Spacing, TokenStream, TokenTree};
use quote::ToTokens;

use super::graph::{Graph, Item, ItemId, Machine, Module, ModuleId};
use super::macros::Macro;
use super::members::path_of;
use super::mentions::{self, Mentions};
use super::sources::{Sources, attributes};
use super::tokens::{self, is_left_out, is_punct};
use super::{Problem, split};

/// The macro that lists the machines. It is expanded once per machine, with that machine's row only: the generated code
/// only dispatches, so a machine depends on its own row and not on what the others reach.
const REGISTRY: &str = "registry";

/// Reads all modules and then their items, because a macro may be used in a file that is read before the one that
/// defines it.
pub fn collect(sources: &Sources) -> Result<Graph, Problem> {
    let mut collector = Collector::default();
    let mut modules = Vec::new();
    for parsed in sources.modules()? {
        let id = collector.graph.modules.len();
        let parent = parsed.path.split_last().map(|(name, above)| {
            let parent = collector.graph.modules.iter().position(|module| module.path == above);
            (parent.unwrap_or_default(), name.clone())
        });
        if let Some((parent, name)) = &parent {
            collector.graph.modules[*parent].children.insert(name.clone(), id);
        }
        let parent = parent.map(|(parent, _)| parent);
        collector.graph.modules.push(Module { parent, path: parsed.path, ..Module::default() });
        for item in &parsed.items {
            if let syn::Item::Macro(item) = item
                && let Some(name) = &item.ident
            {
                let written = Macro::read(item.mac.tokens.clone());
                collector.macros.insert(name.to_string(), written);
            }
        }
        modules.push((id, parsed.file, parsed.items));
    }
    for (module, file, items) in modules {
        let place = Place { module, file, row: None };
        for item in items {
            collector.item(item, &place);
        }
    }
    if collector.graph.machines.is_empty() {
        return Err(Problem::Missing(format!("the macro call '{REGISTRY}!'")));
    }
    Ok(collector.graph)
}

/// The origin of items.
#[derive(Clone)]
pub struct Place {
    /// The module that contains them.
    pub module: ModuleId,
    /// The file that contains them.
    pub file: String,
    /// The row for which the registry's macro generates them; none for all other items.
    pub row: Option<usize>,
}

/// The `impl`, trait or enum that contains an item.
#[derive(Clone, Default)]
pub struct Around {
    /// The tokens before its braces.
    pub head: TokenStream,
    /// The name of its type.
    pub name: String,
    /// The path that `Self` refers to.
    pub self_type: Option<Vec<String>>,
    /// Its type parameters.
    pub parameters: BTreeSet<String>,
}

/// The graph under construction.
#[derive(Default)]
pub struct Collector {
    /// The graph so far.
    pub graph: Graph,
    /// The macros of all modules.
    pub macros: BTreeMap<String, Macro>,
}

impl Collector {
    fn item(&mut self, item: syn::Item, place: &Place) {
        if is_left_out(attributes(&item)) {
            return;
        }
        match item {
            syn::Item::Use(item) => {
                let imports = &mut self.graph.modules[place.module].imports;
                for (name, path) in mentions::imports(&item) {
                    imports.entry(name).or_default().push(path);
                }
            }
            syn::Item::Mod(_) | syn::Item::ExternCrate(_) => {}
            syn::Item::Macro(item) => self.macro_call(&item, place),
            syn::Item::Impl(item) => self.implementation(item, place),
            syn::Item::Trait(item) => self.declaration(item, place),
            syn::Item::Enum(item) => self.enumeration(item, place),
            syn::Item::Fn(item) => {
                let id = self.named(&item.sig.ident, &item, place);
                self.graph.items[id].mentions =
                    Mentions::of(split::used(&item.attrs, &item.sig, &item.block));
            }
            syn::Item::Type(item) => {
                let id = self.named(&item.ident, &item, place);
                self.graph.items[id].alias = path_of(&item.ty);
            }
            syn::Item::Const(item) => drop(self.named(&item.ident, &item, place)),
            syn::Item::Static(item) => drop(self.named(&item.ident, &item, place)),
            syn::Item::Struct(item) => drop(self.named(&item.ident, &item, place)),
            syn::Item::Union(item) => drop(self.named(&item.ident, &item, place)),
            other => {
                let id = self.add("an item of another kind", &other, place, &Around::default());
                self.graph.opaque.push(id);
            }
        }
    }

    /// A macro invocation that generates items.
    fn macro_call(&mut self, item: &syn::ItemMacro, place: &Place) {
        let called = item.mac.path.segments.last().map(|segment| segment.ident.to_string());
        let called = called.unwrap_or_default();
        if let Some(name) = &item.ident {
            let name = name.to_string();
            let id = self.add(&name, item, place, &Around::default());
            self.graph.macros.insert(name, id);
            return;
        }
        if called == "include" {
            // Includes the output of the build script, which depends on nothing but the sources.
            return;
        }
        if called == REGISTRY {
            for tokens in rows(&item.mac.tokens) {
                let row = self.graph.machines.len();
                let [_, module, type_name] = tokens.as_slice() else { continue };
                let (module, type_name) = (module.to_string(), type_name.to_string());
                self.graph.machines.push(Machine { module, type_name });
                let end = TokenTree::from(Punct::new(';', Spacing::Alone));
                let row_alone = tokens.into_iter().chain([end]).collect();
                let place = Place { row: Some(row), ..place.clone() };
                self.expand(&called, row_alone, item, &place);
            }
            return;
        }
        self.expand(&called, item.mac.tokens.clone(), item, place);
    }

    fn expand(&mut self, called: &str, tokens: TokenStream, item: &syn::ItemMacro, place: &Place) {
        let written = self.macros.get(called).and_then(|called| called.expand(tokens));
        match written.and_then(|written| syn::parse2::<syn::File>(written).ok()) {
            Some(written) => {
                written.items.into_iter().for_each(|item| self.item(item, place));
            }
            None => {
                let id = self.add(&format!("{called}!"), item, place, &Around::default());
                self.graph.opaque.push(id);
            }
        }
    }

    /// Adds an item that can be referred to by its name.
    pub fn named(&mut self, name: &Ident, item: &impl ToTokens, place: &Place) -> ItemId {
        let name = name.to_string();
        let id = self.add(&name, item, place, &Around::default());
        self.graph.modules[place.module].items.entry(name).or_default().push(id);
        id
    }

    /// Adds an item that is reached only through the item that contains it.
    pub fn add(
        &mut self,
        name: &str,
        item: &impl ToTokens,
        place: &Place,
        around: &Around,
    ) -> ItemId {
        let mut all = around.head.clone();
        item.to_tokens(&mut all);
        let all = tokens::deciding(all);
        let mut parameters = around.parameters.clone();
        parameters.extend(mentions::parameters(all.clone()));
        let path = self.graph.modules[place.module].path.iter().chain([&around.name]);
        let path: Vec<&str> = path.map(String::as_str).filter(|name| !name.is_empty()).collect();
        self.graph.items.push(Item {
            name: [path.as_slice(), &[name]].concat().join("::"),
            file: place.file.clone(),
            module: place.module,
            text: tokens::text(all.clone()),
            mentions: Mentions::of(all),
            parameters,
            variants: Vec::new(),
            self_type: around.self_type.clone(),
            alias: None,
            row: place.row,
        });
        self.graph.items.len() - 1
    }
}

/// The tokens of each row of the registry.
fn rows(tokens: &TokenStream) -> Vec<Vec<TokenTree>> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let rows = tokens.split(|token| is_punct(Some(token), ';'));
    rows.filter(|row| !row.is_empty()).map(<[TokenTree]>::to_vec).collect()
}
