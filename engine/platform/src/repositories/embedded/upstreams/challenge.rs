//! The tokens that registries of images want even of those who have no account: a request is refused with the address
//! at which there is one (distribution specification, token authentication).

use std::collections::HashMap;

use moka::sync::Cache;
use serde::Deserialize;
use waybill_machines::Timestamp;
use waybill_machines::rules::repository_sources::Credentials;
use waybill_outbound::{Authorization, Request, ResponseStream, Target, header};

use super::Shared;
use crate::repositories::{RepositoryError, UpstreamError};
use crate::secret::Secret;

/// The most tokens that are kept.
const TOKENS_MAX: u64 = 1_000;
/// The largest answer with a token, in bytes.
const TOKEN_BYTES_MAX: usize = 64 * 1_024;
/// For how long a token is valid if its issuer does not say.
const VALID_S: u64 = 60;
/// How much sooner than it ends a token is not used any longer, in seconds.
const EARLIER_S: u64 = 10;

/// What a registry wants a token for.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Challenge {
    /// Where tokens are issued.
    realm: String,
    /// What is sent there.
    parameters: Vec<(String, String)>,
}

/// Tokens by what they are for.
pub(super) struct Tokens(Cache<String, Kept>);

/// A token that was issued.
#[derive(Clone)]
struct Kept {
    token: std::sync::Arc<Secret>,
    ends: Timestamp,
}

impl Default for Tokens {
    fn default() -> Self {
        Self(Cache::new(TOKENS_MAX))
    }
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

/// What a response wants a token for, if it does.
pub(super) fn of(response: &ResponseStream) -> Option<Challenge> {
    if response.status != 401 {
        return None;
    }
    let challenges = response.headers.get_all(header::WWW_AUTHENTICATE).into_iter();
    challenges.filter_map(|challenge| challenge.to_str().ok()).find_map(Challenge::parse)
}

impl Challenge {
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

impl Shared {
    /// A token for what a registry wants one for: one that is kept, or a new one.
    pub(super) async fn token_for(
        &self,
        repository: &str,
        challenge: Challenge,
        upstream: &Target,
        known: Option<&Credentials>,
        at: Timestamp,
    ) -> Result<Authorization, RepositoryError> {
        let password = known.map(|known| &known.password);
        let key = format!("{repository} {upstream} {password:?} {challenge:?}");
        if let Some(kept) = self.tokens.0.get(&key).filter(|kept| kept.ends > at) {
            let kept = Authorization::bearer(kept.token.expose());
            return Ok(kept.map_err(|_| UpstreamError::Refused)?);
        }
        let realm = Target::parse(&challenge.realm).map_err(|_| UpstreamError::Refused)?;
        let pairs = challenge.parameters.iter();
        let pairs: Vec<_> = pairs.map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let address = realm.with_parameters(&pairs);
        let mut request =
            Request::get(address).with_body_limit(TOKEN_BYTES_MAX).trusting(upstream.clone());
        if let Some(known) = known.filter(|_| is_of_one_owner(&realm, upstream)) {
            request = request.authorised_by(self.authorization(known).await?);
        }
        let answer = self.outbound.send(request).await.map_err(UpstreamError::from)?;
        if answer.status != 200 {
            return Err(UpstreamError::Refused.into());
        }
        let issued: Issued =
            serde_json::from_slice(&answer.body).map_err(|_| UpstreamError::Refused)?;
        let token = issued.token.or(issued.access_token).ok_or(UpstreamError::Refused)?;
        let valid = issued.expires_in.unwrap_or(VALID_S).saturating_sub(EARLIER_S).min(24 * 3_600);
        let ends = at.plus_ms(i64::try_from(valid * 1_000).unwrap_or(0));
        let authorization = Authorization::bearer(&token).map_err(|_| UpstreamError::Refused)?;
        self.tokens.0.insert(key, Kept { token: std::sync::Arc::new(Secret::new(&token)), ends });
        Ok(authorization)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_challenge_says_where_tokens_are_and_for_what() {
        let challenge = Challenge::parse(
            r#"Bearer realm="https://auth.example.org/token",service="registry", scope="repository:a/b:pull,push""#,
        );
        let pair = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let parameters =
            vec![pair("service", "registry"), pair("scope", "repository:a/b:pull,push")];
        let realm = "https://auth.example.org/token".to_owned();
        assert_eq!(challenge, Some(Challenge { realm, parameters }));
        for text in ["", "Basic realm=\"x\"", "Bearer", "Bearer service=\"x\""] {
            assert_eq!(Challenge::parse(text), None, "{text}");
        }
        let plain = Challenge::parse("bearer realm=https://example.org,service=x").unwrap();
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
