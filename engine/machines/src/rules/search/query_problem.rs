//! Why the text of a query cannot be read, and where.

use super::model::{ITEM_CHARS_MAX, ITEMS_MAX, TEXT_CHARS_MAX};
use super::query_string::QUERY_BYTES_MAX;
use crate::rejection::{Rejection, RejectionCode};

/// Why a query cannot be read. A position is that of a character, starting with 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum QueryProblem {
    /// The text is too long.
    TooLong {
        /// How long it is.
        bytes: usize,
    },
    /// A quote is not closed.
    UnclosedQuote {
        /// Where it opens.
        position: usize,
    },
    /// The text ends with a backslash, which is to be followed by a character.
    BackslashAtEnd {
        /// Where it is.
        position: usize,
    },
    /// A character cannot be seen.
    InvisibleCharacter {
        /// Where it is.
        position: usize,
    },
    /// No filter has this key.
    UnknownKey {
        /// The key.
        key: String,
        /// Where it begins.
        position: usize,
    },
    /// A key is there twice.
    RepeatedKey {
        /// The key.
        key: &'static str,
        /// Where it begins for the second time.
        position: usize,
    },
    /// A value is not one that the key has.
    Value {
        /// The key.
        key: &'static str,
        /// Where the value begins.
        position: usize,
        /// What it must be.
        expected: &'static str,
    },
    /// A value is too long.
    ValueTooLong {
        /// The key.
        key: &'static str,
        /// Where the value begins.
        position: usize,
        /// How long it may be, in characters.
        chars_max: usize,
    },
    /// A list or an object has too many items.
    TooManyItems {
        /// The key.
        key: &'static str,
        /// Where the value begins.
        position: usize,
    },
}

impl QueryProblem {
    /// Where the problem is; none where the whole text is one.
    pub const fn position(&self) -> Option<usize> {
        match self {
            Self::TooLong { .. } => None,
            Self::UnclosedQuote { position }
            | Self::BackslashAtEnd { position }
            | Self::InvisibleCharacter { position }
            | Self::UnknownKey { position, .. }
            | Self::RepeatedKey { position, .. }
            | Self::Value { position, .. }
            | Self::ValueTooLong { position, .. }
            | Self::TooManyItems { position, .. } => Some(*position),
        }
    }

    /// The rejection of an event with this problem.
    pub fn rejection(&self) -> Rejection {
        let rejection = Rejection::new(RejectionCode::SearchQuery).with("problem", self);
        match self.position() {
            Some(position) => rejection.with("position", position),
            None => rejection,
        }
    }

    pub(super) const fn text_too_long(key: &'static str, position: usize) -> Self {
        Self::ValueTooLong { key, position, chars_max: TEXT_CHARS_MAX }
    }

    pub(super) const fn item_too_long(key: &'static str, position: usize) -> Self {
        Self::ValueTooLong { key, position, chars_max: ITEM_CHARS_MAX }
    }
}

impl std::fmt::Display for QueryProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TooLong { bytes } => {
                write!(f, "The query has {bytes} bytes, and at most {QUERY_BYTES_MAX}; shorten it")
            }
            Self::UnclosedQuote { position } => {
                write!(f, "The quote at character {position} is not closed; close it with \"")
            }
            Self::BackslashAtEnd { position } => write!(
                f,
                "The backslash at character {position} is the last one; write \\\\ for a backslash"
            ),
            Self::InvisibleCharacter { position } => {
                write!(f, "Character {position} cannot be seen; remove it")
            }
            Self::UnknownKey { key, position } => write!(
                f,
                "There is no filter {key:?}, at character {position}; put a text with a colon in quotes"
            ),
            Self::RepeatedKey { key, position } => {
                write!(f, "The filter {key} is there again at character {position}; remove one")
            }
            Self::Value { key, position, expected } => {
                write!(f, "The value of {key} at character {position} must be {expected}")
            }
            Self::ValueTooLong { key, position, chars_max } => write!(
                f,
                "The value of {key} at character {position} is too long; it has at most {chars_max} characters"
            ),
            Self::TooManyItems { key, position } => write!(
                f,
                "The filter {key} has more than {ITEMS_MAX} items, from character {position} on; remove some"
            ),
        }
    }
}
