//! What holds of all bytes that a server may send: reading them ends without a panic and keeps no more than was sent,
//! and what was read is written in a form that is read as the same. `npm run test:fuzz` tries more of them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::ber::{ENUMERATED, INTEGER, OCTETS, Reader, SEQUENCE, SET, Writer};
use super::message::{Answer, BIND_ANSWER, DONE, ENTRY, EXTENDED_ANSWER, Entry, REFERENCE, read};

/// What messages are made of, so that many are nearly right.
const PARTS: &[&[u8]] = &[
    &[SEQUENCE],
    &[SET],
    &[OCTETS],
    &[INTEGER],
    &[ENUMERATED],
    &[BIND_ANSWER],
    &[ENTRY],
    &[DONE],
    &[REFERENCE],
    &[EXTENDED_ANSWER],
    &[0x1f],
    &[0xa3],
    &[0],
    &[1],
    &[2],
    &[7],
    &[0x20],
    &[0x7f],
    &[0x80],
    &[0x81],
    &[0x82],
    &[0x84],
    &[0x85],
    &[0xff],
    &[INTEGER, 1, 7],
    &[ENUMERATED, 1, 0],
    &[OCTETS, 0],
    &[OCTETS, 1, 0xff],
    &[SET, 0],
    &[SEQUENCE, 0x84, 0, 0, 0, 2],
    b"uid",
    b"\xc3\xa9",
];

/// The answers of `tests/ldap` that are read.
static ACCEPTED: LazyLock<Vec<Vec<u8>>> =
    LazyLock::new(|| messages("accepted").into_values().collect());

/// The messages of a folder, by name.
fn messages(folder: &str) -> BTreeMap<String, Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/ldap").join(folder);
    let paths = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path());
    let read = paths.map(|path| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        (name, bytes_of(&fs::read_to_string(path).unwrap()))
    });
    read.collect()
}

/// The bytes of a file: pairs of hexadecimal digits, with comments behind `#`.
fn bytes_of(text: &str) -> Vec<u8> {
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default());
    let pairs = lines.flat_map(str::split_whitespace);
    pairs.map(|pair| u8::from_str_radix(pair, 16).unwrap()).collect()
}

/// The content of a message, as the connection reads it.
fn content_of(message: &[u8]) -> &[u8] {
    Reader(message).expect(SEQUENCE).unwrap_or_default()
}

/// The content of a message with this answer.
fn written(id: u32, answer: &Answer) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.number(INTEGER, id);
    match answer {
        Answer::Bound(code) => write_outcome(&mut writer, BIND_ANSWER, *code),
        Answer::Searched(code) => write_outcome(&mut writer, DONE, *code),
        Answer::Extended(code) => write_outcome(&mut writer, EXTENDED_ANSWER, *code),
        Answer::Found(entry) => write_entry(&mut writer, entry),
        Answer::Elsewhere => {
            writer.value(REFERENCE, b"");
        }
    }
    writer.into_bytes()
}

fn write_outcome(writer: &mut Writer, tag: u8, code: u32) {
    writer.nested(tag, |outcome| {
        outcome.number(ENUMERATED, code).octets(b"").octets(b"");
    });
}

fn write_entry(writer: &mut Writer, entry: &Entry) {
    writer.nested(ENTRY, |found| {
        found.octets(entry.name.as_bytes()).nested(SEQUENCE, |list| {
            for (kind, values) in &entry.attributes {
                list.nested(SEQUENCE, |attribute| {
                    attribute.octets(kind.as_bytes()).nested(SET, |set| {
                        for value in values {
                            set.octets(value);
                        }
                    });
                });
            }
        });
    });
}

/// How many bytes of a message are kept.
fn kept_bytes(answer: &Answer) -> usize {
    let Answer::Found(Entry { name, attributes }) = answer else { return 0 };
    let of_values = |values: &[Vec<u8>]| values.iter().map(Vec::len).sum::<usize>();
    let attributes = attributes.iter().map(|(kind, values)| kind.len() + of_values(values));
    name.len() + attributes.sum::<usize>()
}

/// Reads these bytes as values one after another, and as the content of a message.
fn check(bytes: &[u8]) -> Result<(), TestCaseError> {
    let mut reader = Reader(bytes);
    while let Some((tag, content)) = reader.next() {
        let mut writer = Writer::default();
        writer.value(tag, content);
        let again = writer.into_bytes();
        prop_assert_eq!(Reader(&again).next(), Some((tag, content)));
    }
    if let Some((id, answer)) = read(bytes) {
        prop_assert!(kept_bytes(&answer) <= bytes.len());
        let again = written(id, &answer);
        prop_assert_eq!(read(&again), Some((id, answer)));
    }
    Ok(())
}

/// covers: [SSO-02]
#[test]
fn messages_of_the_corpus_are_read_or_refused_without_a_panic() {
    for (folder, is_read) in [("accepted", true), ("refused", false)] {
        let messages = messages(folder);
        assert!(messages.len() >= 12, "{folder}");
        for (name, message) in messages {
            let content = content_of(&message);
            assert_eq!(read(content).is_some(), is_read, "{folder}/{name}");
            for bytes in [&message[..], content] {
                check(bytes).unwrap_or_else(|error| panic!("{folder}/{name}: {error}"));
            }
        }
    }
}

proptest! {
    /// covers: [SSO-02]
    #[test]
    fn any_bytes_are_read_or_refused(bytes in vec(any::<u8>(), 0..200)) {
        check(&bytes)?;
    }

    /// covers: [SSO-02]
    #[test]
    fn bytes_that_look_like_a_message_are_read_or_refused(parts in vec(select(PARTS), 0..40)) {
        check(&parts.concat())?;
    }

    /// covers: [SSO-02]
    #[test]
    fn an_answer_that_is_changed_is_read_or_refused(
        answer in any::<Index>(),
        place in any::<Index>(),
        part in select(PARTS),
        removed in 0_usize..8,
    ) {
        let answer = content_of(&ACCEPTED[answer.index(ACCEPTED.len())]);
        let begin = place.index(answer.len());
        let end = (begin + removed).min(answer.len());
        check(&[&answer[..begin], part, &answer[end..]].concat())?;
    }

    /// covers: [SSO-02]
    #[test]
    fn a_truncated_answer_is_refused(answer in any::<Index>(), end in any::<Index>()) {
        let message: &[u8] = &ACCEPTED[answer.index(ACCEPTED.len())];
        let cut = &message[..end.index(message.len())];
        prop_assert_eq!(read(content_of(cut)), None);
    }
}
