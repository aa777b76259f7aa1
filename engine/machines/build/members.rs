//! Adds types and their members to the graph: variants, and the members of traits and `impl`s.

use proc_macro2::TokenStream;
use quote::ToTokens;

use super::collect::{Around, Collector, Place};
use super::graph::{Impl, ItemId, Trait};
use super::mentions::{self, Mentions};
use super::split;
use super::tokens::{self, is_left_out};

impl Collector {
    /// Adds an enum, with its variants if they are included separately.
    pub fn enumeration(&mut self, item: syn::ItemEnum, place: &Place) {
        let is_split = split::is_split(&self.graph.modules[place.module].path, &item.ident);
        let mut head = item.clone();
        if is_split {
            head.variants.clear();
        }
        let id = self.named(&item.ident, &head, place);
        // The name of a variant does not refer to an item of the module.
        self.graph.items[id].mentions = Mentions::of(split::within_variants(&head));
        self.graph.items[id].variants =
            item.variants.iter().map(|variant| variant.ident.to_string()).collect();
        if is_split {
            for variant in item.variants {
                let around = Around { name: item.ident.to_string(), ..Around::default() };
                let name = variant.ident.to_string();
                let only = self.add(&name, &variant, place, &around);
                self.graph.variants.push((id, name, only));
            }
        }
    }

    /// Adds a trait and its members.
    pub fn declaration(&mut self, item: syn::ItemTrait, place: &Place) {
        let head = syn::ItemTrait { items: Vec::new(), ..item.clone() };
        let id = self.named(&item.ident, &head, place);
        let around = Around {
            head: head.to_token_stream(),
            name: item.ident.to_string(),
            self_type: None,
            parameters: mentions::parameters(head.to_token_stream()),
        };
        let mut members = Vec::new();
        for member in item.items {
            let name = match &member {
                syn::TraitItem::Const(member) => member.ident.to_string(),
                syn::TraitItem::Fn(member) => member.sig.ident.to_string(),
                syn::TraitItem::Type(member) => member.ident.to_string(),
                _ => String::new(),
            };
            let only = self.add(&name, &member, place, &around);
            if let syn::TraitItem::Fn(function) = &member {
                // A member without a body adds nothing beyond its implementations.
                let used = match &function.default {
                    Some(block) => split::used(&function.attrs, &function.sig, block),
                    None => TokenStream::new(),
                };
                self.graph.items[only].mentions = Mentions::of(used);
            }
            members.push((name, only));
        }
        self.graph.traits.push(Trait { head: id, members });
    }

    /// Adds an `impl` and its members.
    pub fn implementation(&mut self, item: syn::ItemImpl, place: &Place) {
        let mut head = syn::ItemImpl { items: Vec::new(), ..item.clone() };
        let is_rewritten = head.attrs.iter().any(|attribute| !tokens::is_builtin(attribute));
        head.attrs.clear();
        let self_type = path_of(&item.self_ty);
        let shown = self_type.as_ref().and_then(|path| path.last().cloned()).unwrap_or_default();
        let of_trait = item.trait_.as_ref().map(|(path, _)| segments(path));
        let around = Around {
            parameters: mentions::parameters(head.to_token_stream()),
            name: shown.clone(),
            self_type: self_type.clone(),
            head: head.to_token_stream(),
        };
        let bare = Around { head: TokenStream::new(), ..around.clone() };
        let name = of_trait.as_ref().and_then(|path| path.last().cloned());
        let name = name.map_or("impl".to_owned(), |name| format!("impl {name}"));
        let whole =
            (of_trait.is_some() || is_rewritten).then(|| self.add(&name, &item, place, &bare));
        let mut found = Impl {
            module: place.module,
            self_type,
            named: Mentions::of(head.to_token_stream()).paths,
            of_trait,
            members: Vec::new(),
            types_within: Vec::new(),
            whole,
            is_rewritten,
            row: place.row,
        };
        let is_split = split::is_split_name(&self.graph.modules[place.module].path, &shown);
        for member in self.members(item.items) {
            self.member(member, is_split, &mut found, place, &around);
        }
        self.graph.impls.push(found);
    }

