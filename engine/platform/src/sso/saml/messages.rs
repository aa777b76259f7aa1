//! What this server sends to identity providers: requests for sign-ins, requests to end sessions there and answers to
//! such, and what it publishes about itself. All of it is signed.

use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use quick_xml::escape::escape;
use ring::digest::{SHA256, digest};
use waybill_machines::Timestamp;
use waybill_machines::rules::sign_in_providers::SamlBinding;

use super::answer::{PERSISTENT, SAML, SAMLP};
use super::canonical::canonical;
use super::key::Key;
use super::metadata::{MD, POST, REDIRECT};
use super::signature::{DIGEST_SHA256, DS, ENVELOPED, EXCLUSIVE, RSA_SHA256};
use super::xml::parse;
use super::{Outgoing, OutgoingForm, SamlError};
use crate::secret::{Secret, hex, random};

/// The end of the element that a signature follows.
const AFTER: &str = "</saml:Issuer>";

/// The addresses of this server for one provider. The first one is its entity id too.
#[derive(Debug)]
pub(super) struct Addresses {
    pub(super) metadata: String,
    pub(super) acs: String,
    pub(super) logout: String,
}

impl Addresses {
    /// Those below the address of this server.
    pub(super) fn of(public_url: &str, provider: &str) -> Self {
        let below = |name: &str| format!("{public_url}/ui/api/v1/ui/auth/sso/{provider}/{name}");
        Self { metadata: below("metadata"), acs: below("acs"), logout: below("logout") }
    }
}

/// A message.
pub(super) struct Message {
    /// The name of the parameter that it is sent in.
    parameter: &'static str,
    text: String,
    id: String,
}

/// An id that no other message has, and that cannot be guessed.
pub(super) fn fresh_id() -> String {
    // An id of XML begins with no digit.
    format!("_{}", hex(&random::<20>()))
}

impl Message {
    /// A request to sign a user in, whose answer comes in a form: also a user whom the identity provider knows, if that
    /// one is to sign in again.
    pub(super) fn sign_in(
        id: &str,
        destination: &str,
        addresses: &Addresses,
        is_again: bool,
        at: Timestamp,
    ) -> Self {
        let again = if is_again { " ForceAuthn=\"true\"" } else { "" };
        let attributes = format!(
            " AssertionConsumerServiceURL=\"{}\"{again} ProtocolBinding=\"{POST}\"",
            escape(addresses.acs.as_str())
        );
        let content = format!(
            "<samlp:NameIDPolicy AllowCreate=\"true\" Format=\"{PERSISTENT}\"></samlp:NameIDPolicy>"
        );
        Self::new(
            "SAMLRequest",
            "AuthnRequest",
            id,
            destination,
            addresses,
            at,
            (&attributes, &content),
        )
    }

    /// A request to end the session of a user.
    pub(super) fn end_session(
        destination: &str,
        (name_id, index): (&str, Option<&str>),
        issuer: &str,
        addresses: &Addresses,
        at: Timestamp,
    ) -> Self {
        let index = index
            .map(|index| format!("<samlp:SessionIndex>{}</samlp:SessionIndex>", escape(index)));
        let content = format!(
            "<saml:NameID Format=\"{PERSISTENT}\" NameQualifier=\"{}\" SPNameQualifier=\"{}\">{}</saml:NameID>{}",
            escape(issuer),
            escape(addresses.metadata.as_str()),
            escape(name_id),
            index.unwrap_or_default()
        );
        let id = fresh_id();
        Self::new("SAMLRequest", "LogoutRequest", &id, destination, addresses, at, ("", &content))
    }

    /// The answer to a request to end sign-ins here.
    pub(super) fn ended(
        destination: &str,
        request: &str,
        is_ended: bool,
        addresses: &Addresses,
        at: Timestamp,
    ) -> Self {
        let status = if is_ended { "Success" } else { "Responder" };
        let attributes = format!(" InResponseTo=\"{}\"", escape(request));
        let content = format!(
            "<samlp:Status><samlp:StatusCode Value=\"urn:oasis:names:tc:SAML:2.0:status:{status}\"></samlp:StatusCode>\
             </samlp:Status>"
        );
        let id = fresh_id();
        let parts = (attributes.as_str(), content.as_str());
        Self::new("SAMLResponse", "LogoutResponse", &id, destination, addresses, at, parts)
    }

