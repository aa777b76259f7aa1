//! Issuers whose tokens are exchanged for access tokens of robots, and the exchange (ROBOT-02).

use serde::{Deserialize, Serialize};
use waybill_machines::Timestamp;
use waybill_machines::rules::trusted_issuers::{ExchangeRule, TrustedIssuer};
use waybill_platform::secret::Secret;
use waybill_platform::trusted_issuers::{RuleMismatch, StoredIssuer, TestedToken, TokenProblem};

/// All issuers whose tokens are exchanged for access tokens of robots.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TrustedIssuers {
    /// All of them, by their names.
    pub issuers: Vec<DescribedTrustedIssuer>,
}

/// An issuer with its rules.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct DescribedTrustedIssuer {
    /// Its unique name.
    pub name: String,
    /// Its address, as its tokens have it.
    pub issuer: String,
    /// Whom its tokens have to be for.
    pub audience: String,
    /// What it is for.
    pub description: String,
    /// Whether its tokens are exchanged.
    pub enabled: bool,
    /// The rules, in the order in which they are tried.
    pub rules: Vec<ExchangeRule>,
    /// When it was created.
    pub created_at: Timestamp,
}

impl From<StoredIssuer> for DescribedTrustedIssuer {
    fn from(stored: StoredIssuer) -> Self {
        let TrustedIssuer { name, issuer, audience, description, enabled, rules } = stored.settings;
        let created_at = stored.created_at;
        Self { name, issuer, audience, description, enabled, rules, created_at }
    }
}

/// An issuer to trust, or what one is to be from now on.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct WantedTrustedIssuer {
    /// Its name; that of the address, if it has one.
    pub name: Option<String>,
    /// Its address, as its tokens have it.
    pub issuer: String,
    /// Whom its tokens have to be for.
    pub audience: String,
    /// What it is for; nothing if it is missing.
    pub description: Option<String>,
    /// Whether its tokens are exchanged; true if it is missing.
    pub enabled: Option<bool>,
    /// The rules, in the order in which they are tried; none if they are missing.
    pub rules: Option<Vec<ExchangeRule>>,
}

impl WantedTrustedIssuer {
    /// The issuer under a name.
    pub fn named(self, name: String) -> TrustedIssuer {
        TrustedIssuer {
            name,
            issuer: self.issuer.trim().to_owned(),
            audience: self.audience.trim().to_owned(),
            description: self.description.unwrap_or_default().trim().to_owned(),
            enabled: self.enabled.unwrap_or(true),
            rules: self.rules.unwrap_or_default(),
        }
    }
}

/// A token to test against the rules of an issuer. It is stored nowhere.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct IssuerTokenTest {
    /// The token of a job.
    pub token: Secret,
}

/// What a token would lead to. No access token was made, and the token can still be exchanged.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct TestedIssuerToken {
    /// The name of the rule that matches; null if none does, or if no rule was tried.
    pub rule: Option<String>,
    /// Why the token would not be exchanged, whatever the rules are; null if it would be, or if no rule matches.
    pub refused: Option<TokenProblem>,
    /// The rules that were tried and do not match, in their order.
    pub mismatches: Vec<RuleMismatch>,
}

impl From<TestedToken> for TestedIssuerToken {
    fn from(tested: TestedToken) -> Self {
        let TestedToken { rule, refused, mismatches } = tested;
        Self { rule, refused, mismatches }
    }
}

/// A request to exchange the token of a job (RFC 8693). What it has beside these fields is ignored.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema), ts(optional_fields))]
pub struct TokenExchange {
    /// Always `urn:ietf:params:oauth:grant-type:token-exchange`.
    pub grant_type: Option<String>,
    /// `urn:ietf:params:oauth:token-type:id_token`, or that of a JWT.
    pub subject_token_type: Option<String>,
    /// The token of the job.
    pub subject_token: Option<Secret>,
    /// The name of the trusted issuer.
    pub provider_name: Option<String>,
}

/// An access token for the token of a job (RFC 8693, 2.2.1). It cannot be refreshed.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
pub struct ExchangedToken {
    /// The access token of the robot.
    pub access_token: String,
    /// Always `urn:ietf:params:oauth:token-type:access_token`.
    pub issued_token_type: &'static str,
    /// Always `Bearer`.
    pub token_type: &'static str,
    /// How long it is valid, in seconds.
    pub expires_in: i64,
    /// Always `applied-permissions/user`: everything that the robot may do.
    pub scope: &'static str,
    /// The name of the robot.
    pub username: String,
}
