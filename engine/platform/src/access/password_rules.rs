//! Rules for a new password: long enough, not guessable from the account, and not a common one. There are no rules
//! about kinds of characters (ASVS 6.2).

use std::collections::HashSet;
use std::sync::LazyLock;

use waybill_machines::machines::login::Notice;

/// The fewest characters of a new password; 15 are recommended.
pub const PASSWORD_CHARS_MIN: usize = 8;
/// The most characters that any password may have.
pub const PASSWORD_CHARS_MAX: usize = 1_024;
/// Shorter user names occur in passwords by chance.
const NAME_CHARS_MIN: usize = 4;

/// The most common passwords of eight and more characters, one per line, in lower case.
static COMMON: LazyLock<HashSet<&'static str>> =
    LazyLock::new(|| include_str!("common-passwords.txt").lines().collect());

/// Whether a password is short enough to be checked at all.
pub(super) fn is_bounded(password: &str) -> bool {
    // A character has four bytes at most, so most texts need no counting.
    password.len() <= PASSWORD_CHARS_MAX
        || (password.len() <= 4 * PASSWORD_CHARS_MAX
            && password.chars().count() <= PASSWORD_CHARS_MAX)
}

/// Checks a new password of the account with this canonical name.
pub(super) fn check(password: &str, name: &str) -> Result<(), Notice> {
    let refuse = |code: &str, message: &str| Err(Notice::new(code, message));
    if !is_bounded(password) {
        return refuse("password_too_long", "Use at most 1024 characters.");
    }
    if password.chars().count() < PASSWORD_CHARS_MIN {
        return refuse("password_too_short", "Use at least 8 characters; 15 or more are better.");
    }
    let lower = password.to_lowercase();
    if lower == name || (name.chars().count() >= NAME_CHARS_MIN && lower.contains(name)) {
        return refuse("password_holds_name", "The password must not contain the user name.");
    }
    if COMMON.contains(lower.as_str()) || is_one_pattern(&lower) {
        let message = "This password is among the first that attackers try. Choose another one.";
        return refuse("password_common", message);
    }
    Ok(())
}

/// Whether it is a single repeated character.
fn is_one_pattern(password: &str) -> bool {
    let mut characters = password.chars();
    let first = characters.next();
    characters.all(|character| Some(character) == first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(password: &str, name: &str) -> Option<String> {
        check(password, name).err().map(|notice| notice.code)
    }

    #[test]
    fn the_length_is_counted_in_characters() {
        assert_eq!(code("äöüß-äö", "ann").as_deref(), Some("password_too_short"));
        assert_eq!(code("äöüß-äöü", "ann"), None);
        assert_eq!(code(&"äö".repeat(512), "ann"), None);
        let too_long = "ä".repeat(1_025);
        assert_eq!(code(&too_long, "ann").as_deref(), Some("password_too_long"));
    }

    #[test]
    fn the_name_must_not_be_in_it() {
        assert_eq!(code("xx-Annabel-9", "annabel").as_deref(), Some("password_holds_name"));
        assert_eq!(code("planning-9x", "ann"), None, "a short name occurs by chance");
    }

    #[test]
    fn only_common_passwords_are_refused_in_any_case() {
        for password in
            ["password", "PassWord1", "qwertyuiop", "12345678", "aaaaaaaaaa", "artifactory"]
        {
            assert_eq!(code(password, "ann").as_deref(), Some("password_common"), "{password}");
        }
        assert_eq!(code("correct horse battery", "ann"), None);
        assert_eq!(code("        x", "ann"), None);
    }

    #[test]
    fn the_list_is_clean() {
        assert!(COMMON.len() > 250);
        for word in COMMON.iter() {
            assert_eq!(*word, word.trim().to_lowercase());
            assert!(word.chars().count() >= PASSWORD_CHARS_MIN, "{word} is refused for its length");
        }
    }
}
