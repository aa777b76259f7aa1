//! An identity provider of SAML for tests, without a server: browsers carry everything. What it signs is written in its
//! canonical form, so that it needs none of the code that verifies it.

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use ring::digest::{SHA256, digest};
use ring::rand::SystemRandom;
use ring::signature::{RSA_PKCS1_SHA256, RsaKeyPair};
use serde_json::{Value, json};
use url::{Url, form_urlencoded};
use waybill_machines::Timestamp;

use crate::signers::{fresh_id, now};

/// Its entity id, and its addresses. Nothing is ever sent to them.
pub(super) const ENTITY: &str = "https://id.example.org/saml";
pub(super) const SSO: &str = "https://id.example.org/saml/sso";
pub(super) const SLO: &str = "https://id.example.org/saml/slo";
pub(super) const PERSISTENT: &str = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";
pub(super) const PASSWORD_CLASS: &str =
    "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport";
const SAMLP: &str = "urn:oasis:names:tc:SAML:2.0:protocol";
const SAML: &str = "urn:oasis:names:tc:SAML:2.0:assertion";
const DS: &str = "http://www.w3.org/2000/09/xmldsig#";
const EXCLUSIVE: &str = "http://www.w3.org/2001/10/xml-exc-c14n#";
const RSA_SHA256: &str = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256";

/// Keys for tests alone.
const IDP: [&str; 2] = [
    include_str!("../../../../saml/idp.pkcs8.base64"),
    include_str!("../../../../saml/idp.certificate.base64"),
];
const FOREIGN: [&str; 2] = [
    include_str!("../../../../saml/foreign.pkcs8.base64"),
    include_str!("../../../../saml/foreign.certificate.base64"),
];

/// An identity provider.
pub(super) struct Peer {
    key: RsaKeyPair,
    pub(super) certificate: String,
}

/// What a server has asked for, or answered.
pub(super) struct Sent {
    pub(super) text: String,
    pub(super) relay: String,
}

/// What an identity provider says about a user.
#[derive(Clone)]
pub(super) struct Says {
    pub(super) issuer: String,
    pub(super) name_id: String,
    pub(super) format: String,
    pub(super) audience: String,
    pub(super) recipient: String,
    pub(super) destination: String,
    pub(super) request: String,
    pub(super) session: String,
    pub(super) class: String,
    pub(super) attributes: Vec<(&'static str, Vec<String>)>,
    /// When it says so, in seconds from now.
    pub(super) after_s: i64,
    /// When the user has signed in there, in seconds from then.
    pub(super) signed_in_s: i64,
    /// When the session there ends, in seconds from then; none if it is not limited.
    pub(super) session_ends_s: Option<i64>,
    /// The status; success if it is empty.
    pub(super) failure: String,
}

impl Peer {
    pub(super) fn new() -> Self {
        Self::of(IDP)
    }

    /// Another one, which no server knows yet.
    pub(super) fn foreign() -> Self {
        Self::of(FOREIGN)
    }

    fn of([key, certificate]: [&str; 2]) -> Self {
        let key: String = key.split_whitespace().collect();
        let key = RsaKeyPair::from_pkcs8(&STANDARD.decode(key).expect("base64")).expect("a key");
        Self { key, certificate: certificate.trim().to_owned() }
    }

    /// What a provider is to be.
    pub(super) fn wanted(&self) -> Value {
        json!({
            "name": "acme", "label": "Acme", "kind": "saml", "issuer": ENTITY,
            "saml": {"sso_url": SSO, "slo_url": SLO, "certificates": [self.certificate]},
        })
    }

    fn sign(&self, content: &str) -> String {
        let mut signature = vec![0; self.key.public().modulus_len()];
        let random = SystemRandom::new();
        let signed = self.key.sign(&RSA_PKCS1_SHA256, &random, content.as_bytes(), &mut signature);
        signed.expect("a signature");
        STANDARD.encode(signature)
    }

