//! The messages of LDAP that are needed to bind and to search (RFC 4511).

use waybill_machines::rules::user_directories::filter::{
    Comparison, Filter, Piece, Placeholder, Value,
};

use super::ber::{BOOLEAN, ENUMERATED, INTEGER, OCTETS, Reader, SEQUENCE, SET, Writer};

/// The name of the operation that begins TLS.
const START_TLS: &[u8] = b"1.3.6.1.4.1.1466.20037";
/// The version of the protocol.
const VERSION: u32 = 3;

/// The tags of requests.
const BIND: u8 = 0x60;
const UNBIND: u8 = 0x42;
const SEARCH: u8 = 0x63;
const EXTENDED: u8 = 0x77;
/// The tag of the outcome of binding.
pub(super) const BIND_ANSWER: u8 = 0x61;
/// The tag of an entry that was found.
pub(super) const ENTRY: u8 = 0x64;
/// The tag of the outcome of a search.
pub(super) const DONE: u8 = 0x65;
/// The tag of a reference to where else to search.
pub(super) const REFERENCE: u8 = 0x73;
/// The tag of the outcome of another operation.
pub(super) const EXTENDED_ANSWER: u8 = 0x78;

/// The whole tree below an entry.
const SUBTREE: u32 = 2;
/// Aliases are not followed.
const NEVER: u32 = 0;

/// What a server says about the outcome of a request (RFC 4511, 4.1.9).
pub(super) mod code {
    pub(in crate::directories::ldap) const SUCCESS: u32 = 0;
    pub(in crate::directories::ldap) const SIZE_LIMIT_EXCEEDED: u32 = 4;
    pub(in crate::directories::ldap) const REFERRAL: u32 = 10;
    pub(in crate::directories::ldap) const NO_SUCH_OBJECT: u32 = 32;
}

/// What the placeholders of a filter are replaced with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Replaced<'a> {
    pub user: &'a str,
    pub name: &'a str,
}

/// A search in the whole tree below an entry.
pub(super) struct Search<'a> {
    pub base: &'a str,
    pub filter: &'a Filter,
    /// The entry is found for any one of these.
    pub replaced: &'a [Replaced<'a>],
    pub attributes: &'a [&'a str],
    pub entries_max: u32,
    pub seconds_max: u32,
}

/// An entry that was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    /// Its distinguished name, as the server writes it.
    pub name: String,
    /// Its attributes with their values.
    pub attributes: Vec<(String, Vec<Vec<u8>>)>,
}

impl Entry {
    /// The values of an attribute, whose name is the same in upper and lower case, with or without options.
    pub(super) fn values(&self, wanted: &str) -> impl Iterator<Item = &[u8]> {
        let is_wanted = move |name: &str| {
            let name = name.split(';').next().unwrap_or_default();
            name.eq_ignore_ascii_case(wanted)
        };
        let found = self.attributes.iter().filter(move |(name, _)| is_wanted(name));
        found.flat_map(|(_, values)| values.iter().map(Vec::as_slice))
    }

    /// The first value of an attribute that is a text.
    pub(super) fn text(&self, wanted: &str) -> Option<String> {
        self.values(wanted).find_map(|value| String::from_utf8(value.to_vec()).ok())
    }
}

/// What a server sends.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// The outcome of binding.
    Bound(u32),
    /// An entry that was found.
    Found(Entry),
    /// Where else to search, which is not done.
    Elsewhere,
    /// The outcome of a search.
    Searched(u32),
    /// The outcome of another operation.
    Extended(u32),
}

/// A request to bind with a name and a password.
pub(super) fn bind(id: u32, name: &str, password: &str) -> Vec<u8> {
    message(id, |writer| {
        writer.nested(BIND, |bind| {
            bind.number(INTEGER, VERSION).octets(name.as_bytes()).value(0x80, password.as_bytes());
        });
    })
}

/// A request to begin TLS.
pub(super) fn start_tls(id: u32) -> Vec<u8> {
    message(id, |writer| {
        writer.nested(EXTENDED, |extended| {
            extended.value(0x80, START_TLS);
        });
    })
}

/// The end of a conversation.
pub(super) fn unbind(id: u32) -> Vec<u8> {
    message(id, |writer| {
        writer.value(UNBIND, &[]);
    })
}

