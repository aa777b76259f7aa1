//! A build without SAML: it keeps providers of SAML that another build has saved, and signs in with none of them.

use std::sync::Arc;

use waybill_machines::Timestamp;
use waybill_machines::rules::sign_in_providers::SamlProvider;
use waybill_machines::sign_in::SamlSubject;

use super::{HeldAnswer, LogoutReply, Outgoing, ReceivedLogout, SamlMetadata, VerifiedLogout};
use crate::access::Source;
use crate::secret::{Secret, SignInCode};
use crate::sso::embedded::Inner;
use crate::sso::flows::SamlProof;
use crate::sso::proven::Proven;
use crate::sso::{BegunFlow, NewFlow, SsoError, StoredProvider};
use crate::vault::Vault;

/// Nothing.
pub(in crate::sso) struct Service;

impl Service {
    pub(in crate::sso) fn new(_: Arc<Vault>) -> Self {
        Self
    }
}

#[allow(clippy::unused_async, clippy::unused_self, clippy::needless_pass_by_value)]
impl Inner {
    pub(in crate::sso) async fn begin_saml(
        &self,
        _: &StoredProvider,
        _: &SamlProvider,
        _: NewFlow,
        _: Timestamp,
    ) -> Result<BegunFlow, SsoError> {
        Err(SsoError::WithoutSaml)
    }

    pub(in crate::sso) fn hold_saml(
        &self,
        _: &str,
        _: &Secret,
        _: Secret,
        _: &Source,
        _: Timestamp,
    ) -> Result<HeldAnswer, SsoError> {
        Err(SsoError::WithoutSaml)
    }

    pub(in crate::sso) fn prove_saml(
        &self,
        _: &StoredProvider,
        _: &SamlProvider,
        _: &SamlProof,
        _: &SignInCode,
        _: Timestamp,
    ) -> Result<Proven, SsoError> {
        Err(SsoError::Unavailable)
    }

    pub(in crate::sso) async fn saml_metadata(&self, _: &str) -> Result<String, SsoError> {
        Err(SsoError::WithoutSaml)
    }

    pub(in crate::sso) async fn end_saml_session(
        &self,
        _: &StoredProvider,
        _: &SamlProvider,
        _: Option<SamlSubject>,
        _: Timestamp,
    ) -> Result<Option<String>, SsoError> {
        Ok(None)
    }

    pub(in crate::sso) fn read_saml_logout(
        &self,
        _: &str,
        _: &ReceivedLogout,
        _: Timestamp,
    ) -> Result<VerifiedLogout, SsoError> {
        Err(SsoError::WithoutSaml)
    }

    pub(in crate::sso) async fn answer_saml_logout(
        &self,
        _: &LogoutReply,
        _: bool,
        _: Timestamp,
    ) -> Result<Option<Outgoing>, SsoError> {
        Err(SsoError::WithoutSaml)
    }

    pub(in crate::sso) fn waiting(&self, _: &Secret, _: Timestamp) -> Option<Outgoing> {
        None
    }

    pub(in crate::sso) fn check_saml(&self, _: &SamlProvider) -> Result<(), SsoError> {
        Err(SsoError::WithoutSaml)
    }

    pub(in crate::sso) fn read_saml_metadata(&self, _: &str) -> Result<SamlMetadata, SsoError> {
        Err(SsoError::WithoutSaml)
    }
}
