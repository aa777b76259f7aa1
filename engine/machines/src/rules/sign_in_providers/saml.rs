//! Identity providers of SAML 2.0: where users are sent, and the certificates by which what they bring back is verified
//! (SSO-02). None of these addresses is ever connected to: browsers go there.

use serde::{Deserialize, Serialize};

use super::{ProviderProblem, is_text};

/// The longest entity id, in characters (SAML 2.0 Core, 8.3.6).
pub const ENTITY_ID_CHARS_MAX: usize = 1_024;
/// The longest address, in bytes.
pub const SAML_URL_BYTES_MAX: usize = 1_024;
/// The most certificates: the present one, the next one, and one that is not in use any longer.
pub const CERTIFICATES_MAX: usize = 3;
/// The longest certificate in base64, in characters.
pub const CERTIFICATE_CHARS_MAX: usize = 2_600;

/// How messages get to an identity provider.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum SamlBinding {
    /// In the address that the browser is led to (HTTP-Redirect).
    #[default]
    Redirect,
    /// In a form that the browser sends (HTTP-POST).
    Post,
}

/// What is particular to an identity provider of SAML.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SamlProvider {
    /// Where users are sent to sign in.
    pub sso_url: String,
    /// Where users are sent to sign out, and where the outcome of a logout is sent; none if neither is.
    pub slo_url: Option<String>,
    /// How messages are sent there.
    pub binding: SamlBinding,
    /// The certificates whose keys sign what it says, each in base64. Any of them counts, so that a new one is added
    /// before the old one is removed. What is in a message beside the signature is never used.
    pub certificates: Vec<String>,
}

/// Checks what is particular to SAML. Whether certificates can be read is asked when they are saved.
pub(super) fn check_saml(saml: &SamlProvider) -> Result<(), ProviderProblem> {
    let SamlProvider { sso_url, slo_url, binding: _, certificates } = saml;
    if !is_browser_url(sso_url) {
        return Err(ProviderProblem::SsoUrl);
    }
    if slo_url.as_ref().is_some_and(|url| !is_browser_url(url)) {
        return Err(ProviderProblem::SloUrl);
    }
    let are_certificates = (1..=CERTIFICATES_MAX).contains(&certificates.len())
        && certificates.iter().all(|text| is_base64(text));
    if are_certificates { Ok(()) } else { Err(ProviderProblem::Certificates) }
}

/// Whether a text may be the entity id of an identity provider, which is a URI that leads nowhere in particular.
pub(super) fn is_entity_id(id: &str) -> bool {
    is_text(id, ENTITY_ID_CHARS_MAX) && !id.contains(char::is_whitespace)
}

/// Whether a browser may be led to an address with what a user has to sign in with there: over TLS, or on the machine
/// of the server.
fn is_browser_url(url: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_graphic() && !b"\"#<>\\^`{|}".contains(&byte);
    let (rest, is_secure) = match (url.strip_prefix("https://"), url.strip_prefix("http://")) {
        (Some(rest), _) => (rest, true),
        (None, Some(rest)) => (rest, false),
        (None, None) => return false,
    };
    let authority = rest.split(['/', '?']).next().unwrap_or_default();
    let host = match authority.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => authority.split(':').next().unwrap_or_default(),
    };
    let is_here = matches!(host, "127.0.0.1" | "::1" | "localhost");
    url.len() <= SAML_URL_BYTES_MAX
        && url.bytes().all(is_allowed)
        && !host.is_empty()
        && !authority.contains('@')
        && (is_secure || is_here)
}

fn is_base64(text: &str) -> bool {
    let digits = text.trim_end_matches('=');
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/';
    (1..=CERTIFICATE_CHARS_MAX).contains(&text.len())
        && text.len().is_multiple_of(4)
        && text.len() - digits.len() <= 2
        && digits.bytes().all(is_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saml() -> SamlProvider {
        SamlProvider {
            sso_url: "https://id.example.org/saml/sso?tenant=1".into(),
            slo_url: Some("https://id.example.org/saml/slo".into()),
            binding: SamlBinding::Redirect,
            certificates: vec!["MIIC".into(), "MIID".into()],
        }
    }

    type Edit = fn(&mut SamlProvider);

    /// covers: [SSO-02]
    #[test]
    fn each_field_of_saml_has_its_problem() {
        assert_eq!(check_saml(&saml()), Ok(()));
        assert_eq!(check_saml(&SamlProvider { slo_url: None, ..saml() }), Ok(()));
        let wrong: [(Edit, ProviderProblem); 14] = [
            (|it| it.sso_url = String::new(), ProviderProblem::SsoUrl),
            (|it| it.sso_url = "id.example.org/sso".into(), ProviderProblem::SsoUrl),
            (|it| it.sso_url = "http://id.example.org/sso".into(), ProviderProblem::SsoUrl),
            (|it| it.sso_url = "http://127.0.0.1.example.org/".into(), ProviderProblem::SsoUrl),
            (|it| it.sso_url = "http://localhost@example.org/".into(), ProviderProblem::SsoUrl),
            (|it| it.sso_url = "https:///sso".into(), ProviderProblem::SsoUrl),
            (|it| it.sso_url = "https://id.example.org/a b".into(), ProviderProblem::SsoUrl),
            (|it| it.sso_url = "javascript:alert(1)".into(), ProviderProblem::SsoUrl),
            (
                |it| it.sso_url = format!("https://id.example.org/{}", "a".repeat(1_024)),
                ProviderProblem::SsoUrl,
            ),
            (|it| it.slo_url = Some(String::new()), ProviderProblem::SloUrl),
            (|it| it.certificates.clear(), ProviderProblem::Certificates),
            (|it| it.certificates = vec!["MIIC".into(); 4], ProviderProblem::Certificates),
            (|it| it.certificates = vec!["MII".into()], ProviderProblem::Certificates),
            (
                |it| it.certificates = vec!["-----BEGIN CERTIFICATE--".into()],
                ProviderProblem::Certificates,
            ),
        ];
        for (edit, problem) in wrong {
            let mut wanted = saml();
            edit(&mut wanted);
            assert_eq!(check_saml(&wanted), Err(problem), "{wanted:?}");
        }
        for here in ["http://127.0.0.1:8080/sso", "http://[::1]:8080/sso", "http://localhost/"] {
            assert_eq!(check_saml(&SamlProvider { sso_url: here.into(), ..saml() }), Ok(()));
        }
    }

    /// covers: [SSO-02]
    #[test]
    fn an_entity_id_is_any_uri() {
        for id in ["https://id.example.org/realms/one", "urn:example:idp", "idp"] {
            assert!(is_entity_id(id), "{id}");
        }
        for id in ["", "a b", "a\u{202e}b", &"a".repeat(1_025)] {
            assert!(!is_entity_id(id), "{id}");
        }
    }
}
