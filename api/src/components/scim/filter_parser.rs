//! Reading filters, within bounds: their length, their depth, and the number of their comparisons.

use serde_json::Value;

use super::filter::{Comparison, Filter};
use super::path::AttributeName;
use crate::error::{ApiError, ScimFault};

/// The longest filter, in bytes.
pub const FILTER_BYTES_MAX: usize = 4_096;
/// The most brackets and parentheses within each other.
const DEPTH_MAX: usize = 8;
/// The most comparisons.
const COMPARISONS_MAX: usize = 64;

/// Reads a filter on resources of a schema.
///
/// # Errors
///
/// 400, `invalidFilter`.
pub fn parse(text: &str, schema: &str) -> Result<Filter, ApiError> {
    let mut reading = Reading::begin(text, schema)?;
    let filter = reading.alternatives()?;
    reading.blanks();
    if reading.rest().is_empty() { Ok(filter) } else { Err(reading.invalid("it goes on")) }
}

/// Reads the filter of a path, which begins behind a bracket, and answers what is behind the closing one.
///
/// # Errors
///
/// 400, `invalidFilter`.
pub fn parse_in_brackets<'a>(
    text: &'a str,
    schema: &'a str,
) -> Result<(Filter, &'a str), ApiError> {
    let mut reading = Reading::begin(text, schema)?;
    reading.is_in_brackets = true;
    let filter = reading.alternatives()?;
    reading.expect(']')?;
    Ok((filter, reading.rest()))
}

struct Reading<'a> {
    text: &'a str,
    at: usize,
    schema: &'a str,
    depth: usize,
    comparisons: usize,
    /// Elements of an attribute have no elements of their own.
    is_in_brackets: bool,
}

impl<'a> Reading<'a> {
    fn begin(text: &'a str, schema: &'a str) -> Result<Self, ApiError> {
        let reading = Self { text, at: 0, schema, depth: 0, comparisons: 0, is_in_brackets: false };
        if text.len() > FILTER_BYTES_MAX {
            return Err(reading.invalid("it is too long"));
        }
        Ok(reading)
    }

    fn invalid(&self, why: &str) -> ApiError {
        let message = format!("The filter is not valid: {why}, at character {}.", self.at + 1);
        ApiError::scim(ScimFault::InvalidFilter, message)
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t']).len();
    }

    fn expect(&mut self, wanted: char) -> Result<(), ApiError> {
        self.blanks();
        if !self.rest().starts_with(wanted) {
            return Err(self.invalid(&format!("'{wanted}' is missing")));
        }
        self.at += wanted.len_utf8();
        Ok(())
    }

    /// Takes a word in any case, if it comes next.
    fn takes(&mut self, word: &str) -> bool {
        self.blanks();
        let rest = self.rest();
        let is_it = rest.get(..word.len()).is_some_and(|next| next.eq_ignore_ascii_case(word));
        let ends = |rest: &str| !rest.starts_with(|next: char| next.is_alphanumeric());
        let is_taken = is_it && ends(&rest[word.len()..]);
        if is_taken {
            self.at += word.len();
        }
        is_taken
    }

    /// What binds least: `or`.
    fn alternatives(&mut self) -> Result<Filter, ApiError> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return Err(self.invalid("it is too deep"));
        }
        let mut all = vec![self.conjunction()?];
        while self.takes("or") {
            all.push(self.conjunction()?);
        }
        self.depth -= 1;
        Ok(only(all, Filter::Or))
    }

    fn conjunction(&mut self) -> Result<Filter, ApiError> {
        let mut all = vec![self.term()?];
        while self.takes("and") {
            all.push(self.term()?);
        }
        Ok(only(all, Filter::And))
    }

    fn term(&mut self) -> Result<Filter, ApiError> {
        let is_negated = self.takes("not");
        self.blanks();
        if self.rest().starts_with('(') {
            self.at += 1;
            let filter = self.alternatives()?;
            self.expect(')')?;
            return Ok(if is_negated { Filter::Not(Box::new(filter)) } else { filter });
        }
        if is_negated {
            return Err(self.invalid("'not' is followed by a parenthesis"));
        }
        self.comparison()
    }

    fn comparison(&mut self) -> Result<Filter, ApiError> {
        self.comparisons += 1;
        if self.comparisons > COMPARISONS_MAX {
            return Err(self.invalid("it has too many comparisons"));
        }
        let name = self.name()?;
        if self.rest().starts_with('[') {
            if self.is_in_brackets {
                return Err(self.invalid("there are brackets within brackets"));
            }
            self.at += 1;
            self.is_in_brackets = true;
            let filter = self.alternatives()?;
            self.is_in_brackets = false;
            self.expect(']')?;
            return Ok(Filter::Any(name, Box::new(filter)));
        }
        if self.takes("pr") {
            return Ok(Filter::Present(name));
        }
        let comparison = self.operator()?;
        self.blanks();
        let value = self.value()?;
        Ok(Filter::Compare(name, comparison, value))
    }

    fn name(&mut self) -> Result<AttributeName, ApiError> {
        self.blanks();
        let rest = self.rest();
        let is_in_name = |letter: char| {
            letter.is_ascii_alphanumeric() || matches!(letter, '.' | ':' | '-' | '_' | '$')
        };
        let end = rest.find(|letter: char| !is_in_name(letter)).unwrap_or(rest.len());
        let name = AttributeName::parse(&rest[..end], self.schema);
        let name = name.ok_or_else(|| self.invalid("an attribute is missing"))?;
        self.at += end;
        Ok(name)
    }

    fn operator(&mut self) -> Result<Comparison, ApiError> {
        const ALL: [(&str, Comparison); 9] = [
            ("eq", Comparison::Equal),
            ("ne", Comparison::NotEqual),
            ("co", Comparison::Contains),
            ("sw", Comparison::StartsWith),
            ("ew", Comparison::EndsWith),
            ("gt", Comparison::Greater),
            ("ge", Comparison::GreaterOrEqual),
            ("lt", Comparison::Less),
            ("le", Comparison::LessOrEqual),
        ];
        let found = ALL.into_iter().find(|(word, _)| self.takes(word));
        found.map(|(_, comparison)| comparison).ok_or_else(|| self.invalid("no operator is there"))
    }

    /// A text, a number, or a word of JSON.
    fn value(&mut self) -> Result<Value, ApiError> {
        let rest = self.rest();
        let end = match rest.strip_prefix('"') {
            Some(text) => closing_quote(text).map(|end| end + 2),
            None => rest.find([' ', '\t', ')', ']']).or(Some(rest.len())),
        };
        let written = end.map(|end| &rest[..end]);
        let value: Option<Value> = written.and_then(|text| serde_json::from_str(text).ok());
        let value = value.filter(|value| !value.is_object() && !value.is_array());
        let value = value.ok_or_else(|| self.invalid("a value is missing or not quoted"))?;
        self.at += end.unwrap_or_default();
        Ok(value)
    }
}

/// Where a text in quotes ends.
fn closing_quote(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => return Some(at),
            _ => {}
        }
    }
    None
}

fn only(mut all: Vec<Filter>, many: fn(Vec<Filter>) -> Filter) -> Filter {
    match all.pop() {
        Some(filter) if all.is_empty() => filter,
        last => {
            all.extend(last);
            many(all)
        }
    }
}
