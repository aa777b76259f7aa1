//! Distinguished names as texts (RFC 4514): read, and written in one form, in which two of them can be compared.

use super::filter::is_attribute_name;

/// The characters that are escaped wherever they are in a value.
const SPECIAL: [char; 8] = ['"', '+', ',', ';', '<', '>', '\\', '='];

/// A name in the form in which names are compared: types and values in lower case, without spaces around them and with
/// one space in the place of several. Empty for the empty name; none if it is no distinguished name.
pub fn normalized(name: &str) -> Option<String> {
    if name.trim().is_empty() {
        return Some(String::new());
    }
    let relative = split(name, &[',', ';'])?;
    let relative: Option<Vec<String>> = relative.into_iter().map(relative_name).collect();
    Some(relative?.join(","))
}

/// One or more types with their values.
fn relative_name(text: &str) -> Option<String> {
    let pairs = split(text, &['+'])?;
    let pairs: Option<Vec<String>> = pairs.into_iter().map(pair).collect();
    let mut pairs = pairs?;
    // They are a set.
    pairs.sort();
    Some(pairs.join("+"))
}

fn pair(text: &str) -> Option<String> {
    let (kind, value) = text.split_once('=')?;
    let kind = kind.trim();
    if !is_attribute_name(kind) {
        return None;
    }
    let value = value_of(trimmed(value))?;
    let words: Vec<&str> = value.split_whitespace().collect();
    let value = words.join(" ").to_lowercase();
    Some(format!("{}={}", kind.to_ascii_lowercase(), escaped(&value)))
}

/// Without the spaces around it, of which an escaped one is a part of the value.
fn trimmed(value: &str) -> &str {
    let value = value.trim_start_matches(' ');
    let end = value.trim_end_matches(' ');
    let backslashes = end.len() - end.trim_end_matches('\\').len();
    let has_escaped_space = backslashes % 2 == 1 && end.len() < value.len();
    if has_escaped_space { &value[..=end.len()] } else { end }
}

/// The text of a value, without its escapes.
fn value_of(text: &str) -> Option<String> {
    // A value in hexadecimal digits is an encoding, which is compared as it is written.
    if let Some(digits) = text.strip_prefix('#') {
        let is_hex = !digits.is_empty()
            && digits.len().is_multiple_of(2)
            && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        return is_hex.then(|| text.to_owned());
    }
    let (mut bytes, mut letters) = (Vec::new(), text.chars());
    while let Some(letter) = letters.next() {
        match letter {
            '\0' | '"' | '+' | ',' | ';' | '<' | '>' => return None,
            '\\' => {
                let escaped = letters.next()?;
                if SPECIAL.contains(&escaped) || matches!(escaped, ' ' | '#') {
                    bytes.push(u8::try_from(escaped).ok()?);
                } else {
                    let pair = [escaped, letters.next()?].iter().collect::<String>();
                    bytes.push(hex_byte(&pair)?);
                }
            }
            letter => bytes.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    String::from_utf8(bytes).ok()
}

/// A value with the escapes of RFC 4514, 2.4.
pub fn escaped(value: &str) -> String {
    let mut escaped = String::with_capacity(value.len());
    let last = value.chars().count().saturating_sub(1);
    for (at, letter) in value.chars().enumerate() {
        let is_at_edge = (letter == ' ' && (at == 0 || at == last)) || (letter == '#' && at == 0);
        if letter == '\0' {
            escaped.push_str("\\00");
            continue;
        }
        if SPECIAL.contains(&letter) || is_at_edge {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

/// The parts between separators that are not escaped. An escape is never the last character.
fn split<'a>(text: &'a str, separators: &[char]) -> Option<Vec<&'a str>> {
    let (mut parts, mut begin, mut is_escaped) = (Vec::new(), 0, false);
    for (at, letter) in text.char_indices() {
        if is_escaped {
            is_escaped = false;
        } else if letter == '\\' {
            is_escaped = true;
        } else if separators.contains(&letter) {
            parts.push(&text[begin..at]);
            begin = at + letter.len_utf8();
        }
    }
    parts.push(&text[begin..]);
    (!is_escaped).then_some(parts)
}

/// Two hexadecimal digits as a byte.
pub(super) fn hex_byte(digits: &str) -> Option<u8> {
    let is_pair = digits.len() == 2 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_pair.then(|| u8::from_str_radix(digits, 16).ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [SSO-02]
    #[test]
    fn names_that_differ_in_form_alone_are_equal() {
        let of = |name: &str| normalized(name).unwrap_or_else(|| panic!("{name}"));
        for (one, other) in [
            ("cn=Developers,dc=example,dc=org", "CN=developers, DC=example; dc=ORG"),
            ("cn=a\\2Cb,dc=x", "cn=a\\,b,dc=x"),
            ("cn=a  b,dc=x", "cn=A b,dc=x"),
            ("cn=a+uid=b,dc=x", "uid=b+cn=a,dc=x"),
            ("cn=M\\C3\\BCller", "cn=m\u{fc}ller"),
            ("1.2.840=x", "1.2.840= x "),
        ] {
            assert_eq!(of(one), of(other), "{one}");
        }
        for (one, other) in [
            ("cn=a,dc=x", "cn=a"),
            ("cn=a\\,dc\\=x", "cn=a,dc=x"),
            ("cn=a\\+uid\\=b", "cn=a+uid=b"),
            ("cn=#04024869", "cn=Hi"),
        ] {
            assert_ne!(of(one), of(other), "{one}");
        }
        assert_eq!(of(""), "");
        // What is written is read as the same again.
        assert_eq!(of(&of("cn=a\\,b \\+ \\#c\\3c,dc=x")), of("cn=a\\,b \\+ \\#c\\3c,dc=x"));
    }

    /// covers: [SSO-02]
    #[test]
    fn what_is_no_name_is_none() {
        for wrong in [
            "developers",
            "=a",
            "cn=a,",
            "cn=a,,dc=x",
            "cn=a\\",
            "cn=a\\zz",
            "cn=a<b",
            "cn=#0",
            "cn=#xy",
            "cn=\\ff",
            "c n=a",
            "-x=a",
            "cn=a\"b\"",
        ] {
            assert_eq!(normalized(wrong), None, "{wrong}");
        }
    }

    /// covers: [SSO-02]
    #[test]
    fn every_character_of_a_value_survives_its_escapes() {
        for value in ["a,b", "#a", " a ", "a\\b", "a=b;c<d>e\"f+g", "\0", "\u{fc}", "a#b"] {
            let written = escaped(value);
            assert_eq!(value_of(trimmed(&written)).as_deref(), Some(value), "{written}");
        }
    }
}
