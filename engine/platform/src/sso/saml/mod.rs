//! Signing in and out with identity providers of SAML 2.0 (SSO-02): what is sent to them, and what is believed of what
//! browsers bring from them. All of it is behind the feature `saml`, and what reads XML of others behind
//! [`SamlVerifier`].
//!
//! A message is parsed, its signature is verified, and from then on only the bytes whose digest was signed are read,
//! which are parsed again. What is not signed can only be a reason to refuse.

#[cfg(feature = "saml")]
mod answer;
#[cfg(feature = "saml")]
mod canonical;
#[cfg(all(test, feature = "saml"))]
mod corpus;
#[cfg(feature = "saml")]
mod der;
#[cfg(feature = "saml")]
mod element;
#[cfg(feature = "saml")]
mod flow;
#[cfg(feature = "saml")]
mod key;
#[cfg(feature = "saml")]
mod logout;
#[cfg(feature = "saml")]
mod messages;
#[cfg(feature = "saml")]
mod metadata;
#[cfg(all(test, feature = "saml"))]
mod properties;
#[cfg(feature = "saml")]
mod signature;
#[cfg(feature = "saml")]
mod times;
#[cfg(feature = "saml")]
mod verifier;
#[cfg(feature = "saml")]
mod waiting;
#[cfg(not(feature = "saml"))]
mod without;
#[cfg(feature = "saml")]
mod xml;

#[cfg(feature = "saml")]
pub(super) use flow::Service;
#[cfg(feature = "saml")]
pub use verifier::verified_name_id;
#[cfg(not(feature = "saml"))]
pub(super) use without::Service;

use serde::Serialize;
use waybill_machines::Timestamp;

use super::LoggedOutAtProvider;
use crate::secret::Secret;
use crate::vault::VaultError;

/// The most sessions that one request of an identity provider ends by name.
pub(super) const SESSIONS_MAX: usize = 20;

/// Verifies what identity providers say. It reads XML that anyone may have written, and nothing else does.
#[cfg(feature = "saml")]
pub(super) trait SamlVerifier: Send + Sync {
    /// Verifies an answer to a request of this server, and answers what it asserts.
    fn answer(&self, answer: &str, expected: &Expected<'_>) -> Result<Asserted, SamlFault>;

    /// Verifies a request to end sign-ins.
    fn logout(
        &self,
        received: &ReceivedLogout,
        expected: &Expected<'_>,
    ) -> Result<LogoutWanted, SamlFault>;

    /// Whether the key of a certificate can be used.
    fn takes_certificate(&self, certificate: &str) -> bool;

    /// Reads what an identity provider publishes about itself. An administrator decides whether to trust it.
    fn metadata(&self, text: &str) -> Result<SamlMetadata, SamlFault>;
}

/// What a message has to be.
#[cfg(feature = "saml")]
#[derive(Debug)]
pub(super) struct Expected<'a> {
    /// The entity id of the identity provider.
    pub(super) issuer: &'a str,
    /// The certificates that are pinned.
    pub(super) certificates: &'a [String],
    /// The entity id of this server.
    pub(super) audience: &'a str,
    /// The address of this server that the message was sent to.
    pub(super) recipient: &'a str,
    /// The id of the request that it answers; empty for a request.
    pub(super) request: &'a str,
    /// Now.
    pub(super) at: Timestamp,
}

/// What an answer asserts, all of it signed.
#[cfg(feature = "saml")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Asserted {
    /// The id of the assertion, which is good once.
    pub(super) id: String,
    /// Until when the id has to be remembered.
    pub(super) until: Timestamp,
    /// The persistent name id of the user.
    pub(super) name_id: String,
    /// The session there.
    pub(super) session: Option<String>,
    /// When the session there ends, if that is limited.
    pub(super) session_until: Option<Timestamp>,
    /// When the user has signed in there, if that can be read.
    pub(super) signed_in: Option<Timestamp>,
    /// How the user has signed in there.
    pub(super) classes: Vec<String>,
    /// The values of each attribute, by its name.
    pub(super) attributes: Vec<(String, Vec<String>)>,
}

/// Which sign-ins an identity provider wants to end.
#[cfg(feature = "saml")]
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct LogoutWanted {
    /// The id of the request, which is good once.
    pub(super) id: String,
    /// Until when the id has to be remembered.
    pub(super) until: Timestamp,
    /// The name id of the user.
    pub(super) name_id: String,
    /// The sessions there; all of the user's if there is none.
    pub(super) sessions: Vec<String>,
}

/// Why a message is not believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum SamlFault {
    /// It is no message, or has what no message needs.
    #[error("it is not valid: {0}")]
    Malformed(&'static str),
    /// Its signature is missing, wrong, or signs something else.
    #[error("its signature is not accepted: {0}")]
    Signature(&'static str),
    /// The identity provider has not signed the user in.
    #[error("the identity provider has not signed the user in")]
    Status,
    /// It is signed, and says something else than it has to.
    #[error("it is refused: {0}")]
    Refused(&'static str),
}

/// Why this server cannot sign.
#[derive(Debug, thiserror::Error)]
pub enum SamlError {
    /// The vault failed.
    #[error(transparent)]
    Vault(#[from] VaultError),
    /// The key of the vault is none, or the system has no random numbers.
    #[error("the key that signs for SAML cannot be used; restore the vault from a backup")]
    Key,
}

/// An answer of an identity provider that is held until the browser comes for it.
#[derive(Debug)]
pub struct HeldAnswer {
    /// What the browser comes with, beside the `RelayState`.
    pub ticket: Secret,
}

/// A request to end sign-ins, as a browser brings it.
#[derive(Debug)]
pub enum ReceivedLogout {
    /// In the query of an address (HTTP-Redirect), which is verified as it was sent.
    Query(String),
    /// In a form (HTTP-POST).
    Form {
        /// The request, in base64.
        request: String,
        /// What the identity provider wants back.
        relay: Option<String>,
    },
}

/// A request to end sign-ins that is verified.
#[derive(Debug)]
pub struct VerifiedLogout {
    /// What is to be ended.
    pub ended: Vec<LoggedOutAtProvider>,
    /// What the answer needs.
    pub reply: LogoutReply,
}

/// What an answer to a request to end sign-ins needs.
#[derive(Debug)]
pub struct LogoutReply {
    /// The name of the provider.
    pub provider: String,
    pub(super) request: String,
    pub(super) relay: Option<String>,
}

/// A message to an identity provider, which a browser takes there.
#[derive(Debug)]
pub enum Outgoing {
    /// In this address.
    Address(Secret),
    /// In a form.
    Form(OutgoingForm),
}

/// A form that a browser sends to an identity provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutgoingForm {
    /// Where it is sent.
    pub action: String,
    /// Its fields.
    pub fields: Vec<(&'static str, String)>,
}

/// What an identity provider publishes about itself, as far as it is needed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct SamlMetadata {
    /// Its entity id.
    pub entity_id: String,
    /// Where users are sent to sign in.
    pub sso_url: String,
    /// Where users are sent to sign out; null if it has no such address.
    pub slo_url: Option<String>,
    /// How messages are sent there.
    pub binding: waybill_machines::rules::sign_in_providers::SamlBinding,
    /// The certificates by which it signs, each in base64.
    pub certificates: Vec<String>,
}
