//! What is wrong with an issuer, as a sentence, a field and a code.

use std::fmt;

use super::{
    AUDIENCE_CHARS_MAX, CLAIM_NAME_CHARS_MAX, CLAIM_VALUE_CHARS_MAX, EXCHANGE_RULES_MAX,
    EXCHANGED_LIVES_S_MAX, EXCHANGED_LIVES_S_MIN, ISSUER_DESCRIPTION_CHARS_MAX,
    ISSUER_NAME_CHARS_MAX, ISSUER_URL_BYTES_MAX, RULE_CLAIMS_MAX, TRUSTED_ISSUER_BYTES_MAX,
};
use crate::rejection::{Rejection, RejectionCode};

/// What is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IssuerFault {
    /// The name cannot be one.
    Name,
    /// The address of the issuer is not valid.
    Issuer,
    /// The audience is empty, too long, or has invisible characters.
    Audience,
    /// The description is too long, or has invisible characters.
    Description,
    /// There are too many rules.
    TooManyRules,
    /// All rules together are too large for a record.
    TooLarge,
    /// The name would change.
    Fixed,
    /// The name of a rule cannot be one.
    RuleName,
    /// Another rule of the issuer has the name.
    RuleNameTaken,
    /// A rule has no claim, or too many.
    Claims,
    /// The name of a claim cannot be one.
    ClaimName,
    /// The value of a claim cannot be one.
    ClaimValue,
    /// The claims are those of every token of the issuer.
    EveryToken,
    /// The claims are those of jobs of every owner at a public service.
    EveryOwner,
    /// The id of the robot cannot be one, or there is no such robot.
    Robot,
    /// The life of the token is too short or too long.
    Lifetime,
}

/// What is wrong with an issuer, and in which of its rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IssuerProblem {
    /// What is wrong.
    pub fault: IssuerFault,
    /// The place of the rule, from 0; none if it is not about one rule.
    pub rule: Option<usize>,
}

impl IssuerProblem {
    /// A problem that is not about one rule.
    pub const fn of(fault: IssuerFault) -> Self {
        Self { fault, rule: None }
    }

    /// A problem of the rule at a place.
    pub const fn at(fault: IssuerFault, rule: usize) -> Self {
        Self { fault, rule: Some(rule) }
    }

    /// The field that it is about, such as `rules.0.claims`.
    pub fn field(self) -> String {
        let name = self.fault.field();
        self.rule.map_or_else(|| name.to_owned(), |at| format!("rules.{at}.{name}"))
    }

    /// The stable code.
    pub const fn code(self) -> RejectionCode {
        match self.fault {
            IssuerFault::Fixed => RejectionCode::TrustedIssuerFixed,
            _ => RejectionCode::TrustedIssuerInvalid,
        }
    }

    /// The rejection of an event with this problem.
    pub fn rejection(self) -> Rejection {
        Rejection::new(self.code()).with("field", self.field())
    }
}

impl IssuerFault {
    /// The field, within its rule if it is about one.
    const fn field(self) -> &'static str {
        match self {
            Self::Name | Self::Fixed | Self::RuleName | Self::RuleNameTaken => "name",
            Self::Issuer => "issuer",
            Self::Audience => "audience",
            Self::Description => "description",
            Self::TooManyRules | Self::TooLarge => "rules",
            Self::Claims
            | Self::ClaimName
            | Self::ClaimValue
            | Self::EveryToken
            | Self::EveryOwner => "claims",
            Self::Robot => "robot",
            Self::Lifetime => "expires_in_s",
        }
    }
}

impl fmt::Display for IssuerProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fault.fmt(f)
    }
}

impl fmt::Display for IssuerFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name => write!(
                f,
                "A name has 1 to {ISSUER_NAME_CHARS_MAX} lower-case letters, digits and hyphens, and begins with no hyphen."
            ),
            Self::Issuer => write!(
                f,
                "Enter the address of the issuer as its tokens have it, such as https://gitlab.example.org: at most {ISSUER_URL_BYTES_MAX} bytes, without user, query and fragment."
            ),
            Self::Audience => {
                write!(f, "An audience has 1 to {AUDIENCE_CHARS_MAX} visible characters.")
            }
            Self::Description => write!(
                f,
                "A description has at most {ISSUER_DESCRIPTION_CHARS_MAX} characters, all of them visible."
            ),
            Self::TooManyRules => write!(f, "An issuer has at most {EXCHANGE_RULES_MAX} rules."),
            Self::TooLarge => write!(
                f,
                "All rules of an issuer together have at most {TRUSTED_ISSUER_BYTES_MAX} bytes; use fewer rules, or shorter values."
            ),
            Self::Fixed => f.write_str("The name of an issuer cannot change."),
            Self::RuleName => write!(
                f,
                "The name of a rule has 1 to {ISSUER_NAME_CHARS_MAX} visible characters, and no space at its ends."
            ),
            Self::RuleNameTaken => f.write_str("Another rule has this name."),
            Self::Claims => write!(f, "A rule wants 1 to {RULE_CLAIMS_MAX} claims."),
            Self::ClaimName => {
                write!(f, "The name of a claim has 1 to {CLAIM_NAME_CHARS_MAX} visible characters.")
            }
            Self::ClaimValue => write!(
                f,
                "The value of a claim has 1 to {CLAIM_VALUE_CHARS_MAX} visible characters, with * only at its end."
            ),
            Self::EveryToken => f.write_str(
                "Every token of the issuer has these claims. Name one that only your jobs have, such as the repository.",
            ),
            Self::EveryOwner => f.write_str(
                "Jobs of strangers have these claims too. Name the repository, the project or their owner, and write the owner in full before *.",
            ),
            Self::Robot => f.write_str("Choose a robot that exists."),
            Self::Lifetime => write!(
                f,
                "A token is valid for {EXCHANGED_LIVES_S_MIN} to {EXCHANGED_LIVES_S_MAX} seconds."
            ),
        }
    }
}
