//! Versions of crates.

use crate::Version;
use crate::semver::{Grammar, Prefix, Short};

const GRAMMAR: Grammar = Grammar {
    v: Prefix::Never,
    short: Short::Never,
    allows_zeros: false,
    is_bounded: true,
    is_number: |_| true,
};

pub fn parse(text: &str) -> Option<Version> {
    GRAMMAR.parse(text)
}
