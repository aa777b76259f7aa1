//! Filters of LDAP as texts (RFC 4515) with placeholders. What is put in the place of one is a value in the parsed
//! filter and never read as a part of the text, so that no name can change what a filter means.

use super::distinguished_name::hex_byte;

/// The longest filter, in characters.
pub const FILTER_CHARS_MAX: usize = 1_024;
/// How deep filters are in each other.
const DEPTH_MAX: usize = 8;

/// What a filter has in the place of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Placeholder {
    /// `{user}`: the name of a user.
    User,
    /// `{dn}`: a distinguished name.
    DistinguishedName,
}

impl Placeholder {
    const ALL: [Self; 2] = [Self::User, Self::DistinguishedName];

    const fn text(self) -> &'static str {
        match self {
            Self::User => "{user}",
            Self::DistinguishedName => "{dn}",
        }
    }
}

/// A part of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// These bytes.
    Bytes(Vec<u8>),
    /// What a placeholder is replaced with.
    Of(Placeholder),
}

/// A value, part by part.
pub type Value = Vec<Piece>;

/// How an attribute is compared with a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// `=`
    Equal,
    /// `>=`
    AtLeast,
    /// `<=`
    AtMost,
    /// `~=`
    Approximate,
}

/// A filter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Filter {
    /// All of them match.
    And(Vec<Self>),
    /// One of them matches.
    Or(Vec<Self>),
    /// It does not match.
    Not(Box<Self>),
    /// The attribute is there.
    Present(String),
    /// The attribute has such a value.
    Compare {
        /// The attribute.
        attribute: String,
        /// How.
        comparison: Comparison,
        /// With what.
        value: Value,
    },
    /// The attribute has a value with these parts in this order.
    Substrings {
        /// The attribute.
        attribute: String,
        /// How it begins; empty if that does not matter.
        first: Value,
        /// What it has somewhere, in this order.
        any: Vec<Value>,
        /// How it ends; empty if that does not matter.
        last: Value,
    },
    /// A rule of the server matches (RFC 4511, 4.5.1.7.7).
    Rule {
        /// The attribute; none for all.
        attribute: Option<String>,
        /// The rule; none for that of the attribute.
        rule: Option<String>,
        /// Whether the distinguished name is compared too.
        with_name: bool,
        /// With what.
        value: Value,
    },
}

impl Filter {
    /// Reads a filter; none if it is not valid.
    pub fn parse(text: &str) -> Option<Self> {
        if text.chars().count() > FILTER_CHARS_MAX {
            return None;
        }
        let mut reader = Reader { rest: text.trim() };
        let filter = reader.filter(0)?;
        reader.rest.is_empty().then_some(filter)
    }

    /// Whether it has a placeholder.
    pub fn uses(&self, placeholder: Placeholder) -> bool {
        let has = |value: &Value| value.contains(&Piece::Of(placeholder));
        match self {
            Self::And(all) | Self::Or(all) => all.iter().any(|filter| filter.uses(placeholder)),
            Self::Not(filter) => filter.uses(placeholder),
            Self::Present(_) => false,
            Self::Compare { value, .. } | Self::Rule { value, .. } => has(value),
            Self::Substrings { first, any, last, .. } => {
                has(first) || has(last) || any.iter().any(has)
            }
        }
    }
}

/// Whether a text is the name of an attribute or an object identifier (RFC 4512, 1.4).
pub fn is_attribute_name(name: &str) -> bool {
    let is_word = name.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let is_number = |arc: &str| !arc.is_empty() && arc.bytes().all(|byte| byte.is_ascii_digit());
    is_word || (name.contains('.') && name.split('.').all(is_number))
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn take(&mut self, letter: char) -> Option<()> {
        self.rest = self.rest.strip_prefix(letter)?;
        Some(())
    }

    fn filter(&mut self, depth: usize) -> Option<Filter> {
        if depth > DEPTH_MAX {
            return None;
        }
        self.take('(')?;
        let filter = if self.take('&').is_some() {
            Filter::And(self.filters(depth)?)
        } else if self.take('|').is_some() {
            Filter::Or(self.filters(depth)?)
        } else if self.take('!').is_some() {
            Filter::Not(Box::new(self.filter(depth + 1)?))
        } else {
            let end = self.rest.find(')')?;
            let (item, rest) = self.rest.split_at(end);
            self.rest = rest;
            read_item(item)?
        };
        self.take(')')?;
        Some(filter)
    }

    /// One or more filters.
    fn filters(&mut self, depth: usize) -> Option<Vec<Filter>> {
        let mut all = vec![self.filter(depth + 1)?];
        while self.rest.starts_with('(') {
            all.push(self.filter(depth + 1)?);
        }
        Some(all)
    }
}

/// What is between the parentheses of a filter that has no others in it.
fn read_item(item: &str) -> Option<Filter> {
    let (left, right) = item.split_once('=')?;
    if let Some(left) = left.strip_suffix(':') {
        return rule(left, right);
    }
    let comparisons =
        [('>', Comparison::AtLeast), ('<', Comparison::AtMost), ('~', Comparison::Approximate)];
    let found = comparisons
        .into_iter()
        .find_map(|(sign, comparison)| Some((left.strip_suffix(sign)?, comparison)));
    let (attribute, comparison) = found.unwrap_or((left, Comparison::Equal));
    if !is_attribute_name(attribute) {
        return None;
    }
    let attribute = attribute.to_owned();
    if comparison == Comparison::Equal && right.contains('*') {
        return substrings(attribute, right);
    }
    Some(Filter::Compare { attribute, comparison, value: value(right)? })
}

