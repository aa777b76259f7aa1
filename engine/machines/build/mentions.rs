//! The names that tokens mention.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Ident, TokenStream, TokenTree};

use super::tokens::is_punct;

/// A placeholder for the type before `::name` if it is not a path: `<T as Trait>::name`, `Vec::<T>::name`.
pub const ANY_TYPE: &str = "<>";

/// The first name in the path of an invoked macro, because macros have a separate namespace.
pub const MACRO: &str = "!";

/// The names that an item mentions.
#[derive(Debug, Clone, Default)]
pub struct Mentions {
    /// Paths, of one name or more.
    pub paths: BTreeSet<Vec<String>>,
    /// Names of called methods.
    pub methods: BTreeSet<String>,
    /// Imports of `use` declarations within it: a name and its path.
    pub imports: BTreeSet<(String, Vec<String>)>,
}

impl Mentions {
    /// The mentions of tokens.
    pub fn of(tokens: TokenStream) -> Self {
        let mut mentions = Self::default();
        mentions.read(tokens, false);
        mentions
    }

    /// Adds the mentions of tokens. In an attribute, string literals can contain Rust (`#[serde(with = "module")]`).
    pub fn read(&mut self, tokens: TokenStream, in_attribute: bool) {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut at = 0;
        while let Some(token) = tokens.get(at) {
            let next = tokens.get(at + 1);
            match token {
                TokenTree::Punct(_) if is_punct(Some(token), '\'') => at += 1,
                TokenTree::Punct(_) if is_punct(Some(token), '#') => {
                    if let Some(TokenTree::Group(group)) = next {
                        self.read(group.stream(), true);
                        at += 1;
                    }
                }
                TokenTree::Punct(_) if is_separator(&tokens, at) => {
                    let begin = if is_punct(before(&tokens, at, 1), '>') { ANY_TYPE } else { "::" };
                    at = self.path(&tokens, at, vec![begin.to_owned()]);
                    continue;
                }
                TokenTree::Punct(_) => {}
                TokenTree::Ident(name) if name == "use" => {
                    at = self.import(&tokens, at);
                    continue;
                }
                TokenTree::Ident(name) => {
                    at = self.path(&tokens, at + 1, vec![segment(&tokens, at, name)]);
                    continue;
                }
                TokenTree::Group(group) => self.read(group.stream(), in_attribute),
                TokenTree::Literal(literal) => self.literal(&literal.to_string(), in_attribute),
            }
            at += 1;
        }
    }

    /// Reads the rest of a path after its first name, and returns the position after it.
    fn path(&mut self, tokens: &[TokenTree], from: usize, mut path: Vec<String>) -> usize {
        let mut at = from;
        while is_separator(tokens, at) {
            let (skip, name) = match (tokens.get(at + 2), tokens.get(at + 3)) {
                (Some(TokenTree::Ident(name)), _) => (3, name.to_string()),
                (dollar, Some(TokenTree::Ident(name))) if is_punct(dollar, '$') => {
                    (4, format!("${name}"))
                }
                _ => break,
            };
            path.push(name);
            at += skip;
        }
        let next = tokens.get(at);
        let begin = from.saturating_sub(1);
        let is_member =
            is_punct(before(tokens, begin, 1), '.') && !is_punct(before(tokens, begin, 2), '.');
        let is_called = matches!(next, Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis)
            || is_separator(tokens, at);
        let is_field = path.len() == 1 && is_punct(next, ':') && !is_separator(tokens, at);
        if is_member {
            if is_called {
                self.methods.extend(path);
            }
        } else if !is_field {
            if is_punct(next, '!') && matches!(tokens.get(at + 1), Some(TokenTree::Group(_))) {
                let name = path.last().cloned().unwrap_or_default();
                self.paths.insert(vec![MACRO.to_owned(), name]);
            }
            self.paths.insert(path);
        }
        if is_separator(tokens, at) { at + 2 } else { at }
    }

    /// Reads a `use` declaration, and returns the position after it.
    fn import(&mut self, tokens: &[TokenTree], at: usize) -> usize {
        let rest = tokens[at..].iter().position(|token| is_punct(Some(token), ';'));
        let end = rest.map_or(tokens.len(), |length| at + length + 1);
        let declaration: TokenStream = tokens[at..end].iter().cloned().collect();
        match syn::parse2::<syn::ItemUse>(declaration) {
            Ok(item) => {
                for (name, path) in imports(&item) {
                    self.paths.insert(path.clone());
                    self.imports.insert((name, path));
                }
                end
            }
            Err(_) => at + 1,
        }
    }

