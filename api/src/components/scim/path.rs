//! Names of attributes, as filters, changes and lists of attributes write them (RFC 7644, 3.10).

/// The name of an attribute, and that of a part of its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttributeName {
    /// The attribute.
    pub attribute: String,
    /// The part.
    pub part: Option<String>,
    /// Whether it is of a schema that this server does not have.
    pub is_foreign: bool,
}

impl AttributeName {
    /// Reads a name such as `userName`, `name.familyName` or the same behind the URN of its schema; `None` if it cannot
    /// be one.
    pub fn parse(text: &str, schema: &str) -> Option<Self> {
        // The version in a URN has a point of its own.
        let (urn, name) = match text.rsplit_once(':') {
            Some((urn, name)) => (Some(urn), name),
            None => (None, text),
        };
        let is_urn = |urn: &str| urn.get(..4).is_some_and(|it| it.eq_ignore_ascii_case("urn:"));
        if urn.is_some_and(|urn| !is_urn(urn)) {
            return None;
        }
        let (attribute, part) = match name.split_once('.') {
            Some((attribute, part)) => (attribute, Some(part)),
            None => (name, None),
        };
        if !is_name(attribute) || part.is_some_and(|part| !is_name(part)) {
            return None;
        }
        Some(Self {
            attribute: attribute.to_owned(),
            part: part.map(str::to_owned),
            is_foreign: urn.is_some_and(|urn| !urn.eq_ignore_ascii_case(schema)),
        })
    }
}

/// Whether a text is a name: a letter, or `$` for `$ref`, and letters, digits, `-` and `_`.
fn is_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'$')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::components::scim::schema::USER;

    fn parsed(text: &str) -> Option<(String, Option<String>, bool)> {
        let AttributeName { attribute, part, is_foreign } = AttributeName::parse(text, USER)?;
        Some((attribute, part, is_foreign))
    }

    /// covers: [SCIM-01]
    #[test]
    fn a_name_may_be_behind_the_urn_of_its_schema() {
        let is = |attribute: &str, part: Option<&str>, is_foreign| {
            Some((attribute.to_owned(), part.map(str::to_owned), is_foreign))
        };
        assert_eq!(parsed("userName"), is("userName", None, false));
        assert_eq!(parsed("name.familyName"), is("name", Some("familyName"), false));
        let own = format!("{USER}:name.familyName");
        assert_eq!(parsed(&own), is("name", Some("familyName"), false));
        let other = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department";
        assert_eq!(parsed(other), is("department", None, true));
        assert_eq!(parsed("members.$ref"), is("members", Some("$ref"), false));
        for wrong in ["", ".", "a.", "a.b.c", "1a", "a b", "x:a", "ü:a", "urn:x:", "a\u{202e}"] {
            assert_eq!(parsed(wrong), None, "{wrong}");
        }
    }
}
