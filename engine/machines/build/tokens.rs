//! The tokens of an item without comments, layout, documentation, lints and tests, which cannot change a decision.

use proc_macro2::{Delimiter, Group, Ident, Spacing, TokenStream, TokenTree};

/// Attributes that cannot change a decision: documentation, lints and hints to the compiler.
const UNDECIDING: [&str; 9] =
    ["doc", "allow", "expect", "warn", "deny", "forbid", "must_use", "inline", "deprecated"];

/// Whether an item is not part of a server: tests, and code for the generated files.
pub fn is_left_out(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) if list.path.is_ident("cfg") => {
            !may_hold(&list.tokens.clone().into_iter().collect::<Vec<_>>())
        }
        _ => false,
    })
}

/// Whether a `cfg` condition can be true in a server.
fn may_hold(condition: &[TokenTree]) -> bool {
    match condition {
        [TokenTree::Ident(name)] => name != "test",
        [TokenTree::Ident(name), TokenTree::Group(group), ..] => {
            let inner: Vec<TokenTree> = group.stream().into_iter().collect();
            let mut parts =
                inner.split(|token| is_punct(Some(token), ',')).filter(|p| !p.is_empty());
            match name.to_string().as_str() {
                "all" => parts.all(may_hold),
                "any" => parts.any(may_hold),
                _ => true,
            }
        }
        [TokenTree::Ident(name), _, TokenTree::Literal(value), ..] => {
            !(name == "feature" && value.to_string() == "\"schema\"")
        }
        _ => true,
    }
}

/// The tokens without attributes that cannot change a decision, and without trailing commas.
pub fn deciding(tokens: TokenStream) -> TokenStream {
    let mut kept: Vec<TokenTree> = Vec::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        if is_punct(Some(&token), '#')
            && matches!(tokens.peek(), Some(TokenTree::Group(group)) if !decides(group))
        {
            tokens.next();
            continue;
        }
        let TokenTree::Group(group) = token else {
            kept.push(token);
            continue;
        };
        let inner: Vec<TokenTree> = deciding(group.stream()).into_iter().collect();
        let commas = inner.iter().filter(|token| is_punct(Some(token), ',')).count();
        let is_layout = match group.delimiter() {
            Delimiter::Brace | Delimiter::Bracket => true,
            // `(x,)` is a tuple, but `f(x,)` is a call.
            Delimiter::Parenthesis => match kept.last() {
                Some(TokenTree::Ident(name)) => !is_keyword(name) || commas > 1,
                before => !is_punct(before, '$') && commas > 1,
            },
            Delimiter::None => false,
        };
        let end = inner.len() - usize::from(is_layout && is_punct(inner.last(), ','));
        let inner = inner[..end].iter().cloned().collect();
        kept.push(TokenTree::Group(Group::new(group.delimiter(), inner)));
    }
    kept.into_iter().collect()
}

/// Whether an attribute, given the content of its brackets, can change a decision.
fn decides(attribute: &Group) -> bool {
    let tokens: Vec<TokenTree> = attribute.stream().into_iter().collect();
    match tokens.as_slice() {
        [TokenTree::Ident(name), TokenTree::Group(arguments)] if name == "cfg_attr" => {
            let arguments: Vec<TokenTree> = arguments.stream().into_iter().collect();
            let condition = arguments.split(|token| is_punct(Some(token), ',')).next();
            may_hold(condition.unwrap_or_default())
        }
        [TokenTree::Ident(name), ..] => !UNDECIDING.iter().any(|undeciding| name == undeciding),
        _ => true,
    }
}

/// The tokens on one line. The text is hashed, so it is written here: the formatting of a library could change.
pub fn text(tokens: TokenStream) -> String {
    let mut line = String::new();
    write(tokens, &mut line);
    line
}

fn write(tokens: TokenStream, line: &mut String) {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("( ", ") "),
                    Delimiter::Brace => ("{ ", "} "),
                    Delimiter::Bracket => ("[ ", "] "),
                    Delimiter::None => ("", ""),
                };
                line.push_str(open);
                write(group.stream(), line);
                line.push_str(close);
            }
            TokenTree::Punct(punct) => {
                line.push(punct.as_char());
                let is_joined = matches!(tokens.peek(), Some(TokenTree::Punct(next)) if !matches!(next.as_char(), ',' | ';'));
                if punct.spacing() == Spacing::Alone || !is_joined && punct.as_char() != '\'' {
                    line.push(' ');
                }
            }
            token => {
                line.push_str(&token.to_string());
                line.push(' ');
            }
        }
    }
}

/// Whether an attribute of an `impl` is built-in, so that it leaves the content unchanged.
pub fn is_builtin(attribute: &syn::Attribute) -> bool {
    let is = |name: &str| attribute.path().is_ident(name);
    UNDECIDING.into_iter().any(is)
        || ["cfg", "cfg_attr", "automatically_derived"].into_iter().any(is)
}

/// Whether a token is this character.
pub fn is_punct(token: Option<&TokenTree>, character: char) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == character)
}

fn is_keyword(name: &Ident) -> bool {
    ["return", "in", "match", "if", "while", "else", "let", "mut", "ref", "move", "break"]
        .iter()
        .any(|keyword| name == keyword)
}
