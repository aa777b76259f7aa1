//! Issuers whose tokens are exchanged for access tokens of robots: what an administrator enters for one, and which
//! settings are valid (ROBOT-02).

mod claims;
mod problem;
mod width;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::display_text::is_invisible;
use crate::secret::PersonId;

pub use claims::{is_value, matches_claim};
pub use problem::{IssuerFault, IssuerProblem};
pub use width::{CLAIMS_OF_ALL, OWNED_SUBJECTS, PUBLIC_ISSUERS, PublicIssuer};

/// The most issuers of an installation.
pub const TRUSTED_ISSUERS_MAX: usize = 20;
/// The longest name of an issuer and of a rule, in characters.
pub const ISSUER_NAME_CHARS_MAX: usize = 64;
/// The longest address of an issuer, in bytes.
pub const ISSUER_URL_BYTES_MAX: usize = 512;
/// The longest audience, in characters.
pub const AUDIENCE_CHARS_MAX: usize = 255;
/// The longest description, in characters.
pub const ISSUER_DESCRIPTION_CHARS_MAX: usize = 500;
/// The most rules of an issuer.
pub const EXCHANGE_RULES_MAX: usize = 50;
/// The most claims that a rule names.
pub const RULE_CLAIMS_MAX: usize = 10;
/// The longest name of a claim, in characters.
pub const CLAIM_NAME_CHARS_MAX: usize = 128;
/// The longest value of a claim in a rule, in characters.
pub const CLAIM_VALUE_CHARS_MAX: usize = 512;
/// The shortest life of a token that a rule gives, in seconds.
pub const EXCHANGED_LIVES_S_MIN: u32 = 60;
/// The longest life of a token that a rule gives, in seconds.
pub const EXCHANGED_LIVES_S_MAX: u32 = 3_600;
/// The longest that an issuer is with all its rules, in bytes of its JSON: a record has it twice, and 32 KiB at most.
pub const TRUSTED_ISSUER_BYTES_MAX: usize = 12 * 1_024;

/// An issuer of tokens, with the rules by which they are exchanged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TrustedIssuer {
    /// Its unique name, by which requests name it.
    pub name: String,
    /// Its address, exactly as its tokens have it.
    pub issuer: String,
    /// Whom its tokens have to be for.
    pub audience: String,
    /// What it is for.
    pub description: String,
    /// Whether its tokens are exchanged.
    pub enabled: bool,
    /// The rules; the first that matches is effective.
    pub rules: Vec<ExchangeRule>,
}

/// Which tokens of an issuer are exchanged for a token of which robot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ExchangeRule {
    /// Its name, which no other rule of the issuer has.
    pub name: String,
    /// The claims that a token must have, each with its value. One that ends with `*` is the beginning of a value.
    pub claims: BTreeMap<String, String>,
    /// The robot whose access token is given.
    pub robot: PersonId,
    /// How long that token is valid, in seconds.
    pub expires_in_s: u32,
}

impl TrustedIssuer {
    /// The rule with a name.
    pub fn rule(&self, name: &str) -> Option<&ExchangeRule> {
        self.rules.iter().find(|rule| rule.name == name)
    }
}

/// Whether a text may be the name of an issuer: lower-case letters, digits and hyphens, none of which it begins with.
pub fn is_issuer_name(name: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=ISSUER_NAME_CHARS_MAX).contains(&name.len())
        && name.bytes().all(is_letter)
        && !name.starts_with('-')
}

/// Checks an issuer with its rules. Whether it may be connected to is asked when it is saved, and at each request.
///
/// # Errors
///
/// The first [`IssuerProblem`].
pub fn check_issuer(wanted: &TrustedIssuer) -> Result<(), IssuerProblem> {
    let TrustedIssuer { name, issuer, audience, description, enabled: _, rules } = wanted;
    let unless = |is_valid: bool, fault: IssuerFault| {
        if is_valid { Ok(()) } else { Err(IssuerProblem::of(fault)) }
    };
    unless(is_issuer_name(name), IssuerFault::Name)?;
    unless(is_issuer_url(issuer), IssuerFault::Issuer)?;
    unless(is_text(audience, 1, AUDIENCE_CHARS_MAX), IssuerFault::Audience)?;
    unless(is_text(description, 0, ISSUER_DESCRIPTION_CHARS_MAX), IssuerFault::Description)?;
    unless(rules.len() <= EXCHANGE_RULES_MAX, IssuerFault::TooManyRules)?;
    for (at, rule) in rules.iter().enumerate() {
        let fault = check_rule(issuer, rule).err().or_else(|| {
            let is_taken = rules.iter().take(at).any(|other| other.name == rule.name);
            is_taken.then_some(IssuerFault::RuleNameTaken)
        });
        if let Some(fault) = fault {
            return Err(IssuerProblem::at(fault, at));
        }
    }
    let bytes = serde_json::to_string(wanted).map_or(usize::MAX, |text| text.len());
    unless(bytes <= TRUSTED_ISSUER_BYTES_MAX, IssuerFault::TooLarge)
}

