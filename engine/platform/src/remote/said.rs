//! What another platform says, cut down to what may be shown and recorded here.

use waybill_machines::rules::visible::is_unseen;

/// A text without what nobody sees, and no longer than that.
pub(super) fn text(said: &str, chars_max: usize) -> String {
    said.chars().filter(|letter| !is_unseen(*letter)).take(chars_max).collect()
}

/// Whether a text can be taken for a name as it is.
pub(super) fn is_name(said: &str, chars_max: usize) -> bool {
    !said.is_empty() && said.chars().count() <= chars_max && !said.chars().any(is_unseen)
}
