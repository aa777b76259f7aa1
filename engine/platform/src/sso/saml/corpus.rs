//! The answers of `tests/saml`: those that are accepted, and those that are refused, each for its own reason. They were
//! signed by a program of its own (`tests/saml/make.mjs`), with a canonical form that is not the one of this server.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use waybill_machines::Timestamp;

use super::key::Key;
use super::messages::Addresses;
use super::verifier::StrictVerifier;
use super::{Asserted, Expected, SamlFault, SamlVerifier as _, answer};

/// The certificate of the identity provider that has signed them.
pub(super) const CERTIFICATE: &str =
    include_str!("../../../../../tests/saml/idp.certificate.base64");
/// A certificate of someone else.
const FOREIGN: &str = include_str!("../../../../../tests/saml/foreign.certificate.base64");
/// A key for tests alone, by which this server signs in them.
const OWN: &str = include_str!("../../../../../tests/tests/api/rsa-2048.pkcs8.base64");

const ISSUER: &str = "https://id.example.org/saml";
const REQUEST: &str = "_request1";
/// When they were issued.
pub(super) const AT: Timestamp = Timestamp::from_ms(1_767_225_600_000);

/// The key by which this server signs in tests.
pub(super) fn key() -> Key {
    let text: String = OWN.split_whitespace().collect();
    Key::read(&STANDARD.decode(text).unwrap()).unwrap()
}

/// The texts of a folder, by name.
pub(super) fn texts(folder: &str) -> BTreeMap<String, String> {
    let entries = fs::read_dir(root().join(folder)).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let read = paths.map(|path| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        (name, fs::read_to_string(path).unwrap())
    });
    read.collect()
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/saml")
}

/// What an answer asserts to the server that has asked for it.
pub(super) fn read(text: &str) -> Result<Asserted, SamlFault> {
    read_as(text, &[CERTIFICATE], REQUEST, AT)
}

fn read_as(
    text: &str,
    certificates: &[&str],
    request: &str,
    at: Timestamp,
) -> Result<Asserted, SamlFault> {
    let addresses = Addresses::of("https://waybill.example.org", "corporate");
    let certificates: Vec<String> = certificates.iter().map(|it| it.trim().to_owned()).collect();
    let expected = Expected {
        issuer: ISSUER,
        certificates: &certificates,
        audience: &addresses.metadata,
        recipient: &addresses.acs,
        request,
        at,
    };
    answer::read(text, &expected)
}

/// covers: [SSO-02]
#[test]
fn answers_that_are_sound_are_accepted_and_say_the_same() {
    let texts = texts("accepted");
    assert!(texts.len() >= 9);
    for (name, text) in texts {
        let asserted = read(&text).unwrap_or_else(|fault| panic!("{name}: {fault}"));
        assert_eq!(asserted.name_id, "ann-8f3a", "{name}");
        assert_eq!(
            (asserted.id.as_str(), asserted.session.as_deref()),
            ("_assertion1", Some("session1"))
        );
        assert_eq!(asserted.until, AT.plus_ms(360_000), "{name}");
        assert_eq!(asserted.signed_in, Some(AT), "{name}");
        let (attribute, values) = asserted.attributes.last().unwrap();
        assert_eq!(attribute, "groups", "{name}");
        assert!(values.len() == 2 || name == "large", "{name}");
        assert_eq!(asserted.classes.len(), 1, "{name}");
    }
}

/// XSW1 to XSW8 among them, by the numbers of SAML Raider.
///
/// covers: [SSO-02]
#[test]
fn answers_that_are_wrapped_unsigned_tampered_commented_or_foreign_are_refused() {
    let reasons = fs::read_to_string(root().join("refused.json")).unwrap();
    let reasons: BTreeMap<String, String> = serde_json::from_str(&reasons).unwrap();
    let texts = texts("refused");
    assert!(texts.keys().eq(reasons.keys()));
    assert!((1..=8).all(|number| texts.contains_key(&format!("xsw{number}"))));
    let mut wrong = Vec::new();
    for (name, text) in texts {
        match read(&text) {
            Err(fault) if fault.to_string().contains(&reasons[&name]) => {}
            other => wrong.push(format!("{name}: {other:?}, and not: {}", reasons[&name])),
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

/// A certificate is added before the old one is removed.
///
/// covers: [SSO-02]
#[test]
fn the_keys_that_are_pinned_count_and_no_other() {
    let plain = &texts("accepted")["plain"];
    assert!(read_as(plain, &[FOREIGN, CERTIFICATE], REQUEST, AT).is_ok());
    for pinned in [&[FOREIGN][..], &[], &["MIIC"]] {
        assert!(read_as(plain, pinned, REQUEST, AT).is_err());
    }
    assert!(StrictVerifier.takes_certificate(CERTIFICATE.trim()));
    assert!(!StrictVerifier.takes_certificate("MIIC"));
}

/// covers: [SSO-02]
#[test]
fn an_answer_is_for_one_request_for_a_few_minutes() {
    let plain = &texts("accepted")["plain"];
    let at = |after_ms| read_as(plain, &[CERTIFICATE], REQUEST, AT.plus_ms(after_ms)).is_ok();
    // Clocks may differ by a minute, and no more.
    assert!(at(-60_000) && at(359_000));
    assert!(!at(-61_000) && !at(360_000));
    assert!(read_as(plain, &[CERTIFICATE], "_request2", AT).is_err());
    assert!(read_as(plain, &[CERTIFICATE], "", AT).is_err());
}

/// covers: [SSO-02, SESS-01]
#[test]
fn the_earliest_end_of_a_session_there_is_read_and_refuses_once_it_is_over() {
    let texts = texts("accepted");
    let end = |name: &str| read(&texts[name]).unwrap().session_until;
    assert_eq!(end("plain"), None);
    assert_eq!(end("session-that-ends"), Some(AT.plus_ms(8 * 3_600_000)));
    assert_eq!(end("sessions-that-end"), Some(AT.plus_ms(60_000)));
    let ended = |after_ms| {
        read_as(&texts["sessions-that-end"], &[CERTIFICATE], REQUEST, AT.plus_ms(after_ms)).err()
    };
    // Clocks may differ by a minute, and no more.
    assert_eq!(ended(119_000), None);
    assert_eq!(ended(120_000), Some(SamlFault::Refused("the session there has ended")));
}

/// covers: [SSO-02]
#[test]
fn an_answer_of_64_kib_is_verified() {
    let large = &texts("accepted")["large"];
    assert!((60_000..70_000).contains(&large.len()));
    read(large).unwrap();
}

/// covers: [SSO-02]
#[test]
fn an_answer_in_base64_may_be_in_lines() {
    let plain = &texts("accepted")["plain"];
    let encoded = STANDARD.encode(plain);
    let lines: Vec<&str> =
        encoded.as_bytes().chunks(76).map(|line| std::str::from_utf8(line).unwrap()).collect();
    let decoded = super::logout::decoded(&lines.join("\r\n")).unwrap();
    assert_eq!(&decoded, plain);
    for wrong in ["*", "PHNhbWw", "/w==", &"A".repeat(300_000)] {
        assert!(super::logout::decoded(wrong).is_err());
    }
}
