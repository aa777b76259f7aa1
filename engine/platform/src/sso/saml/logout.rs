//! A request of an identity provider to end sign-ins (SAML 2.0 Profiles, 4.4), in either of its bindings.

use std::borrow::Cow;
use std::io::Read as _;

use flate2::read::DeflateDecoder;
use percent_encoding::percent_decode_str;

use super::answer::{SAML, SAMLP, check_issuer, check_message, document, is_id};
use super::element::Element;
use super::signature::{Keys, base64, signed};
use super::times::{check_end, remembered};
use super::xml::XML_BYTES_MAX;
use super::{Expected, LogoutWanted, ReceivedLogout, SESSIONS_MAX, SamlFault};

/// The longest query, in bytes.
const QUERY_BYTES_MAX: usize = 16 * 1_024;

/// Verifies a request, and answers what it ends.
pub(super) fn read(
    received: &ReceivedLogout,
    expected: &Expected<'_>,
) -> Result<LogoutWanted, SamlFault> {
    let keys = Keys::of(expected.certificates);
    let root = match received {
        ReceivedLogout::Query(query) => document(&of_query(query, &keys)?)?,
        ReceivedLogout::Form { request, .. } => {
            let root = document(&decoded(request)?)?;
            signed(&root, &keys)?
        }
    };
    wanted(&root, expected)
}

/// The text of a message in base64.
pub(super) fn decoded(message: &str) -> Result<String, SamlFault> {
    let malformed = SamlFault::Malformed("it is no text in base64");
    // More than that is not even decoded.
    if message.len() > XML_BYTES_MAX / 3 * 5 {
        return Err(malformed);
    }
    String::from_utf8(base64(message).ok_or(malformed)?).map_err(|_| malformed)
}

/// The request in a query, whose signature is over the parameters as they were sent (SAML 2.0 Bindings, 3.4.4.1).
fn of_query(query: &str, keys: &Keys) -> Result<String, SamlFault> {
    let malformed = SamlFault::Malformed("its query is not valid");
    if query.len() > QUERY_BYTES_MAX {
        return Err(malformed);
    }
    let raw = |name: &str| {
        let mut found = query.split('&').filter_map(|pair| {
            let (found, value) = pair.split_once('=')?;
            (found == name).then_some(value)
        });
        let first = found.next();
        // Of two with the same name, another parser could take the other one.
        if found.next().is_some() { Err(malformed) } else { Ok(first) }
    };
    let request = raw("SAMLRequest")?.ok_or(malformed)?;
    let missing = SamlFault::Signature("there is none");
    let (algorithm, signature) =
        (raw("SigAlg")?.ok_or(missing)?, raw("Signature")?.ok_or(missing)?);
    let relay = raw("RelayState")?.map(|relay| format!("&RelayState={relay}")).unwrap_or_default();
    let content = format!("SAMLRequest={request}{relay}&SigAlg={algorithm}");
    let signature = base64(&unescaped(signature)?).ok_or(malformed)?;
    keys.verify(&unescaped(algorithm)?, content.as_bytes(), &signature)?;
    let compressed = base64(&unescaped(request)?).ok_or(malformed)?;
    let mut text = Vec::new();
    // One byte more than there may be, so that it is seen that there is more.
    let bytes_max = u64::try_from(XML_BYTES_MAX).unwrap_or(u64::MAX).saturating_add(1);
    let inflated =
        DeflateDecoder::new(compressed.as_slice()).take(bytes_max).read_to_end(&mut text);
    inflated.map_err(|_| malformed)?;
    String::from_utf8(text).map_err(|_| malformed)
}

/// The value of a parameter.
fn unescaped(value: &str) -> Result<String, SamlFault> {
    let spaced = value.replace('+', " ");
    let text = percent_decode_str(&spaced).decode_utf8();
    let text = text.map_err(|_| SamlFault::Malformed("its query is no text"))?;
    // In base64 a plus that was not escaped is one.
    Ok(if text.contains("://") { text.into_owned() } else { text.replace(' ', "+") })
}

/// The `RelayState` of a query, to be sent back as it is.
pub(super) fn relay_of(query: &str) -> Option<String> {
    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    let (_, raw) = pairs.find(|(name, _)| *name == "RelayState")?;
    percent_decode_str(&raw.replace('+', " ")).decode_utf8().ok().map(Cow::into_owned)
}

/// What a request that is verified ends, if it was sent to this server, and now.
fn wanted(root: &Element, expected: &Expected<'_>) -> Result<LogoutWanted, SamlFault> {
    if !root.is(SAMLP, "LogoutRequest") {
        return Err(SamlFault::Malformed("it is no request to end sign-ins"));
    }
    check_message(root, expected)?;
    check_issuer(root, expected)?;
    let end = root.attribute("NotOnOrAfter");
    let end = end.is_some().then(|| check_end(end, expected.at)).transpose()?;
    let until = remembered(end, expected.at);
    let id = root.attribute("ID").filter(|id| is_id(id));
    let id = id.ok_or(SamlFault::Malformed("it has no id"))?.to_owned();
    let name = root.only(SAML, "NameID").and_then(Element::whole_text);
    let name = name.filter(|name| is_id(name));
    let name_id = name.ok_or(SamlFault::Malformed("it names no user"))?;
    let sessions = root.named(SAMLP, "SessionIndex").map(Element::whole_text);
    let sessions: Option<Vec<String>> = sessions.collect();
    let sessions =
        sessions.filter(|all| all.len() <= SESSIONS_MAX && all.iter().all(|it| is_id(it)));
    let sessions = sessions.ok_or(SamlFault::Malformed("its sessions are not valid"))?;
    Ok(LogoutWanted { id, until, name_id, sessions })
}
