//! Texts of another platform, reduced to what may be shown and recorded here.

use waybill_machines::rules::visible::is_unseen;

/// A text without invisible characters, cut to at most `chars_max` characters.
pub(super) fn text(said: &str, chars_max: usize) -> String {
    said.chars().filter(|letter| !is_unseen(*letter)).take(chars_max).collect()
}

/// Whether a text is valid as a name.
pub(super) fn is_name(said: &str, chars_max: usize) -> bool {
    !said.is_empty() && said.chars().count() <= chars_max && !said.chars().any(is_unseen)
}
