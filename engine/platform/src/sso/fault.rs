//! What a provider does wrong. Users get one notice for all of it; the log has the reason.

use waybill_machines::machines::login::Notice;
use waybill_outbound::{OutboundError, TargetError};

use super::SsoError;
use super::saml::SamlFault;

/// Why a provider has not proven who a user is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum ProviderFault {
    /// An address is not valid.
    #[error("an address is not valid: {0}")]
    Address(#[from] TargetError),
    /// It cannot be connected to.
    #[error("{0}")]
    Outbound(OutboundError),
    /// It answers each request, but takes too long for all of them together.
    #[error("it takes too long")]
    Slow,
    /// It would be connected to over the internet without TLS.
    #[error("it is connected to over https, or over http within the own network only")]
    InClear,
    /// It answers with an error.
    #[error("it answers with the status {0}")]
    Status(u16),
    /// A document is no JSON, or lacks a field.
    #[error("{0} is not valid")]
    Malformed(&'static str),
    /// Its description is that of another issuer.
    #[error("its OpenID configuration is that of another issuer")]
    OtherIssuer,
    /// It has too many keys.
    #[error("it has too many keys")]
    TooManyKeys,
    /// No key can be used.
    #[error("it has no key for RS256, ES256 or PS256 that can be used")]
    NoUsableKey,
    /// It does not exchange the code.
    #[error("it does not exchange the code: {0}")]
    NotExchanged(String),
    /// Its answer has no ID token.
    #[error("its answer has no ID token")]
    NoIdToken,
    /// The ID token is not valid.
    #[error("its ID token is not valid: {0}")]
    IdToken(String),
    /// The user has not signed in again, or what it signs does not have the time of that.
    #[error("it does not say that the user has signed in again")]
    NotAgain,
    /// Its API answers about another user than its ID token.
    #[error("its userinfo is about another user than its ID token")]
    OtherUser,
    /// The token names a key that is not known.
    #[error("it has no key with the id and the algorithm of the token")]
    UnknownKey,
    /// The browser came back from another provider (RFC 9207).
    #[error("the browser came back from another issuer, or from none")]
    Returned,
    /// A message of SAML is not believed.
    #[error("its message of SAML is not accepted: {0}")]
    Saml(SamlFault),
    /// The logout token is not valid.
    #[error("its logout token is not valid: {0}")]
    LogoutToken(&'static str),
}

impl From<OutboundError> for ProviderFault {
    fn from(error: OutboundError) -> Self {
        match error {
            OutboundError::SecretInClear => Self::InClear,
            error => Self::Outbound(error),
        }
    }
}

/// A fault is logged, and the caller gets none of it. Only a test of an administrator answers it.
impl From<ProviderFault> for SsoError {
    fn from(_: ProviderFault) -> Self {
        Self::Unavailable
    }
}

impl ProviderFault {
    /// Writes the reason into the log.
    pub(super) fn log(&self, provider: &str) {
        tracing::warn!(service = "access", provider, problem = %self, "a sign-in with a provider failed");
    }

    /// What a user reads.
    pub(super) fn notice() -> Notice {
        Notice::new("sign_in_provider_unavailable", &SsoError::Unavailable.to_string())
    }
}