fn check_rule(issuer: &str, rule: &ExchangeRule) -> Result<(), IssuerFault> {
    let ExchangeRule { name, claims, robot, expires_in_s } = rule;
    let is_padded = name.trim() != name;
    if !is_text(name, 1, ISSUER_NAME_CHARS_MAX) || is_padded {
        return Err(IssuerFault::RuleName);
    }
    if !(1..=RULE_CLAIMS_MAX).contains(&claims.len()) {
        return Err(IssuerFault::Claims);
    }
    if !claims.keys().all(|claim| is_text(claim, 1, CLAIM_NAME_CHARS_MAX)) {
        return Err(IssuerFault::ClaimName);
    }
    if !claims.values().all(|value| is_value(value)) {
        return Err(IssuerFault::ClaimValue);
    }
    width::check(issuer, claims)?;
    if !is_person_id(&robot.0) {
        return Err(IssuerFault::Robot);
    }
    if !(EXCHANGED_LIVES_S_MIN..=EXCHANGED_LIVES_S_MAX).contains(expires_in_s) {
        return Err(IssuerFault::Lifetime);
    }
    Ok(())
}

fn is_text(text: &str, chars_min: usize, chars_max: usize) -> bool {
    (chars_min..=chars_max).contains(&text.chars().count()) && !text.chars().any(is_invisible)
}

