//! Expands the crate's own `macro_rules!` that generate items, so that each generated item is included separately.
//!
//! Only what these macros use is supported: fragments, nested repetitions, separators, `$crate`. Any other macro is not
//! expanded, and its invocation is then included as a whole for every machine.

use std::collections::BTreeMap;

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::parse::{Parse, ParseStream, Parser};

use super::tokens::is_punct;

/// The rules of a macro: pairs of a matcher and a transcriber.
pub struct Macro(Vec<(Vec<Part>, Vec<Part>)>);

/// A part of a matcher or transcriber.
enum Part {
    Token(TokenTree),
    Variable(String, String),
    Group(Delimiter, Vec<Part>),
    Repeat(Vec<Part>, Option<TokenTree>),
}

/// The tokens that a variable has matched.
#[derive(Clone)]
enum Bound {
    One(Vec<TokenTree>),
    Many(Vec<Bound>),
}

type Bindings = BTreeMap<String, Bound>;

impl Macro {
    /// Parses the body of a `macro_rules!`.
    pub fn read(body: TokenStream) -> Self {
        let tokens: Vec<TokenTree> = body.into_iter().collect();
        let groups: Vec<Vec<Part>> = tokens
            .iter()
            .filter_map(|token| match token {
                TokenTree::Group(group) => Some(parts(group.stream())),
                _ => None,
            })
            .collect();
        let mut rules = Vec::new();
        let mut groups = groups.into_iter();
        while let (Some(matcher), Some(written)) = (groups.next(), groups.next()) {
            rules.push((matcher, written));
        }
        Self(rules)
    }

    /// The expansion of an invocation with these tokens; none if it is not supported.
    pub fn expand(&self, input: TokenStream) -> Option<TokenStream> {
        let input: Vec<TokenTree> = input.into_iter().collect();
        self.0.iter().find_map(|(matcher, written)| {
            let (bindings, rest) = matched(matcher, &input)?;
            if rest.is_empty() { write(written, &bindings) } else { None }
        })
    }
}

fn parts(tokens: TokenStream) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) => {
                parts.push(Part::Group(group.delimiter(), self::parts(group.stream())));
            }
            dollar if is_punct(Some(&dollar), '$') => match tokens.next() {
                Some(TokenTree::Group(group)) => {
                    let is_operator = |token: Option<&TokenTree>| {
                        ['*', '+', '?'].iter().any(|operator| is_punct(token, *operator))
                    };
                    let separator = if is_operator(tokens.peek()) { None } else { tokens.next() };
                    tokens.next();
                    parts.push(Part::Repeat(self::parts(group.stream()), separator));
                }
                Some(TokenTree::Ident(name)) if name == "crate" => {
                    parts.push(Part::Token(Ident::new("crate", Span::call_site()).into()));
                }
                Some(TokenTree::Ident(name)) => {
                    // A matcher has a fragment specifier after the colon; in a transcriber, the colon is a literal
                    // token.
                    let mut ahead = tokens.clone();
                    let fragment = match (ahead.next(), ahead.next()) {
                        (colon, Some(TokenTree::Ident(kind)))
                            if is_punct(colon.as_ref(), ':') && is_fragment(&kind) =>
                        {
                            tokens = ahead;
                            kind.to_string()
                        }
                        _ => String::new(),
                    };
                    parts.push(Part::Variable(name.to_string(), fragment));
                }
                other => parts.extend(other.map(Part::Token)),
            },
            token => parts.push(Part::Token(token)),
        }
    }
    parts
}

fn is_fragment(kind: &Ident) -> bool {
    [
        "ident", "literal", "tt", "lifetime", "ty", "expr", "path", "pat", "block", "vis", "item",
        "meta",
    ]
    .iter()
    .any(|fragment| kind == fragment)
}

