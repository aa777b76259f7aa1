//! The verifier of this server.

use super::logout::decoded;
use super::{
    Asserted, Expected, LogoutWanted, ReceivedLogout, SamlFault, SamlMetadata, SamlVerifier,
    answer, logout, metadata, signature,
};

/// Reads messages with the parser and the signatures of this folder.
pub(super) struct StrictVerifier;

impl SamlVerifier for StrictVerifier {
    fn answer(&self, answer: &str, expected: &Expected<'_>) -> Result<Asserted, SamlFault> {
        answer::read(&decoded(answer)?, expected)
    }

    fn logout(
        &self,
        received: &ReceivedLogout,
        expected: &Expected<'_>,
    ) -> Result<LogoutWanted, SamlFault> {
        logout::read(received, expected)
    }

    fn takes_certificate(&self, certificate: &str) -> bool {
        signature::key(certificate).is_some()
    }

    fn metadata(&self, text: &str) -> Result<SamlMetadata, SamlFault> {
        metadata::read(text)
    }
}
