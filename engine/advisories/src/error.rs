//! Why a file is no advisory that can be used.

use thiserror::Error;

use crate::{FILE_BYTES_MAX, NESTING_MAX};

/// Why a file is no advisory that can be used. Each names the file, and the place in it where there is one.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AdvisoryError {
    /// The file is larger than any advisory.
    #[error("{file} has {bytes} bytes. An advisory may have {FILE_BYTES_MAX} at most.")]
    TooLarge {
        /// The file.
        file: String,
        /// Its size.
        bytes: usize,
    },
    /// Arrays and objects are too deep in each other.
    #[error("{file} has arrays and objects in each other more than {NESTING_MAX} deep.")]
    TooDeep {
        /// The file.
        file: String,
    },
    /// It is no document of OSV.
    #[error("{file} is no advisory in the format of OSV. At {place}: {reason}.")]
    NotRead {
        /// The file.
        file: String,
        /// The path of the field.
        place: String,
        /// What the reader of JSON found.
        reason: String,
    },
    /// The format is a later one.
    #[error("{file} has the schema version {version:?}. Versions 1.x are read.")]
    UnknownSchema {
        /// The file.
        file: String,
        /// What it names.
        version: String,
    },
    /// A field that must have a text has none.
    #[error("{file} has an empty text at {place}.")]
    Empty {
        /// The file.
        file: String,
        /// The path of the field.
        place: String,
    },
    /// A text is too long.
    #[error("{file} has more than {limit} bytes at {place}.")]
    TooLong {
        /// The file.
        file: String,
        /// The path of the field.
        place: String,
        /// The limit.
        limit: usize,
    },
    /// There are too many of something.
    #[error("{file} has {count} entries at {place}. It may have {limit} at most.")]
    TooMany {
        /// The file.
        file: String,
        /// The path of the field.
        place: String,
        /// How many there are.
        count: usize,
        /// The limit.
        limit: usize,
    },
    /// An event has none or several of the fields of which it must have one.
    #[error(
        "{file} has an event at {place} that is not one of introduced, fixed, last_affected and limit."
    )]
    InvalidEvent {
        /// The file.
        file: String,
        /// The path of the event.
        place: String,
    },
    /// A range does not say where it begins.
    #[error("{file} has a range at {place} without an event that is introduced.")]
    NeverIntroduced {
        /// The file.
        file: String,
        /// The path of the range.
        place: String,
    },
}
