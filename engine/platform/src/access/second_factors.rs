//! Second factors: enrolment, one-time codes, recovery codes.

use waybill_machines::machines::mfa::{Prepared, Verified};
use waybill_machines::secret::PersonId;

use super::{Answer, Client};
use crate::secret::Secret;
use crate::streams::ChangeContext;

/// The port for second factors.
pub trait SecondFactors: Send + Sync + 'static {
    /// Generates the secret of a second factor (MFA-02), and replaces one that the session has not confirmed.
    fn begin_enrolment(&self, enrolment: Enrolment, context: ChangeContext)
    -> Answer<'_, Prepared>;

    /// The secret that is not confirmed yet, for the page of the session that began the enrolment and no other.
    fn pending_enrolment(&self, enrolment: Enrolment) -> Answer<'_, Option<PendingEnrolment>>;

    /// Checks the first code of a second factor and enrols it. The first confirmation wins: unconfirmed secrets in
    /// other sessions of the same person are discarded.
    fn confirm_enrolment(
        &self,
        enrolment: Enrolment,
        code: Secret,
        client: Client,
        context: ChangeContext,
    ) -> Answer<'_, Confirmed>;

    /// Checks a code of a second factor (MFA-01). Each works once, however many are submitted concurrently.
    fn verify(
        &self,
        person: PersonId,
        factor: Factor,
        code: Secret,
        client: Client,
        context: ChangeContext,
    ) -> Answer<'_, Verified>;

    /// Replaces the recovery codes, and returns the new ones, which are shown only once. The caller has checked that it
    /// is the owner.
    fn renew_recovery_codes(
        &self,
        person: PersonId,
        context: ChangeContext,
    ) -> Answer<'_, Vec<Secret>>;
}

/// What a code is verified against.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Factor {
    /// The one-time codes of an authenticator app.
    Totp,
    /// The recovery codes.
    Recovery,
}

/// The enrolment of a second factor, in one session. Knowing only the password must not reveal the unconfirmed secret
/// of another session of the same person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enrolment {
    /// The person who enrols.
    pub person: PersonId,
    /// The id of the session that began it.
    pub session: String,
}

/// A second factor that has not been confirmed by a code yet.
#[derive(Debug)]
pub struct PendingEnrolment {
    /// The secret in base 32, for typing.
    pub secret: Secret,
    /// The same as an `otpauth` address.
    pub uri: Secret,
    /// The address as a QR code: a complete SVG element.
    pub qr_svg: Secret,
}

/// The result of confirming a second factor.
#[derive(Debug)]
pub struct Confirmed {
    /// The answer for the machine.
    pub verified: Verified,
    /// The recovery codes, shown only once; empty unless the code was right.
    pub recovery_codes: Vec<Secret>,
}