    fn new(
        parameter: &'static str,
        element: &str,
        id: &str,
        destination: &str,
        addresses: &Addresses,
        at: Timestamp,
        (attributes, content): (&str, &str),
    ) -> Self {
        let text = format!(
            "<samlp:{element} xmlns:samlp=\"{SAMLP}\" xmlns:saml=\"{SAML}\" ID=\"{id}\" Version=\"2.0\" \
             IssueInstant=\"{at}\" Destination=\"{}\"{attributes}><saml:Issuer>{}{AFTER}{content}</samlp:{element}>",
            escape(destination),
            escape(addresses.metadata.as_str()),
        );
        Self { parameter, text, id: id.to_owned() }
    }

    /// The message as a browser takes it there.
    pub(super) fn sent(
        &self,
        binding: SamlBinding,
        destination: &str,
        relay: Option<&str>,
        key: &Key,
    ) -> Result<Outgoing, SamlError> {
        match binding {
            SamlBinding::Redirect => {
                let address = self.address(destination, relay, key)?;
                Ok(Outgoing::Address(Secret::new(address)))
            }
            SamlBinding::Post => {
                let mut fields = vec![(self.parameter, STANDARD.encode(self.signed(key)?))];
                fields.extend(relay.map(|relay| ("RelayState", relay.to_owned())));
                Ok(Outgoing::Form(OutgoingForm { action: destination.to_owned(), fields }))
            }
        }
    }

    /// The address with the message, whose signature is over the parameters (SAML 2.0 Bindings, 3.4.4.1).
    fn address(
        &self,
        destination: &str,
        relay: Option<&str>,
        key: &Key,
    ) -> Result<String, SamlError> {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(self.text.as_bytes()).map_err(|_| SamlError::Key)?;
        let compressed = encoder.finish().map_err(|_| SamlError::Key)?;
        let escaped = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
        let mut query = format!("{}={}", self.parameter, escaped(&STANDARD.encode(compressed)));
        if let Some(relay) = relay {
            query += &format!("&RelayState={}", escaped(relay));
        }
        query += &format!("&SigAlg={}", escaped(RSA_SHA256));
        let signature = key.sign(query.as_bytes())?;
        let separator = if destination.contains('?') { '&' } else { '?' };
        Ok(format!("{destination}{separator}{query}&Signature={}", escaped(&signature)))
    }

    /// The text with its signature, after the issuer.
    fn signed(&self, key: &Key) -> Result<String, SamlError> {
        let element = parse(&self.text).map_err(|_| SamlError::Key)?;
        let value = STANDARD.encode(digest(&SHA256, canonical(&element, &[], None).as_bytes()));
        // In its canonical form already.
        let info = format!(
            "<ds:SignedInfo xmlns:ds=\"{DS}\"><ds:CanonicalizationMethod Algorithm=\"{EXCLUSIVE}\">\
             </ds:CanonicalizationMethod><ds:SignatureMethod Algorithm=\"{RSA_SHA256}\"></ds:SignatureMethod>\
             <ds:Reference URI=\"#{}\"><ds:Transforms><ds:Transform Algorithm=\"{ENVELOPED}\"></ds:Transform>\
             <ds:Transform Algorithm=\"{EXCLUSIVE}\"></ds:Transform></ds:Transforms>\
             <ds:DigestMethod Algorithm=\"{DIGEST_SHA256}\"></ds:DigestMethod><ds:DigestValue>{value}</ds:DigestValue>\
             </ds:Reference></ds:SignedInfo>",
            self.id
        );
        let signature = key.sign(info.as_bytes())?;
        let certificate = key.certificate();
        let signature = format!(
            "<ds:Signature xmlns:ds=\"{DS}\">{info}<ds:SignatureValue>{signature}</ds:SignatureValue><ds:KeyInfo>\
             <ds:X509Data><ds:X509Certificate>{certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>\
             </ds:Signature>"
        );
        Ok(self.text.replacen(AFTER, &format!("{AFTER}{signature}"), 1))
    }
}

