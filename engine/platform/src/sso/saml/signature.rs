//! Signatures of XML (XML Signature 1.1), as SAML has them: one element that signs the one around it, with RSA and
//! SHA-2, in the exclusive canonical form. Everything else that the recommendation allows is refused. The key is always
//! one that was pinned: what a message says about keys is not even read.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use ring::digest::{Algorithm, SHA256, SHA384, SHA512, digest};
use ring::signature::{
    RSA_PKCS1_2048_8192_SHA256, RSA_PKCS1_2048_8192_SHA384, RSA_PKCS1_2048_8192_SHA512,
    RsaParameters, UnparsedPublicKey,
};

use super::SamlFault;
use super::canonical::canonical;
use super::der::key_of_certificate;
use super::element::{Element, Node};
use super::xml::parse;

/// The namespace of signatures.
pub(super) const DS: &str = "http://www.w3.org/2000/09/xmldsig#";
/// The exclusive canonical form, without comments.
pub(super) const EXCLUSIVE: &str = "http://www.w3.org/2001/10/xml-exc-c14n#";
/// The signed element without its signature.
pub(super) const ENVELOPED: &str = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";
/// SHA-256 as a digest.
pub(super) const DIGEST_SHA256: &str = "http://www.w3.org/2001/04/xmlenc#sha256";
/// RSA with SHA-256 as a signature.
pub(super) const RSA_SHA256: &str = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";
/// The most prefixes of a list of them.
const PREFIXES_MAX: usize = 16;

/// The keys of certificates that are pinned.
pub(super) struct Keys(Vec<Vec<u8>>);

impl Keys {
    /// Those of certificates in base64. One that cannot be read, which saving it refuses, is none.
    pub(super) fn of(certificates: &[String]) -> Self {
        let keys = certificates.iter().filter_map(|certificate| key(certificate));
        Self(keys.collect())
    }

    /// Whether a signature of any of them is that of a content.
    pub(super) fn verify(
        &self,
        algorithm: &str,
        content: &[u8],
        signature: &[u8],
    ) -> Result<(), SamlFault> {
        let parameters = parameters(algorithm);
        let parameters = parameters.ok_or(SamlFault::Signature("it is no RSA with SHA-2"))?;
        let is_of = |key: &Vec<u8>| {
            UnparsedPublicKey::new(parameters, key).verify(content, signature).is_ok()
        };
        if self.0.iter().any(is_of) {
            Ok(())
        } else {
            Err(SamlFault::Signature("it is of none of the keys that are pinned"))
        }
    }
}

/// The key of a certificate in base64.
pub(super) fn key(certificate: &str) -> Option<Vec<u8>> {
    let der = STANDARD.decode(certificate).ok()?;
    key_of_certificate(&der).map(<[u8]>::to_vec)
}

fn parameters(algorithm: &str) -> Option<&'static RsaParameters> {
    Some(match algorithm {
        RSA_SHA256 => &RSA_PKCS1_2048_8192_SHA256,
        "http://www.w3.org/2001/04/xmldsig-more#rsa-sha384" => &RSA_PKCS1_2048_8192_SHA384,
        "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512" => &RSA_PKCS1_2048_8192_SHA512,
        _ => return None,
    })
}

fn hash(algorithm: &str) -> Option<&'static Algorithm> {
    Some(match algorithm {
        DIGEST_SHA256 => &SHA256,
        "http://www.w3.org/2001/04/xmldsig-more#sha384" => &SHA384,
        "http://www.w3.org/2001/04/xmlenc#sha512" => &SHA512,
        _ => return None,
    })
}

