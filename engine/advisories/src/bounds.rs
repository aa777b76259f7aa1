//! The bounds of a file, so that a hostile one costs little.

use crate::AdvisoryError;

/// The largest file. The largest ones of public databases enumerate a few thousand versions, and are far smaller.
pub const FILE_BYTES_MAX: usize = 8 * 1024 * 1024;
/// How deep arrays and objects may be in each other.
pub const NESTING_MAX: usize = 64;
/// The longest summary or details, in bytes.
pub const TEXT_BYTES_MAX: usize = 256 * 1024;
/// The longest identifier, name, version, address or vector, in bytes.
pub const WORD_BYTES_MAX: usize = 2048;
/// The most packages of an advisory.
pub const AFFECTED_MAX: usize = 10_000;
/// The most ranges of a package.
pub const RANGES_MAX: usize = 1_000;
/// The most events of a range.
pub const EVENTS_MAX: usize = 2_000;
/// The most enumerated versions of a package.
pub const VERSIONS_MAX: usize = 100_000;
/// The most other names of an advisory, and the most severities.
pub const NAMES_MAX: usize = 1_000;
/// The most references of an advisory.
pub const REFERENCES_MAX: usize = 5_000;

/// Fails if there are too many of something.
pub fn at_most(
    count: usize,
    limit: usize,
    file: &str,
    place: impl FnOnce() -> String,
) -> Result<(), AdvisoryError> {
    if count <= limit {
        return Ok(());
    }
    Err(AdvisoryError::TooMany { file: file.to_owned(), place: place(), count, limit })
}

/// Fails if a text is too long.
pub fn short_enough(
    text: &str,
    limit: usize,
    file: &str,
    place: impl FnOnce() -> String,
) -> Result<(), AdvisoryError> {
    if text.len() <= limit {
        return Ok(());
    }
    Err(AdvisoryError::TooLong { file: file.to_owned(), place: place(), limit })
}

/// Fails if the arrays and objects of a document are too deep in each other, before any of it is read.
pub fn flat_enough(file: &str, bytes: &[u8]) -> Result<(), AdvisoryError> {
    let (mut depth, mut in_text, mut is_escaped) = (0_usize, false, false);
    for byte in bytes {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if in_text => is_escaped = true,
            b'"' => in_text = !in_text,
            b'[' | b'{' if !in_text => {
                depth += 1;
                if depth > NESTING_MAX {
                    return Err(AdvisoryError::TooDeep { file: file.to_owned() });
                }
            }
            b']' | b'}' if !in_text => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    Ok(())
}
