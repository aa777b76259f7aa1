//! Splits items into parts that are included separately: variants of an enum, arms of a `match`, unused parameters.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;

use super::tokens;

/// The enums of all effects and of all codes of rejections, with their modules. A machine depends only on those that it
/// names, so the variants are included separately, together with the arms for a single variant in the enum's own
/// functions, in its module and in those below it.
const SPLIT: [(&str, &str); 2] = [("call", "Call"), ("rejection", "RejectionCode")];

/// Whether the variants of an enum are included separately.
pub fn is_split(module: &[String], name: &Ident) -> bool {
    is_split_name(module, &name.to_string())
}

/// As [`is_split`], for the type of an `impl`.
pub fn is_split_name(module: &[String], name: &str) -> bool {
    let module = module.first().map(String::as_str);
    SPLIT.iter().any(|split| module == Some(split.0) && name == split.1)
}

/// Removes the arms for a single variant from a function that is one `match`, and returns them with the variants'
/// names.
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

/// The variant that a pattern matches: `Self::Variant { .. }`.
fn variant(pattern: &syn::Pat) -> Option<String> {
    let path = match pattern {
        syn::Pat::Struct(pattern) => &pattern.path,
        syn::Pat::TupleStruct(pattern) => &pattern.path,
        syn::Pat::Path(pattern) => &pattern.path,
        _ => return None,
    };
    let names: Vec<String> = path.segments.iter().map(|part| part.ident.to_string()).collect();
    match names.as_slice() {
        [begin, variant] if begin == "Self" || SPLIT.iter().any(|(_, name)| begin == name) => {
            Some(variant.clone())
        }
        _ => None,
    }
}

/// The tokens of a function without its unused parameters: `_: AdmissionContext<'_>` does not make it depend on facts.
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

/// The tokens of an enum without the names of its variants.
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