/// Verifies the signature that an element has as a child, and answers what was signed: the element without it, parsed
/// from the bytes whose digest was signed.
pub(super) fn signed(element: &Element, keys: &Keys) -> Result<Element, SamlFault> {
    let place = place_of_signature(element)?.ok_or(SamlFault::Signature("there is none"))?;
    let Some(Node::Element(signature)) = element.children.get(place) else {
        return Err(SamlFault::Signature("there is none"));
    };
    let malformed = SamlFault::Signature("it is no signature of XML");
    // Other content of a signature could be signed instead of the element.
    let is_known = |child: &Element| {
        child.namespace == DS
            && matches!(child.local.as_str(), "SignedInfo" | "SignatureValue" | "KeyInfo")
    };
    if !signature.elements().all(is_known) {
        return Err(malformed);
    }
    let info = signature.only(DS, "SignedInfo").ok_or(malformed)?;
    let value = signature.only(DS, "SignatureValue").and_then(Element::text).ok_or(malformed)?;
    let value = base64(&value).ok_or(malformed)?;
    let method = info.only(DS, "CanonicalizationMethod").ok_or(malformed)?;
    let bytes = canonical(info, &prefixes(method)?, None);
    // From here on only the bytes are read that the key has signed.
    let info = parse(&bytes).map_err(|_| malformed)?;
    keys.verify(algorithm(&info, "SignatureMethod")?, bytes.as_bytes(), &value)?;
    if algorithm(&info, "CanonicalizationMethod")? != EXCLUSIVE || info.elements().count() != 3 {
        return Err(SamlFault::Signature("it signs in another form, or more than one element"));
    }
    let reference = info.only(DS, "Reference").ok_or(malformed)?;
    let id = element.attribute("ID").filter(|id| !id.is_empty());
    let is_of_element = reference.attribute("URI").and_then(|uri| uri.strip_prefix('#')) == id;
    if id.is_none() || !is_of_element {
        return Err(SamlFault::Signature("it signs another element"));
    }
    let prefixes = transforms(reference)?;
    let hash = hash(algorithm(reference, "DigestMethod")?);
    let hash = hash.ok_or(SamlFault::Signature("its digest is not of SHA-2"))?;
    let wanted = reference.only(DS, "DigestValue").and_then(Element::text).ok_or(malformed)?;
    let wanted = base64(&wanted).ok_or(malformed)?;
    let bytes = canonical(element, &prefixes, Some(place));
    if digest(hash, bytes.as_bytes()).as_ref() != wanted {
        return Err(SamlFault::Signature("the element is not what was signed"));
    }
    parse(&bytes).map_err(|_| malformed)
}

/// The place of the signature among the children of an element, if it has one.
pub(super) fn place_of_signature(element: &Element) -> Result<Option<usize>, SamlFault> {
    let is_signature = |(_, child): &(usize, &Node)| match child {
        Node::Element(child) => child.is(DS, "Signature"),
        Node::Text(_) => false,
    };
    let mut places = element.children.iter().enumerate().filter(is_signature);
    let place = places.next().map(|(place, _)| place);
    match places.next() {
        Some(_) => Err(SamlFault::Signature("there is more than one")),
        None => Ok(place),
    }
}

/// The algorithm of a method, which is the only child with its name.
fn algorithm<'a>(element: &'a Element, method: &str) -> Result<&'a str, SamlFault> {
    let method = element.only(DS, method).and_then(|method| method.attribute("Algorithm"));
    method.ok_or(SamlFault::Signature("it names no algorithm"))
}

/// The transforms of a reference have to be these two, in this order. Answers the prefixes of the second one.
fn transforms(reference: &Element) -> Result<Vec<&str>, SamlFault> {
    let other = SamlFault::Signature("it has other transforms");
    let list = reference.only(DS, "Transforms").ok_or(other)?;
    let all: Vec<&Element> = list.elements().collect();
    let [first, second] = all.as_slice() else { return Err(other) };
    let are = |transform: &Element, algorithm: &str| {
        transform.is(DS, "Transform") && transform.attribute("Algorithm") == Some(algorithm)
    };
    if !are(first, ENVELOPED) || !are(second, EXCLUSIVE) || first.elements().next().is_some() {
        return Err(other);
    }
    prefixes(second)
}

/// The prefixes that a method takes along (`InclusiveNamespaces`).
fn prefixes(method: &Element) -> Result<Vec<&str>, SamlFault> {
    let other = SamlFault::Signature("its canonical form has other settings");
    let mut settings = method.elements();
    let Some(first) = settings.next() else { return Ok(Vec::new()) };
    if !first.is(EXCLUSIVE, "InclusiveNamespaces") || settings.next().is_some() {
        return Err(other);
    }
    let list = first.attribute("PrefixList").unwrap_or_default();
    let prefixes = list.split_ascii_whitespace();
    let prefixes: Vec<_> =
        prefixes.map(|prefix| if prefix == "#default" { "" } else { prefix }).collect();
    if prefixes.len() <= PREFIXES_MAX { Ok(prefixes) } else { Err(other) }
}

/// Base64, which may be in several lines.
pub(super) fn base64(text: &str) -> Option<Vec<u8>> {
    let text: String = text.split_ascii_whitespace().collect();
    STANDARD.decode(text).ok()
}
