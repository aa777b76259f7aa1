//! User names: one canonical spelling, by which accounts are found and attempts are counted.
//!
//! Canonical means without surrounding white space and in lower case (Unicode's, independent of a language). Names are
//! not normalised further: a name typed with another composition of the same letters is another name, which errs on the
//! side of rejecting.

use waybill_machines::rules::display_text::is_invisible_in_names;
use waybill_machines::rules::mail::is_mail_address;

use super::AccountRefused;

/// The most characters that a user name may have.
pub const NAME_CHARS_MAX: usize = 128;

/// Names that have another meaning in records.
const RESERVED: [&str; 2] = ["anonymous", "system"];

/// Checks the form of a mail address.
pub(super) fn check_email(email: &str) -> Result<(), AccountRefused> {
    is_mail_address(email).then_some(()).ok_or(AccountRefused::BadEmail)
}

/// The canonical spelling of a typed name; `None` when it cannot be a user name.
pub fn canonical(typed: &str) -> Option<String> {
    let name = typed.trim().to_lowercase();
    // Trimmed again: some capital letters become several characters.
    let name = name.trim();
    let length = name.chars().count();
    let is_visible = |c: char| !c.is_control() && !is_invisible_in_names(c);
    let is_valid = (1..=NAME_CHARS_MAX).contains(&length) && name.chars().all(is_visible);
    is_valid.then(|| name.to_owned())
}

/// The canonical spelling of a name that is allowed for a new account.
pub(super) fn of_new_account(typed: &str) -> Result<String, AccountRefused> {
    let name = canonical(typed).filter(|name| !RESERVED.contains(&name.as_str()));
    name.ok_or(AccountRefused::BadName)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_surrounding_space_are_ignored() {
        for typed in ["ann", " Ann ", "ANN\t", "\u{a0}aNN\u{3000}"] {
            assert_eq!(canonical(typed).as_deref(), Some("ann"), "{typed:?}");
        }
        assert_eq!(canonical("Ann.Lee@Example.ORG").as_deref(), Some("ann.lee@example.org"));
        assert_eq!(canonical("ÄNN").as_deref(), Some("änn"));
    }

    #[test]
    fn a_mail_address_has_a_local_part_and_a_domain() {
        for valid in ["maria@example.org", "m.o+x@localhost", "jürgen@müller.example"] {
            assert_eq!(check_email(valid), Ok(()), "{valid}");
        }
        let long = format!("{}@example.org", "m".repeat(250));
        for wrong in ["maria", "@x", "a@", "a b@c", "a@b@c", "a@.b", "<a@b>", "a@b\u{202e}", &long]
        {
            assert_eq!(check_email(wrong), Err(AccountRefused::BadEmail), "{wrong}");
        }
    }

    #[test]
    fn invisible_names_are_invalid() {
        for typed in ["", "   ", "an\0n", "an\nn", "an\u{200b}n", "\u{202e}nna", "\u{feff}ann"] {
            assert_eq!(canonical(typed), None, "{typed:?}");
        }
    }

    #[test]
    fn the_length_is_counted_in_characters() {
        assert!(canonical(&"ä".repeat(NAME_CHARS_MAX)).is_some());
        assert!(canonical(&"ä".repeat(NAME_CHARS_MAX + 1)).is_none());
    }

    #[test]
    fn the_canonical_name_is_its_own_canonical_name() {
        for typed in ["Ann", "İstanbul", "ΑΣ", "straẞe", "ﬀ"] {
            let name = canonical(typed).unwrap();
            assert_eq!(canonical(&name).as_deref(), Some(name.as_str()), "{typed}");
        }
    }
}
