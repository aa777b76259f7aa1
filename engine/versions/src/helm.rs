//! Versions of charts, as the library Masterminds/semver of Helm reads them.

use crate::Version;
use crate::semver::{Grammar, Prefix, Short, fits};

/// The longest version that it reads.
const BYTES_MAX: usize = 256;

const GRAMMAR: Grammar = Grammar {
    v: Prefix::Maybe,
    short: Short::Always,
    allows_zeros: true,
    is_bounded: true,
    // Larger ones are words to it.
    is_number: fits,
};

pub fn parse(text: &str) -> Option<Version> {
    (text.len() <= BYTES_MAX).then(|| GRAMMAR.parse(text)).flatten()
}
