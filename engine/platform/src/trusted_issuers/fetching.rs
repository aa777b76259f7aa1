//! Fetching the keys of issuers: found by `OpenID` Connect Discovery, kept for a while, and fetched again for a key
//! that is not known, so that an issuer may change its keys at any time. No stranger can have that done often.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use tokio::time::Instant;
use waybill_outbound::header::{ACCEPT, HeaderValue};
use waybill_outbound::{Outbound, OutboundError, Request, Target, TargetError};

use super::TokenProblem;
use super::keys::{Algorithm, Key, KeysProblem, read_keys};

/// The largest document, in bytes.
const DOCUMENT_BYTES_MAX: usize = 256 * 1_024;
/// How long a document may take.
const WITHIN: Duration = Duration::from_secs(10);
/// How long keys are valid without being fetched again.
const KEPT: Duration = Duration::from_secs(10 * 60);
/// How long no other attempt follows one after which a key is still unknown.
const UNKNOWN_FOR: Duration = Duration::from_secs(60);
/// How long no other attempt follows one that has failed.
const FAILED_FOR: Duration = Duration::from_secs(10);

/// The keys of all issuers.
pub(super) struct KeyRing {
    outbound: Outbound,
    by_issuer: Mutex<HashMap<String, Arc<IssuerKeys>>>,
}

/// The keys of an issuer.
#[derive(Default)]
struct IssuerKeys {
    /// Held while they are fetched: others wait for that.
    fetching: tokio::sync::Mutex<()>,
    known: Mutex<Known>,
}

/// What is known of them.
#[derive(Default)]
struct Known {
    keys: Vec<Arc<Key>>,
    fetched_at: Option<Instant>,
    /// The last attempt, successful or not.
    tried_at: Option<Instant>,
    has_failed: bool,
}

/// Why keys were not fetched.
#[derive(Debug, thiserror::Error)]
enum FetchError {
    /// An address is not valid.
    #[error("{0}")]
    Address(#[from] TargetError),
    /// The issuer cannot be connected to.
    #[error("{0}")]
    Outbound(OutboundError),
    /// It answers with an error.
    #[error("it answers with the status {0}")]
    Status(u16),
    /// The description of the issuer is no JSON, or lacks a field.
    #[error("its OpenID configuration is not valid")]
    Malformed,
    /// It describes another issuer.
    #[error("its OpenID configuration is that of another issuer")]
    OtherIssuer,
    /// The keys would be fetched without TLS, so that they could be replaced on the way.
    #[error("its documents are fetched over https, or over http within the own network only")]
    InClear,
    /// The keys are not valid.
    #[error("{0}")]
    Keys(#[from] KeysProblem),
}

impl From<OutboundError> for FetchError {
    fn from(error: OutboundError) -> Self {
        match error {
            OutboundError::SecretInClear => Self::InClear,
            error => Self::Outbound(error),
        }
    }
}

/// What is read of the description of an issuer.
#[derive(Deserialize)]
struct Discovery {
    issuer: String,
    jwks_uri: String,
}

impl KeyRing {
    /// Without any keys yet.
    pub(super) fn new(outbound: Outbound) -> Self {
        Self { outbound, by_issuer: Mutex::default() }
    }

    /// The key of an issuer with this id. The caller has to run to completion, also if the client has gone: otherwise a
    /// client that leaves early could have keys fetched as often as it likes.
    pub(super) async fn key(
        &self,
        issuer: &str,
        id: &str,
        algorithm: Algorithm,
    ) -> Result<Arc<Key>, TokenProblem> {
        let keys = self.of(issuer);
        if let Some(answer) = keys.known().answer(id, algorithm) {
            return answer;
        }
        let _fetching = keys.fetching.lock().await;
        if let Some(answer) = keys.known().answer(id, algorithm) {
            return answer;
        }
        let fetched = fetch(&self.outbound, issuer).await;
        if let Err(error) = &fetched {
            tracing::warn!(service = "access", issuer, %error, "the keys of an issuer were not fetched");
        }
        let mut known = keys.known();
        known.take(fetched.ok());
        known.answer(id, algorithm).unwrap_or(Err(TokenProblem::KeysUnavailable))
    }

    /// Forgets the keys of issuers that are not trusted, and of one that has changed.
    pub(super) fn forget(&self, changed: &str, trusted: &[String]) {
        let mut all = self.by_issuer.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|issuer, _| issuer != changed && trusted.contains(issuer));
    }

    fn of(&self, issuer: &str) -> Arc<IssuerKeys> {
        let mut all = self.by_issuer.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(all.entry(issuer.to_owned()).or_default())
    }
}

impl IssuerKeys {
    fn known(&self) -> MutexGuard<'_, Known> {
        // Each change is a single step, so a panic leaves nothing half done.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    /// The key, or why there is none; `None` if keys have to be fetched for that.
    fn answer(&self, id: &str, algorithm: Algorithm) -> Option<Result<Arc<Key>, TokenProblem>> {
        let is_within =
            |at: Option<Instant>, time: Duration| at.is_some_and(|at| at.elapsed() < time);
        let is_fresh = is_within(self.fetched_at, KEPT);
        let found = self.keys.iter().find(|key| key.is_named(id, algorithm));
        match found.filter(|_| is_fresh) {
            Some(key) => Some(Ok(Arc::clone(key))),
            None if is_fresh && is_within(self.tried_at, UNKNOWN_FOR) => {
                Some(Err(TokenProblem::UnknownKey))
            }
            None if self.has_failed && is_within(self.tried_at, FAILED_FOR) => {
                Some(Err(TokenProblem::KeysUnavailable))
            }
            None => None,
        }
    }

