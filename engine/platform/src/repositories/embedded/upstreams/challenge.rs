//! The tokens that registries of images issue for a repository, kept while they are valid.

use moka::sync::Cache;
use waybill_machines::Timestamp;
use waybill_machines::rules::repository_sources::Credentials;
use waybill_outbound::{Authorization, Target, TokenChallenge, issued_token};

use super::Shared;
use crate::repositories::{RepositoryError, UpstreamError};
use crate::secret::Secret;

/// The most tokens that are kept.
const TOKENS_MAX: u64 = 1_000;
/// For how long a token is valid if its issuer does not say.
const VALID_S: u64 = 60;
/// How much sooner than it ends a token is not used any longer, in seconds.
const EARLIER_S: u64 = 10;

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

impl Shared {
    /// A token for what a registry wants one for: one that is kept, or a new one.
    pub(super) async fn token_for(
        &self,
        repository: &str,
        challenge: TokenChallenge,
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
        let (mut request, takes_credentials) =
            challenge.request(upstream).ok_or(UpstreamError::Refused)?;
        if let Some(known) = known.filter(|_| takes_credentials) {
            request = request.authorised_by(self.authorization(known).await?);
        }
        let answer = self.outbound.send(request).await.map_err(UpstreamError::from)?;
        if answer.status != 200 {
            return Err(UpstreamError::Refused.into());
        }
        let (token, valid_s) = issued_token(&answer.body).ok_or(UpstreamError::Refused)?;
        let valid = valid_s.unwrap_or(VALID_S).saturating_sub(EARLIER_S).min(24 * 3_600);
        let ends = at.plus_ms(i64::try_from(valid * 1_000).unwrap_or(0));
        let authorization = Authorization::bearer(&token).map_err(|_| UpstreamError::Refused)?;
        self.tokens.0.insert(key, Kept { token: std::sync::Arc::new(Secret::new(&token)), ends });
        Ok(authorization)
    }
}