    /// An element in its canonical form, signed after its issuer.
    pub(super) fn signed(&self, element: &str) -> String {
        let value = STANDARD.encode(digest(&SHA256, element.as_bytes()));
        let id = attribute(element, "ID");
        let info = format!(
            "<ds:SignedInfo xmlns:ds=\"{DS}\"><ds:CanonicalizationMethod Algorithm=\"{EXCLUSIVE}\">\
             </ds:CanonicalizationMethod><ds:SignatureMethod Algorithm=\"{RSA_SHA256}\"></ds:SignatureMethod>\
             <ds:Reference URI=\"#{id}\"><ds:Transforms><ds:Transform Algorithm=\"{DS}enveloped-signature\">\
             </ds:Transform><ds:Transform Algorithm=\"{EXCLUSIVE}\"></ds:Transform></ds:Transforms><ds:DigestMethod \
             Algorithm=\"http://www.w3.org/2001/04/xmlenc#sha256\"></ds:DigestMethod><ds:DigestValue>{value}\
             </ds:DigestValue></ds:Reference></ds:SignedInfo>"
        );
        let signature = self.sign(&info);
        let info = info.replacen(&format!(" xmlns:ds=\"{DS}\""), "", 1);
        let signature = format!(
            "</saml:Issuer><ds:Signature xmlns:ds=\"{DS}\">{info}<ds:SignatureValue>{signature}</ds:SignatureValue>\
             </ds:Signature>"
        );
        element.replacen("</saml:Issuer>", &signature, 1)
    }

    /// An answer that asserts this, signed.
    pub(super) fn answers(&self, says: &Says) -> String {
        says.response(&self.signed(&says.assertion()))
    }

    /// A request to end the sessions of a user, without a signature.
    pub(super) fn logout(destination: &str, name_id: &str, sessions: &[&str]) -> String {
        let sessions = sessions
            .iter()
            .map(|session| format!("<samlp:SessionIndex>{session}</samlp:SessionIndex>"));
        let sessions = sessions.collect::<Vec<_>>().concat();
        let (id, at) = (format!("_{}", fresh_id()), time(0));
        format!(
            "<samlp:LogoutRequest xmlns:samlp=\"{SAMLP}\" Destination=\"{destination}\" ID=\"{id}\" \
             IssueInstant=\"{at}\" Version=\"2.0\"><saml:Issuer xmlns:saml=\"{SAML}\">{ENTITY}</saml:Issuer>\
             <saml:NameID xmlns:saml=\"{SAML}\" Format=\"{PERSISTENT}\">{name_id}</saml:NameID>{sessions}\
             </samlp:LogoutRequest>"
        )
    }

    /// The query of an address with a message, signed.
    pub(super) fn query(&self, parameter: &str, text: &str, relay: Option<&str>) -> String {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text.as_bytes()).expect("memory");
        let message = STANDARD.encode(encoder.finish().expect("memory"));
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair(parameter, &message);
        if let Some(relay) = relay {
            query.append_pair("RelayState", relay);
        }
        query.append_pair("SigAlg", RSA_SHA256);
        let query = query.finish();
        let signature = self.sign(&query);
        let signature: String = form_urlencoded::byte_serialize(signature.as_bytes()).collect();
        format!("{query}&Signature={signature}")
    }
}

impl Sent {
    /// The message in an address, which has to lead to this one.
    pub(super) fn at(location: &str, to: &str, parameter: &str) -> Self {
        let url = Url::parse(location).expect("an address");
        let parameters: BTreeMap<String, String> = url.query_pairs().into_owned().collect();
        assert_eq!(location.split('?').next(), Some(to), "{location}");
        assert_eq!(parameters["SigAlg"], RSA_SHA256);
        assert!(parameters["Signature"].len() > 300);
        let compressed = STANDARD.decode(&parameters[parameter]).expect("base64");
        let mut text = String::new();
        DeflateDecoder::new(&*compressed).read_to_string(&mut text).expect("a text");
        Self { text, relay: parameters.get("RelayState").cloned().unwrap_or_default() }
    }

    /// An attribute of it.
    pub(super) fn attribute(&self, name: &str) -> String {
        attribute(&self.text, name)
    }

    /// The text of the first element with this name.
    pub(super) fn element(&self, name: &str) -> String {
        let begin = self.text.find(&format!("<{name}")).unwrap_or_else(|| panic!("{}", self.text));
        let rest = &self.text[begin..];
        let content = rest.split_once('>').expect("an element").1;
        content.split('<').next().unwrap_or_default().to_owned()
    }