/// An id has no text that a name has.
fn is_person_id(id: &str) -> bool {
    (1..=64).contains(&id.len())
        && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// An `https` or `http` address in printable ASCII, without user, query and fragment. It is compared as it is written.
pub fn is_issuer_url(url: &str) -> bool {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let Some(rest) = rest else { return false };
    let host = rest.split('/').next().unwrap_or_default();
    let is_allowed = |byte: u8| byte.is_ascii_graphic() && !b"\"#<>?@\\^`{|}*".contains(&byte);
    let has_dots = rest.split('/').any(|part| matches!(part, "." | ".."));
    url.len() <= ISSUER_URL_BYTES_MAX
        && !host.is_empty()
        && !host.starts_with(':')
        && url.bytes().all(is_allowed)
        && !has_dots
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(name: &str, claims: &[(&str, &str)]) -> ExchangeRule {
        let claims = claims.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        ExchangeRule {
            name: name.into(),
            claims: claims.collect(),
            robot: PersonId("p_ci".into()),
            expires_in_s: 900,
        }
    }

    fn github(rules: Vec<ExchangeRule>) -> TrustedIssuer {
        TrustedIssuer {
            name: "github".into(),
            issuer: "https://token.actions.githubusercontent.com".into(),
            audience: "https://waybill.example.org".into(),
            description: String::new(),
            enabled: true,
            rules,
        }
    }

    fn fault(wanted: &TrustedIssuer) -> Option<(IssuerFault, String)> {
        check_issuer(wanted).err().map(|problem| (problem.fault, problem.field()))
    }

    /// covers: [ROBOT-02]
    #[test]
    fn each_field_has_its_problem() {
        let main = || rule("main", &[("repository", "acme/app"), ("ref", "refs/heads/main")]);
        assert_eq!(check_issuer(&github(vec![main()])), Ok(()));
        assert_eq!(check_issuer(&github(Vec::new())), Ok(()));
        let long = "x".repeat(65);
        for name in ["", "GitHub", "-a", "a b", "a/b", "a_b", long.as_str()] {
            let wrong = TrustedIssuer { name: name.into(), ..github(Vec::new()) };
            assert_eq!(fault(&wrong), Some((IssuerFault::Name, "name".into())), "{name}");
        }
        for issuer in [
            "",
            "gitlab.example.org",
            "ftp://gitlab.example.org",
            "https://",
            "https:///path",
            "https://:443",
            "https://ann@gitlab.example.org",
            "https://gitlab.example.org?a=b",
            "https://gitlab.example.org#a",
            "https://gitlab.example.org/../a",
            "https://gitlab.example.org\\a",
            "https://gitlab.example.org/a b",
            "https://gitläb.example.org",
            "https://*.example.org",
        ] {
            let wrong = TrustedIssuer { issuer: issuer.into(), ..github(Vec::new()) };
            assert_eq!(fault(&wrong), Some((IssuerFault::Issuer, "issuer".into())), "{issuer}");
        }
        for issuer in
            ["https://gitlab.example.org:8443/ci", "http://127.0.0.1:80", "https://a.example.org/"]
        {
            let sound = TrustedIssuer { issuer: issuer.into(), ..github(Vec::new()) };
            assert_eq!(check_issuer(&sound), Ok(()), "{issuer}");
        }
        for audience in [String::new(), "a\nb".into(), "x".repeat(256)] {
            let wrong = TrustedIssuer { audience, ..github(Vec::new()) };
            assert_eq!(fault(&wrong), Some((IssuerFault::Audience, "audience".into())));
        }
        let wrong = TrustedIssuer { description: "x".repeat(501), ..github(Vec::new()) };
        assert_eq!(fault(&wrong), Some((IssuerFault::Description, "description".into())));
    }

    /// covers: [ROBOT-02]
    #[test]
    fn each_part_of_a_rule_has_its_problem() {
        let own = ("repository", "acme/app");
        let many: Vec<_> = (0..10).map(|number| format!("claim_{number}")).collect();
        let many: Vec<_> = many.iter().map(|name| (name.as_str(), "x")).chain([own]).collect();
        let long = "x".repeat(513);
        for (rule, expected, field) in [
            (rule("", &[own]), IssuerFault::RuleName, "rules.1.name"),
            (rule(" a", &[own]), IssuerFault::RuleName, "rules.1.name"),
            (rule("first", &[own]), IssuerFault::RuleNameTaken, "rules.1.name"),
            (rule("a", &[]), IssuerFault::Claims, "rules.1.claims"),
            (rule("a", &many), IssuerFault::Claims, "rules.1.claims"),
            (rule("a", &[own, ("", "x")]), IssuerFault::ClaimName, "rules.1.claims"),
            (rule("a", &[own, ("ref", "")]), IssuerFault::ClaimValue, "rules.1.claims"),
            (rule("a", &[own, ("ref", long.as_str())]), IssuerFault::ClaimValue, "rules.1.claims"),
            (rule("a", &[own, ("ref", "*/main")]), IssuerFault::ClaimValue, "rules.1.claims"),
            (rule("a", &[own, ("ref", "a**")]), IssuerFault::ClaimValue, "rules.1.claims"),
            (
                ExchangeRule { robot: PersonId("the robot".into()), ..rule("a", &[own]) },
                IssuerFault::Robot,
                "rules.1.robot",
            ),
            (
                ExchangeRule { expires_in_s: 59, ..rule("a", &[own]) },
                IssuerFault::Lifetime,
                "rules.1.expires_in_s",
            ),
            (
                ExchangeRule { expires_in_s: 3_601, ..rule("a", &[own]) },
                IssuerFault::Lifetime,
                "rules.1.expires_in_s",
            ),
        ] {
            let wanted = github(vec![self::rule("first", &[own]), rule]);
            assert_eq!(fault(&wanted), Some((expected, field.into())), "{:?}", wanted.rules[1]);
        }
        let named = |number: usize| rule(&format!("rule {number}"), &[own]);
        let most = github((0..=EXCHANGE_RULES_MAX).map(named).collect());
        assert_eq!(fault(&most), Some((IssuerFault::TooManyRules, "rules".into())));
        let value = "x".repeat(512);
        let large =
            |number: usize| rule(&format!("rule {number}"), &[own, ("ref", value.as_str())]);
        let large = github((0..EXCHANGE_RULES_MAX).map(large).collect());
        assert_eq!(fault(&large), Some((IssuerFault::TooLarge, "rules".into())));
    }
}
