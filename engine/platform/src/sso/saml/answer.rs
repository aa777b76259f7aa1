//! The answer of an identity provider to a request for a sign-in (SAML 2.0 Profiles, 4.1.4).

use std::collections::BTreeSet;

use waybill_machines::Timestamp;
use waybill_machines::rules::display_text::is_invisible;

use super::element::Element;
use super::signature::{DS, Keys, place_of_signature, signed};
use super::times::{SKEW_MS, check_begin, check_end, check_issued, remembered, time};
use super::xml::parse;
use super::{Asserted, Expected, SamlFault};

/// The namespace of the protocol.
pub(super) const SAMLP: &str = "urn:oasis:names:tc:SAML:2.0:protocol";
/// The namespace of assertions.
pub(super) const SAML: &str = "urn:oasis:names:tc:SAML:2.0:assertion";
/// The format of names that stay, and that no other service knows.
pub(super) const PERSISTENT: &str = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";
const SUCCESS: &str = "urn:oasis:names:tc:SAML:2.0:status:Success";
const BEARER: &str = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
const ENTITY: &str = "urn:oasis:names:tc:SAML:2.0:nameid-format:entity";
/// The longest name id (SAML 2.0 Core, 8.3.7) and index of a session, in characters.
const ID_CHARS_MAX: usize = 256;
/// How many attributes, and values of one, are read.
const ATTRIBUTES_MAX: usize = 200;
const VALUES_MAX: usize = 1_000;

/// Verifies an answer, and answers what it asserts.
pub(super) fn read(text: &str, expected: &Expected<'_>) -> Result<Asserted, SamlFault> {
    let root = document(text)?;
    if !root.is(SAMLP, "Response") {
        return Err(SamlFault::Malformed("it is no answer"));
    }
    let assertion = the_assertion(&root)?;
    // What is not signed can only be a reason to refuse.
    check_message(&root, expected)?;
    if root.attribute("InResponseTo") != Some(expected.request) {
        return Err(SamlFault::Refused("it answers another request, or none"));
    }
    check_status(&root)?;
    let Some(assertion) = assertion else {
        return Err(SamlFault::Signature("there is no assertion"));
    };
    let keys = Keys::of(expected.certificates);
    if place_of_signature(&root)?.is_some() {
        signed(&root, &keys)?;
    }
    // Nothing of the document is read from here on, but these bytes of it.
    let assertion = signed(assertion, &keys)?;
    drop(root);
    asserted(&assertion, expected)
}

/// A document of which each part can be named once: an id that is there twice could be signed here and read there.
pub(super) fn document(text: &str) -> Result<Element, SamlFault> {
    let root = parse(text).map_err(|error| {
        tracing::debug!(service = "access", %error, "a message of SAML is not valid");
        SamlFault::Malformed("it is no XML of SAML")
    })?;
    let (mut ids, mut count) = (BTreeSet::new(), 0);
    root.visit(&mut |element| {
        for attribute in &element.attributes {
            if attribute.local.eq_ignore_ascii_case("id") {
                count += 1;
                ids.insert(attribute.value.as_str());
            }
        }
    });
    let are_unique = ids.len() == count;
    drop(ids);
    if are_unique { Ok(root) } else { Err(SamlFault::Malformed("an id is there twice")) }
}

/// The one assertion of an answer, where it has to be; none in one that says why there is none. Signatures are nowhere
/// but in it and in the answer.
fn the_assertion(root: &Element) -> Result<Option<&Element>, SamlFault> {
    let (mut assertions, mut signatures, mut is_encrypted) = (0, 0, false);
    root.visit(&mut |element| {
        assertions += usize::from(element.local == "Assertion");
        signatures += usize::from(element.local == "Signature");
        is_encrypted |= element.local.starts_with("Encrypted");
    });
    if is_encrypted {
        return Err(SamlFault::Malformed("it is encrypted, for which this server has no key"));
    }
    let assertion = root.only(SAML, "Assertion");
    if assertions != usize::from(assertion.is_some()) {
        return Err(SamlFault::Malformed("an assertion is where none belongs"));
    }
    let of = |element: &Element| element.named(DS, "Signature").count();
    if signatures != of(root) + assertion.map_or(0, of) {
        return Err(SamlFault::Malformed("a signature is where none belongs"));
    }
    Ok(assertion)
}