/// A request to search.
pub(super) fn search(id: u32, search: &Search<'_>) -> Vec<u8> {
    message(id, |writer| {
        writer.nested(SEARCH, |request| {
            request
                .octets(search.base.as_bytes())
                .number(ENUMERATED, SUBTREE)
                .number(ENUMERATED, NEVER)
                .number(INTEGER, search.entries_max)
                .number(INTEGER, search.seconds_max)
                .boolean(BOOLEAN, false);
            match search.replaced {
                [one] => write_filter(request, search.filter, *one),
                several => {
                    request.nested(0xa1, |any| {
                        for one in several {
                            write_filter(any, search.filter, *one);
                        }
                    });
                }
            }
            request.nested(SEQUENCE, |attributes| {
                for attribute in search.attributes {
                    attributes.octets(attribute.as_bytes());
                }
            });
        });
    })
}

fn message(id: u32, write: impl FnOnce(&mut Writer)) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.nested(SEQUENCE, |message| {
        message.number(INTEGER, id);
        write(message);
    });
    writer.into_bytes()
}

fn write_filter(writer: &mut Writer, filter: &Filter, replaced: Replaced<'_>) {
    let value = |value: &Value| bytes_of(value, replaced);
    match filter {
        Filter::And(all) | Filter::Or(all) => {
            let tag = if matches!(filter, Filter::And(_)) { 0xa0 } else { 0xa1 };
            writer.nested(tag, |inner| {
                for filter in all {
                    write_filter(inner, filter, replaced);
                }
            });
        }
        Filter::Not(not) => {
            writer.nested(0xa2, |inner| write_filter(inner, not, replaced));
        }
        Filter::Present(attribute) => {
            writer.value(0x87, attribute.as_bytes());
        }
        Filter::Compare { attribute, comparison, value: with } => {
            let tag = match comparison {
                Comparison::Equal => 0xa3,
                Comparison::AtLeast => 0xa5,
                Comparison::AtMost => 0xa6,
                Comparison::Approximate => 0xa8,
            };
            writer.nested(tag, |inner| {
                inner.octets(attribute.as_bytes()).octets(&value(with));
            });
        }
        Filter::Substrings { attribute, first, any, last } => {
            writer.nested(0xa4, |inner| {
                inner.octets(attribute.as_bytes()).nested(SEQUENCE, |parts| {
                    if !first.is_empty() {
                        parts.value(0x80, &value(first));
                    }
                    for part in any {
                        parts.value(0x81, &value(part));
                    }
                    if !last.is_empty() {
                        parts.value(0x82, &value(last));
                    }
                });
            });
        }
        Filter::Rule { attribute, rule, with_name, value: with } => {
            writer.nested(0xa9, |inner| {
                if let Some(rule) = rule {
                    inner.value(0x81, rule.as_bytes());
                }
                if let Some(attribute) = attribute {
                    inner.value(0x82, attribute.as_bytes());
                }
                inner.value(0x83, &value(with));
                if *with_name {
                    inner.boolean(0x84, true);
                }
            });
        }
    }
}

/// The bytes of a value, with what its placeholders are replaced with.
fn bytes_of(value: &Value, replaced: Replaced<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    for piece in value {
        bytes.extend_from_slice(match piece {
            Piece::Bytes(these) => these,
            Piece::Of(Placeholder::User) => replaced.user.as_bytes(),
            Piece::Of(Placeholder::DistinguishedName) => replaced.name.as_bytes(),
        });
    }
    bytes
}

/// Reads what is in a message, with the id of the request that it answers; none if it is not valid.
pub(super) fn read(content: &[u8]) -> Option<(u32, Answer)> {
    let mut reader = Reader(content);
    let id = reader.number(INTEGER)?;
    let (tag, operation) = reader.next()?;
    let mut operation = Reader(operation);
    let answer = match tag {
        BIND_ANSWER => Answer::Bound(outcome(&mut operation)?),
        DONE => Answer::Searched(outcome(&mut operation)?),
        EXTENDED_ANSWER => Answer::Extended(outcome(&mut operation)?),
        REFERENCE => Answer::Elsewhere,
        ENTRY => Answer::Found(entry(operation)?),
        _ => return None,
    };
    Some((id, answer))
}

/// The code. The text of the server is for its own administrators, and is not read.
fn outcome(operation: &mut Reader<'_>) -> Option<u32> {
    let code = operation.number(ENUMERATED)?;
    operation.expect(OCTETS)?;
    operation.expect(OCTETS)?;
    Some(code)
}

