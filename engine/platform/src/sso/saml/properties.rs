//! What holds of all texts: the parser ends without a panic, what it has read is written in a form that is read as the
//! same, and no change of an answer makes it say something else. `npm run test:fuzz` tries more of them.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use super::canonical::canonical;
use super::corpus::{read, texts};
use super::logout::decoded;
use super::metadata;
use super::xml::parse;

/// What documents are made of, so that many are nearly right.
const PARTS: &[&str] = &[
    "<a>",
    "</a>",
    "<a/>",
    "<b:a>",
    "</b:a>",
    "<a xmlns=\"urn:a\">",
    "<a xmlns:b='urn:b' b:c='d'>",
    " xmlns=\"\"",
    "<",
    ">",
    "/",
    "=",
    "\"",
    "'",
    "&",
    "&amp;",
    "&#10;",
    "&#x0;",
    "&b;",
    ";",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?xml version=\"1.0\"?>",
    "<?a?>",
    "<!DOCTYPE a>",
    " ",
    "\n",
    "\r\n",
    "é",
    "\u{202e}",
    "\u{0}",
    "xml",
    "xmlns",
    ":",
    "ID",
];

/// The canonical form is a fixed point: what is read of it is what it was written from.
fn check(text: &str) -> Result<(), TestCaseError> {
    if let Ok(root) = parse(text) {
        let form = canonical(&root, &[], None);
        let again = parse(&form);
        // It can be longer than what it was written from, and so too long.
        if let Ok(again) = again {
            prop_assert_eq!(canonical(&again, &[], None), form);
            prop_assert_eq!(&again.local, &root.local);
            prop_assert_eq!(&again.namespace, &root.namespace);
            prop_assert_eq!(again.text(), root.text());
        }
    }
    // Whatever it is, it proves nothing.
    prop_assert!(read(text).is_err());
    let _ = decoded(text);
    let _ = metadata::read(text);
    Ok(())
}

/// covers: [SSO-02]
#[test]
fn the_parser_reads_the_texts_of_the_corpus_without_a_panic() {
    for folder in ["parser", "refused"] {
        for (name, text) in texts(folder) {
            check(&text).unwrap_or_else(|error| panic!("{folder}/{name}: {error}"));
        }
    }
}

proptest! {
    /// covers: [SSO-02]
    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        check(&text)?;
    }

    /// covers: [SSO-02]
    #[test]
    fn texts_that_look_like_xml_are_read_or_refused(parts in vec(select(PARTS), 0..40)) {
        check(&parts.concat())?;
    }

    /// A change that is no change to the canonical form may pass, and then says the same.
    ///
    /// covers: [SSO-02]
    #[test]
    fn no_change_of_an_answer_makes_it_say_something_else(
        place in any::<Index>(),
        part in select(PARTS),
        removed in 0_usize..40,
    ) {
        let plain = texts("accepted").remove("plain").unwrap();
        let sound = read(&plain).unwrap();
        let begin = place.index(plain.len());
        let end = (begin + removed).min(plain.len());
        let changed = format!("{}{part}{}", &plain[..begin], &plain[end..]);
        if let Ok(asserted) = read(&changed) {
            prop_assert_eq!(asserted, sound, "{}", changed);
        }
    }

    /// Parts of an answer are moved around, as wrapping does.
    ///
    /// covers: [SSO-02]
    #[test]
    fn no_part_of_an_answer_that_is_moved_makes_it_say_something_else(
        from in any::<Index>(),
        length in 1_usize..2_000,
        to in any::<Index>(),
        is_kept in any::<bool>(),
    ) {
        let plain = texts("accepted").remove("both-signed").unwrap();
        let sound = read(&plain).unwrap();
        let begin = from.index(plain.len());
        let end = (begin + length).min(plain.len());
        let part = plain[begin..end].replace("ann-8f3a", "mallory");
        let rest = if is_kept { plain.clone() } else { [&plain[..begin], &plain[end..]].concat() };
        let place = to.index(rest.len() + 1);
        let changed = format!("{}{part}{}", &rest[..place], &rest[place..]);
        if let Ok(asserted) = read(&changed) {
            prop_assert_eq!(asserted, sound, "{}", changed);
        }
    }
}
