//! An error in a file with its position: the error type of every reader of this crate.

use std::fmt;

/// A position in a text; line and column start at 1, columns are in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
}

impl Position {
    /// The beginning of a text.
    pub const START: Self = Self { line: 1, column: 1 };
}

/// An error in a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The file, as the caller named it.
    pub file: String,
    /// Where the error is.
    pub position: Position,
    /// What is wrong, and what was expected there.
    pub message: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { line, column } = self.position;
        write!(f, "{}:{line}:{column}: {}", self.file, self.message)
    }
}

impl std::error::Error for Fault {}

/// A fault without its file: readers of a text know positions only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LocatedError {
    pub(crate) position: Position,
    pub(crate) message: String,
}

impl LocatedError {
    pub(crate) fn new(position: Position, message: impl Into<String>) -> Self {
        Self { position, message: message.into() }
    }

    pub(crate) fn in_file(self, file: &str) -> Fault {
        Fault { file: file.to_owned(), position: self.position, message: self.message }
    }
}

/// The known name that was probably meant, for a typing error of a letter or two.
pub fn nearest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let close_enough = |name: &str| 1 + name.chars().count().max(typed.chars().count()) / 4;
    known
        .into_iter()
        .map(|name| (distance(typed, name), name))
        .filter(|(distance, name)| *distance <= close_enough(name))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// The message 'unknown key `x`', with the nearest known name if one is close and otherwise with all known names.
pub(crate) fn unknown(what: &str, typed: &str, known: &[&str]) -> String {
    if let Some(name) = nearest(typed, known.iter().copied()) {
        return format!("unknown {what} `{typed}`; did you mean `{name}`?");
    }
    match known {
        [] => format!("unknown {what} `{typed}`; nothing is expected here"),
        _ => format!("unknown {what} `{typed}`; expected one of {}", known.join(", ")),
    }
}

/// Edit distance in which swapping two adjacent letters is a single edit, because it is a common typing error.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let differs = usize::from(a[i - 1] != b[j - 1]);
            let mut best =
                (rows[i - 1][j] + 1).min(row[j - 1] + 1).min(rows[i - 1][j - 1] + differs);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_near_miss_is_suggested_and_a_distant_one_is_not() {
        let known = ["expect", "steps", "given"];
        assert_eq!(nearest("exepct", known), Some("expect"));
        assert_eq!(nearest("step", known), Some("steps"));
        assert_eq!(nearest("frobnicate", known), None);
    }
}