fn entry(mut operation: Reader<'_>) -> Option<Entry> {
    let name = String::from_utf8(operation.expect(OCTETS)?.to_vec()).ok()?;
    let mut list = Reader(operation.expect(SEQUENCE)?);
    let mut attributes = Vec::new();
    while !list.is_empty() {
        let mut attribute = Reader(list.expect(SEQUENCE)?);
        let kind = String::from_utf8(attribute.expect(OCTETS)?.to_vec()).ok()?;
        let mut set = Reader(attribute.expect(SET)?);
        let mut values = Vec::new();
        while !set.is_empty() {
            values.push(set.expect(OCTETS)?.to_vec());
        }
        attributes.push((kind, values));
    }
    Some(Entry { name, attributes })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [SSO-02]
    #[test]
    fn a_name_is_a_value_of_the_filter_whatever_it_has() {
        let filter = Filter::parse("(&(objectClass=person)(uid={user}))").expect("a filter");
        for user in ["ann", "*", "*)(uid=*", "a\\2a", "\0", ")(|(uid=*"] {
            let replaced = [Replaced { user, name: "" }];
            let written = search(
                2,
                &Search {
                    base: "dc=x",
                    filter: &filter,
                    replaced: &replaced,
                    attributes: &["mail"],
                    entries_max: 2,
                    seconds_max: 5,
                },
            );
            let mut expected = Writer::default();
            expected.nested(0xa0, |and| {
                and.nested(0xa3, |equal| {
                    equal.octets(b"objectClass").octets(b"person");
                });
                and.nested(0xa3, |equal| {
                    equal.octets(b"uid").octets(user.as_bytes());
                });
            });
            let expected = expected.into_bytes();
            let is_there = written.windows(expected.len()).any(|window| window == expected);
            assert!(is_there, "{user}");
        }
    }

    /// covers: [SSO-02]
    #[test]
    fn requests_have_the_bytes_of_the_protocol() {
        let bound =
            [0x30, 0x10, 2, 1, 1, 0x60, 0x0b, 2, 1, 3, 4, 1, b'a', 0x80, 3, b'p', b'w', b'd'];
        assert_eq!(bind(1, "a", "pwd"), bound);
        assert_eq!(unbind(3), [0x30, 5, 2, 1, 3, 0x42, 0]);
        let tls = start_tls(1);
        assert_eq!(&tls[..9], [0x30, 0x1d, 2, 1, 1, 0x77, 0x18, 0x80, 0x16]);
        assert_eq!(&tls[9..], START_TLS);
    }

    fn written(id: u32, tag: u8, write: impl FnOnce(&mut Writer)) -> Vec<u8> {
        let mut writer = Writer::default();
        writer.number(INTEGER, id).nested(tag, write);
        writer.into_bytes()
    }

    /// covers: [SSO-02]
    #[test]
    fn answers_are_read() {
        let done = written(7, DONE, |it| {
            it.number(ENUMERATED, 10).octets(b"").octets(b"elsewhere").value(0xa3, b"");
        });
        assert_eq!(read(&done), Some((7, Answer::Searched(10))));
        let found = written(7, ENTRY, |it| {
            it.octets(b"uid=ann,dc=x").nested(SEQUENCE, |all| {
                all.nested(SEQUENCE, |one| {
                    one.octets(b"MAIL;lang-en").nested(SET, |values| {
                        values.octets(b"\xff").octets(b"ann@example.org");
                    });
                });
            });
        });
        let Some((7, Answer::Found(entry))) = read(&found) else { panic!("an entry") };
        assert_eq!(entry.name, "uid=ann,dc=x");
        assert_eq!(entry.text("mail").as_deref(), Some("ann@example.org"));
        assert_eq!(entry.values("mail").count(), 2);
        assert_eq!(entry.text("cn"), None);
        assert_eq!(read(&written(7, REFERENCE, |_| {})), Some((7, Answer::Elsewhere)));
        for wrong in
            [&b""[..], b"\x02\x01\x07", b"\x02\x01\x07\x64\x01\x04", b"\x02\x01\x07\x01\x00"]
        {
            assert_eq!(read(wrong), None, "{wrong:?}");
        }
        for end in 0..found.len() {
            assert_eq!(read(&found[..end]), None, "{end}");
        }
    }
}
