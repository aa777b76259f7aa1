//! Texts of another platform, reduced to what may be shown and recorded here.

use waybill_machines::rules::display_text::is_invisible;

/// A text without invisible characters, cut to at most `chars_max` characters.
pub(super) fn text(received: &str, chars_max: usize) -> String {
    received.chars().filter(|letter| !is_invisible(*letter)).take(chars_max).collect()
}

/// Whether a text is valid as a name.
pub(super) fn is_name(received: &str, chars_max: usize) -> bool {
    !received.is_empty()
        && received.chars().count() <= chars_max
        && !received.chars().any(is_invisible)
}
