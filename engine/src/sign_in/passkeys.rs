//! The steps of asking a browser for a passkey (MFA-01, LOGIN-05), and what ends when one is removed.

use waybill_machines::machines::{login, mfa, passkey};
use waybill_machines::secret::{Digest, PersonId};
use waybill_machines::sign_in::{Landing, PasskeyCeremony, PasskeyPurpose};
use waybill_machines::{AnyState, MachineName};
use waybill_platform::access::{AccessError, DeviceProof, DeviceToken, NewCeremony, Source};
use waybill_platform::secret::{PasskeyResponse, Payload, Secret};

use crate::error::Nack;
use crate::identity::SessionId;
use crate::registry::{Engine, SessionCredentials, StepResult};

/// Why a browser is not asked for a passkey.
#[derive(Debug, thiserror::Error)]
pub enum PasskeyStepError {
    /// The access service does not allow it.
    #[error(transparent)]
    Access(#[from] AccessError),
    /// The session does not.
    #[error("{}", .0.message)]
    Nack(Nack),
}

impl From<Nack> for PasskeyStepError {
    fn from(nack: Nack) -> Self {
        Self::Nack(nack)
    }
}

/// What an authenticator has answered, as a browser sends it.
#[derive(Debug)]
pub struct AnsweredPasskey {
    /// The digest of the challenge that was answered.
    pub digest: Digest,
    /// The answer.
    pub response: PasskeyResponse,
    /// What is kept of the sign-in page.
    pub landing: Landing,
    /// The devices that the browser presented.
    pub devices: Vec<Digest>,
}

impl Engine {
    /// Makes a question for the authenticators of a browser, as JSON, once the step is recorded.
    pub async fn ask_passkey(
        &self,
        credentials: &SessionCredentials,
        purpose: PasskeyPurpose,
        source: Source,
    ) -> Result<Secret, PasskeyStepError> {
        let session = &credentials.session;
        let port = &self.ports().passkeys;
        let person = self.passkey_owner(session, purpose).await?;
        let new = NewCeremony {
            purpose,
            // Who has signed in is asked for no passkey to sign in; the machine says so.
            person: person.clone(),
            session: session.as_str().to_owned(),
            source,
        };
        let asked = port.ask_passkey(new, self.now()).await?;
        let ceremony = PasskeyCeremony { digest: asked.digest.clone(), purpose, person };
        let event = passkey::Event::Begin { ceremony };
        let step = self.step(credentials, event, MachineName::Passkey, &["checking"], None).await;
        step.inspect_err(|_| port.forget_passkey_question(&asked.digest))?;
        Ok(asked.options)
    }

    /// Takes what an authenticator has answered. The outcome is the state of the session: the machine of passkeys has
    /// the failure, if there is one.
    pub async fn answer_passkey(
        &self,
        credentials: &SessionCredentials,
        answered: AnsweredPasskey,
    ) -> Result<StepResult, Nack> {
        let AnsweredPasskey { digest, response, landing, devices } = answered;
        let session = &credentials.session;
        let known = self.settle(session, MachineName::Passkey, &[]).await?;
        let person = match &known {
            AnyState::Passkey(passkey::State::Asked { ceremony, .. }) => {
                self.passkey_owner(session, ceremony.purpose).await?
            }
            // The machine rejects it.
            _ => None,
        };
        let terms = Some(self.terms(landing.remember).await?);
        let token = self.shared.ids.token();
        let proof = DeviceProof { devices: devices.clone(), link: None };
        let handle = self.mint(Payload::Passkey(response), proof)?;
        let event = passkey::Event::Answer {
            digest,
            response: handle.clone(),
            token: token.digest(),
            person,
            landing: Landing { terms, ..landing },
        };
        // A known device pays for its owner's second factor, as for a code.
        let owner = self.owner_of(credentials, &devices).await;
        let (machine, moving) = (MachineName::Passkey, &["checking"]);
        let settled = self.step_on(owner, credentials, event, machine, moving, Some(token)).await;
        let settled = self.unless_failed(settled, &handle)?;
        // Otherwise this was no step of signing in, or has not completed it.
        if settled.token.is_none() {
            return Ok(settled);
        }
        Ok(self.with_known_device(credentials, settled, devices, DeviceToken::fresh()).await)
    }

    /// Whose passkey it is or becomes that is asked for in a session now: the user who has signed in, or who has to
    /// prove or to set up a second factor.
    async fn passkey_owner(
        &self,
        session: &SessionId,
        purpose: PasskeyPurpose,
    ) -> Result<Option<PersonId>, Nack> {
        Ok(match purpose {
            PasskeyPurpose::SignIn | PasskeyPurpose::Add | PasskeyPurpose::RecoveryCodes => {
                self.person_of(session)
            }
            PasskeyPurpose::SecondFactor => match self.mfa_state(session).await? {
                AnyState::Mfa(mfa::State::Verify { person, .. }) => Some(person),
                _ => None,
            },
            PasskeyPurpose::Enrolment => match self.mfa_state(session).await? {
                AnyState::Mfa(mfa::State::Enrolling { person, .. }) => Some(person),
                _ => None,
            },
        })
    }

    /// Ends the sessions that have come by a passkey which is removed, but one, and answers how many. A sign-in of that
    /// user that is not complete is cancelled.
    ///
    /// # Errors
    ///
    /// The first [`Nack`], if a session could not be read or ended. The others are ended nevertheless.
    pub async fn end_by_passkey(
        &self,
        person: &PersonId,
        removed: &Digest,
        kept: &SessionId,
    ) -> Result<usize, Nack> {
        self.cancel_pending(person).await;
        let is_meant = |session: &SessionId, login: &login::State| {
            let passkey = match login {
                login::State::SignedIn { passkey, .. } => passkey.as_ref(),
                _ => None,
            };
            passkey == Some(removed) && session != kept
        };
        self.end_that_came(vec![person.clone()], is_meant).await
    }
}