/// Checks what each message has: version, time, issuer and destination.
pub(super) fn check_message(root: &Element, expected: &Expected<'_>) -> Result<(), SamlFault> {
    check_version(root)?;
    check_issued(root.attribute("IssueInstant"), expected.at)?;
    if root.attribute("Destination") != Some(expected.recipient) {
        return Err(SamlFault::Refused("it was sent to another address"));
    }
    match root.named(SAML, "Issuer").next() {
        Some(_) => check_issuer(root, expected),
        None => Ok(()),
    }
}

pub(super) fn check_version(element: &Element) -> Result<(), SamlFault> {
    let is_version = element.attribute("Version") == Some("2.0");
    if is_version { Ok(()) } else { Err(SamlFault::Malformed("it is of another version")) }
}

/// Checks the issuer of an element, which has to be there.
pub(super) fn check_issuer(element: &Element, expected: &Expected<'_>) -> Result<(), SamlFault> {
    let other = SamlFault::Refused("it is of another issuer");
    let issuer = element.only(SAML, "Issuer").ok_or(other)?;
    let is_entity = issuer.attribute("Format").is_none_or(|format| format == ENTITY);
    let is_expected = issuer.text().as_deref() == Some(expected.issuer);
    if is_entity && is_expected { Ok(()) } else { Err(other) }
}

fn check_status(root: &Element) -> Result<(), SamlFault> {
    let status = root.only(SAMLP, "Status").and_then(|status| status.only(SAMLP, "StatusCode"));
    let is_success = status.and_then(|status| status.attribute("Value")) == Some(SUCCESS);
    if is_success { Ok(()) } else { Err(SamlFault::Status) }
}

/// What an assertion says that is signed, if it says it to this server, about this sign-in, and now.
fn asserted(assertion: &Element, expected: &Expected<'_>) -> Result<Asserted, SamlFault> {
    let at = expected.at;
    check_version(assertion)?;
    check_issuer(assertion, expected)?;
    check_issued(assertion.attribute("IssueInstant"), at)?;
    let id = assertion.attribute("ID").filter(|id| is_id(id));
    let id = id.ok_or(SamlFault::Malformed("the assertion has no id"))?.to_owned();
    let subject = assertion.only(SAML, "Subject");
    let subject = subject.ok_or(SamlFault::Malformed("the assertion has no subject"))?;
    let name_id = name_id(subject, expected)?;
    let until = remembered(Some(check_confirmation(subject, expected)?), at);
    check_conditions(assertion, expected)?;
    let Authentication { session, signed_in, classes } = authentication(assertion)?;
    let session_until = session_end(assertion, at)?;
    let attributes = attributes(assertion);
    Ok(Asserted { id, until, name_id, session, session_until, signed_in, classes, attributes })
}

/// The persistent name id of a subject.
fn name_id(subject: &Element, expected: &Expected<'_>) -> Result<String, SamlFault> {
    let other = SamlFault::Refused("it has no persistent name id of this identity provider");
    let name = subject.only(SAML, "NameID").ok_or(other)?;
    let is_none_or =
        |attribute: &str, value: &str| name.attribute(attribute).is_none_or(|found| found == value);
    // Another provider, or another service, may have given the same name to another user.
    let is_own = is_none_or("NameQualifier", expected.issuer)
        && is_none_or("SPNameQualifier", expected.audience)
        && name.attribute("Format") == Some(PERSISTENT);
    let value = name.whole_text().filter(|value| is_id(value));
    value.filter(|_| is_own).ok_or(other)
}

/// Whether a text is an id: not empty, not too long, visible, and without space around it. Two that differ in that
/// alone may be two users, so that none is removed either.
pub(super) fn is_id(text: &str) -> bool {
    (1..=ID_CHARS_MAX).contains(&text.chars().count())
        && !text.chars().any(is_invisible)
        && text.trim().len() == text.len()
}

/// Checks that the bearer of the assertion is the browser that this server has sent. Answers until when it may be
/// presented.
fn check_confirmation(subject: &Element, expected: &Expected<'_>) -> Result<Timestamp, SamlFault> {
    let mut failure = SamlFault::Refused("it has no confirmation for a bearer");
    for confirmation in subject.named(SAML, "SubjectConfirmation") {
        if confirmation.attribute("Method") != Some(BEARER) {
            continue;
        }
        match check_bearer(confirmation, expected) {
            Ok(until) => return Ok(until),
            Err(fault) => failure = fault,
        }
    }
    Err(failure)
}