    /// The members of an `impl`, including those that macros generate, which may call other macros.
    fn members(&self, items: Vec<syn::ImplItem>) -> Vec<syn::ImplItem> {
        let mut members = Vec::new();
        for item in items {
            let syn::ImplItem::Macro(call) = &item else {
                members.push(item);
                continue;
            };
            let called = call.mac.path.segments.last().map(|segment| segment.ident.to_string());
            let called = called.and_then(|called| self.macros.get(&called));
            let written = called.and_then(|called| called.expand(call.mac.tokens.clone()));
            let block = written.map(|written| quote::quote!(impl Written { #written }));
            match block.and_then(|block| syn::parse2::<syn::ItemImpl>(block).ok()) {
                Some(written) => members.extend(self.members(written.items)),
                None => members.push(item),
            }
        }
        members
    }

    fn member(
        &mut self,
        member: syn::ImplItem,
        is_split: bool,
        found: &mut Impl,
        place: &Place,
        around: &Around,
    ) {
        let name = match &member {
            syn::ImplItem::Const(member) => member.ident.to_string(),
            syn::ImplItem::Type(member) => {
                let path = path_of(&member.ty).unwrap_or_default();
                found.types_within.push((member.ident.to_string(), path));
                member.ident.to_string()
            }
            syn::ImplItem::Fn(member) if is_left_out(&member.attrs) => return,
            syn::ImplItem::Fn(member) => member.sig.ident.to_string(),
            _ => String::new(),
        };
        let syn::ImplItem::Fn(mut function) = member else {
            let id = self.add(&name, &member, place, around);
            self.forget_self(id, around, member.to_token_stream());
            if name.is_empty() {
                self.graph.opaque.push(id);
            }
            found.members.push((name, id));
            return;
        };
        let arms = if is_split { split::take_arms(&mut function) } else { Vec::new() };
        let id = self.add(&name, &function, place, around);
        let mut used = around.head.clone();
        used.extend(split::used(&function.attrs, &function.sig, &function.block));
        self.graph.items[id].mentions = Mentions::of(used);
        self.forget_self(id, around, function.to_token_stream());
        found.members.push((name.clone(), id));
        for (variant, arm) in arms {
            let only = self.add(&format!("{name} of {variant}"), &arm, place, around);
            self.graph.arms.push((id, variant, only));
        }
    }

    /// Removes mentions of the member's own type that come only from the `impl`, so that using `Machine::NAME` of
    /// another machine does not reach that machine.
    fn forget_self(&mut self, id: ItemId, around: &Around, own: TokenStream) {
        let own = Mentions::of(tokens::deciding(own)).paths;
        let names_self = own.iter().any(|path| path.first().is_some_and(|first| first == "Self"));
        if let Some(self_type) = around.self_type.as_ref().filter(|path| !own.contains(*path))
            && !names_self
        {
            self.graph.items[id].mentions.paths.remove(self_type);
        }
    }
}

/// The path of a type without generic arguments; none if the type is not a path.
pub fn path_of(written: &syn::Type) -> Option<Vec<String>> {
    match written {
        syn::Type::Path(written) if written.qself.is_none() => Some(segments(&written.path)),
        syn::Type::Reference(written) => path_of(&written.elem),
        syn::Type::Paren(written) => path_of(&written.elem),
        syn::Type::Group(written) => path_of(&written.elem),
        _ => None,
    }
}

fn segments(path: &syn::Path) -> Vec<String> {
    let begin = path.leading_colon.map(|_| "::".to_owned());
    begin.into_iter().chain(path.segments.iter().map(|part| part.ident.to_string())).collect()
}
