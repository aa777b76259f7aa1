//! Splitting a query into tokens: at white space outside of quotes. A backslash makes the next character an ordinary
//! one.

use super::query_problem::QueryProblem;
use crate::rules::display_text::is_invisible;

/// A character of a token.
#[derive(Debug, Clone, Copy)]
pub(super) struct Letter {
    character: char,
    /// It is in quotes or after a backslash, so it separates nothing.
    is_literal: bool,
    position: usize,
}

/// A token, or a part of one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part<'a> {
    letters: &'a [Letter],
    /// Where it begins.
    pub(super) position: usize,
}

/// A token.
#[derive(Debug)]
pub(super) struct Token {
    letters: Vec<Letter>,
    position: usize,
}

impl Token {
    /// The whole token.
    pub(super) fn part(&self) -> Part<'_> {
        Part { letters: &self.letters, position: self.position }
    }
}

impl<'a> Part<'a> {
    /// The text without quotes and backslashes.
    pub(super) fn text(self) -> String {
        self.letters.iter().map(|letter| letter.character).collect()
    }

    /// What is before the first such separator, and what is after it.
    pub(super) fn split_once(self, separator: char) -> Option<(Part<'a>, Part<'a>)> {
        let is_separator = |letter: &Letter| !letter.is_literal && letter.character == separator;
        let at = self.letters.iter().position(is_separator)?;
        let after = self.letters[at].position + 1;
        Some((
            Part { letters: &self.letters[..at], position: self.position },
            Part { letters: &self.letters[at + 1..], position: after },
        ))
    }

    /// The items between commas, without empty ones.
    pub(super) fn items(self) -> Vec<Part<'a>> {
        let mut items = Vec::new();
        let mut rest = self;
        while let Some((item, after)) = rest.split_once(',') {
            items.push(item);
            rest = after;
        }
        items.push(rest);
        items.retain(|item| !item.letters.is_empty());
        items
    }
}

/// Splits a query.
pub(super) fn tokens_of(query: &str) -> Result<Vec<Token>, QueryProblem> {
    let mut tokens = Vec::new();
    let mut token: Option<Token> = None;
    let mut quote = None;
    let mut letters = query.chars().zip(1..);
    while let Some((letter, position)) = letters.next() {
        let is_between = quote.is_none() && letter.is_whitespace();
        if is_between {
            tokens.extend(token.take());
            continue;
        }
        let token = token.get_or_insert_with(|| Token { letters: Vec::new(), position });
        let (letter, is_literal, position) = match letter {
            '"' => {
                quote = if quote.is_none() { Some(position) } else { None };
                continue;
            }
            '\\' => {
                let next = letters.next();
                let (letter, at) = next.ok_or(QueryProblem::BackslashAtEnd { position })?;
                (letter, true, at)
            }
            other => (other, quote.is_some(), position),
        };
        if is_invisible(letter) {
            return Err(QueryProblem::InvisibleCharacter { position });
        }
        token.letters.push(Letter { character: letter, is_literal, position });
    }
    if let Some(position) = quote {
        return Err(QueryProblem::UnclosedQuote { position });
    }
    tokens.extend(token);
    Ok(tokens)
}
