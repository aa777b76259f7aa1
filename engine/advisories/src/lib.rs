//! Security advisories in the format of OSV (schema 1.7 and earlier 1.x), and which versions of packages they affect.
//!
//! ```text
//! a file --read--> Advisory --for each package--> PackageAdvisory --stored, or--> Advisories --matching--> Match
//! ```
//!
//! [`Advisory::read`] reads a document within bounds, [`PackageAdvisory`] is what it says of one package, in a form
//! that can be stored, and [`Advisories`] is the index by package that versions are matched against.

mod advisory;
mod bounds;
mod document;
mod ecosystem;
mod error;
mod index;
mod matching;
mod read;
mod severity;

pub use advisory::{Advisory, Event, Package, PackageAdvisory, Range, Reference, Skipped};
pub use bounds::{
    AFFECTED_MAX, EVENTS_MAX, FILE_BYTES_MAX, NAMES_MAX, NESTING_MAX, RANGES_MAX, REFERENCES_MAX,
    TEXT_BYTES_MAX, VERSIONS_MAX, WORD_BYTES_MAX,
};
pub use ecosystem::normalised;
pub use error::AdvisoryError;
pub use index::Advisories;
pub use matching::{Match, Matcher};
pub use severity::{Level, Score, Severity};
