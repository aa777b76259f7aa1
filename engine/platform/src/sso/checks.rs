//! What a provider has to be before it is saved.

use waybill_machines::rules::sign_in_providers::{
    ProviderProblem, SignInProvider, check_provider, is_client_secret,
};
use waybill_outbound::{OutboundError, Target};

use super::embedded::Inner;
use super::{GivenClientSecret, SsoError};

/// Checks what is known without asking anything.
pub(super) fn check(wanted: &SignInProvider, secret: &GivenClientSecret) -> Result<(), SsoError> {
    check_provider(wanted).map_err(SsoError::Problem)?;
    match secret {
        GivenClientSecret::New(secret)
            if !is_client_secret(secret.expose()) || wanted.protocol.client().is_none() =>
        {
            Err(SsoError::Problem(ProviderProblem::ClientSecret))
        }
        _ => Ok(()),
    }
}

impl Inner {
    /// Whether this server would connect to a provider, as far as that is known now. Each request checks that again.
    pub(super) async fn vet(&self, wanted: &SignInProvider) -> Result<(), SsoError> {
        if let Some(saml) = wanted.protocol.saml() {
            // Nothing is ever requested of it.
            return self.check_saml(saml);
        }
        let target = Target::parse(&wanted.issuer);
        let target = target.map_err(|_| SsoError::Problem(ProviderProblem::Issuer))?;
        match self.outbound.vet(&target, true).await {
            Err(OutboundError::SecretInClear) => Err(SsoError::InClear),
            vetted => Ok(vetted?),
        }
    }

    /// A provider gives no administration: not by a group either, as far as is known now. Each sign-in checks that
    /// again.
    pub(super) async fn check_groups(&self, wanted: &SignInProvider) -> Result<(), SsoError> {
        for name in wanted.group_map.values() {
            match self.accounts.groups.group(name).await? {
                None => return Err(SsoError::Problem(ProviderProblem::GroupUnknown)),
                Some(group) if group.gives_administration() => {
                    return Err(SsoError::Problem(ProviderProblem::GroupAdministers));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }
}
