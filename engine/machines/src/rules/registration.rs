//! Registration: what an administrator sets for visitors who create accounts, and which mail addresses are admitted.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::mail::is_mail_address;
use crate::rejection::{Rejection, RejectionCode};

/// The most domains that can be listed.
pub const REGISTRATION_DOMAINS_MAX: usize = 50;
/// The most registrations that are open at the same time.
pub const REGISTRATIONS_MAX: usize = 200;

/// Whether visitors create accounts, and which ones may.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RegistrationSettings {
    /// Whether visitors may create accounts.
    pub enabled: bool,
    /// The domains of the mail addresses with which they may, in lower case; all of them if it is empty. A domain does
    /// not stand for those below it.
    pub domains: BTreeSet<String>,
    /// Whether an administrator has to approve a new account before its user can sign in.
    pub approval: bool,
}

impl RegistrationSettings {
    /// Whether an account may be created with a mail address.
    pub fn admits(&self, address: &str) -> bool {
        let domain = address.rsplit_once('@').map(|(_, domain)| domain.to_lowercase());
        self.domains.is_empty() || domain.is_some_and(|domain| self.domains.contains(&domain))
    }
}

/// The list of domains is not valid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RegistrationProblem {
    /// An entry is no domain of a mail address.
    Domain,
    /// There are too many of them.
    TooManyDomains,
}

impl std::fmt::Display for RegistrationProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Domain => f.write_str(
                "This is not a domain of mail addresses. Write domains like example.org, without an @.",
            ),
            Self::TooManyDomains => {
                write!(f, "The list can have {REGISTRATION_DOMAINS_MAX} domains at most.")
            }
        }
    }
}

impl RegistrationProblem {
    /// The rejection of an event with this problem.
    pub fn rejection(self) -> Rejection {
        Rejection::new(RejectionCode::RegistrationSettingsInvalid).with("field", "domains")
    }
}

/// Checks what an administrator sets.
///
/// # Errors
///
/// [`RegistrationProblem`].
pub fn check_registration(settings: &RegistrationSettings) -> Result<(), RegistrationProblem> {
    if settings.domains.len() > REGISTRATION_DOMAINS_MAX {
        return Err(RegistrationProblem::TooManyDomains);
    }
    let is_domain = |domain: &String| {
        is_mail_address(&format!("a@{domain}")) && *domain == domain.to_lowercase()
    };
    settings.domains.iter().all(is_domain).then_some(()).ok_or(RegistrationProblem::Domain)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(domains: &[&str]) -> RegistrationSettings {
        let domains = domains.iter().map(|domain| (*domain).to_owned()).collect();
        RegistrationSettings { enabled: true, domains, approval: false }
    }

    /// covers: [PASS-04]
    #[test]
    fn addresses_are_admitted_by_their_whole_domain() {
        let all = with(&[]);
        assert!(all.admits("maria@example.org"));
        let some = with(&["example.org", "example.net"]);
        for address in ["maria@example.org", "maria@EXAMPLE.net"] {
            assert!(some.admits(address), "{address}");
        }
        for address in [
            "maria@example.com",
            "maria@sub.example.org",
            "maria@notexample.org",
            "maria@example.org.evil.example",
            "example.org",
            "",
        ] {
            assert!(!some.admits(address), "{address}");
        }
    }

    /// covers: [PASS-04]
    #[test]
    fn only_domains_can_be_listed_and_not_too_many() {
        assert_eq!(check_registration(&RegistrationSettings::default()), Ok(()));
        assert_eq!(check_registration(&with(&["example.org", "müller.example"])), Ok(()));
        for wrong in ["", "@example.org", "maria@example.org", "Example.org", "a b", ".org"] {
            let refused = check_registration(&with(&[wrong]));
            assert_eq!(refused, Err(RegistrationProblem::Domain), "{wrong}");
        }
        let many: Vec<String> =
            (0..=REGISTRATION_DOMAINS_MAX).map(|n| format!("d{n}.example")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(check_registration(&with(&many)), Err(RegistrationProblem::TooManyDomains));
        assert_eq!(check_registration(&with(&many[1..])), Ok(()));
    }
}
