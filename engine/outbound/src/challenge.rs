//! The tokens that registries of images want even of those who have no account: a request is refused with the address
//! at which there is one (distribution specification, token authentication).

use std::collections::HashMap;

use hyper::header;
use serde::Deserialize;

use crate::request::Request;
use crate::response::ResponseStream;
use crate::target::Target;

/// The largest answer with a token, in bytes.
const TOKEN_BYTES_MAX: usize = 64 * 1_024;

/// What a registry wants a token for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TokenChallenge {
    /// Where tokens are issued.
    realm: String,
    /// What is sent there.
    parameters: Vec<(String, String)>,
}

/// The answer with a token.
#[derive(Deserialize)]
struct Issued {
    #[serde(default)]
    token: Option<String>,
    #[serde(default)]
    access_token: Option<String>,
    #[serde(default)]
    expires_in: Option<u64>,
}

/// The token in the answer to [`TokenChallenge::request`], and for how many seconds it is valid if the answer says so.
pub fn issued_token(answer: &[u8]) -> Option<(String, Option<u64>)> {
    let issued: Issued = serde_json::from_slice(answer).ok()?;
    Some((issued.token.or(issued.access_token)?, issued.expires_in))
}

impl TokenChallenge {
    /// What a response wants a token for, if it does.
    pub fn of(response: &ResponseStream) -> Option<Self> {
        if response.status != 401 {
            return None;
        }
        let challenges = response.headers.get_all(header::WWW_AUTHENTICATE).into_iter();
        challenges.filter_map(|challenge| challenge.to_str().ok()).find_map(Self::parse)
    }

    /// Reads `Bearer realm="..",service="..",scope=".."`.
    fn parse(text: &str) -> Option<Self> {
        let (scheme, rest) = text.trim().split_once(' ')?;
        if !scheme.eq_ignore_ascii_case("bearer") {
            return None;
        }
        let mut parameters = parameters(rest);
        let realm = parameters.remove("realm")?;
        let wanted = ["service", "scope"].into_iter();
        let parameters =
            wanted.filter_map(|name| Some((name.to_owned(), parameters.remove(name)?)));
        Some(Self { realm, parameters: parameters.collect() })
    }

    /// The request for a token, and whether the credentials for a registry may be sent with it. None if it names no
    /// address.
    pub fn request(&self, registry: &Target) -> Option<(Request, bool)> {
        let realm = Target::parse(&self.realm).ok()?;
        let pairs = self.parameters.iter();
        let pairs: Vec<_> = pairs.map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let request = Request::get(realm.with_parameters(&pairs))
            .with_body_limit(TOKEN_BYTES_MAX)
            .trusting(registry.clone());
        Some((request, is_of_one_owner(&realm, registry)))
    }
}

/// Whether a registry may have its tokens issued there for credentials: on its own host, or on another one of its
/// domain, by https.
fn is_of_one_owner(realm: &Target, upstream: &Target) -> bool {
    if realm.has_origin_of(upstream) {
        return true;
    }
    let domain = |target: &Target| {
        let host = target.host();
        let parts: Vec<&str> = host.rsplitn(3, '.').collect();
        // Addresses without a name have no domain.
        let is_name = !host.contains(':') && host.parse::<std::net::Ipv4Addr>().is_err();
        (is_name && parts.len() >= 2).then(|| format!("{}.{}", parts[1], parts[0]))
    };
    realm.is_tls() && domain(realm).is_some_and(|of_realm| Some(of_realm) == domain(upstream))
}

/// Reads `name="value",other=value`. A comma in quotes belongs to the value.
fn parameters(text: &str) -> HashMap<String, String> {
    let mut found = HashMap::new();
    let mut rest = text;
    while let Some((name, after)) = rest.split_once('=') {
        let name = name.trim_matches([' ', ',']).to_ascii_lowercase();
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(',').unwrap_or((after, "")),
        };
        found.insert(name, value.to_owned());
        rest = after;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_challenge_says_where_tokens_are_and_for_what() {
        let challenge = TokenChallenge::parse(
            r#"Bearer realm="https://auth.example.org/token",service="registry", scope="repository:a/b:pull,push""#,
        );
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let parameters =
            vec![pair("service", "registry"), pair("scope", "repository:a/b:pull,push")];
        let realm = "https://auth.example.org/token".to_owned();
        assert_eq!(challenge, Some(TokenChallenge { realm, parameters }));
        for text in ["", "Basic realm=\"x\"", "Bearer", "Bearer service=\"x\""] {
            assert_eq!(TokenChallenge::parse(text), None, "{text}");
        }
        let plain = TokenChallenge::parse("bearer realm=https://example.org,service=x").unwrap();
        assert_eq!((plain.realm.as_str(), plain.parameters.len()), ("https://example.org", 1));
    }

    #[test]
    fn credentials_go_to_the_domain_of_the_registry_only() {
        let target = |text: &str| Target::parse(text).unwrap();
        for (realm, upstream, expected) in [
            ("https://auth.docker.io/token", "https://registry-1.docker.io/", true),
            ("https://example.org/token", "https://example.org/v2/", true),
            ("http://127.0.0.1:5000/token", "http://127.0.0.1:5000/", true),
            ("http://auth.example.org/token", "https://registry.example.org/", false),
            ("https://example.com/token", "https://registry.example.org/", false),
            ("https://org/token", "https://example.org/", false),
            ("https://1.2.3.4/token", "https://9.9.3.4/", false),
            ("http://127.0.0.1:5001/token", "http://127.0.0.1:5000/", false),
        ] {
            assert_eq!(is_of_one_owner(&target(realm), &target(upstream)), expected, "{realm}");
        }
    }
}