    /// What an identity provider says about a user who signs in there for this.
    pub(super) fn about(&self, name_id: &str) -> Says {
        Says {
            issuer: ENTITY.to_owned(),
            name_id: name_id.to_owned(),
            format: PERSISTENT.to_owned(),
            audience: self.element("saml:Issuer"),
            recipient: self.attribute("AssertionConsumerServiceURL"),
            destination: self.attribute("AssertionConsumerServiceURL"),
            request: self.attribute("ID"),
            session: format!("session-{}", fresh_id()),
            class: PASSWORD_CLASS.to_owned(),
            attributes: vec![("uid", vec![name_id.to_owned()])],
            after_s: 0,
            signed_in_s: 0,
            session_ends_s: None,
            failure: String::new(),
        }
    }
}

impl Says {
    /// The assertion, without a signature.
    pub(super) fn assertion(&self) -> String {
        let Self { issuer, name_id, format, audience, recipient, request, session, class, .. } =
            self;
        let (id, at) = (format!("_{}", fresh_id()), time(self.after_s));
        let (signed_in, until) = (time(self.after_s + self.signed_in_s), time(self.after_s + 300));
        let end = |after_s| format!(" SessionNotOnOrAfter=\"{}\"", time(self.after_s + after_s));
        let session_end = self.session_ends_s.map(end).unwrap_or_default();
        let value = |value: &String| format!("<saml:AttributeValue>{value}</saml:AttributeValue>");
        let attribute = |(name, values): &(&str, Vec<String>)| {
            let values: String = values.iter().map(value).collect();
            format!("<saml:Attribute Name=\"{name}\">{values}</saml:Attribute>")
        };
        let attributes: String = self.attributes.iter().map(attribute).collect();
        format!(
            "<saml:Assertion xmlns:saml=\"{SAML}\" ID=\"{id}\" IssueInstant=\"{at}\" Version=\"2.0\">\
             <saml:Issuer>{issuer}</saml:Issuer><saml:Subject><saml:NameID Format=\"{format}\">{name_id}</saml:NameID>\
             <saml:SubjectConfirmation Method=\"urn:oasis:names:tc:SAML:2.0:cm:bearer\"><saml:SubjectConfirmationData \
             InResponseTo=\"{request}\" NotOnOrAfter=\"{until}\" Recipient=\"{recipient}\">\
             </saml:SubjectConfirmationData></saml:SubjectConfirmation></saml:Subject><saml:Conditions \
             NotBefore=\"{at}\" NotOnOrAfter=\"{until}\"><saml:AudienceRestriction><saml:Audience>{audience}\
             </saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement \
             AuthnInstant=\"{signed_in}\" \
             SessionIndex=\"{session}\"{session_end}><saml:AuthnContext><saml:AuthnContextClassRef>{class}\
             </saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>\
             {attributes}</saml:AttributeStatement></saml:Assertion>"
        )
    }

    /// An answer with this content.
    pub(super) fn response(&self, content: &str) -> String {
        let Self { issuer, destination, request, failure, .. } = self;
        let status = if failure.is_empty() { "Success" } else { failure };
        let (id, at) = (format!("_{}", fresh_id()), time(self.after_s));
        format!(
            "<samlp:Response xmlns:samlp=\"{SAMLP}\" Destination=\"{destination}\" ID=\"{id}\" \
             InResponseTo=\"{request}\" IssueInstant=\"{at}\" Version=\"2.0\"><saml:Issuer xmlns:saml=\"{SAML}\">\
             {issuer}</saml:Issuer><samlp:Status><samlp:StatusCode \
             Value=\"urn:oasis:names:tc:SAML:2.0:status:{status}\"></samlp:StatusCode></samlp:Status>{content}\
             </samlp:Response>"
        )
    }
}

fn attribute(text: &str, name: &str) -> String {
    let begin = format!(" {name}=\"");
    let rest = text.split_once(&begin).unwrap_or_else(|| panic!("{name} in {text}")).1;
    rest.split('"').next().unwrap_or_default().to_owned()
}

/// A time in seconds from now.
pub(super) fn time(after_s: i64) -> String {
    let now_s = i64::try_from(now()).expect("a time");
    Timestamp::from_ms((now_s + after_s) * 1_000).to_string()
}
