//! The description of a provider and its keys: found by `OpenID` Connect Discovery, kept for a while, and fetched again
//! for a key that is not known, so that a provider may change its keys at any time. A provider of OAuth 2 has neither:
//! its addresses follow from its kind.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use openidconnect::core::CoreJsonWebKeySet;
use serde::Deserialize;
use tokio::time::Instant;
use waybill_machines::rules::sign_in_providers::{BITBUCKET_ISSUER, ProviderKind, SignInProvider};
use waybill_outbound::{Outbound, Target};

use super::fault::ProviderFault;
use super::keys::read_keys;
use super::transport::Transport;

/// How long documents are valid without being fetched again.
const KEPT: Duration = Duration::from_secs(10 * 60);
/// How long fetching all documents of a provider may take: others wait for it.
const FETCHED_WITHIN: Duration = Duration::from_secs(10);
/// How long no other attempt follows one that was made for a key that is not known.
const AGAIN_AFTER: Duration = Duration::from_secs(10);
/// How long no other attempt follows one that has failed.
const FAILED_FOR: Duration = Duration::from_secs(10);
/// The address of the accounts of `GitHub`, whose API is at another one.
const GITHUB_ISSUER: &str = "https://github.com";

/// The documents of all providers.
pub(super) struct Documents {
    outbound: Outbound,
    by_issuer: Mutex<HashMap<String, Arc<OfIssuer>>>,
}

/// Where a provider has what, and by which keys its tokens are verified.
#[derive(Debug)]
pub(super) struct Described {
    /// Where users are sent.
    pub(super) authorization: Target,
    /// Where codes are exchanged.
    pub(super) token: Target,
    /// Where browsers end their sessions.
    pub(super) end_session: Option<Target>,
    /// Where a provider without ID tokens says who a user is.
    pub(super) user: Option<Target>,
    /// Where a provider with ID tokens has claims that these lack.
    pub(super) userinfo: Option<Target>,
    /// Whether the client secret is sent in the header.
    pub(super) takes_basic: bool,
    /// Whether the provider says which one it is when a browser comes back (RFC 9207).
    pub(super) names_issuer: bool,
    /// The keys; `None` for a provider without ID tokens.
    pub(super) keys: Option<CoreJsonWebKeySet>,
}

#[derive(Default)]
struct OfIssuer {
    /// Held while documents are fetched: others wait for that.
    fetching: tokio::sync::Mutex<()>,
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    described: Option<(Arc<Described>, Instant)>,
    failed: Option<(ProviderFault, Instant)>,
    /// The last attempt for a key that was not known.
    again_at: Option<Instant>,
}

/// What is read of the description of a provider.
#[derive(Deserialize)]
struct Configuration {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
    end_session_endpoint: Option<String>,
    userinfo_endpoint: Option<String>,
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
    #[serde(default)]
    authorization_response_iss_parameter_supported: bool,
}

impl Documents {
    /// Without any documents yet.
    pub(super) fn new(outbound: Outbound) -> Self {
        Self { outbound, by_issuer: Mutex::default() }
    }

    /// The client that they are fetched with.
    pub(super) const fn outbound(&self) -> &Outbound {
        &self.outbound
    }

    /// The documents of a provider. The caller has to run to completion, also if the client has gone: otherwise a
    /// client that leaves early could have them fetched as often as it likes.
    pub(super) async fn of(
        &self,
        provider: &SignInProvider,
    ) -> Result<Arc<Described>, ProviderFault> {
        if !provider.kind().has_id_tokens() {
            return Ok(Arc::new(without_id_tokens(provider)?));
        }
        self.fetched(provider, None).await
    }

    /// The same with keys that are newer than these, as far as that may be asked again.
    pub(super) async fn again(
        &self,
        provider: &SignInProvider,
        seen: &Arc<Described>,
    ) -> Result<Arc<Described>, ProviderFault> {
        self.fetched(provider, Some(seen)).await
    }

    /// Forgets the documents of issuers that no provider has any longer, and of one that has changed.
    pub(super) fn forget(&self, changed: &str, kept: &[String]) {
        let mut all = self.by_issuer.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|issuer, _| issuer != changed && kept.contains(issuer));
    }

    async fn fetched(
        &self,
        provider: &SignInProvider,
        seen: Option<&Arc<Described>>,
    ) -> Result<Arc<Described>, ProviderFault> {
        let of_issuer = {
            let mut all = self.by_issuer.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(all.entry(provider.issuer.clone()).or_default())
        };
        if let Some(answer) = of_issuer.known().answer(seen) {
            return answer;
        }
        let _fetching = of_issuer.fetching.lock().await;
        if let Some(answer) = of_issuer.known().answer(seen) {
            return answer;
        }
        if seen.is_some() {
            of_issuer.known().again_at = Some(Instant::now());
        }
        let fetched = fetch(self.outbound.clone(), &provider.issuer);
        let fetched = tokio::time::timeout(FETCHED_WITHIN, fetched).await;
        let fetched = fetched.unwrap_or(Err(ProviderFault::Slow)).map(Arc::new);
        let now = Instant::now();
        let mut known = of_issuer.known();
        match &fetched {
            Ok(described) => {
                known.described = Some((Arc::clone(described), now));
                known.failed = None;
            }
            Err(fault) => known.failed = Some((fault.clone(), now)),
        }
        fetched
    }
}