    /// Takes over what an attempt has led to. After one that has failed, keys that are known stay valid for their time.
    fn take(&mut self, fetched: Option<Vec<Key>>) {
        let now = Instant::now();
        self.tried_at = Some(now);
        self.has_failed = fetched.is_none();
        if let Some(keys) = fetched {
            self.keys = keys.into_iter().map(Arc::new).collect();
            self.fetched_at = Some(now);
        }
    }
}

/// Fetches the keys of an issuer. No redirect is followed, no other server of the own network is connected to, and
/// nothing is requested over the internet without TLS.
async fn fetch(outbound: &Outbound, issuer: &str) -> Result<Vec<Key>, FetchError> {
    let base = Target::parse(issuer)?;
    let address = base.below(&[".well-known", "openid-configuration"], &[]);
    let discovery: Discovery = parsed(&document(outbound, address, &base).await?)?;
    if discovery.issuer != issuer {
        return Err(FetchError::OtherIssuer);
    }
    let address = Target::parse(&discovery.jwks_uri)?;
    if base.is_tls() && !address.is_tls() {
        return Err(FetchError::InClear);
    }
    Ok(read_keys(&document(outbound, address, &base).await?)?)
}

fn parsed<T: DeserializeOwned>(document: &[u8]) -> Result<T, FetchError> {
    serde_json::from_slice(document).map_err(|_| FetchError::Malformed)
}

async fn document(
    outbound: &Outbound,
    address: Target,
    issuer: &Target,
) -> Result<Vec<u8>, FetchError> {
    let request = Request::get(address)
        .with_header(ACCEPT, HeaderValue::from_static("application/json"))
        .with_body_limit(DOCUMENT_BYTES_MAX)
        .within(WITHIN)
        .protected()
        .trusting(issuer.clone());
    let mut response = outbound.open(request).await?;
    if response.status != 200 {
        return Err(FetchError::Status(response.status));
    }
    let mut body = Vec::new();
    while let Some(part) = response.next().await? {
        body.extend_from_slice(&part);
    }
    Ok(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEYS: &str = r#"{"keys": [{"kty": "EC", "kid": "one", "crv": "P-256",
        "x": "AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE", "y": "AgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI"}]}"#;

    fn kept(known: &Known, id: &str) -> Option<Result<(), TokenProblem>> {
        known.answer(id, Algorithm::Es256).map(|answer| answer.map(drop))
    }

    fn ago(seconds: u64) -> Option<Instant> {
        Instant::now().checked_sub(Duration::from_secs(seconds))
    }

    /// covers: [ROBOT-02]
    #[test]
    fn keys_are_fetched_again_when_they_are_old_or_one_is_unknown_and_not_often() {
        let mut known = Known::default();
        assert_eq!(kept(&known, "one"), None);
        known.take(None);
        assert_eq!(kept(&known, "one"), Some(Err(TokenProblem::KeysUnavailable)));
        known.tried_at = ago(11);
        assert_eq!(kept(&known, "one"), None);
        known.take(Some(read_keys(KEYS.as_bytes()).unwrap()));
        assert_eq!(kept(&known, "one"), Some(Ok(())));
        assert_eq!(kept(&known, "two"), Some(Err(TokenProblem::UnknownKey)));
        known.tried_at = ago(61);
        assert_eq!(kept(&known, "one"), Some(Ok(())));
        assert_eq!(kept(&known, "two"), None);
        // The attempt for an unknown key fails: it is not repeated at once, and the others stay valid.
        known.take(None);
        assert_eq!(kept(&known, "one"), Some(Ok(())));
        known.tried_at = ago(11);
        assert_eq!(kept(&known, "two"), Some(Err(TokenProblem::UnknownKey)));
        // A machine that has run for less than this time has no such instant.
        if let Some(long_ago) = ago(601) {
            known.fetched_at = Some(long_ago);
            assert_eq!(kept(&known, "one"), None);
        }
    }
}