/// Matches the parts against the input, and returns the remaining tokens.
fn matched<'t>(parts: &[Part], input: &'t [TokenTree]) -> Option<(Bindings, &'t [TokenTree])> {
    let mut bindings = Bindings::new();
    let mut rest = input;
    for part in parts {
        match part {
            Part::Token(expected) => {
                let (first, after) = rest.split_first()?;
                if first.to_string() != expected.to_string() {
                    return None;
                }
                rest = after;
            }
            Part::Group(delimiter, inner) => {
                let (TokenTree::Group(group), after) = rest.split_first()? else { return None };
                let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
                let (more, left) = matched(inner, &tokens)?;
                if group.delimiter() != *delimiter || !left.is_empty() {
                    return None;
                }
                bindings.extend(more);
                rest = after;
            }
            Part::Variable(name, fragment) => {
                let length = length_of(fragment, rest)?;
                bindings.insert(name.clone(), Bound::One(rest[..length].to_vec()));
                rest = &rest[length..];
            }
            Part::Repeat(inner, separator) => {
                let mut rounds: Vec<Bindings> = Vec::new();
                loop {
                    let begin = match separator {
                        Some(separator) if !rounds.is_empty() => match rest.split_first() {
                            Some((first, after)) if first.to_string() == separator.to_string() => {
                                after
                            }
                            _ => break,
                        },
                        _ => rest,
                    };
                    let Some((round, after)) = matched(inner, begin) else { break };
                    if after.len() == begin.len() {
                        break;
                    }
                    rounds.push(round);
                    rest = after;
                }
                for name in variables(inner) {
                    let round = |round: &Bindings| round.get(&name).cloned();
                    let bound = Bound::Many(rounds.iter().filter_map(round).collect());
                    bindings.insert(name, bound);
                }
            }
        }
    }
    Some((bindings, rest))
}

/// The number of leading tokens that form a fragment of this kind.
fn length_of(fragment: &str, tokens: &[TokenTree]) -> Option<usize> {
    match (fragment, tokens.first()?) {
        ("ident", TokenTree::Ident(_)) | ("tt", _) | ("literal", TokenTree::Literal(_)) => Some(1),
        ("literal", _) => prefix::<syn::Lit>(tokens),
        ("lifetime", _) => prefix::<syn::Lifetime>(tokens),
        ("ty", _) => prefix::<syn::Type>(tokens),
        ("expr", _) => prefix::<syn::Expr>(tokens),
        ("path", _) => prefix::<syn::Path>(tokens),
        ("block", _) => prefix::<syn::Block>(tokens),
        ("item", _) => prefix::<syn::Item>(tokens),
        ("meta", _) => prefix::<syn::Meta>(tokens),
        ("vis", _) => prefix::<syn::Visibility>(tokens),
        _ => None,
    }
}

fn prefix<T: Parse>(tokens: &[TokenTree]) -> Option<usize> {
    let parser = |input: ParseStream<'_>| {
        input.parse::<T>()?;
        Ok(input.parse::<TokenStream>()?.into_iter().count())
    };
    let left = parser.parse2(tokens.iter().cloned().collect()).ok()?;
    Some(tokens.len() - left)
}

fn variables(parts: &[Part]) -> Vec<String> {
    let mut names = Vec::new();
    for part in parts {
        match part {
            Part::Token(_) => {}
            Part::Variable(name, _) => names.push(name.clone()),
            Part::Group(_, inner) | Part::Repeat(inner, _) => names.extend(variables(inner)),
        }
    }
    names
}

fn write(parts: &[Part], bindings: &Bindings) -> Option<TokenStream> {
    let mut written = TokenStream::new();
    for part in parts {
        match part {
            Part::Token(token) => token.to_tokens(&mut written),
            Part::Group(delimiter, inner) => {
                Group::new(*delimiter, write(inner, bindings)?).to_tokens(&mut written);
            }
            Part::Variable(name, _) => match bindings.get(name)? {
                Bound::One(tokens) => written.extend(tokens.iter().cloned()),
                Bound::Many(_) => return None,
            },
            Part::Repeat(inner, separator) => {
                let names = variables(inner);
                let rounds = names.iter().filter_map(|name| match bindings.get(name) {
                    Some(Bound::Many(rounds)) => Some(rounds.len()),
                    _ => None,
                });
                for round in 0..rounds.max()? {
                    let mut within = bindings.clone();
                    for name in &names {
                        if let Some(Bound::Many(rounds)) = bindings.get(name) {
                            within.insert(name.clone(), rounds.get(round)?.clone());
                        }
                    }
                    if round > 0 {
                        separator.to_tokens(&mut written);
                    }
                    written.extend(write(inner, &within)?);
                }
            }
        }
    }
    Some(written)
}
