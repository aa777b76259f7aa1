//! What an identity provider publishes about itself (SAML 2.0 Metadata), as an administrator enters it. It fills a
//! form, and nothing of it is believed before the form is saved.

use waybill_machines::rules::sign_in_providers::{CERTIFICATES_MAX, SamlBinding};

use super::answer::SAMLP;
use super::element::Element;
use super::signature::{DS, key};
use super::xml::{XmlError, parse};
use super::{SamlFault, SamlMetadata};

/// The namespace of metadata.
pub(super) const MD: &str = "urn:oasis:names:tc:SAML:2.0:metadata";
/// The binding of messages in addresses.
pub(super) const REDIRECT: &str = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
/// The binding of messages in forms.
pub(super) const POST: &str = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST";

/// Reads the metadata of one identity provider.
pub(super) fn read(text: &str) -> Result<SamlMetadata, SamlFault> {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    let root = parse(text).map_err(|error| {
        SamlFault::Malformed(match error {
            XmlError::Unusual => {
                "they have a comment, a processing instruction or a CDATA section; remove it"
            }
            XmlError::DocumentType => "they have a document type; remove it",
            XmlError::TooLong | XmlError::TooMany => "they are larger than those of one provider",
            XmlError::NotXml | XmlError::Entity | XmlError::Namespace => "they are no XML of SAML",
        })
    })?;
    if !root.is(MD, "EntityDescriptor") {
        return Err(SamlFault::Malformed("they do not describe one identity provider"));
    }
    let entity_id = root.attribute("entityID");
    let entity_id = entity_id.ok_or(SamlFault::Malformed("they have no entity id"))?.to_owned();
    let speaks = |descriptor: &&Element| {
        let protocols = descriptor.attribute("protocolSupportEnumeration").unwrap_or_default();
        protocols.split_ascii_whitespace().any(|protocol| protocol == SAMLP)
    };
    let described = root.named(MD, "IDPSSODescriptor").find(speaks);
    let described = described.ok_or(SamlFault::Malformed("they are of no identity provider"))?;
    let at = |service: &str, binding: &str| location(described, service, binding);
    let found = at("SingleSignOnService", REDIRECT).map(|url| (url, SamlBinding::Redirect));
    let found =
        found.or_else(|| at("SingleSignOnService", POST).map(|url| (url, SamlBinding::Post)));
    let (sso_url, binding) =
        found.ok_or(SamlFault::Malformed("they have no address to sign in"))?;
    let slo_url = match binding {
        SamlBinding::Redirect => at("SingleLogoutService", REDIRECT),
        SamlBinding::Post => at("SingleLogoutService", POST),
    };
    let certificates = certificates(described);
    // Without one, any answer would have to be believed, or none.
    if certificates.is_empty() {
        return Err(SamlFault::Malformed(
            "they have no certificate that signs, of RSA with 2,048 bits",
        ));
    }
    Ok(SamlMetadata { entity_id, sso_url, slo_url, binding, certificates })
}

fn location(described: &Element, service: &str, binding: &str) -> Option<String> {
    let mut services = described.elements().filter(|it| it.is(MD, service));
    let service = services.find(|it| it.attribute("Binding") == Some(binding))?;
    service.attribute("Location").map(str::to_owned)
}

/// The certificates that sign and that can be used, each once.
fn certificates(described: &Element) -> Vec<String> {
    let mut all = Vec::<String>::new();
    for descriptor in described.named(MD, "KeyDescriptor") {
        if descriptor.attribute("use").is_some_and(|purpose| purpose != "signing") {
            continue;
        }
        descriptor.visit(&mut |element| {
            if !element.is(DS, "X509Certificate") {
                return;
            }
            let text: String =
                element.text().unwrap_or_default().split_ascii_whitespace().collect();
            if all.len() < CERTIFICATES_MAX && !all.contains(&text) && key(&text).is_some() {
                all.push(text);
            }
        });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::super::corpus::CERTIFICATE;
    use super::*;

    fn descriptor(content: &str) -> String {
        format!(
            "<md:EntityDescriptor xmlns:md=\"{MD}\" xmlns:ds=\"{DS}\" entityID=\"urn:example:idp\">\
             <md:IDPSSODescriptor protocolSupportEnumeration=\"{SAMLP}\">{content}</md:IDPSSODescriptor>\
             </md:EntityDescriptor>"
        )
    }

    fn key_of(purpose: &str, certificate: &str) -> String {
        format!(
            "<md:KeyDescriptor{purpose}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>\n{certificate}\n\
             </ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>"
        )
    }

    fn service(name: &str, binding: &str, location: &str) -> String {
        format!("<md:{name} Binding=\"{binding}\" Location=\"{location}\"/>")
    }

    /// covers: [SSO-02]
    #[test]
    fn metadata_of_one_identity_provider_fill_a_form() {
        let certificate = CERTIFICATE.trim();
        let services = service("SingleLogoutService", POST, "https://id.example.org/slo-post")
            + &service("SingleLogoutService", REDIRECT, "https://id.example.org/slo")
            + &service("SingleSignOnService", POST, "https://id.example.org/sso-post")
            + &service("SingleSignOnService", REDIRECT, "https://id.example.org/sso");
        let keys = key_of(" use=\"signing\"", certificate)
            + &key_of(" use=\"encryption\"", certificate)
            + &key_of("", certificate);
        let filled = read(&descriptor(&(keys.clone() + &services))).unwrap();
        let expected = SamlMetadata {
            entity_id: "urn:example:idp".into(),
            sso_url: "https://id.example.org/sso".into(),
            slo_url: Some("https://id.example.org/slo".into()),
            binding: SamlBinding::Redirect,
            certificates: vec![certificate.to_owned()],
        };
        assert_eq!(filled, expected);
        let services = service("SingleSignOnService", POST, "https://id.example.org/sso-post");
        let by_form = read(&descriptor(&(keys + &services))).unwrap();
        assert_eq!((by_form.binding, by_form.slo_url), (SamlBinding::Post, None));
    }

    /// Without a certificate that signs, unsigned answers would have to be taken.
    ///
    /// covers: [SSO-02]
    #[test]
    fn metadata_without_a_usable_certificate_are_refused() {
        let services = service("SingleSignOnService", REDIRECT, "https://id.example.org/sso");
        for keys in [
            String::new(),
            key_of(" use=\"encryption\"", CERTIFICATE.trim()),
            key_of("", "MIIC"),
            key_of("", ""),
        ] {
            assert!(read(&descriptor(&(keys + &services))).is_err());
        }
        assert!(read(&descriptor(&key_of("", CERTIFICATE.trim()))).is_err());
        for text in
            ["", "<a/>", "<md:EntitiesDescriptor xmlns:md='urn:oasis:names:tc:SAML:2.0:metadata'/>"]
        {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
