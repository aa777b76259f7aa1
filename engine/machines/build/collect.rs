//! Puts every item of the sources into the graph, what macros write included.

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

/// The macro that lists the machines. It is expanded once for each with this machine's row alone: what it writes only
/// dispatches, so a machine is decided by its own row and not by what the others reach.
const REGISTRY: &str = "registry";

/// Reads all modules, then their items, for macros may be used before the file is read that they are in.
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

/// Where items come from.
#[derive(Clone)]
pub struct Place {
    /// The module that they are in.
    pub module: ModuleId,
    /// Its file.
    pub file: String,
    /// The machine that the registry's macro writes them for.
    pub row: Option<usize>,
}

/// What an item is in: an `impl`, a trait or an enum.
#[derive(Clone, Default)]
pub struct Around {
    /// The tokens before its braces.
    pub head: TokenStream,
    /// The name of its type.
    pub name: String,
    /// The path that `Self` means.
    pub self_type: Option<Vec<String>>,
    /// Its type parameters.
    pub parameters: BTreeSet<String>,
}

/// The graph so far.
#[derive(Default)]
pub struct Collector {
    /// What has been collected.
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

    /// An invocation that writes items.
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
            // It brings what the build writes, which is made of the sources.
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

    /// Adds an item that can be found by its name.
    pub fn named(&mut self, name: &Ident, item: &impl ToTokens, place: &Place) -> ItemId {
        let name = name.to_string();
        let id = self.add(&name, item, place, &Around::default());
        self.graph.modules[place.module].items.entry(name).or_default().push(id);
        id
    }

    /// Adds an item that only what it is in leads to.
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
