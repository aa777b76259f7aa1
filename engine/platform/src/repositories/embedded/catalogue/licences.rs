//! Licences as they are found and counted.

use waybill_spdx::normalise;

/// The names of the licences in what an author writes: identifiers of SPDX, or the text itself.
pub(super) fn names(text: &str) -> Vec<String> {
    normalise(text).into_iter().map(|licence| licence.name).collect()
}

/// Whether what an author writes is one of these licences, or names one.
pub(super) fn is_one_of(text: &str, wanted: &[String]) -> bool {
    wanted.iter().any(|one| one == text)
        || names(text).iter().any(|name| wanted.iter().any(|one| one.eq_ignore_ascii_case(name)))
}
