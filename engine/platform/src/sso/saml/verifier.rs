//! The verifier of this server.

use waybill_machines::Timestamp;

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

/// The name id of the user whom an answer in base64 signs in; none if it is not believed. The provider has an entity id
/// and a certificate, this server an entity id and an address that answers are sent to. For the benchmark of verifying
/// an answer: a user who signs in has sent a request before.
pub fn verified_name_id(
    answer: &str,
    (issuer, certificate): (&str, &str),
    (audience, recipient): (&str, &str),
    request: &str,
    at: Timestamp,
) -> Option<String> {
    let certificates = [certificate.to_owned()];
    let expected =
        Expected { issuer, certificates: &certificates, audience, recipient, request, at };
    let asserted = StrictVerifier.answer(answer, &expected).ok()?;
    Some(asserted.name_id)
}