fn check_bearer(confirmation: &Element, expected: &Expected<'_>) -> Result<Timestamp, SamlFault> {
    let data = confirmation.only(SAML, "SubjectConfirmationData");
    let data = data.ok_or(SamlFault::Refused("its confirmation has no data"))?;
    if data.attribute("Recipient") != Some(expected.recipient) {
        return Err(SamlFault::Refused("it is for another recipient"));
    }
    if data.attribute("InResponseTo") != Some(expected.request) {
        return Err(SamlFault::Refused("its confirmation is for another request, or none"));
    }
    if data.attribute("NotBefore").is_some() {
        return Err(SamlFault::Refused("its confirmation begins later"));
    }
    check_end(data.attribute("NotOnOrAfter"), expected.at)
}

fn check_conditions(assertion: &Element, expected: &Expected<'_>) -> Result<(), SamlFault> {
    let conditions = assertion.only(SAML, "Conditions");
    let conditions = conditions.ok_or(SamlFault::Refused("it has no conditions"))?;
    if let Some(begin) = conditions.attribute("NotBefore") {
        check_begin(begin, expected.at)?;
    }
    if let end @ Some(_) = conditions.attribute("NotOnOrAfter") {
        check_end(end, expected.at)?;
    }
    // An assertion is used once here anyway, and given to no other service.
    let is_known = |condition: &Element| {
        condition.namespace == SAML
            && matches!(
                condition.local.as_str(),
                "AudienceRestriction" | "OneTimeUse" | "ProxyRestriction"
            )
    };
    if !conditions.elements().all(is_known) {
        return Err(SamlFault::Refused("it has a condition that is not known"));
    }
    let mut restrictions = conditions.named(SAML, "AudienceRestriction").peekable();
    if restrictions.peek().is_none() {
        return Err(SamlFault::Refused("it is for any audience"));
    }
    let is_for_this_server = |restriction: &Element| {
        let mut audiences = restriction.named(SAML, "Audience");
        audiences.any(|audience| audience.text().as_deref() == Some(expected.audience))
    };
    if restrictions.all(is_for_this_server) {
        Ok(())
    } else {
        Err(SamlFault::Refused("it is for another audience"))
    }
}

/// The session at the identity provider, and when and how the user has signed in there.
struct Authentication {
    session: Option<String>,
    signed_in: Option<Timestamp>,
    classes: Vec<String>,
}

fn authentication(assertion: &Element) -> Result<Authentication, SamlFault> {
    let mut statements = assertion.named(SAML, "AuthnStatement");
    let statement = statements.next();
    let statement =
        statement.ok_or(SamlFault::Refused("it does not say how the user signed in"))?;
    let session = statement.attribute("SessionIndex").filter(|index| is_id(index));
    let context = statement.only(SAML, "AuthnContext");
    let class = context.and_then(|context| context.only(SAML, "AuthnContextClassRef"));
    Ok(Authentication {
        session: session.map(str::to_owned),
        // It counts only where the user had to sign in again, which is refused without it.
        signed_in: time(statement.attribute("AuthnInstant")).ok(),
        classes: class.and_then(Element::text).into_iter().collect(),
    })
}

/// When the session there ends, if that is limited: at the earliest time that a statement has.
fn session_end(assertion: &Element, at: Timestamp) -> Result<Option<Timestamp>, SamlFault> {
    let statements = assertion.named(SAML, "AuthnStatement");
    let ends = statements.filter_map(|statement| statement.attribute("SessionNotOnOrAfter"));
    let ends: Result<Vec<_>, _> = ends.map(|end| time(Some(end))).collect();
    let end = ends?.into_iter().min();
    if end.is_some_and(|end| end.plus_ms(SKEW_MS).ms_since(at) <= 0) {
        return Err(SamlFault::Refused("the session there has ended"));
    }
    Ok(end)
}

/// The attributes and their values, as far as those are texts.
fn attributes(assertion: &Element) -> Vec<(String, Vec<String>)> {
    let statements = assertion.named(SAML, "AttributeStatement");
    let attributes = statements.flat_map(|statement| statement.named(SAML, "Attribute"));
    let read = attributes.filter_map(|attribute| {
        let values = attribute.named(SAML, "AttributeValue").filter_map(Element::text);
        Some((attribute.attribute("Name")?.to_owned(), values.take(VALUES_MAX).collect()))
    });
    read.take(ATTRIBUTES_MAX).collect()
}