    /// Reads a string literal: a format string captures names, and a literal in an attribute can be a path.
    fn literal(&mut self, literal: &str, in_attribute: bool) {
        let Ok(text) = syn::parse_str::<syn::LitStr>(literal) else { return };
        let text = text.value();
        if in_attribute && let Ok(tokens) = text.parse::<TokenStream>() {
            let mut inner = Self::default();
            inner.read(tokens, true);
            for path in &inner.paths {
                // The path can be the module of `serde(with)`.
                for function in ["serialize", "deserialize"] {
                    let function = path.iter().cloned().chain([function.to_owned()]);
                    self.paths.insert(function.collect());
                }
            }
            self.paths.extend(inner.paths);
            self.methods.extend(inner.methods);
        }
        for piece in text.split('{').skip(1) {
            let name: String = piece
                .chars()
                .take_while(|letter| letter.is_alphanumeric() || *letter == '_')
                .collect();
            if !name.is_empty() {
                self.paths.insert(vec![name]);
            }
        }
    }
}

/// The imports of a `use` declaration: each name with its path. `*` is the name of a glob import.
pub fn imports(item: &syn::ItemUse) -> Vec<(String, Vec<String>)> {
    let begin = item.leading_colon.map(|_| "::".to_owned()).into_iter().collect();
    let mut found = Vec::new();
    let mut open: Vec<(Vec<String>, &syn::UseTree)> = vec![(begin, &item.tree)];
    while let Some((mut path, tree)) = open.pop() {
        match tree {
            syn::UseTree::Path(tree) => {
                path.push(tree.ident.to_string());
                open.push((path, &tree.tree));
            }
            syn::UseTree::Name(tree) => {
                let name = tree.ident.to_string();
                if name != "self" {
                    path.push(name);
                }
                found.push((path.last().cloned().unwrap_or_default(), path));
            }
            syn::UseTree::Rename(tree) => {
                if tree.ident != "self" {
                    path.push(tree.ident.to_string());
                }
                found.push((tree.rename.to_string(), path));
            }
            syn::UseTree::Glob(_) => found.push(("*".to_owned(), path)),
            syn::UseTree::Group(tree) => {
                open.extend(tree.items.iter().map(|item| (path.clone(), item)));
            }
        }
    }
    found
}

/// The names of the type parameters that the tokens declare.
pub fn parameters(tokens: TokenStream) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        let begin = match token {
            TokenTree::Ident(name) if name == "impl" => at + 1,
            TokenTree::Ident(name) if DECLARING.iter().any(|keyword| name == keyword) => at + 2,
            TokenTree::Group(group) => {
                found.extend(parameters(group.stream()));
                continue;
            }
            _ => continue,
        };
        if !is_punct(tokens.get(begin), '<') {
            continue;
        }
        let mut depth = 0;
        for at in begin..tokens.len() {
            let token = tokens.get(at);
            depth += i32::from(is_punct(token, '<'));
            depth -= i32::from(is_punct(token, '>') && !is_punct(before(&tokens, at, 1), '-'));
            if depth == 0 {
                break;
            }
            let is_first = ['<', ','].iter().any(|mark| is_punct(before(&tokens, at, 1), *mark));
            if let Some(TokenTree::Ident(name)) = token
                && depth == 1
                && is_first
            {
                found.insert(name.to_string());
            }
        }
    }
    found
}

/// Keywords that are followed by a name with type parameters.
const DECLARING: [&str; 6] = ["fn", "struct", "enum", "union", "trait", "type"];

fn segment(tokens: &[TokenTree], at: usize, name: &Ident) -> String {
    match before(tokens, at, 1) {
        dollar if is_punct(dollar, '$') && name != "crate" => format!("${name}"),
        _ => name.to_string(),
    }
}

fn before(tokens: &[TokenTree], at: usize, count: usize) -> Option<&TokenTree> {
    tokens.get(at.checked_sub(count)?)
}

/// Whether there is a `::` at this position.
fn is_separator(tokens: &[TokenTree], at: usize) -> bool {
    is_punct(tokens.get(at), ':') && is_punct(tokens.get(at + 1), ':')
}
