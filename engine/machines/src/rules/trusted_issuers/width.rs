//! Rules that would exchange tokens of strangers. Everyone can have a token of a public issuer, so a rule has to want
//! something of it that strangers do not have.

use std::collections::BTreeMap;

use super::claims::REST;
use super::problem::IssuerFault;

/// Claims that all tokens of an issuer have, or that say when and for which use one was made.
pub const CLAIMS_OF_ALL: [&str; 6] = ["iss", "aud", "exp", "iat", "nbf", "jti"];

/// Kinds of subjects with a path that begins with the owner.
pub const OWNED_SUBJECTS: [&str; 2] = ["repo", "project_path"];

/// A public issuer, and the claims by which its tokens name whose job it is.
#[derive(Debug, Clone, Copy)]
pub struct PublicIssuer {
    /// Names it in the console.
    pub key: &'static str,
    /// Its address.
    pub issuer: &'static str,
    /// Claims with a path that begins with the owner: a pattern has to have the whole name of the owner.
    pub paths: &'static [&'static str],
    /// Claims with an id or a name as a whole: a pattern would be that of several owners.
    pub names: &'static [&'static str],
}

/// The issuers of services that anyone can register with. A workflow that others may call (`job_workflow_ref`) and a
/// branch do not say whose job it is.
pub static PUBLIC_ISSUERS: [PublicIssuer; 2] = [
    PublicIssuer {
        key: "github",
        issuer: "https://token.actions.githubusercontent.com",
        paths: &["repository", "workflow_ref"],
        names: &[
            "repository_id",
            "repository_owner",
            "repository_owner_id",
            "enterprise",
            "enterprise_id",
        ],
    },
    PublicIssuer {
        key: "gitlab",
        issuer: "https://gitlab.com",
        paths: &["project_path", "namespace_path"],
        names: &["project_id", "namespace_id"],
    },
];

/// Checks that the claims of a rule are not those of everyone.
pub(super) fn check(issuer: &str, claims: &BTreeMap<String, String>) -> Result<(), IssuerFault> {
    let says_something = claims.iter().any(|(claim, value)| {
        !CLAIMS_OF_ALL.contains(&claim.as_str()) && value.chars().any(|letter| letter != REST)
    });
    if !says_something {
        return Err(IssuerFault::EveryToken);
    }
    let public = PUBLIC_ISSUERS.iter().find(|public| public.issuer == issuer.trim_end_matches('/'));
    let Some(public) = public else { return Ok(()) };
    let names_owner = claims.iter().any(|(claim, value)| {
        let begin = value.strip_suffix(REST);
        public.names_owner(claim, begin.unwrap_or(value), begin.is_none())
    });
    if names_owner { Ok(()) } else { Err(IssuerFault::EveryOwner) }
}

impl PublicIssuer {
    /// Whether a value of a claim, or the beginning of one, is of one owner alone.
    fn names_owner(&self, claim: &str, begin: &str, is_whole: bool) -> bool {
        if claim != "sub" {
            let is_path = self.paths.contains(&claim);
            // `acme*` is the beginning of other owners' names too.
            return (is_path && (is_whole || has_whole_owner(begin)))
                || (is_whole && self.names.contains(&claim));
        }
        // A subject begins with a kind, and strangers choose which one theirs has.
        let Some((kind, rest)) = begin.split_once(':') else { return false };
        match kind {
            _ if OWNED_SUBJECTS.contains(&kind) => has_whole_owner(rest),
            "sub" => false,
            // The value of a job without such a claim is empty, and the next kind follows.
            _ if rest.is_empty() || rest.starts_with(':') => false,
            _ => is_whole && self.names_owner(kind, rest, is_whole),
        }
    }
}

