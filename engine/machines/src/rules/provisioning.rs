//! Provisioning of users and groups by programs (SCIM): what an administrator sets, and the bounds of what is stored.

use serde::{Deserialize, Serialize};

use crate::rejection::{Rejection, RejectionCode};

/// The longest name of a provider, in bytes.
const PROVIDER_BYTES_MAX: usize = 64;

/// Whether programs provision users and groups, and how their users sign in.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(ts_rs::TS, schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ProvisioningSettings {
    /// Whether programs with a token for it may create, change and delete users and groups.
    pub enabled: bool,
    /// The name of the sign-in provider whose subjects the external ids of users are; none if they are not.
    pub provider: Option<String>,
}

/// The name of the provider cannot be one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProvisioningProblem;

impl std::fmt::Display for ProvisioningProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(
            "There is no such sign-in provider, or it has neither OpenID Connect nor SAML. Choose another one, or \
             none.",
        )
    }
}

impl ProvisioningProblem {
    /// The rejection of an event with this problem.
    pub fn rejection(self) -> Rejection {
        Rejection::new(RejectionCode::ProvisioningInvalid).with("field", "provider")
    }
}

/// Checks what an administrator sets. Whether there is such a provider is asked when it is saved, and each time that an
/// external id is used.
///
/// # Errors
///
/// [`ProvisioningProblem`].
pub fn check_provisioning(settings: &ProvisioningSettings) -> Result<(), ProvisioningProblem> {
    let is_in_name = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    let is_name = |name: &String| {
        (1..=PROVIDER_BYTES_MAX).contains(&name.len()) && name.bytes().all(is_in_name)
    };
    let is_valid = settings.provider.as_ref().is_none_or(is_name);
    is_valid.then_some(()).ok_or(ProvisioningProblem)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// covers: [SCIM-01]
    #[test]
    fn a_provider_is_named_as_providers_are() {
        let named =
            |name: &str| ProvisioningSettings { enabled: true, provider: Some(name.to_owned()) };
        assert_eq!(check_provisioning(&ProvisioningSettings::default()), Ok(()));
        assert_eq!(check_provisioning(&named("corporate-2")), Ok(()));
        for wrong in ["", "Corporate", "a b", &"a".repeat(65)] {
            assert_eq!(check_provisioning(&named(wrong)), Err(ProvisioningProblem), "{wrong}");
        }
    }
}