impl OfIssuer {
    fn known(&self) -> MutexGuard<'_, Known> {
        // Each change is a single step, so a panic leaves nothing half done.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    /// What is known; `None` if documents have to be fetched.
    fn answer(
        &self,
        seen: Option<&Arc<Described>>,
    ) -> Option<Result<Arc<Described>, ProviderFault>> {
        if let Some((described, at)) = &self.described {
            let is_seen = seen.is_some_and(|seen| Arc::ptr_eq(seen, described));
            let is_asked = self.again_at.is_some_and(|at| at.elapsed() < AGAIN_AFTER);
            if at.elapsed() < KEPT && (!is_seen || is_asked) {
                return Some(Ok(Arc::clone(described)));
            }
        }
        let (fault, at) = self.failed.as_ref()?;
        (at.elapsed() < FAILED_FOR).then(|| Err(fault.clone()))
    }
}

/// Fetches the description of an issuer and its keys.
async fn fetch(outbound: Outbound, issuer: &str) -> Result<Described, ProviderFault> {
    let base = Target::parse(issuer)?;
    let transport = Transport { outbound, issuer: base.clone() };
    let address = base.below(&[".well-known", "openid-configuration"], &[]);
    let document = transport.document(address, None).await?;
    let configuration: Configuration = serde_json::from_slice(&document)
        .map_err(|_| ProviderFault::Malformed("its OpenID configuration"))?;
    if configuration.issuer != issuer {
        return Err(ProviderFault::OtherIssuer);
    }
    let named = |address: &str| transport.below_tls(address);
    let keys = transport.document(named(&configuration.jwks_uri)?, None).await?;
    let methods = configuration.token_endpoint_auth_methods_supported;
    Ok(Described {
        authorization: named(&configuration.authorization_endpoint)?,
        token: named(&configuration.token_endpoint)?,
        end_session: configuration.end_session_endpoint.as_deref().map(named).transpose()?,
        user: None,
        userinfo: configuration.userinfo_endpoint.as_deref().map(named).transpose()?,
        // Without a list it is the header (OpenID Connect Discovery 1.0, 3).
        takes_basic: methods
            .is_none_or(|methods| methods.iter().any(|method| method == "client_secret_basic")),
        names_issuer: configuration.authorization_response_iss_parameter_supported,
        keys: Some(read_keys(&keys)?),
    })
}

/// The addresses of a provider that has no description.
fn without_id_tokens(provider: &SignInProvider) -> Result<Described, ProviderFault> {
    let base = Target::parse(&provider.issuer)?;
    let (authorization, token, user) = if provider.kind() == ProviderKind::Bitbucket {
        let api = match provider.issuer.as_str() {
            BITBUCKET_ISSUER => Target::parse("https://api.bitbucket.org")?,
            _ => base.clone(),
        };
        (
            base.below(&["site", "oauth2", "authorize"], &[]),
            base.below(&["site", "oauth2", "access_token"], &[]),
            api.below(&["2.0", "user"], &[]),
        )
    } else {
        let user = match provider.issuer.as_str() {
            GITHUB_ISSUER => Target::parse("https://api.github.com/user")?,
            _ => base.below(&["api", "v3", "user"], &[]),
        };
        (
            base.below(&["login", "oauth", "authorize"], &[]),
            base.below(&["login", "oauth", "access_token"], &[]),
            user,
        )
    };
    Ok(Described {
        authorization,
        token,
        end_session: None,
        user: Some(user),
        userinfo: None,
        takes_basic: provider.kind() == ProviderKind::Bitbucket,
        names_issuer: false,
        keys: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described() -> Arc<Described> {
        let address = Target::parse("https://id.example.org").unwrap();
        Arc::new(Described {
            authorization: address.clone(),
            token: address,
            end_session: None,
            user: None,
            userinfo: None,
            takes_basic: true,
            names_issuer: false,
            keys: None,
        })
    }

    /// covers: [SSO-01]
    #[test]
    fn documents_are_fetched_again_when_they_are_old_or_a_key_is_unknown_and_not_often() {
        let (mut known, seen) = (Known::default(), described());
        assert!(known.answer(None).is_none());
        known.failed = Some((ProviderFault::Status(500), Instant::now()));
        assert!(matches!(known.answer(None), Some(Err(ProviderFault::Status(500)))));
        known.described = Some((Arc::clone(&seen), Instant::now()));
        assert!(matches!(known.answer(None), Some(Ok(_))));
        known.failed = None;
        // A key that is not among those that were just fetched is asked for at once, and then not again so soon.
        assert!(known.answer(Some(&seen)).is_none());
        assert!(matches!(known.answer(Some(&described())), Some(Ok(_))));
        known.again_at = Some(Instant::now());
        assert!(matches!(known.answer(Some(&seen)), Some(Ok(_))));
        known.again_at = Instant::now().checked_sub(AGAIN_AFTER);
        assert!(known.answer(Some(&seen)).is_none());
        if let Some(ago) = Instant::now().checked_sub(KEPT) {
            known.described = Some((seen, ago));
            assert!(known.answer(None).is_none());
        }
    }
}