fn substrings(attribute: String, text: &str) -> Option<Filter> {
    if text == "*" {
        return Some(Filter::Present(attribute));
    }
    let parts: Option<Vec<Value>> = text.split('*').map(value).collect();
    let mut parts = parts?;
    let (last, first) = (parts.pop()?, parts.remove(0));
    // Two stars beside each other.
    if parts.iter().any(Vec::is_empty) {
        return None;
    }
    Some(Filter::Substrings { attribute, first, any: parts, last })
}

/// `attribute:dn:rule:=value`, of which each part may be missing, but not attribute and rule.
fn rule(left: &str, right: &str) -> Option<Filter> {
    let mut parts = left.split(':');
    let attribute = parts.next().filter(|attribute| !attribute.is_empty());
    let (mut with_name, mut rule) = (false, None);
    for part in parts {
        if part.eq_ignore_ascii_case("dn") && !with_name && rule.is_none() {
            with_name = true;
        } else if rule.is_none() && is_attribute_name(part) {
            rule = Some(part.to_owned());
        } else {
            return None;
        }
    }
    let is_known = attribute.is_some() || rule.is_some();
    if !is_known || attribute.is_some_and(|attribute| !is_attribute_name(attribute)) {
        return None;
    }
    Some(Filter::Rule {
        attribute: attribute.map(str::to_owned),
        rule,
        with_name,
        value: value(right)?,
    })
}

/// A value with its escapes: a backslash and two hexadecimal digits for a byte.
fn value(text: &str) -> Option<Value> {
    let (mut pieces, mut bytes, mut rest) = (Vec::new(), Vec::new(), text);
    while let Some(letter) = rest.chars().next() {
        let placeholder =
            Placeholder::ALL.into_iter().find(|placeholder| rest.starts_with(placeholder.text()));
        if let Some(placeholder) = placeholder {
            if !bytes.is_empty() {
                pieces.push(Piece::Bytes(std::mem::take(&mut bytes)));
            }
            pieces.push(Piece::Of(placeholder));
            rest = &rest[placeholder.text().len()..];
            continue;
        }
        match letter {
            '\0' | '(' | ')' | '*' => return None,
            '\\' => {
                bytes.push(hex_byte(rest.get(1..3)?)?);
                rest = &rest[3..];
            }
            letter => {
                let (this, later) = rest.split_at(letter.len_utf8());
                bytes.extend_from_slice(this.as_bytes());
                rest = later;
            }
        }
    }
    if !bytes.is_empty() {
        pieces.push(Piece::Bytes(bytes));
    }
    Some(pieces)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn equal(attribute: &str, value: Value) -> Filter {
        let (attribute, comparison) = (attribute.to_owned(), Comparison::Equal);
        Filter::Compare { attribute, comparison, value }
    }

    fn bytes(text: &[u8]) -> Piece {
        Piece::Bytes(text.to_vec())
    }

    /// covers: [SSO-02]
    #[test]
    fn filters_are_read_as_rfc_4515_has_them() {
        let user = || vec![Piece::Of(Placeholder::User)];
        assert_eq!(Filter::parse("(uid={user})"), Some(equal("uid", user())));
        let both = Filter::And(vec![
            equal("objectClass", vec![bytes(b"person")]),
            Filter::Or(vec![equal("uid", user()), equal("mail", user())]),
        ]);
        assert_eq!(
            Filter::parse("(&(objectClass=person)(|(uid={user})(mail={user})))"),
            Some(both)
        );
        assert_eq!(
            Filter::parse("(!(cn=a\\2ab))"),
            Some(Filter::Not(Box::new(equal("cn", vec![bytes(b"a*b")]))))
        );
        assert_eq!(Filter::parse("(mail=*)"), Some(Filter::Present("mail".into())));
        assert_eq!(
            Filter::parse("(cn=a*b*c)"),
            Some(Filter::Substrings {
                attribute: "cn".into(),
                first: vec![bytes(b"a")],
                any: vec![vec![bytes(b"b")]],
                last: vec![bytes(b"c")],
            })
        );
        assert_eq!(
            Filter::parse("(mail={user}@example.org)"),
            Some(equal("mail", vec![Piece::Of(Placeholder::User), bytes(b"@example.org")]))
        );
        assert_eq!(
            Filter::parse("(member:1.2.840.113556.1.4.1941:={dn})"),
            Some(Filter::Rule {
                attribute: Some("member".into()),
                rule: Some("1.2.840.113556.1.4.1941".into()),
                with_name: false,
                value: vec![Piece::Of(Placeholder::DistinguishedName)],
            })
        );
        let at_least = Filter::parse("(n>=1)").expect("a filter");
        assert!(matches!(at_least, Filter::Compare { comparison: Comparison::AtLeast, .. }));
        assert!(Filter::parse("(uid={user})").is_some_and(|it| it.uses(Placeholder::User)));
    }

    /// covers: [SSO-02]
    #[test]
    fn what_is_no_filter_is_none() {
        let deep = format!("{}(a=b){}", "(!".repeat(9), ")".repeat(9));
        let long = format!("(cn={})", "a".repeat(FILTER_CHARS_MAX));
        for wrong in [
            "",
            "uid={user}",
            "(uid={user}",
            "(uid={user}))",
            "(&)",
            "(uid)",
            "(=a)",
            "(u id=a)",
            "(cn=a\\2)",
            "(cn=a\\zz)",
            "(cn=a**b)",
            "(cn=a(b)",
            "(:=a)",
            "(a:dn:dn:b:=c)",
            "(a=b)(c=d)",
            "(uid;lang-en=a)",
            &deep,
            &long,
        ] {
            assert_eq!(Filter::parse(wrong), None, "{wrong}");
        }
    }
}
