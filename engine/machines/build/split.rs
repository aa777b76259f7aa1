//! Parts of items that count on their own: variants of an enum, arms of a `match`, parameters that nobody uses.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;

use super::tokens;

/// The enum that lists every effect, and its module. A machine depends on those that it names, and on no others, so its
/// variants count one by one, and with them the arms of its own functions that are about one variant.
const SPLIT: (&str, &str) = ("call", "Call");

/// Whether an enum's variants count one by one.
pub fn is_split(module: &[String], name: &Ident) -> bool {
    is_split_name(module, &name.to_string())
}

/// The same, for the type of an `impl`.
pub fn is_split_name(module: &[String], name: &str) -> bool {
    module == [SPLIT.0] && name == SPLIT.1
}

/// Takes the arms out of a function that is one `match`, as far as each is about one variant: its name and the arm.
pub fn take_arms(function: &mut syn::ImplItemFn) -> Vec<(String, syn::Arm)> {
    let [syn::Stmt::Expr(syn::Expr::Match(decision), None)] = function.block.stmts.as_mut_slice()
    else {
        return Vec::new();
    };
    let mut taken = Vec::new();
    let mut left = Vec::new();
    for arm in std::mem::take(&mut decision.arms) {
        match variant(&arm.pat) {
            Some(variant) => taken.push((variant, arm)),
            None => left.push(arm),
        }
    }
    decision.arms = left;
    taken
}

/// The variant that a pattern is about: `Self::Variant { .. }`.
fn variant(pattern: &syn::Pat) -> Option<String> {
    let path = match pattern {
        syn::Pat::Struct(pattern) => &pattern.path,
        syn::Pat::TupleStruct(pattern) => &pattern.path,
        syn::Pat::Path(pattern) => &pattern.path,
        _ => return None,
    };
    let names: Vec<String> = path.segments.iter().map(|part| part.ident.to_string()).collect();
    match names.as_slice() {
        [begin, variant] if begin == "Self" || begin == SPLIT.1 => Some(variant.clone()),
        _ => None,
    }
}

/// The tokens of a function without the parameters that it ignores: `_: Stamp<'_>` depends on no facts.
pub fn used(
    attributes: &[syn::Attribute],
    signature: &syn::Signature,
    block: &syn::Block,
) -> TokenStream {
    let body = tokens::text(block.to_token_stream());
    let is_ignored = |input: &syn::FnArg| match input {
        syn::FnArg::Typed(input) => match &*input.pat {
            syn::Pat::Wild(_) => true,
            syn::Pat::Ident(name) => {
                let name = name.ident.to_string();
                name.starts_with('_') && body.split(' ').all(|word| word != name)
            }
            _ => false,
        },
        syn::FnArg::Receiver(_) => false,
    };
    let mut signature = signature.clone();
    signature.inputs = signature.inputs.into_iter().filter(|input| !is_ignored(input)).collect();
    let mut all = TokenStream::new();
    for attribute in attributes {
        attribute.to_tokens(&mut all);
    }
    signature.to_tokens(&mut all);
    block.to_tokens(&mut all);
    tokens::deciding(all)
}

/// An enum's tokens without the names of its variants.
pub fn within_variants(item: &syn::ItemEnum) -> TokenStream {
    let mut all = TokenStream::new();
    for attribute in &item.attrs {
        attribute.to_tokens(&mut all);
    }
    item.generics.to_tokens(&mut all);
    item.generics.where_clause.to_tokens(&mut all);
    for variant in &item.variants {
        for attribute in &variant.attrs {
            attribute.to_tokens(&mut all);
        }
        variant.fields.to_tokens(&mut all);
        if let Some((_, value)) = &variant.discriminant {
            value.to_tokens(&mut all);
        }
    }
    tokens::deciding(all)
}
