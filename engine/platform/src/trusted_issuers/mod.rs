//! Issuers whose tokens are exchanged for access tokens of robots (ROBOT-02): a job of a CI provider proves what it is
//! by a token that the provider has signed, and needs no secret of this installation.

mod embedded;
mod fetching;
mod keys;
mod presented;
mod stored;
mod used;

use std::future::Future;
use std::pin::Pin;

use serde::Serialize;
use waybill_machines::Timestamp;
use waybill_machines::rules::trusted_issuers::{IssuerProblem, TRUSTED_ISSUERS_MAX, TrustedIssuer};
use waybill_machines::secret::PersonId;
use waybill_outbound::OutboundError;

pub use embedded::{EmbeddedTrustedIssuers, Robots};
pub use presented::TOKEN_BYTES_MAX;

use crate::access::{AccessError, Token};
use crate::keyed::TaskStopped;
use crate::secret::Secret;
use crate::streams::{ChangeContext, StreamError};

/// The future answer of a call.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, IssuerError>> + Send + 'a>>;

/// The port for issuers whose tokens are exchanged.
pub trait TrustedIssuers: Send + Sync + 'static {
    /// All issuers, by name.
    fn issuers(&self) -> Answer<'_, Vec<StoredIssuer>>;

    /// Trusts an issuer. Of two with the same name, one is rejected because the name is taken.
    fn create(&self, new: TrustedIssuer, context: ChangeContext) -> Answer<'_, StoredIssuer>;

    /// Changes the issuer with the same name.
    fn change(&self, wanted: TrustedIssuer, context: ChangeContext) -> Answer<'_, StoredIssuer>;

    /// Trusts an issuer no longer. Access tokens that were made stay valid until they expire or are revoked.
    fn delete(&self, name: String, context: ChangeContext) -> Answer<'_, ()>;

    /// What a token would lead to at the issuer with a name, whether it is enabled or not. No access token is made, and
    /// the token can still be exchanged.
    fn test(&self, name: String, token: Secret, at: Timestamp) -> Answer<'_, TestedToken>;

    /// Exchanges a token of the issuer with a name for an access token of the robot that its rules choose.
    fn exchange(
        &self,
        name: String,
        token: Secret,
        context: ChangeContext,
    ) -> Answer<'_, Exchanged>;
}

/// An issuer that is trusted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredIssuer {
    /// Its id, which is never reused.
    pub id: String,
    /// What it is.
    pub settings: TrustedIssuer,
    /// When it was created.
    pub created_at: Timestamp,
    /// The user who created it; `None` for the server itself.
    pub created_by: Option<PersonId>,
}

/// An access token that was made for a token of an issuer.
#[derive(Debug)]
pub struct Exchanged {
    /// The access token.
    pub token: Token,
    /// The time at which it expires.
    pub until: Timestamp,
    /// The name of the robot.
    pub username: String,
}

/// What a token would lead to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestedToken {
    /// The rule that matches.
    pub rule: Option<String>,
    /// Why it would not be exchanged, whatever the rules are.
    pub refused: Option<TokenProblem>,
    /// The rules that were tried and do not match, in their order.
    pub mismatches: Vec<RuleMismatch>,
}

/// A rule that a token does not match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct RuleMismatch {
    /// The name of the rule.
    pub rule: String,
    /// The first of its claims that does not match.
    pub claim: String,
    /// What the token has, at most 200 characters of it; null if it has no such claim.
    pub found: Option<String>,
}

/// Why a token of an issuer is not exchanged. Who presents it gets none of these; the log and administrators do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, thiserror::Error)]
#[cfg_attr(
    feature = "schema",
    derive(ts_rs::TS, schemars::JsonSchema),
    ts(rename = "IssuerTokenProblem"),
    schemars(rename = "IssuerTokenProblem")
)]
#[serde(rename_all = "snake_case")]
pub enum TokenProblem {
    /// No issuer has the name of the request.
    #[error("no trusted issuer has this name")]
    UnknownIssuer,
    /// The issuer is disabled.
    #[error("the issuer is disabled")]
    Disabled,
    /// It is too large.
    #[error("the token has more than {TOKEN_BYTES_MAX} bytes")]
    TooLarge,
    /// It is no signed token, or a claim has a type that it cannot have.
    #[error("this is no signed token (JWT), or one of its claims has no valid form")]
    Malformed,
    /// Its header has an algorithm, a type or an extension that is not accepted.
    #[error(
        "the header of the token has an algorithm, a type or an extension that is not accepted"
    )]
    Header,
    /// It is of another issuer.
    #[error("the token is of another issuer (iss)")]
    Issuer,
    /// It is for another audience.
    #[error("the token is for another audience (aud)")]
    Audience,
    /// It does not say when it was made and when it expires.
    #[error("the token lacks exp or iat")]
    NoTimes,
    /// It has expired.
    #[error("the token has expired (exp)")]
    Expired,
    /// It is not valid yet.
    #[error("the token is not valid yet (iat, nbf); compare the clocks")]
    NotYet,
    /// It is valid for too long.
    #[error("the token is valid for more than 24 hours")]
    LivesLong,
    /// It has no subject, or one that is too long or has invisible characters.
    #[error("the token has no valid subject (sub)")]
    Subject,
    /// The keys of the issuer cannot be fetched, or are not valid.
    #[error("the keys of the issuer cannot be fetched or are not valid; the log says why")]
    KeysUnavailable,
    /// The issuer has no such key.
    #[error("the issuer has no key with the id and the algorithm of the token (kid)")]
    UnknownKey,
    /// The signature is wrong.
    #[error("the signature of the token is wrong")]
    Signature,
    /// It was exchanged before.
    #[error("the token was exchanged already (jti)")]
    UsedBefore,
    /// Too many tokens of the issuer were exchanged that have not expired.
    #[error("too many tokens of the issuer were exchanged that have not expired")]
    TooManyUsed,
    /// No rule matches.
    #[error("no rule matches the claims of the token")]
    NoRule,
    /// The robot of the rule does not exist, is disabled, or is no robot.
    #[error("the robot of the rule is disabled, or does not exist")]
    Robot,
    /// The robot has the most access tokens that an account may have.
    #[error("the robot has the most access tokens that are valid at once")]
    TooManyTokens,
    /// The rules have changed while the token was verified.
    #[error("the issuer has changed meanwhile")]
    Changed,
}

/// Why a call has no answer.
#[derive(Debug, thiserror::Error)]
pub enum IssuerError {
    /// The issuer is not valid.
    #[error("{0}")]
    Problem(IssuerProblem),
    /// The name belongs to another issuer.
    #[error("There is a trusted issuer with this name already. Choose another name.")]
    NameTaken,
    /// The installation has the most issuers allowed.
    #[error(
        "There are {TRUSTED_ISSUERS_MAX} trusted issuers, which is the most. Delete one first."
    )]
    TooMany,
    /// There is no such issuer.
    #[error("There is no such trusted issuer.")]
    Unknown,
    /// This server does not connect to such an address.
    #[error("This server would not connect to this issuer: {0}.")]
    Address(#[from] OutboundError),
    /// Its keys would be fetched over the internet without TLS.
    #[error(
        "This server fetches the keys of an issuer over https, or over http within its own network only. Enter the \
         address with https."
    )]
    InClear,
    /// A token is not exchanged.
    #[error(transparent)]
    Refused(#[from] TokenProblem),
    /// The access service failed.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The journal failed.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// A change stopped, which is a bug.
    #[error(transparent)]
    Stopped(#[from] TaskStopped),
}