/// What this server publishes about itself for one provider.
pub(super) fn metadata(addresses: &Addresses, key: &Key) -> String {
    let Addresses { metadata, acs, logout } = addresses;
    let (metadata, acs, logout) =
        (escape(metadata.as_str()), escape(acs.as_str()), escape(logout.as_str()));
    let certificate = key.certificate();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <md:EntityDescriptor xmlns:md=\"{MD}\" entityID=\"{metadata}\">\
         <md:SPSSODescriptor AuthnRequestsSigned=\"true\" WantAssertionsSigned=\"true\" \
         protocolSupportEnumeration=\"{SAMLP}\"><md:KeyDescriptor use=\"signing\"><ds:KeyInfo xmlns:ds=\"{DS}\">\
         <ds:X509Data><ds:X509Certificate>{certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>\
         </md:KeyDescriptor><md:SingleLogoutService Binding=\"{REDIRECT}\" Location=\"{logout}\"/>\
         <md:SingleLogoutService Binding=\"{POST}\" Location=\"{logout}\"/>\
         <md:NameIDFormat>{PERSISTENT}</md:NameIDFormat>\
         <md:AssertionConsumerService Binding=\"{POST}\" Location=\"{acs}\" index=\"0\" isDefault=\"true\"/>\
         </md:SPSSODescriptor></md:EntityDescriptor>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::super::corpus::{CERTIFICATE, key};
    use super::super::signature::{Keys, signed};
    use super::super::{Expected, ReceivedLogout, SamlVerifier as _};
    use super::*;
    use crate::sso::saml::verifier::StrictVerifier;

    const AT: Timestamp = Timestamp::from_ms(1_767_225_600_000);

    fn addresses() -> Addresses {
        Addresses::of("https://waybill.example.org", "corporate")
    }

    /// What this server signs, it would take itself: with the same parser and the same canonical form.
    ///
    /// covers: [SSO-02]
    #[test]
    fn messages_are_signed_in_both_bindings() {
        let (key, addresses) = (key(), addresses());
        let certificates = vec![key.certificate().to_owned()];
        let destination = "https://id.example.org/slo?tenant=1";
        let subject = ("a <name> & \"id\"", Some("session"));
        let message = Message::end_session(destination, subject, "urn:idp", &addresses, AT);
        let expected = Expected {
            issuer: &addresses.metadata,
            certificates: &certificates,
            audience: "urn:idp",
            recipient: destination,
            request: "",
            at: AT,
        };
        let by_form = message.sent(SamlBinding::Post, destination, Some("relay"), &key).unwrap();
        let Outgoing::Form(OutgoingForm { action, fields }) = by_form else { panic!("a form") };
        assert_eq!((action.as_str(), fields.len(), &*fields[1].1), (destination, 2, "relay"));
        let form = ReceivedLogout::Form { request: fields[0].1.clone(), relay: None };
        let by_address =
            message.sent(SamlBinding::Redirect, destination, Some("a+b/c="), &key).unwrap();
        let Outgoing::Address(address) = by_address else { panic!("an address") };
        let query = address.expose().strip_prefix("https://id.example.org/slo?tenant=1&").unwrap();
        for received in [form, ReceivedLogout::Query(query.to_owned())] {
            let wanted = StrictVerifier.logout(&received, &expected).unwrap();
            assert_eq!(wanted.name_id, subject.0);
            assert_eq!(wanted.sessions, ["session"]);
        }
        let changed = query.replace("RelayState=a", "RelayState=b");
        assert_ne!(changed, query);
        let changed = ReceivedLogout::Query(changed);
        assert!(StrictVerifier.logout(&changed, &expected).is_err());
        let other = vec![CERTIFICATE.trim().to_owned()];
        let expected = Expected { certificates: &other, ..expected };
        let taken = StrictVerifier.logout(&ReceivedLogout::Query(query.to_owned()), &expected);
        assert!(taken.is_err());
    }

    /// covers: [SSO-02]
    #[test]
    fn a_request_says_where_its_answer_goes_and_is_signed() {
        let (key, addresses) = (key(), addresses());
        let keys = Keys::of(&[key.certificate().to_owned()]);
        let request = |is_again: bool| {
            let destination = "https://id.example.org/sso";
            let message = Message::sign_in("_1", destination, &addresses, is_again, AT);
            let text = message.signed(&key).unwrap();
            signed(&parse(&text).unwrap(), &keys).unwrap()
        };
        assert_eq!(request(true).attribute("ForceAuthn"), Some("true"));
        let request = request(false);
        assert_eq!(request.attribute("ForceAuthn"), None);
        assert!(request.is(SAMLP, "AuthnRequest"));
        for (attribute, value) in [
            ("ID", "_1"),
            ("Destination", "https://id.example.org/sso"),
            ("AssertionConsumerServiceURL", &addresses.acs),
            ("IssueInstant", "2026-01-01T00:00:00.000Z"),
        ] {
            assert_eq!(request.attribute(attribute), Some(value));
        }
        let published = parse(metadata(&addresses, &key).trim()).unwrap();
        assert_eq!(published.attribute("entityID"), Some(addresses.metadata.as_str()));
    }
}