/// Whether the beginning of a path has the whole first part of it.
fn has_whole_owner(begin: &str) -> bool {
    begin.split_once('/').is_some_and(|(owner, _)| !owner.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    const GITHUB: &str = "https://token.actions.githubusercontent.com";
    const GITLAB: &str = "https://gitlab.com";
    const OWN: &str = "https://gitlab.example.org";

    fn checked(issuer: &str, claims: &[(&str, &str)]) -> Result<(), IssuerFault> {
        let claims = claims.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        check(issuer, &claims.collect())
    }

    /// covers: [ROBOT-02]
    #[test]
    fn a_rule_wants_something_that_not_every_token_has() {
        for claims in [
            &[("iss", GITHUB)][..],
            &[("iss", GITHUB), ("aud", "waybill"), ("exp", "1*")],
            &[("sub", "*")],
            &[("repository", "*"), ("jti", "a")],
        ] {
            for issuer in [GITHUB, GITLAB, OWN] {
                assert_eq!(checked(issuer, claims), Err(IssuerFault::EveryToken), "{claims:?}");
            }
        }
        assert_eq!(checked(OWN, &[("ref", "refs/heads/main")]), Ok(()));
        assert_eq!(checked(OWN, &[("sub", "repo:*")]), Ok(()));
    }

    /// covers: [ROBOT-02]
    #[test]
    fn a_rule_of_a_public_issuer_names_whose_job_it_is() {
        for (issuer, claim, value) in [
            (GITHUB, "ref", "refs/heads/main"),
            (GITHUB, "environment", "production"),
            (GITHUB, "job_workflow_ref", "acme/flows/.github/workflows/a.yml@refs/heads/main"),
            (GITHUB, "sub", "repo:*"),
            (GITHUB, "sub", "repo:acme*"),
            (GITHUB, "sub", "repo:/*"),
            (GITHUB, "sub", "repo:acme"),
            (GITHUB, "sub", "ref:refs/heads/*"),
            (GITHUB, "sub", "ref:refs/heads/main"),
            (GITHUB, "sub", "environment:production"),
            (GITHUB, "sub", "repository_owner:"),
            (GITHUB, "sub", "repository_owner:acme*"),
            (GITHUB, "sub", "enterprise::ref:refs/heads/main"),
            (GITHUB, "sub", "sub:repo:acme/app"),
            (GITHUB, "sub", "acme/app"),
            (GITHUB, "repository", "acme*"),
            (GITHUB, "repository", "/*"),
            (GITHUB, "repository_owner", "acme*"),
            (GITHUB, "repository_id", "12*"),
            (GITHUB, "project_path", "acme/app"),
            ("https://token.actions.githubusercontent.com/", "ref", "refs/heads/main"),
            (GITLAB, "ref_protected", "true"),
            (GITLAB, "project_path", "acme*"),
            (GITLAB, "sub", "project_path:acme*"),
            (GITLAB, "namespace_id", "7*"),
        ] {
            let refused = checked(issuer, &[(claim, value)]);
            assert_eq!(refused, Err(IssuerFault::EveryOwner), "{claim} {value}");
        }
        for (issuer, claim, value) in [
            (GITHUB, "sub", "repo:acme/app:ref:refs/heads/main"),
            (GITHUB, "sub", "repo:acme/*"),
            (GITHUB, "sub", "repository_owner:acme:environment:production"),
            (GITHUB, "sub", "repository_id:74"),
            (GITHUB, "repository", "acme/app"),
            (GITHUB, "repository", "acme/*"),
            (GITHUB, "repository_owner", "acme"),
            (GITHUB, "repository_owner_id", "123"),
            (GITHUB, "workflow_ref", "acme/app/.github/workflows/a.yml@*"),
            (GITLAB, "project_path", "acme/tools/app"),
            (GITLAB, "project_path", "acme/*"),
            (GITLAB, "namespace_path", "acme"),
            (GITLAB, "project_id", "42"),
            (GITLAB, "sub", "project_path:acme/app:ref_type:branch:ref:*"),
        ] {
            assert_eq!(checked(issuer, &[(claim, value)]), Ok(()), "{claim} {value}");
            assert_eq!(checked(issuer, &[(claim, value), ("ref", "a*")]), Ok(()), "{claim}");
        }
        // The issuer of one enterprise gives tokens to that alone.
        let enterprise = format!("{GITHUB}/acme");
        assert_eq!(checked(&enterprise, &[("ref", "refs/heads/main")]), Ok(()));
    }
}
